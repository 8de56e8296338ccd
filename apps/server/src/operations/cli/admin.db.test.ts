import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { urlOf } from '../../testing/postgres.ts';
import { startServer } from '../../testing/server-process.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-admin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface CommandOutput {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function admin(args: readonly string[], env: Record<string, string>): Promise<CommandOutput> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'admin.ts'), ...args], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: folder, ...env },
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (error += data.toString()));
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, out, error })));
}

/** Runs the command on this file's database instead of the embedded one. */
function adminHere(...args: string[]): Promise<CommandOutput> {
  const database = String(server.context.database.connection.database);
  return admin(args, { DATABASE_URL: urlOf({ ...inject('postgres'), database }) });
}

function passwordIn(output: CommandOutput): string {
  return /Password: (\S+)/.exec(output.out)?.[1] ?? '';
}

test('an audit without findings exits with 0, and one with findings lists them and exits with 1', async () => {
  const right = await adminHere('audit');
  expect(right).toMatchObject({ code: 0, out: expect.stringMatching(/^Everything adds up: \d+ rules over 0 orders/) });
  const { db } = server.context;
  await db.updateTable('users').set({ loyalty_points: 7 }).where('email', '=', 'customer@demo.test').execute();
  const wrong = await adminHere('audit');
  expect(wrong).toMatchObject({
    code: 1,
    out: expect.stringContaining('customer@demo.test: 7 points, 0 in the ledger'),
  });
  await db.updateTable('users').set({ loyalty_points: 0 }).where('email', '=', 'customer@demo.test').execute();
  const corrected = await adminHere('audit', '--correct-closings');
  expect(corrected).toMatchObject({ code: 0, out: expect.stringMatching(/^Everything adds up/) });
});

test('reconcile shows equal sums when nothing is missing, and says what to do when the provider does not answer', async () => {
  const found = await adminHere('reconcile', '--dry-run');
  expect(found).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringMatching(/^Sandbox and this database since .*dry run/),
  });
  expect(found.out).toMatch(
    /Nothing new[\s\S]*at Sandbox +0 +\$0\.00 +0 +\$0\.00\n[\s\S]*missing here +0 +\$0\.00 +0 +\$0\.00\n$/,
  );
  const database = String(server.context.database.connection.database);
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
  };
  const url = { DATABASE_URL: urlOf({ ...inject('postgres'), database }) };
  const failed = await admin(['reconcile'], { ...url, ...stripe });
  expect(failed).toMatchObject({ code: 1, out: '' });
  expect(failed.error).toMatch(
    /^The card provider did not answer: .*What was recorded until now stays\. Run the command again\.\n$/,
  );
  expect(await adminHere('reconcile', '--since', 'lunch')).toMatchObject({
    code: 2,
    error: expect.stringMatching(/^--since is a time like .*, not lunch\.\nUsage/),
  });
});

test('an audit against another database says how many records differ', async () => {
  const itself = urlOf({ ...inject('postgres'), database: String(server.context.database.connection.database) });
  const same = await adminHere('audit', '--against', itself);
  expect(same).toMatchObject({ code: 0, out: expect.stringContaining('\n0 differences from the other database') });
  expect(await adminHere('audit', 'everything')).toMatchObject({ code: 2 });
});

test('creates an admin with a chosen or a generated password', async () => {
  const made = await adminHere('create', 'Owner@guest.test', '--name', 'The Owner');
  expect(made).toMatchObject({ code: 0, error: '' });
  expect(made.out).toMatch(/^owner@guest\.test is admin now\.\nPassword: [\w]{4}(-[\w]{4}){3}\n$/);
  const caller = await server.signIn('owner@guest.test', passwordIn(made));
  expect((await server.call('getMe', {}, caller)).body.me).toMatchObject({ role: 'admin', displayName: 'The Owner' });
  const chosen = await adminHere(
    'create',
    'chef@guest.test',
    '--password',
    'Good-pass-1',
    '--role',
    'manager',
    '--location',
    'truro',
  );
  expect(chosen.out).toBe('chef@guest.test is manager now.\n');
  const chef = await server.signIn('chef@guest.test', 'Good-pass-1');
  expect((await server.call('getMe', {}, chef)).body.me).toMatchObject({ role: 'manager', locationIds: ['truro'] });
});

test('promotes an existing account only with the option for it', async () => {
  const refused = await adminHere('create', 'customer2@demo.test');
  expect(refused).toEqual({
    code: 1,
    out: '',
    error: 'An account with this email already exists. Add --promote to give it the role.\n',
  });
  const caller = await server.signIn('customer2@demo.test');
  const promoted = await adminHere('create', 'customer2@demo.test', '--promote');
  expect(promoted.out).toBe(
    'customer2@demo.test is admin now, with the password it had. A short or common one must be replaced.\n',
  );
  // The session of the customer ended, so that the password is judged at the next sign-in.
  expect((await server.call('getUsers', {}, caller)).status).toBe(401);
  const admins = await server.signIn('customer2@demo.test');
  expect((await server.call('getUsers', {}, admins)).status).toBe(200);
});

test('a new password ends the existing sessions', async () => {
  const before = await server.signIn('manager.truro@demo.test');
  const reset = await adminHere('reset-password', 'manager.truro@demo.test');
  expect((await server.call('getMe', {}, before)).body.me).toBeNull();
  await server.signIn('manager.truro@demo.test', passwordIn(reset));
  expect(await adminHere('reset-password', 'nobody@guest.test')).toMatchObject({
    code: 1,
    error: 'No account found with this email address.\n',
  });
});

test('an API key works until it is revoked, and the audit log records its origin', async () => {
  const made = await adminHere('create-key', 'Bookkeeping');
  const [key = ''] = made.out.split('\n');
  expect(key).toMatch(/^sk_/);
  const { body } = await server.call('getAuditLog', { query: { search: 'create-api-key' } }, { 'x-api-key': key });
  expect(body.entries).toMatchObject([{ actorName: 'Tiffin', after: { name: 'Bookkeeping', kind: 'admin' } }]);
  expect((await adminHere('create-key', 'Site', '--customer')).out).toMatch(/^pk_/);
});

test('an API key of the command line can be limited in scopes, locations and time', async () => {
  const limits = ['--scope', 'orders:read', '--scope', 'menu:read', '--location', 'truro', '--expires', '2027-01-31'];
  const [key = ''] = (await adminHere('create-key', 'Board', ...limits)).out.split('\n');
  const as = { 'x-api-key': key };
  expect((await server.call('getLocationOrders', { query: { locationId: 'truro' } }, as)).status).toBe(200);
  expect((await server.call('getLocationOrders', { query: { locationId: 'new-glasgow' } }, as)).status).toBe(403);
  expect((await server.call('getAllReservations', {}, as)).body.code).toBe('scope-missing');
  const stored = server.context.db.selectFrom('api_keys').select('expires_at').where('name', '=', 'Board');
  expect(await stored.executeTakeFirst()).toEqual({ expires_at: new Date('2027-01-31T00:00:00Z') });
});

test.each([
  [[], 2, /Please give a command/],
  [['create'], 2, /create needs one more word after it/],
  [['destroy', 'everything'], 2, /There is no command destroy/],
  [['create', 'a@b.ca', '--role', 'owner'], 2, /--role is admin, manager or staff, not owner/],
  [['create-key', 'Board', '--scope', 'orders'], 2, /--scope is one of orders:read, .*, not orders/],
  [['create-key', 'Board', '--expires', 'soon'], 2, /--expires is a time like 2027-01-31, not soon/],
  [['create', 'a@b.ca', '--nonsense'], 2, /Unknown option '--nonsense'/],
  [['create', 'not an address'], 1, /Please enter a valid email address/],
  [['create', 'far@guest.test', '--role', 'staff', '--location', 'atlantis'], 1, /Location not found/],
  [['create', 'weak@guest.test', '--password', 'abc'], 1, /at least 10 characters/],
])('%o fails with an explanation', async (args, code, pattern) => {
  const output = await adminHere(...args);
  expect(output.code).toBe(code);
  expect(output.out).toBe('');
  expect(output.error).toMatch(pattern);
  expect(output.error).not.toContain('    at '); // No stack trace.
});

test('an unreachable database is reported in a sentence', async () => {
  const output = await admin(['create', 'a@b.ca'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(output).toEqual({
    code: 1,
    out: '',
    error: 'The database cannot be reached. Is it running, and is DATABASE_URL right?\n',
  });
});

test(
  'with the embedded database, the commands work before the first start, beside a running server and after it',
  { timeout: 90_000 },
  async () => {
    const embedded = { DEMO: '0' };
    const before = await admin(['create', 'first@guest.test', '--password', 'Good-pass-1'], embedded);
    expect(before).toMatchObject({ code: 0, out: 'first@guest.test is admin now.\n' });
    const running = await startServer({ dataDir: folder, env: { ...embedded, RATE_LIMITS: '0' }, apiOnly: true });
    const extra = await admin(['create', 'second@guest.test', '--password', 'Good-pass-2'], embedded);
    expect(extra).toMatchObject({ code: 0, out: 'second@guest.test is admin now.\n' });
    for (const [email, password] of [
      ['first@guest.test', 'Good-pass-1'],
      ['second@guest.test', 'Good-pass-2'],
    ]) {
      const answer = await fetch(`${running.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: running.url },
        body: JSON.stringify({ email, password }),
      });
      expect(answer.status).toBe(200);
    }
    await running.stop();
    expect((await admin(['create-key', 'After'], embedded)).code).toBe(0);
  },
);
