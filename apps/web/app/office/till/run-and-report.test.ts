import { CancelledError } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../shared/api/api-error.ts';
import { runAndReport } from './run-and-report.ts';

const sendBeacon = vi.fn<(address: string, body: URLSearchParams) => boolean>();
beforeEach(() => {
  sendBeacon.mockReset();
  vi.stubGlobal('navigator', { sendBeacon });
  vi.stubGlobal('location', { pathname: '/admin/dashboard' });
});
afterEach(() => void vi.unstubAllGlobals());

const now = new Date('2026-11-20T09:00:00Z');
const refusal = new ApiError({ code: 'not-found', status: 404, message: 'no such guest' });

test.each([
  [refusal, 'no such guest', 'not-found', 'Not found.'],
  [new TypeError('oh'), 'oh', 'internal', expect.stringMatching(/^\w.+\.$/)],
  ['a word', 'a word', 'internal', expect.stringMatching(/^\w.+\.$/)],
])(
  'a failure with %s returns the message, cause, user, place and time, and is reported [C-CLIENT-13]',
  async (thrown, error, errorCode, userMessage) => {
    const outcome = await runAndReport('looking for a regular', () => Promise.reject(thrown), now);
    expect(outcome).toEqual({
      success: false,
      error,
      errorCode,
      userMessage,
      context: 'looking for a regular',
      timestamp: '2026-11-20T09:00:00.000Z',
    });
    expect(sendBeacon.mock.calls.map(([, body]) => body.get('message'))).toEqual([`looking for a regular: ${error}`]);
  },
);

test('a request that is cancelled because the page is left is not reported', async () => {
  const outcome = await runAndReport('looking for a regular', () => Promise.reject(new CancelledError()), now);
  expect(outcome.success).toBe(false);
  expect(sendBeacon).not.toHaveBeenCalled();
});

test('a success returns its value and reports nothing', async () => {
  expect(await runAndReport('counting', () => Promise.resolve(3))).toEqual({ success: true, data: 3 });
  expect(sendBeacon).not.toHaveBeenCalled();
});
