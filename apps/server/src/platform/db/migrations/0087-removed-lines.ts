import { sql, type Kysely } from 'kysely';

/**
 * Portions that were removed from an order after cooking began. They cost the restaurant something, and the order no
 * longer has them. There is no foreign key, because it would block orders while it is added.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_lines (
      id bigint generated always as identity primary key,
      order_id text not null,
      item_id text not null,
      name text not null,
      category text not null,
      options jsonb,
      quantity integer not null check (quantity > 0),
      removed_at timestamptz not null
    )
  `.execute(db);
  await sql`create index removed_lines_order on removed_lines (order_id)`.execute(db);
}
