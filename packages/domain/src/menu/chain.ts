import type { MenuItem } from './item.ts';

/** What the chain says of a dish, and each place may say otherwise. */
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

/** A dish of the chain as a place has it. */
export interface AtPlace {
  readonly values: ChainValues;
  /** What stays the place's own also where the chain came to say the same. */
  readonly kept: readonly ChainField[];
}

/** What a place has of its own: what differs from the chain's, and what it kept. */
export function ownFields(chain: ChainValues, { values, kept: stored }: AtPlace): ChainField[] {
  return CHAIN_FIELDS.filter((field) => stored.includes(field) || !isSame(chain, values, field));
}

export interface Following {
  /** What becomes another at the place. */
  readonly change: Partial<ChainValues>;
  readonly kept: readonly ChainField[];
}

/**
 * A place after the chain's dish became another: what was as the chain's goes along, what was its own stays. A field
 * that is its own while the chain's moves is kept from then on: should the two come to say the same, that is chance.
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

/** A place that takes the chain's again, in some fields. */
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

/** Allergens and tags are sets, however they were written down. */
function comparable(value: ChainValues[ChainField]): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value);
}

function only(values: ChainValues, fields: readonly ChainField[]): Partial<ChainValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
