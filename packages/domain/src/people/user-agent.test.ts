import { expect, test } from 'vitest';
import { parseClient, parseUserAgent } from './user-agent.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (iPad; CPU OS 20_0 like Mac OS X) AppleWebKit/605.1 Safari/604.1', 'Safari', 'iPad'],
  ['curl/9.0', 'curl', null],
  ['python-requests/2.40', 'python-requests', null],
  ['scanner-4711/1.0', 'Other program', null],
  ['Mozilla/5.0', null, null],
  ['<script>alert(1)</script>', null, null],
  [`${'x'.repeat(60)}/1`, null, null],
  ['', null, null],
  [null, null, null],
])('%s is a client with the browser %s on %s', (userAgent, browser, system) => {
  expect(parseClient(userAgent)).toEqual({ browser, system });
});

test('a program is no browser', () => {
  expect(parseUserAgent('curl/9.0')).toEqual({ browser: null, system: null });
});
