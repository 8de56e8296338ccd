import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { OrderRow } from '../orders/queries.ts';
import { moveStock, type StockMove } from './move-stock.ts';
import { portionsOfRows, type LinePortions } from './portions.ts';

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
  const [before, after] = [byWhat(was), byWhat(is)];
  const lines = [...new Map([...before, ...after]).entries()].flatMap(([at, { line, itemId, name }]) => {
    const keeps = after.get(at)?.quantity ?? 0;
    const by = keeps - (before.get(at)?.quantity ?? 0);
    return by < 0 && was.status !== 'pending' ? [] : [{ line, itemId, name, by, keeps }];
  });
  await moveStock(context, tx, { ...about(is), kind: 'change', lines, oversell });
}

/** An order was cancelled: what nobody has begun to cook is there again. */
export async function returnStock(context: Context, tx: Tx, was: Order, is: Order): Promise<void> {
  if (was.status !== 'pending') return;
  const lines = portionsOfRows(was.items).map(({ quantity, ...portions }) => ({
    ...portions,
    by: -quantity,
    keeps: 0,
  }));
  await moveStock(context, tx, { ...about(is), kind: 'return', lines });
}

/** By line and by what it is. */
function byWhat({ items }: Order): ReadonlyMap<string, LinePortions> {
  return new Map(portionsOfRows(items).map((each) => [`${each.line} ${each.itemId}`, each]));
}

function about({ id, location_id, version }: Order): Pick<StockMove, 'locationId' | 'orderId' | 'version'> {
  return { locationId: location_id, orderId: id, version };
}
