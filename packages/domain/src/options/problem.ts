import { say, type FailureCode } from '../core/index.ts';
import { defaultChoices, applicableGroups, optionKey, unitsOfGroup, unitsOfOption } from './choosing.ts';
import { OPTION_LIMITS, type ChosenOptions, type GroupOption, type OptionDish, type OptionGroup } from './types.ts';

/** Why a dish cannot be ordered with these choices. */
export interface OptionProblem {
  readonly code: FailureCode & ('option-missing' | 'option-unavailable' | 'item-unavailable' | 'invalid-argument');
  readonly message: string;
  readonly groupId?: string;
  readonly optionId?: string;
}

export const OPTION_TEXTS = {
  atLeast: (min: number, group: string) => say`Choose at least ${min} for "${group}"`,
  atMost: (max: number, group: string) => say`At most ${max} for "${group}"`,
  unavailable: (option: string) => say`"${option}" is no longer available.`,
  comesWith: (dish: string, option: string, group: string) =>
    say`"${dish}" comes with "${option}", which is sold out. Please choose again for "${group}".`,
  unknown: (group: string) => say`A choice for "${group}" is no longer available. Please choose again.`,
  foreign: (dish: string) => say`One of these choices does not belong to "${dish}". Please choose again.`,
  nothingLeft: (dish: string, group: string) =>
    say`"${dish}" cannot be ordered right now: everything in "${group}" is sold out.`,
} as const;

/** The first group without enough available options, which makes the whole dish unavailable; null if there is none. */
export function emptyGroup({ optionGroups = [] }: OptionDish): OptionGroup | null {
  return optionGroups.find((group) => !group.isOpened && !canBeMet(group)) ?? null;
}

/** Returns the problem with the choices, or null. Without choices the defaults are checked. */
export function optionsProblem(dish: OptionDish, requested?: ChosenOptions): OptionProblem | null {
  // A shortcut: most dishes have no options.
  if (!dish.optionGroups?.length && !requested?.length) return null;
  const empty = requested ? null : emptyGroup(dish);
  if (empty) return nothingLeft(dish, empty);
  const chosen = requested ?? defaultChoices(dish);
  const groups = applicableGroups(dish, chosen);
  for (const { groupId, optionId } of chosen) {
    const group = groups.find(({ id }) => id === groupId);
    if (!group) return { code: 'invalid-argument', message: OPTION_TEXTS.foreign(dish.name), groupId, optionId };
    const option = group.options.find(({ id }) => id === optionId);
    if (!option?.isAvailable || opensEmptyGroup(group, option, groups)) {
      return {
        code: 'option-unavailable',
        message: unavailableText(dish, group, option, requested),
        groupId,
        optionId,
      };
    }
    if (unitsOfOption(chosen, groupId, optionId) > option.maxUnits) {
      const message = OPTION_TEXTS.atMost(option.maxUnits, option.name);
      return { code: 'invalid-argument', message, groupId, optionId };
    }
  }
  for (const group of groups) {
    const { id: groupId, name, min, max } = group;
    const units = unitsOfGroup(chosen, groupId);
    if (units > max) return { code: 'invalid-argument', message: OPTION_TEXTS.atMost(max, name), groupId };
    if (units >= min) continue;
    if (!canBeMet(group)) return nothingLeft(dish, group);
    return { code: 'option-missing', message: OPTION_TEXTS.atLeast(min, name), groupId };
  }
  const units = chosen.reduce((sum, each) => sum + each.units, 0);
  if (units <= OPTION_LIMITS.units) return null;
  return { code: 'invalid-argument', message: OPTION_TEXTS.atMost(OPTION_LIMITS.units, dish.name) };
}

function nothingLeft(dish: OptionDish, { id: groupId, name }: OptionGroup): OptionProblem {
  return { code: 'item-unavailable', message: OPTION_TEXTS.nothingLeft(dish.name, name), groupId };
}

/** A guest who kept the defaults did not choose the sold-out option, so the message explains what it belongs to. */
function unavailableText(
  dish: OptionDish,
  group: OptionGroup,
  option: GroupOption | undefined,
  requested?: ChosenOptions,
): string {
  if (!option) return OPTION_TEXTS.unknown(group.name);
  return requested ? OPTION_TEXTS.unavailable(option.name) : OPTION_TEXTS.comesWith(dish.name, option.name, group.name);
}

/** True if the option opens a group without enough options. Only the option is unavailable then, not the dish. */
export function opensEmptyGroup(
  { id: groupId }: OptionGroup,
  { id, opensGroupId }: GroupOption,
  groups: readonly OptionGroup[],
): boolean {
  const key = optionKey(groupId, id);
  return groups.some((each) => each.isOpened && (each.id === opensGroupId || each.openedBy === key) && !canBeMet(each));
}

/** True if the options that are left are enough for the minimum of the group. */
function canBeMet({ options, min }: OptionGroup): boolean {
  const available = options.filter(({ isAvailable }) => isAvailable);
  return available.reduce((sum, { maxUnits }) => sum + maxUnits, 0) >= min;
}
