import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import type { getSecurityLog } from '@tiffin/contract/security-log';
import { say } from '@tiffin/domain/core';
import { ALARMING_KINDS, securityGroupOf, securityKindsOf } from '@tiffin/domain/people';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { pageOf, readCursor } from '../../platform/http/cursor.ts';

type Query = ValidatedInput<typeof getSecurityLog>['query'];
type Filter = Omit<Query, 'limit' | 'cursor'>;
type Answer = ResponseOf<typeof getSecurityLog>;
export type SecurityLogEntry = Answer['entries'][number];
type Row = Selectable<Schema['security_log']> & {
  user_name: string | null;
  actor_name: string | null;
  tablet_name: string | null;
  before_names: string[] | null;
  after_names: string[] | null;
  later_tries: number;
  later_sign_in: { at: string; name: string; address: string | null } | null;
};

const MAX_PEOPLE = 200;
const MAX_ALARMS = 20;
const ALARM_DAYS_MS = 7 * 86_400_000;

export async function readSecurityLog(
  context: Pick<Context, 'db' | 'clock' | 'securityFailures'>,
  query: Query,
): Promise<Omit<Answer, 'addressDays'>> {
  const { db, clock } = context;
  await context.securityFailures.flush();
  const after = readCursor(query.cursor, 'at', 'time');
  const conditions = conditionsOf(query);
  const onPage = after ? [...conditions, sql`(l.at, l.id) < (${after.value}, ${rowIdOf(after.id)})`] : conditions;
  const rows = await readRows(db, onPage, query.limit + 1);
  const { page, nextCursor } = pageOf(rows, query.limit, (row) => ({ sort: 'at', value: row.at, id: String(row.id) }));
  const period = conditionsOf({ from: query.from, to: query.to });
  const recent = sql`l.at > ${new Date(clock.now().getTime() - ALARM_DAYS_MS)}`;
  const alarms = await readRows(db, [recent, ...conditionsOf({ alarms: 'true' })], MAX_ALARMS);
  return {
    entries: page.map(entryAnswer),
    total: await countRows(db, conditions),
    all: await countRows(db, period),
    alarms: alarms.map(entryAnswer),
    people: await peopleIn(db, period),
    nextCursor,
  };
}

/** The id in a cursor, which a client may have changed. */
function rowIdOf(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '0';
}

/** Entries for a file, newest first. */
export async function readSecurityEntries(db: Db | Tx, filter: Filter, limit: number): Promise<SecurityLogEntry[]> {
  return (await readRows(db, conditionsOf(filter), limit)).map(entryAnswer);
}

function conditionsOf({ kind, userId, address, alarms, from, to }: Filter): RawBuilder<unknown>[] {
  const conditions = [sql`true`];
  if (kind) conditions.push(sql`l.kind = any(${securityKindsOf(kind)}::text[])`);
  if (alarms) conditions.push(sql`l.kind = any(${ALARMING_KINDS}::text[])`);
  if (userId !== undefined) conditions.push(sql`(l.user_id = ${userId} or l.actor_id = ${userId})`);
  if (address !== undefined) conditions.push(sql`l.address = ${address}`);
  if (from) conditions.push(sql`l.at >= ${new Date(from)}`);
  if (to) conditions.push(sql`l.at < ${new Date(to)}`);
  return conditions;
}

const locationNames = (field: string) => sql`
  (select array_agg(coalesce(p.name, e.value) order by e.place)
   from jsonb_array_elements_text(l.details -> ${sql.lit(field)}) with ordinality e (value, place)
   left join locations p on p.id = e.value)`;

/**
 * What followed is counted for a day: failures of the account or the address, and the first sign-in of the account.
 * Without an account, a sign-in from the address counts.
 */
async function readRows(db: Db | Tx, conditions: readonly RawBuilder<unknown>[], limit: number): Promise<Row[]> {
  const failures = sql`${securityKindsOf('failures')}::text[]`;
  const { rows } = await sql<Row>`
    select l.*, u.name as user_name, t.name as tablet_name,
      coalesce(a.name, k.name) as actor_name,
      ${locationNames('before')} as before_names, ${locationNames('after')} as after_names,
      coalesce((select sum(f.count) from security_log f
        where l.kind = any(${failures}) and f.kind = any(${failures}) and f.id <> l.id
          and f.at > l.last_at and f.at < l.last_at + interval '1 day'
          and (f.user_id = l.user_id or f.address = l.address)), 0)::int as later_tries,
      (select json_build_object('at', s.at, 'name', coalesce(w.name, ''), 'address', s.address)
        from security_log s left join users w on w.id = s.user_id
        where l.kind = any(${failures}) and s.kind = 'signed-in'
          and s.at > l.last_at and s.at < l.last_at + interval '1 day'
          and case when l.user_id is null then s.address = l.address else s.user_id = l.user_id end
        order by s.at, s.id limit 1) as later_sign_in
    from security_log l
      left join users u on u.id = l.user_id
      left join users a on a.id = l.actor_id and l.actor_kind = 'person'
      left join api_keys k on k.id = l.actor_id and l.actor_kind = 'machine'
      left join tablets t on t.id = l.tablet_id
    where ${sql.join([...conditions], sql` and `)}
    order by l.at desc, l.id desc limit ${limit}
  `.execute(db);
  return rows;
}

async function countRows(db: Db, conditions: readonly RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from security_log l where ${sql.join([...conditions], sql` and `)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

async function peopleIn(db: Db, conditions: readonly RawBuilder<unknown>[]): Promise<Answer['people']> {
  const { rows } = await sql<Answer['people'][number]>`
    select u.id, u.name from users u
    where exists (select from security_log l where l.user_id = u.id and ${sql.join([...conditions], sql` and `)})
    order by u.name, u.id limit ${MAX_PEOPLE}
  `.execute(db);
  return rows;
}

/** Display names of actors that are not people. */
function actorName({ actor_kind: kind, actor_name: name }: Row): string | null {
  if (kind === null) return null;
  return name ?? (kind === 'system' ? say`A command on the server` : say`Somebody`);
}

function entryAnswer(row: Row): SecurityLogEntry {
  const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    lastAt: row.last_at.toISOString(),
    kind: row.kind,
    count: row.count,
    wasRefused: row.was_refused,
    person: named(row.user_id, row.user_name),
    actorName: actorName(row),
    provenBy: row.proven_by,
    tablet: named(row.tablet_id, row.tablet_name),
    browser: row.browser,
    system: row.system,
    address: row.address,
    name: row.details?.name ?? null,
    before: row.details?.before ? (row.before_names ?? []) : null,
    after: row.details?.after ? (row.after_names ?? []) : null,
    sessions: row.details?.sessions ?? null,
    since: securityGroupOf(row.kind) === 'failures' ? sinceThen(row) : null,
    requestId: row.request_id,
    copy: row.copy,
  };
}

function sinceThen({ later_tries: tries, later_sign_in: later, address }: Row): SecurityLogEntry['since'] {
  return {
    tries,
    signedIn: later && {
      at: new Date(later.at).toISOString(),
      name: later.name,
      isSameAddress: address !== null && later.address === address,
    },
  };
}
