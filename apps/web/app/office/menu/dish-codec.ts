import { WORK_UNITS_DEFAULT, WORK_UNITS_MOST } from '@tiffin/domain/order';
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
  flag,
  formOf,
  valueField,
  optionalNumber,
  optionalText,
  text,
  wholeNumber,
  type FormField,
  type Look,
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
    fresh: '',
    shown: (dollars) => dollars.toFixed(2),
    sent: (typed) => toDollars(centsOf(Number(typed))),
    words: (dollars) => formatMoney(centsOf(dollars)),
    required: true,
  };
}

function tags(label: string, hint: string): FormField<readonly string[], string, string[]> {
  return {
    label,
    fresh: '',
    shown: (list) => list.join(', '),
    sent: (typed) => [...new Set(typed.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    hint,
    optional: true,
  };
}

/** Not sent while the dish is not a special. */
const DAY: Look = { optional: false, required: true, input: { type: 'date' } };

export const dishForm = formOf(
  {
    name: text(fields.name, { required: true, input: { maxLength: 100 } }),
    description: text(fields.description, { required: true, input: { maxLength: 1000 } }),
    price: price(fields.price),
    category: {
      ...text(fields.category, { required: true }),
      words: (id: string) => createElement(CategoryName, { id }),
    },
    taxClass: valueField<DishTaxClass>(fields.taxClass, 'meal', (taxClass) => DISH_TAX_CLASS_LABELS[taxClass]),
    spiceLevel: valueField<DishHeat>(fields.spiceLevel, 'medium', (heat) => texts.heat[heat]),
    prepTime: wholeNumber(fields.prepTime, { least: 0, most: 600, fresh: DEFAULT_PREP_MINUTES }),
    calories: optionalNumber(fields.calories, { least: 0, most: 20_000 }),
    isVegetarian: flag(fields.isVegetarian),
    isVegan: flag(fields.isVegan),
    isGlutenFree: flag(fields.isGlutenFree),
    isPopular: flag(fields.isPopular),
    isTodaysSpecial: flag(fields.isTodaysSpecial, { hint: texts.form.specialHint }),
    specialStartDate: optionalText(fields.specialStartDate, DAY),
    specialEndDate: optionalText(fields.specialEndDate, DAY),
    image: valueField<string | null>(fields.image, null, () => texts.form.aPhoto),
    tags: tags(fields.tags, texts.form.tagsHint),
    allergens: valueField<AllergenId[]>(fields.allergens, [], (list) => list.map(allergenName).join(', ')),
    optionGroups: valueField<DishGroup[]>(optionTexts.ofDish.label, [], (list) => createElement(GroupNames, { list })),
    maxQuantity: wholeNumber(fields.maxQuantity, { least: 1, most: 50, fresh: 10 }),
    workUnits: wholeNumber(fields.workUnits, {
      least: 0,
      most: WORK_UNITS_MOST,
      fresh: WORK_UNITS_DEFAULT,
      hint: texts.form.workUnitsHint,
    }),
  },
  {
    check: checkMenuItemForm,
    settled: (values) =>
      values.isTodaysSpecial ? values : { ...values, specialStartDate: null, specialEndDate: null },
  },
);
