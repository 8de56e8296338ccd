import { expect, onTestFinished, test, vi } from 'vitest';
import { isServerReachable, probeDelayMs, probeServer, reportResponse } from './online.ts';

test.each([
  [0, 1000],
  [1, 1000],
  [3, 4000],
  [5, 15_000],
  [99, 15_000],
])('after %d failed probes the next one follows in %d ms', (misses, ms) => {
  expect(probeDelayMs(misses)).toBe(ms);
});

test('while the browser reports no network, a late event does not bring the connection back, but a response does', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('navigator', { onLine: false });
  const ping = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no network')));
  vi.stubGlobal('fetch', ping);
  await probeServer();
  reportResponse();
  expect(isServerReachable()).toBe(false);
  expect(await probeServer()).toBe(false);
  ping.mockResolvedValue(new Response('pong'));
  reportResponse();
  expect(await probeServer()).toBe(true);
});
