import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../../platform/db/connection.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { readMigrationNames } from '../../platform/db/migration-table.ts';
import { migrations as allMigrations } from '../../platform/db/migrations/index.ts';
import { withBaseline } from '../../platform/db/migrations/replaced-by-baseline.ts';
import { quoteIdentifier, tablesInOrder, type BackupTable } from './tables.ts';
import type { BackupEnd, BackupHeader } from './write-backup.ts';

/** The line after the last row of a table. */
const END = Buffer.from('\\.');
const LINE_FEED = Buffer.from('\n');

/** Thrown when a backup cannot be restored. The message is for the person at the terminal. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

/**
 * Restores a backup into an empty database: the schema of the backup, the data, then the migrations since. All in one
 * transaction, so an incomplete backup leaves no rows.
 */
export async function readBackup(database: Database, backup: Readable): Promise<BackupHeader> {
  const lines = new BackupLines(backup);
  const header = headerOf(await firstOf(lines));
  await fillDatabase(database, header, 'backup', async (client, tables) => {
    await restoreTables(client, tables, lines, header);
    await restartEventLog(client);
  });
  return header;
}

/** Fills an empty database in one transaction, in the schema of what is read, and then migrates it. */
export async function fillDatabase(
  database: Database,
  { migrations: listed, version, commit }: Pick<BackupHeader, 'migrations' | 'version' | 'commit'>,
  what: 'backup' | 'export',
  fill: (client: PoolClient, tables: readonly BackupTable[]) => Promise<void>,
): Promise<void> {
  const migrations = withBaseline(listed);
  if (!migrations) {
    throw new RestoreError(
      'This backup is from a version before 0.2.0. Restore it with 0.2.0, back up with that, then restore here.',
    );
  }
  if (migrations.some((name) => !(name in allMigrations))) {
    throw new RestoreError(
      `This ${what} is from a newer version (${version}${commit ? `, commit ${commit}` : ''}). Restore it with that version, or a newer one.`,
    );
  }
  await migrate(database.untyped, { names: migrations });
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await requireEmpty(client, migrations);
    const tables = await tablesInOrder(client);
    // What is read contains the rows that migrations insert, and a server makes the others again when it starts.
    await client.query(`truncate ${tables.map((table) => quoteIdentifier(table.name)).join(', ')}`);
    await fill(client, tables);
    await setSequences(client);
    // A new database has no statistics, and PostgreSQL plans badly until it makes them itself.
    await client.query('analyze');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw isDamage(error) ? new RestoreError(`The file is damaged: ${error.message}.`) : error;
  } finally {
    client.release();
  }
  await migrate(database.untyped);
}

/**
 * True for a file that was truncated or changed: it cannot be decompressed, or PostgreSQL does not take its values
 * (class 22) or their references (class 23).
 */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(Z_.*|2[23]...)$/.test(String(error.code));
}

/** Splits at line feeds only, because texts may contain other line separators. */
async function* linesOf(stream: Readable): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      rest.push(chunk.subarray(from, end));
      yield rest.length === 1 && rest[0] ? rest[0] : Buffer.concat(rest);
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
}

/** The lines of a backup, and the digest of those before the current one. */
class BackupLines {
  readonly #lines: AsyncGenerator<Buffer, undefined>;
  readonly #hash = createHash('sha256');
  #current: Buffer | null = null;

  constructor(stream: Readable) {
    this.#lines = linesOf(stream);
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    if (this.#current) this.#hash.update(this.#current).update(LINE_FEED);
    const next = await this.#lines.next();
    this.#current = next.value ?? null;
    return next;
  }

  digestBefore(): string {
    return this.#hash.copy().digest('hex');
  }
}

async function firstOf(lines: BackupLines): Promise<unknown> {
  try {
    return (await lines.next()).value;
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function headerOf(line: unknown): BackupHeader {
  try {
    const header = JSON.parse(String(line)) as Partial<BackupHeader>;
    if (header.tiffin === 'backup' && (header.format === 1 || header.format === 2) && Array.isArray(header.migrations))
      return header as BackupHeader;
  } catch {
    // Refused below.
  }
  throw new RestoreError('This file is not a backup of Tiffin, or of a newer kind.');
}

async function requireEmpty(client: PoolClient, migrations: readonly string[]): Promise<void> {
  const { rows } = await client.query('select 1 from users union all select 1 from orders limit 1');
  if (rows.length > 0) {
    throw new RestoreError('There is data already. Restore into an empty database (another DATA_DIR or DATABASE_URL).');
  }
  const newer = (withBaseline(await readMigrationNames(client)) ?? []).find((name) => !migrations.includes(name));
  if (newer) {
    throw new RestoreError(
      `A newer version made the tables here (${newer}). Restore into a new database (another DATA_DIR or DATABASE_URL).`,
    );
  }
}

async function restoreTables(
  client: PoolClient,
  tables: readonly BackupTable[],
  lines: BackupLines,
  { format }: BackupHeader,
): Promise<void> {
  const tableNames = new Set(tables.map((table) => table.name));
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = JSON.parse(next.value.toString('utf8')) as BackupEnd | { table: string; columns: string[] };
    if ('sha256' in line) return requireDigest(lines, line);
    const { table, columns } = line;
    if (!tableNames.has(table)) throw new RestoreError(`The backup has a table that is not known here: ${table}`);
    const copy = client.query(
      copyFrom(`copy ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`),
    );
    await copyRows(lines, copy, table);
  }
  if (format > 1) throw new RestoreError('The backup is incomplete: its digest is missing. Use another backup.');
}

async function requireDigest(lines: BackupLines, { sha256 }: BackupEnd): Promise<void> {
  if (lines.digestBefore() !== sha256) {
    throw new RestoreError('The file is damaged: its content does not match its digest. Use another backup.');
  }
  // Reads to the end of the file, where gzip and age verify theirs.
  if (!(await lines.next()).done) throw new RestoreError('The file is damaged: it continues after its digest.');
}

/** Copies the lines up to the end of the table into PostgreSQL. */
async function copyRows(lines: BackupLines, copy: Writable, table: string): Promise<void> {
  const done = finished(copy);
  done.catch(() => undefined); // The error is thrown where the promise is awaited.
  try {
    for (;;) {
      const next = await lines.next();
      if (next.done) throw new RestoreError(`The backup ends in the middle of ${table}.`);
      if (next.value.equals(END)) break;
      if (!copy.write(Buffer.concat([next.value, LINE_FEED]))) await Promise.race([once(copy, 'drain'), done]);
    }
  } catch (error) {
    // Abort the COPY, because PostgreSQL would wait for more rows.
    copy.destroy();
    throw error;
  }
  copy.end();
  await done;
}

/**
 * Events are read in the order of transaction numbers, which a new PostgreSQL counts from the start. Renumbers the log
 * in the same order from the lowest number, and moves the readers with it.
 */
async function restartEventLog(client: PoolClient): Promise<void> {
  await client.query(`
    update event_readers r set transaction = '3',
      id = (select count(*) from events e where (e.transaction, e.id) <= (r.transaction, r.id))
  `);
  await client.query(`
    create temp table old_events on commit drop as
      select row_number() over (order by transaction, id) as position, * from events
  `);
  // Another event may get the number of a deleted one, so rows that name it name none. Older backups have no such rows.
  for (const table of ['idempotency_keys', 'webhook_deliveries']) {
    await client.query(`
      do $$ begin
        update ${table} r set event_id = coalesce(o.position, 0)
        from ${table} named left join old_events o on o.id = named.event_id
        where named.event_id is not null and named.ctid = r.ctid;
      exception when undefined_table or undefined_column then null;
      end $$
    `);
  }
  await client.query('delete from events');
  await client.query(`
    insert into events (id, transaction, type, location_id, user_id, at, data) overriding system value
      select position, '3', type, location_id, user_id, at, data from old_events order by position
  `);
}

async function setSequences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ sequence: string; name: string; attribute: string }>(`
    select pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence, c.relname as name, a.attname as attribute
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind = 'r' and a.attidentity <> ''
  `);
  for (const { sequence, name, attribute } of rows) {
    await client.query(
      `select setval($1, coalesce((select max(${quoteIdentifier(attribute)}) from ${quoteIdentifier(name)}), 0) + 1, false)`,
      [sequence],
    );
  }
}
