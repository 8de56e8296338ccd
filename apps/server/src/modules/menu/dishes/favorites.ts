import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import type { Context, Db, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';

type FavoriteAnswer = ResponseOf<'getFavorites'>['favorites'][number];

/** A guest's favourite dishes, latest first. */
export async function readFavorites(db: Db | Tx, userId: string, locationId?: string): Promise<FavoriteAnswer[]> {
  let query = db
    .selectFrom('favorites')
    .innerJoin('menu_items', (join) =>
      join
        .onRef('menu_items.location_id', '=', 'favorites.location_id')
        .onRef('menu_items.id', '=', 'favorites.item_id'),
    )
    .select(['favorites.location_id', 'favorites.item_id', 'menu_items.name', 'favorites.created_at'])
    .where('favorites.user_id', '=', userId)
    .orderBy('favorites.created_at', 'desc')
    .orderBy('favorites.item_id');
  if (locationId !== undefined) query = query.where('favorites.location_id', '=', locationId);
  const rows = await query.execute();
  return rows.map((row) => ({
    locationId: row.location_id,
    itemId: row.item_id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
  }));
}

type FavoriteInput = ValidatedInput<'setFavorite'>['body'];

/** Adds or removes a favourite. Repeating it changes nothing. */
export function setFavorite(context: Context, userId: string, input: FavoriteInput): Promise<FavoriteAnswer[]> {
  const mark = { user_id: userId, location_id: input.locationId, item_id: input.itemId };
  return transaction(context.db, async (tx) => {
    if (input.isFavorite) {
      await tx
        .selectFrom('menu_items')
        .select('id')
        .where('location_id', '=', input.locationId)
        .where('id', '=', input.itemId)
        .forKeyShare()
        .executeTakeFirstOrThrow(() => refuse('menu-item-not-found'));
      await tx
        .insertInto('favorites')
        .values({ ...mark, created_at: context.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await tx
        .deleteFrom('favorites')
        .where('user_id', '=', userId)
        .where('location_id', '=', input.locationId)
        .where('item_id', '=', input.itemId)
        .execute();
    }
    return readFavorites(tx, userId);
  });
}

/** Deletes the favourites of an account that is erased. */
export async function deleteFavorites(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('favorites').where('user_id', '=', userId).execute();
}
