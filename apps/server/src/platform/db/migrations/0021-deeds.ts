import { sql, type Kysely } from 'kysely';

/**
 * Which refunds are parts of one, or one of them tried again: they name the same dishes. A copy from before writes none
 * in parts, so that each of its refunds is one by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refunds add column deed text not null default gen_random_uuid();

    with recursive part (id, deed) as (
      select id, split_part(idempotency_key, '+', 1) from refunds where idempotency_key like 'items:%'
      union all
      select again.id, part.deed from part join refunds again on again.idempotency_key = 'again:' || part.id
    )
    update refunds r set deed = part.deed from part where part.id = r.id
  `.execute(db);
}
