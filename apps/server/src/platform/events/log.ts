import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '@tiffin/contract/events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Db, Tx } from '../db/connection.ts';
import { LEASE_IS_OVER_MS } from '../db/leased.ts';
import { unnamedStatement } from '../db/prepared.ts';
import { onCommit } from '../db/transaction.ts';
import { loop, type Loop } from './worker.ts';

/** Something that happens, as the transaction that does it writes it down. */
export interface NewEvent {
  readonly type: EventType;
  readonly locationId: string | null;
  /** The guest whose thing it is: they hear of it too. */
  readonly userId?: string | null;
  readonly at: Date;
  /** The fields a reader's list shows, so that nobody has to ask again. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that happened, as readers get it. */
export interface LoggedEvent {
  /** Where to go on from: `{transaction}-{id}` */
  readonly cursor: string;
  readonly type: EventType;
  readonly locationId: string | null;
  readonly userId: string | null;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events of these types, and those of this person. */
export interface EventFilter {
  readonly types: readonly EventType[];
  readonly userId: string | null;
}

interface Position {
  readonly transaction: string;
  readonly id: number;
}

/** An event this process wrote, as it wrote it down. */
interface OwnEvent {
  readonly id: number;
  readonly data: string;
}

/** That something was told, without what. */
export type DeliveredEvent = Pick<LoggedEvent, 'type' | 'locationId' | 'userId'> & { readonly toldAt: number };

interface Row extends Position {
  type: EventType;
  location_id: string | null;
  user_id: string | null;
  at: Date;
  /** Null while it is not settled, and of what need not be fetched. */
  data: string | null;
  settled: boolean;
}

/** What readers keep in memory: a change of it is told once their leases are over. */
const HOUSE: ReadonlySet<EventType> = new Set(['menu.changed', 'location.changed', 'site.changed']);

/** Boards catch up from the log after hours, not weeks. */
export const EVENT_RETENTION_DAYS = 3;
const CHANNEL = 'tiffin_events';
const PAGE = 500;
const SLOW_POLL_MS = 1_000;
const READ_EVERY_MS = 10;
const RING_EVERY_MS = 20;
/** So many of our own events wait for our reader at most; of more the text is fetched again. */
const MOST_OWN = 200;
/** What was told last, for readers whose line began a moment after what they show was made. */
const MOST_REMEMBERED = 1_000;

/**
 * Writes events into their transactions, and follows the log for this process: one reader, however
 * many listeners. A doorbell after the commit wakes it (here at once, in other copies by NOTIFY); a
 * slow poll covers a lost doorbell.
 */
export class EventLog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #listeners = new Set<(events: readonly LoggedEvent[]) => void>();
  #position: Position | null = null;
  #bell: pg.Client | null = null;
  /** Our own rings come back to us: we have looked already. */
  readonly #name = randomUUID();
  #reader: Loop | null = null;
  #doorbell: Loop | null = null;
  #ringing: NodeJS.Timeout | null = null;
  #stopped = false;
  /** From when on all that was told is still known: from the process's own beginning. */
  #rememberedFrom = 0;
  readonly #told: DeliveredEvent[] = [];
  /** What we wrote and have not read yet, by its id: most of what a process reads it wrote itself. */
  readonly #own = new Map<number, string>();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  async append(tx: Tx, ...happenings: readonly NewEvent[]): Promise<void> {
    if (happenings.length === 0) return;
    const rows = happenings.map((each) => ({
      type: each.type,
      location_id: each.locationId,
      user_id: each.userId ?? null,
      at: each.at,
      data: JSON.stringify(each.data),
    }));
    const written = await tx.insertInto('events').values(rows).returning('id').execute();
    onCommit(tx, () => this.ring(...written.map(({ id }, at) => ({ id, data: rows[at]?.data ?? '{}' }))));
    if (happenings.some((each) => HOUSE.has(each.type))) onCommit(tx, () => pause(LEASE_IS_OVER_MS));
  }

  /** To be called after a commit that appended events, with these; many calls within a moment make one ring. */
  ring(...own: readonly OwnEvent[]): void {
    for (const { id, data } of own) this.#own.set(id, data);
    for (const [oldest] of this.#own) {
      if (this.#own.size <= MOST_OWN) break;
      this.#own.delete(oldest);
    }
    this.#reader?.wake();
    if (this.#ringing || this.#stopped) return;
    this.#ringing = setTimeout(() => {
      this.#ringing = null;
      this.#database.pool.query(`notify ${CHANNEL}, '${this.#name}'`).catch(() => undefined); // the slow poll covers it
    }, RING_EVERY_MS);
  }

  /** Called with what was committed since, in order; the returned function ends it. */
  listen(listener: (events: readonly LoggedEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Where this process's reader stands: everything up to here was given to the listeners. */
  get cursor(): string {
    return this.#position ? cursorOf(this.#position) : '0-0';
  }

  /** What was told within so many milliseconds; null when nobody remembers that far back. */
  toldWithin(ms: number): readonly DeliveredEvent[] | null {
    const from = performance.now() - ms;
    return from < this.#rememberedFrom ? null : this.#told.filter(({ toldAt }) => toldAt >= from);
  }

  async start(): Promise<void> {
    // Below xmin everything is settled and past; from it on everything is news.
    this.#position = { transaction: await this.#oldestOpen(), id: -1 };
    this.#reader = loop(
      this.#log,
      'event log',
      () => this.#read(),
      () => READ_EVERY_MS,
    );
    this.#doorbell = loop(this.#log, 'doorbell', () => this.#hang());
  }

  async #oldestOpen(): Promise<string> {
    const { rows } = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(
      this.#database.db,
    );
    return rows[0]?.xmin ?? '0';
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#ringing) clearTimeout(this.#ringing);
    this.#listeners.clear();
    // Nobody waits for a line that is being connected: it is hung up.
    void this.#doorbell?.stop();
    await this.#bell?.end().catch(() => undefined);
    await this.#reader?.stop();
  }

  /** The settled events after a cursor, for catching up; ends at `until` when given; `ears` leave out what others hear. */
  async *since(cursor: string, until?: string, eventFilter?: EventFilter): AsyncGenerator<readonly LoggedEvent[]> {
    let position = positionOf(cursor);
    const end = until === undefined ? null : positionOf(until);
    while (position) {
      const rows = await readAfter(this.#database.db, position, { ears: eventFilter });
      const settled = rows.filter((row) => row.settled && (!end || !isAfter(row, end)));
      if (settled.length > 0) yield settled.map(eventOf);
      const last = settled.at(-1);
      position = last && settled.length === PAGE ? last : null;
    }
  }

  /** Lets go of what is old, once every lasting reader has read it. */
  async trim(now: Date): Promise<void> {
    await sql`
      delete from events
      where at < ${new Date(now.getTime() - EVENT_RETENTION_DAYS * 86_400_000)}
        and transaction < coalesce((select min(transaction::text::numeric)::text::xid8 from event_readers), transaction)
    `.execute(this.#database.db);
  }

  /** Is the log kept back to this cursor, and is the cursor of this log and not of one before a restore? */
  async reaches(cursor: string): Promise<boolean> {
    const position = positionOf(cursor);
    if (!position) return false;
    const { rows } = await sql<{ transaction: string | null; id: number | null; xmin: string }>`
      select e.transaction::text, e.id, pg_snapshot_xmin(pg_current_snapshot())::text as xmin
      from (select) as one left join lateral (select transaction, id from events order by transaction, id limit 1) e on true
    `.execute(this.#database.db);
    const row = rows[0];
    if (!row || BigInt(position.transaction) > BigInt(row.xmin)) return false;
    if (row.transaction === null || row.id === null || row.id <= 1) return true;
    return !isAfter({ transaction: row.transaction, id: row.id }, position);
  }

  /** Did more than so many events happen since? Counted without reading them. */
  async happenedMoreThan(most: number, cursor: string): Promise<boolean> {
    const position = positionOf(cursor);
    if (!position) return true;
    const { rows } = await sql`
      select 1 from events where (transaction, id) > (${position.transaction}::xid8, ${position.id}::bigint)
      order by transaction, id offset ${most} limit 1
    `.execute(this.#database.db);
    return rows.length > 0;
  }

  /** LISTEN on a connection of its own, hung up anew when it broke. */
  async #hang(): Promise<number> {
    if (this.#bell) return SLOW_POLL_MS;
    const bell = new pg.Client({ connectionTimeoutMillis: 5_000, ...this.#database.connection });
    this.#bell = bell;
    const broken = (): void => {
      if (this.#bell === bell) this.#bell = null;
    };
    bell.on('error', broken);
    bell.on('end', broken);
    bell.on('notification', ({ payload }) => (payload === this.#name ? undefined : this.#reader?.wake()));
    try {
      await bell.connect();
      await bell.query(`listen ${CHANNEL}`);
      // A database that crashed gives numbers anew that were never written down: some may lie below where we stand.
      const oldest = await this.#oldestOpen();
      if (this.#position && BigInt(oldest) < BigInt(this.#position.transaction)) {
        this.#position = { transaction: oldest, id: -1 };
      }
    } catch (error) {
      broken();
      bell.end().catch(() => undefined);
      throw error;
    }
    this.#reader?.wake();
    return SLOW_POLL_MS;
  }

  /** Tells what was settled since; answers when to look again without being woken. */
  async #read(): Promise<number> {
    const rows = this.#position ? await this.#readNext(this.#position) : [];
    const end = rows.findIndex((row) => !row.settled);
    const settled = end === -1 ? rows : rows.slice(0, end);
    const last = settled.at(-1);
    // Whoever hears of it loads it anew at once: by then nobody may answer with what was before.
    if (settled.some((row) => HOUSE.has(row.type))) await pause(LEASE_IS_OVER_MS);
    if (last) {
      this.#position = { transaction: last.transaction, id: last.id };
      this.#tell(settled.map(eventOf));
    }
    // A row waits for an older transaction that may never ring: look again soon.
    if (end !== -1) return READ_EVERY_MS;
    return rows.length === PAGE ? 0 : SLOW_POLL_MS;
  }

  async #readNext(after: Position): Promise<Row[]> {
    const own = new Map(this.#own);
    const rows = await readAfter(this.#database.db, after, { known: [...own.keys()] });
    for (const row of rows) {
      if (!row.settled) continue;
      row.data ??= own.get(row.id) ?? null;
      this.#own.delete(row.id);
    }
    return rows;
  }

  #tell(events: readonly LoggedEvent[]): void {
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
    const toldAt = performance.now();
    for (const { type, locationId, userId } of events) this.#told.push({ type, locationId, userId, toldAt });
    const forgotten = this.#told.splice(0, this.#told.length - MOST_REMEMBERED);
    this.#rememberedFrom = forgotten.at(-1)?.toldAt ?? this.#rememberedFrom;
  }
}

/** Of what is known already the text is not fetched. */
const pageAfter = (isHeard: string) => `
  select transaction::text, id, type, location_id, user_id, at, settled,
    case when settled and not id = any($3::bigint[]) then data::text end as data
  from (select *, transaction < pg_snapshot_xmin(pg_current_snapshot()) as settled from events) as logged
  where (transaction, id) > ($1::xid8, $2::bigint) and ${isHeard}
  order by logged.transaction, logged.id limit ${PAGE}`;

const readPage = unnamedStatement<Row>(pageAfter('true'));
/** For one guest: what is everybody's, and what is theirs. */
const readHeard = unnamedStatement<Row>(pageAfter('(type = any($4) or user_id = $5)'));

interface Reading {
  readonly ears?: EventFilter | undefined;
  readonly known?: readonly number[];
}

async function readAfter(
  db: Db,
  after: Position,
  { ears: eventFilter, known: existing = [] }: Reading,
): Promise<Row[]> {
  const from = [after.transaction, after.id, existing];
  const read = eventFilter ? readHeard(db, [...from, eventFilter.types, eventFilter.userId]) : readPage(db, from);
  return (await read).rows;
}

/** What happened is read when somebody looks at it: most processes have no listener for most of it. */
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

export function positionOf(cursor: string): Position | null {
  const match = /^(\d{1,20})-(-?\d{1,18})$/.exec(cursor);
  return match?.[1] && match[2] ? { transaction: match[1], id: Number(match[2]) } : null;
}

/** Events come in the order of their cursors; what is no cursor of ours has nothing after it, nor before. */
export function isAfterCursor(cursor: string, than: string): boolean {
  const [a, b] = [positionOf(cursor), positionOf(than)];
  return a === null || b === null || isAfter(a, b);
}

function isAfter(a: Position, b: Position): boolean {
  const [x, y] = [BigInt(a.transaction), BigInt(b.transaction)];
  return x > y || (x === y && a.id > b.id);
}
