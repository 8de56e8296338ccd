import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { sizesBlockDaypartPriceText } from '@tiffin/domain/menu';
import type { Context, Tx } from '../../../context.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { findDishWithContradictoryPrice } from './dish-hours.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenu } from './lock-menu.ts';
import { lockMenuItems } from './write-changed-items.ts';

type HoursInput = ValidatedInput<'setDishHours'>['body'];

/** Sets the dayparts and daypart prices of dishes. This does not count as an edit, so it never conflicts with one. */
export async function setDishHours(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemIds, onlyInDayparts, dayparts }: HoursInput,
): Promise<{ rows: readonly MenuItemRow[]; version: number }> {
  requireValidHours(onlyInDayparts, dayparts);
  const menu = await lockMenu(tx, locationId);
  const daypartIds = dayparts.map(({ daypartId }) => daypartId);
  await lockDayparts(tx, locationId, daypartIds);
  const items = await lockMenuItems(tx, locationId, itemIds);
  if (itemIds.some((id) => !items.has(id)))
    throw refuse('conflict', say`A dish was deleted in the meantime. Please choose again.`);
  const now = context.clock.now();
  await tx.deleteFrom('dish_dayparts').where('location_id', '=', locationId).where('item_id', 'in', itemIds).execute();
  await insertDishDayparts(tx, locationId, [...items.keys()], dayparts);
  const dish = await findDishWithContradictoryPrice(tx, { locationId, itemIds });
  if (dish !== null) throw refuse('invalid-argument', sizesBlockDaypartPriceText(dish), { field: 'dayparts' });
  const rows = await tx
    .updateTable('menu_items')
    .set({ only_in_dayparts: onlyInDayparts, updated_at: now })
    .where('location_id', '=', locationId)
    .where('id', 'in', itemIds)
    .returningAll()
    .execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'set-dish-hours', ['menu', locationId], {
    locationId,
    after: { items: rows.map(({ name }) => name), onlyInDayparts, dayparts },
  });
  return { rows, version: await announceMenu(context, tx, menu, 'availability', idsOf(rows), rows) };
}

async function insertDishDayparts(
  tx: Tx,
  locationId: string,
  itemIds: readonly string[],
  dayparts: HoursInput['dayparts'],
): Promise<void> {
  if (dayparts.length === 0) return;
  const rows = itemIds.flatMap((item_id) =>
    dayparts.map(({ daypartId, price }) => ({
      location_id: locationId,
      item_id,
      daypart_id: daypartId,
      price_cents: price,
    })),
  );
  await tx.insertInto('dish_dayparts').values(rows).execute();
}

function requireValidHours(onlyInDayparts: boolean, dayparts: HoursInput['dayparts']): void {
  const ids = dayparts.map(({ daypartId }) => daypartId);
  if (new Set(ids).size < ids.length)
    throw refuse('invalid-argument', say`A dish can be in each daypart only once.`, { field: 'dayparts' });
  if (onlyInDayparts && ids.length === 0) {
    throw refuse('invalid-argument', say`Choose when it is sold, or sell it always.`, { field: 'dayparts' });
  }
  if (!onlyInDayparts && dayparts.some(({ price }) => price === null)) {
    throw refuse(
      'invalid-argument',
      say`A dish that is always sold needs a price for this daypart. Otherwise remove it from the daypart.`,
      { field: 'dayparts' },
    );
  }
}

/** Requires that the dayparts exist at the location and locks them until the transaction ends. */
async function lockDayparts(tx: Tx, locationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const existing = await tx
    .selectFrom('dayparts')
    .select('id')
    .where('id', 'in', ids)
    .where(({ eb, or }) => or([eb('location_id', 'is', null), eb('location_id', '=', locationId)]))
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (existing.length < ids.length)
    throw refuse('conflict', say`A daypart was deleted in the meantime. Please choose again.`);
}
