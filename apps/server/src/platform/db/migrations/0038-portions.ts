import { sql, type Kysely } from 'kysely';

/** A line takes portions of its dish, and of what was chosen with it: a move is once for each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stock_moves add constraint stock_moves_once unique (order_id, line, item_id, order_version, kind);
    alter table stock_moves drop constraint stock_moves_order_id_line_order_version_kind_key;
    drop index stock_moves_return;
    create unique index stock_moves_return on stock_moves (order_id, line, item_id) where kind = 'return'
  `.execute(db);
}
