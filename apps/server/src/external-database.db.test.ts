import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { auditData } from './operations/data-audit/audit-data.ts';
import { checkDatabase, versionProblem } from './platform/db/check-database.ts';
import { startServer } from './server.ts';
import { hasPgBouncer, startPgBouncer } from './testing/pgbouncer.ts';
import { payloadFor } from './testing/order-payload.ts';
import { networkTo } from './testing/tcp-proxy.ts';
import { FRIDAY_EVENING } from './testing/templates.ts';
import { freePort } from './web/free-port.ts';

function configFor(DATABASE_URL: string, folder: string) {
  return readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL,
    PORT: '0',
    DEMO: '1',
    CLOCK_AT: FRIDAY_EVENING,
    RATE_LIMITS: '0',
    LOG_LEVEL: 'silent',
    MIN_FREE_MB: '0',
  });
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-external-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The test database at an address, as a pooler needs it. */
async function testDatabaseUrl(): Promise<string> {
  const network = await networkTo({ ...inject('postgres'), database: 'postgres' });
  onTestFinished(() => network[Symbol.asyncDispose]());
  return network.url;
}

async function poolerUrl(mode: 'session' | 'transaction'): Promise<string> {
  const { url, stop } = await startPgBouncer(await testDatabaseUrl(), mode);
  onTestFinished(stop);
  return url;
}

test('a direct connection is accepted', async () => {
  await expect(checkDatabase({ connectionString: await testDatabaseUrl() })).resolves.toBeUndefined();
});

test.skipIf(!hasPgBouncer)('a pooler in session mode is accepted', async () => {
  await expect(checkDatabase({ connectionString: await poolerUrl('session') })).resolves.toBeUndefined();
});

test.skipIf(!hasPgBouncer)(
  'behind a pooler in transaction mode the server refuses to start, says what to change, and writes nothing',
  async () => {
    const connectionString = await poolerUrl('transaction');
    const config = configFor(connectionString, newFolder());
    await expect(startServer(config, { pages: false })).rejects.toThrow(/transaction mode[\s\S]*pool_mode = session/);
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query(`select to_regclass('schema_migrations') as made`);
    await client.end();
    expect(rows).toEqual([{ made: null }]);
  },
);

test.each([
  [140_018, 'DATABASE_URL: this is PostgreSQL 14. Tiffin needs PostgreSQL 15 or newer.'],
  [90_624, 'DATABASE_URL: this is PostgreSQL 9. Tiffin needs PostgreSQL 15 or newer.'],
  [150_000, null],
  [180_001, null],
])('version %i of PostgreSQL: %s', (version, problem) => {
  expect(versionProblem(version) ?? 'none').toContain(problem ?? 'none');
});

const OLDEST = '/usr/lib/postgresql/15/bin';

/** Starts the oldest version that the server accepts, from Debian's package. */
async function startOldest(): Promise<string> {
  const folder = newFolder();
  const port = await freePort();
  const data = path.join(folder, 'data');
  const account = accountOf('postgres');
  chownSync(folder, account.uid, account.gid);
  execFileSync(path.join(OLDEST, 'initdb'), ['-D', data, '-U', 'tiffin', '-A', 'trust', '-E', 'UTF8'], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  const child = spawn(
    path.join(OLDEST, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    { ...account, cwd: '/', stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGINT');
    await ended;
  });
  const url = `postgres://tiffin@127.0.0.1:${port}/postgres`;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return url;
    } catch {
      if (child.exitCode !== null) throw new Error('PostgreSQL does not start');
      await pause(100);
    }
  }
}

function accountOf(name: string): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, name], { encoding: 'utf8' })));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

test.skipIf(!existsSync(OLDEST) || process.getuid?.() !== 0)(
  'the server works on the oldest PostgreSQL that it accepts',
  { timeout: 120_000 },
  async () => {
    const server = await startServer(configFor(await startOldest(), newFolder()), { pages: false });
    try {
      const headers = { 'content-type': 'application/json', 'x-api-key': 'pk_demo' };
      const read = async (call: string) =>
        (await fetch(`${server.url}/api/${call}?locationId=truro`, { headers })).json();
      const { location } = (await read('getLocation')) as never;
      const body = JSON.stringify(payloadFor(location, (await read('getLocationMenu')) as never));
      const answer = await fetch(`${server.url}/api/createCustomerOrderCash`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
      const mails = () => server.context.db.selectFrom('messages').select('id').execute();
      await vi.waitFor(async () => expect((await mails()).length).toBeGreaterThan(0), { timeout: 30_000 });
      expect((await auditData(server.context)).broken).toEqual([]);
    } finally {
      await server.stop();
    }
  },
);
