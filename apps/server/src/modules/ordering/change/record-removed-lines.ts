import type { Tx } from '../../../platform/db/connection.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';

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
