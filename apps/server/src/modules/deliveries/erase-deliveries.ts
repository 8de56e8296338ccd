import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import type { RenamedStaff } from '../contacts/contacts.ts';

/** Erases the notes of drivers, which may be about the guest. */
export async function eraseDriverNotes(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.updateTable('delivery_steps').set({ note: null }).where('order_id', 'in', orderIds).execute();
}

/** Replaces the name of a driver, and of the person who took cash from one. */
export async function renameDriver(tx: Tx, { userId, name }: RenamedStaff): Promise<void> {
  await tx.updateTable('delivery_steps').set({ driver_name: name }).where('driver_id', '=', userId).execute();
  await tx.updateTable('driver_cash').set({ driver_name: name }).where('driver_id', '=', userId).execute();
  // The audit log still has the id of the person who took the cash from the driver.
  await sql`
    update driver_cash c set taken_by_name = ${name} where c.kind = 'handed-in' and exists (
      select from audit_log a where a.action = 'hand-in-cash' and a.actor_id = ${userId} and a.subject_id = c.driver_id and a.at = c.at)
  `.execute(tx);
}
