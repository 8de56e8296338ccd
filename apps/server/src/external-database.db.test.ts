import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { auditData } from './operations/data-audit/audit-data.ts';
import { checkDatabase, versionProblem } from './platform/db/check-database.ts';
import { startServer } from './server.ts';
import { hasPgBouncer, startPgBouncer } from './testing/pgbouncer.ts';
import { DebianPostgres, hasDebianPostgres } from './testing/debian-postgres.ts';
import { payloadFor } from './testing/order-payload.ts';
import { networkTo } from './testing/tcp-proxy.ts';
import { FRIDAY_EVENING } from './testing/templates.ts';

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

async function startOldest(): Promise<string> {
  const postgres = await DebianPostgres.create(newFolder());
  onTestFinished(() => postgres.stop());
  await postgres.start();
  return postgres.url;
}

test.skipIf(!hasDebianPostgres)(
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
