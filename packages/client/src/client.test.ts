import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, createClient } from './index.ts';
import type { ClientOptions } from './client.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
}

let sent: Sent[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
});
afterEach(() => vi.useRealTimers());

const LONGER_THAN_ALL_DELAYS_MS = 10_000;

type Outcome = Response | Error | 'silence';
const refusal = (status: number, code: string, headers: HeadersInit = {}) =>
  Response.json({ success: false, error: `no: ${code}`, code, requestId: 'r1', timestamp: '' }, { status, headers });
const done = () => Response.json({ success: true, status: 'healthy' });

/** A client whose requests get these outcomes, one after the other. */
function clientWith(outcomes: readonly Outcome[], options: Partial<ClientOptions> = {}) {
  const rest = [...outcomes];
  return createClient({
    baseUrl: 'https://restaurant.example/',
    ...options,
    fetch: async (url, init = {}) => {
      const { method = 'GET', body, signal } = init;
      sent.push({
        url: new Request(url).url,
        method,
        headers: new Headers(init.headers),
        body: typeof body === 'string' ? body : null,
      });
      const outcome = rest.shift() ?? done();
      if (outcome instanceof Error) throw outcome;
      if (outcome !== 'silence') return outcome;
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    },
  });
}

const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as ApiError,
  );
const keyOf = ({ headers }: Sent) => headers.get('idempotency-key');
const book = { body: { locationId: 'truro', date: '2026-11-27', time: '18:00', partySize: 2 } } as never;

test('reads with GET and the API key, leaving out fields without a value', async () => {
  const api = clientWith([], { apiKey: 'pk_demo' });
  await api.call('getLocationMenu', { query: { locationId: 'truro & co', language: undefined } as never });
  const [{ url, method, headers }] = sent as [Sent];
  expect([url, method]).toEqual(['https://restaurant.example/api/getLocationMenu?locationId=truro+%26+co', 'GET']);
  expect([headers.get('x-api-key'), headers.get('idempotency-key')]).toEqual(['pk_demo', null]);
});

test('each write has its own idempotency key, or the one the caller chose', async () => {
  const api = clientWith([], { cookie: 'session=x' });
  await api.call('createReservation', book);
  await api.call('createReservation', book);
  await api.call('createReservation', book, { idempotencyKey: 'mine', headers: { 'x-manager-pin': 'u:1' } });
  const keys = sent.map(keyOf);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('mine');
  const { headers, body } = sent[2] as Sent;
  expect([headers.get('x-manager-pin'), headers.get('origin')]).toEqual(['u:1', 'https://restaurant.example']);
  expect(JSON.parse(body ?? '')).toMatchObject({ partySize: 2 });
});

test.each<[string, Outcome]>([
  ['429', refusal(429, 'rate-limited')],
  ['502 of a proxy', new Response('<html>', { status: 502 })],
  ['503', refusal(503, 'unavailable')],
  ['a broken connection', new TypeError('fetch failed')],
])('a write is repeated with the same key after %s', async (_what, outcome) => {
  const booked = clientWith([outcome, refusal(503, 'unavailable')]).call('createReservation', book);
  await vi.advanceTimersByTimeAsync(LONGER_THAN_ALL_DELAYS_MS);
  expect(await booked).toMatchObject({ success: true });
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(keyOf)).size).toBe(1);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
});

test.each([
  [400, 'invalid-argument'],
  [403, 'scope-missing'],
  [409, 'slot-unavailable'],
  [500, 'internal'],
])('%i is not repeated and throws its code', async (status, code) => {
  const error = await caught(clientWith([refusal(status, code)]).call('createReservation', book));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status, code, message: `no: ${code}`, requestId: 'r1' });
  expect(sent).toHaveLength(1);
});

test('waits as long as the server asks, and does not wait for a server that asks too much', async () => {
  const work = clientWith([refusal(429, 'rate-limited', { 'retry-after': '7' })]).call('ping');
  await vi.advanceTimersByTimeAsync(6_900);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  await work;
  expect(sent).toHaveLength(2);
  const tooLong = clientWith([refusal(429, 'rate-limited', { 'retry-after': '600' })]);
  expect(await caught(tooLong.call('ping'))).toMatchObject({ status: 429, code: 'rate-limited' });
});

test('gives up after the last retry with the reason, and its delays grow and differ', async () => {
  const at: number[] = [];
  const began = Date.now();
  const api = createClient({
    baseUrl: 'https://restaurant.example',
    fetch: () => {
      at.push(Date.now() - began);
      return Promise.reject(new TypeError('fetch failed'));
    },
  });
  const work = caught(api.call('ping'));
  await vi.advanceTimersByTimeAsync(LONGER_THAN_ALL_DELAYS_MS);
  expect(await work).toMatchObject({ status: null, code: 'network', cause: new TypeError('fetch failed') });
  expect(at).toHaveLength(5);
  const delays = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  for (const [index, delay] of delays.entries()) {
    expect(delay).toBeGreaterThanOrEqual(Math.floor((250 * 2 ** index) / 2));
    expect(delay).toBeLessThanOrEqual(250 * 2 ** index + 1);
  }
});

test('a request without an answer in time is retried, and then fails with a timeout', async () => {
  vi.useRealTimers();
  const api = clientWith(['silence', 'silence'], { timeoutMs: 20, retries: 1 });
  expect(await caught(api.call('ping'))).toMatchObject({ code: 'timeout', status: null });
  expect(sent).toHaveLength(2);
});

test('an abort by the caller ends the request and its retries at once', async () => {
  const stop = new AbortController();
  const inFlight = caught(clientWith(['silence']).call('ping', {}, { signal: stop.signal }));
  stop.abort(new Error('enough'));
  expect(await inFlight).toMatchObject({ message: 'enough' });
  const later = new AbortController();
  const waiting = caught(clientWith([refusal(503, 'unavailable')]).call('ping', {}, { signal: later.signal }));
  await vi.advanceTimersByTimeAsync(0);
  later.abort(new Error('enough'));
  expect(await waiting).toMatchObject({ message: 'enough' });
  expect(sent).toHaveLength(2);
});

test('files come as text, or unread', async () => {
  const csv = () => new Response('a,b', { headers: { 'content-type': 'text/csv' } });
  expect(await clientWith([csv()]).call('getUsersCsv')).toBe('a,b');
  const response = await clientWith([csv()]).fetch('getUsersCsv');
  expect(response.bodyUsed).toBe(false);
});

test('a proxy that answers with a page has a code of its own', async () => {
  const error = await caught(clientWith([new Response('<html>', { status: 404 })]).call('ping'));
  expect(error).toMatchObject({ status: 404, code: 'http-404', fields: [], requestId: null });
});
