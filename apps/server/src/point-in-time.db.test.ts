import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { auditData } from './operations/data-audit/audit-data.ts';
import { startServer } from './server.ts';
import { DebianPostgres, hasDebianPostgres } from './testing/debian-postgres.ts';
import { payloadFor } from './testing/order-payload.ts';
import { FRIDAY_EVENING } from './testing/templates.ts';

const PGBACKREST = '/usr/bin/pgbackrest';
/** On Debian: apt-get install postgresql-15 pgbackrest. */
const canRestore = hasDebianPostgres && existsSync(PGBACKREST);
if (!canRestore) process.stdout.write('Skipped: point-in-time recovery needs pgbackrest, postgresql-15 and root.\n');

const deploy = path.join(import.meta.dirname, '../../../deploy');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-pitr-'));
  folders.push(folder);
  return folder;
}

/** PostgreSQL with the configuration that `deploy` offers, in folders of this test. */
async function startArchiving() {
  const postgres = await DebianPostgres.create(newFolder());
  const { folder, data, port } = postgres;
  const own = {
    'repo1-path': path.join(folder, 'repo'),
    'log-path': path.join(folder, 'log'),
    'lock-path': path.join(folder, 'lock'),
    'pg1-path': data,
    'pg1-port': String(port),
    'pg1-socket-path': folder,
    'pg1-user': 'tiffin',
  };
  let text = readFileSync(path.join(deploy, 'pgbackrest.conf'), 'utf8');
  for (const [name, value] of Object.entries(own)) {
    expect(text).toContain(`\n${name}=`);
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`);
  }
  const config = path.join(folder, 'pgbackrest.conf');
  writeFileSync(config, text, { mode: 0o644 });
  const archive = readFileSync(path.join(deploy, 'postgresql-archive.conf'), 'utf8');
  const settings = Object.fromEntries(
    [...archive.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace('pgbackrest', `${PGBACKREST} --config=${config}`),
    ]),
  );
  expect(Object.keys(settings)).toEqual(['archive_mode', 'archive_command', 'archive_timeout']);
  const backRest = (...args: string[]) => postgres.run(PGBACKREST, [`--config=${config}`, '--stanza=tiffin', ...args]);
  postgres.run('/bin/mkdir', [own['log-path']]);
  await postgres.start(settings);
  backRest('stanza-create');
  return {
    postgres,
    backRest,
    start: () => postgres.start(settings),
    findGaps: () => postgres.run('/bin/sh', [path.join(deploy, 'find-wal-gaps.sh'), `--config=${config}`]),
    async restoreTo(moment: string): Promise<void> {
      await postgres.stop();
      backRest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
    },
  };
}

async function momentOf(postgres: DebianPostgres): Promise<string> {
  const [row] = await postgres.query<{ at: string }>('select clock_timestamp()::text as at');
  return row?.at ?? '';
}

/** pgBackRest counts in seconds: a moment in the second in which a backup ended is before that backup. */
async function untilNextSecond(postgres: DebianPostgres): Promise<void> {
  const second = Date.now();
  while (Math.floor(Date.parse(await momentOf(postgres)) / 1000) <= Math.floor(second / 1000)) await pause(20);
}

function startTiffin(DATABASE_URL: string) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: newFolder(),
    DATABASE_URL,
    PORT: '0',
    DEMO: '1',
    CLOCK_AT: FRIDAY_EVENING,
    RATE_LIMITS: '0',
    LOG_LEVEL: 'silent',
    MIN_FREE_MB: '0',
  });
  return startServer(config, { pages: false });
}

async function placeOrder(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'pk_demo' };
  const read = async (call: string) =>
    (await fetch(`${url}/api/${call}?locationId=truro`, { headers })).json() as Promise<never>;
  const { location } = (await read('getLocation')) as { location: never };
  const body = JSON.stringify(payloadFor(location, await read('getLocationMenu')));
  const answer = await fetch(`${url}/api/createCustomerOrderCash`, { method: 'POST', headers, body });
  return ((await answer.json()) as { orderId: string }).orderId;
}

test.skipIf(!canRestore)(
  'a dropped table is back as it was a moment before, with every order until then and none after',
  { timeout: 120_000 },
  async () => {
    const { postgres, backRest, start, restoreTo, findGaps } = await startArchiving();
    const tiffin = await startTiffin(postgres.url);
    const inBackup = await placeOrder(tiffin.url);
    backRest('--type=full', 'backup');
    await untilNextSecond(postgres);
    const afterBackup = await placeOrder(tiffin.url);
    const moment = await momentOf(postgres);
    const lost = await placeOrder(tiffin.url);
    await tiffin.stop();
    await postgres.query('drop table payments cascade');
    backRest('check');

    await restoreTo(moment);
    await start();
    const again = await startTiffin(postgres.url);
    try {
      const orders = await again.context.db.selectFrom('orders').select('id').execute();
      const ids = new Set(orders.map(({ id }) => id));
      expect([inBackup, afterBackup, lost].map((id) => ids.has(id))).toEqual([true, true, false]);
      expect((await auditData(again.context)).broken).toEqual([]);
      expect(await placeOrder(again.url)).toMatch(/^[A-Z]/);
    } finally {
      await again.stop();
    }
    expect(findGaps()).toMatch(/^\d+ pieces without a gap\n$/);
    await postgres.stop();
  },
);

test.skipIf(!canRestore)(
  'a repository with a missing piece of the log says which, and PostgreSQL refuses a moment after it',
  { timeout: 120_000 },
  async () => {
    const { postgres, backRest, start, restoreTo, findGaps } = await startArchiving();
    backRest('--type=full', 'backup');
    await untilNextSecond(postgres);
    const before = await momentOf(postgres);
    for (const name of ['first', 'second', 'third']) {
      await postgres.query(`create table ${name} (id int)`);
      backRest('check');
    }
    const after = await momentOf(postgres);
    await postgres.query('drop table first');
    backRest('check');
    const pieces = backRest('repo-ls', '--recurse', '--filter=[0-9A-F]{24}-', 'archive/tiffin').trim().split('\n');
    const missing = pieces.toSorted().at(-3) ?? '';
    rmSync(path.join(postgres.folder, 'repo/archive/tiffin', missing));

    // A command that ends with 1 throws, with its output.
    expect(() => findGaps()).toThrow(
      expect.objectContaining({
        status: 1,
        stdout: expect.stringMatching(/^1 missing before [0-9A-F]{24}\nMake a full backup now/),
      }),
    );
    await restoreTo(after);
    await expect(start()).rejects.toThrow(/recovery ended before configured recovery target was reached/);
    await restoreTo(before);
    await start();
    expect(await postgres.query(`select to_regclass('first') as made`)).toEqual([{ made: null }]);
    await postgres.stop();
  },
);
