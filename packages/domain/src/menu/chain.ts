import type { MenuItem } from './item.ts';

/** The fields of a shared dish, which each location can override. */
export const CHAIN_FIELDS = [
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
export type ChainField = (typeof CHAIN_FIELDS)[number];

type Limit = 'maxQuantity' | 'workUnits';
export type ChainValues = Pick<MenuItem, Exclude<ChainField, Limit>> & Readonly<Record<Limit, number>>;

/** A shared dish as it is at one location. */
export interface AtPlace {
  readonly values: ChainValues;
  /** Fields that stay overridden even while their value equals the shared one. */
  readonly kept: readonly ChainField[];
}

/** The fields that a location overrides: those that differ, and those marked as overridden. */
export function ownFields(chain: ChainValues, { values, kept: stored }: AtPlace): ChainField[] {
  return CHAIN_FIELDS.filter((field) => stored.includes(field) || !isSame(chain, values, field));
}

export interface Following {
  /** The values that change at the location. */
  readonly change: Partial<ChainValues>;
  readonly kept: readonly ChainField[];
}

/**
 * Applies a change of the shared dish to a location: fields that matched follow, overridden ones stay. An overridden
 * field that changes in the shared dish is marked as overridden, in case the two values become equal by chance.
 */
export function following(was: ChainValues, now: ChainValues, place: AtPlace): Following {
  const own = ownFields(was, place);
  const moved = CHAIN_FIELDS.filter((field) => !isSame(was, now, field));
  return {
    change: only(
      now,
      moved.filter((field) => !own.includes(field)),
    ),
    kept: CHAIN_FIELDS.filter((field) => place.kept.includes(field) || (own.includes(field) && moved.includes(field))),
  };
}

/** Resets some fields of a location to the shared values. */
export function takingAgain(
  chain: ChainValues,
  { values, kept: stored }: AtPlace,
  fields: readonly ChainField[],
): Following {
  return {
    change: only(
      chain,
      fields.filter((field) => !isSame(chain, values, field)),
    ),
    kept: stored.filter((field) => !fields.includes(field)),
  };
}

function isSame(one: ChainValues, other: ChainValues, field: ChainField): boolean {
  return comparable(one[field]) === comparable(other[field]);
}

/** Allergens and tags are sets, so their sequence does not matter. */
function comparable(value: ChainValues[ChainField]): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value);
}

function only(values: ChainValues, fields: readonly ChainField[]): Partial<ChainValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
