import { refuse } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { announceMenu, lockItem, lockMenu, menuVersion } from '../menu/lock-menu.ts';
import type { MenuItemRow } from '../menu/item-answer.ts';
import { stopCounting } from './stop-counting.ts';

interface Count {
  readonly locationId: string;
  readonly itemId: string;
  /** Null: it is counted no more, and there is no limit. */
  readonly left: number | null;
  /** What whoever counted saw before: what was sold since is not lost. */
  readonly seen?: number | null | undefined;
}

/**
 * Somebody counted. What they wrote is a move like any other, by so many more or fewer than they saw. Everybody who needs
 * both locks the counter first and the menu after it.
 */
export async function countStock(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From },
  { locationId, itemId, left, seen }: Count,
): Promise<{ row: MenuItemRow; version: number }> {
  const made =
    left !== null &&
    (
      await tx
        .insertInto('stock')
        .values({ location_id: locationId, item_id: itemId, left_count: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
    ).numInsertedOrUpdatedRows === 1n;
  const present = await tx
    .selectFrom('stock')
    .select('left_count')
    .where('location_id', '=', locationId)
    .where('item_id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  // Somebody else stopped counting it at this very moment.
  if (!present && left !== null) throw refuse('conflict');
  const menu = await lockMenu(tx, locationId);
  const row = await lockItem(tx, locationId, itemId);
  const was = made || !present ? null : present.left_count;
  if (was === null && left === null) return { row, version: await menuVersion(tx, locationId) };
  const counter = present?.left_count ?? 0;
  const amount = left === null ? 0 : left - (was === null ? 0 : (seen ?? counter));
  const becomes = left === null ? null : counter + amount;
  if (becomes !== null && becomes < 0) {
    throw refuse('failed-precondition', `Only ${counter} are left by now. Please count again.`, { left: counter });
  }
  const now = context.clock.now();
  if (becomes === null) await stopCounting(context, tx, { locationId, itemId, by: userIdOf(actor) });
  else await writeCount(context, tx, { locationId, itemId, amount, by: userIdOf(actor) });
  await recordChange(tx, {
    at: now,
    actor,
    action: 'count-stock',
    subject: { kind: 'menu-item', id: `${locationId}/${itemId}` },
    locationId,
    before: { portionsLeft: was },
    after: { portionsLeft: becomes },
    from,
  });
  return { row, version: await announceMenu(context, tx, menu, 'availability', [itemId], [row]) };
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
    .values({
      location_id: locationId,
      item_id: itemId,
      amount,
      kind: 'count',
      by_user: by,
      at: context.clock.now(),
    })
    .execute();
}
