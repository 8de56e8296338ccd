import { expect, test } from 'vitest';
import { buildsToKeep } from './builds-to-keep.ts';

test('keeps the files of this build and the two builds before it', () => {
  const builds = ['d', 'c', 'b', 'a'].map((id) => ({ id, files: [`/assets/${id}.js`] }));
  const next = { id: 'e', files: ['/assets/e.js'] };
  expect(buildsToKeep(builds, next).map(({ id }) => id)).toEqual(['e', 'd', 'c']);
  expect(buildsToKeep([next, ...builds], next).map(({ id }) => id)).toEqual(['e', 'd', 'c']);
  expect(buildsToKeep([], next)).toEqual([next]);
});
