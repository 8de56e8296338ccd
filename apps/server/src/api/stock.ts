import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { countStock } from '../modules/menu/stock/count-stock.ts';
import {
  readDishStock,
  readStockMoves,
  readItemStock,
  stockOfDish,
  readMenuForStaff,
} from '../modules/menu/stock/read-stock.ts';
import { requireMenuEditor } from '../modules/menu/dishes/lock-menu.ts';
import { markOptionSoldOut, markSoldOut, readOptionStock } from '../modules/menu/stock/mark-sold-out.ts';

export const stockRoutes: readonly ImplementedCall[] = [
  implement('getDishStock', async ({ context, actor, query }) => ({
    ...(await readDishStock(context, actor, query.locationId)),
    options: await readOptionStock(context.db, query.locationId, context.clock.now()),
  })),

  implement('markOptionSoldOut', async ({ context, actor, body, from, onceWith }) =>
    onceWith(
      () => readMenuForStaff(context, actor, body.locationId),
      (tx, menu) => markOptionSoldOut(context, tx, { actor, from }, menu, body),
    ),
  ),

  implement('markSoldOut', async ({ context, actor, body, from, onceWith }) =>
    onceWith(
      () => readMenuForStaff(context, actor, body.locationId),
      async (tx, menu) => {
        const { row, version } = await markSoldOut(context, tx, { actor, from }, menu, body);
        return { item: await stockOfDish(tx, row, context.clock.now()), version };
      },
    ),
  ),

  implementChange('setStock', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const version = await countStock(context, tx, by, body);
    return { item: await readItemStock(tx, body, context.clock.now()), version };
  }),

  implement('getStockMovements', async ({ context, actor, query }) => {
    requireMenuEditor(actor, query.locationId);
    return readStockMoves(context.db, query, context.clock.now());
  }),
];
