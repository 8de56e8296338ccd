import { calls, REQUEST_LIMITS, type Call } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer();
const { db } = server.context;
const manager = await server.signIn('manager.truro@demo.test');

const deprecated = Object.values<Call>(calls).flatMap((call) =>
  (call.deprecatedPaths ?? []).map((path) => ({ call, path })),
);

const post = (path: string, body: object, as: Caller = {}) =>
  server.fetch(
    path,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    as,
  );

test.each(deprecated)('$path requires the same rights and method as its call', async ({ call, path }) => {
  const statusOf = async (at: string) =>
    (call.method === 'get' ? await server.fetch(`/api${at}`) : await post(`/api${at}`, {})).status;
  expect(await statusOf(path)).toBe(await statusOf(call.path));
  const wrongMethod = call.method === 'get' ? await post(`/api${path}`, {}) : await server.fetch(`/api${path}`);
  expect(wrongMethod.status).toBe(405);
  expect(wrongMethod.headers.get('allow')).toBe(call.method.toUpperCase());
});

test('a request sent to the deprecated path and repeated on the new one runs once', async () => {
  const as = { ...manager, 'idempotency-key': crypto.randomUUID() };
  const body = { locationId: 'truro', kind: 'pause', until: 30 };
  const first = await post('/api/setPace', body, as);
  expect(first.status).toBe(200);
  const repeated = await post('/api/setOrderPacing', body, as);
  expect(await repeated.json()).toEqual(await first.json());
  const stored = db.selectFrom('idempotency_keys').select('call').where('key', '=', as['idempotency-key']);
  expect(await stored.execute()).toEqual([{ call: 'setPace' }]);
});

test('a deprecated path counts towards the same rate limit', async () => {
  const remaining = async (path: string) => {
    const { headers } = await post(path, { locationId: 'truro', kind: 'open' }, manager);
    const [, name, left] = /^"(.+)";r=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
    return { name, left: Number(left) };
  };
  const { name, left } = await remaining('/api/setOrderPacing');
  expect(name).toBe(REQUEST_LIMITS.work.name);
  expect(await remaining('/api/setPace')).toEqual({ name, left: left - 1 });
});

test('the OpenAPI description marks only the deprecated paths', async () => {
  const { paths } = (await (await server.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { deprecated?: boolean }>>;
  };
  const marked = Object.keys(paths).filter((path) => Object.values(paths[path] ?? {}).some((each) => each.deprecated));
  expect(marked.toSorted()).toEqual(deprecated.map(({ path }) => path).toSorted());
});
