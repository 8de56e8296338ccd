import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { deleteFavorites } from '../menu/dishes/favorites.ts';
import { DELETED_NAME, eraseProfile, assignErasedName, type ErasedAccount } from '../people/erase-account.ts';
import { deleteReportsOf } from '../reports/scheduled/choose-reports.ts';
import { emptyStoredResponses } from './empty-stored-responses.ts';
import { eraseRecords } from './erase-records.ts';
import { eraseStaffNames, readFormerNames } from './erase-staff-names.ts';
import type { PersonalRecords } from './personal-records.ts';

/**
 * Anonymises a person everywhere: rows that must remain lose their link to the person, everything else is deleted. A
 * test searches every table for remaining data. Returns the name that replaces theirs.
 */
export async function eraseAccount(
  tx: Tx,
  account: ErasedAccount,
  records: PersonalRecords,
  at: Date,
): Promise<{ readonly name: string }> {
  const { id: userId } = account;
  const name = await assignErasedName(tx, account);
  const formerNames = await readFormerNames(tx, userId, account.name);
  await eraseRecords(tx, records, { at, name: DELETED_NAME, formerNames, userId });
  await eraseStaffNames(tx, { userId, name, formerNames });
  await eraseOwnEntries(tx, account);
  await deleteFavorites(tx, userId);
  await deleteReportsOf(tx, userId);
  await eraseProfile(tx, userId, name, at);
  return { name };
}

/** Events, stored responses and limits of the person. */
async function eraseOwnEntries(tx: Tx, { id, email, email_verified: ownsEmail }: ErasedAccount): Promise<void> {
  await tx
    .deleteFrom('events')
    .where('user_id', '=', id)
    .where('type', 'not in', ['order.created', 'order.updated', 'reservation.created', 'reservation.updated'])
    .execute();
  // The person can no longer sign in to repeat a request. Staff got responses about the person's orders, too.
  await sql`delete from idempotency_keys where actor = ${`person:${id}`}`.execute(tx);
  await emptyStoredResponses(tx, sql`strpos(answer::text, ${id}) > 0`);
  // The key of a rate limit contains the address: 'sign-in:asha@example.com 203.0.113.7'.
  await sql`
    delete from rate_limits
    where split_part(substr(key, strpos(key, ':') + 1), ' ', 1) in (${id}, ${ownsEmail ? email : id})
  `.execute(tx);
}
