import { isDeepStrictEqual } from 'node:util';
import type { ValidatedInput } from '@tiffin/contract';
import { localDate, refuse, say, withoutUndefined, type DateText } from '@tiffin/domain/core';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { requireCategory, requireImage, specialDays } from './check-menu-item.ts';
import { dishGroupOf } from '../options/dish-groups.ts';
import { sharedColumnsOf } from './dish-values.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenu, readMenuVersion, lockMenuItem, writeMenuItem } from './lock-menu.ts';
import { lockOptionGroups, setDishGroups, type GroupOfDish } from '../options/location-groups.ts';
import { editedItem } from './read-edited-menu.ts';
import { pickColumns } from './write-changed-items.ts';
import { addGroupsAndHours } from '../options/items-with-groups.ts';

type Updates = ValidatedInput<'updateMenuItem'>['body']['updates'];

/** Changes a dish. Refuses with the current dish if someone else changed it in the meantime. */
export async function updateMenuItem(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemId, updates, version }: ValidatedInput<'updateMenuItem'>['body'],
): Promise<{ row: MenuItemRow; version: number }> {
  const { optionGroups } = updates;
  if (optionGroups) await lockOptionGroups(tx);
  const menu = await lockMenu(tx, locationId);
  const present = await lockMenuItem(tx, locationId, itemId);
  if (version !== undefined && version !== present.version) {
    throw refuse('conflict', undefined, { item: await editedItem(tx, present), field: 'version' });
  }
  const now = context.clock.now();
  const changes = columnsOf(updates, present, localDate(now, menu.zone));
  const groupChange = optionGroups ? await findGroupChange(tx, present, optionGroups) : null;
  if (Object.keys(changes).length === 0 && !groupChange)
    return { row: present, version: await readMenuVersion(tx, locationId) };
  if (changes.category !== undefined) await requireCategory(tx, changes.category);
  if (changes.image != null) await requireImage(tx, changes.image);
  if (groupChange) await setDishGroups(tx, present, groupChange.after);
  const row = await writeMenuItem(tx, present, { ...changes, version: present.version + 1, updated_at: now });
  await recordAuditEntry(tx, { at: now, ...by }, 'update-menu-item', ['menu-item', `${locationId}/${itemId}`], {
    locationId,
    before: { ...pickColumns(present, Object.keys(changes)), optionGroups: groupChange?.before },
    after: { ...changes, optionGroups: groupChange?.after },
  });
  return { row, version: await announceMenu(context, tx, menu, 'updated', [itemId], [row]) };
}

/** The current and the new groups of a dish, or null if they are equal. */
async function findGroupChange(tx: Tx, present: MenuItemRow, newGroups: readonly GroupOfDish[]) {
  const [dish] = await addGroupsAndHours(tx, [present]);
  const before = dish?.dish_groups.map(dishGroupOf) ?? [];
  const after = newGroups.map(({ groupId, min = null, max = null, included = null, sizePrices }) => {
    // A page from before dishes had prices of sizes sends none, and they stay.
    const earlier = before.find((each) => each.groupId === groupId)?.sizePrices ?? null;
    return { groupId, min, max, included, sizePrices: sizePrices === undefined ? earlier : sizePrices };
  });
  return isDeepStrictEqual(before, after) ? null : { before, after };
}

/** The price and the next one. A next price that is due becomes the price, unless this edit states another one. */
function priceColumns({ price, nextPrice, nextPriceFrom }: Updates, present: MenuItemRow, today: DateText) {
  const next = nextPrice === undefined ? present.next_price_cents : nextPrice;
  const from = nextPriceFrom === undefined ? present.next_price_from : nextPriceFrom;
  const noNextPrice = { next_price_cents: null, next_price_from: null };
  if (nextPriceFrom && nextPriceFrom <= today && nextPriceFrom !== present.next_price_from)
    throw refuse('invalid-argument', say`Choose a day after today.`, { field: 'nextPriceFrom' });
  if (next === null || from === null) return { price_cents: price, ...noNextPrice };
  if (from > today) return { price_cents: price, next_price_cents: next, next_price_from: from };
  const isNextPriceEdited = nextPrice !== undefined || nextPriceFrom !== undefined;
  return { price_cents: isNextPriceEdited ? next : (price ?? next), ...noNextPrice };
}

/** The columns that really change. */
function columnsOf(updates: Updates, present: MenuItemRow, today: DateText) {
  const days = specialDays(
    updates.isTodaysSpecial ?? present.is_todays_special,
    updates.specialStartDate === undefined ? present.special_start_date : updates.specialStartDate,
    updates.specialEndDate === undefined ? present.special_end_date : updates.specialEndDate,
  );
  const newValues = {
    ...sharedColumnsOf(withoutUndefined(updates)),
    ...priceColumns(updates, present, today),
    is_todays_special: days !== null,
    special_start_date: days?.start ?? null,
    special_end_date: days?.end ?? null,
  };
  return changedColumns(newValues, present);
}

function changedColumns<W extends object>(values: W, present: MenuItemRow): Partial<W> {
  const presentValues = new Map<string, unknown>(Object.entries(present));
  // A filter keeps only columns of W, which `Object.fromEntries` does not know.
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(presentValues.get(column)),
    ),
  ) as Partial<W>;
}
