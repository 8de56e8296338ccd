import { say } from '../core/language.ts';
import { menuPlan } from './import-plan.ts';
import type { MenuPlan, NewDish, ExistingLocationMenu } from './import-plan-types.ts';

export interface ExistingSharedDishes {
  readonly ids: ReadonlySet<string>;
  /** True if the location's dish is a shared one. */
  readonly has: (locationId: string, itemId: string) => boolean;
}

/**
 * Refuses new dishes that would become shared, for staff who do not edit every menu. A dish becomes shared if several
 * of these menus have it under the same id and name.
 */
export function withoutNewSharedDishes(
  plan: MenuPlan,
  menus: readonly ExistingLocationMenu[],
  sharedDishes: ExistingSharedDishes,
): MenuPlan {
  const keyOf = ({ id, name }: { readonly id: string; readonly name: string }) => `${id} ${name.toLowerCase()}`;
  const dishesAfter = plan.places.flatMap(({ locationId, added, changed }) => {
    const names = new Map(changed.map(({ id, name, change }) => [id, change.name ?? name]));
    const present = menus.find((menu) => menu.locationId === locationId)?.dishes ?? [];
    const unshared = present.filter(({ id }) => !sharedDishes.has(locationId, id));
    return [...added, ...unshared.map(({ id, name }) => ({ id, name: names.get(id) ?? name }))];
  });
  const dishesByKey = Map.groupBy(dishesAfter, keyOf);
  const wouldBeShared = (dish: NewDish) =>
    !sharedDishes.ids.has(dish.id) && (dishesByKey.get(keyOf(dish))?.length ?? 0) > 1;
  const locationPlans = plan.places.map((each) => ({
    ...each,
    added: each.added.filter((dish) => !wouldBeShared(dish)),
    refused: [
      ...each.refused,
      ...each.added.filter(wouldBeShared).map(({ row, name }) => ({ row, name, reason: WOULD_BE_SHARED })),
    ].toSorted((a, b) => a.row - b.row),
  }));
  return menuPlan(locationPlans, plan);
}

const WOULD_BE_SHARED = say`On several menus it would become a shared dish. Only an admin, or someone who edits every menu, can create one. Please import it for one location at a time.`;
