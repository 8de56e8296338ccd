import type { UnderstoodOf } from '@tiffin/contract';
import type { updateMenuItem as updateMenuItemCall } from '@tiffin/contract/menu-editor';
import { refuse } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { From } from '../../platform/http/implement.ts';
import { recordChange, type By } from '../audit/record-change.ts';
import { mustBeCategory, mustBeImage, specialDays } from './check-item.ts';
import { dishGroupOf } from './dish-groups.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenu, menuVersion, lockItem, writeItem } from './lock-menu.ts';
import { lockGroups, placeGroups, type WantedGroup } from './place-groups.ts';
import { editedItem } from './read-edited-menu.ts';
import { withGroups } from './with-groups.ts';

type Updates = UnderstoodOf<typeof updateMenuItemCall>['body']['updates'];

export interface ItemChange {
  readonly locationId: string;
  readonly itemId: string;
  readonly updates: Updates;
  /** What the change was made on; without it the last word wins. */
  readonly version?: number | undefined;
}

/** Changes a dish, unless somebody else did since: then they are told, with the dish as it is now. */
export async function updateMenuItem(
  context: Context,
  tx: Tx,
  by: By<From | null>,
  { locationId, itemId, updates, version }: ItemChange,
): Promise<{ row: MenuItemRow; version: number }> {
  const { optionGroups } = updates;
  if (optionGroups) await lockGroups(tx);
  const menu = await lockMenu(tx, locationId);
  const present = await lockItem(tx, locationId, itemId);
  if (version !== undefined && version !== present.version) {
    throw refuse('conflict', undefined, { item: await editedItem(tx, present), field: 'version' });
  }
  const changes = columnsOf(updates, present);
  const placed = optionGroups ? await placedOtherwise(tx, present, optionGroups) : null;
  if (Object.keys(changes).length === 0 && !placed) return { row: present, version: await menuVersion(tx, locationId) };
  if (changes.category !== undefined) await mustBeCategory(tx, changes.category);
  if (changes.image) await mustBeImage(tx, changes.image);
  if (placed) await placeGroups(tx, present, placed.after);
  const now = context.clock.now();
  const row = await writeItem(tx, present, { ...changes, version: present.version + 1, updated_at: now });
  await recordChange(tx, {
    at: now,
    ...by,
    action: 'update-menu-item',
    subject: { kind: 'menu-item', id: `${locationId}/${itemId}` },
    locationId,
    before: { ...only(present, Object.keys(changes)), ...(placed && { optionGroups: placed.before }) },
    after: { ...changes, ...(placed && { optionGroups: placed.after }) },
  });
  return { row, version: await announceMenu(context, tx, menu, 'updated', [itemId], [row]) };
}

/** The groups it has and those it shall have; null when they are the same. */
async function placedOtherwise(tx: Tx, present: MenuItemRow, wanted: readonly WantedGroup[]) {
  const [{ dish_groups: rows } = { dish_groups: [] }] = await withGroups(tx, [present]);
  const before = rows.map(dishGroupOf);
  const after = wanted.map(({ groupId, min = null, max = null, included = null }) => ({ groupId, min, max, included }));
  return JSON.stringify(before) === JSON.stringify(after) ? null : { before, after };
}

/** The columns that really change. */
function columnsOf(updates: Updates, present: MenuItemRow) {
  const days = specialDays(
    updates.isTodaysSpecial ?? present.is_todays_special,
    updates.specialStartDate === undefined ? present.special_start_date : updates.specialStartDate,
    updates.specialEndDate === undefined ? present.special_end_date : updates.specialEndDate,
  );
  const wanted = {
    name: updates.name,
    description: updates.description,
    price_cents: updates.price,
    category: updates.category,
    tax_class: updates.taxClass,
    spice_level: updates.spiceLevel,
    prep_time: updates.prepTime,
    calories: updates.calories,
    is_vegetarian: updates.isVegetarian,
    is_vegan: updates.isVegan,
    is_gluten_free: updates.isGlutenFree,
    is_popular: updates.isPopular,
    is_todays_special: days !== null,
    special_start_date: days?.start ?? null,
    special_end_date: days?.end ?? null,
    image: updates.image,
    tags: updates.tags,
    allergens: updates.allergens,
    max_quantity: updates.maxQuantity,
    work_units: updates.workUnits,
  };
  return changed(wanted, present);
}

function changed<W extends object>(wanted: W, present: MenuItemRow): Partial<W> {
  const now = new Map<string, unknown>(Object.entries(present));
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now.get(column)),
    ),
  ) as Partial<W>;
}

function only(row: MenuItemRow, columns: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));
}
