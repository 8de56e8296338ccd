import { expect, test } from 'vitest';
import { findEngines, missingEngines } from './engines.mjs';

test('finds an engine only when all of its programs are installed, and names the others', () => {
  const has =
    (...names) =>
    (program) =>
      names.some((name) => program.endsWith(name));
  const webkit = has('MiniBrowser', 'WebKitWebDriver', 'Xvfb');
  expect(findEngines(webkit)).toEqual({ WEBKIT: expect.stringMatching(/MiniBrowser$/) });
  expect(missingEngines(webkit)).toEqual(['Firefox']);
  expect(findEngines(has('MiniBrowser', 'WebKitWebDriver', 'firefox-esr'))).toEqual({
    FIREFOX: '/usr/bin/firefox-esr',
  });
  expect(missingEngines(has())).toEqual(['Firefox', 'WebKit, the engine of Safari']);
});
