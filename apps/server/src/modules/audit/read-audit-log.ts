import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import type { getAuditLog } from '@tiffin/contract/settings';
import { say } from '@tiffin/domain/core';
import { AUDIT_GROUPS, referencesIn } from '@tiffin/domain/people';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/connection.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { likePattern, pageOf, readCursor } from '../../platform/http/cursor.ts';

type Query = ValidatedInput<typeof getAuditLog>['query'];
type Answer = ResponseOf<typeof getAuditLog>;
type Row = Selectable<Schema['audit_log']> & { subject_name: string | null };

/** A search by name considers at most this many people as subjects. */
const MAX_NAMESAKES = 100;

export async function readAuditLog(db: Db, query: Query): Promise<Answer> {
  const after = readCursor(query.cursor, 'at', 'time');
  const conditions = [sql`true`];
  if (query.group) conditions.push(sql`a.subject_kind = any(${[...AUDIT_GROUPS[query.group]]}::text[])`);
  if (query.actorId) conditions.push(sql`a.actor_id = ${query.actorId}`);
  if (query.subjectKind) conditions.push(sql`a.subject_kind = ${query.subjectKind}`);
  if (query.subjectId) conditions.push(sql`a.subject_id = ${query.subjectId}`);
  if (query.from) conditions.push(sql`a.at >= ${new Date(query.from)}`);
  if (query.to) conditions.push(sql`a.at <= ${new Date(query.to)}`);
  if (query.search.trim() !== '') conditions.push(await matchesSearch(db, query.search));
  if (after) conditions.push(sql`(a.at, a.id) < (${after.value}, ${Number(after.id) || 0})`);
  const { rows } = await sql<Row>`
    select a.*, case a.subject_kind
      when 'user' then (select name from users where id = a.subject_id)
      when 'location' then (select name from locations where id = a.subject_id)
      when 'api-key' then (select name from api_keys where id = a.subject_id)
      when 'menu-item' then (
        select name from menu_items
        where location_id = split_part(a.subject_id, '/', 1) and id = split_part(a.subject_id, '/', 2))
      when 'option-group' then (select name from option_groups where id = a.subject_id)
      when 'option' then (
        select name from group_options
        where group_id = split_part(a.subject_id, '/', 2) and id = split_part(a.subject_id, '/', 3))
      when 'station' then (select name from stations where id = a.subject_id)
      when 'daypart' then (select name from dayparts where id = a.subject_id)
      when 'category' then (select name from menu_categories where id = a.subject_id)
      when 'chain-dish' then (select name from chain_dishes where id = a.subject_id)
      when 'menu' then (select name from locations where id = split_part(a.subject_id, '/', 1))
      when 'menu-texts' then (select name from locations where id = split_part(a.subject_id, '/', 1))
      when 'tablet' then (select name from tablets where id = a.subject_id)
      when 'pickup-screen' then (select name from pickup_screens where id = a.subject_id)
      when 'reader' then (select name from card_readers where id = a.subject_id)
      when 'payment' then coalesce(
        (select to_char((amount_cents + tip_cents) / 100.0, 'FM9999999990.00') from payments
          where id = a.subject_id or provider_payment_id = a.subject_id limit 1),
        (select to_char(amount_cents / 100.0, 'FM9999999990.00') from payment_sessions where id = a.subject_id limit 1))
      when 'mailing' then (select subject from mailings where id = a.subject_id)
      when 'message' then (select recipient from messages where id = a.subject_id)
    end as subject_name
    from audit_log a
    where ${sql.join(conditions, sql` and `)}
    order by a.at desc, a.id desc limit ${query.limit + 1}
  `.execute(db);
  const { page, nextCursor } = pageOf(rows, query.limit, (row) => ({ sort: 'at', value: row.at, id: String(row.id) }));
  return {
    entries: page.map(entryAnswer),
    names: await readNames(db, page),
    people: await readActors(db),
    nextCursor,
  };
}

/** The names of locations, people, categories and dishes to which changed fields refer. */
async function readNames(db: Db, rows: readonly Row[]): Promise<Record<string, string>> {
  const ids = [...new Set(rows.flatMap(({ before, after }) => [...referencesIn(before), ...referencesIn(after)]))];
  if (ids.length === 0) return {};
  const { rows: named } = await sql<{ id: string; name: string }>`
    select id, name from menu_items where id = any(${ids}::text[])
    union all select id, name from menu_categories where id = any(${ids}::text[])
    union all select id, name from option_groups where id = any(${ids}::text[])
    union all select id, name from users where id = any(${ids}::text[]) and name <> ''
    union all select id, name from locations where id = any(${ids}::text[])
  `.execute(db);
  return Object.fromEntries(named.map(({ id, name }) => [id, name]));
}

/** People with a role in the restaurant, by name. */
function readActors(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', '<>', 'customer')
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Searches actor, action and subject; a person's name also finds entries about that person. */
async function matchesSearch(db: Db, search: string): Promise<RawBuilder<unknown>> {
  const pattern = likePattern(search);
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('search_text', 'like', pattern)
    .limit(MAX_NAMESAKES)
    .execute();
  const ids = people.map((person) => person.id);
  return sql`(
    lower(coalesce(a.actor_name, '') || E'\\n' || a.action || E'\\n' || a.subject_kind || E'\\n' || a.subject_id)
      like ${pattern}
    or (a.subject_kind = 'user' and a.subject_id = any(${ids}::text[]))
  )`;
}

/** Display names of actors that are not people. */
const ACTOR_NAMES: Readonly<Record<string, () => string>> = {
  system: () => 'Tiffin',
  site: () => say`Website`,
  nobody: () => say`Somebody`,
};

function entryAnswer(row: Row): Answer['entries'][number] {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actorKind: row.actor_kind,
    actorName: row.actor_name ?? ACTOR_NAMES[row.actor_kind]?.() ?? row.actor_kind,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    locationId: row.location_id,
    before: row.before,
    after: row.after,
    requestId: row.request_id,
    address: row.address,
  };
}
