import { sql, type Kysely } from 'kysely';

/** What the house says of its menu and itself, in the languages beside its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table texts (
      kind text not null check (kind in ('dish', 'chain-dish', 'category', 'group', 'option', 'house')),
      -- of a dish its place, of an option its group
      within text not null default '',
      id text not null,
      field text not null check (field in ('name', 'description', 'tagline', 'headline', 'cuisine')),
      language text not null,
      text text not null check (text <> ''),
      -- what it was made from: while the house says something else there, nobody reads it
      of text not null,
      updated_at timestamptz not null default now(),
      primary key (kind, within, id, field, language)
    );

    -- a line's names in the language of its guest; null: the house's
    alter table order_items add column said jsonb
  `.execute(db);
}
