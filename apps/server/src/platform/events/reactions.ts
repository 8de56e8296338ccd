import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '@tiffin/contract/events';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { unnamedStatement } from '../db/prepared-statements.ts';
import { transaction } from '../db/transaction.ts';
import type { LoggedEvent, Position } from './log.ts';
import { startLoop } from '../jobs/worker.ts';
import type { Db } from '../db/connection.ts';

/**
 * Work that follows events: messages, figures, notifications. A reaction reads the log with its own cursor and moves
 * it in the transaction in which it acts, so each event is handled exactly once. Reactions to the same event share the
 * transaction. With several copies of the server one works at a time.
 */
export interface Reaction {
  /** The name of its cursor; never change it. */
  readonly name: string;
  readonly types: readonly EventType[];
  /** Reads only the order's id and status of each event, which is faster. */
  readonly needsIdAndStatusOnly?: true;
  /** For a reaction that locks rows that edits of orders lock too: a shared transaction would keep them waiting. */
  readonly runsInOwnTransaction?: true;
  react(context: Context, tx: Tx, events: readonly LoggedEvent[]): Promise<void>;
}

const BATCH = 200;
/**
 * How often reactions that had no events move their cursors, too. Old events are deleted only when all cursors have
 * passed them, and the lag of a reaction is read from the events after its cursor.
 */
const MOVE_ALL_EVERY_MS = 60_000;
const SHORTEST_REST_MS = 20;
const LONGEST_REST_MS = 5_000;
/** So reactions work a twentieth of the time while there are requests. */
const REST_PER_WORK = 19;

/** Requests come first: while there are any, reactions pause for most of the time. */
export function restAfter(workedMs: number, requestsMeanwhile: number): number {
  if (requestsMeanwhile === 0) return SHORTEST_REST_MS;
  return Math.min(SHORTEST_REST_MS + REST_PER_WORK * workedMs, LONGEST_REST_MS);
}

/** Runs the reactions whenever there are events for them. */
export function startReactions(context: Context, reactions: readonly Reaction[], moveAllEveryMs = MOVE_ALL_EVERY_MS) {
  /** Reactions with new events since they last looked. */
  const due = new Set(reactions);
  let moveAllAt = performance.now() + moveAllEveryMs;
  let requestsBefore = 0;
  const round = (): Promise<number> => {
    if (performance.now() >= moveAllAt) {
      for (const reaction of reactions) due.add(reaction);
      moveAllAt = performance.now() + moveAllEveryMs;
    }
    requestsBefore = context.metrics.startedRequests;
    return react(context, reactions, due);
  };
  const loop = startLoop(context.log, 'reactions', round, (workedMs) =>
    restAfter(workedMs, context.metrics.startedRequests - requestsBefore),
  );
  context.events.listen((events) => {
    for (const reaction of reactions) {
      if (events.some((event) => reaction.types.includes(event.type))) due.add(reaction);
    }
    if (due.size > 0) loop.wake();
  });
  return loop;
}

/**
 * Runs one batch of each due reaction. Those that share a transaction are run one by one if one of them fails, so that
 * a failure does not stop the others. Returns when to continue.
 */
async function react(context: Context, reactions: readonly Reaction[], due: Set<Reaction>): Promise<number> {
  const failures: unknown[] = [];
  const failed: string[] = [];
  const run = async (batch: readonly Reaction[]): Promise<void> => {
    try {
      for (const reaction of await handleBatches(context, batch)) due.add(reaction);
    } catch (error) {
      const [first, ...others] = batch;
      if (others.length > 0) return runEach(batch);
      if (!first) return;
      due.add(first);
      context.metrics.countFailedReaction(first.name);
      failed.push(first.name);
      failures.push(error);
    }
  };
  const runEach = async (batch: readonly Reaction[]): Promise<void> => {
    for (const reaction of batch) await run([reaction]);
  };
  const ready = reactions.filter((reaction) => due.delete(reaction));
  await runEach(ready.filter(({ runsInOwnTransaction }) => runsInOwnTransaction));
  await run(ready.filter(({ runsInOwnTransaction }) => !runsInOwnTransaction));
  if (failed.length > 0) throw new Error(`Reactions failed: ${failed.join(', ')}`, { cause: failures[0] });
  return due.size > 0 ? 0 : Infinity;
}

/** Runs the reactions until they have handled every event. */
export async function settleReactions(context: Context, reactions: readonly Reaction[]): Promise<void> {
  while (!(await allSettled(context))) await pause(2);
  for (const reaction of reactions) while ((await handleBatches(context, [reaction])).length > 0) continue;
}

/**
 * Waits until the reaction is at rest, and lets it handle no event before the transaction ends. So the transaction sees
 * what follows from all events that were handled without it.
 */
export async function pauseReaction(tx: Tx, { name }: Pick<Reaction, 'name'>): Promise<void> {
  await sql`select from event_readers where name = ${name} for update`.execute(tx);
}

/** False while events wait for an older transaction to end, also one in another database of the same PostgreSQL. */
async function allSettled(context: Context): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from events where transaction >= pg_snapshot_xmin(pg_current_snapshot())) as waiting
  `.execute(context.db);
  return rows[0]?.waiting === false;
}

/** Handles one batch of each reaction in one transaction; returns those that may have more. */
async function handleBatches(context: Context, reactions: readonly Reaction[]): Promise<Reaction[]> {
  if (reactions.length === 0) return [];
  return transaction(context.db, async (tx) => {
    const cursors = await takeCursors(tx, reactions);
    const free = reactions.filter((reaction) => cursors.has(reaction.name));
    // Another copy is working on the others: look again when it is done.
    const more = reactions.filter((reaction) => !cursors.has(reaction.name));
    const groups = Map.groupBy(free, ({ name, needsIdAndStatusOnly }) => {
      const { transaction: at, id } = cursors.get(name) ?? START;
      return `${at}-${id} ${needsIdAndStatusOnly}`;
    });
    for (const group of groups.values()) more.push(...(await handleBatch(context, tx, group, cursors)));
    return more;
  });
}

/** Reactions at the same position read the log together and move their cursors together. */
async function handleBatch(
  context: Context,
  tx: Tx,
  group: readonly Reaction[],
  cursors: ReadonlyMap<string, Position>,
) {
  const [first] = group;
  if (!first) return [];
  const { transaction: at, id } = cursors.get(first.name) ?? START;
  const types = [...new Set(group.flatMap((reaction) => reaction.types))];
  const { rows } = await (first.needsIdAndStatusOnly ? readIdsAndStatuses : readBatch)(tx, [at, id, types]);
  const events = rows.filter(hasData).map(eventOf);
  const last = rows.at(-1);
  if (!last) return [];
  for (const reaction of group) {
    const concerning = events.filter(({ type }) => reaction.types.includes(type));
    if (concerning.length > 0) await reaction.react(context, tx, concerning);
  }
  await sql`
    update event_readers set transaction = ${last.transaction}::text::xid8, id = ${last.id}
    where name = any(${group.map(({ name }) => name)}::text[])
  `.execute(tx);
  return rows.length === BATCH ? group : [];
}

/** The log in its order, with data only for relevant events, so that skipping is cheap. */
const batchQuery = (data: string) => `
  select transaction::text, id, type, location_id, user_id, at, case when type = any($3) then ${data} end as data
  from events
  where (transaction, id) > ($1::text::xid8, $2::bigint) and transaction < pg_snapshot_xmin(pg_current_snapshot())
  order by events.transaction, events.id limit ${BATCH}`;

const readBatch = unnamedStatement<Row>(batchQuery('data'));
const readIdsAndStatuses = unnamedStatement<Row>(
  batchQuery(
    `jsonb_build_object('order', jsonb_build_object('id', data #> '{order,id}', 'status', data #> '{order,status}'))`,
  ),
);

const START: Position = { transaction: '0', id: 0 };

/** Locks the cursors for this transaction, in the order of their names; without those that another copy holds. */
async function takeCursors(tx: Tx, reactions: readonly Reaction[]): Promise<Map<string, Position>> {
  const names = reactions.map(({ name }) => name);
  const { rows } = await sql<Position & { name: string }>`
    select name, transaction::text, id from event_readers where name = any(${names}::text[])
    order by name for update skip locked
  `.execute(tx);
  const cursors = new Map(rows.map(({ name, transaction: at, id }) => [name, { transaction: at, id }]));
  const others = names.filter((name) => !cursors.has(name)).toSorted();
  if (others.length === 0) return cursors;
  const made = await sql<{ name: string }>`
    insert into event_readers (name, transaction, id) select name, '0', 0 from unnest(${others}::text[]) as name
    on conflict do nothing returning name
  `.execute(tx);
  for (const { name } of made.rows) cursors.set(name, START);
  return cursors;
}

function hasData(row: Row): row is RowWithData {
  return row.data !== null;
}

function eventOf(row: RowWithData): LoggedEvent {
  return {
    cursor: `${row.transaction}-${row.id}`,
    type: row.type,
    locationId: row.location_id,
    userId: row.user_id,
    at: row.at,
    data: row.data,
  };
}

interface Row {
  transaction: string;
  id: number;
  type: EventType;
  location_id: string | null;
  user_id: string | null;
  at: Date;
  /** Null for events that the reader skips. */
  data: Record<string, unknown> | null;
}

type RowWithData = Row & { data: Record<string, unknown> };

/** How many seconds the oldest event waits for a reaction. */
export async function readReactionLag(db: Db, now: Date, reactions: readonly Pick<Reaction, 'name' | 'types'>[]) {
  const list = JSON.stringify(reactions.map(({ name, types }) => ({ name, types })));
  const { rows } = await sql<{ lag: number }>`
    select coalesce(max(extract(epoch from ${now}::timestamptz - waiting.at)), 0)::float8 as lag
    from jsonb_to_recordset(${list}::jsonb) as reaction (name text, types text[])
    left join event_readers reader on reader.name = reaction.name
    cross join lateral (
      select e.at from events e
      where (e.transaction, e.id) > (coalesce(reader.transaction, '0'::xid8), coalesce(reader.id, 0))
        and e.type = any (reaction.types)
      order by e.transaction, e.id
      limit 1
    ) waiting
  `.execute(db);
  return Math.max(0, Math.round(rows[0]?.lag ?? 0));
}
