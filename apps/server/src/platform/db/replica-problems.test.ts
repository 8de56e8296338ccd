import { expect, test } from 'vitest';
import { replicaMismatch } from './replica-problems.ts';

const primary = { takesChanges: true, databaseName: 'tiffin', cluster: '7301' };

test.each([
  ['a standby of the primary', {}, null],
  ['a primary', { takesChanges: true }, 'takes-changes'],
  ['a primary of another cluster', { takesChanges: true, cluster: '9' }, 'takes-changes'],
  ['a standby of another cluster', { cluster: '9' }, 'other-cluster'],
  ['another database of the standby', { databaseName: 'postgres' }, 'other-database'],
] as const)('%s is recognised', (_, difference, mismatch) => {
  expect(replicaMismatch(primary, { ...primary, takesChanges: false, ...difference })).toBe(mismatch);
});
