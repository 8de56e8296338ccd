import { addCents, cents, timesCents, type Cents } from '../core/money.ts';
import type { DishHours } from '../menu/dayparts.ts';
import { DIETS, suits, type AllergenId, type DietMarks } from '../menu/diet.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { optionKey, unitsOf } from './choosing.ts';
import { groupPrice, optionPrice, priceFrom } from './price.ts';
import type { Chosen, GroupOption, OptionDish, OptionGroup, PartOf } from './types.ts';

// A combo is a dish with groups whose options are dishes: its parts. So a combo is chosen, priced, kept in a cart, ordered,
// changed and ordered again as any dish with choices is.

/** A part as an order's line keeps it: of one combo. */
export interface LinePart<Money = Cents> extends Omit<PartOf<Money>, 'list'> {
  /** What its units that are in the combo's price cost on their own. */
  readonly list: Money;
  /** What is charged for it besides: for itself, for more of it than is included, for what was chosen with it. */
  readonly extra: Money;
}

/** A dish of a place's menu, as far as it can be a part. */
export interface PartDish extends OptionDish, DietMarks {
  readonly id: string;
  readonly taxClass?: TaxClass | undefined;
  readonly allergens: readonly AllergenId[];
  readonly isAvailable: boolean;
  readonly soldOutUntil?: Date | null | undefined;
  readonly hours?: DishHours | undefined;
}

/** Whether a dish has parts; then it is part of no other. */
export function isCombo({ optionGroups = [] }: Pick<OptionDish, 'optionGroups'>): boolean {
  return optionGroups.some(({ options }) => options.some(({ dishId }) => dishId !== undefined));
}

/**
 * So many options one menu tells of. A combo tells those of all its parts: sixty parts with thirty groups of sixty would
 * be more than a server has memory for, and its guests have patience.
 */
export const MENU_OPTIONS_MOST = 60_000;

/** How many options these groups tell of, with those of their parts: `withParts` would make so many. */
export function countOptions(groups: readonly OptionGroup[], dishes: ReadonlyMap<string, PartDish>): number {
  const countOf = (of: readonly OptionGroup[] = []) => of.reduce((sum, { options }) => sum + options.length, 0);
  return groups
    .flatMap(({ options }) => options)
    .reduce((sum, { dishId }) => sum + 1 + (dishId === undefined ? 0 : countOf(dishes.get(dishId)?.optionGroups)), 0);
}

/**
 * A dish's groups with what the place's menu says of the parts in them, and with what may be chosen with each part. A dish
 * that is not on this menu is no part here.
 */
export function withParts(
  groups: readonly OptionGroup[],
  dishes: ReadonlyMap<string, PartDish>,
): readonly OptionGroup[] {
  return groups.flatMap((group) => {
    const parts = group.options.flatMap((option) => {
      if (option.dishId === undefined) return [{ option, groups: [] }];
      const dish = dishes.get(option.dishId);
      return dish && !isCombo(dish) ? [{ option: asPart(option, dish), groups: choicesOf(group, option, dish) }] : [];
    });
    return [{ ...group, options: parts.map(({ option }) => option) }, ...parts.flatMap((part) => part.groups)];
  });
}

function asPart(option: GroupOption, dish: PartDish): GroupOption {
  const { name, allergens, taxClass = 'meal' } = dish;
  const until = [option.soldOutUntil, dish.soldOutUntil].flatMap((each) => each?.getTime() ?? []);
  return {
    ...option,
    name,
    isAvailable: option.isAvailable && dish.isAvailable,
    ...(until.length > 0 && { soldOutUntil: new Date(Math.max(...until)) }),
    ...(dish.hours?.onlyThen && { hours: dish.hours }),
    allergens,
    breaks: DIETS.filter(({ id }) => !suits(dish, id)).map(({ id }) => id),
    part: { itemId: dish.id, list: priceFrom(dish), taxClass },
  };
}

/** A part's own groups, asked for once it is chosen. Its sizes cost what they cost more than the least of them. */
function choicesOf({ id: groupId }: OptionGroup, { id: optionId }: GroupOption, dish: PartDish): OptionGroup[] {
  const key = optionKey(groupId, optionId);
  return (dish.optionGroups ?? []).map((group) => {
    const least = group.isSize ? Math.min(...group.options.map(({ price }) => price)) : 0;
    return {
      ...group,
      id: optionKey(key, group.id),
      name: `${dish.name}: ${group.name}`,
      isSize: false,
      isOpened: true,
      of: dish.name,
      openedBy: group.isOpened ? optionKey(key, group.id) : key,
      options: group.options.map(({ pricesBySize: _ofItsSizes, opensGroupId, ...option }) => ({
        ...option,
        price: cents(option.price - least),
        ...(opensGroupId !== undefined && { opensGroupId: optionKey(key, opensGroupId) }),
      })),
    };
  });
}

/** What each chosen part of a group is of one combo, by its option's id; the first units in the menu's order are included. */
export function partShares(
  group: OptionGroup,
  groups: readonly OptionGroup[],
  chosen: Chosen,
  sizeId: string | null,
): ReadonlyMap<string, LinePart> {
  const shares = new Map<string, LinePart>();
  let left = group.eachExtra > 0 ? group.included : Infinity;
  for (const option of group.options) {
    const units = unitsOf(chosen, group.id, option.id);
    const included = Math.min(units, left);
    left -= included;
    const { part } = option;
    if (!part || units === 0) continue;
    const key = optionKey(optionKey(group.id, option.id), '');
    const own = groups.filter(({ id }) => id.startsWith(key));
    shares.set(option.id, {
      ...part,
      list: timesCents(part.list, included),
      extra: addCents(
        timesCents(optionPrice(option, sizeId), Math.max(0, units - (option.isDefault ? 1 : 0))),
        timesCents(group.eachExtra, units - included),
        ...own.map((each) => groupPrice(each, chosen, null)),
      ),
    });
  }
  return shares;
}
