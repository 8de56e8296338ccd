import { refuse, say } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { addMenuItem } from './add-menu-item.ts';
import { lockChainDish } from './chain-dishes.ts';
import { chainValuesOf } from './dish-values.ts';
import { dishGroupOf } from './dish-groups.ts';
import type { MenuItemRow } from './item-answer.ts';
import { lockMenu } from './lock-menu.ts';
import { lockGroups } from './place-groups.ts';
import { withGroups } from './with-groups.ts';

/** Puts a dish of the chain on a place's menu, with what may be chosen with it where it is sold already. */
export async function sellChainDish(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From },
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
  return addMenuItem(context, tx, actor, from, {
    ...chainValuesOf(chain),
    locationId,
    special: null,
    art: model?.art ?? null,
    groups: groups.map(dishGroupOf),
    chainId,
  });
}
