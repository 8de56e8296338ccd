import { addCents, cents, timesCents, type Cents } from '../core/money.ts';
import { entryOf } from '../core/variants.ts';
import { defaultsOf, groupsInForce, unitsPerPart, unitsIn, unitsOf } from './choosing.ts';
import type { Chosen, GroupOption, OptionDish, OptionGroup } from './types.ts';

/** The unit price of an option, in the chosen size if there is one. */
export function optionPrice({ price, pricesBySize }: GroupOption, sizeId: string | null): Cents {
  return (sizeId === null ? undefined : entryOf(pricesBySize ?? {}, sizeId)) ?? price;
}

/** The chosen size; null for a dish without sizes. */
export function sizeOf(dish: OptionDish, chosen: Chosen): GroupOption | null {
  const sizes = dish.optionGroups?.find(({ isSize }) => isSize);
  return sizes?.options.find(({ id }) => unitsOf(chosen, sizes.id, id) > 0) ?? null;
}

/**
 * The unit price of a dish with these choices. It depends on the chosen set only, not on the sequence, so that cart,
 * till, repeated requests and server agree. Defaults are free, and leaving one out does not lower the price.
 */
export function unitPriceOf(dish: OptionDish, chosen: Chosen = defaultsOf(dish)): Cents {
  const size = sizeOf(dish, chosen);
  const extras = groupsInForce(dish, chosen).filter(({ isSize }) => !isSize);
  return addCents(size?.price ?? dish.price, ...extras.map((group) => groupPrice(group, chosen, size?.id ?? null)));
}

/** What a group adds to the unit price. */
export function groupPrice(group: OptionGroup, chosen: Chosen, sizeId: string | null): Cents {
  const own = group.options.map((option) => {
    const units = unitsOf(chosen, group.id, option.id);
    return timesCents(optionPrice(option, sizeId), Math.max(0, units - (option.isDefault ? 1 : 0)));
  });
  const beyond = Math.max(0, unitsIn(chosen, group.id) - group.included);
  return timesCents(addCents(...own, timesCents(group.eachExtra, beyond)), unitsPerPart(chosen, group.id));
}

/** The lowest unit price with at least these choices: the cheapest size plus the cheapest required options. */
export function priceFrom(dish: OptionDish, chosen: Chosen = []): Cents {
  const groups = groupsInForce(dish, chosen);
  const from = (base: Cents, sizeId: string | null) =>
    addCents(base, ...groups.filter(({ isSize }) => !isSize).map((group) => leastOf(group, chosen, sizeId)));
  const size = sizeOf(dish, chosen);
  if (size) return from(size.price, size.id);
  const sizes = groups.find(({ isSize }) => isSize)?.options ?? [];
  if (sizes.length === 0) return from(dish.price, null);
  const there = sizes.filter(({ isAvailable }) => isAvailable);
  const offered = there.length > 0 ? there : sizes;
  return cents(Math.min(...offered.map(({ id, price }) => from(price, id))));
}

/** The price of the chosen units of a group plus the cheapest units that are still required. */
function leastOf(group: OptionGroup, chosen: Chosen, sizeId: string | null): Cents {
  const units = group.options
    .filter(({ isAvailable }) => isAvailable)
    .flatMap((option) => {
      const taken = unitsOf(chosen, group.id, option.id);
      return Array.from({ length: Math.max(0, option.maxUnits - taken) }, (_, at) =>
        at + taken === 0 && option.isDefault ? cents(0) : optionPrice(option, sizeId),
      );
    });
  const there = unitsIn(chosen, group.id);
  const missing = units.toSorted((a, b) => a - b).slice(0, Math.max(0, group.min - there));
  const beyond = Math.max(0, Math.max(there, group.min) - Math.max(there, group.included));
  const least = addCents(...missing, timesCents(group.eachExtra, beyond));
  return addCents(groupPrice(group, chosen, sizeId), timesCents(least, unitsPerPart(chosen, group.id)));
}
