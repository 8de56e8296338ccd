import { refuse, say } from '@tiffin/domain/core';
import type { Context, Tx } from '../../../context.ts';
import { addMenuItem } from './add-menu-item.ts';
import { locationDish, lockSharedDish } from './shared-dishes.ts';
import { sharedColumnsOf, sharedValuesOf } from './dish-values.ts';
import { dishGroupOf } from '../options/dish-groups.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenuItem, lockMenu, readMenuVersion, writeMenuItem } from './lock-menu.ts';
import { lockOptionGroups } from '../options/location-groups.ts';
import { addGroupsAndHours } from '../options/items-with-groups.ts';
import type { ValidatedInput } from '@tiffin/contract';
import { SHARED_DISH_FIELDS, type SharedDishUpdate, overriddenFields, resetToSharedValues } from '@tiffin/domain/menu';
import { diffForAudit, recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { deleteImagesIfUnused } from '../../images/delete-unused-images.ts';
import { requireCategory, requireImage } from './check-menu-item.ts';

/** Adds a shared dish to a location's menu, with the option groups it has at other locations. */
export async function sellSharedDish(
  context: Context,
  tx: Tx,
  by: Author,
  { chainId, locationId }: { readonly chainId: string; readonly locationId: string },
): Promise<{ row: MenuItemRow; version: number }> {
  await lockOptionGroups(tx);
  await lockMenu(tx, locationId);
  const chain = await lockSharedDish(tx, chainId);
  const dishes = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('chain_id', '=', chainId)
    .orderBy('location_id')
    .execute();
  if (dishes.some((item) => item.location_id === locationId)) {
    throw refuse('already-exists', say`${chain.name} is already on this menu.`);
  }
  const [model] = dishes;
  const [modelWithGroups] = await addGroupsAndHours(tx, model ? [model] : []);
  return addMenuItem(context, tx, by, {
    ...sharedValuesOf(chain),
    locationId,
    special: null,
    art: model?.art ?? null,
    groups: modelWithGroups?.dish_groups.map(dishGroupOf) ?? [],
    chainId,
  });
}

/** Resets some or all fields of a location's dish to the shared dish. From then on they follow its changes. */
export async function resetToSharedDish(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemId, fields = [...SHARED_DISH_FIELDS] }: ValidatedInput<'resetSharedDishFields'>['body'],
): Promise<{ row: MenuItemRow; version: number }> {
  const menu = await lockMenu(tx, locationId);
  const present = await lockMenuItem(tx, locationId, itemId);
  if (present.chain_id === null) throw refuse('failed-precondition', say`${present.name} is not a shared dish.`);
  const chain = sharedValuesOf(await lockSharedDish(tx, present.chain_id));
  const own = overriddenFields(chain, locationDish(present)).filter((field) => fields.includes(field));
  if (own.length === 0) return { row: present, version: await readMenuVersion(tx, locationId) };
  if (own.includes('category')) await requireCategory(tx, chain.category);
  if (own.includes('image') && chain.image !== null) await requireImage(tx, chain.image);
  const now = context.clock.now();
  const reset = resetToSharedValues(chain, locationDish(present), own);
  const updated = await writeLocationDish(tx, present, reset, now);
  const before = sharedValuesOf(present);
  await recordAuditEntry(tx, { at: now, ...by }, 'take-chain-dish', ['menu-item', `${locationId}/${itemId}`], {
    locationId,
    ...diffForAudit(before, { ...before, ...reset.change }),
  });
  if (!updated)
    return { row: { ...present, kept_fields: [...reset.kept] }, version: await readMenuVersion(tx, locationId) };
  if (present.image !== null && present.image !== updated.image) await deleteImagesIfUnused(tx, [present.image]);
  return { row: updated, version: await announceMenu(context, tx, menu, 'updated', [itemId], [updated]) };
}

/** Writes a location's dish after the shared dish changed or was reset. Returns null if nothing on its menu changed. */
export async function writeLocationDish(
  tx: Tx,
  currentRow: MenuItemRow,
  { change, kept }: SharedDishUpdate,
  now: Date,
): Promise<MenuItemRow | null> {
  const changesMenu = Object.keys(change).length > 0;
  if (!changesMenu && kept.length === currentRow.kept_fields.length) return null;
  const row = await writeMenuItem(tx, currentRow, {
    ...sharedColumnsOf(change),
    kept_fields: [...kept],
    // The list of fields the location overrides is part of the version, so that undoing an older edit is refused.
    version: currentRow.version + 1,
    updated_at: changesMenu ? now : undefined,
  });
  return changesMenu ? row : null;
}
