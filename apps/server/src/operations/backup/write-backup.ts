import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { quoteIdentifier, tablesInOrder } from './tables.ts';

/** The first line of a backup: its format and its schema. */
export interface BackupHeader {
  readonly tiffin: 'backup';
  readonly format: 1;
  readonly version: string;
  readonly at: string;
  readonly migrations: readonly string[];
}

/**
 * Writes all data as text: a header line, then each table between a line with its name and `\.`. One repeatable-read
 * transaction gives a consistent snapshot while the server runs. Plain text can be restored to another major version of
 * PostgreSQL.
 */
export function writeBackup(pool: Pool, version: string, at: Date): Readable {
  return Readable.from(parts(pool, version, at), { objectMode: false });
}

async function* parts(pool: Pool, version: string, at: Date): AsyncGenerator<string | Buffer> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    const header: BackupHeader = {
      tiffin: 'backup',
      format: 1,
      version,
      at: at.toISOString(),
      migrations: rows.map((row) => row.name),
    };
    yield `${JSON.stringify(header)}\n`;
    for (const table of await tablesInOrder(client)) {
      yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`;
      const columns = table.columns.map(quoteIdentifier).join(', ');
      for await (const chunk of client.query(copyTo(`copy ${quoteIdentifier(table.name)} (${columns}) to stdout`))) {
        yield chunk as Buffer;
      }
      yield '\\.\n';
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}
