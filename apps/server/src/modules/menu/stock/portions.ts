import { portionsOf, type Portions } from '@tiffin/domain/options';
import type { PricedItem } from '../../../platform/db/stored-json.ts';
import type { OrderItemRow } from '../../../platform/db/order-row.ts';

/** The portions of one dish or option that an order line takes. */
export interface LinePortions extends Portions {
  readonly line: number;
}

/** The portions each line of a priced order takes; lines are counted from 1. */
export function portionsOfLines(items: readonly PricedItem[]): LinePortions[] {
  return items.flatMap((item, index) => portionsOf(item).map((each) => ({ line: index + 1, ...each })));
}

/** The portions each line of a stored order takes. */
export function portionsOfRows(items: readonly OrderItemRow[]): LinePortions[] {
  return items.flatMap(({ line, item_id: id, name, quantity, options: choices }) =>
    portionsOf({ id, name, quantity, choices }).map((each) => ({ line, ...each })),
  );
}
