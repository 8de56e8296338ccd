import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { OrderRow } from '../orders/queries.ts';
import { moveStock, type StockMove } from './move-stock.ts';

type Order = Pick<OrderRow, 'id' | 'location_id' | 'status' | 'version' | 'items'>;

/**
 * An order was changed: more of a dish is taken, of some also where there is too little, and fewer come back as long as
 * the kitchen has not begun.
 */
export async function changeStock(
  context: Context,
  tx: Tx,
  was: Order,
  is: Order,
  oversell: readonly string[],
): Promise<void> {
  if (was.items === is.items) return;
  const lines = [...new Set([...was.items, ...is.items].map(({ line }) => line))].flatMap((line) => {
    const before = was.items.find((item) => item.line === line);
    const after = is.items.find((item) => item.line === line);
    const item = after ?? before;
    if (!item) return [];
    const by = (after?.quantity ?? 0) - (before?.quantity ?? 0);
    const keeps = after?.quantity ?? 0;
    return by < 0 && was.status !== 'pending' ? [] : [{ line, itemId: item.item_id, name: item.name, by, keeps }];
  });
  await moveStock(context, tx, { ...about(is), kind: 'change', lines, oversell });
}

/** An order was cancelled: what nobody has begun to cook is there again. */
export async function returnStock(context: Context, tx: Tx, was: Order, is: Order): Promise<void> {
  if (was.status !== 'pending') return;
  const lines = was.items.map(({ line, item_id: itemId, name, quantity }) => ({
    line,
    itemId,
    name,
    by: -quantity,
    keeps: 0,
  }));
  await moveStock(context, tx, { ...about(is), kind: 'return', lines });
}

function about({ id, location_id, version }: Order): Pick<StockMove, 'locationId' | 'orderId' | 'version'> {
  return { locationId: location_id, orderId: id, version };
}
