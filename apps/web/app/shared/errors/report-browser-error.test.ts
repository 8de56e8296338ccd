import { expect, test, vi } from 'vitest';
import { reportBrowserError } from './report-browser-error.ts';

const sendBeacon = vi.fn<(address: string, body: URLSearchParams) => boolean>();
vi.stubGlobal('navigator', { sendBeacon });
vi.stubGlobal('location', { pathname: '/menu/truro' });

const reportedAfter = (error: unknown) => {
  sendBeacon.mockReset();
  reportBrowserError(error);
  return sendBeacon.mock.calls.map(([, body]) => body.get('message'));
};

test.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'error loading dynamically imported module',
])('a request without a response (%s) is not reported as a crash', (message) => {
  expect(reportedAfter(new TypeError(message))).toEqual([]);
});

test('a crash is reported once, also when it mentions loading', () => {
  const crash = new TypeError("Cannot read 'loading' of undefined");
  expect(reportedAfter(crash)).toEqual(["Cannot read 'loading' of undefined"]);
  expect(reportedAfter(crash)).toEqual([]);
  expect(reportedAfter(new Error('Load failed'))).toEqual(['Load failed']);
});
