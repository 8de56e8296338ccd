import { cents } from '@tiffin/domain/core';
import type { DishAllergens, SharedDishField, SharedDishValues } from '@tiffin/domain/menu';
import type { Schema, Row } from '../../../platform/db/schema.ts';

export type SharedDishRow = Row<'chain_dishes'>;

/** Columns of the fields a shared dish has, both in its own row and in the row of a location. */
const COLUMNS = {
  isAvailable: 'is_available',
  price: 'price_cents',
  name: 'name',
  maxQuantity: 'max_quantity',
  workUnits: 'work_units',
  description: 'description',
  category: 'category',
  taxClass: 'tax_class',
  spiceLevel: 'spice_level',
  prepTime: 'prep_time',
  calories: 'calories',
  isVegetarian: 'is_vegetarian',
  isVegan: 'is_vegan',
  isGlutenFree: 'is_gluten_free',
  isPopular: 'is_popular',
  image: 'image',
  tags: 'tags',
  allergens: 'allergens',
} as const satisfies Record<SharedDishField, keyof SharedDishRow & keyof Schema['menu_items']>;

/** The values of a shared dish, from its own row or from the row of a location's dish. */
export function sharedValuesOf(
  row: Pick<SharedDishRow, (typeof COLUMNS)[SharedDishField] | 'allergens_stated'>,
): SharedDishValues {
  return {
    isAvailable: row.is_available,
    price: cents(row.price_cents),
    name: row.name,
    maxQuantity: row.max_quantity,
    workUnits: row.work_units,
    description: row.description,
    category: row.category,
    taxClass: row.tax_class,
    spiceLevel: row.spice_level,
    prepTime: row.prep_time,
    calories: row.calories,
    isVegetarian: row.is_vegetarian,
    isVegan: row.is_vegan,
    isGlutenFree: row.is_gluten_free,
    isPopular: row.is_popular,
    image: row.image,
    tags: row.tags,
    allergens: statedAllergens(row),
  };
}

/** The columns of the values that are given, for the same two tables. */
export function sharedColumnsOf(
  values: Partial<SharedDishValues>,
): Partial<Pick<SharedDishRow, (typeof COLUMNS)[SharedDishField] | 'allergens_stated'>> {
  // `Object.keys` does not know that the keys are fields.
  const fields = Object.keys(COLUMNS) as SharedDishField[];
  const columns = Object.fromEntries(
    fields.flatMap((field) => (values[field] === undefined ? [] : [[COLUMNS[field], values[field]]])),
  );
  return { ...columns, ...(values.allergens !== undefined && allergenColumns(values.allergens)) };
}

/** The same with the columns that an insert requires, which are optional in `sharedColumnsOf`. */
export function sharedColumnsForInsert(
  values: Partial<SharedDishValues> & Pick<SharedDishValues, 'name' | 'description' | 'price' | 'category'>,
) {
  const { name, description, price, category } = values;
  return { ...sharedColumnsOf(values), name, description, price_cents: price, category };
}

/** The allergens of a row; null if nobody stated them, as the empty list of a row from before that column may mean. */
export function statedAllergens({
  allergens,
  allergens_stated: areStated,
}: Pick<SharedDishRow, 'allergens' | 'allergens_stated'>): DishAllergens {
  return (areStated ?? allergens.length > 0) ? allergens : null;
}

/** The columns of a dish's allergens; null if nobody stated them. */
function allergenColumns(allergens: DishAllergens) {
  return { allergens: [...(allergens ?? [])], allergens_stated: allergens !== null };
}
