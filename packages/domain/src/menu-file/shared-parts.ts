import { CATEGORY_MAX, categoryId } from '../menu/categories.ts';
import type { DishGroup, OptionGroup } from '../options/index.ts';
import { isClearListText } from './cells.ts';
import { normaliseName } from './columns.ts';
import type { FileDish } from './file-dish.ts';
import type { SharedCategoriesAndGroups, NewCategory } from './import-plan-types.ts';

/** Finds the categories and option groups of all locations by the names that files use. */
export class SharedParts {
  /** The categories that dishes of the file name and that do not exist yet. */
  readonly newCategories: readonly NewCategory[];
  /** A category or group as a file names it. */
  readonly categoryName: (id: string) => string;
  readonly groupText: (id: string) => string;
  readonly #categoryIds: ReadonlyMap<string, string>;
  readonly #groups: ReadonlyMap<string, OptionGroup>;
  readonly #groupsByName: ReadonlyMap<string, readonly OptionGroup[]>;

  constructor({ categories, groups }: SharedCategoriesAndGroups, dishes: readonly FileDish[] = []) {
    const ids = new Map(categories.map(({ id }) => [normaliseName(id), id]));
    for (const { id, earlier = [] } of categories) for (const name of earlier) ids.set(normaliseName(name), id);
    // Present names win over earlier ones.
    for (const { id, name } of categories) ids.set(normaliseName(name), id);
    this.newCategories = dishes.flatMap(({ category }) => {
      if (category === null) return [];
      const [name, id] = [normaliseName(category), categoryId(category)];
      if (name === '' || ids.has(name) || id.length > CATEGORY_MAX) return [];
      ids.set(name, id);
      return { id, name: category };
    });
    this.categoryName = nameFinder([...categories, ...this.newCategories]);
    this.groupText = nameFinder(groups);
    this.#categoryIds = ids;
    this.#groups = new Map(groups.map((group) => [group.id, group]));
    this.#groupsByName = Map.groupBy(groups, ({ name }) => normaliseName(name));
  }

  /** The id of the category with this name; null if no category can have it. */
  categoryId(name: string): string | null {
    return this.#categoryIds.get(normaliseName(name)) ?? null;
  }

  group(id: string): OptionGroup | undefined {
    return this.#groups.get(id);
  }

  /** The group with this name or id. If several have the name, the one the dish already uses. */
  groupNamed(name: string, groupsOfDish: readonly DishGroup[]): OptionGroup | 'unknown' | 'several' {
    const [one, ...others] = this.#groupsByName.get(normaliseName(name)) ?? [];
    if (!one) return this.#groups.get(name) ?? 'unknown';
    if (others.length === 0) return one;
    return [one, ...others].find(({ id }) => groupsOfDish.some(({ groupId }) => groupId === id)) ?? 'several';
  }
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
