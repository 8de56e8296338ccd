import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../db/connection.ts';
import { transaction } from '../db/transaction.ts';
import type { EventType, LoggedEvent } from './log.ts';

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

export class Reactions {
  readonly #context: Context;
  readonly #reactions: readonly Reaction[];
  #unlisten: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(context: Context, reactions: readonly Reaction[]) {
    this.#context = context;
    this.#reactions = reactions;
  }

  start(): void {
    this.#unlisten = this.#context.events.listen(() => this.#wake());
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
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
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#again && !this.#stopped && !this.#timer) this.#wake();
    });
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      for (const reaction of this.#reactions) {
        try {
          while (!this.#stopped && (await this.#step(reaction))) continue;
        } catch (error) {
          this.#context.log.error({ err: error, reaction: reaction.name }, 'a reaction failed; it will be tried again');
          this.#timer ??= setTimeout(() => {
            this.#timer = null;
            this.#wake();
          }, 2_000);
        }
      }
    }
  }

  /** One batch; answers whether there may be more. */
  #step(reaction: Reaction): Promise<boolean> {
    return transaction(this.#context.db, async (tx) => {
      await sql`insert into event_readers (name, transaction, id) values (${reaction.name}, '0', 0) on conflict do nothing`.execute(
        tx,
      );
      const { rows: readers } = await sql<{ transaction: string; id: number }>`
        select transaction::text, id from event_readers where name = ${reaction.name} for update skip locked
      `.execute(tx);
      const reader = readers[0];
      if (!reader) return false; // another copy is at it
      const { rows } = await sql<Row>`
        select transaction::text, id, type, location_id, user_id, at, data from events
        where (transaction, id) > (${reader.transaction}::text::xid8, ${reader.id}::bigint)
          and transaction < pg_snapshot_xmin(pg_current_snapshot())
        order by events.transaction, events.id limit ${BATCH}
      `.execute(tx);
      const last = rows.at(-1);
      if (!last) return false;
      const wanted = rows.filter((row) => reaction.types.includes(row.type));
      if (wanted.length > 0) {
        await reaction.react(
          this.#context,
          tx,
          wanted.map((row) => ({
            cursor: `${row.transaction}-${row.id}`,
            type: row.type,
            locationId: row.location_id,
            userId: row.user_id,
            at: row.at,
            data: row.data,
          })),
        );
      }
      await sql`
        update event_readers set transaction = ${last.transaction}::text::xid8, id = ${last.id} where name = ${reaction.name}
      `.execute(tx);
      return rows.length === BATCH;
    });
  }
}

interface Row {
  transaction: string;
  id: number;
  type: EventType;
  location_id: string | null;
  user_id: string | null;
  at: Date;
  data: Record<string, unknown>;
}
