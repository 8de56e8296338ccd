import { ZERO, toDollars, say } from '@tiffin/domain/core';
import { allergenName, type AllergenId, type Diet } from '@tiffin/domain/menu';
import { groupProblem, OPTION_LIMITS } from '@tiffin/domain/options';
import {
  booleanField,
  formOf,
  moneyField,
  valueField,
  optionalText,
  textField,
  wholeNumber,
  type Draft,
  type FormField,
  type FormPayload,
  type Problems,
} from '../../../ui/form.ts';
import { withDecimalPoint } from '../../../ui/inputs.tsx';
import { parseAmount } from '../../../ui/amount-typed.ts';
import { centsOf, formatMoney } from '../../../ui/format.ts';
import { newKey } from '../../../shared/api/new-key.ts';
import type { Group, GroupOption } from './groups-data.ts';

export interface TypedOption {
  /** The id of a saved option, else a generated key. */
  readonly key: string;
  readonly id: string | null;
  readonly name: string;
  readonly kitchenName: string;
  readonly price: string;
  /** Its price for a size, by the size's id. */
  readonly bySize: Readonly<Record<string, string>>;
  readonly opensGroupId: string;
  readonly isDefault: boolean;
  readonly maxUnits: string;
  readonly allergens: readonly AllergenId[];
  readonly breaks: readonly Diet[];
  /** The dish this option stands for in a combo. Name and allergens then come from the menus. */
  readonly dishId: string | null;
}

/** An option without a name, to be typed. */
export function newOption(): TypedOption {
  return {
    key: newKey(),
    id: null,
    name: '',
    kitchenName: '',
    price: '',
    bySize: {},
    opensGroupId: '',
    isDefault: false,
    maxUnits: '1',
    allergens: [],
    breaks: [],
    dishId: null,
  };
}

/** An option of a combo that stands for a dish. */
export function comboOption({ id, name }: { readonly id: string; readonly name: string }): TypedOption {
  return { ...newOption(), name: name.slice(0, OPTION_LIMITS.name), dishId: id };
}

/** A name and a price. The price needs a tab, a dollar sign or decimals, because a name may end with a number. */
const OPTION_LINE =
  /^(.+?)(?:\s{0,9}\t\s{0,9}\+?\$?(\d{1,9}(?:[.,]\d{1,2})?)|[\s,;:]{1,9}\+?(?:\$(\d{1,9}(?:[.,]\d{1,2})?)|(\d{1,9}[.,]\d\d)))(?:\s{0,9}\$)?$/;

/** Parses a pasted list: one option per line, optionally followed by its price. */
export function parseOptionList(list: string): TypedOption[] {
  return list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, OPTION_LIMITS.options)
    .map((line) => {
      const [, name = line, ...amounts] = OPTION_LINE.exec(line) ?? [];
      const typed = amounts.find((amount) => amount !== undefined) ?? '';
      return { ...newOption(), name: name.slice(0, OPTION_LIMITS.name), price: withDecimalPoint(typed) };
    });
}

function toTypedOption(option: GroupOption): TypedOption {
  return {
    key: option.id,
    id: option.id,
    name: option.name,
    kitchenName: option.kitchenName ?? '',
    price: option.price === 0 ? '' : option.price.toFixed(2),
    bySize: Object.fromEntries(Object.entries(option.pricesBySize).map(([size, price]) => [size, price.toFixed(2)])),
    opensGroupId: option.opensGroupId ?? '',
    isDefault: option.isDefault,
    maxUnits: String(option.maxUnits),
    allergens: option.allergens,
    breaks: option.breaks,
    dishId: option.dishId ?? null,
  };
}

/** Empty means free; invalid amounts are refused before sending. */
const dollarsOf = (typed: string) => toDollars(parseAmount(typed) ?? ZERO);

function toSentOption(option: TypedOption) {
  const sizePrices = Object.entries(option.bySize).filter(([, typed]) => typed.trim() !== '');
  return {
    id: option.id ?? undefined,
    name: option.name.trim(),
    kitchenName: option.kitchenName.trim() || null,
    price: dollarsOf(option.price),
    pricesBySize: Object.fromEntries(sizePrices.map(([size, typed]) => [size, dollarsOf(typed)])),
    opensGroupId: option.opensGroupId || null,
    isDefault: option.isDefault,
    maxUnits: Number(option.maxUnits),
    allergens: [...option.allergens],
    breaks: [...option.breaks],
    dishId: option.dishId,
  };
}

const options: FormField<readonly GroupOption[], readonly TypedOption[], ReturnType<typeof toSentOption>[]> = {
  label: say`Options`,
  initialValue: [],
  toTyped: (list) => list.map(toTypedOption),
  toPayload: (list) => list.map(toSentOption),
  formatValue: (list) =>
    list
      .map(({ name, price, allergens }) =>
        [name, price > 0 && formatMoney(centsOf(price)), ...allergens.map(allergenName)].filter(Boolean).join(' '),
      )
      .join(', '),
};

const extraPrice = moneyField(say`Each extra one`, { wrong: say`An amount such as 0.75`, initialValue: '0.00' });

const units = (label: string, range: { least: number; initialValue: number }) =>
  wholeNumber(label, { most: OPTION_LIMITS.units, ...range });

const groupFields = {
  name: textField(say`Name`, {
    missing: say`Name is required`,
    input: { maxLength: OPTION_LIMITS.name, placeholder: say`e.g., Chutneys` },
  }),
  kitchenName: optionalText(say`Name in the kitchen`, { input: { maxLength: OPTION_LIMITS.name } }),
  kind: valueField<Group['kind']>(say`Guests choose`, 'some', (kind) => (kind === 'one' ? say`One` : say`Several`)),
  isSize: booleanField(say`Size`),
  min: units(say`At least`, { least: 0, initialValue: 0 }),
  max: units(say`At most`, { least: 1, initialValue: 4 }),
  included: units(say`Included`, { least: 0, initialValue: 0 }),
  eachExtra: {
    ...extraPrice,
    // Empty means that extra ones are free.
    problem: (typed: string) => (typed.trim() === '' ? null : (extraPrice.problem?.(typed) ?? null)),
  },
  options,
};

export const groupForm = formOf(groupFields, { check: problemOf, settled });

type GroupPayload = FormPayload<typeof groupFields>;

/** Clears values that do not apply: a single-choice group has no quantities, and sizes open no further group. */
function settled(values: GroupPayload): GroupPayload {
  const { kind, isSize, min, options: list } = values;
  if (kind === 'some') return { ...values, isSize: false };
  const cleared = isSize ? { maxUnits: 1, opensGroupId: null, pricesBySize: {}, dishId: null } : { maxUnits: 1 };
  return {
    ...values,
    min: isSize ? 1 : Math.min(1, min),
    max: 1,
    included: 0,
    eachExtra: 0,
    options: list.map((each) => ({ ...each, ...cleared })),
  };
}

/** The first problem, at its field: unreadable input before broken rules. */
function problemOf(draft: Draft<typeof groupFields>): Partial<Problems> {
  if (draft.options.some(({ name }) => name.trim() === '')) return { options: say`Every option needs a name` };
  for (const { name, price: typed, bySize, maxUnits } of draft.options) {
    const amounts = [typed, ...Object.values(bySize)].filter((amount) => amount.trim() !== '');
    if (amounts.some((amount) => parseAmount(amount) === null))
      return { options: say`${name}: give a price such as 1.50` };
    const count = /^\d+$/.test(maxUnits.trim()) ? Number(maxUnits) : 0;
    if (count < 1 || count > OPTION_LIMITS.units)
      return { options: say`${name}: at most from 1 to ${OPTION_LIMITS.units}` };
  }
  const values = groupForm.sentOf(draft);
  const problem = groupProblem({
    ...values,
    eachExtra: centsOf(values.eachExtra),
    options: values.options.map((each) => ({
      ...each,
      price: centsOf(each.price),
      opensGroupId: each.opensGroupId ?? undefined,
    })),
  });
  if (!problem) return {};
  // The other fields are hidden unless guests choose several.
  const field = draft.kind === 'some' && problem.field !== 'isSize' ? problem.field : 'options';
  return { [field]: problem.message };
}
