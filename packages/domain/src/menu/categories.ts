import { ok, say, type Result, fail } from '../core/index.ts';

export const CATEGORY_MAX = 50;

/** 'Veg Curries ' → 'veg-curries' */
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

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Checks the name of a new category, and returns its id. */
export function checkNewCategory(name: string, existing: readonly Named[]): Result<string> {
  const id = categoryId(name);
  if (id === '') return fail('invalid-argument', say`Category name is required`);
  if (id.length > CATEGORY_MAX) {
    return fail('invalid-argument', say`Category name must be ${CATEGORY_MAX} characters or less`);
  }
  // JavaScript treats this key specially: an object keyed by ids would lose the category.
  if (id === '__proto__') return fail('invalid-argument', say`Name contains invalid characters`);
  if (existing.some((each) => categoryId(each.name) === id)) {
    return fail('already-exists', say`Category already exists`);
  }
  const renamed = existing.find((each) => each.id === id);
  if (!renamed) return ok(id);
  return fail(
    'already-exists',
    say`“${renamed.name}” is the former name of another category. Please choose another name.`,
  );
}

/** Validates a new name for a category. Its id stays the same, because open pages, links and files refer to it. */
export function checkCategoryRename(id: string, name: string, existing: readonly Named[]): Result<string> {
  if (!existing.some((each) => each.id === id)) return fail('not-found', say`Category not found`);
  const trimmedName = name.trim().replace(/\s+/g, ' ');
  const checked = checkNewCategory(
    trimmedName,
    existing.filter((each) => each.id !== id),
  );
  return checked.ok ? ok(trimmedName) : checked;
}

/** Checks that a category may be deleted: it must have no dishes, and a default category must not be the last one. */
export function checkCategoryDeletion(
  id: string,
  existing: readonly { readonly id: string; readonly isDefault: boolean }[],
  dishes: number,
): Result<true> {
  const category = existing.find((each) => each.id === id);
  if (!category) return fail('not-found', say`Category not found`);
  if (dishes > 0) return fail('category-in-use');
  if (category.isDefault && existing.length === 1) {
    return fail('failed-precondition', say`Default categories cannot be deleted`);
  }
  return ok(true);
}
