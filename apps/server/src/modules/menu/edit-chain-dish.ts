import { following, itemIdFor } from '@tiffin/domain/menu';
import { orRefuse, refuse } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { From } from '../../platform/http/implement.ts';
import { differenceOf, recordChange, type By } from '../audit/record-change.ts';
import { chainColumnsOf, chainValuesOf } from './dish-values.ts';
import { announceMenu, lockItem, lockMenus } from './lock-menu.ts';
import type { UnderstoodOf } from '@tiffin/contract';
import type { updateChainDish as updateChainDishCall } from '@tiffin/contract/chain-menu';
import { dropUnused } from '../images/drop-unused.ts';
import { atPlace, type ChainDishAnswer, lockChainDish, readChainDish } from './chain-dishes.ts';
import { mustBeCategory, mustBeImage } from './check-item.ts';
import { writeFollowing } from './chain-dish-at-place.ts';

/**
 * Makes a place's dish the chain's, as it is there. Dishes of its name at other places are the same dish from then on;
 * what they say otherwise is their own, so nothing on any menu becomes another.
 */
export async function addChainDish(
  context: Context,
  tx: Tx,
  by: By<From | null>,
  { locationId, itemId }: { readonly locationId: string; readonly itemId: string },
): Promise<string> {
  await lockMenus(tx);
  const row = await lockItem(tx, locationId, itemId);
  if (row.chain_id !== null) return row.chain_id;
  const taken = new Set((await tx.selectFrom('chain_dishes').select('id').execute()).map(({ id }) => id));
  const id = orRefuse(itemIdFor(row.name, (wanted) => taken.has(wanted)));
  const now = context.clock.now();
  const values = chainValuesOf(row);
  await tx
    .insertInto('chain_dishes')
    .values({ ...ofAChain(values), id, created_at: now, updated_at: now })
    .execute();
  // Of two dishes of one name at a place the first is meant.
  await sql`
    update menu_items set chain_id = ${id} where (location_id, id) in (
      select distinct on (location_id) location_id, id from menu_items
      where lower(name) = lower(${row.name}) and chain_id is null
      order by location_id, (location_id = ${locationId} and id = ${itemId}) desc, position, id
    )
  `.execute(tx);
  await recordChange(tx, {
    at: now,
    ...by,
    action: 'add-chain-dish',
    subject: { kind: 'chain-dish', id },
    after: { name: row.name, locationId, itemId },
  });
  return id;
}

/** All of it, as the chain's row has it. */
function ofAChain(values: ReturnType<typeof chainValuesOf>) {
  const { name, description, price, category } = values;
  return { ...chainColumnsOf(values), name, description, price_cents: price, category };
}

/**
 * Changes a dish of the chain, and with it the menu of every place that has nothing of its own there: all in one
 * transaction, so that an order is of the menu before or of the one after. A place that keeps its own is left alone.
 */
export async function updateChainDish(
  context: Context,
  tx: Tx,
  by: By,
  { chainId, updates, version }: UnderstoodOf<typeof updateChainDishCall>['body'],
): Promise<ChainDishAnswer> {
  const menus = await lockMenus(tx);
  const present = await lockChainDish(tx, chainId);
  if (version !== undefined && version !== present.version) {
    throw refuse('conflict', undefined, { dish: await readChainDish(tx, by.actor, chainId), field: 'version' });
  }
  const was = chainValuesOf(present);
  const now = { ...was, ...withoutUnsaid(updates) };
  const difference = differenceOf(was, now);
  if (!difference) return readChainDish(tx, by.actor, chainId);
  if (now.category !== was.category) await mustBeCategory(tx, now.category);
  if (now.image !== null && now.image !== was.image) await mustBeImage(tx, now.image);
  const at = context.clock.now();
  await tx
    .updateTable('chain_dishes')
    .set({ ...chainColumnsOf(difference.after), version: present.version + 1, updated_at: at })
    .where('id', '=', chainId)
    .execute();
  const sold = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('chain_id', '=', chainId)
    .orderBy('location_id')
    .forUpdate()
    .execute();
  const reached: string[] = [];
  for (const item of sold) {
    const menu = menus.find(({ locationId }) => locationId === item.location_id);
    const row = menu && (await writeFollowing(tx, item, following(was, now, atPlace(item)), at));
    if (!menu || !row) continue;
    reached.push(menu.locationId);
    await announceMenu(context, tx, menu, 'updated', [row.id], [row]);
  }
  if (was.image !== null && was.image !== now.image) await dropUnused(tx, [was.image]);
  await recordChange(tx, {
    at,
    ...by,
    action: 'update-chain-dish',
    subject: { kind: 'chain-dish', id: chainId },
    before: { name: was.name, ...difference.before },
    after: { name: now.name, ...difference.after, reached },
  });
  return readChainDish(tx, by.actor, chainId);
}

function withoutUnsaid<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Takes a dish out of the chain. On each menu it stays as it is, as that place's own. */
export async function deleteChainDish(context: Context, tx: Tx, by: By, chainId: string): Promise<void> {
  await lockMenus(tx);
  const before = await lockChainDish(tx, chainId);
  await tx.updateTable('menu_items').set({ chain_id: null, kept_fields: [] }).where('chain_id', '=', chainId).execute();
  await tx.deleteFrom('chain_dishes').where('id', '=', chainId).execute();
  if (before.image !== null) await dropUnused(tx, [before.image]);
  await recordChange(tx, {
    at: context.clock.now(),
    ...by,
    action: 'delete-chain-dish',
    subject: { kind: 'chain-dish', id: chainId },
    before,
  });
}
