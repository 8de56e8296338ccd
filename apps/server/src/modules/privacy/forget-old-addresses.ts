import { ACCESS_EVENT_NAMES, ACCESS_LOG_DAYS } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { readSite } from '../locations/settings/site.ts';

const DAY_MS = 86_400_000;

/**
 * Removes network addresses from the audit log and the last uses of API keys when the days of the restaurant's setting
 * are over. After two years, sign-ins and failed attempts are deleted, and changes lose the device.
 */
export async function forgetOldAddresses({ db, clock }: Context): Promise<void> {
  const { securityAddressDays } = await readSite(db);
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await db
    .updateTable('audit_log')
    .set({ address: null, repeat_key: null })
    .where(sql<boolean>`(address is not null or repeat_key is not null)`)
    .where(sql<Date>`coalesce(last_at, at)`, '<', daysAgo(securityAddressDays))
    .execute();
  await db
    .updateTable('api_keys')
    .set({ last_used_address: null })
    .where('last_used_address', 'is not', null)
    .where('last_used_at', '<', daysAgo(securityAddressDays))
    .execute();
  await db
    .deleteFrom('audit_log')
    .where('action', 'in', ACCESS_EVENT_NAMES)
    .where('last_at', '<', daysAgo(ACCESS_LOG_DAYS))
    .execute();
  await db
    .updateTable('audit_log')
    .set({ browser: null, system: null, copy: null })
    .where('access', 'is not', null)
    .where('copy', 'is not', null)
    .where('last_at', '<', daysAgo(ACCESS_LOG_DAYS))
    .execute();
}
