import { sql, type Kysely } from 'kysely';

/** The figures that somebody saw or exported, with the rows they consisted of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table figure_viewings (
      id bigint generated always as identity primary key,
      user_id text not null references users (id) on delete cascade,
      kind text not null check (kind in ('page', 'csv', 'pdf')),
      page text not null check (page in ('report', 'dashboard')),
      location_id text not null,
      location_ids text[] not null,
      from_day date not null,
      to_day date not null,
      at timestamptz not null,
      position text not null,
      rows bytea not null
    )`.execute(db);
  await sql`
    create index figure_viewings_of on figure_viewings (user_id, page, location_id, from_day, to_day, kind, at)
  `.execute(db);
  await sql`create index figure_viewings_at on figure_viewings (at)`.execute(db);
}
