import { joinWithAnd, refuse, say, sumOf } from '@tiffin/domain/core';
import { dishAtTime, hoursText } from '@tiffin/domain/menu';
import { missingItemText, type MissingItem } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import type { PricedItem } from '../../../platform/db/stored-json.ts';
import type { LocationMenu } from '../dishes/location-menu.ts';
import { portionsOfLines, type LinePortions } from './portions.ts';

/** A dish or option of which fewer portions are left than an order takes. */
export interface Shortage {
  readonly itemId: string;
  readonly left: number;
}

/** The portions of an order whose stock is tracked. */
export function trackedPortions({ trackedStock }: LocationMenu, items: readonly PricedItem[]): LinePortions[] {
  return trackedStock.size === 0 ? [] : portionsOfLines(items).filter(({ itemId }) => trackedStock.has(itemId));
}

/** True if any line of the order takes portions of tracked stock. */
export function hasTrackedStock(menu: LocationMenu, items: readonly PricedItem[]): boolean {
  return trackedPortions(menu, items).length > 0;
}

/** Re-reads the stock and refuses with the current amounts, unless it was replenished in the meantime. */
export async function refuseIfStillOutOfStock(db: Db, menu: LocationMenu, items: readonly PricedItem[]) {
  const portionsByItem = Map.groupBy(trackedPortions(menu, items), ({ itemId }) => itemId);
  const counters = await db
    .selectFrom('stock')
    .select(['item_id as itemId', 'left_count as left'])
    .where('location_id', '=', menu.location.id)
    .where('item_id', 'in', [...portionsByItem.keys()])
    .orderBy('item_id')
    .execute();
  const requested = (itemId: string) => sumOf((portionsByItem.get(itemId) ?? []).map(({ quantity }) => quantity));
  const shortages = counters.filter(({ itemId, left }) => left < requested(itemId));
  if (shortages.length > 0) throw outOfStockError(shortages, (itemId) => portionsByItem.get(itemId)?.[0]?.name);
}

/** The refusal with what is left of each dish; `nameOf` finds the name for the message. */
export function outOfStockError(shortages: readonly Shortage[], nameOf: (itemId: string) => string | undefined) {
  const items = shortages.map(({ itemId, left }): MissingItem => ({
    id: itemId,
    name: nameOf(itemId) ?? itemId,
    reason: 'sold-out',
    left,
  }));
  const [first] = items;
  return refuse('item-unavailable', first && missingItemText(first), { items });
}

/** The message to staff about an order that was paid although stock was too low. */
export function oversoldMessage(shortages: readonly Shortage[], items: readonly PricedItem[]): string {
  const allPortions = portionsOfLines(items);
  const dishes = shortages.map(({ itemId, left }) => {
    const portionsOfItem = allPortions.filter((each) => each.itemId === itemId);
    const missing = portionsOfItem.reduce((sum, { quantity }) => sum + quantity, -left);
    return `${missing} × ${portionsOfItem[0]?.name ?? itemId}`;
  });
  return say`It was paid after the last portion was sold: ${joinWithAnd(dishes)} is sold out.`;
}

/**
 * A payment page may be paid after the daypart of a dish has ended; then staff must decide. Returns the message to
 * staff, or null.
 */
export function daypartEndedMessage(menu: LocationMenu, items: readonly PricedItem[], at: Date): string | null {
  const dishes = portionsOfLines(items).flatMap(({ itemId, name }) => {
    const hours = menu.dishes.get(itemId)?.hours;
    return hours && !dishAtTime(hours, at).isServed ? `${name} (${hoursText(hours)})` : [];
  });
  return dishes.length === 0 ? null : say`It was paid outside the hours of ${joinWithAnd([...new Set(dishes)])}.`;
}

/** SQL that lists the shortages in the caller's table `short_stock` (item_id, left_count). */
export const SHORTAGE_JSON = sql`
  select jsonb_agg(jsonb_build_object('itemId', item_id, 'left', left_count) order by item_id) from short_stock
`;
