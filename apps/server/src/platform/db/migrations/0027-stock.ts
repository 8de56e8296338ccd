import { sql, type Kysely } from 'kysely';

/**
 * Portions left of a dish at a place, where somebody counted them: a counter that refuses by itself, with its moves and
 * what payment pages hold of it. No keys to other tables: they would be looked up in the statement that writes an order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stock (
      location_id text not null,
      item_id text not null,
      left_count integer not null constraint stock_enough check (left_count >= 0),
      primary key (location_id, item_id)
    );

    -- what came and went, append-only; the counter is their sum, less what is held
    create table stock_moves (
      id bigint generated always as identity primary key,
      location_id text not null,
      item_id text not null,
      amount integer not null check (amount <> 0),
      kind text not null check (kind in ('sale', 'change', 'return', 'oversold', 'count')),
      -- whose line it was, as of which version of the order
      order_id text,
      line integer,
      order_version integer,
      by_user text,
      at timestamptz not null,
      check ((order_id is null) = (kind = 'count')),
      unique (order_id, line, order_version, kind)
    );
    -- an order is taken back once
    create unique index stock_moves_return on stock_moves (order_id, line) where kind = 'return';
    create index stock_moves_item on stock_moves (location_id, item_id, id);

    create table stock_holds (
      session_id text not null references payment_sessions on delete cascade,
      location_id text not null,
      item_id text not null,
      quantity integer not null check (quantity > 0),
      held_until timestamptz not null,
      primary key (session_id, item_id)
    );
    create index stock_holds_until on stock_holds (held_until)
  `.execute(db);
}
