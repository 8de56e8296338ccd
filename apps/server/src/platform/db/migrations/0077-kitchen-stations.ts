import { sql, type Kysely } from 'kysely';

/**
 * The stations of a kitchen and what goes to them. `order_items.station_id` is set only for open lines whose station's
 * rules changed; it has no foreign key, because it may also name the pass, which need not be a station.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stations (
      id text primary key,
      location_id text not null references locations on delete cascade,
      name text not null,
      kind text not null check (kind in ('cook', 'pass')),
      is_default boolean not null default false,
      fallback_id text references stations on delete set null,
      categories text[] not null default '{}',
      item_ids text[] not null default '{}',
      options jsonb not null default '[]',
      seen_at timestamptz not null,
      version int not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index stations_by_location on stations (location_id);
    create index stations_by_fallback on stations (fallback_id);
    alter table order_items add column station_id text
  `.execute(db);
}
