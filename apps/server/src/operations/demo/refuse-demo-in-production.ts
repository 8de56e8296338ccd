import { hashKey } from '../../platform/auth/secrets.ts';
import type { Db } from '../../platform/db/connection.ts';
import { StartError } from '../../platform/db/embedded/start-error.ts';
import { DEMO_CUSTOMER_KEY, demoPeople } from '@tiffin/demo/people';

/** Refuses production with demo accounts or the demo key, because their passwords are in the documentation. */
export async function refuseDemoInProduction(db: Db): Promise<void> {
  const emails = demoPeople.map(({ email }) => email);
  const people = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', emails)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .orderBy('email')
    .execute();
  const key = await db
    .selectFrom('api_keys')
    .select('id')
    .where('hash', '=', hashKey(DEMO_CUSTOMER_KEY))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const accounts = [...people.map(({ email }) => email), ...(key ? [`the key ${DEMO_CUSTOMER_KEY}`] : [])];
  if (accounts.length === 0) return;
  throw new StartError(
    `This database contains demo accounts with public passwords: ${accounts.join(', ')}. ` +
      'Use another database for production; or start this one without NODE_ENV=production, deactivate these people and revoke the key, then start again.',
  );
}
