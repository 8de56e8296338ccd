import { addCents, cents, timesCents, type Cents } from '../core/money.ts';
import { entryOf } from '../core/variants.ts';
import { defaultsOf, groupsInForce, unitsIn, unitsOf } from './choosing.ts';
import type { Chosen, GroupOption, OptionDish, OptionGroup } from './types.ts';

/** What one unit of an option costs, beside a size where there is one. */
export function optionPrice({ price, pricesBySize }: GroupOption, sizeId: string | null): Cents {
  return (sizeId === null ? undefined : entryOf(pricesBySize ?? {}, sizeId)) ?? price;
}

/** The chosen size; null where the dish has none. */
export function sizeOf(dish: OptionDish, chosen: Chosen): GroupOption | null {
  const sizes = dish.optionGroups?.find(({ isSize }) => isSize);
  return sizes?.options.find(({ id }) => unitsOf(chosen, sizes.id, id) > 0) ?? null;
}

/**
 * What one of a dish costs with these choices. It hangs on the set alone, never on the sequence of presses: so cart, till,
 * a repeated request and the server agree. What the dish comes with costs nothing, and left out it makes nothing cheaper.
 */
export function unitPriceOf(dish: OptionDish, chosen: Chosen = defaultsOf(dish)): Cents {
  const size = sizeOf(dish, chosen);
  const extras = groupsInForce(dish, chosen).filter(({ isSize }) => !isSize);
  return addCents(size?.price ?? dish.price, ...extras.map((group) => groupPrice(group, chosen, size?.id ?? null)));
}

function groupPrice(group: OptionGroup, chosen: Chosen, sizeId: string | null): Cents {
  const own = group.options.map((option) => {
    const units = unitsOf(chosen, group.id, option.id);
    return timesCents(optionPrice(option, sizeId), Math.max(0, units - (option.isDefault ? 1 : 0)));
  });
  const beyond = Math.max(0, unitsIn(chosen, group.id) - group.included);
  return addCents(...own, timesCents(group.eachExtra, beyond));
}

/** The least one of it costs: its cheapest size, with the cheapest of what has to be chosen. */
export function priceFrom(dish: OptionDish): Cents {
  const groups = (dish.optionGroups ?? []).filter(({ isOpened }) => !isOpened);
  const sizes = groups.find(({ isSize }) => isSize);
  const required = groups.filter(({ isSize, min }) => !isSize && min > 0);
  const from = (base: Cents, sizeId: string | null) =>
    addCents(base, ...required.map((group) => leastOf(group, sizeId)));
  if (!sizes || sizes.options.length === 0) return from(dish.price, null);
  const there = sizes.options.filter(({ isAvailable }) => isAvailable);
  const offered = there.length > 0 ? there : sizes.options;
  return cents(Math.min(...offered.map(({ id, price }) => from(price, id))));
}

function leastOf({ options, min, included, eachExtra }: OptionGroup, sizeId: string | null): Cents {
  const units = options
    .filter(({ isAvailable }) => isAvailable)
    .flatMap((option) =>
      Array.from({ length: option.maxUnits }, (_, at) =>
        at === 0 && option.isDefault ? cents(0) : optionPrice(option, sizeId),
      ),
    );
  const cheapest = units.toSorted((a, b) => a - b).slice(0, min);
  return addCents(...cheapest, timesCents(eachExtra, Math.max(0, min - included)));
}
