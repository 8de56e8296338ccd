import type { Tx } from '../../platform/db/connection.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { updateRow } from '../../platform/db/write-row.ts';
import { forgetCountedOrder, removeOrdersFromFigures, updateOrderSearchText } from '../figures/roll-up-orders.ts';
import { rewriteParts } from './order-parts.ts';

/** An order keeps only this many changes, the latest ones. */
export const MAX_STORED_CHANGES = 20;

/** Writes a changed order: its row and, if the dishes changed, its lines, bill, taxes, charges and adjustments. */
export async function writeChange(tx: Tx, before: OrderRow, after: OrderRow): Promise<void> {
  const haveLinesChanged = before.items !== after.items;
  const hasTypeChanged = before.order_type !== after.order_type;
  if (haveLinesChanged || hasTypeChanged) await removeOrdersFromFigures(tx, [after.id]);
  if (hasTypeChanged) await forgetCountedOrder(tx, after.id);
  const sums = {
    subtotal_cents: after.subtotal_cents,
    discount_cents: after.discount_cents,
    charges_cents: after.charges_cents,
    tax_cents: after.tax_cents,
    total_cents: after.total_cents,
  };
  await updateRow(tx, 'orders', after.id, {
    ...sums,
    tax_rate: after.tax_rate,
    tax_label: after.tax_label,
    item_count: after.item_count,
    has_parts: after.has_parts,
    metadata: JSON.stringify(after.metadata),
    customer_name: after.customer_name,
    order_type: after.order_type,
    delivery_address: after.delivery_address,
    delivery_instructions: after.delivery_instructions,
    delivery: after.delivery && JSON.stringify(after.delivery),
    leave_at_door: after.leave_at_door,
    vehicle: after.vehicle,
    here_at: after.here_at,
    table_number: after.table_number,
    special_instructions: after.special_instructions,
    allergies: after.allergies && JSON.stringify(after.allergies),
    allergy_note: after.allergy_note,
    estimated_ready: after.estimated_ready,
    promised_from: after.promised_from,
    wanted_for: after.wanted_for,
    fire_at: after.fire_at,
    grounds: after.grounds && JSON.stringify(after.grounds),
    payment_url: after.payment_url,
    changes: JSON.stringify(after.changes),
    version: after.version,
    updated_at: after.updated_at,
  });
  if (before.customer_name !== after.customer_name) await updateOrderSearchText(tx, after.id);
  if (!haveLinesChanged) return;
  if (!after.tab) await tx.updateTable('bills').set(sums).where('id', '=', after.bill_id).execute();
  await tx.deleteFrom('order_items').where('order_id', '=', after.id).execute();
  await tx
    .insertInto('order_items')
    .values(
      after.items.map((item) => ({
        ...item,
        options: item.options && JSON.stringify(item.options),
        said: item.said && JSON.stringify(item.said),
        allergies: item.allergies && JSON.stringify(item.allergies),
        allergens: item.allergens && [...item.allergens],
        contained_allergens: item.contained_allergens && [...item.contained_allergens],
        allergy_check: item.allergy_check && JSON.stringify(item.allergy_check),
        order_id: after.id,
      })),
    )
    .execute();
  await rewriteParts(tx, before, after.parts);
}

/** Remembers the portions that a change removes after cooking began, because they were cooked and cost something. */
export async function recordRemovedLines(tx: Tx, before: OrderRow, after: OrderRow, now: Date): Promise<void> {
  if (before.prep_start_time === null) return;
  const removed = before.items.flatMap(({ line, item_id, name, category, options, quantity }) => {
    const left = after.items.find((item) => item.line === line)?.quantity ?? 0;
    if (left >= quantity) return [];
    return [
      {
        order_id: before.id,
        item_id,
        name,
        category,
        options: options && JSON.stringify(options),
        quantity: quantity - left,
        removed_at: now,
      },
    ];
  });
  if (removed.length > 0) await tx.insertInto('removed_lines').values(removed).execute();
}
