import { ACCESS_EVENT_NAMES } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { mentionsAny, spellingsOf, type Contacts, type RenamedRows, type RenamedStaff } from '../contacts/contacts.ts';

/** Fields that contain no personal text: statuses, and what an account may do. */
const STATUS_FIELDS = ['status', 'paymentStatus', 'tableNumber', 'role', 'locationIds', 'isActive', 'isDeleted'];

/** Entries about these mention guests. A contact in other entries belongs to a location, the restaurant or an account. */
const GUEST_SUBJECTS = ['order', 'orders', 'reservation', 'message', 'payment', 'mailing', 'invitation'];

/**
 * Audit entries keep that something changed, and its statuses, but lose names and texts. Entries are found by the ids
 * of the records, and by contacts. Other text typed into an order is not used for the search, because it may occur in
 * entries about others.
 */
export async function eraseAuditEntries(tx: Tx, ids: readonly string[], contacts: Contacts): Promise<void> {
  const content = sql`(coalesce(a.before::text, '') || coalesce(a.after::text, ''))`;
  await sql`
    update audit_log a set
      before = (select jsonb_object_agg(key, value) from jsonb_each(a.before) where key = any(${STATUS_FIELDS}::text[])),
      after = (select jsonb_object_agg(key, value) from jsonb_each(a.after) where key = any(${STATUS_FIELDS}::text[])),
      address = case when a.actor_kind in ('nobody', 'site') then null else a.address end,
      browser = case when a.actor_kind in ('nobody', 'site') then null else a.browser end,
      system = case when a.actor_kind in ('nobody', 'site') then null else a.system end
    where a.subject_id = any(${[...ids]}::text[]) or ${mentionsAny(content, ids)}
      or (a.subject_kind = any(${GUEST_SUBJECTS}) and ${mentionsAny(content, spellingsOf(contacts))})
  `.execute(tx);
}

/** Replaces the name of a person in what they did, and removes their devices and addresses. */
export async function renameInAuditLog(tx: Tx, { userId, name }: RenamedStaff): Promise<void> {
  await tx.updateTable('audit_log').set({ actor_name: name }).where('actor_id', '=', userId).execute();
  await sql`
    update audit_log set address = null, browser = null, system = null, repeat_key = null
    where actor_id = ${userId} or (subject_kind = 'user' and subject_id = ${userId} and access is not null)
  `.execute(tx);
}

/** Replaces the name of a person in entries about the work of others. */
export async function renameInAuditEntries(tx: Tx, { name, formerNames: names, isOfPerson }: RenamedRows) {
  await sql`
    update audit_log a set before = ${withNewName(sql.ref('a.before'), names, name)}, after = ${withNewName(sql.ref('a.after'), names, name)}
    where (${hasName(sql.ref('a.before'), names)} or ${hasName(sql.ref('a.after'), names)}) and ${isOfPerson('a.subject_id')}
  `.execute(tx);
}

/** Fields with which entries about the work of others name a person: who approved, drove or invited. */
const NAME_FIELDS = ['approvedBy', 'driver', 'invitedBy'];

function hasName(fields: RawBuilder<unknown>, names: RawBuilder<unknown>): RawBuilder<boolean> {
  const values = NAME_FIELDS.map((field) => sql`${fields} ->> ${sql.lit(field)}`);
  return sql<boolean>`array[${sql.join(values)}] && ${names}`;
}

function withNewName(fields: RawBuilder<unknown>, names: RawBuilder<unknown>, name: string): RawBuilder<unknown> {
  const renamed = NAME_FIELDS.map(
    (field) => sql`case when ${fields} ->> ${sql.lit(field)} = any(${names})
      then jsonb_build_object(${sql.lit(field)}, ${name}::text) else '{}' end`,
  );
  return sql`case when ${hasName(fields, names)} then ${fields} || ${sql.join(renamed, sql` || `)} else ${fields} end`;
}

/**
 * Removes the network addresses of entries before `addressesBefore`. Of those before `accessBefore`, sign-ins and failed
 * attempts are deleted, and changes lose the device.
 */
export async function forgetOldEntries(
  db: Db,
  { addressesBefore, accessBefore }: { readonly addressesBefore: Date; readonly accessBefore: Date },
): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ address: null, repeat_key: null })
    .where(sql<boolean>`(address is not null or repeat_key is not null)`)
    .where(sql<Date>`coalesce(last_at, at)`, '<', addressesBefore)
    .execute();
  await db
    .deleteFrom('audit_log')
    .where('action', 'in', ACCESS_EVENT_NAMES)
    .where('last_at', '<', accessBefore)
    .execute();
  await db
    .updateTable('audit_log')
    .set({ browser: null, system: null, copy: null })
    .where('access', 'is not', null)
    .where('copy', 'is not', null)
    .where('last_at', '<', accessBefore)
    .execute();
}
