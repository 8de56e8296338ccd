import { expect, onTestFinished, test, vi } from 'vitest';
import { declared, lag, report } from './advisories.mjs';

test.each([
  ['1.2.3', '2.0.0', 'major'],
  ['1.2.3', '1.3.0', 'minor'],
  ['1.2.3', '1.2.4', 'patch'],
  ['1.2.3', '1.2.3', null],
  ['18.4.0-beta.17', '18.3.0', null],
])('%s lags behind %s by a %s', (version, newest, by) => {
  expect(lag(version, newest)).toBe(by);
});

test('lists each version once with the packages that use it, without our own packages', () => {
  const lock = {
    packages: {
      '': { dependencies: { hono: '1.0.0' } },
      'apps/server': { dependencies: { hono: '1.0.0', typescript: '5.0.0', '@tiffin/domain': '0.1.0' } },
      'apps/server/node_modules/typescript': { version: '5.0.0' },
      'node_modules/typescript': { version: '7.0.0' },
      'node_modules/hono': { version: '1.0.0' },
      'node_modules/@tiffin/domain': { link: true },
    },
  };
  expect(declared(lock)).toEqual([
    { name: 'hono', version: '1.0.0', users: ['the root', 'apps/server'] },
    { name: 'typescript', version: '5.0.0', users: ['apps/server'] },
  ]);
});

test.each([
  ['no list', null, 1, /^Advisories: not checked\./],
  ['an empty list', {}, undefined, /^No known advisories/],
  ['an advisory', { hono: [{ severity: 'high', title: 'Bad', url: 'https://a.test' }] }, 1, /^high {2}hono: Bad/],
])('with %s from the registry the command ends with its exit code', (_what, list, code, words) => {
  const before = process.exitCode;
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => {
    process.exitCode = before;
    written.mockRestore();
  });
  process.exitCode = undefined;
  report(list);
  expect(process.exitCode).toBe(code);
  expect(written.mock.calls.join('')).toMatch(words);
});
