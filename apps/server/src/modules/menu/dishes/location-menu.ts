import { cents, isLanguage, type Language, type Result } from '@tiffin/domain/core';
import type { OpeningHours } from '@tiffin/domain/hours';
import { hasHeatChoice, SOLD_OUT_INDEFINITELY, type DishHours } from '@tiffin/domain/menu';
import {
  HEAT_GROUP,
  isCombo,
  MAX_MENU_OPTIONS,
  parseOptionStockId,
  countOptions,
  withParts,
  type OptionGroup,
} from '@tiffin/domain/options';
import type { LearnedTimes } from '@tiffin/domain/order';
import type { MenuDish } from '@tiffin/domain/pricing';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { prepared } from '../../../platform/db/prepared-statements.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { openingHoursOf } from '../../locations/location-answer.ts';
import { PROMOTIONS_AS_JSON, type LocationRow } from '../../locations/queries.ts';
import { statedAllergens } from './dish-values.ts';
import { hoursOfDish, type DaypartRow, type DishDaypartRow } from './dish-hours.ts';
import { translateRow, type MenuText } from '../translations/translate-menu.ts';
import {
  GROUP_AS_JSON,
  groupsOfDish,
  heatLevelsAt,
  type DishGroupRow,
  type GroupRow,
  type SoldOutRow,
} from '../options/dish-groups.ts';

/** Timestamps inside JSON are text. */
export type DishRow = Omit<Row<'menu_items'>, 'created_at' | 'updated_at' | 'sold_out_until'> & {
  created_at: string;
  updated_at: string;
  sold_out_until: string | null;
  /** Its names in the other languages. */
  also?: readonly string[];
};

/** A dish as pricing needs it, with its whole row. */
export interface Dish extends MenuDish {
  readonly row: DishRow & {
    readonly groups: readonly OptionGroup[];
    readonly heats?: OptionGroup | undefined;
    readonly hours?: DishHours | undefined;
  };
}
type CategoryRow = Row<'menu_categories'>;

/** A location and its menu, read together, as of the stamp of the location's row. */
export interface LocationMenu {
  /**
   * Changes with every change of the location's row. Every change of the menu increments the version in that row, so
   * an equal stamp means that everything here is current.
   */
  readonly stamp: string;
  readonly location: LocationRow;
  readonly hours: Result<OpeningHours>;
  /** How long orders take here, learned from earlier ones; null means the default rule applies. */
  readonly learned: LearnedTimes | null;
  readonly dishes: ReadonlyMap<string, Dish>;
  readonly categories: readonly CategoryRow[];
  readonly heats: OptionGroup | undefined;
  /**
   * Dishes and options (`optionStockId`) with tracked stock. The amounts are not part of it, because they change with
   * every order.
   */
  readonly trackedStock: ReadonlySet<string>;
  /** The same menu in a language; untranslated texts stay in the restaurant's own. */
  readonly in: (language: Language) => LocationMenu;
}

/** Portions left by dish or option, where stock is tracked. */
type StockCounts = Readonly<Record<string, number>>;

/** A location with its menu, which one statement reads as JSON. */
type MenuRow = LocationRow & {
  stamp: string;
  dishes: DishRow[];
  categories: CategoryRow[];
  stock_counts: StockCounts | null;
  dish_groups: DishGroupRow[] | null;
  groups: GroupRow[] | null;
  sold_out_options: SoldOutRow[] | null;
  learned: LearnedTimes | null;
  dish_dayparts: DishDaypartRow[] | null;
  dayparts: DaypartRow[] | null;
  texts: MenuText[] | null;
};

/** The menu of the location $1. Texts of kind `house` are the site's and not part of it. */
const menuStatement = prepared<MenuRow>(
  'menu-at',
  `select l.*, l.xmin::text as stamp,
          coalesce((select json_agg(json_build_object('date', e.date, 'closed', e.closed, 'open', e.open,
             'close', e.close, 'more', e.more, 'note', e.note) order by e.date)
             from location_exceptions e where e.location_id = l.id), '[]') as exceptions,
          coalesce((select json_agg(m order by m.position, m.id) from menu_items m where m.location_id = l.id), '[]') as dishes,
          coalesce((select json_agg(c order by c.position, c.id) from menu_categories c), '[]') as categories,
          (${PROMOTIONS_AS_JSON}) as promotions,
          (select json_object_agg(s.item_id, s.left_count) from stock s where s.location_id = l.id) as stock_counts,
          (select json_agg(d order by d.position) from dish_groups d where d.location_id = l.id) as dish_groups,
          (select json_agg(${GROUP_AS_JSON}) from option_groups g where g.id = '${HEAT_GROUP}' or g.id in (
             select d.group_id from dish_groups d where d.location_id = l.id
             union select o.opens_group_id from dish_groups d join group_options o using (group_id) where d.location_id = l.id
           )) as groups,
          (select json_agg(s) from sold_out_options s where s.location_id = l.id) as sold_out_options,
          (select quotes from learned_times t where t.location_id = l.id) as learned,
          (select json_agg(d) from dish_dayparts d where d.location_id = l.id) as dish_dayparts,
          (select json_agg(p order by p.from_time, p.id) from dayparts p where p.id in (
             select d.daypart_id from dish_dayparts d where d.location_id = l.id)) as dayparts,
          (select json_agg(json_build_object('kind', t.kind, 'within', t.within, 'id', t.id, 'field', t.field,
             'language', t.language, 'text', t.text, 'of', t.of))
             from texts t where t.kind <> 'house' and (t.kind <> 'dish' or t.within = l.id)) as texts
   from locations l where l.id = $1`,
);

/** Reads a location with its menu; null if it does not exist. */
export async function readLocationMenu(db: Db | Tx, locationId: string): Promise<LocationMenu | null> {
  const [row] = (await menuStatement(db, [locationId])).rows;
  if (!row) return null;
  const languages = new Set((row.texts ?? []).map(({ language }) => language).filter(isLanguage));
  const translatedMenus = new Map<Language, LocationMenu>();
  const inLanguage = (language: Language): LocationMenu => {
    if (!languages.has(language)) return originalMenu;
    const translated = translatedMenus.get(language);
    if (translated) return translated;
    const menu = menuOf(translateRow(row, language), inLanguage);
    translatedMenus.set(language, menu);
    return menu;
  };
  const originalMenu = menuOf(translateRow(row, null), inLanguage);
  return originalMenu;
}

function menuOf(row: MenuRow, inLanguage: LocationMenu['in']): LocationMenu {
  const {
    stamp,
    dishes,
    categories,
    stock_counts: storedCounts,
    dish_groups: dishGroups,
    groups,
    sold_out_options: soldOut,
    learned,
    dish_dayparts: dishDayparts,
    dayparts,
    texts: _texts,
    ...location
  } = row;
  const stockCounts = storedCounts ?? {};
  const groupsByDish = Map.groupBy(dishGroups ?? [], ({ item_id: id }) => id);
  const daypartsByDish = Map.groupBy(dishDayparts ?? [], ({ item_id: id }) => id);
  const groupsById = new Map((groups ?? []).map((group) => [group.id, group]));
  const soldOutOptions = [...(soldOut ?? []), ...usedUpOptions(stockCounts)];
  const heats = heatLevelsAt(groupsById, soldOutOptions);
  const dishesWithoutParts = dishes.map((dish) =>
    toDish(
      dish,
      hasHeatChoice({ spiceLevel: dish.spice_level }) ? heats : undefined,
      stockCounts,
      groupsOfDish(groupsByDish.get(dish.id) ?? [], groupsById, soldOutOptions),
      hoursOfDish(dish, daypartsByDish.get(dish.id) ?? [], dayparts ?? [], location.time_zone),
    ),
  );
  return {
    stamp,
    location,
    hours: openingHoursOf(location),
    learned,
    dishes: new Map(withComboParts(dishesWithoutParts).map((dish) => [dish.id, dish])),
    categories,
    heats,
    trackedStock: new Set(Object.keys(stockCounts)),
    in: inLanguage,
  };
}

/** Options without portions left, as sold-out options. */
function usedUpOptions(stockCounts: StockCounts): SoldOutRow[] {
  return Object.entries(stockCounts).flatMap(([stockId, left]) => {
    const option = left === 0 ? parseOptionStockId(stockId) : null;
    return option
      ? [{ group_id: option.groupId, option_id: option.optionId, sold_out_until: SOLD_OUT_INDEFINITELY }]
      : [];
  });
}

/**
 * Fills combos with the dishes they are made of. A combo with more choices than a menu allows is unavailable, so that
 * an edit cannot break the whole menu.
 */
function withComboParts(dishes: readonly Dish[]): readonly Dish[] {
  const parts = new Map(dishes.map((dish) => [dish.id, { ...dish, ...dietaryMarks(dish.row) }]));
  let optionsLeft = MAX_MENU_OPTIONS;
  return dishes.map((dish) => {
    const optionCount = countOptions(dish.row.groups, parts);
    if (optionCount > optionsLeft) return withoutChoices(dish);
    optionsLeft -= optionCount;
    if (!isCombo(dish)) return dish;
    const groups = withParts(dish.row.groups, parts);
    return { ...dish, optionGroups: groups, row: { ...dish.row, groups } };
  });
}

function withoutChoices({ optionGroups: _tooMany, ...dish }: Dish): Dish {
  return { ...dish, isAvailable: false, row: { ...dish.row, groups: [], is_available: false } };
}

function dietaryMarks({ is_vegetarian, is_vegan, is_gluten_free, ...row }: DishRow) {
  return {
    allergens: statedAllergens(row),
    isVegetarian: is_vegetarian,
    isVegan: is_vegan,
    isGlutenFree: is_gluten_free,
  };
}

function toDish(
  dish: DishRow,
  heats: OptionGroup | undefined,
  stockCounts: StockCounts,
  groups: readonly OptionGroup[],
  hours: DishHours | undefined,
): Dish {
  // Out of stock: unavailable until someone counts it again or a portion is returned.
  const left = stockCounts[dish.id] ?? null;
  const row = {
    ...dish,
    groups,
    heats,
    hours,
    left,
    sold_out_until: left === 0 ? SOLD_OUT_INDEFINITELY.toISOString() : dish.sold_out_until,
  };
  const { id, location_id: locationId, name, is_available: isAvailable, tax_class: taxClass } = row;
  const soldOutUntil = row.sold_out_until === null ? null : new Date(row.sold_out_until);
  return {
    id,
    locationId,
    name,
    isAvailable,
    soldOutUntil,
    price: cents(row.price_cents),
    taxClass,
    optionGroups: groups.length > 0 ? groups : undefined,
    heats,
    hours,
    row,
  };
}

const stampsStatement = prepared<{ id: string; stamp: string }>(
  'menu-stamps',
  'select id, xmin::text as stamp from locations where id = any($1)',
);

/** The stamps of these locations, to check whether cached menus are current. */
export async function readLocationStamps(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await stampsStatement(db, [ids]);
  return new Map(rows.map((row) => [row.id, row.stamp]));
}
