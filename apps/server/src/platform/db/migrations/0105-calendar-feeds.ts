import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** The private addresses under which calendars of staff read the reservations of a location. */
export async function up(tx: Tx): Promise<void> {
  await sql`
    create table calendar_feeds (
      set_up_by text not null references users on delete cascade,
      location_id text not null references locations on delete cascade,
      key_hash text not null unique,
      primary key (set_up_by, location_id)
    );
    create index calendar_feeds_location on calendar_feeds (location_id)
  `.execute(tx);
}
