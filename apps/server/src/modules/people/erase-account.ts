import { sql } from 'kysely';
import { endLinks } from '../../platform/auth/verifications.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Row } from '../../platform/db/schema.ts';
import { deletePushFollowers } from '../outbox/push-followers.ts';
import { belongsTo, isContact, type Contacts } from '../contacts/contacts.ts';
import { updateRow } from '../../platform/db/write-row.ts';

/** Replaces the name of a person with an account. */
export const DELETED_NAME = 'Deleted customer';

/** The account to erase, locked by the caller. */
export type ErasedAccount = Pick<
  Row<'users'>,
  'id' | 'email' | 'email_verified' | 'name' | 'role' | 'former_staff_number'
>;

/** Empties the profile and deletes what opens the account or belongs to it. */
export async function eraseProfile(tx: Tx, userId: string, name: string, at: Date): Promise<void> {
  await endLinks(tx, userId);
  await deletePushFollowers(tx, (row) => row('user_id', '=', userId));
  for (const table of [
    'sessions',
    'sign_in_accounts',
    'loyalty_entries',
    'points_uses',
    'two_factors',
    'used_codes',
    'passkeys',
    'pins',
    'pay_terms',
    'user_locations',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await updateRow(tx, 'users', userId, {
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
    email: `deleted-${userId}@deleted.invalid`,
    name,
    deleted_at: at,
    updated_at: at,
  });
}

/** The name that replaces the person's. Staff get a number, so that the ledger still tells them apart. */
export async function assignErasedName(tx: Tx, account: ErasedAccount): Promise<string> {
  if (account.former_staff_number !== null) return formerStaffName(account.former_staff_number);
  if (account.role === 'customer') return DELETED_NAME;
  await sql`select pg_advisory_xact_lock(hashtext('former staff'))`.execute(tx);
  const { former_staff_number: number } = await tx
    .updateTable('users')
    .set({ former_staff_number: sql`(select coalesce(max(former_staff_number), 0) + 1 from users)` })
    .where('id', '=', account.id)
    .returning('former_staff_number')
    .executeTakeFirstOrThrow();
  return formerStaffName(number ?? 0);
}

const formerStaffName = (number: number) => `Former staff member ${number}`;

/** Deletes codes, consents and invitations that name a contact of the person. Those of other accounts stay. */
export async function deleteContacts(tx: Tx, contacts: Contacts, userId: string | null): Promise<void> {
  await sql`delete from sent_codes where ${belongsTo(userId, 'recipient', contacts)}`.execute(tx);
  await sql`delete from consents where ${belongsTo(userId, 'email', contacts)}`.execute(tx);
  await sql`delete from invitations where ${isContact(sql.ref('email'), contacts)}`.execute(tx);
}

/** Deletes withdrawn consents. One that is still in force is the permission to keep the address. */
export async function deleteOldConsents(db: Db, before: Date): Promise<void> {
  await sql`delete from consents where user_id is null and withdrawn_at < ${before}`.execute(db);
}

/** Removes the network addresses of API keys that were last used before this time. */
export async function forgetAddressesOfKeys(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_address: null })
    .where('last_used_address', 'is not', null)
    .where('last_used_at', '<', before)
    .execute();
}
