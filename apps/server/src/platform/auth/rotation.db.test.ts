import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { Authenticator } from '../../testing/authenticator.ts';
import { appShows } from '../../testing/authenticator-app.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller, type TestServer } from '../../testing/server.ts';
import { cookieOf } from '../../testing/social-sign-in.ts';
import { hashPassword } from './password-hash.ts';
import { deviceRegistry } from './device-cookie.ts';
import { keyRing } from './key-ring.ts';
import { linkKeysOf } from './link-keys.ts';
import { renewSecondFactors } from './library-secrets.ts';
import { relyingPartyOf } from './passkey-proof.ts';
import { checkPin, setRandomPin } from '../../modules/people/pins.ts';
import { checkConfirmationCode, storeCode } from '../../modules/people/confirmation-codes.ts';

const OLD = 'the-secret-of-the-first-year-of-this-restaurant';
const NEW = 'the-secret-of-the-second-year-of-this-restaurant';
const PASSWORD = 'Demo-pass-1!';
const EMAIL = 'manager.truro@demo.test';
const json = { 'content-type': 'application/json' };

const before = await testServer({ env: { AUTH_SECRET: OLD } });
/** The same restaurant with the new secret; the old one is on the ring. */
const after = await testServer({ env: { AUTH_SECRET: NEW, AUTH_SECRET_PREVIOUS: OLD }, sameDatabaseAs: before });
/** The same after the old secret was removed. */
const later = await testServer({ env: { AUTH_SECRET: NEW }, sameDatabaseAs: before });
const { db } = before.context;

const post = (at: TestServer, path: string, body: object, as: Caller = {}) =>
  at.fetch(`/api/auth${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }, as);
const who = async (at: TestServer, as: Caller) => (await at.call('getMe', {}, as)).body.me?.email ?? null;
const emailOf = async (as: Caller) => [await who(before, as), await who(after, as), await who(later, as)];

test('sessions signed before a rotation work while the old secret is on the ring', async () => {
  const customer = 'customer@demo.test';
  expect(await emailOf(await before.signIn(customer))).toEqual([customer, customer, null]);
  expect(await emailOf(await after.signIn(customer))).toEqual([null, customer, customer]);
});

test('sessions of a version that signed with the secret itself work too, and end with it', async () => {
  const customer = 'customer@demo.test';
  const { cookie = '' } = await before.signIn(customer);
  const token = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';
  const mac = createHmac('sha256', OLD).update(token).digest('base64');
  const as = { cookie: `tiffin.session_token=${encodeURIComponent(`${token}.${mac}`)}` };
  expect(await emailOf(as)).toEqual([customer, customer, null]);
  // The library sees the session as well.
  expect((await post(after, '/sign-out', {}, as)).status).toBe(200);
  expect(await who(before, as)).toBeNull();
});

test('a second factor from before a rotation signs in during it, and after its end', async () => {
  const as = await before.signIn(EMAIL);
  const made = (await (await post(before, '/two-factor/enable', { password: PASSWORD }, as)).json()) as {
    totpURI: string;
    backupCodes: string[];
  };
  expect((await post(before, '/two-factor/verify-totp', { code: appShows(made.totpURI, -1) }, as)).status).toBe(200);
  const signIn = async (at: TestServer, path: string, code: string, startedAt = at) => {
    await db.deleteFrom('used_codes').execute();
    const started = cookieOf(await post(startedAt, '/sign-in/email', { email: EMAIL, password: PASSWORD }));
    return (await post(at, `/two-factor/${path}`, { code }, started)).status;
  };
  // The sign-in begins before the rotation and ends after it.
  expect(await signIn(after, 'verify-totp', appShows(made.totpURI), before)).toBe(200);
  expect(await signIn(after, 'verify-backup-code', made.backupCodes[0] ?? '')).toBe(200);
  await renewSecondFactors(after.context);
  expect(await signIn(later, 'verify-totp', appShows(made.totpURI))).toBe(200);
  expect(await signIn(later, 'verify-backup-code', made.backupCodes[1] ?? '')).toBe(200);
});

test('second factors of a version without a ring are read, and renewed by a rotation', async () => {
  const { symmetricEncrypt } = await import('better-auth/crypto');
  const { secret, backup_codes: codes } = await db.selectFrom('two_factors').selectAll().executeTakeFirstOrThrow();
  await before.context.db
    .updateTable('two_factors')
    .set({
      secret: await symmetricEncrypt({ key: OLD, data: 'a secret' }),
      backup_codes: await symmetricEncrypt({ key: OLD, data: '["code"]' }),
    })
    .execute();
  const { symmetricDecrypt } = await import('better-auth/crypto');
  const readAt = async ({ context }: TestServer) => {
    const stored = await db.selectFrom('two_factors').select('secret').executeTakeFirstOrThrow();
    const key = (await (await context.auth()).$context).secretConfig;
    return symmetricDecrypt({ key, data: stored.secret }).catch(() => null);
  };
  // Alone, the secret changes nothing, so that a copy of the earlier version can still read it.
  await renewSecondFactors(before.context);
  expect([await readAt(before), await readAt(after), await readAt(later)]).toEqual(['a secret', 'a secret', null]);
  await renewSecondFactors(after.context);
  expect([await readAt(after), await readAt(later)]).toEqual(['a secret', 'a secret']);
  await db.updateTable('two_factors').set({ secret, backup_codes: codes }).execute();
});

test('links of orders and reservations work after a rotation, and are shown again', async () => {
  const truro = await payloadMaker(before);
  const { order } = (await before.call('createCustomerOrderCash', { body: { ...truro({}) } }, SITE_KEY)).body;
  const { reservation, manageUrl } = (await before.call('createReservation', { body: bookingOf() }, SITE_KEY)).body;
  for (const at of [before, after, later]) {
    const query = { orderId: order.orderId, token: order.metadata.orderToken };
    expect((await at.call('getOrderReceipt', { query })).status).toBe(200);
    const table = { reservationId: reservation.reservationId, token: tokenOf(manageUrl) };
    expect((await at.call('getReservation', { query: table })).status).toBe(200);
    const shown = at.context.linkKeys('receipt', order.orderId);
    expect((await at.call('getOrderReceipt', { query: { orderId: order.orderId, token: shown } })).status).toBe(200);
  }
  const [old, current] = [linkKeysOf(keyRing([OLD])), linkKeysOf(keyRing([NEW, OLD]))];
  expect(current.all('receipt', 'TRU-1')).toContain(old('receipt', 'TRU-1'));
  expect(current('receipt', 'TRU-1')).not.toBe(old('receipt', 'TRU-1'));
});

test('a PIN from before a rotation works, moves to the new key when it is used, and then works after its end', async () => {
  const userId = (await db.selectFrom('users').select('id').where('email', '=', EMAIL).executeTakeFirstOrThrow()).id;
  const actor = { kind: 'person', userId, role: 'admin', locationIds: [], email: EMAIL, name: 'Morgan' } as const;
  const signedIn = { provenAt: before.clock.now(), tablet: null } as never;
  const from = { requestId: 'test', address: null, signedIn } as never;
  const { pin } = await setRandomPin(before.context, { actor, from }, userId);
  await expect(checkPin(later.context, userId, pin)).rejects.toThrow(/Wrong PIN/);
  await checkPin(after.context, userId, pin);
  await checkPin(later.context, userId, pin);
  // A PIN of a version that hashed with the secret itself.
  const legacy = createHmac('sha256', OLD).update(`pin ${userId} 246810`).digest('base64url');
  await db
    .updateTable('pins')
    .set({ hash: await hashPassword(legacy), key_id: null, tries: 0 })
    .execute();
  await checkPin(after.context, userId, '246810');
  await checkPin(later.context, userId, '246810');
});

test('codes, passkey challenges and known devices stay valid', async () => {
  const code = { purpose: 'order', recipient: 'guest@guest.test' } as const;
  await storeCode(before.context, code, '123456');
  await expect(checkConfirmationCode(later.context, code, '123456')).rejects.toThrow(/wrong or has expired/);
  expect(await checkConfirmationCode(after.context, code, '123456')).toEqual(expect.any(String));

  const staff = await before.signIn('staff.truro@demo.test');
  const { options } = (await before.call('startPasskeyRegistration', { body: {} }, staff)).body;
  const key = new Authenticator(relyingPartyOf(before.context).origin);
  const body = { name: 'Phone', made: key.make(options) };
  expect((await after.call('addPasskey', { body }, staff)).status).toBe(200);

  const [old, current, last] = [[OLD], [NEW, OLD], [NEW]].map((secrets) =>
    deviceRegistry({ keys: keyRing(secrets as [string]), overTls: false }),
  );
  const cookie = old?.remember(null, EMAIL).split(';')[0] ?? '';
  expect(current?.deviceOf(cookie, EMAIL)).toBe(old?.deviceOf(cookie, EMAIL));
  expect(last?.deviceOf(cookie, EMAIL)).toBeNull();
  const renewed = current?.remember(cookie, EMAIL).split(';')[0] ?? '';
  expect(last?.deviceOf(renewed, EMAIL)).toBe(old?.deviceOf(cookie, EMAIL));
});

test('keys of different purposes and secrets differ', () => {
  const purposes = ['sign-in', 'links', 'devices', 'passkeys', 'codes', 'pins', 'sandbox'] as const;
  const rings = [keyRing([OLD]), keyRing([NEW])];
  const all = rings.flatMap((ring) => purposes.flatMap((purpose) => Object.values(ring.current(purpose))));
  expect(new Set(all).size).toBe(all.length);
  expect(all).not.toContain(OLD);
});
