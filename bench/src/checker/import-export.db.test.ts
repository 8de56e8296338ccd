import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditData } from '@tiffin/server/operations/data-audit/audit-data';
import { writeHistory } from '@tiffin/server/operations/demo/create-history';
import { readExport } from '@tiffin/server/operations/export/read-export';
import { writeExport } from '@tiffin/server/operations/export/write-export';
import { openDatabase } from '@tiffin/server/platform/db/connection';
import { runTestServer, SITE_KEY, type TestServer } from '@tiffin/server/testing/run-test-server';
import { payloadMaker } from '@tiffin/server/testing/order-payload';
import { testServer } from '@tiffin/server/testing/server';
import { afterAll, expect, inject, test } from 'vitest';
import { hasPython, runChecker } from './run-checker.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const scratch = mkdtempSync(path.join(tmpdir(), 'tiffin-move-'));
const [before, after] = ['before', 'after'].map((name) => path.join(scratch, name)) as [string, string];
const LAST_DAY = '2026-11-19';
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');

const manager = await server.signIn('manager.truro@demo.test');
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const { body: sold } = await (async () => {
  await writeHistory(context, 1_500, () => undefined);
  clock.set(`${LAST_DAY}T22:00:00.000Z`);
  const body = { locationId: 'truro', amount: 50, tender: 'cash' } as const;
  const sale = await server.call('buyGiftCard', { body }, { ...manager, ...newKey() });
  clock.set('2026-11-20T23:15:00.000Z');
  return sale;
})();
const code = sold.giftCard?.code ?? '';
for (const date of ['2026-11-17', '2026-11-18', LAST_DAY]) {
  const body = { locationId: 'truro', date, reason: 'Old orders are open' };
  await server.call('closeDay', { body }, { ...manager, ...newKey() });
}
const payload = await payloadMaker(server);
await server.call('createCustomerOrderCash', { body: payload() }, SITE_KEY);
await context.database.pool.query(
  `insert into images (id, url, type, bytes, width, height, created_at) values ($1, '/images/' || $1, 'image/jpeg', 10, 8, 8, now())`,
  ['a'.repeat(32)],
);
await context.database.pool.query(
  `insert into image_files (image_id, format, width, bytes) values ($1, 'jpg', 8, $2), ($1, 'webp', 8, $2)`,
  ['a'.repeat(32), JPEG],
);
await server.settle();
await writeExport(context.database.pool, before, clock.now());

const admin = openDatabase({ ...inject('postgres'), database: 'postgres', max: 1 }, () => undefined);
const name = `t_${crypto.randomUUID().replaceAll('-', '')}`;
await admin.pool.query(`create database ${name}`);
const moved = await (async () => {
  const database = openDatabase({ ...inject('postgres'), database: name, max: 3 }, () => undefined);
  await readExport({ database, db: database.db, linkKeys: context.linkKeys, clock }, before);
  await database.close();
  const at = clock.now().toISOString();
  return runTestServer(inject('postgres'), {
    sameDatabaseAs: { ...server, database: name },
    at,
    env: { RATE_LIMITS: '0' },
  });
})();
await moved.settle();
await writeExport(moved.context.database.pool, after, clock.now());
afterAll(async () => {
  await moved.stop();
  await admin.pool.query(`drop database ${name} with (force)`);
  await admin.close();
  rmSync(scratch, { recursive: true, force: true });
});

test('an export of what was imported has the same files, line by line, but for the note of the import', () => {
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => path.relative(folder, path.join(each.parentPath, each.name)))
      .toSorted();
  expect(filesOf(after)).toEqual(filesOf(before));
  const linesOf = (folder: string, file: string) =>
    readFileSync(path.join(folder, file), 'latin1')
      .split('\n')
      .filter((line) => !/^import,|"key":"import"/.test(line))
      .toSorted();
  const differing = filesOf(before).filter(
    (file) => linesOf(before, file).join('\n') !== linesOf(after, file).join('\n'),
  );
  // They count the lines, and have the digests.
  expect(differing).toEqual(['README.md', 'SHA256SUMS']);
});

test.runIf(hasPython)('the audit and the checker find what was imported in order', async () => {
  expect((await auditData(moved.context)).broken).toEqual([]);
  expect(await runChecker(after)).toMatchObject({ isClean: true });
});

test('an admin asks for a mail, sets a password, and reads the same report, journal and closings', async () => {
  const email = 'admin@demo.test';
  await expect(moved.signIn(email)).rejects.toThrow(/401/);
  const post = (address: string, body: object) =>
    moved.fetch(`/api/auth${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post('/request-password-reset', { email, redirectTo: '/reset-password' })).status).toBe(200);
  const mail = await moved.context.db
    .selectFrom('messages')
    .select('body_text')
    .where('template', '=', 'password_reset')
    .executeTakeFirstOrThrow();
  const token = /reset-password\/([\w-]+)/.exec(mail.body_text)?.[1];
  const newPassword = 'A-new-pass-phrase-7';
  expect((await post('/reset-password', { token, newPassword })).status).toBe(200);
  const period = { locationId: 'truro', from: '2026-09-01', to: LAST_DAY };
  const read = async (of: TestServer, password?: string) => {
    const as = await of.signIn(email, password);
    const closings = ['2026-11-17', '2026-11-18', LAST_DAY].map((date) =>
      of.call('getClosing', { query: { locationId: 'truro', date } }, as),
    );
    const answers = await Promise.all([
      of.call('getReport', { query: period }, as),
      of.call('getJournal', { query: period }, as),
      of.call('getGiftCardBalance', { query: { code } }, as),
      ...closings,
    ]);
    return answers.map(({ status, body }) => ({ status, body }));
  };
  const there = await read(moved, newPassword);
  expect(there.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(there).toEqual(await read(server));
});

test('a day that is closed after the move continues the chain of the days before', async () => {
  const { rows } = await moved.context.database.pool.query<{ hash: string }>(
    `select hash from closings where location_id = 'truro' order by number desc limit 1`,
  );
  const as = await moved.signIn('admin@demo.test', 'A-new-pass-phrase-7');
  const body = { locationId: 'truro', date: '2026-11-20', reason: 'An order is open' };
  expect((await moved.call('closeDay', { body }, { ...as, ...newKey() })).body.number).toBe(4);
  const { rows: next } = await moved.context.database.pool.query<{ before: string }>(
    `select previous_hash as before from closings where location_id = 'truro' order by number desc limit 1`,
  );
  expect(next[0]?.before).toBe(rows[0]?.hash);
});
