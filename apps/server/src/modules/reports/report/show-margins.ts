import type { ResponseOf } from '@tiffin/contract';
import {
  cents,
  centsOf,
  toDollars,
  ZERO,
  type Cents,
  type DateText,
  csvAmount,
  say,
  writeCsv,
} from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { marginLimits, marginPlace, costsOn, portionCost } from '@tiffin/domain/stats';
import type { Context } from '../../../context.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { breakdownsOf } from './break-down-sales.ts';
import { readBreakdownLabels } from './read-breakdown-labels.ts';
import { readReport } from './read-report.ts';
import { requireReportLocations, type ReportInput } from './show-report.ts';
import type { OptionLine } from '@tiffin/domain/options';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import { readCosts } from '../../menu/costs/read-costs.ts';
import { cookedLines, type ReportScope } from './report-rows.ts';

export type Margins = ResponseOf<'getMargins'>;
type Category = Margins['categories'][number];

interface DishMargin extends DishCosts {
  readonly itemId: string;
  readonly name: string;
  readonly units: number;
  readonly net: Cents;
}

const NOTHING_COOKED: DishCosts = { category: '', wasted: 0, wastedCost: ZERO, cost: ZERO };

/** What dishes were sold for, cost and earned. The net sales are those of the report's breakdown by dish. */
export async function showMargins(context: Context, actor: Actor, input: ReportInput): Promise<Margins> {
  const locations = await requireReportLocations(context, actor, input);
  const locationIds = locations.map(({ id }) => id);
  const { db } = context;
  const scope = { locationIds, from: input.from, to: input.to };
  const report = await readReport(db, scope);
  const { costsByDish, newestCost } = await readDishCosts(db, scope);
  const labels = await readBreakdownLabels(db, locationIds);
  const sold = breakdownsOf(report, report, labels).dish;
  const soldIds = new Set(sold.map(({ key }) => key));
  const wasted = [...costsByDish].filter(([itemId]) => !soldIds.has(itemId));
  const dishes = [
    ...sold.map(({ key, label, units, net }) => ({ itemId: key, name: label, units, net: centsOf(net) })),
    ...wasted.map(([itemId]) => ({ itemId, name: labels.dishes.get(itemId) ?? itemId, units: 0, net: ZERO })),
  ].map((dish) => ({ ...dish, ...(costsByDish.get(dish.itemId) ?? NOTHING_COOKED) }));
  const byCategory = Map.groupBy(dishes, ({ category }) => category);
  const { currency } = await readSite(db);
  return {
    ...scope,
    currency,
    newestCost,
    categories: [...byCategory]
      .map(([id, list]) => categoryMargins(id, labels.categories.get(id) ?? id, list))
      .toSorted((a, b) => b.net - a.net || a.name.localeCompare(b.name)),
  };
}

function categoryMargins(id: string, name: string, dishes: readonly DishMargin[]): Category {
  const limits = marginLimits(dishes);
  return {
    id,
    name,
    units: dishes.reduce((sum, { units }) => sum + units, 0),
    ...sumsAnswer({
      net: cents(dishes.reduce((sum, { net }) => sum + net, 0)),
      cost: dishes.reduce<Cents | null>(
        (sum, { cost }) => (sum === null || cost === null ? null : cents(sum + cost)),
        ZERO,
      ),
    }),
    popularUnits: limits && Math.ceil(limits.popularUnits),
    meanMargin: limits && toDollars(cents(Math.round(limits.meanMargin))),
    dishes: dishes
      .map((dish) => ({
        itemId: dish.itemId,
        name: dish.name,
        units: dish.units,
        wasted: dish.wasted,
        wastedCost: dish.wastedCost === null ? null : toDollars(dish.wastedCost),
        ...sumsAnswer(dish),
        margin:
          dish.cost === null || dish.units === 0
            ? null
            : toDollars(cents(Math.round((dish.net - dish.cost) / dish.units))),
        place: marginPlace(dish, limits),
      }))
      .toSorted((a, b) => (b.earned ?? 0) - (a.earned ?? 0) || b.net - a.net || a.name.localeCompare(b.name)),
  };
}

function sumsAnswer({ net, cost }: { readonly net: Cents; readonly cost: Cents | null }) {
  return {
    net: toDollars(net),
    cost: cost === null ? null : toDollars(cost),
    earned: cost === null ? null : toDollars(cents(net - cost)),
  };
}

interface DishCosts {
  /** On the last day on which the dish was cooked. */
  readonly category: string;
  /** Portions that were cooked in vain: cancelled or removed after cooking began. */
  readonly wasted: number;
  readonly wastedCost: Cents | null;
  /** The sum of all portions; null if one of them has no known cost. */
  readonly cost: Cents | null;
}

interface CookedRow {
  location_id: string;
  day: DateText;
  item_id: string;
  category: string;
  options: OptionLine<unknown>[] | null;
  is_wasted: boolean;
  units: number;
}

/** What the dishes that were cooked in a period cost, by the costs of their business days. */
async function readDishCosts(db: Db, scope: ReportScope) {
  const { rows } = await sql<CookedRow>`
    select location_id, day::text, item_id, category, options, is_wasted, sum(quantity)::int as units
    from (${cookedLines(scope)}) c group by 1, 2, 3, 4, 5, 6 order by 2
  `.execute(db);
  const costs = await readCosts(db, scope.locationIds);
  const lookupsByDay = new Map<string, ReturnType<typeof costsOn>>();
  const costsByDish = new Map<string, DishCosts>();
  for (const row of rows) {
    const locationDay = `${row.location_id} ${row.day}`;
    const costOf = lookupsByDay.get(locationDay) ?? costsOn(costs.get(row.location_id) ?? [], row.day);
    lookupsByDay.set(locationDay, costOf);
    const costOfPortion = portionCost({ itemId: row.item_id, options: row.options }, costOf);
    const sumsSoFar = costsByDish.get(row.item_id) ?? NOTHING_COOKED;
    const wasted = row.is_wasted ? row.units : 0;
    const addPortions = (sum: Cents | null, units: number) => {
      if (units === 0) return sum;
      return sum === null || costOfPortion === null ? null : cents(sum + costOfPortion * units);
    };
    costsByDish.set(row.item_id, {
      category: row.category,
      wasted: sumsSoFar.wasted + wasted,
      wastedCost: addPortions(sumsSoFar.wastedCost, wasted),
      cost: addPortions(sumsSoFar.cost, row.units),
    });
  }
  const daysOfCosts = [...costs.values()].flat().map(({ validFrom }) => validFrom);
  const usedDays = daysOfCosts.filter((day) => day <= scope.to).toSorted();
  return { costsByDish, newestCost: usedDays.at(-1) ?? null };
}

/** The margins as a table for spreadsheets, a line for each dish. Amounts are numbers; what is not known is empty. */
export function marginsCsv({ currency, categories }: Margins): string {
  return writeCsv(
    [
      'id',
      say`Category`,
      say`Dish`,
      'place',
      say`Sold`,
      say`Cancelled after cooking began`,
      say`Net sales in ${currency}`,
      say`Cost in ${currency}`,
      say`Earned in ${currency}`,
      say`Margin of a portion`,
    ],
    categories.flatMap(({ name: category, dishes }) =>
      dishes.map(({ itemId, name, place, units, wasted, net, cost, earned, margin }) => [
        itemId,
        category,
        name,
        place,
        units,
        wasted,
        csvAmount(net),
        csvAmount(cost),
        csvAmount(earned),
        csvAmount(margin),
      ]),
    ),
  );
}
