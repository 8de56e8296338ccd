import { portionsOf, type Portions } from '@tiffin/domain/options';
import type { PricedItem } from '../../platform/db/kept-json.ts';
import type { OrderItemRow } from '../orders/queries.ts';

export interface LinePortions extends Portions {
  readonly line: number;
}

/** What each line of an order that shall be takes, lines counted from 1. */
export function portionsOfLines(items: readonly PricedItem[]): LinePortions[] {
  return items.flatMap((item, index) => portionsOf(item).map((each) => ({ line: index + 1, ...each })));
}

/** The same of one that is written down. */
export function portionsOfRows(items: readonly OrderItemRow[]): LinePortions[] {
  return items.flatMap(({ line, item_id: id, name, quantity, options: choices }) =>
    portionsOf({ id, name, quantity, choices }).map((each) => ({ line, ...each })),
  );
}
