import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/** Finds the rounds of a tab and the tabs of a location. Ordinary orders and bills are in none of these indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, { name: 'orders_rounds', on: 'orders (bill_id) where bill_id <> id' });
  await createIndexConcurrently(db, {
    name: 'bills_open_tabs',
    on: 'bills (location_id) where opened_at is not null and closed_at is null',
  });
  await createIndexConcurrently(db, {
    name: 'bills_of_sitting',
    on: 'bills (sitting_id) where sitting_id is not null',
  });
  await createIndexConcurrently(db, {
    name: 'bills_continued',
    unique: true,
    on: 'bills (continues) where continues is not null',
  });
}
