import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { reorderEntries } from '@tiffin/domain/menu';
import { isAdmin } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { announceMenu, lockMenu, lockMenus, readMenuVersion } from './lock-menu.ts';

type Arrangement = Omit<ValidatedInput<'reorderMenuItems'>['body'], 'everywhere'>;
type Positions = ResponseOf<'reorderMenuItems'>;

/** Reorders the dishes of a category; a dish added in the meantime keeps its position. */
export async function reorderItems(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, category, itemIds }: Arrangement,
): Promise<Positions> {
  const menu = await lockMenu(tx, locationId);
  const present = await tx
    .selectFrom('menu_items')
    .select(['id', 'position'])
    .where('location_id', '=', locationId)
    .where('category', '=', category)
    .orderBy('position')
    .orderBy('name')
    .execute();
  const before = present.map((row) => row.id);
  const after = reorderEntries(before, itemIds);
  const positions = after.map((itemId, index) => ({ itemId, position: index + 1 }));
  const isSame = present.every((row, index) => row.id === after[index] && row.position === index + 1);
  if (isSame) return { positions, version: await readMenuVersion(tx, locationId) };
  await sql`
    update menu_items set position = named.position
    from unnest(${after}::text[]) with ordinality as named (id, position)
    where location_id = ${locationId} and menu_items.id = named.id
  `.execute(tx);
  const now = context.clock.now();
  await recordAuditEntry(tx, { at: now, ...by }, 'reorder-menu-items', ['menu', `${locationId}/${category}`], {
    locationId,
    before: { itemIds: before },
    after: { itemIds: after },
  });
  return { positions, version: await announceMenu(context, tx, menu, 'order', after) };
}

/** Gives shared dishes the same order at the other locations; their own dishes keep their position. */
export async function reorderSharedDishes(
  context: Context,
  tx: Tx,
  by: Author,
  arrangement: Arrangement,
): Promise<Positions> {
  if (!isAdmin(by.actor)) throw refuse('permission-denied', say`Only an admin can reorder the menus of all locations.`);
  const menus = await lockMenus(tx);
  const positions = await reorderItems(context, tx, by, arrangement);
  const { locationId, category, itemIds } = arrangement;
  const sharedDishes = await tx
    .selectFrom('menu_items')
    .select(['location_id', 'id', 'chain_id', 'category'])
    .where('chain_id', 'is not', null)
    .execute();
  const sharedOrder = itemIds.flatMap(
    (id) => sharedDishes.find((row) => row.location_id === locationId && row.id === id)?.chain_id ?? [],
  );
  for (const menu of menus) {
    if (menu.locationId === locationId) continue;
    const sharedIds = sharedOrder.flatMap(
      (chainId) =>
        sharedDishes.find(
          (row) => row.location_id === menu.locationId && row.chain_id === chainId && row.category === category,
        )?.id ?? [],
    );
    if (sharedIds.length < 2) continue;
    await reorderItems(context, tx, by, { locationId: menu.locationId, category, itemIds: sharedIds });
  }
  return positions;
}
