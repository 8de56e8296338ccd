import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';

/** Every menu has these, and they cannot be deleted. */
export const DEFAULT_CATEGORIES = [
  'appetizers',
  'breakfast',
  'veg-curries',
  'non-veg-curries',
  'combos-with-rice',
  'combos-with-bread',
  'drinks',
] as const;

export const CATEGORY_MAX = 50;

export function isDefaultCategory(id: string): boolean {
  return DEFAULT_CATEGORIES.some((category) => category === id);
}

/** 'Veg  Curries ' → 'veg-curries' */
export function categoryId(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-');
}

/** 'veg-curries' → 'Veg Curries' */
export function categoryName(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** The id of a category to be added. */
export function newCategory(name: string, existing: readonly string[]): Result<string> {
  const id = categoryId(name);
  if (id === '') return err(failure('invalid-argument', 'Category name is required'));
  if (id.length > CATEGORY_MAX) {
    return err(failure('invalid-argument', `Category name must be ${CATEGORY_MAX} characters or less`));
  }
  if (isDefaultCategory(id) || existing.includes(id)) return err(failure('already-exists', 'Category already exists'));
  return ok(id);
}

/** May this category go? Not a default one, and none that dishes still stand in. */
export function checkCategoryDeletion(id: string, existing: readonly string[], dishes: number): Result<true> {
  if (isDefaultCategory(id)) return err(failure('failed-precondition', 'Default categories cannot be deleted'));
  if (!existing.includes(id)) return err(failure('not-found', 'Category not found'));
  return dishes > 0 ? err(failure('category-in-use')) : ok(true);
}
