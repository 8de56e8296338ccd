import type { FailureCode } from '../core/errors.ts';
import { defaultsOf, groupsInForce, unitsIn, unitsOf } from './choosing.ts';
import { OPTION_LIMITS, type Chosen, type OptionDish, type OptionGroup } from './types.ts';

/** Why a dish cannot be had with these choices. */
export interface OptionProblem {
  readonly code: FailureCode & ('option-missing' | 'option-unavailable' | 'item-unavailable' | 'invalid-argument');
  readonly message: string;
  readonly groupId?: string;
  readonly optionId?: string;
}

export const OPTION_TEXTS = {
  atLeast: (min: number, group: string) => `Choose at least ${min} for "${group}"`,
  atMost: (max: number, group: string) => `At most ${max} for "${group}"`,
  gone: (option: string) => `"${option}" is no longer available.`,
  unknown: (group: string) => `A choice for "${group}" is no longer available. Please choose again.`,
  foreign: (dish: string) => `One of these choices does not belong to "${dish}". Please choose again.`,
  nothingLeft: (dish: string, group: string) =>
    `"${dish}" cannot be ordered right now: nothing is left for "${group}".`,
} as const;

/** The group that keeps a dish from being ordered at all, because too little of it is left; null when there is none. */
export function emptyGroup({ optionGroups = [] }: OptionDish): OptionGroup | null {
  return optionGroups.find((group) => !group.isOpened && !canBeMet(group)) ?? null;
}

/** What is wrong with a choice; null when nothing is. Without one the dish is meant as it comes. */
export function optionsProblem(dish: OptionDish, chosen: Chosen = defaultsOf(dish)): OptionProblem | null {
  const groups = groupsInForce(dish, chosen);
  for (const { groupId, optionId } of chosen) {
    const group = groups.find(({ id }) => id === groupId);
    if (!group) return { code: 'invalid-argument', message: OPTION_TEXTS.foreign(dish.name), groupId, optionId };
    const option = group.options.find(({ id }) => id === optionId);
    if (!option?.isAvailable) {
      const message = option ? OPTION_TEXTS.gone(option.name) : OPTION_TEXTS.unknown(group.name);
      return { code: 'option-unavailable', message, groupId, optionId };
    }
    if (unitsOf(chosen, groupId, optionId) > option.maxUnits) {
      const message = OPTION_TEXTS.atMost(option.maxUnits, option.name);
      return { code: 'invalid-argument', message, groupId, optionId };
    }
  }
  for (const group of groups) {
    const problem = groupProblem(dish, group, unitsIn(chosen, group.id));
    if (problem) return { ...problem, groupId: group.id };
  }
  const units = chosen.reduce((sum, each) => sum + each.units, 0);
  if (units <= OPTION_LIMITS.units) return null;
  return { code: 'invalid-argument', message: OPTION_TEXTS.atMost(OPTION_LIMITS.units, dish.name) };
}

function groupProblem(dish: OptionDish, group: OptionGroup, units: number): OptionProblem | null {
  if (units > group.max) return { code: 'invalid-argument', message: OPTION_TEXTS.atMost(group.max, group.name) };
  if (units >= group.min) return null;
  return canBeMet(group)
    ? { code: 'option-missing', message: OPTION_TEXTS.atLeast(group.min, group.name) }
    : { code: 'item-unavailable', message: OPTION_TEXTS.nothingLeft(dish.name, group.name) };
}

function canBeMet({ options, min }: OptionGroup): boolean {
  const there = options.filter(({ isAvailable }) => isAvailable);
  return there.reduce((sum, { maxUnits }) => sum + maxUnits, 0) >= min;
}
