import { expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { reservationQueue, type QueuedAction, type QueueWorld } from './reservation-queue.ts';

const booking = {
  call: 'createReservation',
  body: {
    locationId: 'truro',
    date: '2026-11-27',
    time: '19:00',
    partySize: 4,
    customerInfo: { name: 'Asha Rao', email: 'asha@example.com', phone: '+19025550123' },
  },
} as const;
const cancel = (reservationId: string) => ({ call: 'cancelReservation', body: { reservationId } }) as const;

const offline = () => new ApiError({ code: 'network-error', status: 0, message: 'Network error' });
const refusal = (code: string, message: string, details = {}) => new ApiError({ code, status: 409, message, details });

/** A browser: its storage is shared by its tabs, its lock is held by one of them. */
function browser() {
  let text: string | null = null;
  let locked = false;
  const listeners = new Set<() => void>();
  const sent: string[] = [];
  let keys = 0;
  let answer: (action: QueuedAction) => unknown = () => ({});
  const world: QueueWorld = {
    storage: {
      read: () => text,
      write(next) {
        text = next;
        for (const listener of listeners) listener();
      },
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    async send(action) {
      sent.push(action.id);
      await Promise.resolve();
      return answer(action) as never;
    },
    newKey: () => `key-${++keys}`,
    async alone(work) {
      if (locked) return null;
      locked = true;
      return work().finally(() => {
        locked = false;
      });
    },
    pause: () => Promise.resolve(),
  };
  return {
    sent,
    tab: () => reservationQueue(world),
    answers(next: typeof answer) {
      answer = next;
    },
    stored: () => text,
    put(next: string) {
      text = next;
    },
  };
}

test('[C-RES-09] [A-ERR-87] [A-OFF-09] what is asked for offline is queued, and says so', () => {
  const queue = browser().tab();
  expect(queue.add(booking, 'A table for four')).toEqual({
    success: false,
    queued: true,
    error: 'Queued for when online',
    id: 'key-1',
  });
  expect(queue.add(cancel('r1'), 'A table for two')).toMatchObject({ queued: true, error: 'Queued for when online' });
  expect(queue.read().map((action) => [action.call, action.about, action.problem])).toEqual([
    ['createReservation', 'A table for four', null],
    ['cancelReservation', 'A table for two', null],
  ]);
});

test('[C-RES-10] the queue survives a reload and is replayed in order, each with its own key', async () => {
  const machine = browser();
  machine.tab().add(booking, 'first');
  machine.tab().add(cancel('r1'), 'second');
  const afterReload = machine.tab();
  const heard: string[] = [];
  afterReload.onDone(({ action }) => {
    heard.push(action.about);
    return action.about === 'first';
  });
  const done = await afterReload.replay();
  expect(done.map(({ action, isSeen }) => [action.about, isSeen])).toEqual([
    ['first', true],
    ['second', false],
  ]);
  expect(heard).toEqual(['first', 'second']);
  expect(machine.sent).toEqual(['key-1', 'key-2']);
  expect(machine.stored()).toBeNull();
});

test('two tabs that come back at once send each action once', async () => {
  const machine = browser();
  const [one, two] = [machine.tab(), machine.tab()];
  one.add(booking, 'x');
  two.add(cancel('r1'), 'y');
  await Promise.all([one.replay(), two.replay(), two.replay()]);
  expect(machine.sent).toEqual(['key-1', 'key-2']);
});

test('[C-RES-11] [A-OFF-10] what is refused goes back into the queue with what was said, and is tried again', async () => {
  const machine = browser();
  const queue = machine.tab();
  queue.add(booking, 'full');
  queue.add(cancel('r1'), 'fine');
  machine.answers((action) => {
    if (action.call === 'createReservation') throw refusal('slot-unavailable', 'This time is no longer available');
    return {};
  });
  expect((await queue.replay()).map(({ action }) => action.about)).toEqual(['fine']);
  expect(queue.read()).toMatchObject([{ about: 'full', problem: 'This time is no longer available', id: 'key-1' }]);
  machine.answers(() => ({}));
  await queue.replay();
  expect(queue.read()).toEqual([]);
  expect(machine.sent).toEqual(['key-1', 'key-2', 'key-1']);
});

test('[C-RES-11] while nobody is reached everything stays as it is', async () => {
  const machine = browser();
  const queue = machine.tab();
  queue.add(booking, 'a');
  queue.add(cancel('r1'), 'b');
  for (const error of [
    offline(),
    new ApiError({ code: 'unavailable', status: 503, message: 'away' }),
    new ApiError({ code: 'rate-limited', status: 429, message: 'slow down' }),
  ]) {
    machine.answers(() => {
      throw error;
    });
    expect(await queue.replay()).toEqual([]);
  }
  expect(machine.sent).toHaveLength(3);
  const left = queue.read();
  expect(new Set(left.map((action) => action.about))).toEqual(new Set(['a', 'b']));
  expect(left.every((action) => action.problem === null)).toBe(true);
});

test('a reservation that somebody else cancelled already needs no cancelling', async () => {
  const machine = browser();
  const queue = machine.tab();
  queue.add(cancel('r1'), 'x');
  machine.answers(() => {
    throw refusal('invalid-transition', 'no', { from: 'cancelled', to: 'cancelled' });
  });
  await queue.replay();
  expect(queue.read()).toEqual([]);
});

test('what is taken back is not sent, also when another tab takes it back meanwhile', async () => {
  const machine = browser();
  const [one, two] = [machine.tab(), machine.tab()];
  one.add(booking, 'a');
  one.add(cancel('r1'), 'b');
  machine.answers((action) => {
    if (action.about === 'a') two.remove('key-2');
    return {};
  });
  await one.replay();
  expect(machine.sent).toEqual(['key-1']);
});

test('what was sent already and got no answer waits under the key it had', () => {
  const queue = browser().tab();
  queue.add(booking, 'a', 'sent-before');
  queue.add(booking, 'a', 'sent-before');
  expect(queue.read().map((action) => action.id)).toEqual(['sent-before']);
});

test.each(['{', '7', 'null', '[7, null, {"id": "x", "call": "dropTables", "body": {}, "about": "y"}]'])(
  'a store that holds %s is an empty queue',
  async (text) => {
    const machine = browser();
    machine.put(text);
    const queue = machine.tab();
    expect(queue.read()).toEqual([]);
    expect(await queue.replay()).toEqual([]);
  },
);
