import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readMigrationNames } from '../../platform/db/migration-table.ts';
import { readCommit } from '../../platform/version.ts';
import { quoteIdentifier, tablesInOrder } from './tables.ts';

/** The first line of a backup: its format and its schema. */
export interface BackupHeader {
  readonly tiffin: 'backup';
  /** 1: without a digest at the end. */
  readonly format: 1 | 2;
  readonly version: string;
  /** Absent in backups of before 0.3.0. */
  readonly commit?: string | null;
  readonly at: string;
  readonly migrations: readonly string[];
}

/** The last line of a backup. */
export interface BackupEnd {
  /** Of all bytes before this line. */
  readonly sha256: string;
}

/**
 * Writes all data as text: a header line, then each table between a line with its name and `\.`, then a digest. One
 * repeatable-read transaction gives a consistent snapshot while the server runs. Plain text can be restored to another
 * major version of PostgreSQL.
 */
export function writeBackup(pool: Pool, version: string, at: Date): Readable {
  return Readable.from(withDigest(headerAndTables(pool, version, at)), { objectMode: false });
}

async function* withDigest(backup: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  const hash = createHash('sha256');
  for await (const part of backup) {
    hash.update(part);
    yield part;
  }
  const end: BackupEnd = { sha256: hash.digest('hex') };
  yield `${JSON.stringify(end)}\n`;
}

async function* headerAndTables(pool: Pool, version: string, at: Date): AsyncGenerator<string | Buffer> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const header: BackupHeader = {
      tiffin: 'backup',
      format: 2,
      version,
      commit: readCommit(),
      at: at.toISOString(),
      migrations: await readMigrationNames(client),
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
