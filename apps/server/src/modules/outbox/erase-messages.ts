import { sql, type RawBuilder } from 'kysely';
import type { Tx, Db } from '../../platform/db/connection.ts';
import { belongsTo, type Contacts, type RenamedStaff } from '../contacts/contacts.ts';

export async function deleteMessages(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from messages where id = any(${[...ids]}::text[])`.execute(tx);
}

/** Removes a recipient from mailings. The address is unique within a mailing. */
export async function eraseRecipients(tx: Tx, contacts: Contacts, userId: string | null): Promise<void> {
  await sql`
    update mailing_recipients set email = 'erased-' || "position", name = null, user_id = null
    where ${belongsTo(userId, 'email', contacts)}
  `.execute(tx);
}

export async function renameSenders(tx: Tx, { userId, name }: RenamedStaff): Promise<void> {
  await tx.updateTable('mailings').set({ created_by_name: name }).where('created_by', '=', userId).execute();
}

const MAX_OLD_MESSAGES = 5_000;

/**
 * Deletes messages that know only an address that was not used since, at most 5,000, and erases the recipients of
 * mailings from before. `active` selects the contacts in use.
 */
export async function deleteOldMessages(db: Db, before: Date, active: RawBuilder<unknown>): Promise<void> {
  await sql`
    with active as materialized (${active})
    delete from messages where id in (
      select m.id from messages m
      where m.user_id is null and m.order_id is null and m.reservation_id is null and m.created_at < ${before}
        and m.status in ('sent', 'failed', 'cancelled', 'outbox')
        and not exists (select from active where contact = m.recipient)
      limit ${MAX_OLD_MESSAGES})
  `.execute(db);
  await sql`
    update mailing_recipients r set email = 'erased-' || "position", name = null
    from mailings m
    where m.id = r.mailing_id and m.created_at < ${before} and m.status <> 'sending' and r.user_id is null
      and r.email like '%@%'
  `.execute(db);
}
