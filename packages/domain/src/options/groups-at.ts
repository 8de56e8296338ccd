import { atHour, type DishHours } from '../menu/dayparts.ts';
import { isSoldOut } from '../menu/sold-out.ts';
import { emptyGroup, leadsNowhere } from './problem.ts';
import type { GroupOption, OptionDish, OptionGroup } from './types.ts';

/**
 * Groups as they stand at a moment: what ran out or is a dish of another hour is not to be had, nor what opens a group
 * of which too little is left.
 */
export function groupsAt(groups: readonly OptionGroup[], now: Date, hoursAt = now): readonly OptionGroup[] {
  const isWhole = ({ soldOutUntil, hours, isAvailable }: GroupOption) => isAvailable && !soldOutUntil && !hours;
  if (groups.every(({ options }) => options.every(isWhole))) return groups;
  const there = without(
    groups,
    (_, { soldOutUntil, hours }) => isSoldOut(soldOutUntil, now) || isOtherHour(hours, hoursAt),
  );
  const open = (of: readonly OptionGroup[]) => without(of, (group, option) => leadsNowhere(group, option, of));
  // What a part of a combo opens may open a group itself.
  return open(open(there));
}

/**
 * When a dish can be had of which a group is empty now only because its options are dishes of other hours; null where
 * nothing is in the way, or more than the hour is.
 */
export function hoursOfEmpty(dish: OptionDish, now: Date): Pick<DishHours, 'parts'> | null {
  const groups = dish.optionGroups ?? [];
  const empty = emptyGroup({ ...dish, optionGroups: groupsAt(groups, now) });
  if (!empty) return null;
  const whole = groups.map((group) => ({
    ...group,
    options: group.options.map((option) => ({ ...option, hours: undefined })),
  }));
  if (emptyGroup({ ...dish, optionGroups: groupsAt(whole, now) })) return null;
  const waiting = (of: readonly OptionGroup[]) =>
    of.flatMap(({ options }) => options.flatMap(({ hours }) => (hours && isOtherHour(hours, now) ? hours.parts : [])));
  const own = waiting(groups.filter(({ id }) => id === empty.id));
  // Its options may be there while what they open waits for its hour.
  const parts = own.length > 0 ? own : waiting(groups.filter(({ isOpened }) => isOpened));
  return { parts: [...new Map(parts.map((part) => [part.id, part])).values()] };
}

function isOtherHour(hours: DishHours | undefined, at: Date): boolean {
  return hours !== undefined && !atHour(hours, at).isServed;
}

function without(
  groups: readonly OptionGroup[],
  isRemoved: (group: OptionGroup, option: GroupOption) => boolean,
): readonly OptionGroup[] {
  return groups.map((group) => ({
    ...group,
    options: group.options.map((option) => (isRemoved(group, option) ? { ...option, isAvailable: false } : option)),
  }));
}
