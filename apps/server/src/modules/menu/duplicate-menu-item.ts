import { cents, refuse } from '@tiffin/domain/core';
import { copyName } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { addMenuItem } from './add-menu-item.ts';
import { dishGroupOf } from './dish-groups.ts';
import { withGroups } from './with-groups.ts';
import type { MenuItemRow } from './item-answer.ts';
import { lockMenu } from './lock-menu.ts';
import { lockGroups } from './place-groups.ts';

export interface Copy {
  readonly locationId: string;
  readonly itemId: string;
  /** Another location gets the dish under its own name; the same one gets '… (Copy)'. */
  readonly toLocationId: string;
}

/** A copy, hidden until somebody has looked it over and shows it. */
export async function duplicateMenuItem(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  { locationId, itemId, toLocationId }: Copy,
): Promise<{ row: MenuItemRow; version: number }> {
  // Before the lock of the menu, as everybody takes the two.
  await lockGroups(tx);
  await lockMenu(tx, toLocationId);
  const original = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('id', '=', itemId)
    .executeTakeFirst();
  if (!original) throw refuse('menu-item-not-found');
  const [{ dish_groups: groups } = { dish_groups: [] }] = await withGroups(tx, [original]);
  const { special_start_date: start, special_end_date: end } = original;
  return addMenuItem(context, tx, actor, from, {
    locationId: toLocationId,
    name: toLocationId === locationId ? copyName(original.name) : original.name,
    description: original.description,
    price: cents(original.price_cents),
    category: original.category,
    taxClass: original.tax_class,
    spiceLevel: original.spice_level,
    prepTime: original.prep_time,
    calories: original.calories,
    isVegetarian: original.is_vegetarian,
    isVegan: original.is_vegan,
    isGlutenFree: original.is_gluten_free,
    isPopular: original.is_popular,
    isAvailable: false,
    special: original.is_todays_special && start !== null && end !== null ? { start, end } : null,
    image: original.image,
    // A drawing is of one dish: the copy beside it becomes another.
    art: toLocationId === locationId ? null : original.art,
    tags: original.tags,
    allergens: original.allergens,
    maxQuantity: original.max_quantity,
    workUnits: original.work_units,
    groups: groups.map(dishGroupOf),
    chainId: await chainAt(tx, original.chain_id, toLocationId),
  });
}

/** The chain's dish that the copy is: at a place that does not have it yet. */
async function chainAt(tx: Tx, chainId: string | null, locationId: string): Promise<string | null> {
  if (chainId === null) return null;
  const there = await tx
    .selectFrom('menu_items')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  return there ? null : chainId;
}
