import type { Tx } from '../../platform/db/connection.ts';
import { findAgain, uncount } from '../sales-figures/roll-up.ts';
import { rewriteParts } from '../orders/order-parts.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';

/** Writes a changed order: its row and, if the dishes changed, its lines, bill, taxes, charges and adjustments. */
export async function writeChange(tx: Tx, was: OrderRow, is: OrderRow): Promise<void> {
  const isOtherFood = was.items !== is.items;
  if (isOtherFood) await uncount(tx, [is.id]);
  const sums = {
    subtotal_cents: is.subtotal_cents,
    discount_cents: is.discount_cents,
    charges_cents: is.charges_cents,
    tax_cents: is.tax_cents,
    total_cents: is.total_cents,
  };
  await tx
    .updateTable('orders')
    .set({
      ...sums,
      tax_rate: is.tax_rate,
      tax_label: is.tax_label,
      item_count: is.item_count,
      has_parts: is.has_parts,
      metadata: JSON.stringify(is.metadata),
      customer_name: is.customer_name,
      table_number: is.table_number,
      special_instructions: is.special_instructions,
      estimated_ready: is.estimated_ready,
      wanted_for: is.wanted_for,
      fire_at: is.fire_at,
      grounds: is.grounds && JSON.stringify(is.grounds),
      payment_url: is.payment_url,
      changes: JSON.stringify(is.changes),
      version: is.version,
      updated_at: is.updated_at,
    })
    .where('id', '=', is.id)
    .execute();
  if (was.customer_name !== is.customer_name) await findAgain(tx, is.id);
  if (!isOtherFood) return;
  await tx.updateTable('bills').set(sums).where('id', '=', is.bill_id).execute();
  await tx.deleteFrom('order_items').where('order_id', '=', is.id).execute();
  await tx
    .insertInto('order_items')
    .values(
      is.items.map((item) => ({
        ...item,
        options: item.options && JSON.stringify(item.options),
        said: item.said && JSON.stringify(item.said),
        order_id: is.id,
      })),
    )
    .execute();
  await rewriteParts(tx, was, is.parts);
}
