import { toDollars } from '@tiffin/domain/core';
import {
  changedFields,
  checkMenuItemForm,
  DEFAULT_PREP_MINUTES,
  reconciled,
  type AllergenId,
  type Difference,
  type DishHeat,
} from '@tiffin/domain/menu';
import { centsOf } from '../../ui/format.ts';
import type { Dish, WireItem } from './menu-data.ts';
import { texts } from './texts.ts';

/** What the form edits, in the wire's words. */
export interface Fields {
  name: string;
  description: string;
  price: number;
  category: string;
  spiceLevel: DishHeat;
  prepTime: number;
  calories: number | null;
  isVegetarian: boolean;
  isVegan: boolean;
  isGlutenFree: boolean;
  isPopular: boolean;
  isTodaysSpecial: boolean;
  specialStartDate: string | null;
  specialEndDate: string | null;
  image: string | null;
  tags: string[];
  allergens: AllergenId[];
  maxQuantity: number;
}

const FIELDS = [
  'name',
  'description',
  'price',
  'category',
  'spiceLevel',
  'prepTime',
  'calories',
  'isVegetarian',
  'isVegan',
  'isGlutenFree',
  'isPopular',
  'isTodaysSpecial',
  'specialStartDate',
  'specialEndDate',
  'image',
  'tags',
  'allergens',
  'maxQuantity',
] as const satisfies readonly (keyof Fields)[];

/** The same as it is typed. */
export type Draft = Omit<
  Fields,
  'price' | 'prepTime' | 'calories' | 'maxQuantity' | 'specialStartDate' | 'specialEndDate' | 'tags'
> & {
  price: string;
  prepTime: string;
  calories: string;
  maxQuantity: string;
  specialStartDate: string;
  specialEndDate: string;
  tags: string;
  isAvailable: boolean;
};

export function newDraft(category: string): Draft {
  return {
    name: '',
    description: '',
    price: '',
    category,
    spiceLevel: 'medium',
    prepTime: String(DEFAULT_PREP_MINUTES),
    calories: '',
    isVegetarian: false,
    isVegan: false,
    isGlutenFree: false,
    isPopular: false,
    isTodaysSpecial: false,
    specialStartDate: '',
    specialEndDate: '',
    image: null,
    tags: '',
    allergens: [],
    maxQuantity: '10',
    isAvailable: true,
  };
}

export function fieldsOf(dish: Dish): Fields {
  return {
    name: dish.name,
    description: dish.description,
    price: toDollars(dish.price),
    category: dish.category,
    spiceLevel: dish.spiceLevel,
    prepTime: dish.prepTime,
    calories: dish.calories,
    isVegetarian: dish.isVegetarian,
    isVegan: dish.isVegan,
    isGlutenFree: dish.isGlutenFree,
    isPopular: dish.isPopular,
    isTodaysSpecial: dish.isTodaysSpecial,
    specialStartDate: dish.specialStartDate,
    specialEndDate: dish.specialEndDate,
    image: dish.image,
    tags: dish.tags,
    // The server knows no others.
    allergens: dish.allergens,
    maxQuantity: dish.maxQuantity,
  };
}

export function draftOf(fields: Fields, isAvailable: boolean): Draft {
  return {
    ...fields,
    price: fields.price.toFixed(2),
    prepTime: String(fields.prepTime),
    calories: fields.calories === null ? '' : String(fields.calories),
    maxQuantity: String(fields.maxQuantity),
    specialStartDate: fields.specialStartDate ?? '',
    specialEndDate: fields.specialEndDate ?? '',
    tags: fields.tags.join(', '),
    isAvailable,
  };
}

/** What was typed, once it has been checked. */
export function fieldsFrom(draft: Draft): Fields {
  const { isAvailable: _isAvailable, ...same } = draft;
  const special = draft.isTodaysSpecial;
  return {
    ...same,
    name: draft.name.trim(),
    description: draft.description.trim(),
    price: toDollars(centsOf(Number(draft.price))),
    prepTime: Number(draft.prepTime),
    calories: draft.calories.trim() === '' ? null : Number(draft.calories),
    maxQuantity: Number(draft.maxQuantity),
    specialStartDate: special ? draft.specialStartDate : null,
    specialEndDate: special ? draft.specialEndDate : null,
    tags: [...new Set(draft.tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
  };
}

export type Problems = Partial<Record<keyof Draft, string>>;

export function problemsOf(draft: Draft): Problems {
  return {
    ...checkMenuItemForm(draft),
    ...wholeNumber('prepTime', draft.prepTime, { least: 0, most: 600 }),
    ...(draft.calories.trim() !== '' && wholeNumber('calories', draft.calories, { least: 0, most: 20_000 })),
    ...wholeNumber('maxQuantity', draft.maxQuantity, { least: 1, most: 50 }),
  };
}

function wholeNumber(field: keyof Draft, text: string, { least, most }: { least: number; most: number }): Problems {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? {} : { [field]: texts.form.number(least, most) };
}

/** Only what was really changed travels, so that two people may change different things. */
export function updatesOf(base: Fields, draft: Draft): Partial<Fields> {
  return changedFields(FIELDS, base, fieldsFrom(draft));
}

export type Clash = Difference<keyof Fields>;

export interface Reconciled {
  readonly base: Fields;
  readonly version: number;
  readonly draft: Draft;
  /** What somebody else changed, first what both did. */
  readonly changes: readonly Clash[];
}

/** My draft on top of what somebody else saved meanwhile. */
export function reconcile(base: Fields, draft: Draft, theirs: WireItem): Reconciled {
  const present = fieldsOf({ ...theirs, price: centsOf(theirs.price) });
  const { fields, changes } = reconciled(FIELDS, base, fieldsFrom(draft), present);
  return { base: present, version: theirs.version, draft: draftOf(fields, draft.isAvailable), changes };
}

/** One field of the draft set to a value of the wire. */
export function withField(draft: Draft, field: keyof Fields, value: unknown): Draft {
  return draftOf({ ...fieldsFrom(draft), [field]: value }, draft.isAvailable);
}
