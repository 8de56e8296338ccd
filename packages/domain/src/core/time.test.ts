import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownWindow } from './time.ts';

const MINUTE = 60_000;
const minute = fc.integer({ min: 0, max: 7 * 24 * 60 }).map((minutes) => Date.UTC(2026, 10, 20) + minutes * MINUTE);

test('a promise is shown in steps of five minutes, contains the exact one, and never ends earlier', () => {
  fc.assert(
    fc.property(minute, fc.integer({ min: 0, max: 90 }), (start, width) => {
      const [from, to] = [new Date(start), new Date(start + width * MINUTE)];
      const shown = shownWindow(from, to);
      for (const at of [shown.from, shown.to]) expect(at.getTime() % (5 * MINUTE)).toBe(0);
      expect(shown.to.getTime()).toBeGreaterThanOrEqual(to.getTime());
      expect(shown.to.getTime() - to.getTime()).toBeLessThan(5 * MINUTE);
      expect(Math.abs(shown.from.getTime() - from.getTime())).toBeLessThan(5 * MINUTE);
      // A single time stays one; a window is never narrowed.
      expect(width === 0 ? shown.from.getTime() === shown.to.getTime() : shown.from <= from).toBe(true);
    }),
  );
});
