import { dishAtTime, isSoldOut, type DishHours } from '../menu/index.ts';
import { emptyGroup, opensEmptyGroup } from './problem.ts';
import type { GroupOption, OptionDish, OptionGroup } from './types.ts';

/**
 * The groups at a given time. Options are unavailable if they are sold out, are dishes served at other hours, or open a
 * group without enough options.
 */
export function groupsAt(groups: readonly OptionGroup[], now: Date, hoursAt = now): readonly OptionGroup[] {
  const isAlwaysAvailable = ({ soldOutUntil, hours, isAvailable }: GroupOption) =>
    isAvailable && !soldOutUntil && !hours;
  if (groups.every(({ options }) => options.every(isAlwaysAvailable))) return groups;
  const groupsNow = markUnavailable(
    groups,
    (_, { soldOutUntil, hours }) => isSoldOut(soldOutUntil, now) || isOtherHour(hours, hoursAt),
  );
  const markOpeners = (of: readonly OptionGroup[]) =>
    markUnavailable(of, (group, option) => opensEmptyGroup(group, option, of));
  // Twice, because a group opened by a part of a combo can open another group.
  return markOpeners(markOpeners(groupsNow));
}

/**
 * The hours at which a dish can be ordered, if a required group is empty now only because its options are dishes served
 * at other hours. Null if nothing blocks the dish, or something other than the hours.
 */
export function hoursOfEmptyGroup(dish: OptionDish, now: Date): Pick<DishHours, 'parts'> | null {
  const groups = dish.optionGroups ?? [];
  const empty = emptyGroup({ ...dish, optionGroups: groupsAt(groups, now) });
  if (!empty) return null;
  const atAnyHour = groups.map((group) => ({
    ...group,
    options: group.options.map((option) => ({ ...option, hours: undefined })),
  }));
  if (emptyGroup({ ...dish, optionGroups: groupsAt(atAnyHour, now) })) return null;
  const partsAtOtherHours = (of: readonly OptionGroup[]) =>
    of.flatMap(({ options }) => options.flatMap(({ hours }) => (hours && isOtherHour(hours, now) ? hours.parts : [])));
  const partsOfEmpty = partsAtOtherHours(groups.filter(({ id }) => id === empty.id));
  // The options themselves may be served now while a group they open is not.
  const parts = partsOfEmpty.length > 0 ? partsOfEmpty : partsAtOtherHours(groups.filter(({ isOpened }) => isOpened));
  return { parts: [...new Map(parts.map((part) => [part.id, part])).values()] };
}

function isOtherHour(hours: DishHours | undefined, at: Date): boolean {
  return hours !== undefined && !dishAtTime(hours, at).isServed;
}

function markUnavailable(
  groups: readonly OptionGroup[],
  isUnavailable: (group: OptionGroup, option: GroupOption) => boolean,
) {
  return groups.map((group) => ({
    ...group,
    options: group.options.map((option) => (isUnavailable(group, option) ? { ...option, isAvailable: false } : option)),
  }));
}
