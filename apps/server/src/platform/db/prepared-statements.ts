import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

/** Each connection stores a plan per named statement, so only this many are named. */
const MOST_NAMED = 100;
/** A statement is named when it was sent so often. */
const HOT = 10;
/** When so many different statements are counted, counting starts again. */
const MOST_COUNTED = 1_000;
const UNNAMED = '';

type RunQuery<Row> = (db: Kysely<Schema>, values: readonly unknown[]) => Promise<QueryResult<Row>>;

const names = new Map<string, string>();
const timesSent = new Map<string, number>();
let named = 0;

/** A statement that is parsed and planned once per connection, for those that run with every order or request. */
export function prepared<Row>(name: string, text: string): RunQuery<Row> {
  names.set(text, name);
  return (db, values) => db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
}

/** A statement on tables that grow quickly: a plan from an almost empty table would later scan it completely. */
export function unnamedStatement<Row>(text: string): RunQuery<Row> {
  return prepared(UNNAMED, text);
}

/** The name of a statement. One of the query builder gets it after repeated use, so this counts it. */
function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || named >= MOST_NAMED) return name;
  const times = (timesSent.get(text) ?? 0) + 1;
  if (times >= HOT) return nameStatement(text);
  if (timesSent.size >= MOST_COUNTED) timesSent.clear();
  timesSent.set(text, times);
  return undefined;
}

function nameStatement(text: string): string {
  const name = `hot ${++named}`;
  names.set(text, name);
  timesSent.delete(text);
  return name;
}

/** True if a migration by another copy changed the result type of a prepared `select *`. */
export function isStatementOutdated(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === '0A000' && message === 'cached plan must not change result type';
}

/**
 * Thrown when PostgreSQL committed here but stopped waiting for the standby, for example because somebody cancelled the
 * statement. If the primary dies now, the change is lost, so it must not be answered as done.
 */
export class UnconfirmedCommit extends Error {
  override name = 'UnconfirmedCommit';

  constructor() {
    super('the database stopped waiting for its standby; the change may be lost if the primary fails');
  }
}

/** The function of PostgreSQL that waits for the standby. The text of its notice depends on the language. */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';
const READ_ONLY = '25006';

/** Adds statement names on the way to PostgreSQL, and notices when it is no longer the primary. */
export class PreparingClient extends pg.Client {
  /** A statement was refused because the database is read-only. */
  isReadOnly = false;
  #isUnconfirmed = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('notice', ({ routine }) => (this.#isUnconfirmed ||= routine === WAITS_FOR_STANDBY));
  }

  // Only the form of `query` that Kysely uses is handled; pg's others pass through. `never` fits the results of all.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const query = super.query as (...passed: unknown[]) => Promise<unknown>;
    const isKyselys = args.length === 2 && typeof text === 'string' && Array.isArray(values);
    if (!isKyselys) return query.apply(this, args) as never;
    return this.#checkResult(this.#send(text, values)) as never;
  }

  /** A notice about the commit comes before PostgreSQL is ready for the next statement, so before the result. */
  async #checkResult(sending: Promise<unknown>): Promise<unknown> {
    try {
      const result = await sending;
      if (this.#isUnconfirmed) throw new UnconfirmedCommit();
      return result;
    } catch (error) {
      this.isReadOnly ||= (error as { code?: string }).code === READ_ONLY;
      throw error;
    } finally {
      this.#isUnconfirmed = false;
    }
  }

  #send(text: string, values: readonly unknown[]): Promise<unknown> {
    const query = super.query as (...passed: unknown[]) => Promise<unknown>;
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (name === undefined) return query.call(this, text, values);
    return query.call(this, { name, text, values }).catch((error: unknown) => {
      if (!isStatementOutdated(error)) throw error;
      // The statement gets a new name and plan. Inside a transaction everything is retried, because PostgreSQL
      // rejects further statements.
      if (names.get(text) === name) nameStatement(text);
      return query.call(this, text, values).catch(() => Promise.reject(error));
    });
  }
}
