import { addCents, cents, entryOf, multiplyCents, type Cents } from '../core/index.ts';
import { defaultChoices, applicableGroups, unitsOfPart, unitsOfGroup, unitsOfOption } from './choosing.ts';
import type { ChosenOptions, GroupOption, OptionDish, OptionGroup } from './types.ts';

/** The unit price of an option, in the chosen size if there is one. */
export function optionPrice({ price, pricesBySize }: GroupOption, sizeId: string | null): Cents {
  return (sizeId === null ? undefined : entryOf(pricesBySize ?? {}, sizeId)) ?? price;
}

/** The chosen size; null for a dish without sizes. */
export function chosenSize(dish: OptionDish, chosen: ChosenOptions): GroupOption | null {
  const sizes = dish.optionGroups?.find(({ isSize }) => isSize);
  return sizes?.options.find(({ id }) => unitsOfOption(chosen, sizes.id, id) > 0) ?? null;
}

/**
 * The unit price of a dish with these choices. It depends on the chosen set only, not on the sequence, so that cart,
 * till, repeated requests and server agree. Defaults are free, and leaving one out does not lower the price.
 */
export function unitPriceOf(dish: OptionDish, chosen: ChosenOptions = defaultChoices(dish)): Cents {
  const size = chosenSize(dish, chosen);
  const extras = applicableGroups(dish, chosen).filter(({ isSize }) => !isSize);
  return addCents(size?.price ?? dish.price, ...extras.map((group) => groupPrice(group, chosen, size?.id ?? null)));
}

/** The surcharge of the chosen options of a group. */
export function groupPrice(group: OptionGroup, chosen: ChosenOptions, sizeId: string | null): Cents {
  const optionPrices = group.options.map((option) => {
    const units = unitsOfOption(chosen, group.id, option.id);
    return multiplyCents(optionPrice(option, sizeId), Math.max(0, units - (option.isDefault ? 1 : 0)));
  });
  const unitsBeyond = Math.max(0, unitsOfGroup(chosen, group.id) - group.included);
  const perPart = addCents(...optionPrices, multiplyCents(group.eachExtra, unitsBeyond));
  return multiplyCents(perPart, unitsOfPart(chosen, group.id));
}

/** The lowest unit price with at least these choices: the cheapest size plus the cheapest required options. */
export function lowestPrice(dish: OptionDish, chosen: ChosenOptions = []): Cents {
  const groups = applicableGroups(dish, chosen);
  const lowestInSize = (base: Cents, sizeId: string | null) =>
    addCents(base, ...groups.filter(({ isSize }) => !isSize).map((group) => lowestGroupPrice(group, chosen, sizeId)));
  const size = chosenSize(dish, chosen);
  if (size) return lowestInSize(size.price, size.id);
  const sizes = groups.find(({ isSize }) => isSize)?.options ?? [];
  if (sizes.length === 0) return lowestInSize(dish.price, null);
  const available = sizes.filter(({ isAvailable }) => isAvailable);
  const offered = available.length > 0 ? available : sizes;
  return cents(Math.min(...offered.map(({ id, price }) => lowestInSize(price, id))));
}

/** The price of the chosen units of a group plus the cheapest units that are still required. */
function lowestGroupPrice(group: OptionGroup, chosen: ChosenOptions, sizeId: string | null): Cents {
  const unitPrices = group.options
    .filter(({ isAvailable }) => isAvailable)
    .flatMap((option) => {
      const chosenUnits = unitsOfOption(chosen, group.id, option.id);
      return Array.from({ length: Math.max(0, option.maxUnits - chosenUnits) }, (_, at) =>
        at + chosenUnits === 0 && option.isDefault ? cents(0) : optionPrice(option, sizeId),
      );
    });
  const chosenUnits = unitsOfGroup(chosen, group.id);
  const missing = unitPrices.toSorted((a, b) => a - b).slice(0, Math.max(0, group.min - chosenUnits));
  // `groupPrice` already has what the chosen units cost beyond the included ones.
  const unitsBeyond = Math.max(0, Math.max(chosenUnits, group.min) - Math.max(chosenUnits, group.included));
  const perPart = addCents(...missing, multiplyCents(group.eachExtra, unitsBeyond));
  return addCents(groupPrice(group, chosen, sizeId), multiplyCents(perPart, unitsOfPart(chosen, group.id)));
}
