import { createHmac } from 'node:crypto';
import { REQUEST_LIMITS, type ResponseOf } from '@tiffin/contract';
import { parseCsv } from '@tiffin/domain/core';
import type { KeyScope } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { jobs } from '../../jobs.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { relyingPartyOf } from '../../platform/auth/passkey-proof.ts';
import { Authenticator } from '../../testing/authenticator.ts';
import { cookieOf } from '../../testing/sign-in.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import { recordAuditEntries } from './record-audit-entries.ts';

const server = await testServer({ env: { TRUST_PROXY: '1' } });
const { db } = server.context;
const json = { 'content-type': 'application/json' };
const password = 'Demo-pass-1!';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36';
const DAY = 86_400_000;

let lastHost = 0;
/** Each test has its own address, by which it finds its entries. */
function newAddress(): string {
  lastHost++;
  return `203.0.113.${lastHost}`;
}
const at = (address: string, as: Caller = {}): Caller => ({
  ...as,
  'x-forwarded-for': address,
  'user-agent': WINDOWS,
});

const admin = await server.signIn('admin@demo.test');

async function idOf(email: string): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

async function post(path: string, body: object, as: Caller) {
  const answer = await server.fetch(
    `/api/auth${path}`,
    { method: 'POST', headers: json, body: JSON.stringify(body) },
    as,
  );
  return {
    status: answer.status,
    body: (await answer.clone().json()) as Record<string, unknown>,
    as: cookieOf(answer),
  };
}

const signIn = (email: string, as: Caller, typed = password) => post('/sign-in/email', { email, password: typed }, as);

type Entry = ResponseOf<'getAuditLog'>['entries'][number];

/** Entries about access; with an action only those. */
async function log({ action, ...query }: Record<string, string>): Promise<Entry[]> {
  const { status, body } = await server.call('getAuditLog', { query: { kind: 'access', ...query } }, admin);
  expect(status).toBe(200);
  return body.entries.filter((entry) => action === undefined || entry.action === action);
}

/** The actions of the entries from an address, oldest first. */
async function actionsFrom(address: string): Promise<string[]> {
  return (await log({ address })).map(({ action }) => action).toReversed();
}

test('a sign-in of staff is logged with account, address, device and request, and so is the end of it', async () => {
  const address = newAddress();
  const { as } = await signIn('manager.truro@demo.test', { ...at(address), 'x-request-id': 'req-1' });
  expect((await post('/sign-out', {}, at(address, as))).status).toBe(200);
  expect(await actionsFrom(address)).toEqual(['signed-in', 'new-device', 'signed-out']);
  const [entry] = (await log({ address, action: 'signed-in' })) as [Entry];
  expect(entry).toMatchObject({
    subjectKind: 'user',
    subjectId: await idOf('manager.truro@demo.test'),
    subjectName: 'Meera Nair',
    actorName: 'Meera Nair',
    provenBy: 'password',
    address,
    browser: 'Chrome',
    system: 'Windows',
    // not the one that a stranger chose
    requestId: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
    at: server.clock.now().toISOString(),
    count: 1,
  });
  expect(entry.copy).toMatch(/:\d+$/);
});

test('an unknown client does not choose the request that the log names, and a known one does', async () => {
  const named = (as: Caller, address: string) => ({ ...at(address, as), 'x-request-id': 'chosen-1' });
  const [unknown, known] = [newAddress(), newAddress()];
  await server.call('getUsers', {}, named({ 'x-api-key': 'sk_unknown' }, unknown));
  await server.context.failures.flush();
  expect(await actionsFrom(unknown)).toEqual(['api-key-refused']);
  expect((await log({ address: unknown })).map(({ requestId }) => requestId)).not.toContain('chosen-1');
  await server.call('createApiKey', { body: { name: 'Known' } }, named(admin, known));
  expect((await log({ address: known })).map(({ requestId }) => requestId)).toContain('chosen-1');
});

test('a second sign-in on a device is no new device', async () => {
  const address = newAddress();
  const first = await signIn('manager.truro@demo.test', at(address));
  await signIn('manager.truro@demo.test', at(address, first.as));
  expect(await actionsFrom(address)).toEqual(['signed-in', 'new-device', 'signed-in']);
});

test('wrong passwords of one minute are one entry with a count, and the lock-out is another', async () => {
  const address = newAddress();
  const email = 'staff.truro@demo.test';
  for (let n = 0; n < REQUEST_LIMITS.signIn.most; n++)
    expect((await signIn(email, at(address), 'wrong')).status).toBe(401);
  expect((await signIn(email, at(address), 'wrong')).status).toBe(429);
  const entries = await log({ address });
  const [locked, failed] = ['locked-out', 'sign-in-failed'].map((name) =>
    entries.find(({ action }) => action === name),
  );
  const person = { subjectId: await idOf(email), actorName: 'Somebody' };
  expect(failed).toMatchObject({ count: 10, ...person, wasRefused: false });
  expect(locked).toMatchObject({ count: 1, ...person, wasRefused: true });
  server.clock.forward(REQUEST_LIMITS.signIn.seconds * 1_000);
  await signIn(email, at(address));
  const [later] = (await log({ address, action: 'sign-in-failed' })) as [Entry];
  expect(later.since).toMatchObject({ tries: 0, signedIn: { name: failed?.subjectName, isSameAddress: true } });
});

test('guests are not logged, whether their password is right, wrong or the account does not exist', async () => {
  const address = newAddress();
  await signIn('customer@demo.test', at(address));
  for (const email of ['customer@demo.test', 'nobody.at.all@demo.test']) await signIn(email, at(address), 'wrong');
  const { as } = await signIn('customer@demo.test', at(address));
  await server.call('signOutEverywhere', { body: {} }, at(address, as));
  await post('/request-password-reset', { email: 'customer@demo.test', redirectTo: '/reset-password' }, at(address));
  expect(await actionsFrom(address)).toEqual([]);
  const { rows } = await server.context.database.pool.query(`select * from audit_log where address = $1`, [address]);
  expect(rows.map(({ action }) => action)).toEqual(['sign-out-devices']);
});

test('an address that tries many unknown accounts is logged when it is locked out, without what it typed', async () => {
  const address = newAddress();
  const { most } = REQUEST_LIMITS.signInFromAddress;
  for (let n = 0; n < most; n++) await signIn(`guess${n}@example.test`, at(address), 'wrong');
  expect((await signIn('guess@example.test', at(address), 'wrong')).status).toBe(429);
  const entries = await log({ address });
  expect(entries).toMatchObject([{ action: 'locked-out', subjectId: '', count: 1 }]);
  expect(JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())).not.toContain('guess');
});

test('a deactivated person who knows the password is logged as a failure', async () => {
  const address = newAddress();
  await db.updateTable('users').set({ is_active: false }).where('email', '=', 'staff.glasgow@demo.test').execute();
  expect((await signIn('staff.glasgow@demo.test', at(address))).status).toBe(403);
  await db.updateTable('users').set({ is_active: true }).where('email', '=', 'staff.glasgow@demo.test').execute();
  expect(await actionsFrom(address)).toEqual(['sign-in-failed']);
});

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code an authenticator app shows (RFC 6238). */
function appShows(uri: string, periods = 0): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periods));
  const mac = createHmac('sha1', key).update(counter).digest();
  const place = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(place) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

test('codes: set up, asked for, wrong, right on a new device, locked out, and removed', async () => {
  const address = newAddress();
  const email = 'manager.truro@demo.test';
  const { as } = await signIn(email, at(address));
  const made = await post('/two-factor/enable', { password }, at(address, as));
  const uri = String(made.body['totpURI']);
  const enabled = await post('/two-factor/verify-totp', { code: appShows(uri, -1) }, at(address, as));
  expect(enabled.status).toBe(200);
  expect(await actionsFrom(address)).toEqual(['signed-in', 'new-device', 'codes-on']);

  const elsewhere = newAddress();
  const started = await signIn(email, at(elsewhere));
  expect((await post('/two-factor/verify-totp', { code: '000000' }, at(elsewhere, started.as))).status).toBe(401);
  const done = await post('/two-factor/verify-totp', { code: appShows(uri) }, at(elsewhere, started.as));
  expect(done.status).toBe(200);
  expect((await actionsFrom(elsewhere)).toSorted()).toEqual([
    'new-device',
    'second-factor-asked',
    'second-factor-failed',
    'signed-in',
  ]);
  const [asked] = (await log({ address: elsewhere, action: 'second-factor-asked' })) as [Entry];
  const [signedIn] = (await log({ address: elsewhere, action: 'signed-in' })) as [Entry];
  expect([asked.provenBy, signedIn.provenBy]).toEqual(['password', 'code']);

  // A code that was used before ends the session at once: that is no sign-in.
  const watcher = newAddress();
  const replayed = await signIn(email, at(watcher));
  expect((await post('/two-factor/verify-totp', { code: appShows(uri) }, at(watcher, replayed.as))).status).toBe(401);
  expect((await actionsFrom(watcher)).toSorted()).toEqual(['second-factor-asked', 'second-factor-failed']);

  const renewed = await post('/two-factor/generate-backup-codes', { password }, at(elsewhere, done.as));
  expect(renewed.status).toBe(200);
  const off = await post('/two-factor/disable', { password }, at(elsewhere, done.as));
  expect(off.status).toBe(200);
  expect(
    (await log({ address: elsewhere }))
      .map(({ action }) => action)
      .filter((action) => /codes/.test(action))
      .toSorted(),
  ).toEqual(['codes-off', 'recovery-codes-created']);
});

test('passkeys: added, used, refused and removed', async () => {
  const address = newAddress();
  const { as } = await signIn('manager.truro@demo.test', at(address));
  const device = new Authenticator(relyingPartyOf(server.context).origin);
  const started = await server.call('startPasskeyRegistration', { body: {} }, at(address, as));
  const added = await server.call(
    'addPasskey',
    { body: { name: 'My phone', made: device.make(started.body.options) } },
    at(address, as),
  );
  expect(added.status).toBe(200);
  const come = async (wrong = {}) => {
    const { options } = (await server.call('createPasskeyChallenge', { body: { to: 'sign-in' } }, {})).body;
    return server.call('signInWithPasskey', { body: { proof: device.answer(options, wrong) } }, at(address));
  };
  expect((await come({ origin: 'https://evil.test' })).status).toBe(401);
  expect((await come()).status).toBe(200);
  const removed = await server.call('removePasskey', { body: { passkeyId: added.body.passkey.id } }, at(address, as));
  expect(removed.status).toBe(200);
  const entries = (await log({ address })).toReversed();
  expect(
    entries
      .toSorted((a, b) => `${a.action} ${a.provenBy}`.localeCompare(`${b.action} ${b.provenBy}`))
      .map(({ action, provenBy, after }) => [action, provenBy, after?.['passkey'] ?? null]),
  ).toEqual([
    ['add-passkey', null, 'My phone'],
    ['new-device', 'passkey', null],
    ['new-device', 'password', null],
    ['remove-passkey', null, 'My phone'],
    ['sign-in-failed', 'passkey', null],
    ['signed-in', 'passkey', null],
    ['signed-in', 'password', null],
  ]);
});

test('shared tablets: set up, unlocked, locked, wrong PINs, blocked, a new PIN and removed', async () => {
  const address = newAddress();
  const staff = await idOf('staff.truro@demo.test');
  const manager = await signIn('manager.truro@demo.test', at(newAddress()));
  const { pin } = (await server.call('createPin', { body: { userId: staff } }, at(address, manager.as))).body;
  const setter = await signIn('manager.truro@demo.test', at(newAddress()));
  const made = await server.call(
    'setUpTablet',
    { body: { locationId: 'truro', name: 'Till 1' } },
    at(address, setter.as),
  );
  const tablet = {
    cookie: made.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
  const unlock = (typed: string) =>
    server.call('unlockTablet', { body: { userId: staff, pin: typed } }, at(address, tablet));
  const opened = await unlock(pin);
  const cookie = [tablet.cookie, ...opened.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ');
  expect((await server.call('lockTablet', { body: {} }, at(address, { cookie }))).body.locked).toBe(true);
  const wrong = String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
  for (let n = 0; n < 5; n++) expect((await unlock(wrong)).status).not.toBe(200);
  const tabletId = made.body.tablet.id;
  await server.call('removeTablet', { body: { tabletId } }, at(address, manager.as));
  const { name } = await db.selectFrom('users').select('name').where('id', '=', staff).executeTakeFirstOrThrow();

  const entries = (await log({ address })).toReversed();
  expect(
    entries.map(({ action, count, tablet: on, subjectName, subjectId }) => [
      action,
      count,
      on?.name ?? subjectName,
      subjectId === tabletId ? null : subjectId,
    ]),
  ).toEqual(
    [
      ['give-pin', 1, name, staff],
      ['set-up-tablet', 1, 'Till 1', null],
      ['unlock-tablet', 1, 'Till 1', null],
      ['signed-out', 1, 'Till 1', staff],
      ['end-tablet', 1, 'Till 1', null],
      ['pin-blocked', 1, 'Till 1', staff],
      ['pin-failed', 4, 'Till 1', staff],
    ].toSorted((a, b) => orderOf(entries, a) - orderOf(entries, b)),
  );
  const actorOf = (entryAction: string) => entries.find(({ action }) => action === entryAction)?.actorName;
  expect([actorOf('give-pin'), actorOf('unlock-tablet'), actorOf('pin-failed')]).toEqual([
    'Meera Nair',
    name,
    'Somebody',
  ]);
});

/** The time of all entries is equal here, so their order is that of writing. */
function orderOf(entries: readonly Entry[], [action]: readonly unknown[]): number {
  return entries.findIndex((entry) => entry.action === action);
}

test('changes of access name who made them, with the old and the new role and locations', async () => {
  const address = newAddress();
  const userId = await idOf('staff.truro@demo.test');
  const update = (updates: object) => server.call('updateUser', { body: { userId, updates } }, at(address, admin));
  const fresh = await server.call('confirmIdentity', { body: { password } }, at(address, admin));
  expect(fresh.status).toBe(200);
  await update({ role: 'manager' });
  await update({ locationIds: ['new-glasgow'] });
  await update({ isActive: false });
  await update({ isActive: true });
  await update({ displayName: 'Another Name' });
  const created = await server.call(
    'createApiKey',
    { body: { name: 'Bookkeeping', kind: 'admin' } },
    at(address, admin),
  );
  await server.call('revokeApiKey', { body: { keyId: created.body.apiKey.id } }, at(address, admin));
  const signedIn = await signIn('staff.truro@demo.test', at(newAddress()));
  const ended = await server.call('endUserSessions', { body: { userId } }, at(address, admin));
  expect(ended.body.ended).toBe(1);
  expect((await server.call('getMe', {}, signedIn.as)).body.me).toBeNull();

  const entries = (await log({ address })).toReversed();
  const person = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow();
  expect(entries.map(({ action, before, after }) => [action, before, after])).toMatchObject([
    ['identity-confirmed', null, null],
    ['update-user', { role: 'staff' }, { role: 'manager' }],
    ['update-user', { locationIds: ['truro'] }, { locationIds: ['new-glasgow'] }],
    ['update-user', { isActive: true }, { isActive: false }],
    ['update-user', { isActive: false }, { isActive: true }],
    ['create-api-key', null, { name: 'Bookkeeping' }],
    ['revoke-api-key', { name: 'Bookkeeping' }, null],
    ['sign-out-devices', null, { devices: 1 }],
  ]);
  expect(entries[1]).toMatchObject({ subjectId: userId, subjectName: person.name, browser: 'Chrome', copy: /:\d+$/ });
  const changes = (await server.call('getAuditLog', { query: { userId, search: 'update-user' } }, admin)).body.entries;
  expect(changes[0]?.after).toEqual({ displayName: 'Another Name' });
  await update({ role: 'staff', locationIds: ['truro'] });
});

test('a change of access that cannot be logged is not made', async () => {
  const userId = await idOf('staff.truro@demo.test');
  const { pool } = server.context.database;
  await pool.query(
    `create function refuse_entry() returns trigger language plpgsql as 'begin raise exception ''full''; end'`,
  );
  await pool.query(
    'create trigger refuse_entry before insert on audit_log for each row execute function refuse_entry()',
  );
  const changed = await server.call('updateUser', { body: { userId, updates: { role: 'manager' } } }, admin);
  const { status, as } = await signIn('manager.truro@demo.test', at(newAddress()));
  await pool.query('drop function refuse_entry cascade');
  expect([changed.status, status]).toEqual([500, 500]);
  const { role } = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
  expect(role).toBe('staff');
  expect((await server.call('getMe', {}, as)).body.me).toBeNull();
});

test('a failed confirmation of the identity is logged', async () => {
  const address = newAddress();
  const { as } = await signIn('manager.truro@demo.test', at(newAddress()));
  expect((await server.call('confirmIdentity', { body: { password: 'wrong' } }, at(address, as))).status).toBe(401);
  const entries = await log({ address });
  expect(entries).toMatchObject([{ action: 'identity-failed', actorName: 'Meera Nair', provenBy: 'password' }]);
});

test('a password reset is logged when it is asked for and when it is done', async () => {
  const address = newAddress();
  const email = 'manager.truro@demo.test';
  await post('/request-password-reset', { email, redirectTo: '/reset-password' }, at(address));
  const mails = db
    .selectFrom('messages')
    .selectAll()
    .where('template', '=', 'password_reset')
    .where('recipient', '=', email);
  const mail = await mails.executeTakeFirstOrThrow();
  const token = /reset-password\/([\w-]+)/.exec(mail.body_text)?.[1];
  // The browser that opens the link may be signed in to another account.
  const other = await server.signIn('customer@demo.test');
  const reset = await post('/reset-password', { token, newPassword: 'Another-pass-2!' }, at(address, other));
  expect(reset.status).toBe(200);
  const entries = await log({ address });
  expect(entries.map(({ action }) => action).toSorted()).toEqual(['password-reset', 'password-reset-requested']);
  expect(new Set(entries.map(({ subjectId }) => subjectId))).toEqual(new Set([await idOf(email)]));
});

test('invalid API keys are limited per address, and a valid key from there still works', async () => {
  const address = newAddress();
  const { key } = (await server.call('createApiKey', { body: { name: 'Export', kind: 'admin' } }, admin)).body;
  const ask = (apiKey: string, more: Caller = {}) =>
    server.call(
      'getSettings',
      {},
      { 'x-forwarded-for': address, 'x-api-key': apiKey, 'user-agent': 'curl/9.0', ...more },
    );
  const { most } = REQUEST_LIMITS.invalidApiKey;
  for (let n = 0; n < most; n++) expect((await ask(`sk_guess_${n}`)).status).toBe(401);
  const late = await ask('sk_guess_late');
  expect([late.status, late.body.code]).toEqual([429, 'rate-limited']);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(key ?? '')).status).toBe(200);
  expect((await ask('sk_other', { 'x-forwarded-for': newAddress() })).status).toBe(401);
  const entries = await log({ address });
  expect(entries).toMatchObject([
    { action: 'api-key-refused', count: most + 1, wasRefused: true, subjectId: '', browser: 'curl', system: null },
  ]);
  expect(JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())).not.toContain('sk_guess');
  server.clock.forward(REQUEST_LIMITS.invalidApiKey.seconds * 1_000);
  expect((await ask('sk_guess_later')).status).toBe(401);
  const { body } = await server.call('getAuditLog', { query: { address } }, admin);
  expect(body.alarms.some((alarm) => alarm.address === address && alarm.action === 'api-key-refused')).toBe(true);
  // Without an account, a sign-in from the same address tells that somebody came in.
  await signIn('manager.truro@demo.test', at(address), 'Another-pass-2!');
  const [, first] = (await log({ address, action: 'api-key-refused' })) as [Entry, Entry];
  expect(first.since).toMatchObject({ tries: 1, signedIn: { name: 'Meera Nair', isSameAddress: true } });
});

test('a flood from many addresses is at most 500 entries a minute', async () => {
  server.clock.forward(60_000);
  const { failures } = server.context;
  const before = await db.selectFrom('audit_log').select('id').execute();
  for (let n = 0; n < 2_000; n++) {
    const from = { requestId: 'flood', address: `198.51.${n >> 8}.${n & 255}`, userAgent: null };
    failures.add({ action: 'api-key-refused', from });
  }
  await failures.flush();
  const rows = await db
    .selectFrom('audit_log')
    .select(['count', 'address'])
    .where(
      'id',
      'not in',
      before.map(({ id }) => id),
    )
    .execute();
  expect(rows).toHaveLength(501);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
  expect(rows.find(({ address }) => address === null)?.count).toBe(1_500);
});

test('a flood from one address fills a few entries, and hides no other address', async () => {
  server.clock.forward(60_000);
  const { failures } = server.context;
  const [flooder, guesser] = [newAddress(), newAddress()];
  const flood = (action: 'api-key-refused' | 'locked-out', address: string, times: number) => {
    for (let n = 0; n < times; n++) {
      const from = { requestId: 'flood', address, userAgent: `scanner-${n}/1.0` };
      failures.add({ action, from, ...(action === 'locked-out' && { email: `nobody-${n}@example.test` }) });
    }
  };
  for (const action of ['api-key-refused', 'locked-out'] as const) {
    flood(action, flooder, 2_000);
    flood(action, guesser, 3);
  }
  await failures.flush();
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'count', 'address', 'browser'])
    .where('address', 'in', [flooder, guesser])
    .execute();
  for (const action of ['api-key-refused', 'locked-out']) {
    const ofAddress = (address: string) => rows.filter((row) => row.action === action && row.address === address);
    const sumOf = (address: string) => ofAddress(address).reduce((sum, { count }) => sum + count, 0);
    expect([sumOf(flooder), sumOf(guesser)]).toEqual([2_000, 3]);
    // The first ones name the program, the others only the address.
    expect(new Set(ofAddress(flooder).map(({ browser }) => browser))).toEqual(new Set(['Other program', null]));
    expect(ofAddress(flooder)).toHaveLength(2);
  }
});

test('the log is filtered by kind, person and period, and read page by page', async () => {
  const address = newAddress();
  const userId = await idOf('staff.truro@demo.test');
  server.clock.forward(DAY);
  const from = server.clock.now().toISOString();
  for (let n = 0; n < 3; n++) {
    await signIn('staff.truro@demo.test', at(address));
    await signIn('staff.truro@demo.test', at(address), 'wrong');
    server.clock.forward(60_000);
  }
  const page = async (query: Record<string, string>) =>
    (await server.call('getAuditLog', { query: { kind: 'access', ...query } }, admin)).body;
  const count = async (query: Record<string, string>) => (await page(query)).entries.length;
  expect([await count({ from }), await count({ from, kind: 'sign-ins' })]).toEqual([9, 6]);
  const failures = await page({ from, kind: 'failures', limit: '2' });
  expect(failures.entries.map(({ action }) => action)).toEqual(['sign-in-failed', 'sign-in-failed']);
  const rest = await page({ from, kind: 'failures', limit: '2', cursor: failures.nextCursor ?? '' });
  expect([rest.entries.length, rest.nextCursor, rest.alarms]).toEqual([1, null, []]);
  const forged = Buffer.from(JSON.stringify({ sort: 'at', value: from, id: '9'.repeat(40) })).toString('base64url');
  expect((await page({ from, cursor: forged })).entries).toEqual([]);
  expect(await count({ from, userId })).toBe(9);
  expect(await count({ from, userId: await idOf('admin@demo.test') })).toBe(0);
  expect(await count({ from, kind: 'alarms' })).toBe(0);
});

test('an API key needs a scope of its own for entries about access', async () => {
  const address = newAddress();
  await signIn('staff.truro@demo.test', at(address));
  const keyWith = async (scopes: KeyScope[]) => {
    await server.call('confirmIdentity', { body: { password } }, admin);
    const { body } = await server.call('createApiKey', { body: { name: scopes.join(), scopes } }, admin);
    return { 'x-api-key': body.key ?? '' };
  };
  const both = await keyWith(['settings:read', 'access:read']);
  const settings = await keyWith(['settings:read']);
  const read = (query: { address: string; kind?: 'access' }, as: Caller) => server.call('getAuditLog', { query }, as);
  expect((await read({ address, kind: 'access' }, both)).body.entries).toHaveLength(2);
  expect(await read({ address, kind: 'access' }, settings)).toMatchObject({
    status: 403,
    body: { code: 'scope-missing', scope: 'access:read' },
  });
  expect((await read({ address }, settings)).body).toMatchObject({ entries: [], alarms: [] });
  expect((await read({ address }, await keyWith(['access:read']))).status).toBe(403);
});

test('the export has the filtered entries, without spreadsheet formulas, and is audited', async () => {
  const address = newAddress();
  await signIn('staff.truro@demo.test', { ...at(address), 'user-agent': '=HYPERLINK("http://x")/1' });
  await db.updateTable('users').set({ name: '=cmd()' }).where('email', '=', 'staff.truro@demo.test').execute();
  const answer = await server.fetch(`/api/getAuditLogCsv?address=${address}&kind=sign-ins&search=signed`, {}, admin);
  const [heads = [], line = [], ...more] = parseCsv(await answer.text()) ?? [];
  expect(answer.headers.get('content-disposition')).toMatch(/audit-log-\d{4}-\d\d-\d\d\.csv/);
  expect(line[heads.indexOf('action')]).toBe('signed-in');
  expect(line[heads.indexOf('name')]).toBe("'=cmd()");
  expect(line[heads.indexOf('with')]).toBe('password');
  expect(line[heads.indexOf('network address')]).toBe(address);
  expect(more).toEqual([]);
  expect(answer.headers.get('x-row-count')).toBe('1');
  const { entries } = (await server.call('getAuditLog', { query: { search: 'export-audit-log' } }, admin)).body;
  expect(entries).toHaveLength(1);
});

test('an API key exports the log without links that act for a guest, a person with them', async () => {
  const text = 'Pay here: http://localhost/pay/sandbox/cs_secret or http://localhost/orders/TRU-1?token=abcdef';
  const entry = { at: server.clock.now(), actor: { kind: 'system' }, action: 'text-guest' } as const;
  await recordAuditEntries(db, { ...entry, subject: { kind: 'order', id: 'TRU-1' }, after: { text } });
  await server.call('confirmIdentity', { body: { password } }, admin);
  const { body: made } = await server.call(
    'createApiKey',
    { body: { name: 'auditor', scopes: ['settings:read'] } },
    admin,
  );
  const read = async (as: Caller) => (await server.fetch('/api/getAuditLogCsv?search=text-guest', {}, as)).text();
  expect(await read(admin)).toContain('token=abcdef');
  const shown = await read({ 'x-api-key': made.key ?? '' });
  expect(shown).toContain('Pay here: ');
  for (const secret of ['cs_secret', 'token=abcdef']) expect(shown).not.toContain(secret);
});

const nightly = jobs.find(({ name }) => name === 'forget-logged-addresses');

test('addresses are removed after the days of the setting, and entries after two years', async () => {
  const address = newAddress();
  const subject = { kind: 'user', id: 'someone' } as const;
  await signIn('manager.truro@demo.test', at(address), 'wrong');
  await signIn('manager.truro@demo.test', at(address), 'Another-pass-2!');
  const actor = { kind: 'system' } as const;
  await transaction(db, (tx) =>
    recordAuditEntries(tx, {
      at: server.clock.now(),
      actor,
      action: 'move-order',
      subject,
      from: { requestId: 'r', address },
    }),
  );
  expect(await actionsFrom(address)).toHaveLength(3);
  const stored = async () => {
    const { rows } = await server.context.database.pool.query<{ text: string }>(
      `select row_to_json(a)::text as text from audit_log a`,
    );
    return rows.filter(({ text }) => text.includes(address)).length;
  };
  const entries = () =>
    db.selectFrom('audit_log').select(['action', 'browser']).where('access', 'is not', null).execute();
  const { settings } = (await server.call('getSettings', {}, admin)).body;
  expect(settings.securityAddressDays).toBe(90);
  const save = (securityAddressDays: number) =>
    server.call('updateSettings', { body: { settings: { securityAddressDays } } }, admin);
  expect((await save(6)).status).toBe(400);
  expect((await save(366)).status).toBe(400);
  expect((await save(30)).status).toBe(200);
  server.clock.forward(29 * DAY);
  await nightly?.run(server.context);
  expect(await stored()).toBe(4);
  const before = (await entries()).length;
  server.clock.forward(2 * DAY);
  await nightly?.run(server.context);
  expect(await stored()).toBe(0);
  expect(await entries()).toHaveLength(before);
  server.clock.forward(731 * DAY);
  await nightly?.run(server.context);
  const left = await entries();
  expect(left).toContainEqual({ action: 'update-user', browser: null });
  expect(left.filter(({ action, browser }) => browser !== null || action.startsWith('signed'))).toEqual([]);
});
