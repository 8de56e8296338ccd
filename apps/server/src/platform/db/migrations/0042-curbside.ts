import { sql, type Kysely } from 'kysely';

/** Pickup out to the car, where a place offers it: what the car looks like, and since when its guest is there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table locations add column curbside boolean;
    alter table orders add column vehicle text, add column here_at timestamptz
  `.execute(db);
}
