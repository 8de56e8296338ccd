import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { say, writeCsv } from '@tiffin/domain/core';
import {
  ACCESS_EVENT_NAMES,
  ALARMING_EVENTS,
  AUDIT_GROUPS,
  isAccessKind,
  referencesIn,
  type Actor,
  type AuditKind,
  proofName,
} from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { hasScopeOfKey, requireScopeOfKey } from '../../platform/auth/require-scope.ts';
import type { Row } from '../../platform/db/schema.ts';
import { likePattern, pageOf, readCursor } from '../../platform/http/cursor.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntry, type Author } from './record-audit-entries.ts';

type Query = ValidatedInput<'getAuditLog'>['query'];
type AuditFilter = Omit<Query, 'limit' | 'cursor'>;
type Answer = ResponseOf<'getAuditLog'>;
export type AuditLogEntry = Answer['entries'][number];
type EntryRow = Row<'audit_log'> & {
  subject_name: string | null;
  tablet_name: string | null;
  later_tries: number;
  later_sign_in: { at: string; name: string; address: string | null } | null;
};

/** A search by name considers at most this many people as subjects. */
const MAX_NAMESAKES = 100;
const MAX_ALARMS = 20;
const ALARM_DAYS_MS = 7 * 86_400_000;

/** Returns a page of the audit log. The first page also contains the alarms of the last days. */
export async function readAuditLog(
  { db, clock, failures }: Context,
  actor: Actor,
  { limit, cursor, ...filter }: Query,
): Promise<Answer> {
  await failures.flush();
  const after = readCursor(cursor, 'at', 'time');
  const conditions = await conditionsOf(db, actor, filter);
  if (after) conditions.push(sql`(a.at, a.id) < (${after.value}, ${rowIdOf(after.id)})`);
  const rows = await readRows(db, conditions, limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, (row) => ({ sort: 'at', value: row.at, id: String(row.id) }));
  const recent = sql`a.at > ${new Date(clock.now().getTime() - ALARM_DAYS_MS)}`;
  const showsAlarms = !after && hasScopeOfKey(actor, 'access:read');
  const alarms = showsAlarms ? await readRows(db, [recent, isOfKind('alarms')], MAX_ALARMS) : [];
  return {
    entries: page.map(entryAnswer),
    alarms: alarms.map(entryAnswer),
    names: await readNames(db, page),
    people: await readActors(db),
    nextCursor,
  };
}

/** The id in a cursor, which a client may have changed. */
function rowIdOf(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '0';
}

/** Entries for a file, newest first. */
async function readAuditEntries(
  db: Db | Tx,
  actor: Actor,
  filter: AuditFilter,
  limit: number,
): Promise<AuditLogEntry[]> {
  return (await readRows(db, await conditionsOf(db, actor, filter), limit)).map(entryAnswer);
}

async function conditionsOf(db: Db | Tx, actor: Actor, filter: AuditFilter): Promise<RawBuilder<unknown>[]> {
  const { kind, actorId, userId, address, subjectKind, subjectId, from, to, search, actions } = filter;
  const conditions = [sql`true`];
  if (kind && isAccessKind(kind)) requireScopeOfKey(actor, 'access:read');
  if (!hasScopeOfKey(actor, 'access:read')) conditions.push(sql`a.action <> all(${ACCESS_EVENT_NAMES}::text[])`);
  if (kind) conditions.push(isOfKind(kind));
  if (actorId) conditions.push(sql`a.actor_id = ${actorId}`);
  if (userId) {
    conditions.push(sql`(a.actor_id = ${userId} or (a.subject_kind = 'user' and a.subject_id = ${userId}))`);
  }
  if (address) conditions.push(sql`a.address = ${address}`);
  if (subjectKind) conditions.push(sql`a.subject_kind = ${subjectKind}`);
  if (subjectId) conditions.push(sql`a.subject_id = ${subjectId}`);
  if (from) conditions.push(sql`a.at >= ${new Date(from)}`);
  if (to) conditions.push(sql`a.at <= ${new Date(to)}`);
  if (search.trim() !== '') conditions.push(await matchesSearch(db, search, actions?.split(',') ?? []));
  return conditions;
}

function isOfKind(kind: AuditKind): RawBuilder<unknown> {
  if (kind === 'access') return sql`a.access is not null`;
  if (kind === 'alarms') return sql`a.access = 'failures' and a.action = any(${ALARMING_EVENTS}::text[])`;
  if (isAccessKind(kind)) return sql`a.access = ${kind}`;
  return sql`a.subject_kind = any(${[...AUDIT_GROUPS[kind]]}::text[]) and a.action <> all(${ACCESS_EVENT_NAMES}::text[])`;
}

/**
 * Reads entries. An entry of a failure contains what followed within a day: later failures of the account or the
 * address, and the first sign-in of the account. Without an account, a sign-in from the address counts.
 */
async function readRows(db: Db | Tx, conditions: readonly RawBuilder<unknown>[], limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select a.*, t.name as tablet_name,
      case a.subject_kind
        when 'user' then (select name from users where id = a.subject_id)
        when 'work' then (select name from users where id = a.subject_id)
        when 'drawer' then (select name from drawers where id = a.subject_id)
        when 'closing' then (
          select name || ', ' || split_part(a.subject_id, ' ', 2) from locations where id = split_part(a.subject_id, ' ', 1))
        when 'floor' then (select name from locations where id = a.subject_id)
        when 'tips' then (select name from locations where id = a.subject_id)
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
        when 'promotion' then (select name from promotions where id = a.subject_id)
        when 'daypart' then (select name from dayparts where id = a.subject_id)
        when 'category' then (select name from menu_categories where id = a.subject_id)
        when 'chain-dish' then (select name from chain_dishes where id = a.subject_id)
        when 'menu' then (select name from locations where id = split_part(a.subject_id, '/', 1))
        when 'menu-texts' then (select name from locations where id = split_part(a.subject_id, '/', 1))
        when 'tablet' then (select name from tablets where id = a.subject_id)
        when 'pickup-screen' then (select name from pickup_screens where id = a.subject_id)
        when 'webhook' then (select url from webhooks where id = a.subject_id)
        when 'printer' then (select name from printers where id = a.subject_id)
        when 'reader' then (select name from card_readers where id = a.subject_id)
        when 'payment' then coalesce(
          (select to_char((amount_cents + tip_cents) / 100.0, 'FM9999999990.00') from payments
            where id = a.subject_id or provider_payment_id = a.subject_id limit 1),
          (select to_char(amount_cents / 100.0, 'FM9999999990.00') from payment_sessions where id = a.subject_id limit 1))
        when 'mailing' then (select subject from mailings where id = a.subject_id)
        when 'message' then (select recipient from messages where id = a.subject_id)
      end as subject_name,
      coalesce((select sum(f.count) from audit_log f
        where a.access = 'failures' and f.access = 'failures' and f.id <> a.id
          and f.at > a.last_at and f.at < a.last_at + interval '1 day'
          and (f.address = a.address
            or (a.subject_id <> '' and f.subject_kind = 'user' and f.subject_id = a.subject_id))), 0)::int as later_tries,
      (select json_build_object('at', s.at, 'name', coalesce(s.actor_name, ''), 'address', s.address)
        from audit_log s
        where a.access = 'failures' and s.action in ('signed-in', 'unlock-tablet')
          and s.at > a.last_at and s.at < a.last_at + interval '1 day'
          and case when a.subject_id = '' then s.address = a.address else s.actor_id = a.subject_id end
        order by s.at, s.id limit 1) as later_sign_in
    from audit_log a left join tablets t on t.id = a.tablet_id
    where ${sql.join([...conditions], sql` and `)}
    order by a.at desc, a.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** The names of locations, people, categories and dishes to which changed fields refer. */
async function readNames(db: Db, rows: readonly EntryRow[]): Promise<Record<string, string>> {
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

/**
 * Searches actor, action, subject and new status; a person's name also finds entries about that person. Entries of
 * `actions` are found too.
 */
async function matchesSearch(db: Db | Tx, search: string, actions: readonly string[]): Promise<RawBuilder<unknown>> {
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
    or (a.subject_kind in ('user', 'work') and a.subject_id = any(${ids}::text[]))
    or lower(a.after ->> 'status') like ${pattern}
    or a.action = any(${[...actions]}::text[])
  )`;
}

/** Display names of actors that are not people. */
const ACTOR_NAMES: Readonly<Record<string, () => string>> = {
  system: () => 'Tiffin',
  site: () => say`Website`,
  nobody: () => say`Somebody`,
  table: () => say`Guest at the table`,
};

function entryAnswer(row: EntryRow): AuditLogEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    lastAt: (row.last_at ?? row.at).toISOString(),
    count: row.count,
    wasRefused: row.was_refused,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
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
    provenBy: row.proven_by,
    tablet: row.tablet_id === null ? null : { id: row.tablet_id, name: row.tablet_name ?? '' },
    browser: row.browser,
    system: row.system,
    copy: row.copy,
    since: row.access === 'failures' ? sinceThen(row) : null,
  };
}

function sinceThen({ later_tries: tries, later_sign_in: later, address }: EntryRow): AuditLogEntry['since'] {
  return {
    tries,
    signedIn: later && {
      at: new Date(later.at).toISOString(),
      name: later.name,
      isSameAddress: address !== null && later.address === address,
    },
  };
}

/** More rows than a spreadsheet can open comfortably. */
const MAX_ROWS = 100_000;

const COLUMNS: Readonly<Record<string, (entry: AuditLogEntry) => string | number | null>> = {
  'time (UTC)': ({ at }) => at,
  times: ({ count }) => count,
  person: ({ actorName }) => actorName,
  action: ({ action }) => action,
  kind: ({ subjectKind }) => subjectKind,
  subject: ({ subjectId }) => subjectId,
  name: ({ subjectName }) => subjectName,
  location: ({ locationId }) => locationId,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  with: ({ provenBy }) => provenBy && proofName(provenBy),
  tablet: ({ tablet }) => tablet?.name ?? null,
  browser: ({ browser }) => browser,
  system: ({ system }) => system,
  'network address': ({ address }) => address,
  request: ({ requestId }) => requestId,
  'copy of the server': ({ copy }) => copy,
};

/** Exports the filtered log. Network addresses of staff leave the server here, so the log records the actor. */
export async function exportAuditLog(context: Context, { actor, from }: Author, filter: AuditFilter, name: string) {
  await context.failures.flush();
  const { actions: _actions, ...recordedFilter } = filter;
  return transaction(context.db, async (tx) => {
    const entries = await readAuditEntries(tx, actor, filter, MAX_ROWS);
    const rows = entries.map((entry) => Object.values(COLUMNS).map((cellOf) => cellOf(entry)));
    await recordAuditEntry(tx, { at: context.clock.now(), actor, from }, 'export-audit-log', ['file', name], {
      after: { rows: entries.length, ...recordedFilter },
    });
    return { name, text: writeCsv(Object.keys(COLUMNS), rows), rows: entries.length };
  });
}
