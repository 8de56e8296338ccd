import { sql, type Kysely } from 'kysely';

/** An option that ran out at a place: until when, and then it is there again without anybody's doing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- no key to the option: whoever writes a group anew writes its options anew
    create table sold_out_options (
      location_id text not null references locations on delete cascade,
      group_id text not null references option_groups on delete cascade,
      option_id text not null,
      sold_out_until timestamptz not null,
      primary key (location_id, group_id, option_id)
    )
  `.execute(db);
}
