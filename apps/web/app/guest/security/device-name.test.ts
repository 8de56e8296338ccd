import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605.1 Version/20.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 17; SM-T500) AppleWebKit/537.36 Chrome/150.0 Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['curl/9.0', 'A browser'],
  [null, 'A browser'],
])('%s is named %s', (browser, words) => {
  expect(deviceName({ tablet: null, browser })).toBe(words);
});

test('a shared tablet has the name that the restaurant chose', () => {
  expect(deviceName({ tablet: 'Till 1', browser: 'curl/9.0' })).toBe('Till 1');
});
