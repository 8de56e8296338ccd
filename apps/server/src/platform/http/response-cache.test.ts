import { expect, test, vi } from 'vitest';
import { clockFrom } from '../clock.ts';
import { readConfig } from '../../config.ts';
import { CachedResponse } from './cached-response.ts';
import { ResponseCache } from './response-cache.ts';
import { observer } from './observe.ts';

const MENU = 'http://tiffin.test/api/getLocationMenu?locationId=truro';
const response = new CachedResponse('{"success":true}', 'application/json');

function laneWith(current: () => CachedResponse | null = () => response) {
  const count = vi.fn<(call: string, status: number, ms: number) => void>();
  const log = { isLevelEnabled: () => false };
  // The code under test uses only these parts of the log and the metrics.
  const config = readConfig({ NODE_ENV: 'test' });
  const lane = new ResponseCache(observer({ config, metrics: { count }, log, clock: clockFrom(null) } as never));
  lane.keep(MENU, 'en', 'getLocationMenu', current);
  lane.keep('http://tiffin.test/', 'en', 'page', current);
  const ask = (url = MENU, init: RequestInit = {}) => lane.answer(new Request(url, init), {});
  return { lane, count, ask };
}

test('serves a cached response at once with its request id and headers, and counts it', async () => {
  const { ask, count } = laneWith();
  const answer = ask(MENU, { headers: { 'x-request-id': 'abc-1' } });
  expect(await answer?.json()).toEqual({ success: true });
  expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
    'content-type': 'application/json',
    etag: response.etag,
    'x-request-id': 'abc-1',
    'x-content-type-options': 'nosniff',
  });
  expect(count).toHaveBeenCalledExactlyOnceWith('getLocationMenu', 200, expect.any(Number));
});

test.each([
  ['the head alone', MENU, { method: 'HEAD' }],
  ['a change', MENU, { method: 'POST' }],
  ['another query', `${MENU}&x=1`, {}],
  ['a visitor with a session', MENU, { headers: { cookie: 'a=b; __Secure-tiffin.session_token=x' } }],
  [
    'somebody at the front door who chose another language',
    'http://tiffin.test/',
    { headers: { cookie: 'language=fr' } },
  ],
  ['a caller with a token', MENU, { headers: { authorization: 'Bearer x' } }],
  ['a caller with a key', MENU, { headers: { 'x-api-key': 'pk_demo' } }],
  ['a response that is not compressed yet', MENU, { headers: { 'accept-encoding': 'gzip' } }],
])('%s is handled normally and not counted', (_what, url, init) => {
  const { ask, count } = laneWith();
  expect(ask(url, init)).toBeNull();
  expect(count).not.toHaveBeenCalled();
});

test('does not serve the cached response of another language', async () => {
  const { lane, ask } = laneWith();
  const french = new CachedResponse('{"success":true,"in":"French"}', 'application/json');
  const inFrench = { headers: { 'accept-language': 'fr-CA,fr;q=0.9' } };
  expect(ask(MENU, inFrench)).toBeNull();
  lane.keep(MENU, 'fr', 'getLocationMenu', () => french);
  expect(await ask(MENU, inFrench)?.json()).toEqual({ success: true, in: 'French' });
  expect(await ask(MENU, { headers: { 'accept-language': 'en' } })?.json()).toEqual({ success: true });
  expect(await ask()?.json()).toEqual({ success: true });
});

test('handles requests normally while the cached response may be outdated', () => {
  let current: CachedResponse | null = null;
  const { ask } = laneWith(() => current);
  expect(ask()).toBeNull();
  current = response;
  expect(ask()?.status).toBe(200);
});

test('answers 304 to a client that has the response, and reuses its compressed form', async () => {
  const { ask } = laneWith();
  const existing = ask(MENU, { headers: { 'if-none-match': response.etag } });
  expect([existing?.status, existing?.body]).toEqual([304, null]);
  const request = { 'accept-encoding': 'gzip, br' };
  await response.answer(new Headers(request));
  expect(ask(MENU, { headers: request })?.headers.get('content-encoding')).toBe('br');
});

test('the same path under another Host gets the same response and takes no more memory', () => {
  const { lane, ask } = laneWith();
  for (let n = 0; n < 60; n++) {
    const address = MENU.replace('tiffin.test', `host-${n}.test:8080`);
    expect(ask(address)?.status).toBe(200);
    lane.keep(address, 'en', 'getLocationMenu', () => null);
  }
  expect([ask(), ask('http://tiffin.test/')].map((answer) => answer?.status)).toEqual([200, 200]);
});

test('a new path replaces the one that was not used for the longest time', () => {
  const { lane, ask } = laneWith();
  for (let n = 0; n < 48; n++) lane.keep(`${MENU}${n}`, 'en', 'getLocationMenu', () => response);
  const isCached = (url: string) => ask(url) !== null;
  expect(isCached(MENU)).toBe(true);
  lane.keep(`${MENU}48`, 'en', 'getLocationMenu', () => response);
  const pages = [MENU, 'http://tiffin.test/', `${MENU}0`, `${MENU}47`, `${MENU}48`];
  expect(pages.map(isCached)).toEqual([true, false, true, true, true]);
});

test('invented addresses do not fill the memory', () => {
  const { lane, ask } = laneWith();
  const long = `${MENU}${'x'.repeat(200)}`;
  lane.keep(long, 'en', 'getLocationMenu', () => response);
  expect(ask(long)).toBeNull();
  for (let n = 0; n < 60; n++) lane.keep(`${MENU}${n}`, 'en', 'getLocationMenu', () => response);
  expect([ask(), ask(`${MENU}0`), ask(`${MENU}59`)].map((answer) => answer !== null)).toEqual([false, false, true]);
});

test('cookies of other software do not prevent the cached response', () => {
  const { ask } = laneWith();
  expect(ask(MENU, { headers: { cookie: '_ga=GA1.2.3; consent=yes' } })?.status).toBe(200);
});
