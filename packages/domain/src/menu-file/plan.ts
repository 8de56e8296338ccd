import { type Slices } from '../core/slices.ts';
import type { FileDish } from './file-dish.ts';
import { planLocation } from './plan-location.ts';
import type {
  SharedCategoriesAndGroups,
  DishChange,
  MenuPlan,
  ExistingLocationMenu,
  LocationPlan,
} from './plan-types.ts';
import { SharedParts } from './shared-parts.ts';

/**
 * Plans what importing a file would change on the menus of these locations. It deletes nothing. Yields regularly so that
 * other requests are served.
 */
export function* planMenuInSlices(
  dishes: readonly FileDish[],
  menus: readonly ExistingLocationMenu[],
  chain: SharedCategoriesAndGroups,
): Slices<MenuPlan> {
  const shared = new SharedParts(chain);
  const plans: LocationPlan[] = [];
  for (const place of menus) plans.push(yield* planLocation(dishes, place, shared));
  const plan = { places: plans, categories: shared.newCategories, groups: shared.newGroups };
  return { ...withoutUnusedParts(plan), unknownGroups: [...shared.unknownGroups] };
}

/** The plan without the changes of these rows. */
export function withoutRows(plan: MenuPlan, rows: ReadonlySet<number>): MenuPlan {
  const places = plan.places.map((place) => ({
    ...place,
    added: place.added.filter(({ row }) => !rows.has(row)),
    changed: place.changed.filter(({ row }) => !rows.has(row)),
  }));
  return { ...plan, ...withoutUnusedParts({ ...plan, places }) };
}

export function countChanges({ places }: Pick<MenuPlan, 'places'>): number {
  return places.reduce((sum, { added, changed }) => sum + added.length + changed.length, 0);
}

type PlannedParts = Pick<MenuPlan, 'places' | 'categories' | 'groups'>;

/** Removes new categories and option groups that no dish uses. */
export function withoutUnusedParts({ places, categories, groups: newGroups }: PlannedParts): PlannedParts {
  const changes: readonly DishChange[] = places.flatMap(({ added, changed }) => [
    ...added,
    ...changed.map(({ change }) => change),
  ]);
  const usedCategories = new Set(changes.map(({ category }) => category));
  const usedGroups = new Set(changes.flatMap(({ groups = [] }) => groups.map(({ groupId }) => groupId)));
  return {
    places,
    categories: categories.filter(({ id }) => usedCategories.has(id)),
    groups: newGroups.filter(({ id }) => usedGroups.has(id)),
  };
}
