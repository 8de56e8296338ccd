import { refuse, say } from '@tiffin/domain/core';
import { daypartPriceBlocksSizesText } from '@tiffin/domain/menu';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import type { ImportedLocation } from '../../../platform/db/stored-json.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { announceCategories } from '../dishes/categories.ts';
import { findDishWithContradictoryPrice } from '../dishes/dish-hours.ts';
import { deleteUnsoldSharedDishes } from '../dishes/sync-chain-menu.ts';
import type { MenuItemRow } from '../dishes/item-answer.ts';
import { announceMenu, lockMenu, requireMenuEditor } from '../dishes/lock-menu.ts';
import { readOptionGroups } from '../options/dish-groups.ts';
import { lockOptionGroups } from '../options/location-groups.ts';
import { lockMenuItems, writeMenuItems } from '../dishes/write-changed-items.ts';
import { stopCounting, stopCountingOptions } from '../stock/count-stock.ts';
import { importUndoDeadline } from './imports.ts';
import { lockCategories, writeDishGroups } from './write-plan.ts';
import { undoCosts } from './write-planned-costs.ts';
import { undoTexts } from './write-texts.ts';

/** Restores the menus as they were before an import. Refused if one of its dishes was edited since. */
export async function undoImport(context: Context, tx: Tx, by: Author, importId: string) {
  const imported = await lockUndoableImport(context, tx, by, importId);
  const now = context.clock.now();
  const { categories, groups = [], places: locations } = imported.undo;
  // Lock order: stock counters, option groups, menus.
  for (const location of locations) await stopCountingAddedDishes(context, tx, location);
  const presentGroups = await readOptionGroups(tx);
  for (const id of groups) await stopCountingOptions(context, tx, presentGroups.get(id)?.options ?? []);
  await lockOptionGroups(tx);
  const menus: LockedMenu[] = [];
  for (const location of locations.toSorted((a, b) => (a.locationId < b.locationId ? -1 : 1))) {
    const menu = await lockMenu(tx, location.locationId);
    const ids = [...location.added, ...idsOf(location.changed)];
    menus.push({ location, menu, rows: await lockMenuItems(tx, location.locationId, ids) });
  }
  requireUnedited(menus, imported.at, await dishesWithHours(tx, locations));
  let [removed, restored] = [0, 0];
  const sharedDishIds: string[] = [];
  for (const lockedMenu of menus) {
    const { location, rows } = lockedMenu;
    const addedIds = location.added.filter((id) => rows.has(id));
    sharedDishIds.push(...addedIds.flatMap((id) => rows.get(id)?.chain_id ?? []));
    removed += addedIds.length;
    restored += await restoreMenu(context, tx, lockedMenu, addedIds, { importedAt: imported.at, now });
  }
  await deleteUnsoldSharedDishes(tx, sharedDishIds);
  // Sizes stay if somebody changed them or put them on another dish since.
  await sql`
    delete from option_groups g where g.id = any(${[...groups]}::text[]) and g.version = 1
      and not exists (select from dish_groups d where d.group_id = g.id)
  `.execute(tx);
  if (await dropUnusedCategories(tx, categories)) await announceCategories(context, tx);
  await tx.updateTable('menu_imports').set({ undone_at: now }).where('id', '=', importId).execute();
  const [firstLocationId] = imported.location_ids;
  await recordAuditEntry(tx, { at: now, ...by }, 'undo-menu-import', ['menu-import', importId], {
    locationId: imported.location_ids.length === 1 ? (firstLocationId ?? null) : null,
    after: { removed, restored },
  });
  return { importId, removed, restored };
}

/** A menu of the import with its dishes that still exist. */
interface LockedMenu {
  readonly location: ImportedLocation;
  readonly menu: Awaited<ReturnType<typeof lockMenu>>;
  readonly rows: ReadonlyMap<string, MenuItemRow>;
}

async function lockUndoableImport(context: Context, tx: Tx, by: Author, importId: string) {
  const imported = await tx
    .selectFrom('menu_imports')
    .selectAll()
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('not-found', say`This import can no longer be undone.`));
  for (const id of imported.location_ids) requireMenuEditor(by.actor, id);
  if (imported.undone_at) throw refuse('failed-precondition', say`This import was already undone.`);
  if (context.clock.now() > importUndoDeadline(imported.at)) {
    throw refuse('failed-precondition', say`This import is more than an hour old and can no longer be undone.`);
  }
  return imported;
}

/** Removes the added dishes of one menu and restores the changed ones. Returns how many it restored. */
async function restoreMenu(
  context: Context,
  tx: Tx,
  { location, menu, rows }: LockedMenu,
  addedIds: readonly string[],
  { importedAt, now }: { readonly importedAt: Date; readonly now: Date },
): Promise<number> {
  const { locationId } = location;
  await sql`delete from menu_items where location_id = ${locationId} and id = any(${addedIds})`.execute(tx);
  const changed = location.changed.filter(({ id }) => rows.has(id));
  const changedIds = idsOf(changed);
  const categories = changed.flatMap(({ columns }) =>
    typeof columns['category'] === 'string' ? columns['category'] : [],
  );
  await lockCategories(tx, new Set(categories));
  const restored = await writeMenuItems(tx, locationId, changed, now);
  await writeDishGroups(tx, locationId, changed);
  const dish = await findDishWithContradictoryPrice(tx, { locationId, itemIds: changedIds });
  if (dish !== null) throw refuse('failed-precondition', daypartPriceBlocksSizesText(dish), { dishes: [dish] });
  await undoTexts(tx, location, { importedAt, now });
  await undoCosts(tx, location, { importedAt, now });
  await announceMenu(context, tx, menu, 'updated', [...addedIds, ...changedIds], restored);
  return changed.length;
}

async function stopCountingAddedDishes(
  context: Context,
  tx: Tx,
  { locationId, added }: ImportedLocation,
): Promise<void> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from stock where location_id = ${locationId} and item_id = any(${added}) order by item_id
  `.execute(tx);
  for (const { item_id: itemId } of rows) await stopCounting(context, tx, { locationId, itemId });
}

/** Imported dishes that got dayparts since; an import never sets any. */
async function dishesWithHours(tx: Tx, locations: readonly ImportedLocation[]): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(
    locations
      .filter(({ added }) => added.length > 0)
      .map(({ locationId, added }) =>
        tx
          .selectFrom('dish_dayparts')
          .select(['location_id', 'item_id'])
          .where('location_id', '=', locationId)
          .where('item_id', 'in', added)
          .execute(),
      ),
  );
  return new Set(rows.flat().map((row) => dishKey(row.location_id, row.item_id)));
}

function dishKey(locationId: string, itemId: string): string {
  return `${locationId} ${itemId}`;
}

/** At most this many dishes are named in the refusal. */
const MAX_NAMED_DISHES = 3;

/** Refuses to overwrite later edits; showing or hiding a dish is none. A dish that was deleted since stays deleted. */
function requireUnedited(menus: readonly LockedMenu[], importedAt: Date, withHours: ReadonlySet<string>): void {
  const edited = menus.flatMap(({ location, rows }) =>
    [...location.added.map((id) => ({ id, version: 1 })), ...location.changed].flatMap(({ id, version }) => {
      const row = rows.get(id);
      if (!row) return [];
      const hasHours = location.added.includes(id) && withHours.has(dishKey(row.location_id, id));
      // A dish that was deleted and created again is another one, even with the same name.
      return row.version !== version || row.created_at > importedAt || hasHours ? row.name : [];
    }),
  );
  if (edited.length === 0) return;
  const names = [...new Set(edited)];
  const more = names.length - MAX_NAMED_DISHES;
  const first = names.slice(0, MAX_NAMED_DISHES).join(', ');
  const dishNames = more > 0 ? say`${first} and ${more} more` : first;
  throw refuse(
    'failed-precondition',
    say`Changed by hand since then: ${dishNames}. Undoing the import would lose those changes.`,
    { dishes: names },
  );
}

/** Deletes those categories of the import that no dish uses. Returns whether there was one. */
async function dropUnusedCategories(tx: Tx, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  await sql`select from menu_categories where id = any(${ids}) order by id for update`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    delete from menu_categories c where c.id = any(${ids})
      and not exists (select from menu_items m where m.category = c.id)
      and not exists (select from chain_dishes d where d.category = c.id)
  `.execute(tx);
  return numAffectedRows > 0n;
}
