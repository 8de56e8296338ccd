import type { UnderstoodOf } from '@tiffin/contract';
import type { updateChainDish as updateChainDishCall } from '@tiffin/contract/chain-menu';
import { refuse } from '@tiffin/domain/core';
import { following } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { differenceOf, recordChange } from '../audit/record-change.ts';
import { dropUnused } from '../images/drop-unused.ts';
import { atPlace, lockChainDish, readChainDish, type ChainDishAnswer } from './chain-dishes.ts';
import { chainColumnsOf, chainValuesOf } from './dish-values.ts';
import { mustBeCategory, mustBeImage } from './check-item.ts';
import { writeFollowing } from './follow-chain.ts';
import { announceMenu, lockMenus } from './lock-menu.ts';

/**
 * Changes a dish of the chain, and with it the menu of every place that has nothing of its own there: all in one
 * transaction, so that an order is of the menu before or of the one after. A place that keeps its own is left alone.
 */
export async function updateChainDish(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From },
  { chainId, updates, version }: UnderstoodOf<typeof updateChainDishCall>['body'],
): Promise<ChainDishAnswer> {
  const menus = await lockMenus(tx);
  const present = await lockChainDish(tx, chainId);
  if (version !== undefined && version !== present.version) {
    throw refuse('conflict', undefined, { dish: await readChainDish(tx, actor, chainId), field: 'version' });
  }
  const was = chainValuesOf(present);
  const now = { ...was, ...withoutUnsaid(updates) };
  const difference = differenceOf(was, now);
  if (!difference) return readChainDish(tx, actor, chainId);
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
    actor,
    action: 'update-chain-dish',
    subject: { kind: 'chain-dish', id: chainId },
    before: { name: was.name, ...difference.before },
    after: { name: now.name, ...difference.after, reached },
    from,
  });
  return readChainDish(tx, actor, chainId);
}

function withoutUnsaid<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
