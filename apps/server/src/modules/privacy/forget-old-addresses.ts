import { SECURITY_LOG_DAYS } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { readSite } from '../settings/site.ts';

const DAY_MS = 86_400_000;

/**
 * Removes network addresses from the security log, the audit log and the last uses of API keys when the days of the restaurant's setting are
 * over. The entries stay; those of the security log for two years.
 */
export async function forgetOldAddresses({ db, clock }: Context): Promise<void> {
  const { securityAddressDays } = await readSite(db);
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await db
    .updateTable('security_log')
    .set({ address: null, repeat_key: null })
    .where(sql<boolean>`(address is not null or repeat_key is not null)`)
    .where('last_at', '<', daysAgo(securityAddressDays))
    .execute();
  await db
    .updateTable('audit_log')
    .set({ address: null })
    .where('address', 'is not', null)
    .where('at', '<', daysAgo(securityAddressDays))
    .execute();
  await db
    .updateTable('api_keys')
    .set({ last_used_address: null })
    .where('last_used_address', 'is not', null)
    .where('last_used_at', '<', daysAgo(securityAddressDays))
    .execute();
  await db.deleteFrom('security_log').where('last_at', '<', daysAgo(SECURITY_LOG_DAYS)).execute();
}
