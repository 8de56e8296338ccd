import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { PictureStore } from '../../adapters/pictures/picture-store.ts';
import { quoteIdentifier, tablesInOrder } from '../backup/tables.ts';
import { EXPORTED_TABLES, type ExportedTable } from './files.ts';

/** Not a file name of a table. */
const DIGESTS = 'SHA256SUMS';

/** A written file, as the README of the export describes it. */
export interface ExportedFile {
  readonly name: string;
  readonly rows: number;
  readonly description: string;
  readonly columns: readonly string[];
}

/**
 * Exports all of the restaurant's data to a folder in open formats: one CSV file per table, the photos, and a page that
 * describes the files. One snapshot, while the server runs.
 */
export async function writeExport(
  pool: Pool,
  folder: string,
  at: Date,
  pictures: PictureStore | null = null,
): Promise<readonly ExportedFile[]> {
  mkdirSync(path.join(folder, 'pictures'), { recursive: true, mode: 0o700 });
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; set local timezone to 'UTC'`);
    const files: ExportedFile[] = [];
    const texts = await textColumns(client);
    for (const table of await tablesInOrder(client)) {
      const exported: ExportedTable | undefined = EXPORTED_TABLES[table.name as keyof typeof EXPORTED_TABLES];
      if (!exported) continue;
      const columns = table.columns.filter((column) => !exported.without?.includes(column));
      files.push(await writeTable(client, folder, { name: table.name, columns, texts, ...exported }));
    }
    await writePictures(client, path.join(folder, 'pictures'), pictures);
    await client.query('commit');
    writeFileSync(path.join(folder, 'README.md'), readmeOf(files, at), { mode: 0o600 });
    await writeDigests(folder);
    return files;
  } finally {
    client.release();
  }
}

async function writeTable(
  client: PoolClient,
  folder: string,
  {
    name,
    columns,
    description,
    instead,
    source = quoteIdentifier(name),
    texts,
  }: Omit<ExportedFile, 'rows'> & Pick<ExportedTable, 'instead' | 'source'> & { texts: ReadonlySet<string> },
): Promise<ExportedFile> {
  const file = `${name.replaceAll('_', '-')}.csv`;
  const values = columns.map((column) => {
    const value = instead?.[column] ?? quoteIdentifier(column);
    return `${texts.has(`${name}.${column}`) ? harmlessSql(value) : value} as ${quoteIdentifier(column)}`;
  });
  const copy = client.query(
    copyTo(`copy (select ${values.join(', ')} from ${source} as exported) to stdout (format csv, header)`),
  );
  await pipeline(copy, createWriteStream(path.join(folder, file), { mode: 0o600 }));
  return { name: file, rows: copy.rowCount ?? 0, description, columns };
}

/** The columns with text that people may have typed, for example 'orders.notes'. */
async function textColumns(client: PoolClient): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ of: string }>(
    `select table_name || '.' || column_name as of from information_schema.columns
     where table_schema = 'public' and data_type = 'text'`,
  );
  return new Set(rows.map((row) => row.of));
}

/** The same as `escapeCsvFormula` of the domain. */
function harmlessSql(value: string): string {
  const atStart = `(^)(?=[''"]*[=+@\\t\\r-])`;
  const inside = `([,;\\t\\r\\n])(?=[''"]*[=+@-])`;
  return `regexp_replace(regexp_replace((${value})::text, '${inside}', '\\1''', 'g'), '${atStart}', '''')`;
}

/** Exports each photo once in its largest size, in a format that old programs can open. */
async function writePictures(client: PoolClient, folder: string, store: PictureStore | null): Promise<void> {
  const { rows: pictures } = await client.query<{ image_id: string; width: number }>(
    `select image_id, max(width)::int as width from image_files where format = 'jpg' group by image_id`,
  );
  for (const { image_id: id, width } of pictures) {
    const { rows } = await client.query<{ bytes: Buffer | null }>(
      `select bytes from image_files where image_id = $1 and width = $2 and format = 'jpg'`,
      [id, width],
    );
    const name = `images/${id}-${width}.jpg`;
    const bytes = rows[0]?.bytes ?? (await store?.read(name));
    // An export without some of the pictures would look complete.
    if (!bytes) throw new Error(`${name} is not in ${store?.place ?? 'the database, and S3_ENDPOINT is not set'}`);
    writeFileSync(path.join(folder, `${id}.jpg`), bytes, { mode: 0o600 });
  }
}

/** Writes the SHA-256 of every file, in the format of `sha256sum`, so that a damaged or incomplete copy is noticed. */
async function writeDigests(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const lines: string[] = [];
  for (const name of names.toSorted()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path.join(folder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  writeFileSync(path.join(folder, DIGESTS), lines.join(''), { mode: 0o600 });
}

function readmeOf(files: readonly ExportedFile[], at: Date): string {
  return `# All data of the restaurant

Written ${at.toISOString()}. Each file is CSV (RFC 4180) in UTF-8 with commas. The first line names the columns; an empty
field means no value. A text that begins with = + - @, or has one of them after a comma, a semicolon, a tab or a line
break, has an apostrophe before that sign, so that spreadsheets do not run it as a formula; remove it when you import
the file elsewhere. Amounts end in \`_cents\` and are hundredths; rates are hundred-thousandths, so 14 % is 14000. Times
are UTC. Columns in braces or brackets are JSON or lists. Passwords, codes and keys are not included.

The files contain personal data of your guests: protect them as you protect your accounts.

${files
  .map(
    ({ name, rows, description, columns }) => `## ${name}\n\n${description} Rows: ${rows}.\n\n${columns.join(', ')}\n`,
  )
  .join('\n')}
## pictures/

The pictures of dishes and of the restaurant, as JPEG, named by their \`id\` in images.csv.

## SHA256SUMS

The digest of every other file. \`python3 tools/check-export.py FOLDER\` of Tiffin's sources checks them and recomputes
every bill from these files alone.
`;
}
