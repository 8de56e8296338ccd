import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { auditData } from '../data-audit/audit-data.ts';
import { openDatabase, type Database } from '../../platform/db/connection.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { migrations as ownMigrations } from '../../platform/db/migrations/index.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { EventLog } from '../../platform/events/log.ts';
import { createLog } from '../../create-context.ts';
import { replacedMigrations } from '../../testing/replaced-migrations.ts';
import { payloadFor } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { createBackupKey, decryptBackup, encryptBackup, isEncrypted } from './encryption.ts';
import { readBackup } from './read-backup.ts';
import { tablesInOrder } from './tables.ts';
import { writeBackup } from './write-backup.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const closers: Array<() => Promise<void>> = [];
afterAll(async () => {
  for (const close of closers) await close();
});

/** Creates a database without even a schema. */
async function emptyDatabase(): Promise<Database> {
  const postgres = inject('postgres');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await context.database.pool.query(`create database ${name}`);
  const database = openDatabase({ ...postgres, database: name, max: 3 }, () => undefined);
  closers.push(async () => {
    await database.close();
    await context.database.pool.query(`drop database ${name} with (force)`);
  });
  return database;
}

async function placeOrder(
  specialInstructions: string,
  { key, ...cart }: { readonly key?: string; readonly cartId?: string } = {},
): Promise<void> {
  const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
  const menu = (await server.call('getLocationMenu', { query: { locationId: 'truro' } })).body;
  const body = { ...payloadFor(location, menu, { specialInstructions }), ...cart };
  const as = { ...SITE_KEY, ...(key && { 'idempotency-key': key }) };
  expect((await server.call('createCustomerOrderCash', { body }, as)).status).toBe(200);
}

/** One hash per table. Transaction numbers of the event log are left out, because a restore renumbers them. */
async function fingerprints(database: Database): Promise<Record<string, unknown>> {
  const client = await database.pool.connect();
  try {
    const prints: Record<string, unknown> = {};
    for (const { name, columns } of await tablesInOrder(client)) {
      const remaining = columns.filter(
        (column) => !(name.startsWith('event') && ['id', 'transaction'].includes(column)),
      );
      const { rows } = await client.query<{ print: string; rows: number }>(
        `select count(*) as rows, coalesce(sum(hashtextextended((${remaining.map((column) => `"${column}"`).join(', ')}, 1)::text, 0)), 0)::text as print from "${name}"`,
      );
      prints[name] = rows[0];
    }
    return prints;
  } finally {
    client.release();
  }
}

async function backUp({ pool }: Pick<Database, 'pool'> = context.database): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeBackup(pool, context.version, context.clock.now())) {
    chunks.push(Buffer.from(chunk as Buffer));
  }
  return Buffer.concat(chunks);
}

test('a backup restores every row, and the server continues from there', async () => {
  await placeOrder('a tab\there, a line\nbreak, a back\\slash, \u2028 and \\.');
  await server.settle();
  await placeOrder('not yet told to anybody');
  const before = await fingerprints(context.database);
  const file = await backUp();
  const database = await emptyDatabase();
  const header = await readBackup(database, Readable.from([file.subarray(0, 1_000), file.subarray(1_000)]));
  expect([header.version, header.commit]).toEqual([context.version, context.commit]);
  expect(await fingerprints(database)).toEqual(before);
  expect((await auditData({ db: database.db, clock: context.clock })).broken).toEqual([]);

  // The readers of the log keep their positions: one event is still to be delivered.
  const { rows } = await sql<{ name: string; behind: number }>`
    select name, (select count(*) from events e where (e.transaction, e.id) > (r.transaction, r.id)) as behind
    from event_readers r order by name
  `.execute(database.db);
  const { rows: there } = await sql<{ name: string; behind: number }>`
    select name, (select count(*) from events e where (e.transaction, e.id) > (r.transaction, r.id)) as behind
    from event_readers r order by name
  `.execute(context.db);
  expect(rows).toEqual(there);
  expect(Math.max(...rows.map((row) => row.behind))).toBeGreaterThan(0);

  // New rows get new numbers, and new events are delivered.
  const log = new EventLog(database, createLog({ LOG_LEVEL: 'silent' }));
  await log.start();
  const received = new Promise((resolve) => log.listen((events) => resolve(events.at(-1)?.data)));
  await transaction(database.db, (tx) =>
    log.append(tx, { type: 'menu.changed', locationId: 'truro', at: new Date(), data: { after: 'restore' } }),
  );
  expect(await received).toEqual({ after: 'restore' });
  expect(await log.canContinueFrom('999999999-1')).toBe(false);
  await log.stop();
});

test('after a restore, stored responses and deliveries name the same events as before', async () => {
  await placeOrder('deleted');
  const key = randomUUID();
  await placeOrder('kept', { cartId: randomUUID(), key });
  await server.settle();
  const newest = `(select id from events where type = 'order.created' order by id desc limit 1)`;
  await context.database.pool.query(`
    delete from events where id < ${newest};
    insert into webhooks (id, url, events, is_active, secret, set_up_at, created_at)
      values ('w', 'https://a.test', '{}', true, 's', now(), now());
    insert into webhook_deliveries (id, webhook_id, event_id, type, subject, at, next_attempt_at)
      values ('kept', 'w', ${newest}, 'order.created', 'order', now(), now()),
        ('deleted', 'w', 1, 'order.created', 'order', now(), now());
  `);
  const restored = await emptyDatabase();
  await readBackup(restored, Readable.from([await backUp()]));
  const { rows } = await restored.pool.query(
    `select name, data #>> '{order,specialInstructions}' as notes from (
       select 'response' as name, event_id from idempotency_keys where key = $1
       union select id, event_id from webhook_deliveries
     ) named left join events e on e.id = event_id order by name`,
    [key],
  );
  expect(rows).toEqual([
    { name: 'deleted', notes: null },
    { name: 'kept', notes: 'kept' },
    { name: 'response', notes: 'kept' },
  ]);
});

/** Changes the first line of a backup, which lists the migrations of its schema. */
function withMigrations(file: Buffer, migrations: readonly string[]): Buffer {
  const end = file.indexOf(10);
  const header: unknown = JSON.parse(file.subarray(0, end).toString());
  const content = Buffer.concat([
    Buffer.from(JSON.stringify({ ...(header as object), migrations })),
    file.subarray(end, file.lastIndexOf('{"sha256":')),
  ]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return Buffer.concat([content, Buffer.from(`{"sha256":"${sha256}"}\n`)]);
}

test('restores a backup made before the baseline and refuses one with only some of the replaced migrations', async () => {
  const first = await emptyDatabase();
  await migrate(first.untyped, { names: ['0078-baseline'] });
  await first.pool.query(`insert into users (id, email, name) values ('u1', 'a@b.test', 'Ann')`);
  const file = await backUp(first);
  const old = await emptyDatabase();
  await readBackup(old, Readable.from([withMigrations(file, replacedMigrations)]));
  // The state of an original database after its upgrade.
  await migrate(first.untyped);
  const stored = await fingerprints(old);
  expect(stored).toEqual(await fingerprints(first));
  expect(stored['users']).toMatchObject({ rows: 1 });

  const older = Readable.from([withMigrations(file, replacedMigrations.slice(0, -1))]);
  await expect(readBackup(await emptyDatabase(), older)).rejects.toThrow(/is from a version before 0\.2\.0/);
});

test('a backup of a newer version is refused with its version and commit', async () => {
  const newer = withMigrations(await backUp(), [...Object.keys(ownMigrations), '9000-later']);
  await expect(readBackup(await emptyDatabase(), Readable.from([newer]))).rejects.toThrow(
    `This backup is from a newer version (${context.version}, commit ${context.commit}).`,
  );
});

test('a truncated backup, another file and a database with data are refused without leaving rows', async () => {
  const file = await backUp();
  const database = await emptyDatabase();
  const insideLine = file.indexOf(10, file.length / 2) - 2;
  await expect(readBackup(database, Readable.from([file.subarray(0, insideLine)]))).rejects.toThrow(
    /ends in the middle/,
  );
  expect((await database.db.selectFrom('users').select('id').execute()).length).toBe(0);
  await expect(readBackup(database, Readable.from([Buffer.from('hello\n')]))).rejects.toThrow(/not a backup of Tiffin/);
  await readBackup(database, Readable.from([file]));
  await expect(readBackup(database, Readable.from([file]))).rejects.toThrow(/There is data already/);
});

test.each([0.5, 0.9])('a file truncated to %d is refused at once without leaving rows', async (share) => {
  const packed = gzipSync(await backUp());
  const database = await emptyDatabase();
  const cut = Readable.from([packed.subarray(0, Math.floor(packed.length * share))]).pipe(createGunzip());
  await expect(readBackup(database, cut)).rejects.toThrow(/^The file is damaged: unexpected end of file\.$/);
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('a file that is not compressed is refused as a backup', async () => {
  const database = await emptyDatabase();
  const plain = Readable.from([Buffer.from('hello\n')]).pipe(createGunzip());
  await expect(readBackup(database, plain)).rejects.toThrow(/not a backup of Tiffin/);
});

test('a backup with one changed byte, a missing table, or something after its end is refused without leaving rows', async () => {
  await placeOrder('before the digest');
  const file = await backUp();
  const note = file.indexOf('before the digest');
  const changed = Buffer.from(file);
  changed.write('Before', note);
  const lastTable = file.lastIndexOf('{"table":');
  const digest = file.lastIndexOf('{"sha256":');
  const cases: readonly [Buffer, RegExp][] = [
    [changed, /does not match its digest/],
    [file.subarray(0, lastTable), /its digest is missing/],
    [Buffer.concat([file.subarray(0, lastTable), file.subarray(digest)]), /does not match its digest/],
    [Buffer.concat([file, Buffer.from('more\n')]), /continues after its digest/],
  ];
  const database = await emptyDatabase();
  for (const [damaged, pattern] of cases) {
    await expect(readBackup(database, Readable.from([damaged]))).rejects.toThrow(pattern);
    expect(await database.db.selectFrom('users').select('id').execute()).toEqual([]);
  }
  await readBackup(database, Readable.from([file]));
});

test('a backup from before digests is restored', async () => {
  const file = await backUp();
  const older = file.subarray(0, file.lastIndexOf('{"sha256":')).toString('latin1').replace('"format":2', '"format":1');
  const database = await emptyDatabase();
  await readBackup(database, Readable.from([Buffer.from(older, 'latin1')]));
  expect((await database.db.selectFrom('users').select('id').execute()).length).toBeGreaterThan(0);
});

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

test('an encrypted backup is readable only with the private key of a recipient', async () => {
  const [key, spare, other] = await Promise.all([1, 2, 3].map(() => createBackupKey(context.clock.now())));
  if (!key || !spare || !other) throw new Error('no keys');
  const plain = gzipSync(await backUp());
  const encrypted = await bytesOf(await encryptBackup(Readable.from([plain]), [key.recipient, spare.recipient]));
  expect([isEncrypted(encrypted), isEncrypted(plain)]).toEqual([true, false]);
  expect(encrypted.includes(plain.subarray(0, 32))).toBe(false);
  for (const { file } of [key, spare]) {
    expect(await bytesOf(await decryptBackup(Readable.from([encrypted]), file))).toEqual(plain);
  }
  await expect(decryptBackup(Readable.from([encrypted]), other.file)).rejects.toThrow(/cannot be decrypted/);
  await expect(decryptBackup(Readable.from([encrypted]), 'no key')).rejects.toThrow(/contains no private key/);
  const changed = Buffer.from(encrypted);
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
  await expect(decryptBackup(Readable.from([changed]), key.file).then(bytesOf)).rejects.toThrow(/./);
});
