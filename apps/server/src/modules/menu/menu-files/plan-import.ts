import { createHash } from 'node:crypto';
import { setImmediate as letOtherRequestsRun } from 'node:timers/promises';
import type { ResponseOf } from '@tiffin/contract';
import { refuse, say, toDollars } from '@tiffin/domain/core';
import {
  countChanges,
  fieldLabel,
  menuPlan,
  planLocation,
  SharedParts,
  sizesText,
  withoutNewSharedDishes,
  type FileLocation,
  type LocationPlan,
  type MenuFile,
  type MenuPlan,
} from '@tiffin/domain/menu-file';
import { menusWithoutAccess, worksAt, type Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { requireMenuEditor } from '../dishes/lock-menu.ts';
import { readMenus } from './read-menus.ts';

/** The locations whose menus the actor may edit; the requested ones must be among them. */
export async function requireEditableLocations(
  db: Db | Tx,
  actor: Actor,
  locationIds: readonly string[],
): Promise<readonly FileLocation[]> {
  for (const id of locationIds) requireMenuEditor(actor, id);
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  if (!locationIds.every((id) => rows.some((row) => row.id === id))) throw refuse('location-not-found');
  return rows.filter(({ id }) => worksAt(actor, id));
}

/** The plan of an import for the current menus. `canCreateShared` allows new shared dishes. */
export async function planMenuImport(
  db: Db | Tx,
  file: MenuFile,
  locationIds: readonly string[],
  canCreateShared: boolean,
) {
  const { menus, chain, sharedDishes } = await readMenus(db, locationIds);
  const shared = new SharedParts(chain, file.dishes);
  const places: LocationPlan[] = [];
  for (const menu of menus) {
    places.push(planLocation(file.dishes, menu, shared));
    // Planning a long menu takes a while, so other requests have their turn in between.
    await letOtherRequestsRun();
  }
  const { newCategories: categories, newGroups: groups, unknownGroups } = shared;
  const plan = menuPlan(places, { categories, groups, unknownGroups });
  return canCreateShared ? plan : withoutNewSharedDishes(plan, menus, sharedDishes);
}

/** Creating shared dishes needs the right to edit every menu. */
export async function canEditEveryMenu(db: Db | Tx, actor: Actor): Promise<boolean> {
  const menus = await db.selectFrom('locations').select('id as locationId').where('deleted_at', 'is', null).execute();
  return menusWithoutAccess(actor, menus).length === 0;
}

/**
 * Identifies a plan and the time of its preview. A change elsewhere on the menu does not change it, so nobody has to
 * confirm the same plan twice.
 */
export function planToken({ places, categories, groups }: MenuPlan, at: Date): string {
  const changes = [places.map(({ locationId, added, changed }) => [locationId, added, changed]), categories, ...groups];
  return `${createHash('sha256').update(JSON.stringify(changes)).digest('base64url')}.${at.getTime().toString(36)}`;
}

/** True if two tokens are of the same plan, previewed at any time. */
export function isSamePlan(token: string, otherToken: string): boolean {
  return token.split('.')[0] === otherToken.split('.')[0];
}

/** The last time that a Date can hold. */
const MAX_TIME = 8.64e15;

/** The time of the preview with this token; for a forged token without a valid time, long ago. */
export function previewedAt(token: string): Date {
  const at = Number.parseInt(token.split('.')[1] ?? '', 36);
  return new Date(Number.isSafeInteger(at) && at <= MAX_TIME ? at : 0);
}

/** What an import would change, for the preview. `places` are the locations whose names the actor may see. */
export function planAnswer(
  file: MenuFile,
  plan: MenuPlan,
  places: readonly FileLocation[],
  now: Date,
): ResponseOf<'previewMenuImport'> {
  return {
    token: planToken(plan, now),
    rows: file.rows,
    program: file.program,
    columns: [...file.columns],
    ignoredColumns: [...file.ignoredColumns],
    places: plan.places.map(({ locationId, added, changed, same, refused, missing }) => ({
      locationId,
      name: places.find(({ id }) => id === locationId)?.name ?? locationId,
      added: added.map(({ row, name, categoryName, price, sizes }) => ({
        row,
        name,
        category: categoryName,
        price: toDollars(price),
        sizes: sizes || undefined,
      })),
      changed: changed.map(({ row, id, name, differences }) => ({
        row,
        itemId: id,
        name,
        changes: differences.map((change) => ({ ...change, label: fieldLabel(change.field) })),
      })),
      same,
      refused: [...refused],
      missing: missing.map(({ name }) => name),
    })),
    refused: [...file.refused, ...rowsOfOtherLocations(file, plan, places)].toSorted((a, b) => a.row - b.row),
    newCategories: plan.categories.map(({ name }) => name),
    newGroups: plan.groups.map(sizesText),
    unknownGroups: [...plan.unknownGroups],
    changes: countChanges(plan),
  };
}

/** Rows of locations that were not chosen; they are reported, not imported. */
function rowsOfOtherLocations({ dishes }: MenuFile, plan: MenuPlan, places: readonly FileLocation[]) {
  return dishes.flatMap(({ row, name, id, locationId }) => {
    if (locationId === null || plan.places.some((place) => place.locationId === locationId)) return [];
    const place = places.find((each) => each.id === locationId)?.name ?? locationId;
    // A row may name its dish by the id alone.
    return { row, name: name || (id ?? ''), reason: say`It is for ${place}, which is not selected.` };
  });
}
