import type { ResponseOf } from '@tiffin/contract';
import { cents, refuse, say, toDollars } from '@tiffin/domain/core';
import { byCategoryAndName, overriddenFields } from '@tiffin/domain/menu';
import { worksAt, type Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { sharedValuesOf, type SharedDishRow } from './dish-values.ts';
import type { MenuItemRow } from './item-answer.ts';

export type SharedDishAnswer = ResponseOf<'getSharedMenu'>['dishes'][number];

/** A row of a menu in the form that is compared with the shared dish. */
export function locationDish(row: MenuItemRow) {
  return { values: sharedValuesOf(row), kept: row.kept_fields };
}

/** Reads and locks a shared dish. The menus must be locked first. */
export async function lockSharedDish(tx: Tx, chainId: string): Promise<SharedDishRow> {
  const row = await tx.selectFrom('chain_dishes').selectAll().where('id', '=', chainId).forUpdate().executeTakeFirst();
  if (!row) throw refuse('not-found', say`This dish is no longer shared.`);
  return row;
}

/** The shared dishes by category and name. Lists only locations the actor may edit, but counts all of them. */
export async function readSharedDishes(db: Db | Tx, actor: Actor, chainId?: string): Promise<SharedDishAnswer[]> {
  let chain = db.selectFrom('chain_dishes').selectAll();
  if (chainId !== undefined) chain = chain.where('id', '=', chainId);
  let menus = db
    .selectFrom('menu_items as m')
    .innerJoin('locations as l', 'l.id', 'm.location_id')
    .selectAll('m')
    .where('l.deleted_at', 'is', null)
    .where('m.chain_id', 'is not', null)
    .orderBy('m.location_id');
  if (chainId !== undefined) menus = menus.where('m.chain_id', '=', chainId);
  const sold = Map.groupBy(await menus.execute(), ({ chain_id: id }) => id);
  return (await chain.execute()).toSorted(byCategoryAndName).map((row) => {
    const values = sharedValuesOf(row);
    const dishes = (sold.get(row.id) ?? []).map((item) => ({
      item,
      own: overriddenFields(values, locationDish(item)),
    }));
    return {
      ...values,
      id: row.id,
      version: row.version,
      price: toDollars(values.price),
      tags: [...values.tags],
      allergens: values.allergens && [...values.allergens],
      soldAt: dishes.length,
      differAt: dishes.filter(({ own }) => own.length > 0).length,
      places: dishes.flatMap(({ item, own }) =>
        worksAt(actor, item.location_id)
          ? {
              locationId: item.location_id,
              itemId: item.id,
              name: item.name,
              price: toDollars(cents(item.price_cents)),
              isAvailable: item.is_available,
              maxQuantity: item.max_quantity,
              own,
            }
          : [],
      ),
    };
  });
}

/** One shared dish, or a refusal if it does not exist. */
export async function readSharedDish(tx: Tx, actor: Actor, chainId: string): Promise<SharedDishAnswer> {
  const [dish] = await readSharedDishes(tx, actor, chainId);
  if (!dish) throw refuse('not-found', say`This dish is no longer shared.`);
  return dish;
}
