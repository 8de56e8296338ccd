import type { UnderstoodOf } from '@tiffin/contract';
import type { setFavorite as setFavoriteCall } from '@tiffin/contract/menu';
import { refuse } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { readFavorites, type FavoriteAnswer } from './favorites.ts';

type Wish = UnderstoodOf<typeof setFavoriteCall>['body'];

/** Puts a heart on a dish, or takes it off; doing it again changes nothing. */
export function setFavorite(context: Context, userId: string, wish: Wish): Promise<FavoriteAnswer[]> {
  const mark = { user_id: userId, location_id: wish.locationId, item_id: wish.itemId };
  return transaction(context.db, async (tx) => {
    if (wish.isFavorite) {
      const dish = await tx
        .selectFrom('menu_items')
        .select('id')
        .where('location_id', '=', wish.locationId)
        .where('id', '=', wish.itemId)
        .forKeyShare()
        .executeTakeFirst();
      if (!dish) throw refuse('menu-item-not-found');
      await tx
        .insertInto('favorites')
        .values({ ...mark, created_at: context.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await tx
        .deleteFrom('favorites')
        .where('user_id', '=', userId)
        .where('location_id', '=', wish.locationId)
        .where('item_id', '=', wish.itemId)
        .execute();
    }
    return readFavorites(tx, userId);
  });
}
