import { say } from '../core/language.ts';
import type { Cents } from '../core/money.ts';
import { optionStockId } from '../options/portions.ts';
import { dishGroupsProblem, groupForDish, type DishGroup } from '../options/rules.ts';
import { isClearListText } from './cells.ts';
import type { FileDish } from './file-dish.ts';
import { isGroupDefinition, parseGroupDefinition } from './option-definition.ts';
import type { OptionCosts } from './plan-types.ts';
import { hasSameSizes, MOST_NEW_GROUPS, type SharedParts } from './shared-parts.ts';

/** The most unknown groups that are listed. A file with more probably has wrong columns. */
const MOST_UNKNOWN = 200;

type PlannedGroups =
  | { readonly value: readonly DishGroup[]; readonly optionCosts?: OptionCosts }
  | { readonly problem: string };

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
  return problem === null ? { optionCosts: {}, ...listed, ...sized } : { problem };
}

/** The groups of the options column; without a value in it, the dish keeps its groups. */
function listedGroups({ options }: FileDish, own: readonly DishGroup[], shared: SharedParts): PlannedGroups {
  if (options === null) return { value: own };
  if (isClearListText(options)) return { value: [] };
  const groups: DishGroup[] = [];
  const optionCosts: Record<string, Cents> = {};
  let missing: string | null = null;
  for (const text of groupTexts(options, own, shared)) {
    const group = listedGroup(text, own, shared);
    if ('problem' in group) return group;
    const { id = null, costs = {} } = group;
    if (id === null) missing ??= text;
    else if (!groups.some(({ groupId }) => groupId === id)) groups.push(ownOrNew(id, own));
    Object.assign(optionCosts, costs);
  }
  if (missing !== null) {
    return { problem: say`There is no option group “${missing}”. Please create it first.` };
  }
  return { value: groups, optionCosts };
}

type ListedGroup = { readonly id?: string; readonly costs?: OptionCosts } | { readonly problem: string };

/** One group of the options column: the name of a group or the definition of one. Without an id it does not exist. */
function listedGroup(text: string, own: readonly DishGroup[], shared: SharedParts): ListedGroup {
  const group = shared.groupNamed(text, own);
  if (group === 'several') {
    return { problem: say`Several option groups are called “${text}”. Please use the id.` };
  }
  if (group !== 'unknown') return { id: group.id };
  if (isGroupDefinition(text)) return definedGroup(text, own, shared);
  if (shared.unknownGroups.size < MOST_UNKNOWN) shared.unknownGroups.add(text);
  return {};
}

function definedGroup(text: string, own: readonly DishGroup[], shared: SharedParts): ListedGroup {
  const definition = parseGroupDefinition(text);
  if ('problem' in definition) return definition;
  const group = shared.definedGroup(definition.value, own);
  if (!group) return { problem: say`A file can create at most ${MOST_NEW_GROUPS} option groups. Please split it.` };
  const costs = group.options.flatMap(({ id }, at): [string, Cents][] => {
    const cost = definition.value.options[at]?.cost ?? null;
    return cost === null ? [] : [[optionStockId(group.id, id), cost]];
  });
  return { id: group.id, costs: Object.fromEntries(costs) };
}

/** The groups of a cell. A name may contain a separator, so the whole cell and comma-separated names are tried first. */
function groupTexts(options: string, own: readonly DishGroup[], shared: SharedParts): Iterable<string> {
  const isGroup = (name: string) => shared.groupNamed(name, own) !== 'unknown';
  if (isGroup(options)) return [options];
  const split = (separator: RegExp) =>
    new Set(
      options
        .split(separator)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    );
  if (/[;\n]/.test(options)) return split(/[;\n]/);
  const names = split(/,/);
  return isGroupDefinition(options) && ![...names].every(isGroup) ? [options] : names;
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
function withSizes(
  groups: readonly DishGroup[],
  dish: FileDish,
  own: readonly DishGroup[],
  shared: SharedParts,
): PlannedGroups {
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
