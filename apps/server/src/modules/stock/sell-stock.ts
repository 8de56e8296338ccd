import type { Context } from '../../context.ts';
import type { PricedItem } from '../../db/kept-json.ts';
import type { Tx } from '../../db/connection.ts';
import type { MenuAt } from '../menu/menu-at.ts';
import { moveStock } from './move-stock.ts';
import { portionsOfLines } from './portions.ts';
import { isCounted, type Short } from './short.ts';

/** The dishes of an order that was just written go out; nothing happens where none of them is counted. */
export async function sellStock(
  context: Context,
  tx: Tx,
  menu: MenuAt,
  orderId: string,
  items: readonly PricedItem[],
  oversell: readonly string[] = [],
): Promise<readonly Short[]> {
  if (!isCounted(menu, items)) return [];
  const lines = portionsOfLines(items).map(({ quantity: by, ...portions }) => ({ ...portions, by, keeps: by }));
  return moveStock(context, tx, {
    locationId: menu.location.id,
    orderId,
    version: 1,
    kind: 'sale',
    lines,
    oversell,
  });
}
