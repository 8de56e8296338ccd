import { entryOf, joinWithAnd, say, type Cents } from '../core/index.ts';
import { OPTION_LIMITS, type OptionGroup } from './types.ts';

// The rules for option groups, checked both in the editor and on the server.

/** A dish's own limits for a group and its own prices of sizes; null keeps what the group says. */
export interface DishGroup<Money extends number = Cents> {
  readonly groupId: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly included: number | null;
  /** By the id of the size. A size that is missing has the price of the group. */
  readonly sizePrices?: Readonly<Record<string, Money>> | null | undefined;
}

type OverridableGroup = Pick<OptionGroup, 'min' | 'max' | 'included' | 'isSize'> & {
  readonly options: readonly { readonly id: string; readonly price: number }[];
};

/** A group with the limits and the prices of sizes that the dish sets. */
export function groupForDish<Group extends OverridableGroup>(
  group: Group,
  { min, max, included, sizePrices }: Omit<DishGroup<number>, 'groupId'>,
): Group {
  const limited = { ...group, min: min ?? group.min, max: max ?? group.max, included: included ?? group.included };
  // If its options are no longer sizes, a price of the dish would become a surcharge.
  if (!group.isSize || !sizePrices) return limited;
  const options = group.options.map((size) => ({ ...size, price: entryOf(sizePrices, size.id) ?? size.price }));
  return { ...limited, options };
}

/** Returns the problem with a group and the field it is in, or null. */
export function groupProblem(
  group: Pick<OptionGroup, 'name' | 'kind' | 'min' | 'max' | 'included' | 'eachExtra' | 'isSize'> & {
    readonly options: readonly Pick<
      OptionGroup['options'][number],
      'name' | 'price' | 'isDefault' | 'maxUnits' | 'opensGroupId'
    >[];
  },
): { readonly field: string; readonly message: string } | null {
  const { kind, min, max, included, eachExtra, isSize, options } = group;
  const wrong = (field: string, message: string) => ({ field, message });
  if (options.length === 0) return wrong('options', say`A group has at least one option.`);
  if (options.length > OPTION_LIMITS.options) return wrong('options', say`At most ${OPTION_LIMITS.options} options.`);
  const names = options.map(({ name }) => name.toLowerCase());
  const twice = options.find(({ name }, at) => names.indexOf(name.toLowerCase()) < at);
  if (twice) return wrong('options', say`"${twice.name}" appears twice.`);
  if (isSize && (kind !== 'one' || min !== 1)) return wrong('isSize', say`Guests choose exactly one size.`);
  if (kind === 'one' && (max !== 1 || options.some(({ maxUnits }) => maxUnits > 1))) {
    return wrong('max', say`Where guests choose one, its amount is one.`);
  }
  if (min > max) return wrong('min', say`The minimum cannot be more than the maximum.`);
  const units = options.reduce((sum, { maxUnits }) => sum + maxUnits, 0);
  if (min > units) return wrong('min', say`There are only ${units} to choose from.`);
  const defaults = options.filter(({ isDefault }) => isDefault).length;
  if (defaults > max) return wrong('options', say`At most ${max} can be chosen beforehand.`);
  if (eachExtra > 0 && defaults > included) {
    return wrong('included', say`What is chosen beforehand is part of the price. Please include at least ${defaults}.`);
  }
  if (isSize && options.some(({ price }) => price <= 0)) return wrong('options', say`Every size needs a price.`);
  if (isSize && options.some(({ opensGroupId }) => opensGroupId)) {
    return wrong('options', say`A size cannot open another group.`);
  }
  return null;
}

/** A group is shared by all locations that use it, so only staff who may edit all of their menus can change it. */
export function groupInUseText(name: string, locationNames: readonly string[]): string {
  const list = joinWithAnd(locationNames);
  return say`"${name}" is also used at ${list}, where you cannot edit the menu. Someone who edits all of these menus can change it.`;
}

interface Opener {
  readonly id: string;
  readonly name: string;
  readonly isSize: boolean;
  readonly options: readonly { readonly opensGroupId?: string | null | undefined }[];
}

/** Checks that groups open others at most one level deep. */
export function nestingProblem(group: Opener, others: readonly Opener[]): string | null {
  const opens = opensOf(group);
  for (const id of opens) {
    const opened = id === group.id ? group : others.find((each) => each.id === id);
    if (!opened) return say`An option opens a group that no longer exists.`;
    if (opened.isSize) return say`"${opened.name}" are sizes. Add them to the dish itself.`;
    if (opensOf(opened).length > 0) return say`"${opened.name}" already opens groups. Only one level is possible.`;
  }
  const opener = opens.length > 0 && others.find((each) => opensOf(each).includes(group.id));
  return opener ? say`"${opener.name}" opens this group, so this group cannot open another.` : null;
}

function opensOf({ options }: Opener): string[] {
  return options.flatMap(({ opensGroupId }) => opensGroupId ?? []);
}

/** Returns the problem with the groups of a dish, using the limits it sets, or null. */
export function dishGroupsProblem(
  groups: readonly (Parameters<typeof groupProblem>[0] & { readonly isOpened?: boolean })[],
): string | null {
  if (groups.length > OPTION_LIMITS.groups) return say`A dish has at most ${OPTION_LIMITS.groups} groups.`;
  if (groups.filter(({ isSize }) => isSize).length > 1) return say`A dish can have only one group of sizes.`;
  for (const group of groups) {
    const problem = groupProblem(group);
    if (problem) return say`${group.name}: ${problem.message}`;
  }
  const least = groups.filter(({ isOpened }) => !isOpened).reduce((sum, group) => sum + leastUnits(group), 0);
  if (least > OPTION_LIMITS.units)
    return say`Nobody could order it: at most ${OPTION_LIMITS.units} can be chosen with a dish.`;
  return null;
}

/** The smallest number of units of a group that any order contains. */
function leastUnits({ min, options }: Parameters<typeof groupProblem>[0]): number {
  return Math.max(min, options.filter(({ isDefault }) => isDefault).length);
}
