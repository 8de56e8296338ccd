import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
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
  new TypeError('Failed to fetch'),
  new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/assets/home.js'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new TypeError('error loading dynamically imported module: http://127.0.0.1/assets/home.js'),
  new TypeError('Load failed'),
  new TypeError('cancelled'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/home.css'),
])('a request without a response (%s) is not reported as a crash', (error) => {
  expect(reportedAfter(error)).toEqual([]);
});

test('a crash because the circuit breaker is open is reported with that reason', () => {
  const message = 'Service temporarily unavailable - circuit breaker open';
  expect(reportedAfter(new ApiError({ code: 'unavailable', status: 0, message, retryAfter: 30 }))).toEqual([message]);
});

test('a crash is reported once, also when it mentions loading', () => {
  const crash = new TypeError("Cannot read 'loading' of undefined");
  expect(reportedAfter(crash)).toEqual(["Cannot read 'loading' of undefined"]);
  expect(reportedAfter(crash)).toEqual([]);
  expect(reportedAfter(new Error('Load failed'))).toEqual(['Load failed']);
});
