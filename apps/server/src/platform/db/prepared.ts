import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

/** Each connection keeps a plan for each of them: so many hot ones, and the rest as it comes. */
const MOST_NAMED = 100;
/** What is asked so often within a while is hot. */
const HOT = 10;
const MOST_COUNTED = 1_000;
const UNNAMED = '';

type Ask<Row> = (db: Kysely<Schema>, values: readonly unknown[]) => Promise<QueryResult<Row>>;

const names = new Map<string, string>();
const sent = new Map<string, number>();
let named = 0;

/**
 * A statement that every order or every request runs: written down once, and read and planned once
 * per connection instead of every time.
 */
export function prepared<Row>(name: string, text: string): Ask<Row> {
  names.set(text, name);
  return (db, values) => db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
}

/**
 * A statement on what grows by thousands within minutes: a plan that was kept from when there was next to
 * nothing would read the whole of it.
 */
export function unnamedStatement<Row>(text: string): Ask<Row> {
  return prepared(UNNAMED, text);
}

/** What the builder writes alike again and again gets a name by itself. */
function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || named >= MOST_NAMED) return name;
  const times = (sent.get(text) ?? 0) + 1;
  if (times >= HOT) return rename(text);
  if (sent.size >= MOST_COUNTED) sent.clear();
  sent.set(text, times);
  return undefined;
}

function rename(text: string): string {
  const name = `hot ${++named}`;
  names.set(text, name);
  sent.delete(text);
  return name;
}

/** Another copy's migration changed what a prepared `select *` answers. */
export function isOutdated(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === '0A000' && message === 'cached plan must not change result type';
}

/** Gives the statements that were prepared their names on the way to PostgreSQL. */
export class PreparingClient extends pg.Client {
  // pg's many forms of `query` pass through; the one Kysely uses is looked at.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const isKyselys = args.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isKyselys ? nameOf(text) : undefined;
    const query = super.query as (...passed: unknown[]) => Promise<unknown>;
    if (!isKyselys || name === undefined) return query.apply(this, args) as never;
    return query.call(this, { name, text, values }).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      // From now on it has another name, and another plan. Within a transaction nothing is answered any more: the
      // whole of it is done again.
      if (names.get(text) === name) rename(text);
      return query.call(this, text, values).catch(() => Promise.reject(error));
    }) as never;
  }
}
