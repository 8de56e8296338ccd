import type { AnswerOf } from '@tiffin/contract';
import type { getChainMenu } from '@tiffin/contract/chain-menu';
import { cents, refuse, say, toDollars } from '@tiffin/domain/core';
import { byCategoryAndName, ownFields } from '@tiffin/domain/menu';
import { worksAt, type Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { chainValuesOf, type ChainRow } from './dish-values.ts';
import type { MenuItemRow } from './item-answer.ts';

export type ChainDishAnswer = AnswerOf<typeof getChainMenu>['dishes'][number];

/** A row of a menu beside the chain's. */
export function atPlace(row: MenuItemRow) {
  return { values: chainValuesOf(row), kept: row.kept_fields };
}

/** A dish of the chain, held until this transaction is over; the menus are locked before it. */
export async function lockChainDish(tx: Tx, chainId: string): Promise<ChainRow> {
  const row = await tx.selectFrom('chain_dishes').selectAll().where('id', '=', chainId).forUpdate().executeTakeFirst();
  if (!row) throw refuse('not-found', say`This dish is not the chain’s any more.`);
  return row;
}

/** By category, then name; of the places those that somebody edits, all of them counted. */
export async function readChainMenu(db: Db | Tx, actor: Actor, chainId?: string): Promise<ChainDishAnswer[]> {
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
    const values = chainValuesOf(row);
    const places = (sold.get(row.id) ?? []).map((item) => ({ item, own: ownFields(values, atPlace(item)) }));
    return {
      ...values,
      id: row.id,
      version: row.version,
      price: toDollars(values.price),
      tags: [...values.tags],
      allergens: [...values.allergens],
      soldAt: places.length,
      differAt: places.filter(({ own }) => own.length > 0).length,
      places: places.flatMap(({ item, own }) =>
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

export async function readChainDish(tx: Tx, actor: Actor, chainId: string): Promise<ChainDishAnswer> {
  const [dish] = await readChainMenu(tx, actor, chainId);
  if (!dish) throw refuse('not-found', say`This dish is not the chain’s any more.`);
  return dish;
}
