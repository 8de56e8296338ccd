import { refuse } from '@tiffin/domain/core';
import { itemIdFor, type MenuItem } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { mustBeCategory, mustBeImage, type SpecialDays } from './check-item.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenu } from './lock-menu.ts';
import { lockGroups, placeGroups, type WantedGroup } from './place-groups.ts';

/** A dish before it has an id; its days as a special come as one thing. */
export interface NewMenuItem extends Omit<MenuItem, 'id' | 'isTodaysSpecial' | 'specialStartDate' | 'specialEndDate'> {
  readonly locationId: string;
  readonly special: SpecialDays | null;
  readonly art: string | null;
  readonly maxQuantity?: number;
  readonly workUnits?: number;
  /** What may be chosen with it. */
  readonly groups?: readonly WantedGroup[];
  /** The chain's dish that it is. */
  readonly chainId?: string | null;
}

/** Puts a dish on a location's menu, under an id made from its name. */
export async function addMenuItem(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  item: NewMenuItem,
): Promise<{ row: MenuItemRow; version: number }> {
  const now = context.clock.now();
  const { groups = [] } = item;
  if (groups.length > 0) await lockGroups(tx);
  const menu = await lockMenu(tx, item.locationId);
  await mustBeCategory(tx, item.category);
  if (item.image !== null) await mustBeImage(tx, item.image);
  const rows = await tx
    .selectFrom('menu_items')
    .select(['id', 'position'])
    .where('location_id', '=', item.locationId)
    .execute();
  const taken = new Set(rows.map((row) => row.id));
  const id = itemIdFor(item.name, (wanted) => taken.has(wanted));
  if (!id.ok) throw refuse(id.error.code, id.error.message);
  const row = await tx
    .insertInto('menu_items')
    .values({
      location_id: item.locationId,
      id: id.value,
      name: item.name,
      description: item.description,
      price_cents: item.price,
      category: item.category,
      tax_class: item.taxClass,
      spice_level: item.spiceLevel,
      prep_time: item.prepTime,
      calories: item.calories,
      is_vegetarian: item.isVegetarian,
      is_vegan: item.isVegan,
      is_gluten_free: item.isGlutenFree,
      is_popular: item.isPopular,
      is_available: item.isAvailable,
      is_todays_special: item.special !== null,
      special_start_date: item.special?.start ?? null,
      special_end_date: item.special?.end ?? null,
      image: item.image,
      art: item.art,
      chain_id: item.chainId ?? null,
      tags: [...item.tags],
      allergens: [...item.allergens],
      ...(item.maxQuantity !== undefined && { max_quantity: item.maxQuantity }),
      ...(item.workUnits !== undefined && { work_units: item.workUnits }),
      position: Math.max(0, ...rows.map((each) => each.position)) + 1,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (groups.length > 0) await placeGroups(tx, row, groups);
  const { price, ...said } = item;
  await recordChange(tx, {
    at: now,
    actor,
    action: 'add-menu-item',
    subject: { kind: 'menu-item', id: `${item.locationId}/${row.id}` },
    locationId: item.locationId,
    after: { ...said, price_cents: price },
    from,
  });
  return { row, version: await announceMenu(context, tx, menu, 'added', [row.id], [row]) };
}
