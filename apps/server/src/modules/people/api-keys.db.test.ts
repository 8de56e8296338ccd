import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');

test('an admin key is shown once, stored as a hash, has admin rights and stops working when revoked', async () => {
  const { body } = await server.call('createApiKey', { body: { name: 'Till integration' } }, admin);
  const key = body.key ?? '';
  expect(key).toMatch(/^sk_[\w-]{32}$/);
  expect(body.apiKey).toMatchObject({
    name: 'Till integration',
    kind: 'admin',
    createdBy: 'Anjali Rao',
    lastUsedAt: null,
    revokedAt: null,
  });
  expect(body.apiKey.shown).toBe(`${key.slice(0, 7)}…`);

  const machine = { 'x-api-key': key };
  expect((await server.call('getUsers', {}, machine)).status).toBe(200);
  const listed = await server.call('getApiKeys', {}, machine);
  expect(JSON.stringify(listed.body)).not.toContain(key);
  expect(listed.body.apiKeys.find((each) => each.id === body.apiKey.id)?.lastUsedAt).toBe('2026-11-20T22:00:00.000Z');
  const everything = await db.selectFrom('api_keys').selectAll().execute();
  expect(JSON.stringify(everything)).not.toContain(key);

  const stream = await server.fetch('/api/events', {}, machine);
  const reader = stream.body?.getReader();
  await reader?.read();
  const revoked = await server.call('revokeApiKey', { body: { keyId: body.apiKey.id } }, admin);
  expect(revoked.body.apiKey.revokedAt).toBe('2026-11-20T22:00:00.000Z');
  expect((await server.call('getUsers', {}, machine)).status).toBe(401);
  while (!(await reader?.read())?.done) continue; // its live events end
  server.clock.forward(1_000);
  const twice = await server.call('revokeApiKey', { body: { keyId: body.apiKey.id } }, admin);
  expect(twice.body.apiKey.revokedAt).toBe('2026-11-20T22:00:00.000Z');
});

test('a repeated request creates no second key, and its stored response does not contain the first', async () => {
  const ask = () =>
    server.call('createApiKey', { body: { name: 'Repeated' } }, { ...admin, 'idempotency-key': 'once-1' });
  const first = await ask();
  const second = await ask();
  expect(second.body.apiKey.id).toBe(first.body.apiKey.id);
  expect(second.body.key).toBeNull();
  const stored = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'once-1').execute();
  expect(JSON.stringify(stored)).not.toContain(first.body.key);
  const { body } = await server.call('getApiKeys', {}, admin);
  expect(body.apiKeys.filter((each) => each.name === 'Repeated')).toHaveLength(1);
});

test('a customer key is public: it is listed in full and identifies the site without a person’s rights', async () => {
  const { body } = await server.call('createApiKey', { body: { name: 'App', kind: 'customer' } }, admin);
  expect(body.apiKey.shown).toBe(body.key);
  const caller = { 'x-api-key': body.key ?? '' };
  expect((await server.call('getUsers', {}, caller)).status).toBe(401);
  expect((await server.call('getMe', {}, caller)).body.me).toBeNull();
});

test('only admins add and revoke keys, each with a name and an audit entry', async () => {
  const manager = await server.signIn('manager.truro@demo.test');
  expect((await server.call('createApiKey', { body: { name: 'Mine' } }, manager)).status).toBe(403);
  expect((await server.call('getApiKeys', {}, manager)).status).toBe(403);
  expect((await server.call('createApiKey', { body: { name: '  ' } }, admin)).body.error).toBe('Name is required');
  expect((await server.call('revokeApiKey', { body: { keyId: 'nothing' } }, admin)).status).toBe(404);
  const { body } = await server.call('getAuditLog', { query: { search: 'api-key', kind: 'people' } }, admin);
  expect(body.entries.map((entry) => entry.action)).toEqual([
    'create-api-key',
    'create-api-key',
    'revoke-api-key',
    'create-api-key',
  ]);
});
