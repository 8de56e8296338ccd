import { centsOf, toDollars } from '../core/money.ts';
import type { AllergenId, Diet } from '../menu/diet.ts';
import type { GroupOption, OptionGroup, ComboPart } from './types.ts';

/** An option as sent by the API: amounts in dollars, empty fields left out. */
export interface WireOption extends Omit<
  GroupOption,
  'price' | 'pricesBySize' | 'allergens' | 'breaks' | 'part' | 'soldOutUntil' | 'hours' | 'dishId'
> {
  readonly price: number;
  readonly pricesBySize?: Readonly<Record<string, number>> | undefined;
  readonly allergens: AllergenId[];
  readonly breaks?: Diet[] | undefined;
  readonly part?: ComboPart<number> | undefined;
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
    isOpened: isOpened || undefined,
    options: group.options.map(
      ({ breaks, pricesBySize, part, soldOutUntil: _soldOutUntil, hours: _hours, dishId: _dishId, ...option }) => ({
        ...option,
        price: toDollars(option.price),
        pricesBySize: pricesBySize && convertPrices(pricesBySize, toDollars),
        allergens: [...option.allergens],
        breaks: breaks.length > 0 ? [...breaks] : undefined,
        part: part && { ...part, list: toDollars(part.list) },
      }),
    ),
  };
}

export function groupFromWire({ isOpened = false, ...group }: WireGroup): OptionGroup {
  return {
    ...group,
    eachExtra: centsOf(group.eachExtra),
    isOpened,
    options: group.options.map(({ breaks = [], pricesBySize, part, ...option }): GroupOption => ({
      ...option,
      price: centsOf(option.price),
      pricesBySize: pricesBySize && convertPrices(pricesBySize, centsOf),
      breaks,
      part: part && { ...part, list: centsOf(part.list) },
    })),
  };
}

function convertPrices<From, To>(
  prices: Readonly<Record<string, From>>,
  convert: (price: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(prices).map(([size, price]) => [size, convert(price)]));
}
