import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

const names = new Map<string, string>();

/**
 * A statement that every order or every request runs: written down once, and read and planned once
 * per connection instead of every time.
 */
export function prepared<Row>(
  name: string,
  text: string,
): (db: Kysely<Schema>, values: readonly unknown[]) => Promise<QueryResult<Row>> {
  names.set(text, name);
  return (db, values) => db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
}

/** Gives the statements that were prepared their names on the way to PostgreSQL. */
export class PreparingClient extends pg.Client {
  // pg's many forms of `query` pass through; the one Kysely uses is looked at.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const name = typeof text === 'string' ? names.get(text) : undefined;
    const query = super.query as (...passed: unknown[]) => never;
    return name === undefined ? query.apply(this, args) : query.call(this, { name, text, values });
  }
}
