import { cents, toDollars, type Cents } from '@tiffin/domain/core';
import { groupForDish, HEAT_GROUP, type DishGroup, type GroupOption, type OptionGroup } from '@tiffin/domain/options';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { Row } from '../../../platform/db/schema.ts';

type OptionRow = Row<'group_options'>;
export type DishGroupRow = Row<'dish_groups'>;

/** A group with its options in order. */
export type GroupRow = Omit<Row<'option_groups'>, 'created_at' | 'updated_at'> & {
  readonly options: readonly OptionRow[];
};

/** SQL for groups as JSON with their options; `g` is the group. */
export const GROUP_AS_JSON = `jsonb_build_object(
  'id', g.id, 'name', g.name, 'kitchen_name', g.kitchen_name, 'kind', g.kind, 'min_units', g.min_units,
  'max_units', g.max_units, 'included', g.included, 'each_extra_cents', g.each_extra_cents, 'is_size', g.is_size,
  'version', g.version,
  'options', (select coalesce(jsonb_agg(o order by o.position, o.id), '[]') from group_options o where o.group_id = g.id))`;

/** All option groups of a dish: its own with its overrides, and those that its options open. */
export function groupsOfDish(
  dishGroups: readonly DishGroupRow[],
  groups: ReadonlyMap<string, GroupRow>,
  soldOut: readonly SoldOutRow[] = [],
): readonly OptionGroup[] {
  const own = dishGroups.flatMap((dishGroup) => {
    const row = groups.get(dishGroup.group_id);
    return row ? [groupForDish(withSoldOutOptions(optionGroupOf(row), soldOut), dishGroupOf(dishGroup))] : [];
  });
  const opened = new Set(own.flatMap(({ options }) => options.flatMap(({ opensGroupId }) => opensGroupId ?? [])));
  for (const { id } of own) opened.delete(id);
  return [
    ...own,
    ...[...opened].flatMap((id) => {
      const row = groups.get(id);
      return row ? [{ ...withSoldOutOptions(optionGroupOf(row), soldOut), isOpened: true }] : [];
    }),
  ];
}

/** The heat levels as offered at a location. */
export function heatLevelsAt(groups: ReadonlyMap<string, GroupRow>, soldOut: readonly SoldOutRow[] = []) {
  const row = groups.get(HEAT_GROUP);
  return row && withSoldOutOptions(optionGroupOf(row), soldOut);
}

/** A sold-out option at a location. Its time is text when it comes from a JSON aggregate. */
export interface SoldOutRow {
  readonly group_id: string;
  readonly option_id: string;
  readonly sold_out_until: Date | string;
}

function withSoldOutOptions(group: OptionGroup, soldOut: readonly SoldOutRow[]): OptionGroup {
  const soldOutOptions = soldOut.filter(({ group_id: id }) => id === group.id);
  if (soldOutOptions.length === 0) return group;
  return {
    ...group,
    options: group.options.map((option) => {
      // It may be marked as sold out and also out of stock: the later time counts.
      const times = soldOutOptions
        .filter(({ option_id: id }) => id === option.id)
        .map((each) => Number(new Date(each.sold_out_until)));
      return times.length === 0 ? option : { ...option, soldOutUntil: new Date(Math.max(...times)) };
    }),
  };
}

/** A group as the domain rules need it. */
export function optionGroupOf(row: GroupRow): OptionGroup {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    min: row.min_units,
    max: row.max_units,
    included: row.included,
    eachExtra: cents(row.each_extra_cents),
    isSize: row.is_size,
    isOpened: false,
    options: row.options.map(optionOf),
  };
}

function optionOf(row: OptionRow): GroupOption {
  return {
    id: row.id,
    name: row.name,
    kitchenName: row.kitchen_name || undefined,
    price: cents(row.price_cents),
    pricesBySize: row.prices_by_size ?? undefined,
    opensGroupId: row.opens_group_id ?? undefined,
    isDefault: row.is_default,
    maxUnits: row.max_units,
    isAvailable: true,
    allergens: row.allergens,
    breaks: row.breaks,
    dishId: row.dish_id ?? undefined,
  };
}

/** A dish's group with what the dish sets. */
export function dishGroupOf(row: DishGroupRow): DishGroup {
  const { group_id: groupId, min_units: min, max_units: max, included, size_prices: sizePrices } = row;
  return { groupId, min, max, included, sizePrices };
}

/** Prices by the id of an option or a size, in dollars. */
export function dollarsById(prices: Readonly<Record<string, Cents>>): Record<string, number> {
  return Object.fromEntries(Object.entries(prices).map(([id, price]) => [id, toDollars(price)]));
}

/** All groups by id, ordered by name. */
export async function readOptionGroups(db: Db | Tx): Promise<Map<string, GroupRow>> {
  const { rows } = await sql<{ group: GroupRow }>`
    select ${sql.raw(GROUP_AS_JSON)} as "group" from option_groups g order by lower(g.name), g.id
  `.execute(db);
  return new Map(rows.map(({ group }) => [group.id, group]));
}
