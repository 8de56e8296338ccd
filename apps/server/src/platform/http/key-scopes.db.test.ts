import { calls, type Call } from '@tiffin/contract';
import { scopeOf } from '@tiffin/contract/areas';
import { isPostCall } from '@tiffin/contract/methods';
import { KEY_SCOPES, type KeyScope } from '@tiffin/domain/people';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../testing/server.ts';
import { hashKey } from '../auth/secrets.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db, clock } = server.context;

let lastKey = 0;
async function keyWith(scopes: readonly KeyScope[], kind: 'admin' | 'customer' = 'admin'): Promise<Caller> {
  lastKey++;
  const key = `sk_scopes_${lastKey}`;
  const row = { id: key, name: key, kind, shown: key, hash: hashKey(key), created_at: clock.now() };
  await db
    .insertInto('api_keys')
    .values({ ...row, scopes: [...scopes] })
    .execute();
  return { 'x-api-key': key };
}

const allBut = (scope: KeyScope) => KEY_SCOPES.filter((each) => each !== scope);
const withScope = new Map<KeyScope, Caller>();
const withoutScope = new Map<KeyScope, Caller>();
for (const scope of KEY_SCOPES) {
  withScope.set(scope, await keyWith([scope]));
  withoutScope.set(scope, await keyWith(allBut(scope)));
}

async function request(name: string, as: Caller | undefined) {
  const init = isPostCall(name) ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } : {};
  const answer = await server.fetch(`/api/${name}`, init, as);
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown> };
}

const ALL = Object.entries<Call>(calls);

test.each(ALL)('%s allows a key with only its scope, and refuses a key with every other scope', async (name, call) => {
  const scope = scopeOf(call);
  const allowed = await request(name, withScope.get(scope));
  expect([401, 403]).not.toContain(allowed.status);
  const refused = await request(name, withoutScope.get(scope));
  expect(refused).toMatchObject({ status: 403, body: { code: 'scope-missing', scope } });
  expect(refused.body['error']).toContain(`lacks the scope ${scope}`);
});

test('whatever scopes a key of either kind has, it may make exactly the calls that they name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(KEY_SCOPES, { minLength: 1 }),
      fc.constantFrom('admin' as const, 'customer' as const),
      fc.subarray(ALL, { minLength: 5, maxLength: 5 }),
      async (scopes, kind, some) => {
        const as = await keyWith(scopes, kind);
        for (const [name, call] of some) {
          const { body } = await request(name, as);
          const isAllowed = scopes.includes(scopeOf(call));
          expect(`${name}: ${body['code'] !== 'scope-missing'}`).toBe(`${name}: ${isAllowed}`);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('metrics for a scraper need the scope of health', async () => {
  expect((await server.fetch('/metrics', {}, withScope.get('health:read'))).status).toBe(200);
  expect((await server.fetch('/metrics', {}, withoutScope.get('health:read'))).status).toBe(403);
});

test('a session with a limited customer key is limited too', async () => {
  const customer = await server.signIn('customer@demo.test');
  const limited = { ...customer, ...(await keyWith(['menu:read'], 'customer')) };
  expect((await request('getCustomerOrders', customer)).status).toBe(200);
  expect(await request('getCustomerOrders', limited)).toMatchObject({ status: 403, body: { code: 'scope-missing' } });
  expect((await request('getFavorites', limited)).status).toBe(200);
});

test('the description names the scope of every call that keys may make', async () => {
  const { paths } = (await (await server.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { description: string }>>;
  };
  for (const [name, call] of ALL.filter(([, { peopleOnly }]) => !peopleOnly)) {
    expect(paths[`/${name}`]?.[call.method]?.description).toContain(`\`${scopeOf(call)}\``);
  }
});
