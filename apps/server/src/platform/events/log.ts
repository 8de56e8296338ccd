import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '@tiffin/contract/events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Db, Tx } from '../db/connection.ts';
import { LEASE_EXPIRED_MS } from '../db/lease-cache.ts';
import { unnamedStatement } from '../db/prepared-statements.ts';
import { onCommit } from '../db/transaction.ts';
import { startLoop, type Loop } from '../jobs/worker.ts';

/** An event as a transaction appends it. */
export interface NewEvent {
  readonly type: EventType;
  readonly locationId: string | null;
  /** The guest concerned, who receives it too. */
  readonly userId?: string | null;
  readonly at: Date;
  /** The fields that a reader's list shows, so that no second request is needed. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event as readers receive it. */
export interface LoggedEvent {
  /** The position to continue from: `{transaction}-{id}` */
  readonly cursor: string;
  readonly type: EventType;
  readonly locationId: string | null;
  readonly userId: string | null;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Selects events of these types, and all events of this person. */
export interface EventFilter {
  readonly types: readonly EventType[];
  readonly userId: string | null;
}

/** The place of an event in the log. Its text is a cursor. */
export interface Position {
  readonly transaction: string;
  readonly id: number;
}

/** An event written by this process. */
interface OwnEvent {
  readonly id: number;
  readonly data: string;
}

/** A delivered event without its data. */
export type DeliveredEvent = Pick<LoggedEvent, 'type' | 'locationId' | 'userId'> & { readonly deliveredAt: number };

interface Row extends Position {
  type: EventType;
  location_id: string | null;
  user_id: string | null;
  at: Date;
  /** Null for unsettled events and for those whose text is in memory. */
  data: string | null;
  /** False while an older transaction is open, because its events would come before this one. */
  settled: boolean;
}

/** Changes of data that is cached with a lease. They are delivered when all leases of the old data have ended. */
const RESTAURANT_EVENTS: ReadonlySet<EventType> = new Set(['menu.changed', 'location.changed', 'site.changed']);

/** Boards catch up after hours, not weeks. */
export const EVENT_RETENTION_DAYS = 3;
const CHANNEL = 'tiffin_events';
const PAGE = 500;
/** The position before all events of a transaction. */
const BEFORE_FIRST = -1;
const SLOW_POLL_MS = 1_000;
/** The first event after a pause is read at once; later ones wait this long, so that orders share a read. */
const READ_EVERY_MS = 25;
/** The events of this time share a notification of the other copies, because each costs a commit. */
const NOTIFY_EVERY_MS = 50;
/** How many events of this process wait in memory for the reader; beyond that their text is fetched. */
const MOST_OWN = 200;
/** How many delivered events are remembered for pages that open their stream shortly after they were rendered. */
const MOST_REMEMBERED = 1_000;

/**
 * Appends events to transactions and follows the log: one reader per process for all listeners. A notification after
 * the commit wakes it, and a slow poll covers lost notifications.
 */
export class EventLog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #listeners = new Set<(events: readonly LoggedEvent[]) => void>();
  #position: Position | null = null;
  #listenClient: pg.Client | null = null;
  /** Identifies our own notifications. They wake nothing, but show that notifications arrive. */
  readonly #name = randomUUID();
  /** When the oldest own notification was sent that has not arrived; null if all arrived. */
  #missingSince: number | null = null;
  #reader: Loop | null = null;
  #listenLoop: Loop | null = null;
  #notifyTimer: NodeJS.Timeout | null = null;
  #stopped = false;
  /** Delivered events are remembered since this time. */
  #rememberedFrom = 0;
  readonly #delivered: DeliveredEvent[] = [];
  /** The text of events that this process wrote and has not read yet, by id. */
  readonly #own = new Map<number, string>();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Adds events to a transaction. They are delivered after its commit. */
  async append(tx: Tx, ...events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map((each) => ({
      type: each.type,
      location_id: each.locationId,
      user_id: each.userId ?? null,
      at: each.at,
      data: JSON.stringify(each.data),
    }));
    const written = await tx.insertInto('events').values(rows).returning('id').execute();
    onCommit(tx, () =>
      this.announceCommitted(...written.map(({ id }, index) => ({ id, data: rows[index]?.data ?? '{}' }))),
    );
    if (events.some((each) => RESTAURANT_EVENTS.has(each.type))) onCommit(tx, () => pause(LEASE_EXPIRED_MS));
  }

  /** Wakes the readers of all copies after a commit that appended these events. */
  announceCommitted(...own: readonly OwnEvent[]): void {
    for (const { id, data } of own) this.#own.set(id, data);
    for (const [oldest] of this.#own) {
      if (this.#own.size <= MOST_OWN) break;
      this.#own.delete(oldest);
    }
    this.#reader?.wake();
    if (this.#notifyTimer || this.#stopped) return;
    this.#notifyTimer = setTimeout(() => {
      this.#notifyTimer = null;
      if (this.#listenClient) this.#missingSince ??= performance.now();
      this.#database.pool.query(`notify ${CHANNEL}, '${this.#name}'`).catch(() => {
        // The slow poll covers a lost notification.
        this.#missingSince = null;
      });
    }, NOTIFY_EVERY_MS);
  }

  /** Calls the listener with committed events in order; returns how to stop. */
  listen(listener: (events: readonly LoggedEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get cursor(): string {
    return this.#position ? cursorOf(this.#position) : '0-0';
  }

  /** Events delivered within the last milliseconds; null when the memory does not go back that far. */
  deliveredWithin(ms: number): readonly DeliveredEvent[] | null {
    const from = performance.now() - ms;
    return from < this.#rememberedFrom ? null : this.#delivered.filter(({ deliveredAt }) => deliveredAt >= from);
  }

  /** How long notifications have been sent without any of them arriving. */
  get notificationsMissingForMs(): number {
    return this.#missingSince === null ? 0 : performance.now() - this.#missingSince;
  }

  async start(): Promise<void> {
    // Transactions before the oldest open one ended before the start, so nobody waits here for their events.
    this.#position = { transaction: await this.#oldestOpen(), id: BEFORE_FIRST };
    this.#reader = startLoop(
      this.#log,
      'event log',
      () => this.#read(),
      () => READ_EVERY_MS,
    );
    this.#listenLoop = startLoop(this.#log, 'doorbell', () => this.#keepListening());
    // The old primary notifies nobody of what the new one writes.
    this.#database.demotions.onDemotion(() => void this.#listenClient?.end().catch(() => undefined));
  }

  /** The oldest transaction that is still open. */
  async #oldestOpen(): Promise<string> {
    const { rows } = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(
      this.#database.db,
    );
    return rows[0]?.xmin ?? '0';
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#notifyTimer) clearTimeout(this.#notifyTimer);
    this.#listeners.clear();
    // A connection that is still being opened is closed in the background.
    void this.#listenLoop?.stop();
    await this.#listenClient?.end().catch(() => undefined);
    await this.#reader?.stop();
  }

  /** The settled events after a cursor, up to `until`, for catching up. */
  async *since(cursor: string, until?: string, eventFilter?: EventFilter): AsyncGenerator<readonly LoggedEvent[]> {
    let position = positionOf(cursor);
    const end = until === undefined ? null : positionOf(until);
    while (position) {
      const rows = await readAfter(this.#database.db, position, { filter: eventFilter });
      const settled = rows.filter((row) => row.settled && (!end || !isAfter(row, end)));
      if (settled.length > 0) yield settled.map(eventOf);
      const last = settled.at(-1);
      position = last && settled.length === PAGE ? last : null;
    }
  }

  /** Deletes old events that every reaction has read and no webhook delivery names. */
  async trim(now: Date): Promise<void> {
    await sql`
      delete from events
      where at < ${new Date(now.getTime() - EVENT_RETENTION_DAYS * 86_400_000)}
        and transaction < coalesce((select min(transaction::text::numeric)::text::xid8 from event_readers), transaction)
        and id not in (select event_id from webhook_deliveries)
    `.execute(this.#database.db);
  }

  /** True if the log still has all events after this cursor. False for a cursor of another log. */
  async canContinueFrom(cursor: string): Promise<boolean> {
    const position = positionOf(cursor);
    if (!position) return false;
    // One row also when there are no events, because xmin is needed then, too.
    const { rows } = await sql<{ transaction: string | null; id: number | null; xmin: string }>`
      select e.transaction::text, e.id, pg_snapshot_xmin(pg_current_snapshot())::text as xmin
      from (select) as one left join lateral (select transaction, id from events order by transaction, id limit 1) e on true
    `.execute(this.#database.db);
    const row = rows[0];
    if (!row || BigInt(position.transaction) > BigInt(row.xmin)) return false;
    // Nothing was deleted yet, or there are no events.
    if (row.transaction === null || row.id === null || row.id <= 1) return true;
    return !isAfter({ transaction: row.transaction, id: row.id }, position);
  }

  /** Whether more than this many events come after the cursor, without reading them. */
  async hasMoreThan(most: number, cursor: string): Promise<boolean> {
    const position = positionOf(cursor);
    if (!position) return true;
    const { rows } = await sql`
      select 1 from events where (transaction, id) > (${position.transaction}::xid8, ${position.id}::bigint)
      order by transaction, id offset ${most} limit 1
    `.execute(this.#database.db);
    return rows.length > 0;
  }

  /** Listens for notifications on a connection of its own, which is reopened when it breaks. */
  async #keepListening(): Promise<number> {
    if (this.#listenClient) return SLOW_POLL_MS;
    const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...this.#database.connection });
    this.#listenClient = client;
    const broken = (): void => {
      if (this.#listenClient !== client) return;
      this.#listenClient = null;
      this.#missingSince = null;
      // The next primary may use their numbers for other events.
      this.#own.clear();
    };
    client.on('error', broken);
    client.on('end', broken);
    client.on('notification', ({ payload }) => {
      if (payload === this.#name) this.#missingSince = null;
      else this.#reader?.wake();
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#missingSince = null;
      // After a crash PostgreSQL may reuse numbers that were never written; some may be below our position.
      const oldest = await this.#oldestOpen();
      if (this.#position && BigInt(oldest) < BigInt(this.#position.transaction)) {
        this.#position = { transaction: oldest, id: BEFORE_FIRST };
      }
    } catch (error) {
      broken();
      client.end().catch(() => undefined);
      throw error;
    }
    this.#reader?.wake();
    return SLOW_POLL_MS;
  }

  /** Delivers settled events; returns when to look again. */
  async #read(): Promise<number> {
    const rows = this.#position ? await this.#readNext(this.#position) : [];
    const end = rows.findIndex((row) => !row.settled);
    const settled = end === -1 ? rows : rows.slice(0, end);
    const last = settled.at(-1);
    // Receivers reload at once, so wait until no lease with the old value is valid.
    if (settled.some((row) => RESTAURANT_EVENTS.has(row.type))) await pause(LEASE_EXPIRED_MS);
    if (last) {
      this.#position = { transaction: last.transaction, id: last.id };
      this.#deliver(settled.map(eventOf));
    }
    // A row waits for an older transaction that may not notify: look again soon.
    if (end !== -1) return READ_EVERY_MS;
    return rows.length === PAGE ? 0 : SLOW_POLL_MS;
  }

  async #readNext(after: Position): Promise<Row[]> {
    const own = new Map(this.#own);
    const rows = await readAfter(this.#database.db, after, { excludedIds: [...own.keys()] });
    for (const row of rows) {
      if (!row.settled) continue;
      row.data ??= own.get(row.id) ?? null;
      this.#own.delete(row.id);
    }
    return rows;
  }

  #deliver(events: readonly LoggedEvent[]): void {
    this.#remember(events);
    for (const listener of this.#listeners) {
      try {
        listener(events);
      } catch (error) {
        this.#log.error({ err: error }, 'a listener of the event log failed');
      }
    }
  }

  #remember(events: readonly LoggedEvent[]): void {
    const deliveredAt = performance.now();
    for (const { type, locationId, userId } of events) this.#delivered.push({ type, locationId, userId, deliveredAt });
    const forgotten = this.#delivered.splice(0, this.#delivered.length - MOST_REMEMBERED);
    this.#rememberedFrom = forgotten.at(-1)?.deliveredAt ?? this.#rememberedFrom;
  }
}

/** The text of events in memory is not fetched. */
const pageAfter = (condition: string) => `
  select transaction::text, id, type, location_id, user_id, at, settled,
    case when settled and not id = any($3::bigint[]) then data::text end as data
  from (select *, transaction < pg_snapshot_xmin(pg_current_snapshot()) as settled from events) as logged
  where (transaction, id) > ($1::xid8, $2::bigint) and ${condition}
  order by logged.transaction, logged.id limit ${PAGE}`;

const readPage = unnamedStatement<Row>(pageAfter('true'));
/** For one guest: public events and their own. */
const readFiltered = unnamedStatement<Row>(pageAfter('(type = any($4) or user_id = $5)'));

interface Reading {
  readonly filter?: EventFilter | undefined;
  readonly excludedIds?: readonly number[];
}

async function readAfter(db: Db, after: Position, { filter, excludedIds = [] }: Reading): Promise<Row[]> {
  const values = [after.transaction, after.id, excludedIds];
  const read = filter ? readFiltered(db, [...values, filter.types, filter.userId]) : readPage(db, values);
  return (await read).rows;
}

/** Data is parsed when a listener reads it; most events have no listener in this process. */
function eventOf(row: Row): LoggedEvent {
  let data: Record<string, unknown> | null = null;
  return {
    cursor: cursorOf(row),
    type: row.type,
    locationId: row.location_id,
    userId: row.user_id,
    at: row.at,
    get data() {
      return (data ??= JSON.parse(row.data ?? '{}') as Record<string, unknown>);
    },
  };
}

function cursorOf(position: Position): string {
  return `${position.transaction}-${position.id}`;
}

/** The position that a cursor names; null if it is not valid. */
export function positionOf(cursor: string): Position | null {
  const match = /^(\d{1,20})-(-?\d{1,18})$/.exec(cursor);
  return match?.[1] && match[2] ? { transaction: match[1], id: Number(match[2]) } : null;
}

/** True if the first cursor comes after the second one, or if one of them is not valid. */
export function isAfterCursor(cursor: string, than: string): boolean {
  const [a, b] = [positionOf(cursor), positionOf(than)];
  return a === null || b === null || isAfter(a, b);
}

function isAfter(a: Position, b: Position): boolean {
  const [x, y] = [BigInt(a.transaction), BigInt(b.transaction)];
  return x > y || (x === y && a.id > b.id);
}
