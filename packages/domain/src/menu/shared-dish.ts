import type { MenuItem } from './item.ts';

/** The fields of a shared dish, which each location can override. */
export const SHARED_DISH_FIELDS = [
  'isAvailable',
  'price',
  'name',
  'maxQuantity',
  'workUnits',
  'description',
  'category',
  'taxClass',
  'spiceLevel',
  'prepTime',
  'calories',
  'isVegetarian',
  'isVegan',
  'isGlutenFree',
  'isPopular',
  'image',
  'tags',
  'allergens',
] as const;
export type SharedDishField = (typeof SHARED_DISH_FIELDS)[number];

type Limit = 'maxQuantity' | 'workUnits';
export type SharedDishValues = Pick<MenuItem, Exclude<SharedDishField, Limit>> & Readonly<Record<Limit, number>>;

/** A shared dish as it is at one location. */
export interface SharedDishAtLocation {
  readonly values: SharedDishValues;
  /** Fields that stay overridden even while their value equals the shared one. */
  readonly kept: readonly SharedDishField[];
}

/** The fields that a location overrides: those that differ, and those marked as overridden. */
export function overriddenFields(shared: SharedDishValues, { values, kept }: SharedDishAtLocation): SharedDishField[] {
  return SHARED_DISH_FIELDS.filter((field) => kept.includes(field) || !isSame(shared, values, field));
}

/** What changes about the dish of a location, and which of its fields are marked as overridden then. */
export interface SharedDishUpdate {
  readonly change: Partial<SharedDishValues>;
  readonly kept: readonly SharedDishField[];
}

/**
 * Applies a change of the shared dish to a location: fields that matched follow, overridden ones stay. An overridden
 * field that changes in the shared dish is marked as overridden, in case the two values become equal by chance.
 */
export function applySharedChange(
  oldValues: SharedDishValues,
  newValues: SharedDishValues,
  locationDish: SharedDishAtLocation,
): SharedDishUpdate {
  const overridden = overriddenFields(oldValues, locationDish);
  const changed = SHARED_DISH_FIELDS.filter((field) => !isSame(oldValues, newValues, field));
  return {
    change: pickFields(
      newValues,
      changed.filter((field) => !overridden.includes(field)),
    ),
    kept: SHARED_DISH_FIELDS.filter(
      (field) => locationDish.kept.includes(field) || (overridden.includes(field) && changed.includes(field)),
    ),
  };
}

/** Makes fields of a location's dish follow the shared dish again. */
export function resetToSharedValues(
  shared: SharedDishValues,
  { values, kept }: SharedDishAtLocation,
  fields: readonly SharedDishField[],
): SharedDishUpdate {
  return {
    change: pickFields(
      shared,
      fields.filter((field) => !isSame(shared, values, field)),
    ),
    kept: kept.filter((field) => !fields.includes(field)),
  };
}

function isSame(one: SharedDishValues, other: SharedDishValues, field: SharedDishField): boolean {
  return comparable(one[field]) === comparable(other[field]);
}

/** Allergens and tags are sets, so their sequence does not matter. */
function comparable(value: SharedDishValues[SharedDishField]): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value);
}

function pickFields(values: SharedDishValues, fields: readonly SharedDishField[]): Partial<SharedDishValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
