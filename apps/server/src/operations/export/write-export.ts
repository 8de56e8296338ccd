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
import { STAYING } from './travelling.ts';
import { ROWS, writeRows } from './write-rows.ts';

/** Not a file name of a table. */
export const DIGESTS = 'SHA256SUMS';

/** A written file, as the README of the export describes it. */
export interface ExportedFile {
  readonly name: string;
  readonly rows: number;
  readonly description: string;
  readonly columns: readonly string[];
}

/**
 * Exports all of the restaurant's data to a folder in open formats: one CSV file per table, the photos, a page that
 * describes the files, and the rows that `npm run import` reads. One snapshot, while the server runs.
 */
export async function writeExport(
  pool: Pool,
  folder: string,
  at: Date,
  pictures: PictureStore | null = null,
): Promise<readonly ExportedFile[]> {
  mkdirSync(path.join(folder, 'pictures'), { recursive: true, mode: 0o700 });
  mkdirSync(path.join(folder, ROWS, 'pictures'), { recursive: true, mode: 0o700 });
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
    await writePictures(client, folder, pictures);
    await writeRows(client, path.join(folder, ROWS), at);
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

/** The key of each stored picture, the name of its file, and whether it is the largest of its format. */
export const STORED_PICTURES = `
  select json_build_array(image_id, width, format) as key, format('%s-%s.%s', image_id, width, format) as name,
    width = max(width) over (partition by image_id, format) as "isLargest"
  from image_files order by 2`;

/** Exports every photo in every size for an import, and the largest JPEG for people and old programs. */
async function writePictures(client: PoolClient, folder: string, store: PictureStore | null): Promise<void> {
  const all = await client.query<{ key: [string, number, string]; name: string; isLargest: boolean }>(STORED_PICTURES);
  for (const { key, name, isLargest } of all.rows) {
    const { rows } = await client.query<{ bytes: Buffer | null }>(
      'select bytes from image_files where (image_id, width, format) = ($1, $2, $3)',
      key,
    );
    const bytes = rows[0]?.bytes ?? (await store?.read(`images/${name}`));
    // An export without some of the pictures would look complete.
    if (!bytes)
      throw new Error(`images/${name} is not in ${store?.place ?? 'the database, and S3_ENDPOINT is not set'}`);
    const [id, , format] = key;
    const files = [`${ROWS}/pictures/${name}`, ...(isLargest && format === 'jpg' ? [`pictures/${id}.jpg`] : [])];
    for (const file of files) writeFileSync(path.join(folder, file), bytes, { mode: 0o600 });
  }
}

/** Writes the SHA-256 of every file, in the format of `sha256sum`, so that a damaged or incomplete copy is noticed. */
async function writeDigests(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
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

## rows/

For another Tiffin: \`npm run import FOLDER\` reads them into an empty database. One file of JSON lines for each table, as
it is stored; schema.json names the migrations of its schema, and the columns. The pictures are there in every size.
These stay behind:

${STAYING.map(({ words }) => `- ${words}`).join('\n')}

## SHA256SUMS

The digest of every other file. \`python3 tools/check-export.py FOLDER\` of Tiffin's sources checks them and recomputes
every bill from these files alone.
`;
}
