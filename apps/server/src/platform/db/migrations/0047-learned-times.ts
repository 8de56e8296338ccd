import { sql, type Kysely } from 'kysely';

/** How long each kitchen's orders take, as its own past tells, and how well that foretold the weeks since. Made anew each night. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table learned_times (
      location_id text primary key references locations on delete cascade,
      -- null while the rule says it
      quotes jsonb,
      weeks jsonb not null,
      learned_at timestamptz not null
    )
  `.execute(db);
}
