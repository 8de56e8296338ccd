import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer();
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');

async function idOf(email: string): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

async function update(userId: string, updates: object, as: Caller = admin) {
  return server.call('updateUser', { body: { userId, updates } }, as);
}

/** Opens the live events and resolves when the server ends them. */
async function streamOf(as: Caller): Promise<{ ended: Promise<void> }> {
  const answer = await server.fetch('/api/events', {}, as);
  const reader = answer.body?.getReader();
  await reader?.read(); // the first event
  const ended = (async () => {
    while (!(await reader?.read())?.done) continue;
  })();
  return { ended };
}

test.each(['customer@demo.test', 'staff.truro@demo.test', 'manager.truro@demo.test'])(
  '%s may not manage people [A-ROLE-11] [C-AUTH-01]',
  async (email) => {
    const caller = await server.signIn(email);
    const userId = await idOf('customer2@demo.test');
    const tried = [
      await server.call('getUsers', {}, caller),
      await server.call('getUser', { query: { userId } }, caller),
      await server.call('getUserAnalytics', {}, caller),
      await server.call('updateUsers', { body: { userIds: [userId], updates: { role: 'admin' } } }, caller),
      await server.call('deactivateUser', { body: { userId } }, caller),
      await update(await idOf(email), { role: 'admin' }, caller),
    ];
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await server.fetch('/api/getUsersCsv', {}, caller)).status).toBe(403);
    const { body } = await server.call('getMe', {}, caller);
    expect(body.me?.role).not.toBe('admin');
  },
);

test('staff may look up phone numbers, a customer may not', async () => {
  const query = { phone: '9025550161' };
  const customer = await server.signIn('customer@demo.test');
  const staff = await server.signIn('staff.glasgow@demo.test');
  expect((await server.call('lookupUserByPhone', { query }, customer)).status).toBe(403);
  expect((await server.call('lookupUserByPhone', { query }, { 'x-api-key': 'pk_demo' })).status).toBe(401);
  expect((await server.call('lookupUserByPhone', { query }, staff)).body.user?.name).toBe('Priya Sharma');
});

test('an account whose address was never confirmed becomes staff only by an invitation', async () => {
  const email = 'squatter@guest.test';
  const body = JSON.stringify({ email, password: 'Demo-pass-1!', name: 'New Cook' });
  const headers = { 'content-type': 'application/json' };
  expect((await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body })).status).toBe(200);
  const userId = await idOf(email);
  const updates = { role: 'admin' as const };
  const many = { userIds: [await idOf('customer@demo.test'), userId], updates };
  for (const refused of [await update(userId, updates), await server.call('updateUsers', { body: many }, admin)]) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'failed-precondition', field: 'role', userId } });
    expect(refused.body.error).toContain(`${email} was never confirmed`);
    expect(refused.body.error).toContain('Invite');
  }
  const roles = await db.selectFrom('users').select('role').where('id', 'in', many.userIds).execute();
  expect(roles.map(({ role }) => role)).toEqual(['customer', 'customer']);
  expect((await update(userId, { displayName: 'Newer Cook' })).status).toBe(200);
  await db.updateTable('users').set({ email_confirmed_at: server.clock.now() }).where('id', '=', userId).execute();
  expect((await update(userId, { role: 'staff', locationIds: ['truro'] })).status).toBe(200);
});

test('a customer who becomes staff signs in again, so that the password is judged', async () => {
  const caller = await server.signIn('customer2@demo.test');
  const userId = await idOf('customer2@demo.test');
  expect((await server.call('lookupUserByPhone', { query: { phone: '9025550161' } }, caller)).status).toBe(403);
  const { ended } = await streamOf(caller);
  const { body } = await update(userId, { role: 'staff', locationIds: ['truro'] });
  expect(body.user).toMatchObject({ role: 'staff', locationIds: ['truro'] });
  await ended;
  expect((await server.call('getMe', {}, caller)).body.me).toBeNull();
});

test('a new role applies to the next request of an open session, and its live events end [A-ROLE-01]', async () => {
  const caller = await server.signIn('customer2@demo.test');
  const userId = await idOf('customer2@demo.test');
  expect((await server.call('lookupUserByPhone', { query: { phone: '9025550161' } }, caller)).status).toBe(200);
  const { ended } = await streamOf(caller);
  await update(userId, { role: 'customer' });
  await ended;
  expect((await server.call('lookupUserByPhone', { query: { phone: '9025550161' } }, caller)).status).toBe(403);
  expect((await server.call('getUser', { query: { userId } }, admin)).body.user.locationIds).toEqual([]);
});

test('the locations of staff and managers can be changed to existing locations', async () => {
  const userId = await idOf('manager.truro@demo.test');
  const caller = await server.signIn('manager.truro@demo.test');
  await update(userId, { locationIds: ['new-glasgow', 'truro', 'truro'] });
  expect((await server.call('getMe', {}, caller)).body.me?.locationIds.toSorted()).toEqual(['new-glasgow', 'truro']);
  expect(await update(userId, { locationIds: ['atlantis'] })).toMatchObject({ status: 404 });
  expect((await server.call('getMe', {}, caller)).body.me?.locationIds).toHaveLength(2);
  await update(userId, { locationIds: ['truro'] });
});

test('deactivating a person ends sessions and live events; reactivating allows sign-in [A-USER-22]', async () => {
  const caller = await server.signIn('staff.truro@demo.test');
  const userId = await idOf('staff.truro@demo.test');
  const { ended } = await streamOf(caller);
  expect((await update(userId, { isActive: false })).body.user.isActive).toBe(false);
  expect((await server.call('getMe', {}, caller)).body.me).toBeNull();
  await ended;
  await expect(server.signIn('staff.truro@demo.test')).rejects.toThrow('account-inactive');
  await update(userId, { isActive: true });
  expect((await server.call('getMe', {}, caller)).body.me).toBeNull(); // the old session stays ended
  await server.signIn('staff.truro@demo.test');
});

test('deleting a person deactivates the account and can be undone [A-USER-23]', async () => {
  const userId = await idOf('staff.glasgow@demo.test');
  const caller = await server.signIn('staff.glasgow@demo.test');
  const { body } = await server.call('deactivateUser', { body: { userId } }, admin);
  expect(body).toMatchObject({
    message: 'User deactivated successfully',
    user: { isActive: false, isDeleted: true, deletedAt: '2026-11-20T22:00:00.000Z' },
  });
  expect((await server.call('getMe', {}, caller)).body.me).toBeNull();
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).toEqual([]);
  const back = await update(userId, { isActive: true });
  expect(back.body.user).toMatchObject({ isActive: true, isDeleted: false, deletedAt: null });
  expect((await server.call('deactivateUser', { body: { userId: 'nobody' } }, admin)).body.error).toBe(
    'User not found',
  );
});

test.each([
  ['a lower role', (userId: string) => update(userId, { role: 'manager' })],
  ['inactive', (userId: string) => update(userId, { isActive: false })],
  ['deactivated', (userId: string) => server.call('deactivateUser', { body: { userId } }, admin)],
  [
    'inactive with everybody else',
    async (userId: string) =>
      server.call(
        'updateUsers',
        { body: { userIds: [userId, await idOf('customer@demo.test')], updates: { isActive: false } } },
        admin,
      ),
  ],
])('the last admin cannot be made %s', async (_case, attempt) => {
  const answer = await attempt(await idOf('admin@demo.test'));
  expect(answer).toMatchObject({ status: 409, body: { code: 'last-admin' } });
  expect((await server.call('getMe', {}, admin)).body.me?.role).toBe('admin');
  expect((await server.call('getUsers', { query: { status: 'inactive' } }, admin)).body.total).toBe(0);
});

test('a stored response is repeated only to an actor who still has the rights for it', async () => {
  const userId = await idOf('customer2@demo.test');
  const { body: hired } = await update(userId, { role: 'staff', locationIds: ['new-glasgow', 'truro'] });
  expect(hired.error).toBeUndefined();
  const staff = await server.signIn('customer2@demo.test');
  const body = { locationId: 'truro', itemId: 'garlic-naan', until: 'closing' as const };
  const ask = () => server.call('markSoldOut', { body }, { ...staff, 'idempotency-key': 'asked-at-truro' });
  const first = await ask();
  expect(first.status).toBe(200);
  expect((await ask()).body).toEqual(first.body);
  await update(userId, { locationIds: ['new-glasgow'] });
  const lost = await ask();
  expect([lost.status, lost.body.code]).toEqual([403, 'permission-denied']);
  // Additional rights do not matter.
  await update(userId, { role: 'manager', locationIds: ['new-glasgow', 'truro'] });
  expect((await ask()).body).toEqual(first.body);
  await update(userId, { role: 'customer' });
});

test('of two admins who remove each other at the same moment, one remains, in ten runs', async () => {
  const emails = ['admin@demo.test', 'manager.truro@demo.test'];
  const ids = await Promise.all(emails.map(idOf));
  for (let round = 0; round < 10; round++) {
    await db
      .updateTable('users')
      .set({ role: 'admin', is_active: true, is_deleted: false })
      .where('id', 'in', ids)
      .execute();
    const callers = await Promise.all(emails.map((email) => server.signIn(email, DEMO_PASSWORD)));
    const [first, second] = await Promise.all([
      update(ids[1] ?? '', { role: 'staff' }, callers[0]),
      server.call('deactivateUser', { body: { userId: ids[0] ?? '' } }, callers[1]),
    ]);
    const admins = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('is_active', '=', true)
      .execute();
    expect(admins).toHaveLength(1);
    // the loser would have been the last admin, or was no longer an admin
    const [winner = 0, loser = 0] = [first.status, second.status].toSorted((a, b) => a - b);
    expect(winner).toBe(200);
    expect([401, 403, 409]).toContain(loser);
  }
});
