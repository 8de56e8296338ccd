import { refuse, type Cents } from '@tiffin/domain/core';
import { itemIdFor, type DishHeat } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';

export interface NewMenuItem {
  readonly locationId: string;
  readonly name: string;
  readonly description: string;
  readonly price: Cents;
  readonly category: string;
  readonly spiceLevel: DishHeat;
  readonly prepTime: number;
  readonly calories: number | null;
  readonly isVegetarian: boolean;
  readonly isVegan: boolean;
  readonly isGlutenFree: boolean;
  readonly isPopular: boolean;
  readonly isAvailable: boolean;
  readonly special: { readonly start: string; readonly end: string } | null;
  readonly image: string | null;
  readonly art: string | null;
  readonly tags: readonly string[];
  readonly allergens: readonly string[];
}

/** Puts a dish on a location's menu, under an id made from its name. */
export async function addMenuItem(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  item: NewMenuItem,
): Promise<string> {
  const now = context.clock.now();
  // The location's row is the menu's lock: two dishes of one name get two ids.
  const location = await tx
    .updateTable('locations')
    .set({ menu_version: sql`menu_version + 1` })
    .where('id', '=', item.locationId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!location) throw refuse('location-not-found', `Location ${item.locationId} not found or inactive`);
  const rows = await tx
    .selectFrom('menu_items')
    .select(['id', 'position'])
    .where('location_id', '=', item.locationId)
    .execute();
  const taken = new Set(rows.map((row) => row.id));
  const id = itemIdFor(item.name, (wanted) => taken.has(wanted));
  if (!id.ok) throw refuse(id.error.code, id.error.message);
  await tx
    .insertInto('menu_items')
    .values({
      location_id: item.locationId,
      id: id.value,
      name: item.name,
      description: item.description,
      price_cents: item.price,
      category: item.category,
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
      tags: [...item.tags],
      allergens: [...item.allergens],
      position: Math.max(0, ...rows.map((row) => row.position)) + 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordChange(tx, {
    at: now,
    actor,
    action: 'add-menu-item',
    subject: { kind: 'menu-item', id: `${item.locationId}/${id.value}` },
    locationId: item.locationId,
    after: item,
    from,
  });
  await context.events.append(tx, {
    type: 'menu.changed',
    locationId: item.locationId,
    at: now,
    data: { itemIds: [id.value], change: 'added' },
  });
  return id.value;
}
