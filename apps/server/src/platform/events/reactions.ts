import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '@tiffin/contract/events';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../db/connection.ts';
import { unnamedStatement } from '../db/prepared-statements.ts';
import { transaction } from '../db/transaction.ts';
import { inSpan } from '../tracing/spans.ts';
import type { LoggedEvent } from './log.ts';
import { startLoop, type Loop } from '../jobs/worker.ts';

/**
 * Work that follows events: messages, figures, notifications. A reaction reads the log with its own cursor and moves
 * it in the transaction in which it acts, so each event is handled exactly once. With several copies of the server
 * one works at a time.
 */
export interface Reaction {
  /** The name of its cursor; never change it. */
  readonly name: string;
  readonly types: readonly EventType[];
  /** Fetches only the order's id and status of each event. */
  readonly inBrief?: true;
  react(context: Context, tx: Tx, events: readonly LoggedEvent[]): Promise<void>;
}

const BATCH = 200;
/** Requests come first: reactions pause nine times as long as they worked, within these bounds. */
const restAfter = (workedMs: number): number => Math.min(Math.max(9 * workedMs, 20), 2_000);

export function startReactions(context: Context, reactions: readonly Reaction[]): Loop {
  /** Reactions with new events since they last looked. */
  const due = new Set(reactions);
  const following = startLoop(context.log, 'reactions', () => react(context, reactions, due), restAfter);
  context.events.listen((events) => {
    for (const reaction of reactions) {
      if (events.some((event) => reaction.types.includes(event.type))) due.add(reaction);
    }
    if (due.size > 0) following.wake();
  });
  return following;
}

/** Runs one batch of each due reaction; a failure does not stop the others. Returns when to continue. */
async function react(context: Context, reactions: readonly Reaction[], due: Set<Reaction>): Promise<number> {
  const failed: string[] = [];
  let cause: unknown;
  for (const reaction of reactions) {
    if (!due.delete(reaction)) continue;
    try {
      if (await step(context, reaction)) due.add(reaction);
    } catch (error) {
      due.add(reaction);
      context.metrics.countFailedReaction(reaction.name);
      failed.push(reaction.name);
      cause ??= error;
    }
  }
  if (failed.length > 0) throw new Error(`Reactions failed: ${failed.join(', ')}`, { cause });
  return due.size > 0 ? 0 : Infinity;
}

/** Handles everything committed so far; for tests. */
export async function settleReactions(context: Context, reactions: readonly Reaction[]): Promise<void> {
  while (!(await allSettled(context))) await pause(2);
  for (const reaction of reactions) while (await step(context, reaction)) continue;
}

/** Rows may wait for older transactions, also in other databases of the same PostgreSQL. */
async function allSettled(context: Context): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from events where transaction >= pg_snapshot_xmin(pg_current_snapshot())) as waiting
  `.execute(context.db);
  return rows[0]?.waiting === false;
}

/** Handles one batch; returns whether there may be more. */
function step(context: Context, reaction: Reaction): Promise<boolean> {
  const span = { name: `reaction ${reaction.name}`, kind: 'internal', parent: 'none' } as const;
  return inSpan(span, () => handleBatch(context, reaction));
}

function handleBatch(context: Context, { name, types, inBrief, react: act }: Reaction): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const reader = await takeReader(tx, name);
    if (!reader) return true; // another copy is working: look again when it is done
    const { rows } = await (inBrief ? readBrief : readBatch)(tx, [reader.transaction, reader.id, types]);
    const concerning = rows.filter(concerns).map(eventOf);
    const more = rows.length === BATCH;
    const last = rows.at(-1);
    if (!last || (concerning.length === 0 && !more)) return false;
    if (concerning.length > 0) await act(context, tx, concerning);
    await sql`
      update event_readers set transaction = ${last.transaction}::text::xid8, id = ${last.id} where name = ${name}
    `.execute(tx);
    return more;
  });
}

/** The log in its order, with data only for relevant events, so that skipping is cheap. */
const batch = (data: string) => `
  select transaction::text, id, type, location_id, user_id, at, case when type = any($3) then ${data} end as data
  from events
  where (transaction, id) > ($1::text::xid8, $2::bigint) and transaction < pg_snapshot_xmin(pg_current_snapshot())
  order by events.transaction, events.id limit ${BATCH}`;

const readBatch = unnamedStatement<Row>(batch('data'));
const readBrief = unnamedStatement<Row>(
  batch(
    `jsonb_build_object('order', jsonb_build_object('id', data #> '{order,id}', 'status', data #> '{order,status}'))`,
  ),
);

/** Locks the cursor for this transaction; null while another copy holds it. */
async function takeReader(tx: Tx, name: string): Promise<{ transaction: string; id: number } | null> {
  const take = sql<{ transaction: string; id: number }>`
    select transaction::text, id from event_readers where name = ${name} for update skip locked
  `;
  const [there] = (await take.execute(tx)).rows;
  if (there) return there;
  const made = sql`insert into event_readers (name, transaction, id) values (${name}, '0', 0) on conflict do nothing`;
  if ((await made.execute(tx)).numAffectedRows === 0n) return null;
  return { transaction: '0', id: 0 };
}

function concerns(row: Row): row is ConcerningRow {
  return row.data !== null;
}

function eventOf(row: ConcerningRow): LoggedEvent {
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

interface ConcerningRow extends Row {
  data: Record<string, unknown>;
}
