import { isSoldOut } from '../menu/sold-out.ts';
import { leadsNowhere } from './problem.ts';
import type { GroupOption, OptionGroup } from './types.ts';

/** Groups as they stand at a moment: what ran out is not to be had, nor what opens a group of which too little is left. */
export function groupsAt(groups: readonly OptionGroup[], now: Date): readonly OptionGroup[] {
  if (groups.every(({ options }) => options.every(({ soldOutUntil }) => !soldOutUntil))) return groups;
  const there = without(groups, ({ soldOutUntil }) => isSoldOut(soldOutUntil, now));
  return without(there, (option) => leadsNowhere(option, there));
}

function without(groups: readonly OptionGroup[], isGone: (option: GroupOption) => boolean): readonly OptionGroup[] {
  return groups.map((group) => ({
    ...group,
    options: group.options.map((option) => (isGone(option) ? { ...option, isAvailable: false } : option)),
  }));
}
