import { sql, type Selectable } from 'kysely';
import { endLinks } from '../../platform/auth/verifications.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { emptyStoredResponses } from './empty-stored-responses.ts';
import { eraseRecords } from './erase-records.ts';
import { eraseStaffNames, readFormerNames } from './erase-staff-names.ts';
import type { PersonalRecords } from './personal-records.ts';

/** Replaces the name of a person with an account. */
export const DELETED_NAME = 'Deleted customer';

/** The account to erase, locked by the caller. */
type ErasedAccount = Pick<
  Selectable<Schema['users']>,
  'id' | 'email' | 'email_verified' | 'name' | 'role' | 'former_staff_number'
>;

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
  const name = await newNameOf(tx, account);
  const formerNames = await readFormerNames(tx, userId, account.name);
  await eraseRecords(tx, records, { at, name: DELETED_NAME, formerNames, userId });
  await eraseStaffNames(tx, { userId, name, formerNames });
  await eraseOwnEntries(tx, account);
  for (const table of [
    'sessions',
    'sign_in_accounts',
    'favorites',
    'loyalty_entries',
    'push_followers',
    'two_factors',
    'used_codes',
    'passkeys',
    'pins',
    'user_locations',
    'figure_viewings',
    'scheduled_reports',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await tx
    .updateTable('users')
    .set({ ...EMPTY_PROFILE, email: `deleted-${userId}@deleted.invalid`, name, deleted_at: at, updated_at: at })
    .where('id', '=', userId)
    .execute();
  return { name };
}

const EMPTY_PROFILE = {
  email_verified: false,
  email_confirmed_at: null,
  image: null,
  phone_number: null,
  language: null,
  welcome_code: null,
  notifications: false,
  is_active: false,
  is_deleted: true,
  loyalty_points: 0,
} as const;

/** Staff keep a number, so that the books and the audit log still tell them apart. */
async function newNameOf(tx: Tx, { id, role, former_staff_number: known }: ErasedAccount): Promise<string> {
  if (known === null && role === 'customer') return DELETED_NAME;
  if (known !== null) return formerStaffName(known);
  await sql`select pg_advisory_xact_lock(hashtext('former staff'))`.execute(tx);
  const { former_staff_number: number } = await tx
    .updateTable('users')
    .set({ former_staff_number: sql`(select coalesce(max(former_staff_number), 0) + 1 from users)` })
    .where('id', '=', id)
    .returning('former_staff_number')
    .executeTakeFirstOrThrow();
  return formerStaffName(number ?? 0);
}

const formerStaffName = (number: number) => `Former staff member ${number}`;

/** Events, stored responses and limits of the person, and codes that open the account. */
async function eraseOwnEntries(tx: Tx, { id, email, email_verified: ownsEmail }: ErasedAccount): Promise<void> {
  await tx
    .deleteFrom('events')
    .where('user_id', '=', id)
    .where('type', 'not in', ['order.created', 'order.updated', 'reservation.created', 'reservation.updated'])
    .execute();
  // Stored responses to the person, who can no longer sign in to repeat a request, and to staff about the person's orders and reservations.
  await sql`delete from idempotency_keys where actor = ${`person:${id}`}`.execute(tx);
  await emptyStoredResponses(tx, sql`strpos(answer::text, ${id}) > 0`);
  await endLinks(tx, id);
  // The key of a rate limit contains the address: 'sign-in:asha@example.com 203.0.113.7'.
  await sql`
    delete from rate_limits
    where split_part(substr(key, strpos(key, ':') + 1), ' ', 1) in (${id}, ${ownsEmail ? email : id})
  `.execute(tx);
}
