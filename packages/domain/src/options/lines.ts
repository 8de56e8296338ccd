import type { Cents } from '../core/money.ts';
import {
  DISH_ALLERGENS,
  suitsDiet,
  type AllergenId,
  type Diet,
  type DietMarks,
  type DishAllergens,
  type LineAllergens,
} from '../menu/diet.ts';
import { defaultChoices, applicableGroups, unitsOfOption } from './choosing.ts';
import { partShares, type LinePart } from './combo-parts.ts';
import { optionPrice, chosenSize } from './price.ts';
import type { ChosenOptions, GroupOption, OptionDish } from './types.ts';

/** A choice as it is stored with a cart or order line. It does not change when the menu does. */
export interface OptionLine<Money = Cents> {
  readonly group: string;
  readonly groupName: string;
  readonly id: string;
  readonly name: string;
  readonly kitchenName?: string | undefined;
  readonly units: number;
  /** The price of a unit that is charged; for a size, the price of the dish in that size. */
  readonly unitPrice: Money;
  /** The group allows exactly one or at most one option. */
  readonly isOneOf?: boolean | undefined;
  readonly isSize?: boolean | undefined;
  /** One unit of it comes with the dish. */
  readonly isDefault?: boolean | undefined;
  /** A default that the guest left out; `units` is zero. */
  readonly isRemoval?: boolean | undefined;
  /** Set if the option is a part of a combo. */
  readonly part?: LinePart<Money> | undefined;
  /** The name of the part of a combo that the choice belongs to. */
  readonly of?: string | undefined;
}

/** The chosen and the left-out options, in menu order. */
export function optionLines(dish: OptionDish, chosen: ChosenOptions = defaultChoices(dish)): OptionLine[] {
  const sizeId = chosenSize(dish, chosen)?.id ?? null;
  const groups = applicableGroups(dish, chosen);
  return groups.flatMap((group) => {
    const isOneOf = group.kind === 'one';
    const parts = partShares(group, groups, chosen, sizeId);
    return group.options.flatMap((option): OptionLine[] => {
      const units = unitsOfOption(chosen, group.id, option.id);
      const isRemoval = units === 0 && option.isDefault && !isOneOf;
      if (units === 0 && !isRemoval) return [];
      return [
        {
          group: group.id,
          groupName: group.name,
          id: option.id,
          name: option.name,
          kitchenName: option.kitchenName || undefined,
          units,
          unitPrice: optionPrice(option, sizeId),
          isOneOf: isOneOf || undefined,
          isSize: group.isSize || undefined,
          isDefault: option.isDefault || undefined,
          isRemoval: isRemoval || undefined,
          part: parts.get(option.id),
          of: group.of,
        },
      ];
    });
  });
}

type OptionText = Pick<
  OptionLine<unknown>,
  'name' | 'kitchenName' | 'units' | 'isOneOf' | 'isSize' | 'isDefault' | 'isRemoval' | 'part' | 'of'
>;

/** How a line differs from the default dish, with its size and parts: 'Large', '+ Paneer ×2', '− Onion'. */
export function optionTexts(lines: readonly OptionText[] | null | undefined, reader: 'guest' | 'kitchen' = 'guest') {
  return (lines ?? [])
    .filter(({ isDefault, isRemoval, isSize, units, part }) => part || isSize || isRemoval || !isDefault || units > 1)
    .map(({ name, kitchenName, units, isOneOf, isDefault, isRemoval, part, of }) => {
      const shownName = reader === 'kitchen' ? (kitchenName ?? name) : name;
      const times = units > 1 ? `${shownName} ×${units}` : shownName;
      // Defaults and parts of a combo get no plus sign: two units of a default are two in total.
      const message = isRemoval ? `− ${shownName}` : isOneOf || isDefault || part ? times : `+ ${times}`;
      // The sign stays in front, so that a left-out option is seen first.
      return of === undefined ? message : `${message} (${of})`;
    });
}

/** The allergens of a dish with these choices. What is left out still counts, because it may have touched the dish. */
export function allergensWithChoices(
  dish: OptionDish & { readonly allergens: DishAllergens },
  chosen: ChosenOptions = defaultChoices(dish),
): AllergenId[] {
  const all = new Set([
    ...(dish.allergens ?? []),
    ...chosenOptions(dish, chosen).flatMap(({ allergens }) => allergens),
  ]);
  return DISH_ALLERGENS.map(({ id }) => id).filter((id) => all.has(id));
}

/** What a line contains: what the dish or one of its options contains, and whether all of them are stated. */
export function lineAllergens(
  dish: OptionDish & { readonly allergens: DishAllergens },
  chosen: ChosenOptions = defaultChoices(dish),
): LineAllergens {
  return { contains: allergensWithChoices(dish, chosen), isComplete: !hasUnknownAllergens(dish, chosen) };
}

/** True if nobody has stated the allergens of the dish or of a chosen part of a combo. Guests are told to ask. */
export function hasUnknownAllergens(
  dish: OptionDish & { readonly allergens: DishAllergens },
  chosen: ChosenOptions = defaultChoices(dish),
): boolean {
  return dish.allergens === null || chosenOptions(dish, chosen).some((option) => option.hasUnknownAllergens);
}

/** True if the dish suits the diet and no chosen option breaks it. What is not vegetarian is not vegan either. */
export function suitsDietWithChoices(dish: OptionDish & DietMarks, chosen: ChosenOptions, diet: Diet): boolean {
  const isBroken = chosenOptions(dish, chosen).some(({ breaks }) =>
    breaks.some((broken) => broken === diet || (broken === 'vegetarian' && diet === 'vegan')),
  );
  return !isBroken && suitsDiet(dish, diet);
}

function chosenOptions(dish: OptionDish, chosen: ChosenOptions): GroupOption[] {
  return applicableGroups(dish, chosen).flatMap((group) =>
    group.options.filter(({ id }) => unitsOfOption(chosen, group.id, id) > 0),
  );
}
