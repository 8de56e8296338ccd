import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { StoredCourier } from '../../platform/db/stored-json.ts';
import { updateRow } from '../../platform/db/write-row.ts';

/** Writes columns of a locked order under its next version. */
export async function updateOrder(
  tx: Tx,
  locked: OrderRow,
  columns: Partial<OrderRow> & Updateable<Schema['orders']>,
  now: Date,
): Promise<OrderRow> {
  const changes = { ...columns, version: locked.version + 1, updated_at: now };
  await tx.updateTable('orders').set(changes).where('id', '=', locked.id).execute();
  return { ...locked, ...changes };
}

/**
 * Sets the payment session that pays an order: first without a page (`url` null), then the page once the provider has
 * opened it, unless another session pays the order by then.
 */
export async function setPaymentPage(
  db: Db | Tx,
  orderId: string,
  { sessionId, url }: { readonly sessionId: string; readonly url: string | null },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ session_id: sessionId, payment_url: url })
    .where('id', '=', orderId)
    .$if(url !== null, (same) => same.where('session_id', '=', sessionId))
    .execute();
}

/** Sets who delivers the order. A delivery confirms the guest's contact. */
export async function setCourier(
  tx: Tx,
  locked: OrderRow,
  courier: StoredCourier | null,
  now: Date,
): Promise<OrderRow> {
  const changes = {
    version: locked.version + 1,
    updated_at: now,
    contact_unproven: courier?.state === 'delivered' ? null : locked.contact_unproven,
  };
  // JSON null marks an order that left, was put back and waits for a driver. SQL NULL marks an order that never had a
  // driver.
  const stored = courier !== null || locked.status === 'completed' ? JSON.stringify(courier) : null;
  await updateRow(tx, 'orders', locked.id, { ...changes, courier: stored });
  return { ...locked, ...changes, courier };
}

/** Writes columns of some lines, by their numbers. The caller updates the order's version. */
export async function updateLines(
  tx: Tx,
  orderId: string,
  lines: readonly number[],
  columns: Pick<
    Updateable<Schema['order_items']>,
    'done_at' | 'station_id' | 'allergies' | 'allergy_check' | 'net_cents'
  >,
): Promise<void> {
  await tx.updateTable('order_items').set(columns).where('order_id', '=', orderId).where('line', 'in', lines).execute();
}
