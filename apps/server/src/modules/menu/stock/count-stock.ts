import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { optionStockId, parseOptionStockId } from '@tiffin/domain/options';
import { userIdOf } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import type { MenuItemRow } from '../dishes/item-answer.ts';
import { announceMenu, lockMenuItem, lockMenu, readMenuVersion, readMenuItems } from '../dishes/lock-menu.ts';
import { menusWithGroup } from '../options/option-groups.ts';

/**
 * Saves how many portions of a dish or an option are left; null stops counting. Returns the version of the menu. Only
 * the difference to the number that the person saw (`seen`) is added, so that portions sold since then stay subtracted.
 * Lock order: stock before the menu.
 */
export async function countStock(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemId, left, seen }: ValidatedInput<'setStock'>['body'],
): Promise<number> {
  // A first count inserts its row at 0. Otherwise there would be nothing to lock, and two first counts could collide.
  const isNewlyCounted =
    left !== null &&
    (
      await tx
        .insertInto('stock')
        .values({ location_id: locationId, item_id: itemId, left_count: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
    ).numInsertedOrUpdatedRows === 1n;
  const stock = await tx
    .selectFrom('stock')
    .select('left_count')
    .where('location_id', '=', locationId)
    .where('item_id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  // Another request stopped the counting at this moment.
  if (!stock && left !== null) throw refuse('conflict');
  const menu = await lockMenu(tx, locationId);
  const rows = await countedDishes(tx, locationId, itemId);
  const before = isNewlyCounted || !stock ? null : stock.left_count;
  if (before === null && left === null) return readMenuVersion(tx, locationId);
  const counter = stock?.left_count ?? 0;
  // For example: someone saw 10 and counted 12, and 3 were sold meanwhile. So 2 are added to the counter of 7.
  const base = before === null ? 0 : (seen ?? counter);
  const amount = left === null ? 0 : left - base;
  const after = left === null ? null : counter + amount;
  if (after !== null && after < 0) {
    throw refuse('failed-precondition', say`Only ${counter} are left now. Please count again.`, { left: counter });
  }
  const now = context.clock.now();
  const userId = userIdOf(by.actor);
  if (after === null) await stopCounting(context, tx, { locationId, itemId, by: userId });
  else await writeCount(context, tx, { locationId, itemId, amount, by: userId });
  await recordAuditEntry(tx, { at: now, ...by }, 'count-stock', ['menu-item', `${locationId}/${itemId}`], {
    locationId,
    before: { portionsLeft: before },
    after: { portionsLeft: after },
  });
  const itemIds = rows.map(({ id }) => id);
  return announceMenu(context, tx, menu, 'availability', itemIds, rows);
}

/** The counted dish, or, if the id is that of an option's stock, the dishes of the menu with the option. */
async function countedDishes(tx: Tx, locationId: string, stockId: string): Promise<readonly MenuItemRow[]> {
  const counted = parseOptionStockId(stockId);
  if (!counted) return [await lockMenuItem(tx, locationId, stockId)];
  const { groupId, optionId } = counted;
  const option = await tx
    .selectFrom('group_options')
    .select('id')
    .where('group_id', '=', groupId)
    .where('id', '=', optionId)
    // Options that are parts of a combo use the stock of their dish.
    .where('dish_id', 'is', null)
    .executeTakeFirst();
  const itemIds = option ? ((await menusWithGroup(tx, groupId)).get(locationId) ?? []) : [];
  if (itemIds.length === 0) throw refuse('not-found', say`No dish of this menu has this option.`);
  return readMenuItems(tx, locationId, itemIds);
}

async function writeCount(
  context: Context,
  tx: Tx,
  { locationId, itemId, amount, by }: { locationId: string; itemId: string; amount: number; by: string | null },
): Promise<void> {
  if (amount === 0) return;
  await tx
    .updateTable('stock')
    .set(({ eb }) => ({ left_count: eb('left_count', '+', amount) }))
    .where('location_id', '=', locationId)
    .where('item_id', '=', itemId)
    .execute();
  await tx
    .insertInto('stock_moves')
    .values({ location_id: locationId, item_id: itemId, amount, kind: 'count', by_user: by, at: context.clock.now() })
    .execute();
}

/**
 * Ends the counting of a dish. Payment pages hold none of it any more, and the sum of its movements is written off,
 * so that a later count starts at zero.
 */
export async function stopCounting(
  context: Context,
  tx: Tx,
  { locationId, itemId, by = null }: { locationId: string; itemId: string; by?: string | null },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('stock')
    .where('location_id', '=', locationId)
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  await tx.deleteFrom('stock_holds').where('location_id', '=', locationId).where('item_id', '=', itemId).execute();
  await sql`
    insert into stock_moves (location_id, item_id, amount, kind, by_user, at)
    select location_id, item_id, -sum(amount), 'count', ${by}, ${context.clock.now()}::timestamptz from stock_moves
    where location_id = ${locationId} and item_id = ${itemId}
    group by 1, 2 having sum(amount) <> 0
  `.execute(tx);
}

/** Ends the counting and the sold-out marks of deleted options. Lock order: stock counters before menus. */
export async function stopCountingOptions(
  context: Context,
  tx: Tx,
  options: readonly { readonly group_id: string; readonly id: string }[],
): Promise<void> {
  if (options.length === 0) return;
  const stockIds = options.map(({ group_id: groupId, id }) => optionStockId(groupId, id));
  const counted = await tx
    .selectFrom('stock')
    .select(['location_id', 'item_id'])
    .where('item_id', 'in', stockIds)
    .orderBy('location_id')
    .orderBy('item_id')
    .forUpdate()
    .execute();
  for (const { location_id: locationId, item_id: itemId } of counted) {
    await stopCounting(context, tx, { locationId, itemId });
  }
  await tx
    .deleteFrom('sold_out_options')
    .where((eb) => eb.or(options.map(({ group_id, id: option_id }) => eb.and({ group_id, option_id }))))
    .execute();
}
