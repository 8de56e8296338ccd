import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * A party may sit at several tables, whose ids are in `joined`; the first is its `table_id`. A copy of the previous
 * version moves it by `table_id` alone, and then it sits only there. The exclusion constraint keeps two parties from
 * one table; its name is unchanged, because that copy recognises a taken table by it. It compares hashes, because an
 * index cannot tell whether two lists of texts have one in common.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table sittings add column joined text[] check (cardinality(joined) > 1)`.execute(tx);
  await sql`
    create function tables_of_sitting(table_id text, joined text[]) returns text[] language sql immutable as $$
      select case when joined[1] = table_id then joined when table_id is not null then array[table_id] end
    $$
  `.execute(tx);
  await sql`
    create function table_set(ids text[]) returns nummultirange language sql immutable as $$
      select range_agg(numrange(hash, hash, '[]')) from (select hashtextextended(id, 0)::numeric as hash from unnest(ids) id) h
    $$
  `.execute(tx);
  await sql`
    create function names_of_tables(ids text[]) returns text language sql stable as $$
      select string_agg(t.name, '+' order by i.place)
      from unnest(ids) with ordinality as i (id, place) join floor_tables t on t.id = i.id
    $$
  `.execute(tx);
  await sql`
    alter table sittings drop constraint sittings_one_at_a_time, add constraint sittings_one_at_a_time
      exclude using gist (table_set(tables_of_sitting(table_id, joined)) with &&, tstzrange(table_since, ended_at) with &&)
  `.execute(tx);
}
