import { say } from '../core/language.ts';
import { dishGroupsProblem, groupForDish, type DishGroup } from '../options/rules.ts';
import { isClearListText, type Cell } from './cells.ts';
import type { FileDish } from './file-dish.ts';
import { hasSameSizes, type SharedParts } from './shared-parts.ts';

/** The most unknown groups that are listed. A file with more probably has wrong columns. */
const MOST_UNKNOWN = 200;

type PlannedGroups = Cell<readonly DishGroup[]>;

/** The option groups of a dish after the import. `own` are those it has now. */
export function planDishGroups(
  dish: FileDish,
  currentGroups: readonly DishGroup[],
  shared: SharedParts,
): PlannedGroups {
  const listed = listedGroups(dish, currentGroups, shared);
  if ('problem' in listed) return listed;
  const sized = withSizes(withModifiers(listed.value, dish, currentGroups, shared), dish, currentGroups, shared);
  if ('problem' in sized) return sized;
  const problem = dishGroupsProblem(
    sized.value.flatMap((each) => {
      const group = shared.group(each.groupId);
      return group ? [groupForDish(group, each)] : [];
    }),
  );
  return problem === null ? sized : { problem };
}

/** The groups of the options column; without a value in it, the dish keeps its groups. */
function listedGroups({ options }: FileDish, own: readonly DishGroup[], shared: SharedParts): PlannedGroups {
  if (options === null) return { value: own };
  if (isClearListText(options)) return { value: [] };
  const groups: DishGroup[] = [];
  let missing: string | null = null;
  for (const name of groupNames(options, own, shared)) {
    const group = shared.groupNamed(name, own);
    if (group === 'several') {
      return { problem: say`Several option groups are called “${name}”. Please use the id.` };
    }
    if (group === 'unknown') {
      if (/[+$€£]\s*\d/.test(name)) {
        return {
          problem: say`“${name}” is an option with a price. Write the name of its group here, and its price under Option groups.`,
        };
      }
      missing ??= name;
      if (shared.unknownGroups.size < MOST_UNKNOWN) shared.unknownGroups.add(name);
    } else if (!groups.some(({ groupId }) => groupId === group.id)) groups.push(ownOrNew(group.id, own));
  }
  if (missing === null) return { value: groups };
  return { problem: say`There is no option group “${missing}”. Please create it first.` };
}

/** The names in a cell. A name may contain a separator, so the whole cell is tried first. */
function groupNames(options: string, own: readonly DishGroup[], shared: SharedParts): Iterable<string> {
  if (shared.groupNamed(options, own) !== 'unknown') return [options];
  const names = options.split(/[;\n]/.test(options) ? /[;\n]/ : ',').map((name) => name.trim());
  return new Set(names.filter((name) => name !== ''));
}

/** Adds and removes groups by the columns that say yes or no to one group. */
function withModifiers(
  groups: readonly DishGroup[],
  { modifiers }: FileDish,
  own: readonly DishGroup[],
  shared: SharedParts,
): readonly DishGroup[] {
  let chosen = groups;
  for (const { name, has } of modifiers) {
    const group = shared.groupNamed(name, own);
    if (typeof group === 'string') {
      if (has) shared.unknownGroups.add(name);
      continue;
    }
    const rest = chosen.filter(({ groupId }) => groupId !== group.id);
    if (!has) chosen = rest;
    else if (rest.length === chosen.length) chosen = [...chosen, ownOrNew(group.id, own)];
  }
  return chosen;
}

/** Adds the size group of a dish that has one row per size. */
function withSizes(groups: readonly DishGroup[], dish: FileDish, own: readonly DishGroup[], shared: SharedParts) {
  if (dish.sizes.length < 2) return { value: groups };
  const sizes = groups.map(({ groupId }) => shared.group(groupId)).find((group) => group?.isSize);
  if (!sizes) return { value: [ownOrNew(shared.sizesOf(dish).id, own), ...groups] };
  if (hasSameSizes(sizes, dish.sizes)) return { value: groups };
  return {
    problem: say`Its sizes differ from those on the menu. Please change them in the option group “${sizes.name}”.`,
  };
}

/** The group with the dish's own limits, or with the group's limits if the dish does not have it yet. */
function ownOrNew(groupId: string, own: readonly DishGroup[]): DishGroup {
  return own.find((each) => each.groupId === groupId) ?? { groupId, min: null, max: null, included: null };
}
