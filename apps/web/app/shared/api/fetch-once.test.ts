import { afterEach, expect, test, vi } from 'vitest';
import { authPost } from '../../guest/security/auth-post.ts';
import { fetchOnce } from './fetch-once.ts';
import { saveCsv } from './save-csv.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Makes every request hang until its time is over, which is at once, and returns the timeouts. */
function hangingNetwork(): number[] {
  const timeouts: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    timeouts.push(ms);
    return AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
  });
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => signal?.throwIfAborted());
  return timeouts;
}

test.each([
  ['a list as a file', () => saveCsv('getUsersCsv', {}, 'people.csv')],
  ['a step of sign-in', () => authPost('/two-factor/enable', {})],
])('%s is given up after 30 s [C-API-02]', async (_what, request) => {
  const timeouts = hangingNetwork();
  await expect(request()).rejects.toMatchObject({
    code: 'timeout',
    message: 'The request took too long. Please try again.',
  });
  expect(timeouts).toEqual([30_000]);
});

test('a response that is not JSON is an error of its own [C-ERR-18]', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to our Wi-Fi</h1>'));
  await expect(fetchOnce('/api/ping', {}, (response) => response.json())).rejects.toMatchObject({
    code: 'data-loss',
    message: 'Some data could not be read. Please try again.',
  });
});
