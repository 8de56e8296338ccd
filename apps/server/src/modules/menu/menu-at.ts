import { cents, isLanguage, type Language, type Result } from '@tiffin/domain/core';
import type { OpeningHours } from '@tiffin/domain/hours';
import { asksForSpice, UNTIL_PUT_BACK, type DishHours } from '@tiffin/domain/menu';
import {
  HEAT_GROUP,
  isCombo,
  MENU_OPTIONS_MOST,
  optionOfItem,
  optionsTold,
  withParts,
  type OptionGroup,
} from '@tiffin/domain/options';
import type { LearnedTimes } from '@tiffin/domain/order';
import type { MenuDish } from '@tiffin/domain/pricing';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { hoursOf } from '../locations/answer.ts';
import type { LocationRow } from '../locations/queries.ts';
import { hoursOfDish, type DaypartRow, type DishDaypartRow } from './dish-hours.ts';
import { sayRow, type MenuText } from './say-menu.ts';
import {
  GROUP_AS_JSON,
  groupsOfDish,
  heatsIn,
  type DishGroupRow,
  type GroupRow,
  type SoldOutRow,
} from './dish-groups.ts';

/** Instants inside JSON come as text. */
export type DishRow = Omit<Selectable<Schema['menu_items']>, 'created_at' | 'updated_at' | 'sold_out_until'> & {
  created_at: string;
  updated_at: string;
  sold_out_until: string | null;
  /** Its names in the other languages. */
  also?: readonly string[];
};
/** A dish as pricing knows it, with its whole row. */
export interface Dish extends MenuDish {
  readonly row: DishRow & {
    readonly groups: readonly OptionGroup[];
    readonly heats?: OptionGroup | undefined;
    readonly hours?: DishHours | undefined;
  };
}
type CategoryRow = Selectable<Schema['menu_categories']>;

/** A location and its menu, read in one go, as they stood when the location's row had this stamp. */
export interface MenuAt {
  /**
   * Changes with every change of the location's row, and so of its menu, which counts its versions
   * there: while the row has this stamp, everything here is in force.
   */
  readonly stamp: string;
  readonly location: LocationRow;
  readonly hours: Result<OpeningHours>;
  /** How long orders take here, as those of the past tell; null: the rule says it. */
  readonly learned: LearnedTimes | null;
  readonly dishes: ReadonlyMap<string, Dish>;
  readonly categories: readonly CategoryRow[];
  /** How hot this house makes what comes hot. */
  readonly heats: OptionGroup | undefined;
  /** Of what is counted how many are left: dishes, and options (`optionItem`). How many is not in here, for it changes with every order. */
  readonly counted: ReadonlySet<string>;
  /** The same menu as whoever speaks this language reads it; what is not translated is in the house's own. */
  readonly in: (language: Language) => MenuAt;
}

/** Portions left by dish or option, where they are counted. */
type Counted = Readonly<Record<string, number>>;
type MenuRow = LocationRow & {
  stamp: string;
  dishes: DishRow[];
  categories: CategoryRow[];
  counted: Counted | null;
} & {
  dish_groups: DishGroupRow[] | null;
  groups: GroupRow[] | null;
  sold_out_options: SoldOutRow[] | null;
  learned: LearnedTimes | null;
  dish_dayparts: DishDaypartRow[] | null;
  dayparts: DaypartRow[] | null;
  texts: MenuText[] | null;
};

const read = prepared<MenuRow>(
  'menu-at',
  `select l.*, l.xmin::text as stamp,
          coalesce((select json_agg(json_build_object('date', e.date, 'closed', e.closed, 'open', e.open,
             'close', e.close, 'note', e.note) order by e.date)
             from location_exceptions e where e.location_id = l.id), '[]') as exceptions,
          coalesce((select json_agg(m order by m.position, m.id) from menu_items m where m.location_id = l.id), '[]') as dishes,
          coalesce((select json_agg(c order by c.position, c.id) from menu_categories c), '[]') as categories,
          (select json_object_agg(s.item_id, s.left_count) from stock s where s.location_id = l.id) as counted,
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

export async function readMenuAt(db: Db | Tx, locationId: string): Promise<MenuAt | null> {
  const [row] = (await read(db, [locationId])).rows;
  if (!row) return null;
  const spoken = new Set((row.texts ?? []).map(({ language }) => language).filter(isLanguage));
  const others = new Map<Language, MenuAt>();
  const inLanguage = (language: Language): MenuAt => {
    if (!spoken.has(language)) return own;
    const known = others.get(language);
    if (known) return known;
    const menu = menuOf(sayRow(row, language), inLanguage);
    others.set(language, menu);
    return menu;
  };
  const own = menuOf(sayRow(row, null), inLanguage);
  return own;
}

function menuOf(row: MenuRow, inLanguage: MenuAt['in']): MenuAt {
  const {
    stamp,
    dishes,
    categories,
    counted,
    dish_groups: placed,
    groups,
    sold_out_options: soldOut,
    learned,
    dish_dayparts: atTimes,
    dayparts,
    texts: _said,
    ...location
  } = row;
  const byDish = Map.groupBy(placed ?? [], ({ item_id: id }) => id);
  const partsOf = Map.groupBy(atTimes ?? [], ({ item_id: id }) => id);
  const known = new Map((groups ?? []).map((group) => [group.id, group]));
  const gone = [...(soldOut ?? []), ...lastOnesOf(counted ?? {})];
  const heats = heatsIn(known, gone);
  const plain = dishes.map((dish) =>
    dishOf(
      dish,
      asksForSpice({ spiceLevel: dish.spice_level }) ? heats : undefined,
      counted ?? {},
      groupsOfDish(byDish.get(dish.id) ?? [], known, gone),
      hoursOfDish(dish, partsOf.get(dish.id) ?? [], dayparts ?? [], location.time_zone),
    ),
  );
  return {
    stamp,
    location,
    hours: hoursOf(location),
    learned,
    dishes: new Map(withTheirParts(plain).map((dish) => [dish.id, dish])),
    categories,
    heats,
    counted: new Set(Object.keys(counted ?? {})),
    in: inLanguage,
  };
}

/** Of these options the last one went. */
function lastOnesOf(counted: Counted): SoldOutRow[] {
  return Object.entries(counted).flatMap(([item, left]) => {
    const option = left === 0 ? optionOfItem(item) : null;
    return option ? [{ group_id: option.groupId, option_id: option.optionId, sold_out_until: UNTIL_PUT_BACK }] : [];
  });
}

/**
 * Dishes as they are on their own become the parts of combos. One with more choices than are left to the menu is not to be
 * had: whoever edits menus stops no house with it.
 */
function withTheirParts(plain: readonly Dish[]): readonly Dish[] {
  const parts = new Map(plain.map((dish) => [dish.id, { ...dish, ...partMarks(dish.row) }]));
  let left = MENU_OPTIONS_MOST;
  return plain.map((dish) => {
    const told = optionsTold(dish.row.groups, parts);
    if (told > left) return withoutChoices(dish);
    left -= told;
    if (!isCombo(dish)) return dish;
    const groups = withParts(dish.row.groups, parts);
    return { ...dish, optionGroups: groups, row: { ...dish.row, groups } };
  });
}

function withoutChoices({ optionGroups: _tooMany, ...dish }: Dish): Dish {
  return { ...dish, isAvailable: false, row: { ...dish.row, groups: [], is_available: false } };
}

function partMarks({ allergens, is_vegetarian, is_vegan, is_gluten_free }: DishRow) {
  return { allergens, isVegetarian: is_vegetarian, isVegan: is_vegan, isGlutenFree: is_gluten_free };
}

function dishOf(
  placed: DishRow,
  heats: OptionGroup | undefined,
  counted: Counted,
  groups: readonly OptionGroup[],
  hours: DishHours | undefined,
): Dish {
  // The last one went: there is none until somebody counts again, or one comes back.
  const left = counted[placed.id] ?? null;
  const row = {
    ...placed,
    groups,
    heats,
    hours,
    left,
    ...(left === 0 && { sold_out_until: UNTIL_PUT_BACK.toISOString() }),
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
    ...(groups.length > 0 && { optionGroups: groups }),
    ...(heats && { heats }),
    ...(hours && { hours }),
    row,
  };
}

const stamps = prepared<{ id: string; stamp: string }>(
  'menu-stamps',
  'select id, xmin::text as stamp from locations where id = any($1)',
);

/** How locations stand at this moment. */
export async function readStamps(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await stamps(db, [ids]);
  return new Map(rows.map((row) => [row.id, row.stamp]));
}
