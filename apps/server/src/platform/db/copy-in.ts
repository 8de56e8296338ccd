import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Bytes written between two checks of back-pressure. */
const CHUNK = 256 * 1024;

/** Inserts many rows with COPY. The first row defines the columns. */
export async function copyIn(client: pg.PoolClient, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map((column) => pg.escapeIdentifier(column));
  const stream = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${columns.join(', ')}) from stdin`));
  const done = finished(stream);
  let chunk = '';
  for (const row of rows) {
    chunk += `${Object.values(row).map(formatCopyValue).join('\t')}\n`;
    if (chunk.length < CHUNK) continue;
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done]);
    chunk = '';
  }
  stream.end(chunk);
  await done;
}

export type CopyValue = string | number | boolean | bigint | Date | object | null | undefined;

export function formatCopyValue(value: CopyValue): string {
  if (value === null || value === undefined) return String.raw`\N`;
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (character) => ESCAPES[character] ?? character) : text;
}

const SPECIAL = /[\\\t\n\r]/;
const EACH_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
