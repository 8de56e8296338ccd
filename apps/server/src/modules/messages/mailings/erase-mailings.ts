import { sql } from 'kysely';
import type { Tx, Db } from '../../../platform/db/connection.ts';
import { belongsTo, type Contacts, type RenamedStaff } from '../../contacts/contacts.ts';

/** Removes a recipient from mailings. The address is unique within a mailing. */
export async function eraseRecipients(tx: Tx, contacts: Contacts, userId: string | null): Promise<void> {
  await sql`
    update mailing_recipients set email = 'erased-' || "position", name = null, user_id = null
    where ${belongsTo(userId, 'email', contacts)}
  `.execute(tx);
}

/** Erases the recipients without an account of mailings from before this time. */
export async function eraseOldRecipients(db: Db, before: Date): Promise<void> {
  await sql`
    update mailing_recipients r set email = 'erased-' || "position", name = null
    from mailings m
    where m.id = r.mailing_id and m.created_at < ${before} and m.status <> 'sending' and r.user_id is null
      and r.email like '%@%'
  `.execute(db);
}

/** Replaces the name of a member of staff on the mailings they started. */
export async function renameSenders(tx: Tx, { userId, name }: RenamedStaff): Promise<void> {
  await tx.updateTable('mailings').set({ created_by_name: name }).where('created_by', '=', userId).execute();
}
