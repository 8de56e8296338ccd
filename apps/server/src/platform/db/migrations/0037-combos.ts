import { sql, type Kysely } from 'kysely';

/** An option that is a dish, as a part of a combo: which dish that is every place's menu says by this id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table group_options add column dish_id text`.execute(db);
}
