import { refuse } from '@tiffin/domain/core';
import { copyName, itemIdFor, type MenuItem } from '@tiffin/domain/menu';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { requireCategory, requireImage, type SpecialDays } from './check-menu-item.ts';
import { dishGroupOf } from '../options/dish-groups.ts';
import { sharedColumnsForInsert, sharedValuesOf } from './dish-values.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenu } from './lock-menu.ts';
import { lockOptionGroups, setDishGroups, type GroupOfDish } from '../options/location-groups.ts';
import { addGroupsAndHours } from '../options/items-with-groups.ts';

/** A dish without an id yet; the days of a special are one value. */
interface NewMenuItem extends Omit<MenuItem, 'id' | 'isTodaysSpecial' | 'specialStartDate' | 'specialEndDate'> {
  readonly locationId: string;
  readonly special: SpecialDays | null;
  readonly art: string | null;
  readonly maxQuantity?: number;
  readonly workUnits?: number;
  readonly groups?: readonly GroupOfDish[];
  /** Id of the shared dish, if this is one. */
  readonly chainId?: string | null;
}

/** Adds a dish to a location's menu. Its id is made from its name. */
export async function addMenuItem(context: Context, tx: Tx, by: Author, item: NewMenuItem) {
  const now = context.clock.now();
  const { groups = [] } = item;
  if (groups.length > 0) await lockOptionGroups(tx);
  const menu = await lockMenu(tx, item.locationId);
  await requireCategory(tx, item.category);
  if (item.image !== null) await requireImage(tx, item.image);
  const row = await insertMenuItem(tx, item, now);
  if (groups.length > 0) await setDishGroups(tx, row, groups);
  const { price, ...values } = item;
  await recordAuditEntry(tx, { at: now, ...by }, 'add-menu-item', ['menu-item', `${item.locationId}/${row.id}`], {
    locationId: item.locationId,
    after: { ...values, price_cents: price },
  });
  return { row, version: await announceMenu(context, tx, menu, 'added', [row.id], [row]) };
}

/** Inserts the dish below the others of its menu. */
async function insertMenuItem(tx: Tx, item: NewMenuItem, now: Date): Promise<MenuItemRow> {
  const rows = await tx
    .selectFrom('menu_items')
    .select(['id', 'position'])
    .where('location_id', '=', item.locationId)
    .execute();
  const usedIds = new Set(rows.map((row) => row.id));
  const id = itemIdFor(item.name, (candidate) => usedIds.has(candidate));
  if (!id.ok) throw refuse(id.error.code, id.error.message);
  return tx
    .insertInto('menu_items')
    .values({
      ...sharedColumnsForInsert(item),
      location_id: item.locationId,
      id: id.value,
      is_todays_special: item.special !== null,
      special_start_date: item.special?.start ?? null,
      special_end_date: item.special?.end ?? null,
      art: item.art,
      chain_id: item.chainId ?? null,
      position: Math.max(0, ...rows.map((each) => each.position)) + 1,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface DishCopy {
  readonly locationId: string;
  readonly itemId: string;
  /** A copy for another location keeps the name; one for the same location gets '… (Copy)'. */
  readonly toLocationId: string;
}

/** Copies a dish. The copy is hidden until someone has checked and shows it. */
export async function duplicateMenuItem(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemId, toLocationId }: DishCopy,
): Promise<{ row: MenuItemRow; version: number }> {
  // Lock order: option groups before the menu.
  await lockOptionGroups(tx);
  await lockMenu(tx, toLocationId);
  const original = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow(() => refuse('menu-item-not-found'));
  const [originalWithGroups] = await addGroupsAndHours(tx, [original]);
  const { special_start_date: start, special_end_date: end } = original;
  return addMenuItem(context, tx, by, {
    ...sharedValuesOf(original),
    locationId: toLocationId,
    name: toLocationId === locationId ? copyName(original.name) : original.name,
    isAvailable: false,
    special: original.is_todays_special && start !== null && end !== null ? { start, end } : null,
    // A drawing belongs to one dish of a menu, so a copy on the same menu gets another one.
    art: toLocationId === locationId ? null : original.art,
    groups: originalWithGroups?.dish_groups.map(dishGroupOf) ?? [],
    chainId: await sharedDishIdAt(tx, original.chain_id, toLocationId),
  });
}

/** The shared dish that the copy belongs to, unless that location already sells it. */
async function sharedDishIdAt(tx: Tx, chainId: string | null, locationId: string): Promise<string | null> {
  if (chainId === null) return null;
  const existing = await tx
    .selectFrom('menu_items')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  return existing ? null : chainId;
}
