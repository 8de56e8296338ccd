import { expect, test } from 'vitest';
import { keptBuilds, planFor } from './plan.ts';

const ORIGIN = 'https://tiffin.test';

test.each([
  ['/', true, 'page'],
  ['/menu/truro', true, 'page'],
  ['/menu/truro?dish=dosa', true, 'page'],
  ['/menu/truro.data', false, 'page'],
  ['/_root.data', false, 'page'],
  ['/dashboard', true, 'page'],
  ['/order-success?orderId=TRU-1', true, 'page'],
  ['/checkout', true, 'page'],
  ['/admin/dashboard', true, 'page'],
  ['/assets/entry-abc.js', false, 'asset'],
  ['/images/abc.webp', false, 'picture'],
  ['/icon-192.png', false, 'picture'],
  ['/favicon.svg', false, 'asset'],
  ['/api/getMenu', false, 'network'],
  ['/api/exportMyData', true, 'network'],
  ['/api/events', false, 'network'],
  ['/login', true, 'network'],
  ['/login.data', false, 'network'],
  ['/receipt/TRU-1', true, 'network'],
  ['/payment-cancel', true, 'network'],
  ['/worker.js', false, 'network'],
  ['/menu/truro', false, 'network'],
])('%s (navigation: %s) is answered as %s', (path, isNavigation, plan) => {
  expect(planFor({ url: new URL(path, ORIGIN), method: 'GET', isNavigation }, ORIGIN)).toBe(plan);
});

test('what writes, and what is not ours, goes to the network', () => {
  const menu = new URL('/menu/truro', ORIGIN);
  expect(planFor({ url: menu, method: 'POST', isNavigation: true }, ORIGIN)).toBe('network');
  expect(planFor({ url: new URL('https://elsewhere.test/'), method: 'GET', isNavigation: true }, ORIGIN)).toBe(
    'network',
  );
});

test('the files of this build and the two before it stay', () => {
  const builds = ['d', 'c', 'b', 'a'].map((id) => ({ id, files: [`/assets/${id}.js`] }));
  const next = { id: 'e', files: ['/assets/e.js'] };
  expect(keptBuilds(builds, next).map(({ id }) => id)).toEqual(['e', 'd', 'c']);
  expect(keptBuilds([next, ...builds], next).map(({ id }) => id)).toEqual(['e', 'd', 'c']);
  expect(keptBuilds([], next)).toEqual([next]);
});
