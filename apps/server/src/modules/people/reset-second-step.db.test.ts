import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const userId = await idOf('manager.truro@demo.test');
const off = (as = admin, id = userId) => server.call('resetSecondStep', { body: { userId: id } }, as);
const signIn = async () => {
  const answer = await server.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'manager.truro@demo.test', password: 'Demo-pass-1!' }),
  });
  return (await answer.json()) as { twoFactorRedirect?: boolean; user?: object };
};

test('an admin switches off a colleague’s codes after a recent sign-in, with an audit entry, a mail and all sessions ended', async () => {
  expect((await off()).status).toBe(409);
  await db.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', userId).execute();
  await db
    .insertInto('two_factors')
    .values({ id: 'lost', user_id: userId, secret: 'on the lost phone', backup_codes: 'in the lost bag' })
    .execute();
  expect(await signIn()).toMatchObject({ twoFactorRedirect: true });
  expect((await server.call('getUser', { query: { userId } }, admin)).body.hasCodes).toBe(true);
  server.clock.forward(11 * 60_000);
  const late = await off();
  expect([late.status, late.body.code]).toEqual([403, 'fresh-sign-in-needed']);
  expect((await server.call('getMe', {}, manager)).body.me).not.toBeNull();

  await server.call('confirmIdentity', { body: { password: 'Demo-pass-1!' } }, admin);
  expect((await off()).status).toBe(200);
  expect((await server.call('getMe', {}, manager)).body.me).toBeNull();
  expect(await db.selectFrom('two_factors').selectAll().where('user_id', '=', userId).execute()).toEqual([]);
  expect((await server.call('getUser', { query: { userId } }, admin)).body.hasCodes).toBe(false);
  expect((await signIn()).user).toBeDefined();
  const line = await db.selectFrom('audit_log').selectAll().where('action', '=', 'switch-codes-off').execute();
  expect(line).toMatchObject([{ actor_id: await idOf('admin@demo.test'), subject_id: userId }]);
  await server.settle();
  const mails = await db.selectFrom('messages').selectAll().where('template', '=', 'codes_off').execute();
  expect(mails).toMatchObject([
    { recipient: 'manager.truro@demo.test', body_text: expect.stringMatching(/new codes/) },
  ]);
});

test('switching off codes also removes passkeys, with or without codes', async () => {
  await server.call('confirmIdentity', { body: { password: 'Demo-pass-1!' } }, admin);
  const lost = {
    id: 'lost',
    user_id: userId,
    credential_id: 'lost',
    public_key: Buffer.from('lost'),
    name: 'Lost phone',
  };
  await db
    .insertInto('passkeys')
    .values({ ...lost, added_at: server.clock.now() })
    .execute();
  expect((await server.call('getUser', { query: { userId } }, admin)).body.hasPasskeys).toBe(true);
  expect((await off()).status).toBe(200);
  expect((await server.call('getUser', { query: { userId } }, admin)).body.hasPasskeys).toBe(false);
  expect((await off()).status).toBe(409);
});

test('people cannot do it for themselves, and a manager cannot do it for anyone', async () => {
  await server.call('confirmIdentity', { body: { password: 'Demo-pass-1!' } }, admin);
  const own = await off(admin, await idOf('admin@demo.test'));
  expect([own.status, own.body.error]).toEqual([409, 'Your own codes and passkeys are under Sign-in and devices.']);
  expect((await off(await server.signIn('manager.truro@demo.test'))).status).toBe(403);
  expect((await off(admin, 'nobody')).status).toBe(404);
});
