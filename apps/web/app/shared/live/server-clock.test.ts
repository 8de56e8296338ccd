import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serverNow, syncServerClock } from './server-clock.ts';

afterEach(() => vi.useRealTimers());

test('uses the server’s time when the device clock is wrong or changed while the board is open', () => {
  vi.useFakeTimers({ now: new Date('2001-01-01T00:00:00Z'), toFake: ['Date', 'performance'] });
  const requestedAt = performance.now();
  vi.advanceTimersByTime(400);
  syncServerClock('2026-11-20T22:00:00.000Z', requestedAt);
  // assumes that the response was written halfway through the request
  expect(serverNow().toISOString()).toBe('2026-11-20T22:00:00.200Z');
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime(new Date('2030-01-01T00:00:00Z'));
  expect(serverNow().toISOString()).toBe('2026-11-20T22:01:00.200Z');
  syncServerClock('nonsense');
  expect(serverNow().toISOString()).toBe('2026-11-20T22:01:00.200Z');
});

test('a page without a connection corrects the device clock by its last known error', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T19:00:00Z'), toFake: ['Date', 'performance'] });
  const stored = new Map<string, string>();
  vi.stubGlobal('document', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  (await import('./server-clock.ts')).syncServerClock('2026-11-20T22:00:00.000Z');
  vi.setSystemTime(new Date('2026-11-20T19:10:00Z'));
  vi.resetModules();
  const reloaded = await import('./server-clock.ts');
  expect(reloaded.serverNow().toISOString()).toBe('2026-11-20T22:10:00.000Z');
});
