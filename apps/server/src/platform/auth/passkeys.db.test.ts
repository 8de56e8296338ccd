import { REQUEST_LIMITS, type RateLimit } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { Authenticator, type Wrong } from '../../testing/authenticator.ts';
import { relyingPartyOf } from './passkey-proof.ts';
import { cookieOf } from '../../testing/sign-in.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer();
const strict = await testServer({ env: { ADMIN_SECOND_STEP: '1', PUBLIC_URL: 'https://tiffin.test' } });
const password = 'Demo-pass-1!';
type Server = typeof server;

/** Creates a passkey for the caller. */
async function made(as: Caller, at: Server = server, wrong: Wrong = {}) {
  const device = new Authenticator(relyingPartyOf(at.context).origin);
  const started = await at.call('startPasskeyRegistration', { body: {} }, as);
  expect(started).toMatchObject({ status: 200 });
  const answer = await at.call(
    'addPasskey',
    { body: { name: 'My phone', made: device.make(started.body.options, wrong) } },
    as,
  );
  return { device, answer };
}

async function challenge(to: 'sign-in' | 'confirm' = 'sign-in', as: Caller = {}, at: Server = server) {
  const request = await at.call('createPasskeyChallenge', { body: { to } }, as);
  expect(request.status).toBe(200);
  return request.body.options;
}

async function come(proof: object, as: Caller = {}, at: Server = server) {
  const answer = await at.fetch(
    '/api/signInWithPasskey',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ proof }) },
    as,
  );
  return {
    status: answer.status,
    body: (await answer.clone().json()) as Record<string, unknown>,
    cookies: answer.headers.getSetCookie(),
    as: cookieOf(answer),
  };
}

const spoiling = (change: (bytes: Buffer) => Buffer) => (text: string) =>
  change(Buffer.from(text, 'base64url')).toString('base64url') || 'AA';
const flipped = (at: number) =>
  spoiling((bytes) => {
    const index = Math.floor(at * (bytes.length - 1));
    bytes[index] = (bytes[index] ?? 0) ^ 0x40;
    return bytes;
  });
const OF_THE_KEY = [flipped(1), spoiling((bytes) => bytes.subarray(0, -1))];
/** The position of the attestation, which is not read, in a registration. */
const OF_THE_MAKE = flipped(0.1);
const SPOILS = [
  ...OF_THE_KEY,
  OF_THE_MAKE,
  flipped(0),
  flipped(0.3),
  spoiling((bytes) => bytes.subarray(0, 20)),
  spoiling(() => Buffer.from('null')),
  spoiling(() => Buffer.alloc(300, 0xff)),
];

const who = async (as: Caller, at: Server = server) => (await at.call('getMe', {}, as)).body.me?.email ?? null;
const confirm = (as: Caller, at: Server = server) => at.call('confirmIdentity', { body: { password } }, as);

const manager = await server.signIn('manager.truro@demo.test');
const { device: phone } = await made(manager);

test('a person signs in with a passkey alone, and the device becomes known', async () => {
  const earlier = await server.signIn('staff.truro@demo.test');
  const { status, cookies, as } = await come(phone.answer(await challenge()), earlier);
  expect(status).toBe(200);
  expect(await who(as)).toBe('manager.truro@demo.test');
  expect(cookies.map((line) => line.replace(/=[^;]+/, ''))).toEqual([
    'tiffin.session_token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
    'tiffin.device; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
  ]);
  // The earlier session has ended.
  expect(await who(earlier)).toBeNull();
  const { devices, passkeys } = (await server.call('getMyDevices', {}, as)).body;
  expect(devices.find((each) => each.isThis)).toBeDefined();
  expect(passkeys).toMatchObject([{ name: 'My phone', lastUsedAt: server.clock.now().toISOString() }]);
});

test('adding a passkey notifies the owner by mail and is in the audit log', async () => {
  await server.settle();
  const { db } = server.context;
  expect(await db.selectFrom('messages').selectAll().where('template', '=', 'passkey_added').execute()).toMatchObject([
    {
      recipient: 'manager.truro@demo.test',
      body_text: expect.stringMatching(/A new passkey can now open.*ask an admin.*reset-password \S+ --codes/s),
    },
  ]);
  const lines = await db.selectFrom('audit_log').select('action').where('action', 'like', '%passkey%').execute();
  expect(lines).toEqual([{ action: 'add-passkey' }]);
});

test.each<[string, Wrong]>([
  ['from another origin', { origin: 'https://tiffin.example' }],
  ['from another port of the same host', { origin: `${relyingPartyOf(server.context).origin}1` }],
  ['for another site', { rpId: 'tiffin.example' }],
  ['without finger, face or code', { isVerified: false }],
  ['within another site', { crossOrigin: true }],
  ['which was for making one', { type: 'webauthn.create' }],
])('a passkey response %s is refused', async (_how, wrong) => {
  const { status, body, cookies } = await come(phone.answer(await challenge(), wrong));
  expect([status, body['code'], cookies]).toEqual([401, 'wrong-passkey', []]);
});

test.each<[string, Wrong]>([
  ['at another origin', { origin: 'https://tiffin.example' }],
  ['for another site', { rpId: 'tiffin.example' }],
  ['without finger, face or code', { isVerified: false }],
  ['within another site', { crossOrigin: true }],
])('a passkey created %s is refused', async (_how, wrong) => {
  const { answer } = await made(manager, server, wrong);
  expect([answer.status, answer.body.code]).toEqual([401, 'wrong-passkey']);
});

test.each([
  ['a number', 7],
  ['nothing', null],
  ['an object', {}],
  ['an object that says how long it is', { length: 3e8 }],
  ['a list', [1, 2]],
  ['of endless length', 'A'.repeat(2_000)],
])('a challenge that is %s is refused without cost', async (_what, wrong) => {
  const { status, body } = await come(phone.answer(await challenge(), { challenge: wrong }));
  expect([status, body['code']]).toEqual([401, 'wrong-passkey']);
  const { answer } = await made(manager, server, { challenge: wrong });
  expect([answer.status, answer.body.code]).toEqual([401, 'wrong-passkey']);
});

test.each(['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet', 'of-tomorrow'])(
  'an unrequested attestation (%s) is ignored',
  async (make) => {
    const as = await server.signIn('staff.glasgow@demo.test');
    const { device, answer } = await made(as, server, { make });
    expect(answer.status).toBe(200);
    expect((await come(device.answer(await challenge()))).status).toBe(200);
    await server.context.db.deleteFrom('passkeys').where('id', '=', answer.body.passkey.id).execute();
  },
);

test('a challenge works once, also for simultaneous requests, and for five minutes', async () => {
  const request = await challenge();
  const answers = await Promise.all([come(phone.answer(request)), come(phone.answer(request))]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  // A wrong response also uses up the challenge.
  const spoilt = await challenge();
  await come(phone.answer(spoilt, { rpId: 'tiffin.example' }));
  expect((await come(phone.answer(spoilt))).status).toBe(401);
  const late = await challenge();
  server.clock.forward(5 * 60_000 + 1);
  expect((await come(phone.answer(late))).status).toBe(401);
});

test('a challenge of another server or for another purpose is refused', async () => {
  const request = String((await challenge())['challenge']);
  const bytes = Buffer.from(request, 'base64url');
  bytes[20] = (bytes[20] ?? 0) + 1;
  const confirming = await challenge('confirm', manager);
  for (const wrong of ['', 'AAAA', bytes.toString('base64url'), confirming['challenge']]) {
    expect((await come(phone.answer({ challenge: wrong }))).status).toBe(401);
  }
  // The same bytes in another encoding are the same challenge.
  expect((await come(phone.answer({ challenge: request }))).status).toBe(200);
  expect((await come(phone.answer({ challenge: `${request}=` }))).status).toBe(401);
});

test('a passkey whose counter decreases or stays the same is refused as a copy', async () => {
  expect((await come(phone.answer(await challenge(), { counter: 1_000 }))).status).toBe(200);
  phone.counter = 500;
  expect((await come(phone.answer(await challenge()))).body['code']).toBe('wrong-passkey');
  expect((await come(phone.answer(await challenge(), { counter: 1_000 }))).status).toBe(401);
  const one = phone.answer(await challenge(), { counter: 1_001 });
  const copy = phone.answer(await challenge(), { counter: 1_001 });
  const answers = await Promise.all([come(one), come(copy)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  phone.counter = 1_001;
});

test('a passkey without a counter works repeatedly', async () => {
  const { device } = await made(await server.signIn('staff.truro@demo.test'));
  for (let n = 0; n < 2; n++) expect((await come(device.answer(await challenge(), { counter: 0 }))).status).toBe(200);
});

test('an invented passkey gets the same error as a forged response of a real one', async () => {
  const otherGuest = new Authenticator(relyingPartyOf(server.context).origin);
  otherGuest.userHandle = phone.userHandle;
  const unknown = await come(otherGuest.answer(await challenge()));
  const forged = await come({
    ...otherGuest.answer(await challenge()),
    id: phone.answer({}).id,
    rawId: phone.answer({}).id,
  });
  const nameless = phone.answer(await challenge());
  const refusals = [unknown, forged, await come({ ...nameless, response: { ...nameless.response, userHandle: null } })];
  const visibleTo = (each: (typeof refusals)[number]) => [each.status, each.body['code'], each.body['error']];
  expect(new Set(refusals.map((each) => JSON.stringify(visibleTo(each)))).size).toBe(1);
  expect(Object.keys(await challenge()).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
});

test('a changed or truncated response or registration is refused without an internal error', async () => {
  const as = await server.signIn('admin@demo.test');
  const { response: _, ...named } = phone.answer({});
  for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
    for (const spoil of SPOILS) {
      const right = phone.answer(await challenge());
      const proof = { ...named, response: { ...right.response, [field]: spoil(right.response[field]) } };
      expect([field, (await come(proof)).status]).toEqual([field, 401]);
    }
  }
  for (const field of ['clientDataJSON', 'attestationObject'] as const) {
    // The key itself is not signed: a passkey with a damaged key is stored but cannot sign in.
    for (const spoil of SPOILS.filter((each) => !OF_THE_KEY.includes(each) && each !== OF_THE_MAKE)) {
      const right = new Authenticator(relyingPartyOf(server.context).origin).make(
        (await server.call('startPasskeyRegistration', { body: {} }, as)).body.options,
      );
      const spoilt = { ...right, response: { ...right.response, [field]: spoil(right.response[field]) } };
      expect([field, (await server.call('addPasskey', { body: { name: 'x', made: spoilt } }, as)).status]).toEqual([
        field,
        401,
      ]);
    }
  }
});

test('challenges and unknown passkeys from an address lock nobody out there', async () => {
  const { db } = server.context;
  const useUp = ({ name, most }: RateLimit, subject: string) =>
    db
      .insertInto('rate_limits')
      .values({ key: `${name}:${subject}`, count: most, window_started_at: server.clock.now() })
      .onConflict((row) => row.column('key').doUpdateSet({ count: most }))
      .execute();
  for (const limit of [REQUEST_LIMITS.passkey, REQUEST_LIMITS.unknownPasskey, REQUEST_LIMITS.form])
    await useUp(limit, 'unknown');
  const otherGuest = new Authenticator(relyingPartyOf(server.context).origin);
  otherGuest.userHandle = phone.userHandle;
  expect((await come(otherGuest.answer(await challenge()))).status).toBe(429);
  expect((await come(phone.answer(await challenge()))).status).toBe(200);
  const own = await db.selectFrom('passkeys').select('id').where('credential_id', '=', phone.answer({}).id).execute();
  await useUp(REQUEST_LIMITS.passkey, `${own[0]?.id} unknown`);
  expect((await come(phone.answer(await challenge()))).status).toBe(429);
  await db.deleteFrom('rate_limits').execute();
});

test('the passkey of one person does not work for another', async () => {
  const other = await made(await server.signIn('staff.glasgow@demo.test'));
  const own = other.device.userHandle;
  other.device.userHandle = phone.userHandle;
  expect((await come(other.device.answer(await challenge()))).status).toBe(401);
  other.device.userHandle = own;
  const as = await server.signIn('manager.truro@demo.test');
  const request = await challenge('confirm', as);
  const confirmed = await server.call('confirmIdentity', { body: { passkey: other.device.answer(request) } }, as);
  expect([confirmed.status, confirmed.body.code]).toEqual([401, 'wrong-passkey']);
  const id = String((await server.call('getMyDevices', {}, manager)).body.passkeys[0]?.id);
  const otherGuest = (await come(other.device.answer(await challenge()))).as;
  expect((await server.call('renamePasskey', { body: { passkeyId: id, name: 'Mine' } }, otherGuest)).status).toBe(404);
  expect((await server.call('removePasskey', { body: { passkeyId: id } }, otherGuest)).status).toBe(404);
});

test('adding and removing a passkey needs a fresh sign-in, which can be a passkey; a challenge belongs to its session', async () => {
  const as = (await come(phone.answer(await challenge()))).as;
  server.clock.forward(11 * 60_000);
  const stale = await server.call('startPasskeyRegistration', { body: {} }, as);
  expect(stale.body).toMatchObject({ code: 'fresh-sign-in-needed', ways: ['password', 'passkey'] });
  const elsewhere = await server.signIn('manager.truro@demo.test');
  const foreign = phone.answer(await challenge('confirm', elsewhere));
  expect((await server.call('confirmIdentity', { body: { passkey: foreign } }, as)).status).toBe(401);
  const request = await challenge('confirm', as);
  expect(request['allowCredentials']).toMatchObject([{ id: phone.answer({}).id }]);
  expect((await server.call('confirmIdentity', { body: { passkey: phone.answer(request) } }, as)).status).toBe(200);
  const { answer } = await made(as);
  const { id } = answer.body.passkey;
  expect(
    (await server.call('renamePasskey', { body: { passkeyId: id, name: ' Office laptop ' } }, as)).body.passkey.name,
  ).toBe('Office laptop');
  expect((await server.call('removePasskey', { body: { passkeyId: id } }, as)).status).toBe(200);
  expect((await server.call('removePasskey', { body: { passkeyId: id } }, as)).status).toBe(404);
});

test('a removed passkey cannot sign in', async () => {
  const as = await server.signIn('admin@demo.test');
  const { device, answer } = await made(as);
  await server.call('removePasskey', { body: { passkeyId: answer.body.passkey.id } }, as);
  expect((await come(device.answer(await challenge()))).status).toBe(401);
});

test('a thief with only the password of a person with a passkey can neither add nor remove a way to sign in', async () => {
  const thief = await server.signIn('manager.truro@demo.test');
  const refused = [
    await server.call('startPasskeyRegistration', { body: {} }, thief),
    await server.call('removePasskey', { body: { passkeyId: 'any' } }, thief),
  ];
  for (const { status, body } of refused) {
    expect([status, body['code'], body['ways']]).toEqual([403, 'fresh-sign-in-needed', ['passkey']]);
  }
  await confirm(thief);
  expect((await server.call('startPasskeyRegistration', { body: {} }, thief)).status).toBe(403);
  const codes = await server.fetch(
    '/api/auth/two-factor/enable',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ password }) },
    thief,
  );
  expect([codes.status, ((await codes.json()) as { ways?: unknown }).ways]).toEqual([403, ['passkey']]);
});

test('customers and signed-out visitors cannot create passkeys', async () => {
  const guest = await server.call('startPasskeyRegistration', { body: {} }, await server.signIn('customer@demo.test'));
  expect([guest.status, guest.body.error]).toEqual([409, 'Passkeys are only for staff accounts.']);
  expect((await server.call('startPasskeyRegistration', { body: {} })).status).toBe(401);
  expect((await server.call('createPasskeyChallenge', { body: { to: 'confirm' } })).status).toBe(401);
});

test('where admins need a second step, a passkey counts as one, at sign-in and when the first is created', async () => {
  const as = await strict.signIn('admin@demo.test');
  expect((await strict.call('getApiKeys', {}, as)).body.code).toBe('second-step-needed');
  const { device, answer } = await made(as, strict);
  expect(answer.status).toBe(200);
  expect((await strict.call('getApiKeys', {}, as)).status).toBe(200);

  const signedIn = await come(device.answer(await challenge('sign-in', {}, strict)), {}, strict);
  expect(signedIn.cookies[0]).toMatch(/^__Host-tiffin\.session_token=.*; Secure$/);
  expect((await strict.call('getApiKeys', {}, signedIn.as)).status).toBe(200);

  // The password alone neither opens the back office nor adds a way to sign in.
  const thief = await strict.signIn('admin@demo.test');
  expect((await strict.call('getApiKeys', {}, thief)).body.code).toBe('second-step-needed');
  expect((await strict.call('startPasskeyRegistration', { body: {} }, thief)).body).toMatchObject({
    ways: ['passkey'],
  });
  const request = await challenge('confirm', thief, strict);
  await strict.call('confirmIdentity', { body: { passkey: device.answer(request) } }, thief);
  expect((await strict.call('getApiKeys', {}, thief)).status).toBe(200);
});

test('a deactivated user cannot sign in with a passkey', async () => {
  const { db } = server.context;
  const userId = Buffer.from(phone.userHandle, 'base64url').toString();
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
  const answer = await come(phone.answer(await challenge()));
  expect([answer.status, answer.body['code'], answer.cookies]).toEqual([403, 'account-inactive', []]);
});
