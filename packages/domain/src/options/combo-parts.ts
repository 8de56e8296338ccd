import { addCents, cents, multiplyCents, type Cents } from '../core/money.ts';
import { DIETS, suitsDiet, type DietMarks, type DishAllergens, type DishHours } from '../menu/index.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { optionKey, unitsOfOption } from './choosing.ts';
import { groupPrice, optionPrice, lowestPrice } from './price.ts';
import type { ChosenOptions, GroupOption, OptionDish, OptionGroup, ComboPart } from './types.ts';

// A combo is a dish with option groups whose options are dishes, its parts. So a combo is chosen, priced, stored and
// changed like any other dish with options.

/** A part as stored with an order line, for one unit of the combo. */
export interface LinePart<Money = Cents> extends Omit<ComboPart<Money>, 'list'> {
  /** The regular price of the units that are included in the combo's price. */
  readonly list: Money;
  /** What is charged on top: for the part, for units beyond the included ones, and for choices within it. */
  readonly extra: Money;
}

/** The fields of a location's dish that a part needs. */
export interface PartDish extends OptionDish, DietMarks {
  readonly id: string;
  readonly taxClass?: TaxClass | undefined;
  readonly allergens: DishAllergens;
  readonly isAvailable: boolean;
  readonly soldOutUntil?: Date | null | undefined;
  readonly hours?: DishHours | undefined;
}

/** True if a dish has parts. Such a dish cannot be a part of another. */
export function isCombo({ optionGroups = [] }: Pick<OptionDish, 'optionGroups'>): boolean {
  return optionGroups.some(({ options }) => options.some(({ dishId }) => dishId !== undefined));
}

/**
 * The largest number of options in one menu. A combo lists the options of all its parts, so sixty parts with thirty
 * groups of sixty options would exceed the server's memory.
 */
export const MAX_MENU_OPTIONS = 60_000;

/** The number of options that `withParts` would create for these groups, including those of the parts. */
export function countOptions(groups: readonly OptionGroup[], dishes: ReadonlyMap<string, PartDish>): number {
  const countOf = (of: readonly OptionGroup[] = []) => of.reduce((sum, { options }) => sum + options.length, 0);
  return groups
    .flatMap(({ options }) => options)
    .reduce((sum, { dishId }) => sum + 1 + (dishId === undefined ? 0 : countOf(dishes.get(dishId)?.optionGroups)), 0);
}

/**
 * Completes a dish's groups with the data and option groups of their parts from the location's menu. Dishes that are
 * not on this menu are left out.
 */
export function withParts(
  groups: readonly OptionGroup[],
  dishes: ReadonlyMap<string, PartDish>,
): readonly OptionGroup[] {
  return groups.flatMap((group) => {
    const parts = group.options.flatMap((option) => {
      if (option.dishId === undefined) return [{ option, groups: [] }];
      const dish = dishes.get(option.dishId);
      return dish && !isCombo(dish)
        ? [{ option: asPart(option, dish), groups: groupsOfPart(group, option, dish) }]
        : [];
    });
    return [{ ...group, options: parts.map(({ option }) => option) }, ...parts.flatMap((part) => part.groups)];
  });
}

function asPart(option: GroupOption, dish: PartDish): GroupOption {
  const { name, allergens, taxClass = 'meal' } = dish;
  const soldOutTimes = [option.soldOutUntil, dish.soldOutUntil].flatMap((each) => each?.getTime() ?? []);
  return {
    ...option,
    name,
    isAvailable: option.isAvailable && dish.isAvailable,
    soldOutUntil: soldOutTimes.length > 0 ? new Date(Math.max(...soldOutTimes)) : undefined,
    hours: dish.hours?.onlyThen ? dish.hours : undefined,
    allergens: allergens ?? [],
    hasUnknownAllergens: allergens === null || undefined,
    breaks: DIETS.filter(({ id }) => !suitsDiet(dish, id)).map(({ id }) => id),
    part: { itemId: dish.id, list: lowestPrice(dish), taxClass },
  };
}

/** A part's own groups, which open when it is chosen. A size costs its difference from the cheapest one. */
function groupsOfPart({ id: groupId }: OptionGroup, { id: optionId }: GroupOption, dish: PartDish): OptionGroup[] {
  const key = optionKey(groupId, optionId);
  return (dish.optionGroups ?? []).map((group) => {
    const cheapestSize = group.isSize ? Math.min(...group.options.map(({ price }) => price)) : 0;
    return {
      ...group,
      id: optionKey(key, group.id),
      name: `${dish.name}: ${group.name}`,
      isSize: false,
      isOpened: true,
      of: dish.name,
      openedBy: group.isOpened ? optionKey(key, group.id) : key,
      options: group.options.map(({ pricesBySize: _pricesBySize, opensGroupId, ...option }) => ({
        ...option,
        price: cents(option.price - cheapestSize),
        opensGroupId: opensGroupId && optionKey(key, opensGroupId),
      })),
    };
  });
}

/** The share of each chosen part in one unit of the combo, by option id. The first units are the included ones. */
export function partShares(
  group: OptionGroup,
  groups: readonly OptionGroup[],
  chosen: ChosenOptions,
  sizeId: string | null,
): ReadonlyMap<string, LinePart> {
  const shares = new Map<string, LinePart>();
  let left = group.eachExtra > 0 ? group.included : Infinity;
  for (const option of group.options) {
    const units = unitsOfOption(chosen, group.id, option.id);
    const included = Math.min(units, left);
    left -= included;
    const { part } = option;
    if (!part || units === 0) continue;
    // The ids that `groupsOfPart` makes begin like this.
    const idStart = optionKey(optionKey(group.id, option.id), '');
    const groupsWithin = groups.filter(({ id }) => id.startsWith(idStart));
    shares.set(option.id, {
      ...part,
      list: multiplyCents(part.list, included),
      extra: addCents(
        multiplyCents(optionPrice(option, sizeId), Math.max(0, units - (option.isDefault ? 1 : 0))),
        multiplyCents(group.eachExtra, units - included),
        ...groupsWithin.map((each) => groupPrice(each, chosen, null)),
      ),
    });
  }
  return shares;
}
