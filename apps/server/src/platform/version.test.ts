import { expect, test } from 'vitest';
import { isOlderVersion } from './version.ts';

test.each([
  ['0.2.0', '0.2.1', true],
  ['0.2.9', '0.10.0', true],
  ['0.9.9', '1.0.0', true],
  ['0.2.0', '0.2.0', false],
  ['0.10.0', '0.9.0', false],
  ['1.0.0-rc.1', '1.0.0', false],
])('%s is older than %s: %s', (version, than, isOlder) => {
  expect(isOlderVersion(version, than)).toBe(isOlder);
});
