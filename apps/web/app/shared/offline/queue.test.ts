import { expect, test } from 'vitest';
import { ApiError, CANNOT_STORE } from '../api/api-error.ts';
import type { Change, QueuedChange, SaleChange } from './changes.ts';
import { createChangeQueue, type QueueMessage } from './queue.ts';

const booking = {
  call: 'createReservation',
  body: {
    locationId: 'truro',
    date: '2026-11-27',
    time: '19:00',
    partySize: 4,
    customerInfo: { name: 'Asha Rao', email: 'asha@example.com', phone: '+19025550123' },
  },
} as const satisfies Change;
const cancel = (reservationId: string): Change => ({ call: 'cancelReservation', body: { reservationId } });
const step = (orderId: string, status: 'preparing' | 'ready'): Change => ({
  call: 'updateOrderStatus',
  body: { orderId, status },
});
const hide = (...itemIds: string[]): Change => ({
  call: 'setMenuAvailability',
  body: { locationId: 'truro', itemIds, isAvailable: false },
});
const edit = (itemId: string, name: string, version: number): Change => ({
  call: 'updateMenuItem',
  body: { locationId: 'truro', itemId, updates: { name }, version },
});

const failed = (status: number, code = 'internal', message = 'no', details = {}) =>
  new ApiError({ code, status, message, details });

/** A browser whose tabs share a store and a lock. */
function browser() {
  let rows: QueuedChange[] = [];
  let places = 0;
  let keys = 0;
  let line: Promise<unknown> = Promise.resolve();
  const tabs: ReturnType<typeof createChangeQueue>[] = [];
  const machine = {
    sent: [] as string[],
    paused: [] as number[],
    now: 0,
    person: null as string | null,
    reached: true,
    full: false,
    letter: 'B' as string | null,
    marked: false,
    rows: () => rows,
    answer: (_change: QueuedChange): unknown => ({}),
    tab() {
      const queue = createChangeQueue({
        store: {
          all: () => Promise.resolve(rows),
          async add(change, complete = (each) => each) {
            if (machine.full) throw new DOMException('full', 'QuotaExceededError');
            const before = rows.find(({ id }) => id === change.id);
            if (before) return before;
            const added = complete({ ...change, place: ++places } as QueuedChange);
            rows = [...rows, added];
            return added;
          },
          check: () =>
            machine.full ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : Promise.resolve(),
          update(change) {
            rows = rows.map(change).filter((each) => each !== null);
            return Promise.resolve();
          },
        },
        async send(change) {
          machine.sent.push(`${change.id} ${change.about}`);
          await Promise.resolve();
          return machine.answer(change) as never;
        },
        newKey: () => `key-${++keys}`,
        now: () => machine.now,
        numberAt: (place) =>
          machine.letter === null ? null : { deviceId: 'device', number: `${machine.letter}-${place}` },
        drawer: () => 'drawer-1',
        person: () => machine.person,
        isReached: () => machine.reached,
        alone<T>(work: () => Promise<T>): Promise<T> {
          const before = line;
          const turn = before.then(work);
          line = Promise.allSettled([turn]);
          return turn;
        },
        pause(ms) {
          machine.paused.push(ms);
          return Promise.resolve();
        },
        broadcast(news: QueueMessage) {
          for (const tab of tabs) if (tab !== queue) tab.receive(news);
        },
        mark(isWaiting) {
          machine.marked = isWaiting;
        },
      });
      tabs.push(queue);
      return queue;
    },
  };
  return machine;
}

/** Lunch for $11.40, paid in cash. */
const lunch = {
  call: 'createAdminOrderCash',
  body: {
    items: [],
    customerInfo: { name: 'Walk-in guest' },
    locationInfo: { id: 'truro' },
    orderType: 'pickup',
    cashConfirmed: true,
    finalTotal: 11.4,
  },
} as unknown as SaleChange;

test('an order without the server gets its number, time, device and drawer when it is stored', async () => {
  const machine = browser();
  machine.reached = false;
  machine.now = Date.parse('2026-11-20T22:00:00.000Z');
  const queue = machine.tab();
  await queue.add(hide('dosa'), 'hide');
  const first = await queue.addSale(lunch, '1 dish, $11.40', 'press-1');
  const second = await queue.addSale(lunch, '1 dish, $11.40', 'press-2');
  expect([first.body.number, second.body.number]).toEqual(['B-2', 'B-3']);
  expect(first).toMatchObject({
    id: 'press-1',
    about: 'B-2: 1 dish, $11.40',
    drawerId: 'drawer-1',
    body: { takenAt: '2026-11-20T22:00:00.000Z', deviceId: 'device', finalTotal: 11.4 },
  });
  // A page that was killed before it emptied the till presses again.
  expect((await queue.addSale(lunch, '1 dish, $11.40', 'press-1')).body.number).toBe('B-2');
  expect(machine.rows()).toHaveLength(3);
});

test('two tabs of a device never give a number twice', async () => {
  const machine = browser();
  machine.reached = false;
  const tabs = [machine.tab(), machine.tab()];
  const sales = await Promise.all(Array.from({ length: 20 }, (_, n) => tabs[n % 2]!.addSale(lunch, '', `press-${n}`)));
  expect(new Set(sales.map(({ body }) => body.number)).size).toBe(20);
});

test('an order is not stored on a device that is full or cannot number it, and the till hears it before', async () => {
  const machine = browser();
  const queue = machine.tab();
  expect(await queue.canStore()).toBe(true);
  machine.full = true;
  expect(await queue.canStore()).toBe(false);
  await expect(queue.addSale(lunch, '', 'press-1')).rejects.toMatchObject({ code: CANNOT_STORE });
  machine.full = false;
  machine.letter = null;
  await expect(queue.addSale(lunch, '', 'press-1')).rejects.toMatchObject({ code: CANNOT_STORE });
  expect(machine.rows()).toEqual([]);
});

test('orders are sent five at a time without a pause, each once, and what follows them after them', async () => {
  const machine = browser();
  machine.reached = false;
  const queue = machine.tab();
  for (let n = 1; n <= 7; n++) await queue.addSale(lunch, 'sale', `press-${n}`);
  await queue.add(hide('dosa'), 'hide');
  await queue.addSale(lunch, 'sale', 'press-8');
  machine.reached = true;
  const together: number[] = [];
  machine.answer = () => {
    together.push(machine.sent.length);
    return {};
  };
  await queue.replay();
  expect(machine.sent).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7].map((n) => `press-${n} B-${n}: sale`),
    'key-1 hide',
    'press-8 B-9: sale',
  ]);
  // How many had been sent when each was answered.
  expect(together).toEqual([5, 5, 5, 5, 5, 7, 7, 8, 9]);
  expect(machine.paused).toEqual([200]);
  expect(machine.rows()).toEqual([]);
});

test('of orders that are sent together, the one that is refused stays and the others are done', async () => {
  const machine = browser();
  machine.reached = false;
  const queue = machine.tab();
  for (let n = 1; n <= 3; n++) await queue.addSale(lunch, 'sale', `press-${n}`);
  machine.reached = true;
  machine.answer = (change) => {
    if (change.id === 'press-2') throw failed(409, 'already-taken');
    return {};
  };
  const { done, refused } = await queue.replay();
  expect(done.map(({ change }) => change.id)).toEqual(['press-1', 'press-3']);
  expect(refused.map(({ id }) => id)).toEqual(['press-2']);
  expect(machine.rows()).toMatchObject([{ id: 'press-2', isStuck: true, problem: { code: 'already-taken' } }]);
});

test('an order whose first request had arrived without a response is not sent under another key', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.addSale(lunch, 'sale', 'press-1');
  machine.answer = () => {
    throw failed(409, 'idempotency-key-reused');
  };
  await queue.replay();
  expect(machine.sent).toEqual(['press-1 B-1: sale']);
  expect(machine.rows()).toEqual([]);
});

test('whether the ticket of an order was printed is corrected while it waits', async () => {
  const machine = browser();
  machine.reached = false;
  const queue = machine.tab();
  await queue.addSale(lunch, 'sale', 'press-1');
  await queue.add(hide('dosa'), 'hide');
  await queue.setTicketPrinted('press-1', true);
  expect(machine.rows().map(({ body }) => 'ticketPrinted' in body && body.ticketPrinted)).toEqual([true, false]);
});

test('what another person sold is counted on the device, but only that person sends it', async () => {
  const machine = browser();
  const queue = machine.tab();
  machine.person = 'asha';
  machine.reached = false;
  await queue.addSale(lunch, 'sale', 'press-1');
  machine.person = 'bela';
  machine.reached = true;
  await queue.replay();
  expect(machine.sent).toEqual([]);
  expect(queue.waiting()).toEqual([]);
  expect(queue.onDevice().map(({ id }) => id)).toEqual(['press-1']);
});

test('changes made offline wait in order with a key each [C-RES-09] [A-OFF-09]', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(step('o1', 'preparing'), 'step');
  await queue.add(hide('dosa'), 'hide');
  await queue.add(booking, 'book');
  expect(queue.waiting().map(({ id, kind, subjects }) => [id, kind, subjects])).toEqual([
    ['key-1', 'order', ['order o1']],
    ['key-2', 'menu', ['dish truro/dosa']],
    ['key-3', 'reservation', []],
  ]);
  expect(machine.marked).toBe(true);
});

test('the queue survives a reload and is replayed in order, 200 ms apart [C-RES-10] [A-OFF-03] [A-OFF-05]', async () => {
  const machine = browser();
  await machine.tab().add(booking, 'first');
  await machine.tab().add(cancel('r1'), 'second');
  await machine.tab().add(step('o1', 'ready'), 'third');
  const afterReload = machine.tab();
  const received: string[] = [];
  afterReload.onDone(({ change }) => {
    received.push(change.about);
    return change.about === 'first';
  });
  const { done, retryInMs } = await afterReload.replay();
  expect(done.map(({ change, isSeen }) => [change.about, isSeen])).toEqual([
    ['first', true],
    ['second', false],
    ['third', false],
  ]);
  expect(received).toEqual(['first', 'second', 'third']);
  expect(machine.sent).toEqual(['key-1 first', 'key-2 second', 'key-3 third']);
  expect(machine.paused).toEqual([200, 200, 200]);
  expect([machine.rows(), retryInMs, machine.marked]).toEqual([[], null, false]);
});

test('two tabs that reconnect at once send each change once, and both get the result', async () => {
  const machine = browser();
  const [one, two] = [machine.tab(), machine.tab()];
  const received: string[] = [];
  two.onDone(({ change }) => {
    received.push(change.about);
    return false;
  });
  await one.add(step('o1', 'preparing'), 'x');
  await two.add(hide('dosa'), 'y');
  await Promise.all([one.replay(), two.replay(), two.replay()]);
  expect(machine.sent).toEqual(['key-1 x', 'key-2 y']);
  expect(received).toEqual(['x', 'y']);
  expect(two.waiting()).toEqual([]);
});

test('a refused change stays with its reason and is retried on reconnect under its key [C-RES-11] [A-OFF-10]', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(booking, 'full');
  await queue.add(cancel('r1'), 'fine');
  machine.answer = (change) => {
    if (change.call === 'createReservation') throw failed(409, 'slot-unavailable', 'This time is no longer available');
    return {};
  };
  const { done, refused } = await queue.replay();
  expect(done.map(({ change }) => change.about)).toEqual(['fine']);
  expect(refused.map(({ about }) => about)).toEqual(['full']);
  expect(queue.waiting()).toMatchObject([
    { about: 'full', isStuck: true, problem: { words: 'This time is no longer available' } },
  ]);
  machine.answer = () => ({});
  await queue.replay();
  expect(queue.waiting()).toHaveLength(1);
  await queue.reconnected();
  await queue.replay();
  expect(queue.waiting()).toEqual([]);
  expect(machine.sent).toEqual(['key-1 full', 'key-2 fine', 'key-1 full']);
});

test('a refused status change keeps the server’s version and delays only later changes of that order', async () => {
  const machine = browser();
  const queue = machine.tab();
  const order = { id: 'o1', status: 'cancelled', version: 7 };
  await queue.add(step('o1', 'preparing'), 'one');
  await queue.add(step('o1', 'ready'), 'two');
  await queue.add(step('o2', 'ready'), 'three');
  machine.answer = (change) => {
    if (change.about === 'one') throw failed(409, 'invalid-transition', 'cancelled already', { order });
    return {};
  };
  await queue.replay();
  expect(machine.sent).toEqual(['key-1 one', 'key-3 three']);
  expect(queue.waiting().map(({ about, isStuck, problem }) => [about, isStuck, problem?.truth ?? null])).toEqual([
    ['one', true, { order }],
    ['two', false, null],
  ]);
  await queue.remove('key-1');
  await queue.replay();
  expect(machine.sent.at(-1)).toBe('key-2 two');
});

test('retries an order action three times, five seconds apart; then a person must decide [A-OFF-04]', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(step('o1', 'ready'), 'step');
  machine.answer = () => {
    throw failed(500);
  };
  for (let tries = 1; tries <= 4; tries++) {
    const { retryInMs } = await queue.replay();
    expect(retryInMs).toBe(tries < 4 ? 5000 : null);
    machine.now += retryInMs ?? 5000;
  }
  await queue.replay();
  expect(machine.sent).toHaveLength(4);
  expect(queue.waiting()).toMatchObject([{ isStuck: true, failures: 4 }]);
  machine.answer = () => ({});
  await queue.tryAgain('key-1');
  await queue.replay();
  expect(queue.waiting()).toEqual([]);
});

test('a failed menu change returns to the queue for five seconds, and the others continue [A-OFF-07]', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(hide('dosa'), 'a');
  await queue.add(hide('thali'), 'b');
  machine.answer = (change) => {
    if (change.about === 'a') throw failed(500);
    return {};
  };
  expect(await queue.replay()).toMatchObject({ retryInMs: 5000 });
  expect(machine.sent).toEqual(['key-1 a', 'key-2 b']);
  machine.answer = () => ({});
  machine.now = 4999;
  expect(await queue.replay()).toMatchObject({ retryInMs: 1 });
  machine.now = 5000;
  await queue.replay();
  expect(machine.sent.at(-1)).toBe('key-1 a');
  expect(queue.waiting()).toEqual([]);
});

test.each([0, 401, 429, 503])('a response with status %d leaves the queue unchanged [C-RES-11]', async (status) => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(booking, 'a');
  await queue.add(cancel('r1'), 'b');
  machine.answer = () => {
    throw failed(status);
  };
  expect(await queue.replay()).toMatchObject({ done: [], refused: [], retryInMs: 5000 });
  expect(machine.sent).toEqual(['key-1 a']);
  expect(queue.waiting().map(({ about, isStuck, failures }) => [about, isStuck, failures])).toEqual([
    ['a', false, 0],
    ['b', false, 0],
  ]);
});

test('sends nothing while the server is unreachable', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(booking, 'a');
  machine.reached = false;
  expect(await queue.replay()).toEqual({ done: [], refused: [], retryInMs: null });
  expect(machine.sent).toEqual([]);
});

test('a second offline edit of a dish builds on the first; an edit by another person is a conflict', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(edit('dosa', 'Dosa', 3), 'one');
  await queue.add(edit('dosa', 'Great Dosa', 3), 'two');
  const versions: unknown[] = [];
  let version = 3;
  machine.answer = ({ body }) => {
    const requested = 'version' in body ? body.version : null;
    versions.push(requested);
    if (requested !== version) throw failed(409, 'conflict', 'changed', { item: { id: 'dosa', version } });
    return { item: { version: ++version } };
  };
  await queue.replay();
  expect([versions, queue.waiting()]).toEqual([[3, 4], []]);

  await queue.add(edit('dosa', 'Mine', 4), 'late');
  await queue.replay();
  expect(queue.waiting()).toMatchObject([{ isStuck: true, problem: { code: 'conflict' } }]);
  await queue.tryAgain('key-3');
  await queue.replay();
  expect([versions.at(-1), queue.waiting()]).toEqual([5, []]);
});

test('a person neither sees nor sends the changes of another', async () => {
  const machine = browser();
  const queue = machine.tab();
  machine.person = 'asha';
  await queue.add(step('o1', 'ready'), 'hers');
  machine.person = 'liam';
  await queue.refresh();
  expect(queue.waiting()).toEqual([]);
  await queue.replay();
  await queue.remove('key-1');
  expect(machine.sent).toEqual([]);
  machine.person = 'asha';
  await queue.replay();
  expect(machine.sent).toEqual(['key-1 hers']);
});

test('a device without storage reports an error and queues nothing', async () => {
  const machine = browser();
  const queue = machine.tab();
  machine.full = true;
  await expect(queue.add(hide('dosa'), 'x')).rejects.toMatchObject({ code: CANNOT_STORE, status: 0 });
  expect(queue.waiting()).toEqual([]);
});

test('cancelling a reservation that is cancelled already counts as done', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(cancel('r1'), 'x');
  machine.answer = () => {
    throw failed(409, 'invalid-transition', 'no', { from: 'cancelled', to: 'cancelled' });
  };
  await queue.replay();
  expect(queue.waiting()).toEqual([]);
});

test('a withdrawn change is not sent, also when another tab withdraws it meanwhile', async () => {
  const machine = browser();
  const [one, two] = [machine.tab(), machine.tab()];
  await one.add(booking, 'a');
  await one.add(cancel('r1'), 'b');
  machine.answer = (change) => {
    if (change.about === 'a') void two.remove('key-2');
    return {};
  };
  await one.replay();
  expect(machine.sent).toEqual(['key-1 a']);
});

test('a change that was sent without a response is queued once, under its key', async () => {
  const queue = browser().tab();
  await queue.add(booking, 'a', 'sent-before');
  await queue.add(booking, 'a', 'sent-before');
  expect(queue.waiting().map(({ id }) => id)).toEqual(['sent-before']);
});

test('a change whose key another request has used is sent once more with a key of its own', async () => {
  const machine = browser();
  const queue = machine.tab();
  const pay: Change = { call: 'processOrderPayment', body: { orderId: 'o1', paymentData: { method: 'manual' } } };
  await queue.add(pay, 'pay', 'pay-o1-3');
  machine.answer = ({ id }) => {
    if (id === 'pay-o1-3') throw failed(422, 'idempotency-key-reused');
    throw failed(409, 'already-paid', 'Drew did', { paidBy: 'Drew' });
  };
  const { refused } = await queue.replay();
  expect(machine.sent).toEqual(['pay-o1-3 pay', 'key-1 pay']);
  expect(refused.map(({ problem }) => problem?.code)).toEqual(['already-paid']);
});

test('a key that is always refused makes a change stuck, and a change stuck before an update is tried again', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(step('o1', 'ready'), 'step', 'old-key');
  machine.answer = () => {
    throw failed(422, 'idempotency-key-reused');
  };
  await queue.replay();
  expect(machine.sent).toHaveLength(2);
  expect(queue.waiting()).toMatchObject([{ isStuck: true, problem: { code: 'idempotency-key-reused' } }]);
  machine.answer = () => ({});
  await queue.reconnected();
  await queue.replay();
  expect(queue.waiting()).toEqual([]);
});

test.each([
  ['a step that the order has passed', step('o1', 'preparing'), 'invalid-transition', { from: 'ready' }],
  [
    'a finished line of a completed order',
    { call: 'strikeOrderItem', body: { orderId: 'o1', line: 1, done: true } },
    'failed-precondition',
    { from: 'completed' },
  ],
  [
    'a deleted dish that is gone',
    { call: 'deleteMenuItem', body: { locationId: 'truro', itemId: 'dosa' } },
    'menu-item-not-found',
    {},
  ],
] as const)('%s asks nothing, and later changes are sent', async (_what, change, code, details) => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(change, 'moot');
  await queue.add(change, 'later');
  machine.answer = ({ about }) => {
    if (about === 'moot') throw failed(409, code, 'no', details);
    return {};
  };
  const { refused, done } = await queue.replay();
  expect([refused.length, done.length]).toEqual([0, 1]);
  expect(queue.waiting()).toEqual([]);
});

test('a step of a cancelled order waits for an answer', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add(step('o1', 'ready'), 'step');
  machine.answer = () => {
    throw failed(409, 'invalid-transition', 'no', { from: 'cancelled', to: 'ready' });
  };
  expect((await queue.replay()).refused).toHaveLength(1);
});

test('an answer to a question sends the change differently, with a new key', async () => {
  const machine = browser();
  const queue = machine.tab();
  const body = { orderId: 'o1', paymentData: { method: 'manual' } };
  await queue.add({ call: 'processOrderPayment', body }, 'pay');
  machine.answer = ({ body: sent }) => {
    if (!('takenAnyway' in sent)) throw failed(409, 'already-paid');
    return {};
  };
  await queue.replay();
  await queue.sendInstead(queue.waiting()[0]?.id ?? '', { ...body, takenAnyway: true });
  await queue.replay();
  expect(machine.sent).toEqual(['key-1 pay', 'key-2 pay']);
  expect(queue.waiting()).toEqual([]);
});

test('an open question about the cash of an order does not delay its steps', async () => {
  const machine = browser();
  const queue = machine.tab();
  await queue.add({ call: 'processOrderPayment', body: { orderId: 'o1', paymentData: { method: 'manual' } } }, 'pay');
  await queue.add(step('o1', 'ready'), 'step');
  machine.answer = ({ about }) => {
    if (about === 'pay') throw failed(409, 'already-paid');
    return {};
  };
  await queue.replay();
  expect(queue.waiting().map(({ about }) => about)).toEqual(['pay']);
});

/** A party that was seated here at table 3, where others sit now, and two rounds for it. */
async function partyAtTheDoor() {
  const machine = browser();
  const queue = machine.tab();
  const round: Change = { call: 'addRound', body: { sittingId: 'olga', items: [] } };
  await queue.add({ call: 'seatParty', body: { sittingId: 'olga', tableId: 't3', partySize: 2 } }, 'seat');
  await queue.add(round, 'bhaji');
  await queue.add(round, 'naan');
  const others = { call: 'addRound', body: { sittingId: 'arjun', items: [] } } as const satisfies Change;
  await queue.add(others, 'others');
  const refuse = (code: string) => {
    throw failed(409, code);
  };
  const seated = new Set(['arjun']);
  machine.answer = ({ call, body }) => {
    if (call === 'seatParty') return body.tableId === 't3' ? refuse('table-taken') : seated.add(body.sittingId ?? '');
    return call === 'addRound' && seated.has(body.sittingId ?? '') ? {} : refuse('not-found');
  };
  await queue.replay();
  return { machine, queue, about: () => machine.sent.map((sent) => sent.split(' ')[1]) };
}

test('rounds of a party at the door wait for its new table, also after a reload; other parties are served', async () => {
  const { machine, queue, about } = await partyAtTheDoor();
  expect(about()).toEqual(['seat', 'others']);
  const afterReload = machine.tab();
  await afterReload.replay();
  expect(about()).toEqual(['seat', 'others']);
  const [seat] = afterReload.waiting();
  await afterReload.sendInstead(seat?.id ?? '', {
    sittingId: 'olga',
    tableId: 't11',
    tableIds: ['t11', 't12'],
    partySize: 2,
  });
  expect(machine.rows().map(({ subjects }) => subjects)).toEqual([
    ['table t11', 'table t12', 'sitting olga'],
    ['sitting olga'],
    ['sitting olga'],
  ]);
  await queue.replay();
  expect(about()).toEqual(['seat', 'others', 'seat', 'bhaji', 'naan']);
  expect(machine.rows()).toEqual([]);
});

test('rounds of a party that is discarded at the door are asked about, and still name nobody else', async () => {
  const { machine, queue } = await partyAtTheDoor();
  machine.answer = ({ call }) => {
    throw call === 'addRound' ? failed(404, 'not-found') : failed(409, 'table-taken');
  };
  await queue.remove(queue.waiting()[0]?.id ?? '');
  await queue.replay();
  expect(machine.rows().map(({ about, isStuck, body }) => [about, isStuck, body])).toEqual([
    ['bhaji', true, { sittingId: 'olga', items: [] }],
    // It waits for the answer about the first one.
    ['naan', false, { sittingId: 'olga', items: [] }],
  ]);
});
