import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '@tiffin/contract/events';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { transaction } from '../db/transaction.ts';
import type { LoggedEvent } from './log.ts';

/**
 * What follows from an event, lastingly: messages, figures, pushes. A reaction reads the committed
 * log with a cursor of its own and moves the cursor in the transaction in which it acts, so each
 * event is acted on exactly once, whatever is killed in between; with several copies of the server
 * one of them works at a time.
 */
export interface Reaction {
  /** Names the cursor: keep it for ever. */
  readonly name: string;
  readonly types: readonly EventType[];
  react(context: Context, tx: Tx, events: readonly LoggedEvent[]): Promise<void>;
}

const BATCH = 200;
const TRY_AGAIN_MS = 2_000;
/** Requests come first: after working for so long, reactions rest nine times as long, within these bounds. */
const REST_MS = { least: 20, most: 2_000 } as const;

export class Reactions {
  readonly #context: Context;
  readonly #reactions: readonly Reaction[];
  /** Those for which something happened since they last looked. */
  readonly #due: Set<Reaction>;
  #unlisten: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #resting: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(context: Context, reactions: readonly Reaction[]) {
    this.#context = context;
    this.#reactions = reactions;
    this.#due = new Set(reactions);
  }

  start(): void {
    this.#unlisten = this.#context.events.listen((events) => {
      for (const reaction of this.#reactions) {
        if (events.some((event) => reaction.types.includes(event.type))) this.#due.add(reaction);
      }
      this.#wake();
    });
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#resting) clearTimeout(this.#resting);
    this.#unlisten?.();
    await this.#running;
  }

  /** Works off everything committed so far; for tests and for a quiet stop. */
  async settle(): Promise<void> {
    await this.#running;
    while (!(await this.#allSettled())) await pause(2);
    for (const reaction of this.#reactions) while (await this.#step(reaction)) continue;
  }

  /** Rows wait for older transactions, also those of other databases beside ours. */
  async #allSettled(): Promise<boolean> {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from events where transaction >= pg_snapshot_xmin(pg_current_snapshot())) as waiting
    `.execute(this.#context.db);
    return rows[0]?.waiting === false;
  }

  #wake(): void {
    if (this.#stopped || this.#running || this.#resting || this.#due.size === 0) return;
    this.#running = this.#workAndRest();
  }

  async #workAndRest(): Promise<void> {
    const began = performance.now();
    const failed = await this.#run();
    const rest = 9 * (performance.now() - began);
    this.#running = null;
    this.#rest(failed ? TRY_AGAIN_MS : Math.min(Math.max(rest, REST_MS.least), REST_MS.most));
  }

  #rest(ms: number): void {
    if (this.#stopped) return;
    this.#resting = setTimeout(() => {
      this.#resting = null;
      this.#wake();
    }, ms);
    this.#resting.unref();
  }

  /** One batch of each that is due; answers whether one failed. */
  async #run(): Promise<boolean> {
    let failed = false;
    for (const reaction of this.#reactions) {
      if (this.#stopped) return false;
      if (!this.#due.delete(reaction)) continue;
      try {
        if (await this.#step(reaction)) this.#due.add(reaction);
      } catch (error) {
        this.#context.log.error({ err: error, reaction: reaction.name }, 'a reaction failed; it will be tried again');
        this.#due.add(reaction);
        failed = true;
      }
    }
    return failed;
  }

  /** One batch; answers whether there may be more. */
  #step({ name, types, react }: Reaction): Promise<boolean> {
    return transaction(this.#context.db, async (tx) => {
      const reader = await takeReader(tx, name);
      if (!reader) return true; // another copy is at it: look again when it is done
      const { rows } = await readBatch(tx, [reader.transaction, reader.id, types]);
      const concerning = rows.filter(concerns).map(eventOf);
      const more = rows.length === BATCH;
      const last = rows.at(-1);
      if (!last || (concerning.length === 0 && !more)) return false;
      if (concerning.length > 0) await react(this.#context, tx, concerning);
      await sql`
        update event_readers set transaction = ${last.transaction}::text::xid8, id = ${last.id} where name = ${name}
      `.execute(tx);
      return more;
    });
  }
}

/** The log in its order, with the words of what concerns the reader: what is passed over costs next to nothing. */
const readBatch = prepared<Row>(
  'reaction-batch',
  `select transaction::text, id, type, location_id, user_id, at, case when type = any($3) then data end as data
   from events
   where (transaction, id) > ($1::text::xid8, $2::bigint) and transaction < pg_snapshot_xmin(pg_current_snapshot())
   order by events.transaction, events.id limit ${BATCH}`,
);

/** Holds the cursor of that name for this transaction; null while somebody else holds it. */
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
  /** Null where the reader is not concerned. */
  data: Record<string, unknown> | null;
}

interface ConcerningRow extends Row {
  data: Record<string, unknown>;
}
