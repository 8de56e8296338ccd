import { cents, ZERO, type Cents, type DateText } from '@tiffin/domain/core';
import type { OptionLine } from '@tiffin/domain/options';
import { costsOn, portionCost } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import { readCosts } from '../../menu/costs/read-costs.ts';
import { cookedLines, type ReportScope } from './report-rows.ts';

export interface DishCosts {
  readonly category: string;
  /** Portions that were cooked in vain: cancelled or removed after cooking began. */
  readonly wasted: number;
  /** The sum of all portions; null if one of them has no known cost. */
  readonly cost: Cents | null;
}

interface Row {
  location_id: string;
  day: DateText;
  item_id: string;
  category: string;
  options: OptionLine<unknown>[] | null;
  is_wasted: boolean;
  units: number;
}

/** What the dishes that were cooked in a period cost, by the costs of their business days. */
export async function readDishCosts(db: Db, scope: ReportScope) {
  const { rows } = await sql<Row>`
    select location_id, day::text, item_id, category, options, is_wasted, sum(quantity)::int as units
    from (${cookedLines(scope)}) c group by 1, 2, 3, 4, 5, 6 order by 2
  `.execute(db);
  const costs = await readCosts(db, scope.locationIds);
  const lookups = new Map<string, ReturnType<typeof costsOn>>();
  const dishes = new Map<string, DishCosts>();
  for (const row of rows) {
    const key = `${row.location_id} ${row.day}`;
    const costOf = lookups.get(key) ?? costsOn(costs.get(row.location_id) ?? [], row.day);
    lookups.set(key, costOf);
    const portion = portionCost({ itemId: row.item_id, options: row.options }, costOf);
    const before = dishes.get(row.item_id) ?? { category: '', wasted: 0, cost: ZERO };
    dishes.set(row.item_id, {
      category: row.category,
      wasted: before.wasted + (row.is_wasted ? row.units : 0),
      cost: before.cost === null || portion === null ? null : cents(before.cost + portion * row.units),
    });
  }
  const days = [...costs.values()].flat().flatMap(({ validFrom }) => (validFrom <= scope.to ? [validFrom] : []));
  return { dishes, newestCost: days.toSorted().at(-1) ?? null };
}
