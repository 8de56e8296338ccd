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

/** Staff keep a number, so that the books and the audit log still tell them apart. */
export async function newNameOf(tx: Tx, { id, role, former_staff_number: known }: ErasedAccount): Promise<string> {
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

/** Deletes what knows only a contact of the person. Records of other accounts stay. */
export async function deleteContacts(tx: Tx, contacts: Contacts, userId: string | null): Promise<void> {
  await sql`delete from sent_codes where ${belongsTo(userId, 'recipient', contacts)}`.execute(tx);
  await sql`delete from consents where ${belongsTo(userId, 'email', contacts)}`.execute(tx);
  await sql`delete from invitations where ${isContact(sql.ref('email'), contacts)}`.execute(tx);
}

/** A consent that is still in force is the permission to keep the address. */
export async function deleteOldConsents(db: Db, before: Date): Promise<void> {
  await sql`delete from consents where user_id is null and withdrawn_at < ${before}`.execute(db);
}

/** Forgets from where API keys were used before this time. */
export async function forgetAddressesOfKeys(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_address: null })
    .where('last_used_address', 'is not', null)
    .where('last_used_at', '<', before)
    .execute();
}
