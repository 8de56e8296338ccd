import { freeSlug, say, slugOf, ZERO } from '../core/index.ts';
import { CATEGORY_MAX, categoryId } from '../menu/categories.ts';
import { HEAT_GROUP, OPTION_LIMITS, type DishGroup, type OptionGroup } from '../options/index.ts';
import { normaliseHeading } from './fields.ts';
import type { FileDish } from './file-dish.ts';
import { priceText } from './price-text.ts';
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

  /** The name of a group, or its id if several have the name. */
  groupText(id: string): string {
    const name = this.#groups.get(id)?.name ?? id;
    return (this.#byName.get(this.#plainOf(name)) ?? []).length > 1 ? id : name;
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
    const isUsed = (id: string) => id === HEAT_GROUP || this.#groups.has(id);
    const usedIds = new Set<string>();
    const group: OptionGroup = {
      id: newId(name, isUsed, 'sizes') ?? `sizes-${this.#groups.size}`,
      name,
      kind: 'one',
      min: 1,
      max: 1,
      isSize: true,
      included: 0,
      eachExtra: ZERO,
      isOpened: false,
      options: sizes.map((size, at) => {
        const id = newId(size.name, (each) => usedIds.has(each), 'option') ?? size.name;
        usedIds.add(id);
        return { id, ...size, isDefault: at === 0, maxUnits: 1, isAvailable: true, allergens: [], breaks: [] };
      }),
    };
    this.newGroups.push(group);
    this.#groups.set(group.id, group);
    return group;
  }
}

/** A new group with its sizes and prices. */
export function newGroupText({ name, options }: OptionGroup): string {
  return `${name}: ${options.map((option) => `${option.name} ${priceText(option.price)}`).join(', ')}`;
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
