import { nextLookup } from '../api/polling.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi, type Api } from '../api/api.ts';
import { pollPaidOrder } from './paid-order.ts';

/** `runAllTimers` might not end: a `fetch` of another file of the process may have left a timer that starts again. */
const MINUTES_MS = 120_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake API that returns the order at the given attempt, and the times of its requests in seconds. */
function server(there: number): { ask: Api; requests: number[] } {
  const sent: number[] = [];
  const began = Date.now();
  const send = (): Promise<Response> => {
    sent.push((Date.now() - began) / 1000);
    return Promise.resolve(
      sent.length === there
        ? Response.json({ success: true, orderId: 'TRU-1', order: { orderId: 'TRU-1' } })
        : Response.json({ success: false, error: 'Order not found', code: 'order-not-found' }, { status: 404 }),
    );
  };
  return { ask: createApi(send, 'http://tiffin.test'), requests: sent };
}

test('polls 15 times for the order of a payment, a second later each time, at most five [C-PAY-15]', async () => {
  const { ask, requests } = server(0);
  const looking = pollPaidOrder({ sessionId: 's-1' }, nextLookup, new AbortController().signal, { ask });
  await vi.advanceTimersByTimeAsync(MINUTES_MS);
  expect(await looking).toBeNull();
  expect(requests).toEqual([1, 3, 6, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65]);
});

test('stops polling when the order is found', async () => {
  const { ask, requests } = server(2);
  const looking = pollPaidOrder({ sessionId: 's-1' }, nextLookup, new AbortController().signal, { ask });
  await vi.advanceTimersByTimeAsync(MINUTES_MS);
  expect(await looking).toMatchObject({ orderId: 'TRU-1' });
  expect(requests).toEqual([1, 3]);
});

test('stops polling when the guest leaves', async () => {
  const { ask, requests } = server(2);
  const left = new AbortController();
  const looking = pollPaidOrder({ sessionId: 's-1' }, nextLookup, left.signal, { ask });
  await vi.advanceTimersByTimeAsync(1500);
  left.abort();
  expect(await looking).toBeNull();
  await vi.advanceTimersByTimeAsync(MINUTES_MS);
  expect(requests).toEqual([1]);
});
