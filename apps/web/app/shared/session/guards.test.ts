import { expect, test } from 'vitest';
import { safeRedirect } from './guards.ts';

test.each(['/checkout', '/menu/truro?q=dal#drinks', '/admin/dashboard#orders'])('%s is a path of ours', (path) => {
  expect(safeRedirect(path, '/')).toBe(path);
});

test.each([
  ['nothing', null],
  ['empty', ''],
  ['another site', 'https://elsewhere.example/'],
  ['another site without a scheme', '//elsewhere.example'],
  ['backslashes browsers take for slashes', '/\\elsewhere.example'],
  ['a tab browsers drop', '/\t/elsewhere.example'],
  ['a line break browsers drop', '/\n/elsewhere.example'],
  ['dots that leave two slashes', '/.//elsewhere.example'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'checkout'],
])('%s leads home', (_what, wanted) => {
  expect(safeRedirect(wanted, '/')).toBe('/');
});
