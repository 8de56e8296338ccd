import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const admin = await server.signIn('admin@demo.test');
const truro = await payloadMaker(server);
const PAGE = 'https://www.sizzle.example';
const OTHER = 'https://evil.example';

async function newKey(body: { kind?: 'customer' | 'admin'; origins?: string[]; expiresAt?: string }) {
  return server.call('createApiKey', { body: { name: 'Website', kind: 'customer', ...body } }, admin);
}
const { body: made } = await newKey({ origins: [PAGE] });
const key = { 'x-api-key': made.key ?? '' };

const from = (origin: string, call = 'getLocations', init: RequestInit = {}, as: Record<string, string> = key) =>
  server.fetch(`/api/${call}`, init, { ...as, origin });
const preflight = (origin: string) =>
  from(origin, 'createCustomerOrderCash', { method: 'OPTIONS' }, { 'access-control-request-method': 'POST' });
const readableBy = ({ headers }: Response) => headers.get('access-control-allow-origin');

test('a page that a key lists reads and orders with it, without cookies', async () => {
  const hours = await from(PAGE);
  expect([hours.status, readableBy(hours), hours.headers.get('vary')]).toEqual([
    200,
    PAGE,
    expect.stringContaining('origin'),
  ]);
  expect(hours.headers.get('access-control-allow-credentials')).toBeNull();
  const asked = await preflight(PAGE);
  expect([asked.status, readableBy(asked)]).toEqual([204, PAGE]);
  expect(asked.headers.get('access-control-allow-headers')).toContain('x-api-key');
  const body = JSON.stringify(truro());
  const headers = { 'content-type': 'application/json' };
  const ordered = await from(PAGE, 'createCustomerOrderCash', { method: 'POST', headers, body });
  expect([ordered.status, readableBy(ordered)]).toEqual([200, PAGE]);
});

test('such a page can read why it was refused', async () => {
  const refused = await from(PAGE, 'getUsers');
  expect([refused.status, readableBy(refused)]).toEqual([401, PAGE]);
});

test('such a page follows live events with the key, and no other page does', async () => {
  const follow = async (origin: string, as?: Record<string, string>) => {
    const stop = new AbortController();
    const answer = await from(origin, 'events', { signal: stop.signal }, as);
    const begin = new TextDecoder().decode((await answer.body?.getReader().read())?.value);
    stop.abort();
    return [answer.status, readableBy(answer), /event: hello|"code":"[\w-]+"/.exec(begin)?.[0]];
  };
  expect(await follow(PAGE)).toEqual([200, PAGE, 'event: hello']);
  expect(await follow(OTHER)).toEqual([403, null, '"code":"origin-not-allowed"']);
  expect(await follow(PAGE, {})).toEqual([200, null, 'event: hello']);
  expect(await follow(PAGE, { 'x-api-key': 'pk_invalid' })).toEqual([401, null, expect.any(String)]);
});

test('an origin with the usual port is the origin that browsers send', async () => {
  const withPort = await newKey({ origins: ['https://port.example:443', 'https://port.example'] });
  expect(withPort.body.apiKey.origins).toEqual(['https://port.example']);
  expect((await newKey({ origins: ['https://256.256.256.256'] })).status).toBe(400);
});

test('a page that is not listed reads nothing, with a key or without', async () => {
  const { body: unlisted } = await newKey({});
  const answers = [
    await from(OTHER),
    await from(OTHER, 'getLocations', {}, { 'x-api-key': unlisted.key ?? '' }),
    await from(OTHER, 'getLocations', {}, {}),
    await from(PAGE, 'getLocations', {}, {}),
    await from(PAGE, 'getLocations', {}, { 'x-api-key': unlisted.key ?? '' }),
    await preflight(OTHER),
    await preflight(`${PAGE}.evil.example`),
  ];
  expect(answers.map(readableBy)).toEqual(answers.map(() => null));
  expect(await (await from(OTHER)).json()).toMatchObject({ code: 'origin-not-allowed' });
});

test('this site and programs use the key as before', async () => {
  expect((await server.fetch('/api/getLocations', {}, key)).status).toBe(200);
  expect((await server.call('getLocations', {}, { ...key, origin: 'http://tiffin.test' })).status).toBe(200);
});

test('a cookie from another origin still writes nothing', async () => {
  const headers = { 'content-type': 'application/json' };
  const tried = await from(PAGE, 'updateMe', { method: 'POST', headers, body: '{}' }, { ...key, ...admin });
  expect((await tried.json()) as unknown).toMatchObject({ code: 'origin-not-allowed' });
});

test('a revoked or expired key opens no page', async () => {
  const soon = new Date(server.clock.now().getTime() + 60_000).toISOString();
  const ending = 'https://ending.example';
  await newKey({ origins: [ending], expiresAt: soon });
  expect((await preflight(ending)).status).toBe(204);
  server.clock.forward(61_000);
  expect(readableBy(await preflight(ending))).toBeNull();
  await server.call('revokeApiKey', { body: { keyId: made.apiKey.id } }, admin);
  expect([readableBy(await preflight(PAGE)), readableBy(await from(PAGE))]).toEqual([null, null]);
});

test.each(['*', 'null', 'sizzle.example', 'http://sizzle.example', `${PAGE}/`, `${PAGE}/order`, 'https://*.example'])(
  'an admin cannot list %s as an origin',
  async (origin) => {
    expect((await newKey({ origins: [origin] })).status).toBe(400);
  },
);

test('an admin key is for no page', async () => {
  expect((await newKey({ kind: 'admin', origins: [PAGE] })).body.error).toMatch(/must not be on a page/);
});

test('the embed is a script in the language of the page', async () => {
  const script = await server.fetch('/embed.js', {}, { 'accept-language': 'fr' });
  expect(script.headers.get('content-type')).toContain('javascript');
  expect(await script.text()).toContain('Réserver une table');
});
