import type { IncomingMessage } from 'node:http';
import { calls } from '@tiffin/contract';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { routes } from '../../routes.ts';
import { testServer } from '../../testing/server.ts';
import { requestWithinLimits } from '../../web/pages.ts';
import { OTHER_PATHS } from './other-paths.ts';

const server = await testServer();
const json = { 'content-type': 'application/json' };

test('every call of the contract has exactly one handler', () => {
  expect(routes.map((route) => route.call.path).toSorted()).toEqual(
    Object.values(calls)
      .map((call) => call.path)
      .toSorted(),
  );
});

test('health and ping need no key [C-API-10] [C-API-12] [C-API-18] [A-API-31]', async () => {
  const [ping, health] = [await server.call('ping', {}), await server.call('healthCheck', {})];
  expect(ping.status).toBe(200);
  expect(health.status).toBe(200);
  expect(ping.body).toMatchObject({ success: true, pong: true });
  expect(health.body).toMatchObject({ success: true, status: 'healthy', database: 'up' });
});

test('the advanced health reports each part [C-API-11]', async () => {
  const { body } = await server.call('healthCheckAdvanced', {}, await server.signIn('admin@demo.test'));
  expect(body).toMatchObject({
    version: expect.any(String),
    migrations: { pending: 0 },
    providers: { mail: 'outbox', sms: 'outbox', payments: 'sandbox' },
  });
});

test('strangers learn only whether the server is healthy, not its version or disk', async () => {
  for (const as of [{}, await server.signIn('customer@demo.test'), await server.signIn('manager.truro@demo.test')]) {
    const advanced = await server.call('healthCheckAdvanced', {}, as);
    const existing = ['success', 'status', 'uptime', 'timestamp', 'database'];
    expect(Object.keys(advanced.body).toSorted()).toEqual(existing.toSorted());
    expect(advanced.body.database).toEqual({ state: 'up' });
    expect((await server.call('healthCheck', {}, as)).body).not.toHaveProperty('version');
  }
});

test('personal responses are not cacheable', async () => {
  const caller = await server.signIn('customer@demo.test');
  for (const path of ['/api/getMe', '/api/getCustomerOrders', '/api/exportMyData', '/api/auth/get-session']) {
    expect((await server.fetch(path, {}, caller)).headers.get('cache-control')).toContain('no-store');
  }
  const menu = await server.fetch('/api/getLocationMenu?locationId=truro');
  expect(menu.headers.get('cache-control')).toBe('no-cache');
});

test.each([
  ['unknown path', '/api/nothing', {}, 404, 'not-found'],
  ['wrong method', '/api/ping', { method: 'POST', headers: json, body: '{}' }, 405, 'method-not-allowed'],
  ['malformed JSON', '/api/updateMe', { method: 'POST', headers: json, body: '{"a":' }, 400, 'malformed-json'],
  [
    'wrong content type',
    '/api/updateMe',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    415,
    'unsupported-media-type',
  ],
  [
    'wrong field',
    '/api/updateMe',
    { method: 'POST', headers: json, body: '{"displayName":5}' },
    400,
    'invalid-argument',
  ],
  ['missing query', '/api/getLocation', {}, 400, 'invalid-argument'],
  ['unknown location', '/api/getLocation?locationId=atlantis', {}, 404, 'location-not-found'],
])('%s returns the error body [C-API-25]', async (_name, path, init: RequestInit, status, code) => {
  const caller = await server.signIn('customer@demo.test');
  const answer = await server.fetch(path, init, { ...caller, 'x-request-id': 'abc-1' });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-request-id')).toBe('abc-1');
  expect(await answer.json()).toEqual(
    expect.objectContaining({
      success: false,
      code,
      error: expect.any(String),
      timestamp: expect.stringMatching(/Z$/),
      requestId: 'abc-1',
    }),
  );
});

test.each([
  ['a profile', '/api/updateMe', 16],
  ['an order', '/api/createCustomerOrderCash', 64],
  ['an address that takes one line', '/api/unsubscribe', 2],
])(
  '%s larger than its call allows is refused, with or without a declared length [C-LIMIT-01] [C-LIMIT-08]',
  async (_what, path, kB) => {
    const caller = await server.signIn('customer@demo.test');
    const send = (size: number, more: object, declared: Record<string, string> = {}) => {
      const body = JSON.stringify({ displayName: 'x'.repeat(size - 18) });
      const init = { method: 'POST', headers: { ...json, ...declared }, body, ...more };
      return server.fetch(path, init, caller);
    };
    const tooMuch = kB * 1024 + 1;
    const streamed = { body: new Blob(['x'.repeat(tooMuch)]).stream(), duplex: 'half' };
    expect((await send(tooMuch, {}, { 'content-length': String(tooMuch) })).status).toBe(413);
    expect((await send(tooMuch, streamed)).status).toBe(413);
    expect((await send(tooMuch - 1, {})).status).not.toBe(413);
  },
);

test('a health check that succeeds is not logged as information, other requests are', async () => {
  const { log } = server.context;
  const enabled = vi.spyOn(log, 'isLevelEnabled').mockImplementation((level) => level === 'info');
  const info = vi.spyOn(log, 'info').mockImplementation(() => undefined);
  for (const call of ['ping', 'healthCheck', 'getLocations'] as const) await server.call(call, {});
  expect(info.mock.calls).toMatchObject([[{ call: 'getLocations' }]]);
  enabled.mockRestore();
  info.mockRestore();
});

test('an aborted request is logged as 499 and not as a database failure [A-API-26]', async () => {
  const admin = await server.signIn('admin@demo.test');
  const warned = vi.spyOn(server.context.log, 'warn');
  await server.call('resetMetrics', {}, admin);
  const cut = () => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"orderId":'));
        stream.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      },
    });
    return { method: 'POST', body, duplex: 'half' };
  };
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  const answers = await Promise.all([
    server.fetch('/api/cancelOrder', { ...cut(), headers: json }, admin),
    server.fetch('/api/uploadMenuImage', { ...cut(), headers: form }, admin),
    server.fetch('/api/uploadMenuImage', { ...cut(), headers: { ...form, 'content-length': '9000000' } }, admin),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([499, 499, 499]);
  const { byCall } = (await server.call('getMetrics', {}, admin)).body.metrics;
  expect(byCall.map(({ errors }) => errors)).toEqual([0, 0, 0]);
  expect(warned).not.toHaveBeenCalled();
});

test('a repeated query returns the same result, and an invalid one is refused each time', async () => {
  const ask = async (locationId: string) => {
    const answer = await server.fetch(`/api/getLocationMenu?locationId=${encodeURIComponent(locationId)}`);
    return [answer.status, ((await answer.json()) as { locationId?: string }).locationId];
  };
  for (let turn = 0; turn < 3; turn++) {
    expect(await ask('truro')).toEqual([200, 'truro']);
    expect(await ask('new-glasgow')).toEqual([200, 'new-glasgow']);
    expect(await ask('')).toEqual([400, undefined]);
    expect(await ask('x'.repeat(51))).toEqual([400, undefined]);
    // A fragment ends the query. The text after it is ignored and must not be cached as a query.
    expect((await server.fetch('/api/getLocationMenu#?locationId=truro')).status).toBe(400);
    expect((await server.fetch('/api/getLocationMenu?locationId=nowhere#?locationId=truro')).status).toBe(404);
    for (let n = 0; n < 60; n++) expect(await ask(`nowhere-${n}`)).toEqual([404, undefined]);
  }
});

test('a call without the needed session is 401, with the wrong role 403', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  const admin = await server.signIn('admin@demo.test');
  expect((await server.call('getMetrics', {})).status).toBe(401);
  expect((await server.call('getMetrics', {}, { 'x-api-key': 'pk_demo' })).status).toBe(401);
  expect((await server.call('getMetrics', {}, { 'x-api-key': 'sk_wrong' })).status).toBe(401);
  expect((await server.call('getMetrics', {}, staff)).status).toBe(403);
  expect((await server.call('getMetrics', {}, admin)).status).toBe(200);
});

test('metrics count calls and can be reset [A-API-26] [A-API-27]', async () => {
  const admin = await server.signIn('admin@demo.test');
  await server.call('ping', {});
  const { body } = await server.call('getMetrics', {}, admin);
  expect(body.metrics.byCall.find((each) => each.call === 'ping')?.requests).toBeGreaterThan(0);
  await server.call('resetMetrics', {}, admin);
  const after = await server.call('getMetrics', {}, admin);
  expect(after.body.metrics.byCall.map((each) => each.call)).toEqual(['resetMetrics']);
});

const CLOSE = { METRICS_TOKEN: 'collector-1234567' };

test.each([
  ['elsewhere', '203.0.113.1', {}, {}, 403],
  ['this machine', '127.0.0.1', {}, {}, 200],
  ['this machine by IPv6', '::1', {}, {}, 200],
  ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, {}, 403],
  ['another proxy on it', '::ffff:127.0.0.1', { forwarded: 'for=127.0.0.1' }, {}, 403],
  ['nginx on it', '127.0.0.1', { 'x-real-ip': '203.0.113.1' }, {}, 403],
  ['this machine in production', '127.0.0.1', {}, { production: true }, 403],
  ['elsewhere with the token', '203.0.113.1', { authorization: 'Bearer collector-1234567' }, CLOSE, 200],
  ['a proxy with the token', '127.0.0.1', { via: '1.1 p', authorization: 'Bearer collector-1234567' }, CLOSE, 200],
  ['elsewhere with another token', '203.0.113.1', { authorization: 'Bearer collector-7654321' }, CLOSE, 403],
  ['a token where none is set', '203.0.113.1', { authorization: 'Bearer undefined' }, {}, 403],
])('metrics for Prometheus from %s', async (_where, remoteAddress, headers, config, status) => {
  const context = { ...server.context, config: { ...server.context.config, ...config } };
  const handler = createApp(context);
  const incoming = { socket: { remoteAddress } } as IncomingMessage;
  const answer = await handler(new Request('http://tiffin.test/metrics', { headers }), { incoming });
  expect(answer.status).toBe(status);
});

test('a cached menu is returned synchronously, without a promise', async () => {
  const handler = createApp(server.context);
  const ask = () => handler(new Request('http://tiffin.test/api/getLocationMenu?locationId=truro'));
  // Retry, because the lease may end in between on a slow machine.
  await vi.waitFor(async () => {
    await ask();
    expect(ask()).toBeInstanceOf(Response);
  });
});

test.each([
  ['POST', '/api/ping', 405, 'GET'],
  ['OPTIONS', '/api/updateMe', 405, 'POST'],
  ['HEAD', '/api/updateMe', 405, 'POST'],
  ['HEAD', '/api/ping', 200, null],
  ['GET', '/api', 404, null],
  ['GET', '/api/nothing', 404, null],
  ['GET', '/apiary', 200, null],
])('%s %s gets its allowed methods and is never handled as a page', async (method, path, status, allow) => {
  const handler = createApp(server.context, { pages: async (c) => c.text('a page') });
  const answer = await handler(new Request(`http://tiffin.test${path}`, { method }));
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
});

test('metrics are text for an admin key, and refused without one from an unknown address', async () => {
  expect((await server.fetch('/metrics')).status).toBe(403);
  const admin = await server.signIn('admin@demo.test');
  const text = await (await server.fetch('/metrics', {}, admin)).text();
  expect(text).toContain('# TYPE tiffin_requests_total counter');
  expect(text).toMatch(/tiffin_database_up 1/);
  expect(text).toContain(`tiffin_info{version="${server.context.version}",commit="${server.context.commit ?? ''}"} 1`);
});

test('the metrics follow the rules of promtool: help, type, base units, and “_total” for counters only', async () => {
  const admin = await server.signIn('admin@demo.test');
  const text = await (await server.fetch('/metrics', {}, admin)).text();
  const types = [...text.matchAll(/^# TYPE (?<name>\S+) (?<type>\S+)$/gm)].map(({ groups }) => groups ?? {});
  expect(types.length).toBeGreaterThan(10);
  const faults = types.flatMap(({ name = '', type }) => [
    ...(/^# HELP \S+ \S/m.test(text.slice(text.indexOf(`# HELP ${name} `))) ? [] : [`${name} has no help`]),
    ...(name.endsWith('_total') === (type === 'counter') ? [] : [`${name} is a ${type}`]),
    ...(/:|[A-Z]|_(?:ms|milliseconds|minutes|hours|kb|mb|kilobytes|percent|count|sum|bucket)(?:_|$)/.test(name)
      ? [`${name} has no base unit, or a reserved word`]
      : []),
  ]);
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const untyped = samples.filter((line) => !types.some(({ name = '' }) => line.startsWith(name)));
  expect([...faults, ...untyped]).toEqual([]);
});

test('the OpenAPI description contains every call', async () => {
  const book = (await (await server.fetch('/api/openapi.json')).json()) as { openapi: string; paths: object };
  expect(book.openapi).toBe('3.1.0');
  const described = Object.keys(book.paths).filter((path) => !(path in OTHER_PATHS));
  expect(described.toSorted()).toEqual(
    Object.values(calls)
      .map(({ path }) => path)
      .toSorted(),
  );
  expect((await server.fetch('/api/docs')).headers.get('content-type')).toContain('text/html');
});

test('every response has the security headers, and documents have additional ones', async () => {
  const data = await server.fetch('/api/ping');
  const document = await server.fetch('/nothing-here');
  for (const { headers } of [data, document]) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  }
  expect(document.headers.get('x-frame-options')).toBe('DENY');
  expect(document.headers.get('permissions-policy')).toContain('camera=()');
  expect(document.headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

const shownLocation = async (id: string) =>
  (await server.call('getLocations', {})).body.locations.find((location) => location.id === id);

test('Truro Heights has the data of the demo [C-HOME-04] [C-HOME-05] [C-HOME-06]', async () => {
  const truro = await shownLocation('truro');
  expect(truro?.address).toBe('395 Truro Heights Road');
  expect([truro?.rating, truro?.reviewCount]).toEqual([4.5, 225]);
  expect(truro?.services).toEqual(['pickup', 'dine-in', 'delivery']);
  expect(truro?.delivers?.areas).toEqual(['Truro and Bible Hill', 'Truro Heights, Hilden']);
});

test('New Glasgow has the data of the demo [C-HOME-08] [C-HOME-09] [C-HOME-10]', async () => {
  const glasgow = await shownLocation('new-glasgow');
  expect(glasgow?.address).toBe('60 Archimedes St');
  expect([glasgow?.rating, glasgow?.reviewCount]).toEqual([4.8, 186]);
  expect(glasgow?.services).toEqual(['pickup', 'dine-in']);
});

test('guests see the public data of locations, one of which delivers [C-HOME-12] [C-HOME-13]', async () => {
  const { locations } = (await server.call('getLocations', {})).body;
  expect(locations.map(({ id, services }) => [id, services.includes('delivery')])).toEqual([
    ['new-glasgow', false],
    ['truro', true],
  ]);
  for (const location of locations) {
    expect(location).toMatchObject({
      id: expect.stringMatching(/^(truro|new-glasgow)$/),
      name: expect.any(String),
      address: expect.stringMatching(/^(395 Truro Heights Road|60 Archimedes St)$/),
      postalCode: expect.stringMatching(/^B2[NH] /),
      phone: expect.stringMatching(/555/),
      hours: { monday: { open: '11:30', close: expect.any(String), closed: false } },
      features: expect.any(Array),
      isActive: true,
      rating: expect.any(Number),
      reviewCount: expect.any(Number),
    });
  }
  expect(locations[1]).toMatchObject({
    name: 'Truro Heights',
    postalCode: 'B2N 1A1',
    hours: { friday: { open: '11:30', close: '22:00', closed: false } },
    features: ['Dine-in', 'Takeout', 'Delivery', 'Catering', 'WiFi', 'Parking', 'Wheelchair Accessible'],
  });
});

test('the opening hours are those of the demo [C-HOME-07] [C-HOME-11]', async () => {
  const { body } = await server.call('getLocations', {});
  const hours = Object.fromEntries(body.locations.map((each) => [each.id, each.hours]));
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
  for (const day of days) {
    expect(hours['truro']?.[day]).toEqual({ open: '11:30', close: '22:00', closed: false });
    const late = day === 'friday' || day === 'saturday';
    expect(hours['new-glasgow']?.[day]).toEqual({ open: '11:30', close: late ? '22:00' : '21:00', closed: false });
  }
});

test.each([
  ['a page of another site', '/login', { origin: 'https://evil.test' }, 403],
  ['a page without an origin', '/login', { origin: 'null' }, 403],
  ['a page of ours that gives no referrer', '/login', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 404],
  ['a page in a frame without an origin', '/login', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  ['our own page', '/login', { origin: 'http://tiffin.test' }, 404],
  ['a machine', '/api/createReservation', { origin: 'https://evil.test' }, 400],
  ['a machine with a cookie', '/api/createReservation', { origin: 'https://evil.test', cookie: 'a=b' }, 403],
])('the origin check of a request sent by %s', async (_who, path, headers, status) => {
  // This server has no pages, so an accepted request gets 404.
  const answer = await server.fetch(path, { method: 'POST', headers: { ...json, ...headers }, body: '{}' });
  expect(answer.status).toBe(status);
});

test.each(['POST', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  '%s with a session is refused from a page of another site',
  async (method) => {
    const headers = { origin: 'https://evil.test', cookie: 'a=b' };
    expect((await server.fetch('/api/updateMe', { method, headers })).status).toBe(403);
  },
);

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s is not allowed for pages', async (method) => {
  const handler = createApp(server.context, {
    async pages(c) {
      await requestWithinLimits(server.context, c);
      return c.text('let through');
    },
  });
  const ask = async (init: RequestInit) => (await handler(new Request('http://tiffin.test/menu/truro', init))).status;
  expect(await ask({ method })).toBe(405);
  expect(await ask({ method: 'POST', body: 'a=b' })).toBe(200);
});

test.each([
  ['GET', '/api/events?orderId=%00&token=x'],
  ['GET', '/api/events?orderId=%ED%A0%80&token=%00'],
  ['GET', '/pay/sandbox/%00'],
  ['POST', '/pay/sandbox/%00'],
  ['GET', '/images/%00'],
  ['POST', '/api/webhooks/%00'],
  ['GET', '/api/auth/%00'],
])('%s %s is refused as a bad request, not as a fault of the server', async (method, path) => {
  const { status } = await server.fetch(path, { method });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test.each(['/api/openapi.json', '/api/docs'])('%s is created once and cached', async (path) => {
  const first = await server.fetch(path);
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"/)]);
  const again = await server.fetch(path, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});
