import { createWriteStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readMigrationNames } from '../../platform/db/migration-table.ts';
import { readCommit, readVersion } from '../../platform/version.ts';
import { quoteIdentifier, tablesInOrder } from '../backup/tables.ts';
import type { BackupHeader } from '../backup/write-backup.ts';
import { staysBehind, TRAVELLING, WRITTEN_AS } from './travelling.ts';

/** The folder of an export that `npm run import` reads. */
export const ROWS = 'rows';

/** The file that describes the others: their schema, and the columns of each table. */
export interface RowsHeader extends Omit<BackupHeader, 'tiffin' | 'format'> {
  readonly tiffin: 'export';
  readonly format: 1;
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** COPY then takes each line as it is: JSON escapes these two characters, so nothing is quoted or separated. */
export const AS_LINES = String.raw`(format csv, quote e'\x01', delimiter e'\x02')`;

/** Writes a file of JSON lines for each table that travels. */
export async function writeRows(client: PoolClient, folder: string, at: Date): Promise<void> {
  const tables: Record<string, readonly string[]> = {};
  for (const { name, columns: all } of await tablesInOrder(client)) {
    if (!TRAVELLING.includes(name)) continue;
    const columns = all.filter((column) => !staysBehind(name, column));
    const values = columns.map((column) => {
      const value = WRITTEN_AS[`${name}.${column}`] ?? quoteIdentifier(column);
      return `${value} as ${quoteIdentifier(column)}`;
    });
    const rows = `select row_to_json(r) from (select ${values.join(', ')} from ${quoteIdentifier(name)}) r`;
    const to = createWriteStream(path.join(folder, `${name}.jsonl`), { mode: 0o600 });
    await pipeline(client.query(copyTo(`copy (${rows}) to stdout ${AS_LINES}`)), to);
    tables[name] = columns;
  }
  const header: RowsHeader = {
    tiffin: 'export',
    format: 1,
    version: readVersion(),
    commit: readCommit(),
    at: at.toISOString(),
    migrations: await readMigrationNames(client),
    tables,
  };
  writeFileSync(path.join(folder, 'schema.json'), `${JSON.stringify(header, null, 1)}\n`, { mode: 0o600 });
}
