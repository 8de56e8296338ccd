import { cents } from '@tiffin/domain/core';
import type { Daypart, DishHours } from '@tiffin/domain/menu';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';

export type DaypartRow = Selectable<Schema['dayparts']>;
export type DishDaypartRow = Selectable<Schema['dish_dayparts']>;

export function daypartOf(row: Pick<DaypartRow, 'id' | 'name' | 'days' | 'from_time' | 'until_time'>): Daypart {
  return { id: row.id, name: row.name, days: row.days, from: row.from_time, until: row.until_time };
}

/** When a dish is sold, and for how much; undefined of one that is always sold at its price. */
export function hoursOfDish(
  { only_in_dayparts: onlyThen }: { readonly only_in_dayparts: boolean },
  own: readonly DishDaypartRow[],
  dayparts: readonly DaypartRow[],
  zone: string,
): DishHours | undefined {
  if (own.length === 0 && !onlyThen) return undefined;
  const parts = dayparts.flatMap((row) =>
    own
      .filter(({ daypart_id: id }) => id === row.id)
      .map(({ price_cents: price }) => ({ ...daypartOf(row), price: price === null ? null : cents(price) })),
  );
  return { zone, parts, onlyThen };
}
