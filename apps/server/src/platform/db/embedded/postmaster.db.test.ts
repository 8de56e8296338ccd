import { spawnSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { FolderInUse, Postmaster, type EmbeddedConnection } from './postmaster.ts';

const quiet = { info: () => {}, warn: () => {} };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tiffin-postmaster-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Restarts like a person who tries again until the old process has exited. */
async function startFresh(): Promise<Postmaster> {
  for (;;) {
    try {
      return await Postmaster.start(folder, quiet);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
    }
  }
}

async function answers({ connection }: Postmaster): Promise<boolean> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  const { rows } = await client.query<{ one: number }>('select 1 as one');
  await client.end();
  return rows[0]?.one === 1;
}

test('a server that starts while the previous one stops is reachable, then and later', async () => {
  let running = await Postmaster.start(folder, quiet);
  for (let round = 0; round < 3; round++) {
    const stopping = running.stop();
    const next = await startFresh();
    expect(await answers(next)).toBe(true);
    await stopping;
    expect(await answers(next)).toBe(true);
    running = next;
  }
  const { host } = running.connection;
  await running.stop();
  expect(readdirSync(host)).toEqual([]);
});

async function ask(
  where: EmbeddedConnection,
  ...texts: readonly string[]
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ ...where });
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const text of texts) ({ rows } = await client.query<Record<string, unknown>>(text));
    return rows;
  } finally {
    await client.end();
  }
}

async function migrateAs(connection: EmbeddedConnection): Promise<void> {
  const database = openDatabase({ ...connection, max: 1 }, () => undefined);
  await migrate(database.untyped);
  await database.close();
}

const NOT_THE_SERVERS = `
  select c.oid::regclass::text as thing from pg_class c
    where c.relnamespace = 'public'::regnamespace and pg_get_userbyid(c.relowner) <> 'tiffin_server'
  union all
  select p.oid::regprocedure::text from pg_proc p
    where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) <> 'tiffin_server'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

test('the server migrates and runs as a role that owns only its own database', async () => {
  const running = await Postmaster.start(folder, quiet);
  await migrateAs(running.connection);
  const [role] = await ask(
    running.connection,
    'select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(role).toEqual({
    rolname: 'tiffin_server',
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
  });
  expect(await ask(running.connection, NOT_THE_SERVERS)).toEqual([]);
  for (const forbidden of [
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/passwd')",
    'set role tiffin',
    'set session authorization tiffin',
    'alter system set log_min_messages = info',
  ]) {
    await expect(ask(running.connection, forbidden)).rejects.toThrow(/permission denied|must be/);
  }
  await running.stop();
});

/** PostgreSQL's response to a sign-in with this account and role: R accepts, E refuses. */
function signInAs(uid: number, { host, port }: EmbeddedConnection, role: string): string {
  const script = `
    const text = Buffer.from('user\\0${role}\\0database\\0tiffin\\0\\0');
    const head = Buffer.alloc(8); head.writeInt32BE(text.length + 8, 0); head.writeInt32BE(196608, 4);
    const socket = require('node:net').connect('${host}/.s.PGSQL.${port}', () => socket.write(Buffer.concat([head, text])));
    socket.on('data', (data) => { process.stdout.write(data.subarray(0, 1).toString()); process.exit(0); });
    socket.on('error', (error) => { process.stdout.write(error.code); process.exit(0); });`;
  return spawnSync(process.execPath, ['-e', script], { uid, gid: uid, cwd: '/', encoding: 'utf8' }).stdout;
}

/** False in a clone that only root can enter. There PostgreSQL runs in a user namespace. */
const canOthersRunOurs =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--version'], { uid: 65_534, gid: 65_534, cwd: '/' }).status === 0;

test.skipIf(!canOthersRunOurs)(
  'when started by root, PostgreSQL runs under its own account and accepts only root',
  async () => {
    const open = await mkdtemp(path.join(tmpdir(), 'tiffin-account-'));
    await chmod(open, 0o755);
    const running = await Postmaster.start(open, quiet);
    const pid = readFileSync(path.join(open, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
    const { uid } = statSync(`/proc/${pid}`);
    expect(spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout.trim()).toBe('tiffin-postgres');
    expect(statSync(path.join(open, 'postgres')).uid).toBe(uid);
    const { connection } = running;
    expect(signInAs(65_534, connection, 'tiffin_server')).toBe('EACCES');
    // Even in a folder open to everyone, PostgreSQL checks the account.
    await chmod(connection.host, 0o777);
    await chmod(path.join(connection.host, `.s.PGSQL.${connection.port}`), 0o777);
    expect([signInAs(65_534, connection, 'tiffin_server'), signInAs(65_534, connection, 'tiffin')]).toEqual(['E', 'E']);
    expect(signInAs(0, connection, 'tiffin_server')).toBe('R');
    await running.stop();
    await rm(open, { recursive: true, force: true });
  },
);

test('a start that fails stops the PostgreSQL that it launched', async () => {
  const own = await mkdtemp(path.join(tmpdir(), 'tiffin-failed-'));
  onTestFinished(() => rm(own, { recursive: true, force: true }));
  const { query } = pg.Client.prototype;
  // Another server wins the lock at the last moment.
  const refusing = function refusing(this: pg.Client, ...args: unknown[]): unknown {
    const takesLock = String(args[0]).includes('pg_try_advisory_lock');
    return takesLock ? Promise.resolve({ rows: [{ mine: false }] }) : Reflect.apply(query, this, args);
  };
  const lost = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(refusing);
  onTestFinished(() => lost.mockRestore());
  await expect(Postmaster.start(own, quiet)).rejects.toThrow(FolderInUse);
  expect(existsSync(path.join(own, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('a start that fails says why in the words of PostgreSQL', async () => {
  await (await Postmaster.start(folder, quiet)).stop();
  const settings = path.join(folder, 'postgres', 'postgresql.conf');
  const before = await readFile(settings);
  onTestFinished(() => writeFile(settings, before));
  await appendFile(settings, '\nnonsense = 1\n');
  const { now } = Date;
  let attempts = 0;
  // The minute is over once PostgreSQL has ended twice.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + (attempts < 2 ? 0 : 61_000));
  onTestFinished(() => clock.mockRestore());
  const warn = (line: string) => {
    if (line.startsWith('PostgreSQL ended')) attempts += 1;
  };
  await expect(Postmaster.start(folder, { ...quiet, warn })).rejects.toThrow(
    /did not come up in .*\n(?:.*\n)*.*contains errors/,
  );
});
