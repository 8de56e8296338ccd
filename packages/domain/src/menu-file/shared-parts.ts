import { freeSlug, say, sayNow, slugOf, ZERO, type Cents } from '../core/index.ts';
import { CATEGORY_MAX, categoryId } from '../menu/categories.ts';
import { groupForDish, HEAT_GROUP, OPTION_LIMITS, type DishGroup, type OptionGroup } from '../options/index.ts';
import { amountText, isClearListText } from './cells.ts';
import { normaliseName } from './columns.ts';
import type { FileDish, FileSize } from './file-dish.ts';
import type { SharedCategoriesAndGroups, NewCategory } from './import-plan-types.ts';

/** Finds the categories and option groups of all locations by the names that files use. */
export class SharedParts {
  /** The categories that dishes of the file name and that do not exist yet. */
  readonly newCategories: readonly NewCategory[];
  /** The sizes of dishes of the file for which no group exists yet. */
  readonly newGroups: readonly OptionGroup[];
  /** Names in the file that no group has. */
  readonly unknownGroups: readonly string[];
  /** A category or group as a file names it. */
  readonly categoryName: (id: string) => string;
  readonly groupText: (id: string) => string;
  readonly #categoryIds: ReadonlyMap<string, string>;
  readonly #groups: ReadonlyMap<string, OptionGroup>;
  readonly #groupsByName: ReadonlyMap<string, readonly OptionGroup[]>;
  readonly #sizesByNames: ReadonlyMap<string, OptionGroup>;

  constructor({ categories, groups }: SharedCategoriesAndGroups, dishes: readonly FileDish[] = []) {
    const ids = new Map(categories.map(({ id }) => [normaliseName(id), id]));
    for (const { id, earlier = [] } of categories) for (const name of earlier) ids.set(normaliseName(name), id);
    // Present names win over earlier ones.
    for (const { id, name } of categories) ids.set(normaliseName(name), id);
    const named = dishes.flatMap(({ category, categoryIfNew }) => category ?? categoryIfNew ?? []);
    this.newCategories = [...new Set(named)].flatMap((category) => {
      const [name, id] = [normaliseName(category), categoryId(category)];
      if (name === '' || ids.has(name) || id.length > CATEGORY_MAX) return [];
      ids.set(name, id);
      return { id, name: category };
    });
    this.categoryName = nameFinder([...categories, ...this.newCategories]);
    this.#categoryIds = ids;
    const usedIds = new Set([HEAT_GROUP, ...groups.map(({ id }) => id)]);
    this.#groupsByName = Map.groupBy(groups, ({ name }) => normaliseName(name));
    const reusable = this.#groupsByName.get(normaliseName(sayNow(SIZES_NAME)))?.filter(isOnlySizes) ?? [];
    const sizes = new Map(reusable.toReversed().map((group) => [namesOf(group.options), group]));
    for (const dish of dishes) {
      const names = namesOf(dish.sizes);
      if (dish.sizes.length > 0 && !sizes.has(names)) sizes.set(names, newSizes(dish, usedIds));
    }
    this.#sizesByNames = sizes;
    this.newGroups = [...sizes.values()].filter((group) => !groups.includes(group));
    const allGroups = [...groups, ...this.newGroups];
    this.groupText = nameFinder(allGroups);
    this.#groups = new Map(allGroups.map((group) => [group.id, group]));
    const modifiers = new Set(dishes.flatMap((dish) => dish.modifiers));
    this.unknownGroups = [...modifiers].filter((name) => this.groupNamed(name, []) === 'unknown');
  }

  /** The id of the category with this name; null if no category can have it. */
  categoryId(name: string): string | null {
    return this.#categoryIds.get(normaliseName(name)) ?? null;
  }

  group(id: string): OptionGroup | undefined {
    return this.#groups.get(id);
  }

  /** The group of these sizes, which all dishes share that have them: each dish has its own prices. */
  groupOfSizes(sizes: readonly FileSize[]): OptionGroup | undefined {
    return this.#sizesByNames.get(namesOf(sizes));
  }

  /** The sizes of a dish with its prices, as they are written in a file; empty if it has none. */
  sizesWithPrices(groups: readonly DishGroup[]): string {
    for (const dishGroup of groups) {
      const group = this.#groups.get(dishGroup.groupId);
      if (group?.isSize) return groupForDish(group, dishGroup).options.map(sizeText).join('; ');
    }
    return '';
  }

  /** The group with this name or id. If several have the name, the one the dish already uses. */
  groupNamed(name: string, groupsOfDish: readonly DishGroup[]): OptionGroup | 'unknown' | 'several' {
    const [one, ...others] = this.#groupsByName.get(normaliseName(name)) ?? [];
    if (!one) return this.#groups.get(name) ?? 'unknown';
    if (others.length === 0) return one;
    return [one, ...others].find(({ id }) => groupsOfDish.some(({ groupId }) => groupId === id)) ?? 'several';
  }
}

const SIZES_NAME = say`Size`;

const namesOf = (sizes: readonly { readonly name: string }[]) =>
  sizes.map(({ name }) => name.trim().toLowerCase()).join('\n');

/** An imported dish must not get allergens or lose diets with a group that somebody made for other dishes. */
function isOnlySizes({ isSize, options }: OptionGroup): boolean {
  return isSize && options.every(({ allergens, breaks }) => allergens.length + breaks.length === 0);
}

/** A name with a semicolon would be read as two sizes. */
function sizeText({ id, name, price }: OptionGroup['options'][number]): string {
  return `${name.includes(';') ? id : name} ${amountText(price)}`;
}

/** The prices by the id of the size, in the order of the group; null if these are not exactly the sizes of the group. */
export function pricesOfSizes({ options }: OptionGroup, sizes: readonly FileSize[]): Record<string, Cents> | null {
  const priceOf = ({ id, name }: OptionGroup['options'][number]) =>
    (sizes.find((size) => namesOf([size]) === namesOf([{ name }])) ?? sizes.find((size) => size.name === id))?.price;
  const prices = options.flatMap((size) => {
    const price = priceOf(size);
    return price === undefined ? [] : [[size.id, price] as const];
  });
  return prices.length === options.length && sizes.length === options.length ? Object.fromEntries(prices) : null;
}

function newSizes(dish: FileDish, usedIds: Set<string>): OptionGroup {
  const name = sayNow(SIZES_NAME);
  const isUsed = (each: string) => usedIds.has(each);
  const id = freeSlug(slugOf(name, OPTION_LIMITS.name) || 'sizes', isUsed, OPTION_LIMITS.name) ?? `sizes-${dish.row}`;
  usedIds.add(id);
  const base = { maxUnits: 1, isAvailable: true, allergens: [], breaks: [] };
  const options = dish.sizes.map((size, at) => ({ ...base, ...size, id: `size-${at + 1}`, isDefault: at === 0 }));
  const limits = { min: 1, max: 1, included: 0, eachExtra: ZERO, isSize: true, isOpened: false };
  return { id, name, kind: 'one', ...limits, options };
}

/** A group with its sizes, for the preview and the audit log. */
export function sizesText({ name, options }: OptionGroup): string {
  return `${name}: ${options.map((option) => option.name).join(', ')}`;
}

/** Returns a function that gives the name of an id if it is unique and unambiguous in a file, otherwise the id. */
function nameFinder(list: readonly { readonly id: string; readonly name: string }[]): (id: string) => string {
  const byName = Map.groupBy(list, ({ name }) => normaliseName(name));
  const names = new Map(
    list.map(({ id, name }) => {
      const isUnique = byName.get(normaliseName(name))?.length === 1 && normaliseName(name) !== '';
      return [id, isUnique && !name.includes(';') && !isClearListText(name) ? name : id];
    }),
  );
  return (id) => names.get(id) ?? id;
}
