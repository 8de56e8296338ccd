import { USER_SORTS } from '@tiffin/contract/people/users';
import { BYTE_ORDER_MARK, parseCsv } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { REQUEST_LIMITS } from '@tiffin/contract';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');

async function idOf(email: string): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

test('lists people with all fields, newest first [A-USER-14] [A-DATA-01]', async () => {
  // The demo's people all join at one moment.
  const emails = (await db.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email);
  for (const [minute, email] of emails.entries()) {
    const joined = new Date(`2026-11-20T11:0${minute}:00Z`);
    await db.updateTable('users').set({ created_at: joined }).where('email', '=', email).execute();
  }
  const { body } = await server.call('getUsers', { query: { limit: '3' } }, admin);
  expect(body).toMatchObject({ success: true, total: 6, nextCursor: expect.any(String) });
  expect(body.users.map((user) => user.email)).toEqual(emails.toReversed().slice(0, 3));
  const { body: found } = await server.call('getUsers', { query: { search: 'priya' } }, admin);
  expect(found.users).toEqual([
    {
      id: expect.any(String),
      uid: found.users[0]?.id,
      email: 'customer@demo.test',
      emailVerified: true,
      displayName: 'Priya Sharma',
      phoneNumber: '+19025550161',
      role: 'customer',
      locationIds: [],
      isActive: true,
      isDeleted: false,
      deletedAt: null,
      totalOrders: 0,
      totalSpent: 0,
      loyaltyPoints: 0,
      photoURL: null,
      createdAt: expect.stringMatching(/Z$/),
      lastLoginAt: null,
      lastOrderDate: null,
      updatedAt: expect.stringMatching(/Z$/),
      signupMethod: 'email_password',
      promotions: false,
      version: expect.any(Number),
    },
  ]);
});

test.each([
  [{ search: 'SHARMA' }, ['customer@demo.test']],
  [{ search: 'glasgow@demo' }, ['staff.glasgow@demo.test']],
  [{ search: '(902) 555-0163' }, ['staff.truro@demo.test']],
  [{ search: '555 0164' }, ['manager.truro@demo.test']],
  [{ search: '%' }, []],
  [{ search: 'sharma\ncustomer' }, []],
  [{ search: "'; drop table users; --" }, []],
  [{ role: 'staff' }, ['staff.glasgow@demo.test', 'staff.truro@demo.test']],
  [{ role: 'admin', status: 'active' }, ['admin@demo.test']],
  [{ status: 'inactive' }, []],
  [{ role: 'customer', sortBy: 'displayName', sortOrder: 'asc' }, ['customer2@demo.test', 'customer@demo.test']],
] as const)('%o finds %o [A-USER-04] [A-USER-05] [A-DATA-03]', async (query, emails) => {
  const { body } = await server.call('getUsers', { query }, admin);
  const found = body.users.map((user) => user.email);
  expect('sortBy' in query ? found : found.toSorted()).toEqual(emails);
  expect(body.total).toBe(emails.length);
});

test('a page of people has at most 1000 [A-DATA-03]', async () => {
  expect((await server.call('getUsers', { query: { limit: '1000' } }, admin)).status).toBe(200);
  expect((await server.call('getUsers', { query: { limit: '1001' } }, admin)).status).toBe(400);
});

test('people without an e-mail address are not listed [A-USER-15]', async () => {
  await db.insertInto('users').values({ id: 'no-mail', email: '', name: 'Nobody Known' }).execute();
  const { body } = await server.call('getUsers', {}, admin);
  expect(body.total).toBe(6);
  expect(body.users.map((user) => user.id)).not.toContain('no-mail');
  await db.deleteFrom('users').where('id', '=', 'no-mail').execute();
});

test.each([
  ['an unknown order', { sortBy: 'password' }],
  ['a cursor of our own making', { cursor: 'bm9wZQ' }],
])('answers 400 for %s', async (_case, query: Record<string, string>) => {
  const answer = await server.fetch(`/api/getUsers?${new URLSearchParams(query).toString()}`, {}, admin);
  expect(answer.status).toBe(400);
});

test('refuses a cursor of another sort order', async () => {
  const { body } = await server.call('getUsers', { query: { limit: '1', sortBy: 'displayName' } }, admin);
  const again = await server.call('getUsers', { query: { limit: '1', cursor: body.nextCursor ?? '' } }, admin);
  expect(again.status).toBe(400);
});

test('returns one person with their consent, code and latest points', async () => {
  const userId = await idOf('customer@demo.test');
  const customer = await server.signIn('customer@demo.test');
  await server.call('updateMe', { body: { preferences: { marketing: true } } }, customer);
  const { body } = await server.call('getUser', { query: { userId } }, admin);
  expect(body).toMatchObject({
    user: { email: 'customer@demo.test', promotions: true },
    consent: { source: 'account page', withdrawnAt: null },
    points: [],
  });
  expect((await server.call('getUser', { query: { userId: 'nobody' } }, admin)).body).toMatchObject({
    code: 'not-found',
    error: 'User not found',
  });
});

test('changes the named fields, ignores others and writes an audit entry [A-USER-29] [A-USER-27] [A-DATA-04]', async () => {
  const userId = await idOf('customer2@demo.test');
  const updates = {
    displayName: '  Liam Q. MacDonald ',
    phoneNumber: '(902) 555-0199',
    totalOrders: 4,
    totalSpent: 81.5,
    loyaltyPoints: 75,
    email: 'other@demo.test',
    emailVerified: false,
  };
  const { body } = await server.call('updateUser', { body: { userId, updates, note: 'Sorry for the wait' } }, admin);
  expect(body).toMatchObject({ message: 'User updated successfully' });
  expect(body.user).toMatchObject({
    displayName: 'Liam Q. MacDonald',
    phoneNumber: '+19025550199',
    totalOrders: 4,
    totalSpent: 81.5,
    loyaltyPoints: 75,
    email: 'customer2@demo.test',
    emailVerified: true,
  });
  const logged = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(logged).toMatchObject({
    action: 'update-user',
    actor_name: 'Anjali Rao',
    before: { displayName: 'Liam MacDonald', loyaltyPoints: 0 },
    after: { displayName: 'Liam Q. MacDonald', loyaltyPoints: 75 },
  });
});

test('editing the points adds an adjustment, so the ledger still matches', async () => {
  const userId = await idOf('customer2@demo.test');
  await server.call('updateUser', { body: { userId, updates: { loyaltyPoints: 50 } } }, admin);
  const { body } = await server.call('getUser', { query: { userId } }, admin);
  expect(body.points.map(({ points, reason, note }) => ({ points, reason, note }))).toEqual([
    { points: -25, reason: 'adjustment', note: null },
    { points: 75, reason: 'adjustment', note: 'Sorry for the wait' },
  ]);
  expect(body.user.loyaltyPoints).toBe(50);
});

test.each([
  [{ displayName: '   ' }, 'Display name is required'],
  [{ phoneNumber: '555-0123' }, 'Please enter a valid phone number'],
  [{ phoneNumber: 'call me maybe' }, 'Please enter a valid phone number'],
  [{ role: 'owner' }, /role/],
  [{ loyaltyPoints: -1 }, /loyaltyPoints/],
  [{ totalSpent: -5 }, 'Invalid amount'],
])('refuses the updates %o: %s [A-USER-25] [A-USER-26]', async (updates, message) => {
  const userId = await idOf('customer2@demo.test');
  const answer = await server.fetch(
    '/api/updateUser',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId, updates }),
    },
    admin,
  );
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: string };
  expect(error).toMatch(message);
});

test.each([
  [{ updates: { displayName: 'X Y' } }, 'userId is required'],
  [{ userId: 'somebody' }, 'updates is required'],
])('%o returns %s [A-USER-30]', async (body, message) => {
  const answer = await server.fetch(
    '/api/updateUser',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    admin,
  );
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: message });
});

test('a phone number can be removed', async () => {
  const userId = await idOf('staff.glasgow@demo.test');
  const { body } = await server.call('updateUser', { body: { userId, updates: { phoneNumber: '' } } }, admin);
  expect(body.user.phoneNumber).toBeNull();
});

test('changes several people together or none [A-DATA-04]', async () => {
  const ids = await Promise.all(['customer@demo.test', 'customer2@demo.test'].map(idOf));
  const done = await server.call('updateUsers', { body: { userIds: ids, updates: { isActive: false } } }, admin);
  expect(done.body).toMatchObject({ updated: 2, users: [{ isActive: false }, { isActive: false }] });
  const undone = await server.call(
    'updateUsers',
    { body: { userIds: [...ids, 'nobody'], updates: { isActive: true } } },
    admin,
  );
  expect(undone).toMatchObject({ status: 404, body: { error: 'User not found' } });
  const { body } = await server.call('getUsers', { query: { status: 'inactive' } }, admin);
  expect(body.total).toBe(2);
  await server.call('updateUsers', { body: { userIds: ids, updates: { isActive: true } } }, admin);
});

test.each([
  [[], 'User IDs are required'],
  [Array.from({ length: 101 }, (_, i) => `u${i}`), 'Cannot update more than 100 users at once'],
])('refuses list %# [A-USER-31] [A-USER-32]', async (userIds, message) => {
  const { status, body } = await server.call('updateUsers', { body: { userIds, updates: {} } }, admin);
  expect(status).toBe(400);
  expect(body.error).toBe(message);
});

test('a person found by phone has a name and a role, and is active unless deactivated [A-USER-17] [A-USER-18] [A-USER-19]', async () => {
  const bare = { id: 'bare', email: 'bare@demo.test', name: '', phone_number: '+19025550177' };
  await db.insertInto('users').values(bare).execute();
  const found = async () =>
    (await server.call('lookupUserByPhone', { query: { phone: '9025550177' } }, admin)).body.user;
  const person = await found();
  expect(person?.name).toBe('Unknown User');
  expect(person?.role).toBe('customer');
  expect(person?.isActive).toBe(true);
  await db.updateTable('users').set({ is_active: false }).where('id', '=', 'bare').execute();
  expect((await found())?.isActive).toBe(false);
  await db.deleteFrom('users').where('id', '=', 'bare').execute();
});

test('the figures include everybody [A-DATA-02] [A-USER-21]', async () => {
  const { body } = await server.call('getUserAnalytics', {}, admin);
  expect(body.analytics).toEqual({
    totalUsers: 6,
    activeUsers: 6,
    customers: 2,
    admins: 1,
    newThisMonth: 6,
    totalRevenue: 81.5,
    totalOrders: 4,
    averageOrderValue: 20.38,
  });
  const userId = await idOf('customer@demo.test');
  await server.call('deactivateUser', { body: { userId } }, admin);
  const later = (await server.call('getUserAnalytics', {}, admin)).body.analytics;
  expect([later.totalUsers, later.activeUsers, later.customers]).toEqual([6, 5, 2]);
  await server.call('updateUser', { body: { userId, updates: { isActive: true } } }, admin);
});

test('exports the filtered people without spreadsheet formulas [A-USER-33] [A-USER-34] [A-USER-35]', async () => {
  const userId = await idOf('customer@demo.test');
  const evil = '=HYPERLINK("https://evil.test","Priya")';
  await server.call('updateUser', { body: { userId, updates: { displayName: evil } } }, admin);
  const answer = await server.fetch('/api/getUsersCsv?role=customer&sortBy=totalOrders', {}, admin);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users-export-2026-11-20.csv"');
  expect(answer.headers.get('x-row-count')).toBe('2');
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  expect(bytes.startsWith(BYTE_ORDER_MARK)).toBe(true);
  expect(parseCsv(bytes)).toEqual([
    [
      'ID',
      'Name',
      'Email',
      'Phone',
      'Role',
      'Status',
      'Orders',
      'Spent',
      'Loyalty Points',
      'Created',
      'Agreed to offers',
    ],
    [
      await idOf('customer2@demo.test'),
      'Liam Q. MacDonald',
      'customer2@demo.test',
      "'+19025550199",
      'customer',
      'Active',
      '4',
      '81.50',
      '50',
      '2026-11-20',
      'No',
    ],
    [
      userId,
      `'${evil}`,
      'customer@demo.test',
      "'+19025550161",
      'customer',
      'Active',
      '0',
      '0.00',
      '0',
      '2026-11-20',
      'Yes',
    ],
  ]);
  const nobody = await server.fetch('/api/getUsersCsv?search=atlantis', {}, admin);
  expect(nobody.status).toBe(409);
  expect(await nobody.json()).toMatchObject({ error: 'No users to export' });
  const logged = await db.selectFrom('audit_log').selectAll().where('action', '=', 'export-users').execute();
  expect(logged).toMatchObject([{ actor_name: 'Anjali Rao', after: { rows: 2, role: 'customer' } }]);
});

test('staff find one person by phone number, with all details [A-USER-16] [A-DATA-05]', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  const found = (await server.call('lookupUserByPhone', { query: { phone: '9025550163' } }, staff)).body.user;
  expect(found?.firebaseId).toBe(await idOf('staff.truro@demo.test'));
  expect(found).toEqual({
    firebaseId: found?.id,
    id: expect.any(String),
    name: 'Arjun Patel',
    email: 'staff.truro@demo.test',
    phone: '+19025550163',
    totalOrders: 0,
    totalSpent: 0,
    loyaltyPoints: 0,
    isActive: true,
    role: 'staff',
    createdAt: expect.stringMatching(/Z$/),
    lastOrderDate: null,
  });
});

test.each(['9025550163', '1 902 555 0163', '+1 (902) 555-0163', '902.555.0163', '902-555-0163'])(
  'the number may be typed as %s [A-DATA-06]',
  async (phone) => {
    const { body } = await server.call('lookupUserByPhone', { query: { phone } }, admin);
    expect(body.user?.email).toBe('staff.truro@demo.test');
  },
);

test.each(['(902) 555-0163', '902-555-0163', '9025550163', '19025550163', '902 555 0163', '902.555.0163'])(
  'a number stored as %s is found [A-DATA-06]',
  async (otherRole) => {
    await db
      .updateTable('users')
      .set({ phone_number: otherRole })
      .where('email', '=', 'staff.truro@demo.test')
      .execute();
    const { body } = await server.call('lookupUserByPhone', { query: { phone: '(902) 555 0163' } }, admin);
    expect(body.user?.email).toBe('staff.truro@demo.test');
  },
);

test('a phone look-up is logged with the people found, and look-ups are limited', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  const lookUp = (phone: string) => server.call('lookupUserByPhone', { query: { phone } }, staff);
  await db.deleteFrom('audit_log').where('action', '=', 'look-up-phone').execute();
  const { user } = (await lookUp('9025550163')).body;
  await lookUp('9025559999');
  const lines = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'look-up-phone')
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { actor_name: 'Arjun Patel', subject_kind: 'user', subject_id: user?.id, after: null },
    { actor_name: 'Arjun Patel', subject_kind: 'user', subject_id: 'nobody' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('5559999');
  let lookups = 0;
  while ((await lookUp('9025559998')).status === 200) lookups++;
  expect(lookups).toBeLessThanOrEqual(REQUEST_LIMITS.lookUpPhone.most);
  expect((await lookUp('9025550163')).body.code).toBe('rate-limited');
  server.clock.forward(REQUEST_LIMITS.lookUpPhone.seconds * 1_000);
});

test('of two admins who edit one person, the second is refused and gets the current person', async () => {
  const userId = await idOf('customer@demo.test');
  const { user } = (await server.call('getUser', { query: { userId } }, admin)).body;
  const change = (updates: object) =>
    server.call('updateUser', { body: { userId, updates, version: user.version } }, admin);
  const answers = await Promise.all([change({ role: 'staff' }), change({ role: 'manager' })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
  expect(lost?.body).toMatchObject({
    code: 'conflict',
    user: { role: won?.body.user.role, version: user.version + 1 },
  });
  const me = await server.signIn('customer@demo.test');
  await server.call('updateMe', { body: { phoneNumber: '902-555-0161' } }, me);
  expect(
    (await server.call('updateUser', { body: { userId, updates: {}, version: user.version + 1 } }, admin)).status,
  ).toBe(409);
  expect((await server.call('updateUser', { body: { userId, updates: { role: 'customer' } } }, admin)).status).toBe(
    200,
  );
});

test('a person who enters another’s number comes after the one who ordered with it, and is not confirmed [A-USER-16]', async () => {
  const number = '+19025550188';
  const regular = await server.signIn('customer2@demo.test');
  const thief = await server.signIn('customer@demo.test');
  const look = async () =>
    (await server.call('lookupUserByPhone', { query: { phone: number } }, admin)).body.people.map((person) => [
      person.name,
      person.isConfirmed,
    ]);
  const before = await db.selectFrom('users').select(['id', 'name', 'phone_number']).execute();
  await server.call('updateMe', { body: { phoneNumber: number } }, thief);
  const payload = await payloadMaker(server);
  const customer = { name: 'Liam MacDonald', email: 'customer2@demo.test', phone: number };
  const { orderId } = (await server.call('createCustomerOrderCash', { body: { ...payload({ customer }) } }, regular))
    .body;
  await server.settle();
  // The impostor has the older account, and placing an order alone proves nothing.
  expect((await look()).map(([, isConfirmed]) => isConfirmed)).toEqual([false, false]);
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    await server.call('updateOrderStatus', { body: { orderId, status } }, admin);
  }
  const [first, second] = await look();
  expect([first?.[1], second?.[1]]).toEqual([true, false]);
  expect(first?.[0]).toBe((await server.call('getMe', {}, regular)).body.me?.displayName);
  for (const { id, phone_number } of before) {
    await db.updateTable('users').set({ phone_number }).where('id', '=', id).execute();
  }
});

test.each(['902555', 'pizza', '+44 20 7946 0018'])('nobody has the number %s', async (phone) => {
  expect((await server.call('lookupUserByPhone', { query: { phone } }, admin)).body).toMatchObject({
    success: true,
    user: null,
  });
});

function page(sortBy: (typeof USER_SORTS)[number], cursor: string) {
  return server.call('getUsers', { query: { search: '@many.test', limit: '1000', sortBy, cursor } }, admin);
}

test('paging through ten thousand people returns each once, in every sort order', async () => {
  await sql`
    insert into users (id, email, name, total_orders, total_spent_cents, loyalty_points, created_at, last_login_at)
    select 'u' || n, 'guest' || n || '@many.test', 'Guest ' || n % 97, n % 13, n % 7, n % 5,
           timestamptz '2026-01-01' + n % 50 * interval '1 hour', case when n % 3 = 0 then timestamptz '2026-02-01' end
    from generate_series(1, 10000) n
  `.execute(db);
  for (const sortBy of USER_SORTS) {
    const allIds = new Set<string>();
    let cursor = '';
    let pages = 0;
    do {
      const { body }: Awaited<ReturnType<typeof page>> = await page(sortBy, cursor);
      for (const user of body.users) allIds.add(user.id);
      cursor = body.nextCursor ?? '';
      pages++;
    } while (cursor !== '');
    expect({ sortBy, seen: allIds.size, pages }).toEqual({ sortBy, seen: 10_000, pages: 10 });
  }
});

test('searching ten thousand people uses the index', async () => {
  await sql`analyze users`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select from users u where u.search_text like '%guest4711@%'
  `.execute(db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_search');
});

test('a new role needs a new PIN: a till PIN cannot become a manager’s approval', async () => {
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'staff.glasgow@demo.test')
    .executeTakeFirstOrThrow();
  await db.insertInto('pins').values({ user_id: userId, hash: 'of before', given_at: server.clock.now() }).execute();
  const pins = db.selectFrom('pins').select('hash').where('user_id', '=', userId);
  const change = (updates: object) =>
    server.call('updateUser', { body: { userId, updates } }, admin).then(({ status }) => status);
  expect(await change({ role: 'staff' })).toBe(200);
  expect(await pins.execute()).toHaveLength(1);
  expect(await change({ role: 'manager' })).toBe(200);
  expect(await pins.execute()).toEqual([]);
});
