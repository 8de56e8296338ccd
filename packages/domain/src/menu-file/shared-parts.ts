import { freeSlug, slugOf } from '../core/ids.ts';
import { say } from '../core/language.ts';
import { ZERO } from '../core/money.ts';
import { CATEGORY_MAX, categoryId } from '../menu/categories.ts';
import { parseOptionStockId } from '../options/portions.ts';
import type { DishGroup } from '../options/rules.ts';
import { HEAT_GROUP } from '../options/heat.ts';
import { OPTION_LIMITS, type GroupOption, type OptionGroup } from '../options/types.ts';
import { normaliseHeading } from './fields.ts';
import type { FileDish } from './file-dish.ts';
import { hasDefinition, newGroupText, type DefinedGroup } from './option-definition.ts';
import type { SharedCategoriesAndGroups, NewCategory } from './plan-types.ts';

/** Categories and groups that dishes of several locations can share, so that each is created once. */
export class SharedParts {
  readonly newCategories: NewCategory[] = [];
  readonly newGroups: OptionGroup[] = [];
  readonly unknownGroups = new Set<string>();
  readonly #categories = new Map<string, string>();
  readonly #categoryNames = new Map<string, string>();
  readonly #byName = new Map<string, OptionGroup[]>();
  readonly #groups = new Map<string, OptionGroup>();
  readonly #sizesOfRow = new Map<number, OptionGroup>();
  readonly #plain = new Map<string, string>();

  constructor({ categories, groups }: SharedCategoriesAndGroups) {
    for (const { id, name } of categories) this.#addCategory(id, name);
    for (const { id, earlier = [] } of categories)
      for (const name of earlier) this.#categories.set(normaliseHeading(name), id);
    for (const { id, name } of categories) this.#categories.set(normaliseHeading(name), id);
    for (const group of groups) this.#addGroup(group);
  }

  #addGroup(group: OptionGroup): void {
    const name = normaliseHeading(group.name);
    this.#groups.set(group.id, group);
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), group]);
  }

  #addCategory(id: string, name: string): void {
    this.#categories.set(normaliseHeading(id), id);
    this.#categoryNames.set(id, name);
  }

  categoryName(id: string): string {
    return this.#categoryNames.get(id) ?? id;
  }

  /** Caches normalised names, because categories and group columns repeat in thousands of rows. */
  #plainOf(name: string): string {
    const cached = this.#plain.get(name) ?? normaliseHeading(name);
    this.#plain.set(name, cached);
    return cached;
  }

  /** The category with this name, created if missing; null if the name is not allowed. */
  category(name: string): string | null {
    const called = this.#plainOf(name);
    const cached = this.#categories.get(called);
    if (cached !== undefined) return cached;
    const id = categoryId(name);
    if (called === '' || id.length > CATEGORY_MAX) return null;
    this.newCategories.push({ id, name });
    this.#addCategory(id, name);
    return id;
  }

  group(id: string): OptionGroup | undefined {
    return this.#groups.get(id);
  }

  groupText(id: string): string {
    return this.#groups.get(id)?.name ?? id;
  }

  /** The group with its options and prices, to tell groups of the same name apart. */
  groupWithOptions(id: string): string {
    const group = this.#groups.get(id);
    return group ? newGroupText(group) : id;
  }

  optionName(stockId: string): string {
    const option = parseOptionStockId(stockId);
    const options = this.#groups.get(option?.groupId ?? '')?.options;
    return options?.find(({ id }) => id === option?.optionId)?.name ?? stockId;
  }

  /** The group with this name or id. If several have the name, the one the dish already uses. */
  groupNamed(name: string, own: readonly DishGroup[]): OptionGroup | 'unknown' | 'several' {
    const named = this.#byName.get(this.#plainOf(name)) ?? [];
    const [one, another] = named;
    if (one && !another) return one;
    if (one) return named.find(({ id }) => own.some(({ groupId }) => groupId === id)) ?? 'several';
    return this.#groups.get(name.trim()) ?? 'unknown';
  }

  /** The size group for a row: an existing one with the same name and prices, or a new one. */
  sizesOf({ row, name, sizes }: FileDish): OptionGroup {
    const made = this.#sizesOfRow.get(row);
    if (made) return made;
    const dish = name.slice(0, OPTION_LIMITS.name - ' sizes'.length).trim();
    const called = say`${dish} sizes`.slice(0, OPTION_LIMITS.name);
    const cached = this.#byName
      .get(normaliseHeading(called))
      ?.find((group) => group.isSize && hasSameSizes(group, sizes));
    const group = cached ?? this.#newSizes(called, sizes);
    this.#sizesOfRow.set(row, group);
    return group;
  }

  #newSizes(name: string, sizes: FileDish['sizes']): OptionGroup {
    const options = sizes.map((size, at) => ({ ...size, isDefault: at === 0 }));
    return this.#newGroup({ name, kind: 'one', min: 1, max: 1, isSize: true, options }, 'sizes');
  }

  /** The group of a definition: one of the dish, another of the restaurant, or a new one; null if there are too many. */
  definedGroup(definition: DefinedGroup, own: readonly DishGroup[]): OptionGroup | null {
    const present = (this.#byName.get(this.#plainOf(definition.name)) ?? []).filter((group) =>
      hasDefinition(group, definition),
    );
    const group = present.find(({ id }) => own.some(({ groupId }) => groupId === id)) ?? present[0];
    if (group) return group;
    if (this.newGroups.length >= MOST_NEW_GROUPS) return null;
    const made = this.#newGroup(definition, 'options');
    this.#addGroup(made);
    return made;
  }

  #newGroup({ options, ...definition }: NewGroup, otherwise: string): OptionGroup {
    const isUsed = (id: string) => id === HEAT_GROUP || this.#groups.has(id);
    const usedIds = new Set<string>();
    const group: OptionGroup = {
      ...definition,
      id: newId(definition.name, isUsed, otherwise) ?? `${otherwise}-${this.#groups.size}`,
      included: 0,
      eachExtra: ZERO,
      isOpened: false,
      options: options.map(({ name, price, isDefault }) => {
        const id = newId(name, (each) => usedIds.has(each), 'option') ?? name;
        usedIds.add(id);
        return { id, name, price, isDefault, maxUnits: 1, isAvailable: true, allergens: [], breaks: [] };
      }),
    };
    this.newGroups.push(group);
    this.#groups.set(group.id, group);
    return group;
  }
}

/** More than any menu needs. A file with more probably has wrong columns. */
export const MOST_NEW_GROUPS = 500;

interface NewGroup extends Omit<DefinedGroup, 'options'> {
  readonly options: readonly Pick<GroupOption, 'name' | 'price' | 'isDefault'>[];
}

function newId(name: string, isUsed: (id: string) => boolean, otherwise: string): string | null {
  return freeSlug(slugOf(name, OPTION_LIMITS.name) || otherwise, isUsed, OPTION_LIMITS.name);
}

export function hasSameSizes(group: OptionGroup, sizes: FileDish['sizes']): boolean {
  return (
    group.options.length === sizes.length &&
    group.options.every(
      ({ name, price }, at) =>
        normaliseHeading(name) === normaliseHeading(sizes[at]?.name ?? '') && price === sizes[at]?.price,
    )
  );
}
