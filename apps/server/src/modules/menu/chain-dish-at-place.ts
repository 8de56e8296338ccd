import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { addMenuItem } from './add-menu-item.ts';
import { atPlace, lockChainDish } from './chain-dishes.ts';
import { chainColumnsOf, chainValuesOf } from './dish-values.ts';
import { dishGroupOf } from './dish-groups.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockItem, lockMenu, menuVersion, writeItem } from './lock-menu.ts';
import { lockGroups } from './place-groups.ts';
import { withGroups } from './with-groups.ts';
import type { UnderstoodOf } from '@tiffin/contract';
import type { takeChainDish as takeChainDishCall } from '@tiffin/contract/chain-menu';
import { CHAIN_FIELDS, type Following, ownFields, takingAgain } from '@tiffin/domain/menu';
import { differenceOf, recordChange, type By } from '../audit/record-change.ts';
import { dropUnused } from '../images/drop-unused.ts';
import { mustBeCategory, mustBeImage } from './check-item.ts';

/** Puts a dish of the chain on a place's menu, with what may be chosen with it where it is sold already. */
export async function sellChainDish(
  context: Context,
  tx: Tx,
  by: By,
  { chainId, locationId }: { readonly chainId: string; readonly locationId: string },
): Promise<{ row: MenuItemRow; version: number }> {
  await lockGroups(tx);
  await lockMenu(tx, locationId);
  const chain = await lockChainDish(tx, chainId);
  const sold = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('chain_id', '=', chainId)
    .orderBy('location_id')
    .execute();
  if (sold.some((item) => item.location_id === locationId)) {
    throw refuse('already-exists', say`${chain.name} is on this menu already.`);
  }
  const [model] = sold;
  const [{ dish_groups: groups } = { dish_groups: [] }] = await withGroups(tx, model ? [model] : []);
  return addMenuItem(context, tx, by, {
    ...chainValuesOf(chain),
    locationId,
    special: null,
    art: model?.art ?? null,
    groups: groups.map(dishGroupOf),
    chainId,
  });
}

/** A place takes the chain's again, in these fields or in all: from then on it goes along with the chain there. */
export async function takeChainDish(
  context: Context,
  tx: Tx,
  by: By,
  { locationId, itemId, fields = [...CHAIN_FIELDS] }: UnderstoodOf<typeof takeChainDishCall>['body'],
): Promise<{ row: MenuItemRow; version: number }> {
  const menu = await lockMenu(tx, locationId);
  const present = await lockItem(tx, locationId, itemId);
  if (present.chain_id === null) throw refuse('failed-precondition', say`${present.name} is not a dish of the chain.`);
  const chain = chainValuesOf(await lockChainDish(tx, present.chain_id));
  const own = ownFields(chain, atPlace(present)).filter((field) => fields.includes(field));
  if (own.length === 0) return { row: present, version: await menuVersion(tx, locationId) };
  if (own.includes('category')) await mustBeCategory(tx, chain.category);
  if (own.includes('image') && chain.image !== null) await mustBeImage(tx, chain.image);
  const now = context.clock.now();
  const taken = takingAgain(chain, atPlace(present), own);
  const written = await writeFollowing(tx, present, taken, now);
  const was = chainValuesOf(present);
  await recordChange(tx, {
    at: now,
    ...by,
    action: 'take-chain-dish',
    subject: { kind: 'menu-item', id: `${locationId}/${itemId}` },
    locationId,
    ...differenceOf(was, { ...was, ...taken.change }),
  });
  if (!written)
    return { row: { ...present, kept_fields: [...taken.kept] }, version: await menuVersion(tx, locationId) };
  if (present.image !== null && present.image !== written.image) await dropUnused(tx, [present.image]);
  return { row: written, version: await announceMenu(context, tx, menu, 'updated', [itemId], [written]) };
}

/** A place's dish after the chain's moved, or was taken again; null when nothing that its menu says is another. */
export async function writeFollowing(
  tx: Tx,
  present: MenuItemRow,
  { change, kept }: Following,
  now: Date,
): Promise<MenuItemRow | null> {
  const isOther = Object.keys(change).length > 0;
  if (!isOther && kept.length === present.kept_fields.length) return null;
  const row = await writeItem(tx, present, {
    ...chainColumnsOf(change),
    kept_fields: [...kept],
    // What it keeps from now on counts as well: whoever would put back what it was before is told.
    version: present.version + 1,
    ...(isOther && { updated_at: now }),
  });
  return isOther ? row : null;
}
