import { expect, test } from 'vitest';
import { nextWebhookAttempt } from './webhooks.ts';

const since = new Date('2026-11-27T12:00:00Z');
const after = (seconds: number) => new Date(since.getTime() + seconds * 1_000);

test('a failed delivery is tried again with growing delays, and given up after three days', () => {
  let now = since;
  const delays: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const next = nextWebhookAttempt(attempts, since, now);
    if (!next) break;
    delays.push((next.getTime() - now.getTime()) / 1_000);
    now = next;
  }
  expect(delays.slice(0, 7)).toEqual([5, 30, 120, 600, 1_800, 3_600, 3_600]);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(now.getTime()).toBeGreaterThanOrEqual(after(72 * 3_600).getTime());
  expect(now.getTime()).toBeLessThan(after(73 * 3_600).getTime());
});
