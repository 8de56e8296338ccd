import { cents } from '@tiffin/domain/core';
import type { Daypart, DishHours } from '@tiffin/domain/menu';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import type { Row } from '../../../platform/db/schema.ts';

export type DaypartRow = Row<'dayparts'>;
export type DishDaypartRow = Row<'dish_dayparts'>;

/** A daypart as the domain rules need it. */
export function daypartOf(row: Pick<DaypartRow, 'id' | 'name' | 'days' | 'from_time' | 'until_time'>): Daypart {
  return { id: row.id, name: row.name, days: row.days, from: row.from_time, until: row.until_time };
}

/** When a dish is sold and at which price. Undefined when it is always sold at its normal price. */
export function hoursOfDish(
  dish: Pick<Row<'menu_items'>, 'only_in_dayparts' | 'next_price_cents' | 'next_price_from'>,
  dishDayparts: readonly DishDaypartRow[],
  dayparts: readonly DaypartRow[],
  zone: string,
): DishHours | undefined {
  const { only_in_dayparts: onlyThen, next_price_cents: price, next_price_from: from } = dish;
  const next = price !== null && from !== null ? { price: cents(price), from } : undefined;
  if (dishDayparts.length === 0 && !onlyThen && !next) return undefined;
  const parts = dayparts.flatMap((row) =>
    dishDayparts
      .filter(({ daypart_id: id }) => id === row.id)
      .map(({ price_cents: own }) => ({ ...daypartOf(row), price: own === null ? null : cents(own) })),
  );
  return { zone, parts, onlyThen, next };
}

/**
 * The name of the first dish with both sizes and a daypart price, which contradict each other. Looks among these dishes
 * of a location or among those with this group. The edit that would add the second of the two is refused.
 */
export async function findDishWithContradictoryPrice(
  tx: Tx,
  among: { readonly locationId: string; readonly itemIds: readonly string[] } | { readonly groupId: string },
): Promise<string | null> {
  const isAmong =
    'groupId' in among
      ? sql`d.group_id = ${among.groupId}`
      : sql`d.location_id = ${among.locationId} and d.item_id = any(${[...among.itemIds]}::text[])`;
  const { rows } = await sql<{ name: string }>`
    select m.name from dish_groups d
    join option_groups g on g.id = d.group_id and g.is_size
    join menu_items m on m.location_id = d.location_id and m.id = d.item_id
    where ${isAmong} and exists (
      select from dish_dayparts h
      where h.location_id = d.location_id and h.item_id = d.item_id and h.price_cents is not null)
    order by m.name limit 1
  `.execute(tx);
  return rows[0]?.name ?? null;
}
