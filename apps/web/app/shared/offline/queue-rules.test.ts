import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterSendFailure,
  isTriedOnReconnect,
  mustWait,
  nextChange,
  QUEUE_COUNT_REFRESH_MS,
  QUEUE_PAUSE_MS,
  REQUEUE_MS,
  sendFailureOf,
  staysQueued,
  stopsReplay,
  resetForRetry,
  type QueueKind,
  type Waiting,
} from './queue-rules.ts';

const change = (of: Partial<Waiting> & { id?: string } = {}) => ({
  id: 'a',
  kind: 'order' as QueueKind,
  subjects: [],
  failures: 0,
  notBefore: 0,
  isStuck: false,
  ...of,
});

test.each([
  [1, true],
  [3, true],
  [4, false],
])('an order action that failed %d times stays in the queue: %s [A-OFF-04]', (failures, expected) => {
  expect(staysQueued(failures)).toBe(expected);
  expect(afterSendFailure(change({ failures: failures - 1 }), 'failed', 0).isStuck).toBe(!expected);
});

test('sends the queue 200 ms apart, waits 5 s after a failure, and counts it each second [A-OFF-05] [A-OFF-07] [A-OFF-11]', () => {
  expect([QUEUE_PAUSE_MS, REQUEUE_MS, QUEUE_COUNT_REFRESH_MS]).toEqual([200, 5000, 1000]);
});

test.each(['menu', 'location', 'reservation'] as const)(
  'a failed %s change returns to the queue for five seconds, any number of times [A-OFF-07] [A-OFF-10]',
  (kind) => {
    let waiting = change({ kind });
    for (let failures = 1; failures <= 10; failures++) {
      waiting = afterSendFailure(waiting, 'failed', 1000);
      expect(waiting).toMatchObject({ failures, isStuck: false, notBefore: 6000 });
    }
    expect(nextChange([waiting], 5999)).toEqual({ change: null, waitMs: 1 });
    expect(nextChange([waiting], 6000).change).toBe(waiting);
  },
);

test.each([
  [0, 'unreached', true],
  [401, 'signed-out', true],
  [429, 'busy', true],
  [500, 'failed', false],
  [502, 'busy', true],
  [503, 'busy', true],
  [504, 'busy', true],
  [507, 'failed', false],
  [400, 'refused', false],
  [403, 'refused', false],
  [404, 'refused', false],
  [409, 'refused', false],
  [422, 'refused', false],
] as const)('a response with status %d is %s; the other changes wait: %s', (status, setback, stops) => {
  expect(sendFailureOf(status)).toBe(setback);
  expect(stopsReplay(setback)).toBe(stops);
});

test('a missing response is not counted; a refused change needs a person', () => {
  const waiting = change();
  expect(afterSendFailure(waiting, 'unreached', 9)).toBe(waiting);
  expect(afterSendFailure(waiting, 'signed-out', 9)).toBe(waiting);
  expect(afterSendFailure(waiting, 'busy', 9)).toEqual(change({ notBefore: 5009 }));
  const refused = afterSendFailure(waiting, 'refused', 9);
  expect(refused.isStuck).toBe(true);
  expect(nextChange([refused], 1e12)).toEqual({ change: null, waitMs: null });
  expect(nextChange([resetForRetry(refused)], 0).change).toEqual(waiting);
});

test.each([
  ['reservation', true, true],
  ['reservation', false, false],
  ['order', true, false],
  ['menu', true, false],
] as const)('a stuck %s (%s) is retried on reconnect: %s [C-RES-11]', (kind, isStuck, expected) => {
  expect(isTriedOnReconnect(change({ kind, isStuck }))).toBe(expected);
});

test('a change delays later ones of the same record and no others', () => {
  const first = change({ id: '1', subjects: ['x'], isStuck: true });
  const same = change({ id: '2', subjects: ['y', 'x'] });
  const behind = change({ id: '3', subjects: ['y'] });
  const other = change({ id: '4', subjects: ['z'] });
  expect(nextChange([first, same, behind, other], 0).change?.id).toBe('4');
  expect(nextChange([first, same, behind], 0)).toEqual({ change: null, waitMs: null });
  expect(mustWait([first], ['x', 'q'])).toBe(true);
  expect(mustWait([first], ['q'])).toBe(false);
  expect(mustWait([first], [])).toBe(false);
});

test('whatever fails, each change is sent once, in the order of its record, and none is lost', () => {
  const made = fc.array(fc.record({ subject: fc.constantFrom('a', 'b', 'c'), fails: fc.nat(3) }), { maxLength: 30 });
  fc.assert(
    fc.property(made, (requests) => {
      let queue = requests.map(({ subject, fails }, place) => ({
        ...change({ kind: 'menu', subjects: [subject] }),
        place,
        fails,
      }));
      const sent: typeof queue = [];
      let now = 0;
      while (queue.length > 0) {
        const { change: next, waitMs } = nextChange(queue, now);
        if (!next) {
          if (waitMs === null) throw new Error('what waits is never sent');
          now += waitMs;
          continue;
        }
        if (next.failures < next.fails) {
          queue = queue.map((each) => (each.place === next.place ? afterSendFailure(each, 'failed', now) : each));
        } else {
          sent.push(next);
          queue = queue.filter(({ place }) => place !== next.place);
        }
      }
      expect(sent.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(requests.map((_, place) => place));
      for (const subject of ['a', 'b', 'c']) {
        const places = sent.filter(({ subjects }) => subjects[0] === subject).map(({ place }) => place);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
    }),
  );
});
