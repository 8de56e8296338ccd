import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { giftCardCodeOf } from '@tiffin/domain/payment';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Context } from '../../context.ts';
import { rebuildFigures } from '../../modules/figures/roll-up-orders.ts';
import { noteTime } from '../../modules/locations/restaurant/last-backup.ts';
import { hashKey } from '../../platform/auth/secrets.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { fillDatabase, isDamage, RestoreError } from '../backup/read-backup.ts';
import { quoteIdentifier, type BackupTable } from '../backup/tables.ts';
import { FILLED_WITH, staysBehind } from './travelling.ts';
import { DIGESTS, STORED_PICTURES } from './write-export.ts';
import { AS_LINES, ROWS, type RowsHeader } from './write-rows.ts';

/** Reads an export into an empty database, all or nothing. Returns how many gift cards with money got another code. */
export async function readExport(
  context: Pick<Context, 'database' | 'db' | 'linkKeys' | 'clock'>,
  folder: string,
  { givesNewCodes = false }: { readonly givesNewCodes?: boolean } = {},
): Promise<{ readonly header: RowsHeader; readonly newCodes: number }> {
  const place = await openFolder(folder);
  const header = headerOf(readFileSync(place('schema.json'), 'utf8'));
  let newCodes = 0;
  await fillDatabase(context.database, header, 'export', async (client, tables) => {
    refuseWhatStays(header, tables);
    for (const table of tables) {
      const columns = header.tables[table.name];
      if (columns) await loadTable(client, table, columns, place(`${table.name}.jsonl`));
    }
    const { rows } = await client.query<{ key: unknown[]; name: string }>(STORED_PICTURES);
    const store = 'update image_files set bytes = $4 where (image_id, width, format) = ($1, $2, $3)';
    for (const { key, name } of rows) await client.query(store, [...key, readFileSync(place(`pictures/${name}`))]);
    newCodes = await restoreCodes(client, context.linkKeys);
    await client.query(`delete from settings where key = 'backup'`);
    if (newCodes > 0 && !givesNewCodes) throw new RestoreError(CODES_WOULD_CHANGE(newCodes));
  });
  await noteTime(context.db, 'import', context.clock.now());
  // Orders whose events had not been counted when the export was written.
  await transaction(context.db, rebuildFigures);
  return { header, newCodes };
}

const CODES_WOULD_CHANGE = (cards: number) =>
  `The codes of ${cards} gift cards with money on them would end, because this server has another secret. Add the AUTH_SECRET of the server that wrote the export to AUTH_SECRET_PREVIOUS and import again. If nobody has it, add --new-codes: then each of these cards has a new code, which managers show or mail under Gift cards. Nothing was imported.`;

/** Finds a file of rows/. All files that it finds are as they were written. */
async function openFolder(folder: string): Promise<(name: string) => string> {
  const digests = path.join(folder, DIGESTS);
  if (!existsSync(digests)) {
    throw new RestoreError(`${folder} is not a complete export: it has no ${DIGESTS}. Name the folder of an export.`);
  }
  const rows = path.join(realpathSync(folder), ROWS);
  const lines = [...readFileSync(digests, 'utf8').matchAll(/^([\da-f]{64}) {2}rows\/(.+)$/gm)];
  const digestOf = new Map(lines.map(([, digest, name = '']) => [name, digest]));
  const place = (name: string): string => {
    const file = path.join(rows, name);
    if (!digestOf.has(name) || !existsSync(file)) {
      throw new RestoreError(`rows/${name} is missing. Use a complete export of version 0.3.0 or newer.`);
    }
    // A link, or a name with .., could lead to any file of this machine.
    if (!file.startsWith(rows + path.sep) || realpathSync(file) !== file || !statSync(file).isFile()) {
      throw new RestoreError(`rows/${name} is not a file in the folder of the export. Use another copy of the export.`);
    }
    return file;
  };
  for (const [name, digest] of digestOf) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(place(name)), hash);
    if (hash.digest('hex') !== digest) {
      throw new RestoreError(`rows/${name} is damaged: it is not as ${DIGESTS} says. Use another copy of the export.`);
    }
  }
  return place;
}

function headerOf(text: string): RowsHeader {
  try {
    const header = JSON.parse(text) as Partial<RowsHeader>;
    const isWhole = Array.isArray(header.migrations) && typeof header.tables === 'object';
    if (header.tiffin === 'export' && header.format === 1 && isWhole) return header as RowsHeader;
  } catch {
    // Refused below.
  }
  throw new RestoreError('This folder is not an export of Tiffin that can be imported, or of a newer kind.');
}

/** An export that was changed could bring an account or a key with it. */
function refuseWhatStays(header: RowsHeader, tables: readonly BackupTable[]): void {
  for (const [name, columns] of Object.entries(header.tables)) {
    const known = tables.find((table) => table.name === name)?.columns ?? [];
    const wrong = columns.find((column) => !known.includes(column) || staysBehind(name, column));
    if (known.length === 0 || wrong !== undefined) {
      throw new RestoreError(`The export has ${name}${wrong ? `.${wrong}` : ''}, which no export contains.`);
    }
  }
}

/** One statement for the whole table, because its rows may refer to each other. */
async function loadTable(client: PoolClient, table: BackupTable, columns: readonly string[], file: string) {
  const name = quoteIdentifier(table.name);
  const filled = Object.entries(FILLED_WITH).flatMap(([of, value]) => {
    const column = table.columns.find((each) => of === `${table.name}.${each}`);
    return column ? [{ column, value }] : [];
  });
  const own = columns.map(quoteIdentifier);
  try {
    // The rows have what the triggers of the other database made of them.
    await client.query(`create temp table imported (line json); alter table ${name} disable trigger user`);
    await pipeline(createReadStream(file), client.query(copyFrom(`copy imported from stdin ${AS_LINES}`)));
    await client.query(`
      insert into ${name} (${[...own, ...filled.map(({ column }) => column)].join(', ')}) overriding system value
      select ${[...own.map((column) => `r.${column}`), ...filled.map(({ value }) => value)].join(', ')}
      from imported, json_populate_record(null::${name}, line) r`);
    await client.query(`alter table ${name} enable trigger user; drop table imported`);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const [, line] = 'where' in error ? (/imported, (line \d+)/.exec(String(error.where)) ?? []) : [];
    throw new RestoreError(
      `rows/${table.name}.jsonl cannot be read${line ? ` (${line})` : ''}: ${error.message}. Nothing was imported. Use another copy of the export.`,
    );
  }
}

/**
 * Stores the hashes of the codes again that guests have on paper. Returns how many cards with money have a code of
 * another secret: these get the one that this server derives, and keep the last four characters on the paper.
 */
async function restoreCodes(client: PoolClient, linkKeys: Context['linkKeys']): Promise<number> {
  const { rows } = await client.query<{ id: string; last4: string; balance_cents: number }>(
    'select id, coalesce(derived_last4, last4) as last4, balance_cents from gift_cards where reservation_id is null',
  );
  let newCodes = 0;
  for (const { id, last4, balance_cents: balance } of rows) {
    const codes = linkKeys.all('gift-card', id).map((token) => giftCardCodeOf(Buffer.from(token, 'base64url')));
    const code = codes.find((each) => each.endsWith(last4));
    await client.query('update gift_cards set code_hash = $2 where id = $1', [id, hashKey(code ?? codes[0] ?? '')]);
    if (!code && balance > 0) newCodes += 1;
  }
  return newCodes;
}
