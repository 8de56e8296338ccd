import { cents, isLanguage, type Cents } from '@tiffin/domain/core';
import { inMenuOrder, translatedText, translationState } from '@tiffin/domain/menu';
import {
  partsOfColumn,
  textColumns,
  type SharedCategoriesAndGroups,
  type FileTexts,
  type ExistingSharedDishes,
  type ExistingLocationMenu,
} from '@tiffin/domain/menu-file';
import { HEAT_GROUP } from '@tiffin/domain/options';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { dishGroupOf, optionGroupOf, readOptionGroups } from '../options/dish-groups.ts';
import { readCosts } from '../costs/read-costs.ts';
import { statedAllergens } from '../dishes/dish-values.ts';
import type { MenuItemRow } from '../dishes/item-answer.ts';
import { translationFinder } from '../translations/translate-menu.ts';

/** Menus for comparing with files and for exports, with their dishes in menu order. */
export async function readMenus(
  db: Db | Tx,
  locationIds: readonly string[],
): Promise<{
  readonly menus: readonly ExistingLocationMenu[];
  readonly chain: SharedCategoriesAndGroups;
  readonly sharedDishes: ExistingSharedDishes;
}> {
  const categories = await db
    .selectFrom('menu_categories')
    .select(['id', 'name', 'earlier_names as earlier'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const groups = await readOptionGroups(db);
  const dishes = await db
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', 'in', [...locationIds])
    .execute();
  const groupRows = await db
    .selectFrom('dish_groups')
    .selectAll()
    .where('location_id', 'in', [...locationIds])
    .orderBy('position')
    .execute();
  const groupsByDish = Map.groupBy(groupRows, ({ location_id: at, item_id: id }) => `${at}/${id}`);
  const daypartPrices = await db
    .selectFrom('dish_dayparts')
    .select(['location_id', 'item_id'])
    .where('location_id', 'in', [...locationIds])
    .where('price_cents', 'is not', null)
    .execute();
  const pricedByHour = new Set(daypartPrices.map(({ location_id: at, item_id: id }) => `${at}/${id}`));
  const costs = newestCosts(await readCosts(db, locationIds));
  const textsOf = await readDishTexts(db, locationIds);
  const chainDishes = await db.selectFrom('chain_dishes').select('id').execute();
  const sharedKeys = new Set(dishes.flatMap((row) => (row.chain_id === null ? [] : `${row.location_id}/${row.id}`)));
  return {
    menus: locationIds.map((locationId) => ({
      locationId,
      dishes: inMenuOrder(
        dishes.filter(({ location_id: at }) => at === locationId),
        categories,
      ).map((row) => ({
        id: row.id,
        category: row.category,
        ...fileValuesOf(row),
        cost: costs.get(`${locationId}/${row.id}`) ?? null,
        texts: textsOf(row),
        groups: (groupsByDish.get(`${locationId}/${row.id}`) ?? []).map(dishGroupOf),
        isPricedByHour: pricedByHour.has(`${locationId}/${row.id}`),
      })),
    })),
    chain: { categories, groups: [...groups.values()].filter(({ id }) => id !== HEAT_GROUP).map(optionGroupOf) },
    sharedDishes: {
      ids: new Set(chainDishes.map(({ id }) => id)),
      has: (locationId, itemId) => sharedKeys.has(`${locationId}/${itemId}`),
    },
  };
}

/** The newest cost of each dish, by location and id. */
function newestCosts(costs: Awaited<ReturnType<typeof readCosts>>): ReadonlyMap<string, Cents | null> {
  return new Map(
    [...costs].flatMap(([locationId, list]) =>
      list.map(({ itemId, cost }) => [`${locationId}/${itemId}`, cost] as const),
    ),
  );
}

/** The current translations of dishes, without stale ones. */
async function readDishTexts(
  db: Db | Tx,
  locationIds: readonly string[],
): Promise<(row: Pick<MenuItemRow, 'id' | 'location_id' | 'chain_id' | 'name' | 'description'>) => FileTexts> {
  const texts = await db
    .selectFrom('texts')
    .selectAll()
    .where((where) =>
      where.or([
        where('kind', '=', 'chain-dish'),
        where.and([where('kind', '=', 'dish'), where('within', 'in', [...locationIds])]),
      ]),
    )
    .execute();
  const byLanguage = Map.groupBy(texts, ({ language }) => language);
  const languages = [...byLanguage.keys()].filter(isLanguage);
  const finders = new Map(languages.map((language) => [language, translationFinder(byLanguage.get(language) ?? [])]));
  return (row) =>
    Object.fromEntries(
      textColumns(languages).flatMap((column) => {
        const { field, language } = partsOfColumn(column);
        const find = finders.get(language);
        const translations = [
          find?.('dish', row.location_id, row.id, field),
          row.chain_id === null ? undefined : find?.('chain-dish', '', row.chain_id, field),
        ] as const;
        return translationState(row[field], ...translations) === 'current'
          ? [[column, translatedText(row[field], ...translations)]]
          : [];
      }),
    );
}

function fileValuesOf(row: Omit<MenuItemRow, 'left'>) {
  return {
    name: row.name,
    description: row.description,
    price: cents(row.price_cents),
    taxClass: row.tax_class,
    isVegetarian: row.is_vegetarian,
    isVegan: row.is_vegan,
    isGlutenFree: row.is_gluten_free,
    allergens: statedAllergens(row),
    spiceLevel: row.spice_level,
    isAvailable: row.is_available,
  };
}
