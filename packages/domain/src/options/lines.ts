import type { Cents } from '../core/money.ts';
import { ALLERGENS, suits, type AllergenId, type Diet, type DietMarks } from '../menu/diet.ts';
import { defaultsOf, groupsInForce, unitsOf } from './choosing.ts';
import { partShares, type LinePart } from './parts.ts';
import { optionPrice, sizeOf } from './price.ts';
import type { Chosen, GroupOption, OptionDish } from './types.ts';

/** A choice as it is written down with a cart's or an order's line: the menu may move, this stays. */
export interface OptionLine<Money = Cents> {
  readonly group: string;
  readonly groupName: string;
  readonly id: string;
  readonly name: string;
  readonly kitchenName?: string | undefined;
  readonly units: number;
  /** Of a unit that is charged; of a size what the dish costs in it. */
  readonly unitPrice: Money;
  /** One of its group was to be chosen. */
  readonly isOneOf?: boolean | undefined;
  readonly isSize?: boolean | undefined;
  /** The dish comes with one of it. */
  readonly isDefault?: boolean | undefined;
  /** The dish comes with it, and was ordered without; it has no units. */
  readonly isRemoval?: boolean | undefined;
  /** A dish that is a part of a combo. */
  readonly part?: LinePart<Money> | undefined;
  /** The part of a combo that it was chosen with. */
  readonly of?: string | undefined;
}

/** All that is chosen, and what is left out, as the menu sorts it. */
export function optionLines(dish: OptionDish, chosen: Chosen = defaultsOf(dish)): OptionLine[] {
  const sizeId = sizeOf(dish, chosen)?.id ?? null;
  const groups = groupsInForce(dish, chosen);
  return groups.flatMap((group) => {
    const isOneOf = group.kind === 'one';
    const parts = partShares(group, groups, chosen, sizeId);
    return group.options.flatMap((option): OptionLine[] => {
      const units = unitsOf(chosen, group.id, option.id);
      const isRemoval = units === 0 && option.isDefault && !isOneOf;
      if (units === 0 && !isRemoval) return [];
      return [
        {
          group: group.id,
          groupName: group.name,
          id: option.id,
          name: option.name,
          ...(option.kitchenName && { kitchenName: option.kitchenName }),
          units,
          unitPrice: optionPrice(option, sizeId),
          ...(isOneOf && { isOneOf }),
          ...(group.isSize && { isSize: true }),
          ...(option.isDefault && { isDefault: true }),
          ...(isRemoval && { isRemoval }),
          ...(parts.has(option.id) && { part: parts.get(option.id) }),
          ...(group.of !== undefined && { of: group.of }),
        },
      ];
    });
  });
}

type OptionText = Pick<
  OptionLine<unknown>,
  'name' | 'kitchenName' | 'units' | 'isOneOf' | 'isSize' | 'isDefault' | 'isRemoval' | 'part' | 'of'
>;

/** In which way a line differs from the dish as it comes, its size, and the parts of a combo: 'Large', '+ Paneer ×2', '− Onion'. */
export function optionTexts(
  lines: readonly OptionText[] | null | undefined,
  reader: 'guest' | 'kitchen' = 'guest',
): string[] {
  return (lines ?? [])
    .filter(({ isDefault, isRemoval, isSize, units, part }) => part || isSize || isRemoval || !isDefault || units > 1)
    .map(({ name, kitchenName, units, isOneOf, isDefault, isRemoval, part, of }) => {
      const called = reader === 'kitchen' ? (kitchenName ?? name) : name;
      const times = units > 1 ? `${called} ×${units}` : called;
      // What the dish comes with is not put in besides: two of it are two in all. Nor are a combo's parts.
      const message = isRemoval ? `− ${called}` : isOneOf || isDefault || part ? times : `+ ${times}`;
      // The sign stays in front: whoever leaves something out sees it first.
      return of === undefined ? message : `${message} (${of})`;
    });
}

/** What is in a dish with these choices; what is left out of it may still have touched it. */
export function allergensWith(
  dish: OptionDish & { readonly allergens: readonly AllergenId[] },
  chosen: Chosen = defaultsOf(dish),
): AllergenId[] {
  const all = new Set([...dish.allergens, ...chosenOptions(dish, chosen).flatMap(({ allergens }) => allergens)]);
  return ALLERGENS.map(({ id }) => id).filter((id) => all.has(id));
}

/** Whether it is for a diet with these choices. */
export function suitsWith(dish: OptionDish & DietMarks, chosen: Chosen, diet: Diet): boolean {
  const isBroken = chosenOptions(dish, chosen).some(({ breaks }) =>
    breaks.some((broken) => broken === diet || (broken === 'vegetarian' && diet === 'vegan')),
  );
  return !isBroken && suits(dish, diet);
}

function chosenOptions(dish: OptionDish, chosen: Chosen): GroupOption[] {
  return groupsInForce(dish, chosen).flatMap((group) =>
    group.options.filter(({ id }) => unitsOf(chosen, group.id, id) > 0),
  );
}
