import { isSoldOut } from '../menu/sold-out.ts';
import { leadsNowhere } from './problem.ts';
import type { GroupOption, OptionGroup } from './types.ts';

/** Groups as they stand at a moment: what ran out is not to be had, nor what opens a group of which too little is left. */
export function groupsAt(groups: readonly OptionGroup[], now: Date): readonly OptionGroup[] {
  const isWhole = ({ soldOutUntil, isAvailable }: GroupOption) => isAvailable && !soldOutUntil;
  if (groups.every(({ options }) => options.every(isWhole))) return groups;
  const there = without(groups, (_, { soldOutUntil }) => isSoldOut(soldOutUntil, now));
  const open = (of: readonly OptionGroup[]) => without(of, (group, option) => leadsNowhere(group, option, of));
  // What a part of a combo opens may open a group itself.
  return open(open(there));
}

function without(
  groups: readonly OptionGroup[],
  isGone: (group: OptionGroup, option: GroupOption) => boolean,
): readonly OptionGroup[] {
  return groups.map((group) => ({
    ...group,
    options: group.options.map((option) => (isGone(group, option) ? { ...option, isAvailable: false } : option)),
  }));
}
