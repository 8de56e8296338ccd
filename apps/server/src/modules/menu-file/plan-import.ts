import { createHash } from 'node:crypto';
import type { AnswerOf } from '@tiffin/contract';
import type { previewMenuImport } from '@tiffin/contract/menu-file';
import { orRefuse, refuse, say, toDollars } from '@tiffin/domain/core';
import {
  changesOf,
  fieldLabel,
  fileTargets,
  planMenuInSlices,
  readMenuFileInSlices,
  withoutNewOfAllPlaces,
  type FilePlace,
  type FileTarget,
  type MenuFile,
  type MenuPlan,
} from '@tiffin/domain/menu-file';
import { menusOfOthers, worksAt, type Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { mustEditMenu } from '../menu/lock-menu.ts';
import { inSlices } from '../../platform/concurrency/in-slices.ts';
import { readMenus } from './read-menus.ts';

interface ImportAsked {
  readonly file: string;
  readonly locationIds: readonly string[];
  readonly columns?: readonly (FileTarget | null)[] | null | undefined;
}

type PlanAnswer = AnswerOf<typeof previewMenuImport>;

/** The locations whose menus somebody edits; those asked for have to be among them. */
export async function editedPlaces(
  db: Db | Tx,
  actor: Actor,
  locationIds: readonly string[],
): Promise<readonly FilePlace[]> {
  for (const id of locationIds) mustEditMenu(actor, id);
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  if (!locationIds.every((id) => rows.some((row) => row.id === id))) throw refuse('location-not-found');
  return rows.filter(({ id }) => worksAt(actor, id));
}

/** A file as it is read, before anything is locked: five megabytes take a moment. */
export async function readFile({ file, columns }: ImportAsked, places: readonly FilePlace[]): Promise<MenuFile> {
  return orRefuse(await inSlices(readMenuFileInSlices(Buffer.from(file, 'base64'), places, columns ?? undefined)));
}

/** What it would do to the menus as they are; `mayMake`: new dishes of all places, too. */
export async function planImport(
  db: Db | Tx,
  file: MenuFile,
  locationIds: readonly string[],
  mayMake: boolean,
): Promise<MenuPlan> {
  const { menus, chain, ofAll } = await readMenus(db, locationIds);
  const plan = await inSlices(planMenuInSlices(file.dishes, menus, chain));
  return mayMake ? plan : withoutNewOfAllPlaces(plan, menus, ofAll);
}

/** A dish of all places is made by whoever edits all their menus. */
export async function editsEveryMenu(db: Db | Tx, actor: Actor): Promise<boolean> {
  const places = await db.selectFrom('locations').select('id as locationId').where('deleted_at', 'is', null).execute();
  return menusOfOthers(actor, places).length === 0;
}

/**
 * Stands for what a plan would do, and for when it was looked at. A menu that changed elsewhere meanwhile has the same:
 * nobody is asked again for what they saw.
 */
export function tokenOf({ places, categories, sizes }: MenuPlan, at: Date): string {
  const does = [places.map(({ locationId, added, changed }) => [locationId, added, changed]), categories, sizes];
  return `${createHash('sha256').update(JSON.stringify(does)).digest('base64url')}.${at.getTime().toString(36)}`;
}

export function isSamePlan(one: string, other: string): boolean {
  return one.split('.')[0] === other.split('.')[0];
}

/** When the plan that a token stands for was looked at. */
export function lookedAt(token: string): Date {
  const at = Number.parseInt(token.split('.')[1] ?? '', 36);
  return new Date(Number.isSafeInteger(at) && at <= 8.64e15 ? at : 0);
}

export function planAnswer(
  file: MenuFile,
  plan: MenuPlan,
  places: readonly FilePlace[],
  now: Date,
  others: readonly string[],
): PlanAnswer {
  const { dishes: _read, ...facts } = file;
  return {
    ...facts,
    token: tokenOf(plan, now),
    columns: file.columns.map((column) => ({ ...column, samples: [...column.samples] })),
    targets: fileTargets(places, others),
    places: plan.places.map(({ locationId, added, changed, same, refused, missing }) => ({
      locationId,
      name: places.find(({ id }) => id === locationId)?.name ?? locationId,
      added: added.map(({ row, name, categoryName, price }) => ({
        row,
        name,
        category: categoryName,
        price: toDollars(price),
      })),
      changed: changed.map(({ row, id, name, told }) => ({
        row,
        itemId: id,
        name,
        changes: told.map((change) => ({
          ...change,
          label: fieldLabel(change.field === 'groups' ? 'options' : change.field),
        })),
      })),
      same,
      refused: [...refused],
      missing: missing.map(({ name }) => name),
    })),
    refused: [...file.refused, ...ofOthers(file, plan, places)].toSorted((a, b) => a.row - b.row),
    newCategories: plan.categories.map(({ name }) => name),
    newGroups: plan.sizes.map(({ name }) => name),
    unknownGroups: [...plan.unknownGroups],
    changes: changesOf(plan),
  };
}

/** Rows that name a place nobody chose: they are not taken, and that is said. */
function ofOthers({ dishes }: MenuFile, plan: MenuPlan, places: readonly FilePlace[]) {
  return dishes.flatMap(({ row, name, id, locationId }) => {
    if (locationId === null || plan.places.some((place) => place.locationId === locationId)) return [];
    const place = places.find((each) => each.id === locationId)?.name ?? locationId;
    return { row, name: name || (id ?? ''), reason: say`It is for ${place}, which is not chosen.` };
  });
}
