import type { AnswerOf } from '@tiffin/contract';
import type { getFavorites } from '@tiffin/contract/menu';
import type { Db, Tx } from '../../db/connection.ts';

export type FavoriteAnswer = AnswerOf<typeof getFavorites>['favorites'][number];

/** The dishes a guest marked, the latest first. */
export async function readFavorites(db: Db | Tx, userId: string, locationId?: string): Promise<FavoriteAnswer[]> {
  let query = db
    .selectFrom('favorites')
    .select(['location_id', 'item_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('item_id');
  if (locationId !== undefined) query = query.where('location_id', '=', locationId);
  const rows = await query.execute();
  return rows.map((row) => ({
    locationId: row.location_id,
    itemId: row.item_id,
    createdAt: row.created_at.toISOString(),
  }));
}
