import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * The plan of a location and who sits where. The exclusion constraint keeps two parties from one table. Both lists of
 * names are checked at the commit, because one save may swap two names.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`create extension if not exists btree_gist`.execute(tx);
  await sql`alter table locations add column floor_version int not null default 0`.execute(tx);
  await sql`
    create table areas (
      id text primary key,
      location_id text not null references locations,
      name text not null,
      position int not null,
      constraint areas_name exclude (location_id with =, lower(name) with =) deferrable initially deferred
    )
  `.execute(tx);
  await sql`
    create table floor_tables (
      id text primary key,
      location_id text not null references locations,
      -- null once the area of a removed table is removed
      area_id text references areas on delete set null,
      name text not null,
      seats int not null check (seats > 0),
      x int not null,
      y int not null,
      width int not null,
      height int not null,
      shape text not null check (shape in ('rectangle', 'circle')),
      removed_at timestamptz,
      unique (location_id, id),
      constraint floor_tables_name exclude (location_id with =, lower(name) with =) where (removed_at is null)
        deferrable initially deferred
    )
  `.execute(tx);
  await sql`create index floor_tables_by_area on floor_tables (area_id)`.execute(tx);
  await sql`
    create table sittings (
      id text primary key,
      location_id text not null references locations,
      table_id text not null,
      party_size int not null check (party_size between 1 and 20),
      -- of a party without a reservation, until it leaves
      name text not null default '',
      reservation_id text,
      seated_at timestamptz not null,
      -- when the party came to this table
      table_since timestamptz not null,
      ended_at timestamptz check (ended_at >= table_since),
      created_by text,
      foreign key (location_id, table_id) references floor_tables (location_id, id),
      constraint sittings_one_at_a_time exclude using gist (table_id with =, tstzrange(table_since, ended_at) with &&)
    )
  `.execute(tx);
  await sql`create index sittings_open on sittings (location_id) where ended_at is null`.execute(tx);
  await sql`
    create unique index sittings_open_reservation on sittings (reservation_id)
    where ended_at is null and reservation_id is not null
  `.execute(tx);
}
