import { getDishStock, setSoldOut as setSoldOutCall } from '@tiffin/contract/stock';
import { implement, type Implemented } from '../../http/implement.ts';
import { readDishStock, setSoldOut, workedMenu } from './set-sold-out.ts';

export const stockRoutes: readonly Implemented[] = [
  implement(getDishStock, ({ context, actor, query }) => readDishStock(context, actor, query.locationId)),

  implement(setSoldOutCall, async ({ context, actor, body, from, onceWith }) =>
    onceWith(
      () => workedMenu(context, actor, body.locationId),
      (tx, menu) => setSoldOut(context, tx, { actor, from }, menu, body),
    ),
  ),
];
