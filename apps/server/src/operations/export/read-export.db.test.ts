import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, inject, test } from 'vitest';
import { linkKeysOf } from '../../platform/auth/link-keys.ts';
import { keyRing } from '../../platform/auth/key-ring.ts';
import { openDatabase, type Database } from '../../platform/db/connection.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { migrations } from '../../platform/db/migrations/index.ts';
import { testServer } from '../../testing/server.ts';
import { tablesInOrder } from '../backup/tables.ts';
import { readExport } from './read-export.ts';
import { stayingNames, staysBehind, TRAVELLING } from './travelling.ts';
import { writeExport } from './write-export.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const { pool } = context.database;
const scratch = mkdtempSync(path.join(tmpdir(), 'tiffin-import-'));
const closers: Array<() => Promise<void>> = [];
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(scratch, { recursive: true, force: true });
});

const staff = await server.signIn('staff.truro@demo.test');
const sale = { locationId: 'truro', amount: 50, tender: 'cash' } as const;
const key = { 'idempotency-key': crypto.randomUUID() };
const { giftCard } = (await server.call('buyGiftCard', { body: sale }, { ...staff, ...key })).body;
const admin = await server.signIn('admin@demo.test');
const printed = {
  kind: 'gift-cards',
  locationId: 'truro',
  file: Buffer.from('code,balance\n7783320011112222,30').toString('base64'),
} as const;
const { token } = (await server.call('previewFileImport', { body: printed }, admin)).body;
await server.call('importFile', { body: { ...printed, token } }, admin);
// Two bookings of one guest: only those of another system may be several.
const promised = {
  kind: 'bookings',
  locationId: 'truro',
  file: btoa('date,time,guests,name,email\n2027-03-12,19:00,2,Asha,asha@b.test\n2027-03-13,19:00,2,Asha,asha@b.test'),
} as const;
const plan = (await server.call('previewFileImport', { body: promised }, admin)).body;
await server.call('importFile', { body: { ...promised, token: plan.token } }, admin);
const whole = path.join(scratch, 'whole');
await writeExport(pool, whole, clock.now());

/** A copy of the export in which something was changed, with digests that fit again unless told otherwise. */
function changed(change: (rows: string) => void, { fits = true } = {}): string {
  const folder = mkdtempSync(path.join(scratch, 'changed-'));
  cpSync(whole, folder, { recursive: true });
  change(path.join(folder, 'rows'));
  const digests = path.join(folder, 'SHA256SUMS');
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
  if (fits) {
    const lines = readFileSync(digests, 'utf8').replaceAll(
      /^[\da-f]{64} {2}(rows.*)$/gm,
      (_, name: string) => `${digestOf(name)}  ${name}`,
    );
    writeFileSync(digests, lines);
  }
  return folder;
}

async function emptyDatabase(): Promise<Database & { readonly name: string }> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await pool.query(`create database ${name}`);
  const database = openDatabase({ ...inject('postgres'), database: name, max: 3 }, () => undefined);
  closers.push(async () => {
    await database.close();
    await pool.query(`drop database ${name} with (force)`);
  });
  return Object.assign(database, { name });
}
const into = (database: Database, linkKeys = context.linkKeys) => ({ database, db: database.db, linkKeys, clock });

async function countRows({ pool: to }: Database): Promise<number> {
  const { rows } = await to.query<{ count: number }>(
    'select ((select count(*) from users) + (select count(*) from locations) + (select count(*) from menu_items))::int as count',
  );
  return rows[0]?.count ?? -1;
}

async function allTables() {
  const client = await pool.connect();
  try {
    return await tablesInOrder(client);
  } finally {
    client.release();
  }
}

test('every table either travels or stays', async () => {
  const tables = await allTables();
  const names = [...stayingNames];
  const staying = names.filter((name) => !name.includes('.'));
  expect([...TRAVELLING, ...staying].toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  const columns = tables.flatMap(({ name, columns: all }) => all.map((column) => `${name}.${column}`));
  expect(columns).toEqual(expect.arrayContaining(names.filter((name) => name.includes('.'))));
});

test('every column of a table that travels was decided about', async () => {
  const tables = (await allTables()).filter(({ name }) => TRAVELLING.includes(name));
  const decided = tables.map(({ name, columns }) => {
    const [stay, travel] = [true, false].map((stays) => columns.filter((each) => staysBehind(name, each) === stays));
    return `${name}: ${(travel ?? []).join(' ')}${stay?.length ? ` | stays: ${stay.join(' ')}` : ''}`;
  });
  // A new column: secrets, tokens and the server's own work are listed in STAYING. Then write this file again with -u.
  await expect(`${decided.toSorted().join('\n')}\n`).toMatchFileSnapshot('travelling-columns.txt');
});

test('the rows contain no secrets', async () => {
  const { rows } = await pool.query<{ secret: string }>(`
    select receipt_token as secret from orders union select password from sign_in_accounts where password is not null
    union select code_hash from gift_cards union select manage_token from reservations union select hash from api_keys`);
  expect(rows.length).toBeGreaterThan(5);
  const all = TRAVELLING.map((name) => readFileSync(path.join(whole, 'rows', `${name}.jsonl`), 'utf8')).join('');
  for (const { secret } of [...rows, { secret: giftCard?.code ?? 'no code' }]) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/token=[\w-]{20}/);
});

const rewrite = (file: string, edit: (text: string) => string) => writeFileSync(file, edit(readFileSync(file, 'utf8')));
const header = (edit: (header: Record<string, unknown>) => object) => (rows: string) =>
  rewrite(path.join(rows, 'schema.json'), (text) => JSON.stringify(edit(JSON.parse(text) as Record<string, unknown>)));
/** Every refused export is tried on this one. */
const untouched = await emptyDatabase();
await migrate(untouched.untyped);
const inTables = (tables: object) => header((all) => ({ ...all, tables: { ...(all['tables'] as object), ...tables } }));
const users = (rows: string) => path.join(rows, 'users.jsonl');

test.each<[string, string, RegExp]>([
  [
    'whose file was cut',
    changed((rows) => rewrite(users(rows), (text) => text.slice(0, text.length / 2)), { fits: false }),
    /^rows\/users\.jsonl is damaged/,
  ],
  [
    'whose file was cut, with a digest that fits',
    changed((rows) => rewrite(users(rows), (text) => text.slice(0, -20))),
    /^rows\/users\.jsonl cannot be read \(line \d+\): .*Nothing was imported/,
  ],
  ['without a file', changed((rows) => rmSync(users(rows)), { fits: false }), /^rows\/users\.jsonl is missing/],
  ['without digests', changed((rows) => rmSync(path.join(rows, '../SHA256SUMS')), { fits: false }), /not a complete/],
  [
    'of a newer version',
    changed(header((all) => ({ ...all, migrations: [...Object.keys(migrations), '9000-later'] }))),
    /^This export is from a newer version/,
  ],
  ['of another kind', changed(header(() => ({ tiffin: 'backup' }))), /^This folder is not an export of Tiffin/],
  [
    'with a row that the database does not allow',
    changed((rows) => rewrite(users(rows), (text) => text.replace('"role":"admin"', '"role":"emperor"'))),
    /^rows\/users\.jsonl cannot be read: new row for relation "users" violates check constraint/,
  ],
  [
    'with a row of nobody',
    changed((rows) =>
      rewrite(
        path.join(rows, 'favorites.jsonl'),
        () => '{"user_id":"x","item_id":"x","location_id":"x","created_at":"2026-01-01"}',
      ),
    ),
    /^rows\/favorites\.jsonl cannot be read: .*violates foreign key constraint/,
  ],
  [
    'that is compressed',
    changed((rows) => writeFileSync(users(rows), gzipSync(Buffer.alloc(50_000_000)))),
    /^rows\/users\.jsonl cannot be read/,
  ],
  ['with passwords', changed(inTables({ sign_in_accounts: ['id', 'password'] })), /^The export has sign_in_accounts/],
  ['with a token', changed(inTables({ orders: ['id', 'receipt_token'] })), /^The export has orders\.receipt_token/],
  ['with an unknown table', changed(inTables({ '../users': ['id'] })), /^The export has \.\.\/users/],
  [
    'with a link out of the folder',
    changed((rows) => {
      rmSync(users(rows));
      symlinkSync('/etc/hostname', users(rows));
    }),
    /^rows\/users\.jsonl is not a file in the folder/,
  ],
  [
    'with a name that leaves the folder',
    changed((rows) => appendFileSync(path.join(rows, '../SHA256SUMS'), `${'0'.repeat(64)}  rows/../README.md\n`)),
    /^rows\/\.\.\/README\.md is not a file in the folder/,
  ],
])('an export %s is refused in words, and nothing is written', async (_, folder, expected) => {
  await expect(readExport(into(untouched), folder)).rejects.toThrow(expected);
  expect(await countRows(untouched)).toBe(0);
});

test('a database with people, or with newer tables, is refused', async () => {
  const database = await emptyDatabase();
  await readExport(into(database), whole);
  await expect(readExport(into(database), whole)).rejects.toThrow(/There is data already/);
  const newer = await emptyDatabase();
  await migrate(newer.untyped);
  const older = changed(header((all) => ({ ...all, migrations: Object.keys(migrations).slice(0, -1) })));
  await expect(readExport(into(newer), older)).rejects.toThrow(/A newer version made the tables here \(0\d{3}-/);
  expect(await countRows(newer)).toBe(0);
});

test('an import that is killed before its end leaves an empty database, which can be filled afterwards', async () => {
  const database = await emptyDatabase();
  const from = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
  const program = `
    import { readExport } from ${from('read-export.ts')};
    import { openDatabase } from ${from('../../platform/db/connection.ts')};
    const database = openDatabase(${JSON.stringify({ ...inject('postgres'), database: database.name, max: 3 })}, () => undefined);
    // The codes of gift cards come last, when all rows are in.
    const linkKeys = { all: () => process.kill(process.pid, 'SIGKILL') };
    await readExport({ database, db: database.db, linkKeys }, ${JSON.stringify(whole)});`;
  const signal = await new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (error) => resolve(error?.signal));
  });
  expect([signal, await countRows(database)]).toEqual(['SIGKILL', 0]);
  await readExport(into(database), whole);
  expect(await countRows(database)).toBe(await countRows(context.database));
});

test('codes of gift cards, also printed ones, pay under the old secret, and another gives new ones only on request', async () => {
  const hashes = async (to: Pick<Database, 'pool'>) =>
    (
      await to.pool.query<object>(
        'select code_hash, printed_hash, last4, balance_cents from gift_cards order by created_at',
      )
    ).rows;
  const same = await emptyDatabase();
  expect(await readExport(into(same), whole)).toMatchObject({ newCodes: 0 });
  expect(await hashes(same)).toEqual(await hashes(context.database));
  const other = await emptyDatabase();
  const strange = linkKeysOf(keyRing(['another secret that is long enough to be one']));
  await expect(readExport(into(other, strange), whole)).rejects.toThrow(
    /The codes of 2 gift cards with money .* AUTH_SECRET_PREVIOUS/,
  );
  expect(await countRows(other)).toBe(0);
  expect(await readExport(into(other, strange), whole, { givesNewCodes: true })).toMatchObject({ newCodes: 2 });
  expect(await hashes(other)).toMatchObject([
    { last4: giftCard?.code.slice(-4), printed_hash: null, balance_cents: 5_000 },
    { last4: '2222', printed_hash: expect.any(String), balance_cents: 3_000 },
  ]);
  expect(await hashes(other)).not.toEqual(await hashes(same));
});

test('bookings of another system travel, also several of one guest', async () => {
  const copy = await emptyDatabase();
  await readExport(into(copy), whole);
  const imported = async (from: Pick<Database, 'pool'>) =>
    (await from.pool.query<object>('select * from reservations where import_id is not null order by starts_at')).rows;
  const columns = { customer_email: 'asha@b.test', import_id: expect.any(String) };
  expect(await imported(copy)).toMatchObject([columns, columns]);
});
