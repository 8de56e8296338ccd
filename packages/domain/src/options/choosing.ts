import { chosenKey } from './key.ts';
import type { Chosen, ChosenOption, GroupOption, OptionDish, OptionGroup } from './types.ts';

/**
 * The groups that are asked for with these choices, in the menu's order: the dish's own, and what a choice opens. A group
 * stands behind what opens it.
 */
export function groupsInForce({ optionGroups = [] }: OptionDish, chosen: Chosen): readonly OptionGroup[] {
  const opened = new Set<string>();
  return optionGroups.filter(({ id, isOpened, openedBy = id, options }) => {
    const isRequested = !isOpened || opened.has(openedBy);
    if (!isRequested) return false;
    for (const option of options) {
      if (unitsOf(chosen, id, option.id) === 0) continue;
      opened.add(optionKey(id, option.id));
      if (option.opensGroupId !== undefined) opened.add(option.opensGroupId);
    }
    return true;
  });
}

/** No id has such a sign: what is chosen with a part of a combo begins with it. */
export function optionKey(groupId: string, optionId: string): string {
  return `${groupId}.${optionId}`;
}

/** The part of a combo that a group is a choice of, as its group and option. */
function partOfGroup(groupId: string): readonly [groupId: string, optionId: string] | null {
  const [group, option, own] = groupId.split('.');
  return group !== undefined && option !== undefined && own !== undefined ? [group, option] : null;
}

/** What is chosen with a part holds for each of it. */
export function unitsPerPart(chosen: Chosen, groupId: string): number {
  const part = partOfGroup(groupId);
  return part ? unitsOf(chosen, ...part) : 1;
}

/** The dish as it comes: every default, also one that ran out, for nobody leaves it out in silence. */
export function defaultsOf(dish: OptionDish): Chosen {
  const opened = (chosen: Chosen) => groupsInForce(dish, chosen).flatMap(defaultsIn);
  // A part of a combo opens its choices, and one of these a further group.
  return opened(opened(opened([])));
}

function defaultsIn({ id: groupId, options }: OptionGroup): ChosenOption[] {
  return options.filter(({ isDefault }) => isDefault).map(({ id: optionId }) => ({ groupId, optionId, units: 1 }));
}

export function unitsOf(chosen: Chosen, groupId: string, optionId: string): number {
  // Asked of every option of a menu, several times an order: a callback each would cost as much as all the pricing.
  let sum = 0;
  for (const each of chosen) if (each.optionId === optionId && each.groupId === groupId) sum += each.units;
  return sum;
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
  const stored = inForce(dish, picked);
  return withOpened(dish, stored, new Set(groupsInForce(dish, chosen).map(({ id }) => id)));
}

function inForce(dish: OptionDish, chosen: Chosen): Chosen {
  const groups = groupsInForce(dish, chosen);
  return chosen.filter(({ groupId }) => groups.some(({ id }) => id === groupId));
}

function withOpened(dish: OptionDish, chosen: Chosen, existing: ReadonlySet<string>): Chosen {
  const opened = groupsInForce(dish, chosen).filter(({ id }) => !existing.has(id));
  if (opened.length === 0) return chosen;
  const first = opened.flatMap((group) => defaultsIn(group).filter((each) => isThere(group, each.optionId)));
  return withOpened(dish, [...chosen, ...first], new Set([...existing, ...opened.map(({ id }) => id)]));
}

/** What of a choice can be had now; what an option opened goes with it. */
export function stillThere(dish: OptionDish, chosen: Chosen): Chosen {
  const there = chosen.filter(({ groupId, optionId }) =>
    dish.optionGroups?.some((group) => group.id === groupId && isThere(group, optionId)),
  );
  return inForce(dish, there);
}

function isThere({ options }: OptionGroup, optionId: string): boolean {
  return options.some(({ id, isAvailable }) => id === optionId && isAvailable);
}

/** Whether it is the dish as it comes. */
export function isAsItComes(dish: OptionDish, chosen: Chosen): boolean {
  return chosenKey(chosen) === chosenKey(defaultsOf(dish));
}
