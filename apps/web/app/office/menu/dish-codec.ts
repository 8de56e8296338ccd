import { WORK_UNITS_DEFAULT, MAX_WORK_UNITS } from '@tiffin/domain/order';
import { createElement } from 'react';
import { toDollars } from '@tiffin/domain/core';
import {
  allergenName,
  checkMenuItemForm,
  DEFAULT_PREP_MINUTES,
  type AllergenId,
  type DishHeat,
} from '@tiffin/domain/menu';
import { DISH_TAX_CLASS_LABELS, type DishTaxClass } from '@tiffin/domain/pricing';
import {
  booleanField,
  formOf,
  valueField,
  optionalNumber,
  optionalText,
  textField,
  wholeNumber,
  type FormField,
  type FieldLook,
} from '../../ui/form.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { CategoryName } from './menu-data.ts';
import { GroupNames } from './options/dish-groups.tsx';
import type { DishGroup } from './options/groups-data.ts';
import { texts as optionTexts } from './options/texts.ts';
import { texts } from './texts.ts';

const { fields } = texts;

/** In dollars, as in the API. */
function price(label: string): FormField<number, string, number> {
  return {
    label,
    initialValue: '',
    toTyped: (dollars) => dollars.toFixed(2),
    toPayload: (typed) => toDollars(centsOf(Number(typed))),
    formatValue: (dollars) => formatMoney(centsOf(dollars)),
    required: true,
  };
}

function tags(label: string, hint: string): FormField<readonly string[], string, string[]> {
  return {
    label,
    initialValue: '',
    toTyped: (list) => list.join(', '),
    toPayload: (typed) => [...new Set(typed.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    hint,
    optional: true,
  };
}

/** What a person reads about the allergens of a dish. */
function allergensText(allergens: readonly AllergenId[] | null): string {
  if (allergens === null) return texts.form.allergensUnstated;
  return allergens.length === 0 ? texts.form.noAllergens : allergens.map(allergenName).join(', ');
}

/** Not sent while the dish is not a special. */
const DAY: FieldLook = { optional: false, required: true, input: { type: 'date' } };

export const dishForm = formOf(
  {
    name: textField(fields.name, { required: true, input: { maxLength: 100 } }),
    description: textField(fields.description, { required: true, input: { maxLength: 1000 } }),
    price: price(fields.price),
    category: {
      ...textField(fields.category, { required: true }),
      formatValue: (id: string) => createElement(CategoryName, { id }),
    },
    taxClass: valueField<DishTaxClass>(fields.taxClass, 'meal', (taxClass) => DISH_TAX_CLASS_LABELS[taxClass]),
    spiceLevel: valueField<DishHeat>(fields.spiceLevel, 'medium', (heat) => texts.heat[heat]),
    prepTime: wholeNumber(fields.prepTime, { least: 0, most: 600, initialValue: DEFAULT_PREP_MINUTES }),
    calories: optionalNumber(fields.calories, { least: 0, most: 20_000 }),
    isVegetarian: booleanField(fields.isVegetarian),
    isVegan: booleanField(fields.isVegan),
    isGlutenFree: booleanField(fields.isGlutenFree),
    isPopular: booleanField(fields.isPopular),
    isTodaysSpecial: booleanField(fields.isTodaysSpecial, { hint: texts.form.specialHint }),
    specialStartDate: optionalText(fields.specialStartDate, DAY),
    specialEndDate: optionalText(fields.specialEndDate, DAY),
    image: valueField<string | null>(fields.image, null, () => texts.form.aPhoto),
    tags: tags(fields.tags, texts.form.tagsHint),
    allergens: valueField<AllergenId[] | null>(fields.allergens, null, allergensText),
    optionGroups: valueField<DishGroup[]>(optionTexts.ofDish.label, [], (list) => createElement(GroupNames, { list })),
    maxQuantity: wholeNumber(fields.maxQuantity, { least: 1, most: 50, initialValue: 10 }),
    workUnits: wholeNumber(fields.workUnits, {
      least: 0,
      most: MAX_WORK_UNITS,
      initialValue: WORK_UNITS_DEFAULT,
      hint: texts.form.workUnitsHint,
    }),
  },
  {
    check: checkMenuItemForm,
    settled: (values) =>
      values.isTodaysSpecial ? values : { ...values, specialStartDate: null, specialEndDate: null },
  },
);
