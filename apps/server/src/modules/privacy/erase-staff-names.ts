import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { renameDriver } from '../deliveries/erase-deliveries.ts';
import { renameInAuditEntries, renameInAuditLog } from '../log/erase-audit-entries.ts';
import { renameSenders } from '../messages/mailings/erase-mailings.ts';
import { renameInPayments } from '../ledger/erase-payments.ts';
import { renameStaffInSessions } from '../money/sessions/erase-sessions.ts';
import { renameInOrders, renameStaffInOrders } from '../orders/erase-orders.ts';

/**
 * Replaces the name of a person in what they did as staff or as a driver: the ledger and the audit log keep that it
 * was the same person, under the new name. Rows that know only a name are changed where the audit log shows that the
 * person acted on the order, or where nobody else has the name.
 */
export async function eraseStaffNames(
  tx: Tx,
  {
    userId,
    name,
    formerNames,
  }: { readonly userId: string; readonly name: string; readonly formerNames: readonly string[] },
): Promise<void> {
  await renameStaffInOrders(tx, { userId, name });
  await renameDriver(tx, { userId, name });
  await renameSenders(tx, { userId, name });
  await renameInRowsWithoutId(tx, { userId, name, formerNames });
  await renameStaffInSessions(tx, { userId, name });
  await renameInAuditLog(tx, { userId, name });
}

/** Columns and events with a name and no id beside it. */
async function renameInRowsWithoutId(tx: Tx, { userId, name, formerNames }: Parameters<typeof eraseStaffNames>[1]) {
  if (formerNames.length === 0) return;
  const names = sql`${[...formerNames]}::text[]`;
  const ownOrders = sql`(
    select subject_id from audit_log where actor_id = ${userId} and subject_kind = 'order'
    union select order_id from order_status_history where actor_id = ${userId}
    union select id from orders where created_by = ${userId} or user_id = ${userId}
    union select order_id from delivery_steps where driver_id = ${userId}
    union select bill_id from given_discounts where ${userId} in (given_by, approved_by)
  )`;
  const { rows: sharedNames } = await sql<{ shared: boolean }>`
    select exists (select from users where id <> ${userId} and name = any(${names})) as shared
  `.execute(tx);
  const isOfPerson = (id: string) =>
    sharedNames[0]?.shared === false ? sql<boolean>`true` : sql<boolean>`${sql.ref(id)} in ${ownOrders}`;
  for (const former of formerNames) {
    const quoted = JSON.stringify(former);
    // Guests may have the same name, so only events of orders that the person worked on are changed.
    await sql`
      update events set data = replace(data::text, ${quoted}, ${JSON.stringify(name)})::jsonb
      where type in ('order.created', 'order.updated') and strpos(data::text, ${quoted}) > 0
        and data -> 'order' ->> 'id' in ${ownOrders}
    `.execute(tx);
    await sql`
      update events set data = jsonb_set(data, '{attention,reason}', '""')
      where type = 'payment.attention' and strpos(data #>> '{attention,reason}', ${former}) > 0
        and data #>> '{attention,orderId}' in ${ownOrders}
    `.execute(tx);
  }
  const rows = { name, formerNames: names, isOfPerson };
  await renameInAuditEntries(tx, rows);
  await renameInPayments(tx, rows);
  await renameInOrders(tx, rows);
}

/** The names under which the person acted, the present one included. */
export async function readFormerNames(tx: Tx, userId: string, presentName: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${presentName}::text as name
    union select actor_name from audit_log where actor_id = ${userId} and actor_name is not null
    union select actor_name from order_status_history where actor_id = ${userId} and actor_name is not null
    union select driver_name from delivery_steps where driver_id = ${userId}
  `.execute(tx);
  return rows.map(({ name }) => name).filter((name) => name !== '');
}
