import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { mentionsAny, spellingsOf, type Contacts } from './contacts.ts';

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
  const text = sql`(coalesce(a.before::text, '') || coalesce(a.after::text, ''))`;
  await sql`
    update audit_log a set
      before = (select jsonb_object_agg(key, value) from jsonb_each(a.before) where key = any(${STATUS_FIELDS}::text[])),
      after = (select jsonb_object_agg(key, value) from jsonb_each(a.after) where key = any(${STATUS_FIELDS}::text[])),
      address = case when a.actor_kind in ('nobody', 'site') then null else a.address end,
      browser = case when a.actor_kind in ('nobody', 'site') then null else a.browser end,
      system = case when a.actor_kind in ('nobody', 'site') then null else a.system end
    where a.subject_id = any(${[...ids]}::text[]) or ${mentionsAny(text, ids)}
      or (a.subject_kind = any(${GUEST_SUBJECTS}) and ${mentionsAny(text, spellingsOf(contacts))})
  `.execute(tx);
}
