import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { newestMessage } from '../../testing/newest-message.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const PASSWORD = 'Kitchen-door-42!';
const once = (caller: Caller): Caller => ({ ...caller, 'idempotency-key': crypto.randomUUID() });

type Body = { name: string; email: string; role: 'staff' | 'manager' | 'admin'; locationIds: string[] };

/** By an admin whose sign-in is recent, whatever the clock did before. */
async function invite(more: Partial<Body>, as?: Caller) {
  const by = as ?? (await server.signIn('admin@demo.test'));
  const body = {
    name: 'Noor Sample',
    email: 'noor@example.test',
    role: 'staff' as const,
    locationIds: ['truro'],
    ...more,
  };
  return server.call('inviteStaff', { body }, once(by));
}

/** The token in the newest mail to the address. */
async function tokenSentTo(email: string): Promise<string> {
  return /\/join\?token=([\w-]+)/.exec(await newestMessage(db, email, 'staff_invitation'))?.[1] ?? '';
}

const accept = (token: string, password?: string, as: Caller = {}) =>
  server.call('acceptInvitation', { body: { token, ...(password !== undefined && { password }) } }, as);

const roleOf = (email: string) =>
  db.selectFrom('users').select(['id', 'role', 'is_active']).where('email', '=', email).executeTakeFirst();

test('an invited person sees the role, chooses a password once, and works at the location', async () => {
  const { status, body } = await invite({});
  expect([status, body.invitation]).toMatchObject([200, { role: 'staff', locationIds: ['truro'], hasExpired: false }]);
  const token = await tokenSentTo('noor@example.test');
  // No mail server is set up.
  expect(body.link).toMatch(new RegExp(`/join\\?token=${token}$`));
  const shown = await server.call('getInvitation', { query: { token } });
  expect(shown.body).toMatchObject({ name: 'Noor Sample', role: 'staff', hasAccount: false, isSignedIn: false });
  expect(await roleOf('noor@example.test')).toBeUndefined();
  expect((await accept(token, 'password')).body.code).toBe('weak-password');
  expect((await accept(token)).status).toBe(400);
  expect((await accept(token, PASSWORD)).body).toMatchObject({
    email: 'noor@example.test',
    isNewAccount: true,
    pin: null,
  });
  expect((await accept(token, PASSWORD)).status).toBe(404);
  expect((await server.call('getInvitation', { query: { token } })).status).toBe(404);
  const noor = await server.signIn('noor@example.test', PASSWORD);
  expect((await server.call('getLocationOrders', { query: { locationId: 'truro' } }, noor)).status).toBe(200);
  expect((await server.call('getLocationOrders', { query: { locationId: 'new-glasgow' } }, noor)).status).toBe(403);
  expect((await invite({})).body.code).toBe('already-exists');
});

test('the entries about access name who invited, and who accepted', async () => {
  const { body } = await server.call('getAuditLog', { query: { kind: 'access' } }, admin);
  const actions = body.entries.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['invite-staff', 'accept-invitation']));
});

test('a link works for seven days, and only the newest one', async () => {
  const first = await invite({ email: 'lee@example.test' });
  const old = await tokenSentTo('lee@example.test');
  const invitationId = first.body.invitation.id;
  server.clock.forward(1000);
  expect((await server.call('resendInvitation', { body: { invitationId } }, admin)).status).toBe(200);
  const token = await tokenSentTo('lee@example.test');
  expect(token).not.toBe(old);
  expect((await accept(old, PASSWORD)).status).toBe(404);
  const now = server.clock.now().toISOString();
  server.clock.forward(7 * 24 * 60 * 60_000);
  expect((await accept(token, PASSWORD)).status).toBe(404);
  expect(await roleOf('lee@example.test')).toBeUndefined();
  server.clock.set(now);
  expect((await server.call('getInvitations', {}, admin)).body.invitations).toHaveLength(1);
  expect((await server.call('withdrawInvitation', { body: { invitationId } }, admin)).status).toBe(200);
  expect((await accept(token, PASSWORD)).status).toBe(404);
  expect((await server.call('withdrawInvitation', { body: { invitationId } }, admin)).status).toBe(404);
});

test('the database stores no token', async () => {
  await invite({ email: 'stored@example.test' });
  const token = await tokenSentTo('stored@example.test');
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', 'stored@example.test')
    .executeTakeFirst();
  expect(JSON.stringify(row)).not.toContain(token);
});

test('an existing account is promoted only by its own recent sign-in together with the link', async () => {
  const email = 'customer2@demo.test';
  await invite({ email, role: 'manager', name: 'Customer Two' });
  const token = await tokenSentTo(email);
  expect((await server.call('getInvitation', { query: { token } })).body).toMatchObject({ hasAccount: true });
  // Neither the link alone, nor a password typed with it, nor another account.
  expect((await accept(token)).status).toBe(401);
  expect((await accept(token, PASSWORD)).status).toBe(401);
  expect((await accept(token, undefined, await server.signIn('customer@demo.test'))).status).toBe(401);
  const owner = await server.signIn(email);
  server.clock.forward(60 * 60_000);
  expect((await accept(token, undefined, owner)).body.code).toBe('fresh-sign-in-needed');
  expect(await roleOf(email)).toMatchObject({ role: 'customer' });
  await server.call('confirmIdentity', { body: { password: DEMO_PASSWORD } }, owner);
  const accepted = await accept(token, undefined, owner);
  expect([accepted.status, accepted.body['isNewAccount']]).toEqual([200, false]);
  expect(await roleOf(email)).toMatchObject({ role: 'manager' });
  // Its password may be too weak for staff, so the person signs in again.
  expect((await server.call('getMyDevices', {}, owner)).status).toBe(401);
});

test('an invitation ends with the rights of the admin who sent it', async () => {
  await invite({ email: 'second.admin@example.test', role: 'admin', locationIds: [] });
  await accept(await tokenSentTo('second.admin@example.test'), PASSWORD);
  const second = await server.signIn('second.admin@example.test', PASSWORD);
  await invite({ email: 'friend@example.test' }, second);
  const token = await tokenSentTo('friend@example.test');
  const admins = await roleOf('second.admin@example.test');
  const other = await server.signIn('admin@demo.test');
  const changed = await server.call(
    'updateUser',
    { body: { userId: admins?.id ?? '', updates: { role: 'staff', locationIds: ['truro'] } } },
    other,
  );
  expect(changed.status).toBe(200);
  expect((await accept(token, PASSWORD)).status).toBe(404);
});

test.each([
  [{ email: 'noor@example' }, 400],
  [{ email: 'a@example.test', name: ' ' }, 400],
  [{ email: 'a@example.test', locationIds: [] }, 400],
  [{ email: 'a@example.test', locationIds: ['nowhere'] }, 404],
  [{ email: 'a@example.test', role: 'customer' as never }, 400],
])('the invitation %j is refused', async (more, status) => {
  expect((await invite(more)).status).toBe(status);
});

test.each([
  ['is a manager', { role: 'manager' as const }],
  ['is deactivated', { is_active: false }],
])('a link that outlived its admin, who %s, opens nothing', async (how, change) => {
  const domain = `${how.replaceAll(' ', '-')}.example.test`;
  const inviter = `admin@${domain}`;
  const friend = `friend@${domain}`;
  await invite({ email: inviter, role: 'admin', locationIds: [] });
  await accept(await tokenSentTo(inviter), PASSWORD);
  await invite({ email: friend }, await server.signIn(inviter, PASSWORD));
  const token = await tokenSentTo(friend);
  expect((await server.call('getInvitation', { query: { token } })).status).toBe(200);
  // Without the calls that also delete invitations, as after a change in the database.
  await db.updateTable('users').set(change).where('email', '=', inviter).execute();
  expect((await server.call('getInvitation', { query: { token } })).status).toBe(404);
  expect((await accept(token, PASSWORD)).status).toBe(404);
});

test('one action removes a person: sessions, PIN, keys, notifications and invitations end', async () => {
  await invite({ email: 'leaving@example.test', role: 'admin', locationIds: [] });
  await accept(await tokenSentTo('leaving@example.test'), PASSWORD);
  const leaving = await server.signIn('leaving@example.test', PASSWORD);
  const key = await server.call('createApiKey', { body: { name: 'Label printer', kind: 'admin' } }, leaving);
  await invite({ email: 'their.friend@example.test' }, leaving);
  const { id = '' } = (await roleOf('leaving@example.test')) ?? {};
  await db.insertInto('pins').values({ user_id: id, hash: 'x', given_at: server.clock.now() }).execute();
  expect((await server.call('deactivateUser', { body: { userId: id } }, admin)).status).toBe(200);
  expect((await server.call('getUsers', { query: {} }, leaving)).status).toBe(401);
  expect((await server.call('getUsers', { query: {} }, { 'x-api-key': key.body['key'] as string })).status).toBe(401);
  for (const table of ['pins', 'sessions', 'push_followers'] as const) {
    expect(await db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).toEqual([]);
  }
  expect(await db.selectFrom('invitations').selectAll().where('invited_by', '=', id).execute()).toEqual([]);
});

/** A recent sign-in of an admin, as changes of roles require. */
const recentAdmin = () => server.signIn('admin@demo.test');

async function inviteAdmin(email: string) {
  await invite({ email, role: 'admin', locationIds: [] });
  await accept(await tokenSentTo(email), PASSWORD);
  const { id = '' } = (await roleOf(email)) ?? {};
  return { id, as: await server.signIn(email, PASSWORD) };
}

async function keyMadeBy(as: Caller): Promise<Caller> {
  const { body } = await server.call('createApiKey', { body: { name: 'Label printer', kind: 'admin' } }, as);
  return { 'x-api-key': body['key'] as string };
}

test.each([
  ['deactivated', { isActive: false }],
  ['made a customer', { role: 'customer' }],
] as const)(
  'an admin who is %s keeps no key, also none that was made through a key, and no invitation',
  async (what, updates) => {
    const email = `former.${what.replaceAll(' ', '.')}@example.test`;
    const former = await inviteAdmin(email);
    const key = await keyMadeBy(former.as);
    const child = await keyMadeBy(key);
    expect((await server.call('getUsers', { query: {} }, child)).status).toBe(200);
    expect((await invite({ email: `friend.of.${email}` }, child)).status).toBe(200);
    const token = await tokenSentTo(`friend.of.${email}`);
    expect(
      (await server.call('updateUser', { body: { userId: former.id, updates } }, await recentAdmin())).status,
    ).toBe(200);
    for (const as of [key, child]) expect((await server.call('getUsers', { query: {} }, as)).status).toBe(401);
    expect((await accept(token, PASSWORD)).status).toBe(404);
  },
);

test('an invitation ends when the person gets another role in the meantime', async () => {
  const email = 'decided.later@example.test';
  const { id } = await inviteAdmin(email);
  const change = async (role: 'customer' | 'manager') =>
    server.call('updateUser', { body: { userId: id, updates: { role, locationIds: ['truro'] } } }, await recentAdmin());
  expect((await change('customer')).status).toBe(200);
  expect((await invite({ email })).status).toBe(200);
  const token = await tokenSentTo(email);
  expect((await change('manager')).status).toBe(200);
  expect((await change('customer')).status).toBe(200);
  expect((await server.call('getInvitation', { query: { token } })).status).toBe(404);
});

/** An admin key of its own, with the id with which it is revoked. */
async function newKey(as: Caller, expiresAt: string | null = null) {
  const { status, body } = await server.call('createApiKey', { body: { name: 'Payroll', expiresAt } }, as);
  expect(status).toBe(200);
  return { id: body.apiKey.id, as: { 'x-api-key': body.key ?? '' } };
}

test('an invitation that was sent with an API key ends when the key is revoked', async () => {
  const by = await recentAdmin();
  const key = await newKey(by);
  const email = 'friend.of.key@example.test';
  expect((await invite({ email, role: 'admin', locationIds: [] }, key.as)).status).toBe(200);
  const token = await tokenSentTo(email);
  expect((await server.call('getInvitation', { query: { token } })).status).toBe(200);
  // An invitation that an admin sends again no longer depends on the key.
  const resent = 'resent.by.admin@example.test';
  const { invitation } = (await invite({ email: resent }, key.as)).body;
  server.clock.forward(1_000);
  await server.call('resendInvitation', { body: { invitationId: invitation.id } }, by);
  expect((await server.call('revokeApiKey', { body: { keyId: key.id } }, by)).status).toBe(200);
  expect((await accept(token, PASSWORD)).status).toBe(404);
  expect(await roleOf(email)).toBeUndefined();
  const { invitations } = (await server.call('getInvitations', {}, by)).body;
  expect(invitations.map((each) => each.email)).not.toContain(email);
  expect((await accept(await tokenSentTo(resent), PASSWORD)).status).toBe(200);
});

test('an invitation that was sent with an API key ends when the key expires, before any job has run', async () => {
  const now = server.clock.now();
  const key = await newKey(await recentAdmin(), new Date(now.getTime() + 60_000).toISOString());
  const email = 'friend.of.short.key@example.test';
  expect((await invite({ email }, key.as)).status).toBe(200);
  const token = await tokenSentTo(email);
  server.clock.forward(60_000);
  expect((await accept(token, PASSWORD)).status).toBe(404);
  expect(await roleOf(email)).toBeUndefined();
  server.clock.set(now.toISOString());
});

test('revoking a key revokes the keys that were created with it, and theirs, and the audit log has each', async () => {
  const by = await recentAdmin();
  const parent = await newKey(by);
  const child = await newKey(parent.as);
  const grandchild = await newKey(child.as);
  const sibling = await newKey(by);
  const email = 'friend.of.child@example.test';
  expect((await invite({ email }, grandchild.as)).status).toBe(200);
  const token = await tokenSentTo(email);
  await server.call('revokeApiKey', { body: { keyId: parent.id } }, by);
  const statusOf = async ({ as }: { as: Caller }) => (await server.call('getUsers', { query: {} }, as)).status;
  expect([await statusOf(parent), await statusOf(child), await statusOf(grandchild), await statusOf(sibling)]).toEqual([
    401, 401, 401, 200,
  ]);
  expect((await accept(token, PASSWORD)).status).toBe(404);
  for (const { id } of [parent, child, grandchild]) {
    const { entries } = (await server.call('getAuditLog', { query: { search: id } }, by)).body;
    expect(entries.map(({ action, actorName }) => [action, actorName])).toContainEqual([
      'revoke-api-key',
      'Anjali Rao',
    ]);
  }
});
