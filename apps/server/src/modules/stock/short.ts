import { listText, refuse, say, sumOf, type Refusal } from '@tiffin/domain/core';
import { atHour, hoursText } from '@tiffin/domain/menu';
import { missingText, type MissingItem } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connection.ts';
import type { PricedItem } from '../../platform/db/kept-json.ts';
import type { MenuAt } from '../menu/menu-at.ts';
import { portionsOfLines, type LinePortions } from './portions.ts';

/** A counted dish of which there is less than is wanted. */
export interface Short {
  readonly itemId: string;
  readonly left: number;
}

/** What an order takes of all that is counted. */
export function countedPortions({ counted }: MenuAt, items: readonly PricedItem[]): LinePortions[] {
  return counted.size === 0 ? [] : portionsOfLines(items).filter(({ itemId }) => counted.has(itemId));
}

/** Of whom nothing is counted touches no counter. */
export function isCounted(menu: MenuAt, items: readonly PricedItem[]): boolean {
  return countedPortions(menu, items).length > 0;
}

/** Of these there was too little a moment ago: refused as it is now, where nothing came back since. */
export async function refuseShort(db: Db, locationId: string, portions: readonly LinePortions[]): Promise<void> {
  const wanted = Map.groupBy(portions, ({ itemId }) => itemId);
  const counters = await db
    .selectFrom('stock')
    .select(['item_id as itemId', 'left_count as left'])
    .where('location_id', '=', locationId)
    .where('item_id', 'in', [...wanted.keys()])
    .orderBy('item_id')
    .execute();
  const takes = (itemId: string) => sumOf((wanted.get(itemId) ?? []).map(({ quantity }) => quantity));
  const short = counters.filter(({ itemId, left }) => left < takes(itemId));
  if (short.length > 0) throw tooFew(short, (itemId) => wanted.get(itemId)?.[0]?.name);
}

/** Refused in words, with how many there are. */
export function tooFew(short: readonly Short[], nameOf: (itemId: string) => string | undefined): Refusal {
  const items = short.map(({ itemId, left }): MissingItem => ({
    id: itemId,
    name: nameOf(itemId) ?? itemId,
    reason: 'sold-out',
    left,
  }));
  const [first] = items;
  return refuse('item-unavailable', first && missingText(first), { items });
}

/** What a person is told of an order that was paid although there was too little. */
export function oversoldText(short: readonly Short[], items: readonly PricedItem[]): string {
  const taken = portionsOfLines(items);
  const dishes = short.map(({ itemId, left }) => {
    const wanted = taken.filter((each) => each.itemId === itemId);
    const missing = wanted.reduce((sum, { quantity }) => sum + quantity, -left);
    return `${missing} × ${wanted[0]?.name ?? itemId}`;
  });
  return say`It was paid after the last portion went: there is none left of ${listText(dishes)}.`;
}

/** A page may be paid hours after it was opened: of a dish whose hours are over by then a person decides. */
export function soldThen(menu: MenuAt, items: readonly PricedItem[], at: Date): string | null {
  const dishes = portionsOfLines(items).flatMap(({ itemId, name }) => {
    const hours = menu.dishes.get(itemId)?.hours;
    return hours && !atHour(hours, at).isServed ? `${name} (${hoursText(hours)})` : [];
  });
  return dishes.length === 0 ? null : say`It was paid outside the hours of ${listText([...new Set(dishes)])}.`;
}

/** In a statement: what the counters `counted` (item_id, left_count, by) would be short of. */
export const SHORT = sql`
  select jsonb_agg(jsonb_build_object('itemId', item_id, 'left', left_count) order by item_id) from short
`;
