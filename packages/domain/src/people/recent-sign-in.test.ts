import { expect, test } from 'vitest';
import { isRecentProof } from './recent-sign-in.ts';

test('a sign-in counts as fresh for ten minutes', () => {
  const proven = new Date('2026-11-20T22:00:00Z');
  expect(isRecentProof(proven, new Date('2026-11-20T22:10:00Z'))).toBe(true);
  expect(isRecentProof(proven, new Date('2026-11-20T22:10:01Z'))).toBe(false);
});
