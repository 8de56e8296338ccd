import { sql, type Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/**
 * The letters of devices that take orders without a connection, and the numbers of such orders. `menu_total_cents` is
 * what such an order would have cost by the menu, if that differs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists till_devices (
    id uuid primary key, letters text not null unique, named_at timestamptz not null
  )`.execute(db);
  await sql`alter table orders add column if not exists offline_number text, add column if not exists device_id uuid,
    add column if not exists ticket_printed boolean, add column if not exists menu_total_cents integer`.execute(db);
  await createIndexConcurrently(db, {
    name: 'orders_offline_number',
    unique: true,
    on: 'orders (offline_number) where offline_number is not null',
  });
}
