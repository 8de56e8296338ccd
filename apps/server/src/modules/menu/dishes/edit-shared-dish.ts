import { applySharedChange, itemIdFor } from '@tiffin/domain/menu';
import { valueOrThrow, refuse, withoutUndefined } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { diffForAudit, recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { sharedColumnsForInsert, sharedColumnsOf, sharedValuesOf } from './dish-values.ts';
import { announceMenu, lockMenuItem, lockMenus } from './lock-menu.ts';
import type { ValidatedInput } from '@tiffin/contract';
import { deleteImagesIfUnused } from '../../images/delete-unused-images.ts';
import { locationDish, type SharedDishAnswer, lockSharedDish, readSharedDish } from './shared-dishes.ts';
import { requireCategory, requireImage } from './check-menu-item.ts';
import { writeLocationDish } from './sell-shared-dish.ts';

/**
 * Makes a location's dish a shared dish with its current values. Dishes with the same name at other locations become
 * the same dish and keep their differences, so no menu changes.
 */
export async function addSharedDish(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemId }: { readonly locationId: string; readonly itemId: string },
): Promise<string> {
  await lockMenus(tx);
  const row = await lockMenuItem(tx, locationId, itemId);
  if (row.chain_id !== null) return row.chain_id;
  const usedIds = new Set((await tx.selectFrom('chain_dishes').select('id').execute()).map(({ id }) => id));
  const id = valueOrThrow(itemIdFor(row.name, (candidate) => usedIds.has(candidate)));
  const now = context.clock.now();
  await tx
    .insertInto('chain_dishes')
    .values({ ...sharedColumnsForInsert(sharedValuesOf(row)), id, created_at: now, updated_at: now })
    .execute();
  // If a location has two dishes with this name, the first one is used.
  await sql`
    update menu_items set chain_id = ${id} where (location_id, id) in (
      select distinct on (location_id) location_id, id from menu_items
      where lower(name) = lower(${row.name}) and chain_id is null
      order by location_id, (location_id = ${locationId} and id = ${itemId}) desc, position, id
    )
  `.execute(tx);
  await recordAuditEntry(tx, { at: now, ...by }, 'add-chain-dish', ['chain-dish', id], {
    after: { name: row.name, locationId, itemId },
  });
  return id;
}

/**
 * Changes a shared dish and the menu of every location without its own value, in one transaction: an order uses
 * either the old or the new menu. Locations with their own value do not change.
 */
export async function updateSharedDish(
  context: Context,
  tx: Tx,
  by: Author,
  { chainId, updates, version }: ValidatedInput<'updateSharedDish'>['body'],
): Promise<SharedDishAnswer> {
  const menus = await lockMenus(tx);
  const present = await lockSharedDish(tx, chainId);
  if (version !== undefined && version !== present.version) {
    throw refuse('conflict', undefined, { dish: await readSharedDish(tx, by.actor, chainId), field: 'version' });
  }
  const before = sharedValuesOf(present);
  const after = { ...before, ...withoutUndefined(updates) };
  const difference = diffForAudit(before, after);
  if (!difference) return readSharedDish(tx, by.actor, chainId);
  if (after.category !== before.category) await requireCategory(tx, after.category);
  if (after.image !== null && after.image !== before.image) await requireImage(tx, after.image);
  const at = context.clock.now();
  await tx
    .updateTable('chain_dishes')
    .set({ ...sharedColumnsOf(difference.after), version: present.version + 1, updated_at: at })
    .where('id', '=', chainId)
    .execute();
  const locationDishes = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('chain_id', '=', chainId)
    .orderBy('location_id')
    .forUpdate()
    .execute();
  const changedLocationIds: string[] = [];
  for (const item of locationDishes) {
    const menu = menus.find(({ locationId }) => locationId === item.location_id);
    const row = menu && (await writeLocationDish(tx, item, applySharedChange(before, after, locationDish(item)), at));
    if (!menu || !row) continue;
    changedLocationIds.push(menu.locationId);
    await announceMenu(context, tx, menu, 'updated', [row.id], [row]);
  }
  if (before.image !== null && before.image !== after.image) await deleteImagesIfUnused(tx, [before.image]);
  await recordAuditEntry(tx, { at, ...by }, 'update-chain-dish', ['chain-dish', chainId], {
    before: { name: before.name, ...difference.before },
    after: { name: after.name, ...difference.after, reached: changedLocationIds },
  });
  return readSharedDish(tx, by.actor, chainId);
}

/** Stops sharing a dish. Each menu keeps it as the location's own dish. */
export async function stopSharingDish(context: Context, tx: Tx, by: Author, chainId: string): Promise<void> {
  await lockMenus(tx);
  const before = await lockSharedDish(tx, chainId);
  await tx.updateTable('menu_items').set({ chain_id: null, kept_fields: [] }).where('chain_id', '=', chainId).execute();
  await tx.deleteFrom('chain_dishes').where('id', '=', chainId).execute();
  if (before.image !== null) await deleteImagesIfUnused(tx, [before.image]);
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'delete-chain-dish', ['chain-dish', chainId], {
    before,
  });
}
