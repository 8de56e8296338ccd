import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { submitWithTimeout } from './submit-with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a sign-in form without a response after 30 s shows an error [C-API-02] [C-ERR-18]', async () => {
  const submitted = submitWithTimeout(() => new Promise<never>(() => {}));
  const shown = vi.fn<(answer: unknown) => void>();
  void submitted.then(shown);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(shown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toHaveBeenCalledWith({
    failure: { fields: {}, whole: 'The request took too long. Please try again.', typed: {} },
  });
});

test('a redirect after signing in passes through', async () => {
  const redirect = new Response(null, { status: 302 });
  await expect(submitWithTimeout(() => Promise.reject(redirect))).rejects.toBe(redirect);
});

test('an answer in time is returned, and no timer is left', async () => {
  await expect(submitWithTimeout(() => Promise.resolve('signed in'))).resolves.toBe('signed in');
  expect(vi.getTimerCount()).toBe(0);
});
