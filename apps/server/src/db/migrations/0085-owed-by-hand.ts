import { sql, type Kysely } from 'kysely';

/** The board asks what is still to be handed back each time an order is cancelled: there are few, among all there ever were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index refunds_owed_by_hand on refunds (location_id, requested_at)
      where status = 'requested' and method <> 'card'
  `.execute(db);
}
