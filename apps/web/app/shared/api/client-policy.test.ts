import { expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createApi } from './api.ts';
import { withPolicy, type PolicyEnvironment } from './client-policy.ts';

type Step = Response | 'silence';

/** A fake environment with responses, clock and delays chosen by the test. */
function world(answers: (ask: number) => Step, tookMs = 10, more: Partial<PolicyEnvironment> = {}) {
  const waits: number[] = [];
  const warnings: string[] = [];
  let now = Date.parse('2026-11-20T12:00:00Z');
  let request = 0;
  let reconnect = () => {};
  const send = withPolicy({
    send: async () => {
      now += tookMs;
      const answer = answers(++request);
      if (answer === 'silence') throw new TypeError('fetch failed');
      return answer;
    },
    now: () => now,
    random: () => 0.5,
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    warn: (text) => warnings.push(text),
    onReconnect(reconnected) {
      reconnect = reconnected;
    },
    ...more,
  });
  return {
    api: createApi(send, 'http://tiffin.test'),
    waits,
    warnings,
    lastRequest: () => request,
    reconnect: () => reconnect(),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

function refusal(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ success: false, error: 'No', code: 'unavailable', requestId: 'r1' }, { status, headers });
}

const pong = () => Response.json({ success: true, pong: true, timestamp: '2026-11-20T12:00:00Z' });

test('retries a failing request 3 times, after 1, 2 and 4 s plus half a second [C-CLIENT-01] [C-CLIENT-02]', async () => {
  const here = world(() => refusal(500));
  await expect(here.api('ping')).rejects.toMatchObject({ status: 500, requestId: 'r1' });
  expect(here.lastRequest()).toBe(4);
  expect(here.waits).toEqual([1500, 2500, 4500]);
});

test('sends the language with every request', async () => {
  const received: (string | null)[] = [];
  const api = createApi(async ({ headers }) => {
    received.push(headers.get('accept-language'));
    return pong();
  }, 'http://tiffin.test');
  await api('ping');
  expect(received).toEqual(['en']);
});

test('retries when there is no response, and ends with a network error', async () => {
  const here = world(() => 'silence');
  const error = await here.api('ping').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: 'network-error',
    status: 0,
    message: 'Network error - please check your connection',
  });
  expect(here.lastRequest()).toBe(4);
});

test('aborts every attempt after 30 s [C-API-02]', async () => {
  const limits: number[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
  });
  const send = withPolicy({
    send: async ({ signal }) => {
      signal.throwIfAborted();
      return pong();
    },
    now: () => 0,
    random: () => 0.5,
    wait: async () => {},
    warn: () => {},
  });
  await expect(createApi(send, 'http://tiffin.test')('ping')).rejects.toMatchObject({
    code: 'timeout',
    message: 'The request took too long. Please try again.',
  });
  expect(limits).toEqual([30_000, 30_000, 30_000, 30_000]);
  timeout.mockRestore();
});

test('tests the connection with a ping, which succeeds as soon as the server recovers [A-API-31]', async () => {
  const here = world((ask) => (ask < 3 ? 'silence' : pong()));
  await expect(here.api('ping')).resolves.toMatchObject({ pong: true });
  expect(here.lastRequest()).toBe(3);
});

test.each([400, 401, 403, 404, 409, 422])('does not retry %i [C-CLIENT-03]', async (status) => {
  const here = world(() => refusal(status));
  await expect(here.api('ping')).rejects.toMatchObject({ status });
  expect(here.lastRequest()).toBe(1);
});

test('retries 429 after the time that the server asks for [C-CLIENT-04]', async () => {
  const here = world((ask) => (ask === 1 ? refusal(429, { 'retry-after': '7' }) : pong()));
  await here.api('ping');
  expect(here.waits).toEqual([7000]);
});

test('warns of a response slower than 5 s [C-CLIENT-05]', async () => {
  const here = world(pong, 5001);
  await here.api('ping');
  expect(here.warnings).toEqual(['Slow response: /api/ping took 5001 ms']);
});

test('warns when less than 20 % of the rate limit is left [C-CLIENT-06]', async () => {
  const here = world(() =>
    Response.json(
      { success: true },
      { headers: { ratelimit: '"api";r=19;t=30', 'ratelimit-policy': '"api";q=100;w=60' } },
    ),
  );
  await here.api('ping');
  expect(here.warnings).toEqual(['Rate limit nearly used up: 19 of 100 requests left']);
});

test('sends nothing for 30 s after 5 failures, and sends again after one success [C-CLIENT-07] [C-CLIENT-08] [C-CLIENT-09] [C-CLIENT-10]', async () => {
  let well = false;
  const here = world(() => (well ? pong() : refusal(503)));
  await expect(here.api('ping')).rejects.toMatchObject({ status: 503 });
  // Like a request without a response, so that a change waits instead of being refused.
  const shut = { status: 0, retryAfter: 29, message: 'Service temporarily unavailable - circuit breaker open' };
  await expect(here.api('ping')).rejects.toMatchObject(shut);
  expect(here.lastRequest()).toBe(5);
  await expect(here.api('ping')).rejects.toMatchObject(shut);
  expect(here.lastRequest()).toBe(5);

  well = true;
  here.pass(30_000);
  await expect(here.api('ping')).resolves.toMatchObject({ pong: true });
  await expect(here.api('ping')).resolves.toMatchObject({ pong: true });
  expect(here.lastRequest()).toBe(7);
});

test('a request that is blocked while the connection is lost fails for want of the network', async () => {
  const here = world(() => 'silence', 10, { isReachable: () => false });
  for (let n = 0; n < 3; n++) await expect(here.api('ping')).rejects.toMatchObject({ code: 'network-error' });
  expect(here.lastRequest()).toBe(5);
});

test('sends again at once when a lost connection is back', async () => {
  const here = world((request) => (request > 5 ? pong() : 'silence'));
  await expect(here.api('ping')).rejects.toMatchObject({ status: 0 });
  await expect(here.api('ping')).rejects.toMatchObject({ status: 0 });
  expect(here.lastRequest()).toBe(5);
  here.reconnect();
  await expect(here.api('ping')).resolves.toMatchObject({ pong: true });
});
