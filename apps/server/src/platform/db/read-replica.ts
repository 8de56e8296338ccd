import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import {
  isDatabaseUnavailable,
  leaseDbOf,
  openDatabase,
  type ConnectionConfig,
  type Database,
  type Db,
} from './connection.ts';
import { migrationState } from './migrate.ts';
import { REPLICA_PROBLEMS, replicaMismatch, type ReplicaProblem, type ServerIdentity } from './replica-problems.ts';

/** How long a request waits until the replica has replayed what was committed before it. Usually milliseconds. */
const CATCH_UP_MS = 200;
const POLL_MS = 10;
/** The position is read in microseconds. A standby that hangs must not hold up a report. */
const ANSWERS_WITHIN_MS = 1_500;
/** A delay below this is not worth mentioning. */
const MENTIONED_LAG_MS = 5_000;
/** A replica that is further behind is not used. */
export const MAX_LAG_MS = 10 * 60_000;
export const REPLICA_CHECK_MS = 2_000;
/** Enough for a lag of half an hour. */
const MAX_SAMPLES = 1_000;

export interface Reader {
  readonly id: string;
  /** As whom the requests of the reader are stored with their idempotency keys. */
  readonly idempotencyActor: string;
}

export interface ReadSource {
  /** Null: the primary. */
  readonly replica: Db | null;
  /** The age of the data, if it is old enough to be mentioned. */
  readonly lagMs: number | null;
}

/** How far the primary's log was written at a time of `performance.now()`. */
interface Sample extends ServerIdentity {
  readonly at: number;
  readonly position: bigint;
}

const PRIMARY: ReadSource = { replica: null, lagMs: null };

/**
 * A standby that answers reports. A request first waits until the standby has replayed what was committed before the
 * request. If that takes too long, people whose own changes are missing get the primary; others get older data with
 * its age. Later reports of a person are never older than earlier ones.
 */
export class ReadReplica {
  readonly #primary: Kysely<unknown>;
  readonly #database: Database;
  /** A connection that long reports do not use. */
  readonly #positions: Db;
  readonly #log: Logger;
  readonly #sockets = new Set<net.Socket>();
  /** Positions of the primary that the replica has not replayed yet, oldest first. */
  readonly #samples: Sample[] = [];
  /** When a person last changed something or read from the primary, if the replica may not contain it yet. */
  readonly #latestNeeds = new Map<string, number>();
  /** The replica contains everything that was committed before this time. Times are of `performance.now()`. */
  #currentAt: number | null = null;
  #problem: ReplicaProblem | null = { kind: 'not-checked', text: REPLICA_PROBLEMS['not-checked'] };

  constructor(primary: Kysely<unknown>, connection: ConnectionConfig, log: Logger) {
    this.#primary = primary;
    this.#log = log;
    const own = { ...connection, application_name: 'tiffin reports', stream: () => this.#openSocket() };
    this.#database = openDatabase(own, () => undefined);
    this.#positions = leaseDbOf(this.#database.db);
  }

  /** Why the primary answers reports; null while the replica does. */
  get problem(): ReplicaProblem | null {
    return this.#problem;
  }

  /** How far the replica is behind. Null if it does not answer or that is unknown. */
  get lagMs(): number | null {
    if ((this.#problem && this.#problem.kind !== 'late') || this.#currentAt === null) return null;
    return this.#samples.length === 0 ? 0 : performance.now() - this.#currentAt;
  }

  /** Later reports of this person contain everything until now. Call it after a change by them is committed. */
  recordNeed(personId: string): void {
    this.#latestNeeds.set(personId, performance.now());
  }

  async choose(reader: Reader): Promise<ReadSource> {
    const source = this.#problem === null ? await this.#chooseByPosition(reader) : PRIMARY;
    // What the reader gets from the primary is newer: the next reports must not be older.
    if (source === PRIMARY) this.recordNeed(reader.id);
    return source;
  }

  async #chooseByPosition(reader: Reader): Promise<ReadSource> {
    const need = this.#latestNeeds.get(reader.id) ?? -Infinity;
    const sample = await this.#samplePrimary().catch(() => null);
    if (sample === null) return PRIMARY;
    try {
      if (await this.#catchUp(sample)) return { replica: this.#database.db, lagMs: null };
      const currentAt = this.#currentAt ?? -Infinity;
      const lagMs = performance.now() - currentAt;
      if (lagMs > MAX_LAG_MS || need >= currentAt || (await this.#isMissingChangesOf(reader))) return PRIMARY;
      return { replica: this.#database.db, lagMs: lagMs > MENTIONED_LAG_MS ? lagMs : null };
    } catch (error) {
      this.#setNoAnswer(error);
      return PRIMARY;
    }
  }

  /** Returns whether the primary should answer instead. Refusals are valid answers of the replica. */
  handleFailure(error: unknown): boolean {
    const isUnavailable = isDatabaseUnavailable(error);
    if (!isUnavailable && !(error instanceof pg.DatabaseError)) return false;
    // The check notices if the replica is away. An overloaded replica still answers it.
    // oxlint-disable-next-line promise/no-promise-in-callback
    if (isUnavailable) void this.check().catch(() => undefined);
    else this.#log.warn({ err: error }, 'the primary answers a report, because the replica failed');
    return true;
  }

  /** Measures the lag, and notices when the replica goes away or returns. */
  async check(): Promise<void> {
    const sample = await this.#samplePrimary();
    this.#samples.push(sample);
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
    try {
      const mismatch = replicaMismatch(sample, await this.#readReplica());
      this.#setProblem(mismatch ?? (await this.#findSchemaProblem()) ?? this.#findLagProblem());
    } catch (error) {
      this.#setNoAnswer(error);
    }
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #openSocket(): net.Socket {
    const socket = new net.Socket();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  async #catchUp(sample: Sample): Promise<boolean> {
    for (;;) {
      const { position } = await this.#readReplica();
      if (position !== null && position >= sample.position) {
        this.#currentAt = Math.max(this.#currentAt ?? 0, sample.at);
        return true;
      }
      if (performance.now() - sample.at > CATCH_UP_MS) return false;
      await pause(POLL_MS);
    }
  }

  async #samplePrimary(): Promise<Sample> {
    // Taken before the query: everything committed by then is before the position.
    const at = performance.now();
    const { rows } = await sql<{ position: string } & ServerIdentity>`
      select pg_current_wal_flush_lsn()::text as position, ${IDENTITY}`.execute(this.#primary);
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL did not say its position');
    return { ...row, at, position: parsePosition(row.position) };
  }

  async #readReplica(): Promise<ServerIdentity & { readonly position: bigint | null }> {
    const reading = sql<{ position: string | null } & ServerIdentity>`
      select pg_last_wal_replay_lsn()::text as position, ${IDENTITY}`.execute(this.#positions);
    reading.catch(() => undefined); // Handled by the race, or too late to matter.
    const result = await Promise.race([reading, pause(ANSWERS_WITHIN_MS, null, { ref: false })]);
    const row = result?.rows[0];
    if (!row) throw new Error(`no answer within ${ANSWERS_WITHIN_MS} ms`);
    const position = row.takesChanges || row.position === null ? null : parsePosition(row.position);
    if (position !== null) this.#noteReplayed(position);
    return { ...row, position };
  }

  #noteReplayed(position: bigint): void {
    let at: number | null = null;
    while (this.#samples[0] && this.#samples[0].position <= position) at = this.#samples.shift()?.at ?? null;
    if (at !== null) this.#currentAt = Math.max(this.#currentAt ?? 0, at);
    for (const [person, need] of this.#latestNeeds) {
      if (this.#currentAt !== null && need < this.#currentAt) this.#latestNeeds.delete(person);
    }
  }

  /** A standby that answers reports once had all migrations, so it is asked only until then. */
  async #findSchemaProblem(): Promise<'older-schema' | null> {
    if (this.#problem === null) return null;
    try {
      const { pending } = await migrationState(this.#database.untyped);
      return pending > 0 ? 'older-schema' : null;
    } catch (error) {
      // The tables of the migrations themselves are not there yet.
      if ((error as { code?: string }).code === '42P01') return 'older-schema';
      throw error;
    }
  }

  #findLagProblem(): 'late' | null {
    const lagMs = performance.now() - (this.#currentAt ?? performance.now());
    return this.#samples.length > 0 && lagMs > MAX_LAG_MS ? 'late' : null;
  }

  /** Finds changes of the reader through other copies. Times are of no use, because clocks of the copies may differ. */
  async #isMissingChangesOf({ id, idempotencyActor }: Reader): Promise<boolean> {
    const { rows: newest } = await sql<{ entry: number; request: string | null }>`
      select coalesce((select max(id) from audit_log), 0) as entry,
             (select max(created_at) from idempotency_keys where actor = ${idempotencyActor})::text as request
    `.execute(this.#positions);
    const { entry = 0, request = null } = newest[0] ?? {};
    const { rows } = await sql<{ isMissing: boolean }>`
      select exists (select from audit_log where id > ${entry} and actor_id = ${id})
          or exists (select from idempotency_keys where actor = ${idempotencyActor}
                     and created_at > coalesce(${request}::timestamptz, '-infinity')) as "isMissing"
    `.execute(this.#primary);
    return rows[0]?.isMissing === true;
  }

  /** Breaks the connections, so that reports which wait for an answer get the primary's. */
  #setNoAnswer(error: unknown): void {
    this.#setProblem('no-answer', error);
    for (const socket of this.#sockets) socket.destroy();
  }

  #setProblem(kind: ReplicaProblem['kind'] | null, cause?: unknown): void {
    const before = this.#problem?.kind ?? null;
    if (kind === before) return;
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    this.#problem = kind && { kind, text: `${REPLICA_PROBLEMS[kind]}${reason}` };
    if (this.#problem) this.#log.warn({ problem: kind }, this.#problem.text);
    else this.#log.info('the replica of DATABASE_READ_URL answers reports');
  }
}

const IDENTITY = sql`
  not pg_is_in_recovery() as "takesChanges", current_database() as "databaseName",
  (select system_identifier::text from pg_control_system()) as cluster`;

/** A position in the write-ahead log as PostgreSQL writes it: two hexadecimal numbers. */
function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
