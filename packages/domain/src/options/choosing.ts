import { chosenKey } from './key.ts';
import type { Chosen, ChosenOption, GroupOption, OptionDish, OptionGroup } from './types.ts';

/** The groups that are asked for with these choices, in the menu's order: the dish's own, and what a choice opens. */
export function groupsInForce({ optionGroups = [] }: OptionDish, chosen: Chosen): readonly OptionGroup[] {
  const opened = new Set(
    optionGroups
      .filter(({ isOpened }) => !isOpened)
      .flatMap((group) => group.options.filter(({ id }) => unitsOf(chosen, group.id, id) > 0))
      .flatMap(({ opensGroupId }) => opensGroupId ?? []),
  );
  return optionGroups.filter(({ id, isOpened }) => !isOpened || opened.has(id));
}

/** The dish as it comes: every default, also one that ran out, for nobody leaves it out in silence. */
export function defaultsOf(dish: OptionDish): Chosen {
  const outer = (dish.optionGroups ?? []).filter(({ isOpened }) => !isOpened).flatMap(defaultsIn);
  return groupsInForce(dish, outer).flatMap(defaultsIn);
}

function defaultsIn({ id: groupId, options }: OptionGroup): ChosenOption[] {
  return options.filter(({ isDefault }) => isDefault).map(({ id: optionId }) => ({ groupId, optionId, units: 1 }));
}

export function unitsOf(chosen: Chosen, groupId: string, optionId: string): number {
  return chosen.reduce(
    (sum, each) => (each.groupId === groupId && each.optionId === optionId ? sum + each.units : sum),
    0,
  );
}

export function unitsIn(chosen: Chosen, groupId: string): number {
  return chosen.reduce((sum, each) => (each.groupId === groupId ? sum + each.units : sum), 0);
}

/**
 * The choices once somebody wants so many of an option: of a group of one it takes the place of the other, and what an
 * option opened goes with it, or comes as it comes; what ran out of that is seen where it is opened.
 */
export function choose(
  dish: OptionDish,
  chosen: Chosen,
  { id: groupId, kind }: Pick<OptionGroup, 'id' | 'kind'>,
  { id: optionId }: Pick<GroupOption, 'id'>,
  units: number,
): Chosen {
  const others = chosen.filter((each) => each.groupId !== groupId || (kind === 'some' && each.optionId !== optionId));
  const picked = units > 0 ? [...others, { groupId, optionId, units }] : others;
  const before = new Set(groupsInForce(dish, chosen).map(({ id }) => id));
  const now = groupsInForce(dish, picked);
  return [
    ...picked.filter((each) => now.some(({ id }) => id === each.groupId)),
    ...now
      .filter(({ id }) => !before.has(id))
      .flatMap((opened) => defaultsIn(opened).filter((each) => isThere(opened, each.optionId))),
  ];
}

/** What of a choice can be had now; what an option opened goes with it. */
export function stillThere(dish: OptionDish, chosen: Chosen): Chosen {
  const there = chosen.filter(({ groupId, optionId }) =>
    dish.optionGroups?.some((group) => group.id === groupId && isThere(group, optionId)),
  );
  const groups = groupsInForce(dish, there);
  return there.filter(({ groupId }) => groups.some(({ id }) => id === groupId));
}

function isThere({ options }: OptionGroup, optionId: string): boolean {
  return options.some(({ id, isAvailable }) => id === optionId && isAvailable);
}

/** Whether it is the dish as it comes. */
export function isAsItComes(dish: OptionDish, chosen: Chosen): boolean {
  return chosenKey(chosen) === chosenKey(defaultsOf(dish));
}
