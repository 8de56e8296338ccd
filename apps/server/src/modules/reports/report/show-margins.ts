import type { ResponseOf } from '@tiffin/contract';
import { cents, centsOf, toDollars, ZERO, type Cents } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { marginLimits, marginPlace } from '@tiffin/domain/stats';
import type { Context } from '../../../context.ts';
import { readSite } from '../../locations/settings/site.ts';
import { breakdownsOf } from './break-down-sales.ts';
import { readBreakdownLabels } from './read-breakdown-labels.ts';
import { readDishCosts, type DishCosts } from './read-dish-costs.ts';
import { readReport } from './read-report.ts';
import { requireReportLocations, type ReportInput } from './show-report.ts';

export type Margins = ResponseOf<'getMargins'>;
type Category = Margins['categories'][number];

interface DishMargin {
  readonly itemId: string;
  readonly name: string;
  readonly units: number;
  readonly wasted: number;
  readonly net: Cents;
  readonly cost: Cents | null;
}

const NOTHING_COOKED: DishCosts = { category: '', wasted: 0, cost: ZERO };

/** What dishes were sold for, cost and earned. The net sales are those of the report's breakdown by dish. */
export async function showMargins(context: Context, actor: Actor, input: ReportInput): Promise<Margins> {
  const locations = await requireReportLocations(context, actor, input);
  const locationIds = locations.map(({ id }) => id);
  const { db } = context;
  const scope = { locationIds, from: input.from, to: input.to };
  const report = await readReport(db, scope);
  const { dishes: costs, newestCost } = await readDishCosts(db, scope);
  const labels = await readBreakdownLabels(db, locationIds);
  const sold = breakdownsOf(report, report, labels).dish;
  const soldIds = new Set(sold.map(({ key }) => key));
  const wasted = [...costs].filter(([itemId]) => !soldIds.has(itemId));
  const dishes = [
    ...sold.map(({ key, label, units, net }) => ({ itemId: key, name: label, units, net: centsOf(net) })),
    ...wasted.map(([itemId]) => ({ itemId, name: labels.dishes.get(itemId) ?? itemId, units: 0, net: ZERO })),
  ].map((dish) => ({ ...dish, ...(costs.get(dish.itemId) ?? NOTHING_COOKED) }));
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
