import { fromDollars, toDollars, ZERO, type Cents } from '../core/money.ts';
import { number, record, text } from '../core/unknown.ts';
import type { AllergenId, Diet } from '../menu/diet.ts';
import type { OptionLine } from './lines.ts';
import type { GroupOption, OptionGroup } from './types.ts';

/** An option as the menu's answer tells it: money is in dollars, and what is not said is left out. */
export interface WireOption {
  readonly id: string;
  readonly name: string;
  readonly kitchenName?: string | undefined;
  readonly price: number;
  readonly pricesBySize?: Readonly<Record<string, number>> | undefined;
  readonly opensGroupId?: string | undefined;
  readonly isDefault: boolean;
  readonly maxUnits: number;
  readonly isAvailable: boolean;
  readonly allergens: AllergenId[];
  readonly breaks?: Diet[] | undefined;
}

export interface WireGroup extends Omit<OptionGroup, 'eachExtra' | 'options' | 'isOpened'> {
  readonly eachExtra: number;
  readonly isOpened?: boolean | undefined;
  readonly options: WireOption[];
}

export function toWireGroup({ isOpened, ...group }: OptionGroup): WireGroup {
  return {
    ...group,
    eachExtra: toDollars(group.eachExtra),
    ...(isOpened && { isOpened }),
    options: group.options.map(({ breaks, pricesBySize, ...option }) => ({
      ...option,
      price: toDollars(option.price),
      ...(pricesBySize && { pricesBySize: eachOf(pricesBySize, toDollars) }),
      allergens: [...option.allergens],
      ...(breaks.length > 0 && { breaks: [...breaks] }),
    })),
  };
}

export function groupFromWire({ isOpened = false, ...group }: WireGroup): OptionGroup {
  return {
    ...group,
    eachExtra: centsOf(group.eachExtra),
    isOpened,
    options: group.options.map(({ breaks = [], pricesBySize, ...option }): GroupOption => ({
      ...option,
      price: centsOf(option.price),
      ...(pricesBySize && { pricesBySize: eachOf(pricesBySize, centsOf) }),
      breaks,
    })),
  };
}

/** What a browser kept of a line's choices, or an order's answer says of them; null when it makes no sense. */
export function optionLinesFrom(kept: unknown): OptionLine[] | null {
  if (!Array.isArray(kept)) return null;
  const lines = kept.map(optionLineFrom);
  const sound = lines.filter((line) => line !== null);
  return sound.length === lines.length ? sound : null;
}

function optionLineFrom(kept: unknown): OptionLine | null {
  const line = record(kept);
  const [group, id, name] = [text(line?.['group']), text(line?.['id']), text(line?.['name'])];
  const unitPrice = fromDollars(number(line?.['unitPrice']) ?? Number.NaN);
  const units = number(line?.['units']) ?? -1;
  if (!line || group === '' || id === '' || name === '' || unitPrice === null || !Number.isSafeInteger(units))
    return null;
  const isRemoval = line['isRemoval'] === true;
  if (units < (isRemoval ? 0 : 1)) return null;
  return {
    group,
    groupName: text(line['groupName']) || group,
    id,
    name,
    ...(text(line['kitchenName']) && { kitchenName: text(line['kitchenName']) }),
    units,
    unitPrice,
    ...(line['isOneOf'] === true && { isOneOf: true }),
    ...(line['isSize'] === true && { isSize: true }),
    ...(line['isDefault'] === true && { isDefault: true }),
    ...(isRemoval && { isRemoval }),
  };
}

/** As a browser keeps it and an order's answer tells it. */
export function toWireOptionLine(line: OptionLine): OptionLine<number> {
  return { ...line, unitPrice: toDollars(line.unitPrice) };
}

function eachOf<From, To>(prices: Readonly<Record<string, From>>, convert: (price: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(prices).map(([size, price]) => [size, convert(price)]));
}

function centsOf(dollars: number): Cents {
  return fromDollars(dollars) ?? ZERO;
}
