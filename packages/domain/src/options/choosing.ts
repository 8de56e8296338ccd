import { choicesKey } from './key.ts';
import type { ChosenOptions, ChosenOption, GroupOption, OptionDish, OptionGroup } from './types.ts';

/**
 * The groups that apply with these choices: the dish's own and those that a chosen option opens. They are in menu
 * order; a group comes after the one that opens it.
 */
export function applicableGroups({ optionGroups = [] }: OptionDish, chosen: ChosenOptions): readonly OptionGroup[] {
  // Two things open a group: an option that names it, or a part of a combo, which the group names (`openedBy`). So the
  // set contains the ids of groups that options name, and the keys of all chosen options.
  const openers = new Set<string>();
  return optionGroups.filter(({ id, isOpened, openedBy = id, options }) => {
    if (isOpened && !openers.has(openedBy)) return false;
    for (const option of options) {
      if (unitsOfOption(chosen, id, option.id) === 0) continue;
      openers.add(optionKey(id, option.id));
      if (option.opensGroupId !== undefined) openers.add(option.opensGroupId);
    }
    return true;
  });
}

/**
 * Joins a group and an option with a dot, which no id from the menu contains, such as `mains.curry`. If this is a part
 * of a combo, the ids of its own groups begin with the key: `mains.curry.size`.
 */
export function optionKey(groupId: string, optionId: string): string {
  return `${groupId}.${optionId}`;
}

/** The part of a combo that a group belongs to, as its group and option. */
function partOfGroup(groupId: string): readonly [groupId: string, optionId: string] | null {
  const [group, option, groupWithinPart] = groupId.split('.');
  return group !== undefined && option !== undefined && groupWithinPart !== undefined ? [group, option] : null;
}

/** The number of units of the part that a group belongs to: choices within a part apply to each unit of it. */
export function unitsOfPart(chosen: ChosenOptions, groupId: string): number {
  const part = partOfGroup(groupId);
  return part ? unitsOfOption(chosen, ...part) : 1;
}

/** The default choices of a dish, also sold-out ones, so that none is left out without the guest noticing. */
export function defaultChoices(dish: OptionDish): ChosenOptions {
  const defaultsWith = (chosen: ChosenOptions) => applicableGroups(dish, chosen).flatMap(defaultsIn);
  // Three rounds: a part of a combo opens its groups, and an option in these can open another one.
  return defaultsWith(defaultsWith(defaultsWith([])));
}

function defaultsIn({ id: groupId, options }: OptionGroup): ChosenOption[] {
  return options.filter(({ isDefault }) => isDefault).map(({ id: optionId }) => ({ groupId, optionId, units: 1 }));
}

export function unitsOfOption(chosen: ChosenOptions, groupId: string, optionId: string): number {
  // A plain loop instead of callbacks: this runs for every option of a menu several times per order.
  let sum = 0;
  for (const each of chosen) if (each.optionId === optionId && each.groupId === groupId) sum += each.units;
  return sum;
}

export function unitsOfGroup(chosen: ChosenOptions, groupId: string): number {
  return chosen.reduce((sum, each) => (each.groupId === groupId ? sum + each.units : sum), 0);
}

/**
 * The choices after setting the units of an option. In a group of kind `one` it replaces the other option. Groups that
 * are no longer open lose their choices; newly opened groups start with their available defaults.
 */
export function chooseOption(
  dish: OptionDish,
  chosen: ChosenOptions,
  { id: groupId, kind }: Pick<OptionGroup, 'id' | 'kind'>,
  { id: optionId }: Pick<GroupOption, 'id'>,
  units: number,
): ChosenOptions {
  const others = chosen.filter((each) => each.groupId !== groupId || (kind === 'some' && each.optionId !== optionId));
  const picked = units > 0 ? [...others, { groupId, optionId, units }] : others;
  const remaining = withoutClosedGroups(dish, picked);
  return withOpened(dish, remaining, new Set(applicableGroups(dish, chosen).map(({ id }) => id)));
}

/** The choices in groups that still apply. */
function withoutClosedGroups(dish: OptionDish, chosen: ChosenOptions): ChosenOptions {
  const groups = applicableGroups(dish, chosen);
  return chosen.filter(({ groupId }) => groups.some(({ id }) => id === groupId));
}

/** Adds the defaults of groups that were not open before, but no sold-out ones: the guest sees these groups open. */
function withOpened(dish: OptionDish, chosen: ChosenOptions, openBefore: ReadonlySet<string>): ChosenOptions {
  const opened = applicableGroups(dish, chosen).filter(({ id }) => !openBefore.has(id));
  if (opened.length === 0) return chosen;
  const defaults = opened.flatMap((group) =>
    defaultsIn(group).filter((each) => isOptionAvailable(group, each.optionId)),
  );
  return withOpened(dish, [...chosen, ...defaults], new Set([...openBefore, ...opened.map(({ id }) => id)]));
}

/** The choices that are still available, without those in groups that are no longer open. */
export function withoutUnavailableChoices(dish: OptionDish, chosen: ChosenOptions): ChosenOptions {
  const available = chosen.filter(({ groupId, optionId }) =>
    dish.optionGroups?.some((group) => group.id === groupId && isOptionAvailable(group, optionId)),
  );
  return withoutClosedGroups(dish, available);
}

function isOptionAvailable({ options }: OptionGroup, optionId: string): boolean {
  return options.some(({ id, isAvailable }) => id === optionId && isAvailable);
}

/** True if the choices are those of a guest who changes nothing. */
export function areDefaultChoices(dish: OptionDish, chosen: ChosenOptions): boolean {
  return choicesKey(chosen) === choicesKey(defaultChoices(dish));
}
