import { WORK_UNITS_DEFAULT, MAX_WORK_UNITS } from '@tiffin/domain/order';
import { createElement } from 'react';
import { toDollars, say, ZERO } from '@tiffin/domain/core';
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
import { parseAmount } from '../../ui/amount-typed.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { CategoryName } from './menu-data.ts';
import { GroupNames } from './options/dish-groups.tsx';
import type { DishGroup, TypedDishGroup } from './options/groups-data.ts';
import { texts } from './texts.ts';

/** A price that is required. Its value is in dollars, as in the API. */
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

/** A price that may be missing (null). */
function optionalPrice(label: string): FormField<number | null, string, number | null> {
  return {
    ...price(label),
    toTyped: (dollars) => dollars?.toFixed(2) ?? '',
    toPayload: (typed) => (typed.trim() === '' ? null : toDollars(centsOf(Number(typed)))),
    required: false,
    optional: true,
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

const typedPrices = ({ sizePrices }: TypedDishGroup) =>
  Object.entries(sizePrices).filter(([, typed]) => typed.trim() !== '');

const optionGroups: FormField<readonly DishGroup[], TypedDishGroup[], DishGroup[]> = {
  label: say`Options`,
  initialValue: [],
  toTyped: (list) =>
    list.map(({ sizePrices, ...group }) => ({
      ...group,
      sizePrices: Object.fromEntries(Object.entries(sizePrices ?? {}).map(([id, dollars]) => [id, dollars.toFixed(2)])),
    })),
  toPayload: (list) =>
    list.map((group) => {
      const prices = typedPrices(group).map(([id, typed]) => [id, toDollars(parseAmount(typed) ?? ZERO)] as const);
      return { ...group, sizePrices: prices.length > 0 ? Object.fromEntries(prices) : null };
    }),
  problem: (list) =>
    list.flatMap(typedPrices).every(([, typed]) => (parseAmount(typed) ?? ZERO) > 0)
      ? null
      : say`Give each size a price such as 12.50, or leave it empty.`,
  formatValue: (list) => createElement(GroupNames, { list }),
};

function allergensText(allergens: readonly AllergenId[] | null): string {
  if (allergens === null) return say`Not stated`;
  return allergens.length === 0 ? say`None of these` : allergens.map(allergenName).join(', ');
}

/** A day of a special. `settled` clears both days of other dishes. */
const SPECIAL_DAY: FieldLook = { optional: false, required: true, input: { type: 'date' } };

function nextPriceProblem({ nextPrice, nextPriceFrom }: { nextPrice: string; nextPriceFrom: string }) {
  const isEmpty = nextPrice === '' && nextPriceFrom === '';
  const isComplete = Number(nextPrice) > 0 && nextPriceFrom !== '';
  return isEmpty || isComplete ? {} : { nextPrice: say`A new price needs an amount above 0 and a day.` };
}

export const dishForm = formOf(
  {
    name: textField(say`Name`, { required: true, input: { maxLength: 100 } }),
    description: textField(say`Description`, { required: true, input: { maxLength: 1000 } }),
    price: price(say`Price`),
    nextPrice: optionalPrice(say`Will cost`),
    nextPriceFrom: optionalText(say`From which day`, { input: { type: 'date' } }),
    category: {
      ...textField(say`Category`, { required: true }),
      formatValue: (id: string) => createElement(CategoryName, { id }),
    },
    taxClass: valueField<DishTaxClass>(say`Taxed as`, 'meal', (taxClass) => DISH_TAX_CLASS_LABELS[taxClass]),
    spiceLevel: valueField<DishHeat>(say`Spice level`, 'medium', (heat) => texts.heat[heat]),
    prepTime: wholeNumber(say`Prep time, minutes`, { least: 0, most: 600, initialValue: DEFAULT_PREP_MINUTES }),
    calories: optionalNumber(say`Calories`, { least: 0, most: 20_000 }),
    isVegetarian: booleanField(say`Vegetarian`),
    isVegan: booleanField(say`Vegan`),
    isGlutenFree: booleanField(say`Gluten-free`),
    isPopular: booleanField(say`Popular`),
    isAvailable: booleanField(say`Show to guests`, { initialValue: true }),
    isTodaysSpecial: booleanField(say`Today's Special`, {
      hint: say`On these days it appears at the top of the guests’ menu.`,
    }),
    specialStartDate: optionalText(say`Start date`, SPECIAL_DAY),
    specialEndDate: optionalText(say`End date`, SPECIAL_DAY),
    image: valueField<string | null>(say`Photo`, null, () => say`A photo`),
    tags: tags(say`Tags`, say`Words guests may search for, separated by commas.`),
    allergens: valueField<AllergenId[] | null>(say`Contains`, null, allergensText),
    optionGroups,
    maxQuantity: wholeNumber(say`Most per order`, { least: 1, most: 50, initialValue: 10 }),
    workUnits: wholeNumber(say`Work units`, {
      least: 0,
      most: MAX_WORK_UNITS,
      initialValue: WORK_UNITS_DEFAULT,
      hint: say`How much work it is for the kitchen. A usual dish is 1. For a combo, its parts count instead.`,
    }),
  },
  {
    check: (draft) => ({ ...nextPriceProblem(draft), ...checkMenuItemForm(draft) }),
    settled: (values) =>
      values.isTodaysSpecial ? values : { ...values, specialStartDate: null, specialEndDate: null },
  },
);
