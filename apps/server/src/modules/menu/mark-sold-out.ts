import type { UnderstoodOf } from '@tiffin/contract';
import type { markSoldOut as markSoldOutCall } from '@tiffin/contract/stock';
import { orRefuse } from '@tiffin/domain/core';
import { isSoldOut, soldOutUntil } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { soldOutUntilOf, type MenuItemRow } from './item-answer.ts';
import { announceMenu, lockItem, lockMenu, menuVersion, writeItem } from './lock-menu.ts';
import type { MenuAt } from './menu-at.ts';

type SoldOutWished = UnderstoodOf<typeof markSoldOutCall>['body'];

/**
 * Says that a dish ran out and for how long, or puts it back. It is no edit of the dish: nothing of what a manager is
 * writing at this moment changes.
 */
export async function markSoldOut(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From },
  { location, hours }: MenuAt,
  { itemId, until: wish }: SoldOutWished,
): Promise<{ row: MenuItemRow; version: number }> {
  const now = context.clock.now();
  const menu = await lockMenu(tx, location.id);
  const present = await lockItem(tx, location.id, itemId);
  const until =
    wish !== null
      ? orRefuse(soldOutUntil(wish, { now, zone: location.time_zone, hours: hours.ok ? hours.value : null }))
      : null;
  const was = soldOutUntilOf(present);
  const isSame = until === null ? !isSoldOut(was, now) : until.getTime() === was?.getTime();
  if (isSame) return { row: present, version: await menuVersion(tx, location.id) };
  const row = await writeItem(tx, present, { sold_out_until: until, updated_at: now });
  await recordChange(tx, {
    at: now,
    actor,
    action: until ? 'mark-sold-out' : 'put-back-on-sale',
    subject: { kind: 'menu-item', id: `${location.id}/${itemId}` },
    locationId: location.id,
    before: { soldOutUntil: isSoldOut(was, now) ? was : null },
    after: { soldOutUntil: until },
    from,
  });
  return {
    row,
    version: await announceMenu(context, tx, menu, 'availability', [itemId], [row]),
  };
}
