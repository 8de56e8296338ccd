import fc from 'fast-check';
import { decideStatusChange, isFinalStatus, type OrderStatus } from '@tiffin/domain/order';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { Change, QueuedChange } from './changes.ts';
import { createChangeQueue } from './queue.ts';
import { paymentTakenAnyway, refusalQuestion } from './refusals.ts';

/* Two devices with waiting changes of one order reconnect in any order: the state afterwards is the same. */

const LINES = [1, 2, 3];
const STEPS = ['preparing', 'ready', 'completed'] as const satisfies readonly OrderStatus[];
const CASH = 68.9;
const HOURS = 60 * 60_000;
const COOK = { kind: 'person', userId: 'u', name: 'Kim', email: '', role: 'admin', locationIds: [] } as const;

const refuse = (code: string, status: number, details = {}) => new ApiError({ code, status, message: code, details });

/** The rules of the server for one order, with the domain's rule for steps. */
function orderAtServer(status: OrderStatus) {
  const order = { status, done: new Set<number>(), payments: [] as number[], overpaid: [] as number[] };
  const answers: Partial<Record<Change['call'], (change: Change) => void>> = {
    updateOrderStatus(change) {
      const { status: to } = change.body as { status: OrderStatus };
      const decided = decideStatusChange({ status: order.status, locationId: 'truro', ownerId: null }, to, COOK);
      if (!decided.ok) throw refuse(decided.error.code, 409, decided.error.details);
      order.status = to;
    },
    strikeOrderItem(change) {
      if (isFinalStatus(order.status)) throw refuse('failed-precondition', 409, { from: order.status });
      order.done.add((change.body as { line: number }).line);
    },
    processOrderPayment(change) {
      const { collected = 0, takenAnyway } = change.body as { collected?: number; takenAnyway?: boolean };
      const isDue = order.payments.length === 0 && order.status !== 'cancelled';
      if (!isDue && !takenAnyway) {
        const paid = { paidBy: 'Drew', paidAt: '2026-11-20T21:37:00.000Z', amount: CASH, tender: 'cash' };
        throw order.payments.length > 0 ? refuse('already-paid', 409, paid) : refuse('failed-precondition', 409);
      }
      (isDue ? order.payments : order.overpaid).push(collected);
    },
  };
  return {
    receive: (change: Change) => answers[change.call]?.(change),
    /** What screens show: the kitchen's marks matter until the order is gone. */
    state: () => ({
      status: order.status,
      done: isFinalStatus(order.status) ? null : LINES.filter((line) => order.done.has(line)),
      paid: order.payments.length,
      taken: [...order.payments, ...order.overpaid].reduce((sum, cash) => sum + cash, 0),
    }),
  };
}

type Server = ReturnType<typeof orderAtServer>;

/** A device with its queue. Its person answers each question truthfully: they took the cash. */
function device(server: Server, clockError: number, turn: <T>(work: () => T) => Promise<T>) {
  let rows: QueuedChange[] = [];
  let places = 0;
  const queue = createChangeQueue({
    store: {
      all: () => Promise.resolve(rows),
      async add(change) {
        const added = { ...change, place: ++places } as QueuedChange;
        rows.push(added);
        return added;
      },
      check: () => Promise.resolve(),
      update: (change) => Promise.resolve(void (rows = rows.map(change).filter((each) => each !== null))),
    },
    send: (change) => turn(() => (server.receive(change), {}) as never),
    newKey: () => crypto.randomUUID(),
    now: () => Date.parse('2026-11-20T21:38:00.000Z') + clockError,
    person: () => 'kim',
    numberAt: () => null,
    drawer: () => null,
    isReached: () => true,
    alone: (work) => work(),
    pause: () => Promise.resolve(),
    broadcast: () => {},
    mark: () => {},
  });
  return {
    add: (change: Change) => queue.add(change, change.call),
    async reconnect(): Promise<void> {
      for (;;) {
        await queue.replay();
        const stuck = queue.waiting().find(({ isStuck }) => isStuck);
        if (!stuck) return;
        const kinds = refusalQuestion(stuck).answers.map(({ kind }) => kind);
        if (stuck.call === 'processOrderPayment' && kinds.includes('record'))
          await queue.sendInstead(stuck.id, paymentTakenAnyway(stuck));
        else await queue.remove(stuck.id);
      }
    },
  };
}

const orderId = 'TRU-20261120-R8K2M';

/** What one device did offline: steps from the status that both saw, finished lines, and whether it took the cash. */
const work = fc
  .record({
    steps: fc.nat(STEPS.length),
    lines: fc.subarray(LINES),
    pays: fc.boolean(),
    order: fc.array(fc.nat(100), { minLength: 7, maxLength: 7 }),
  })
  .map(({ steps, lines, pays, order }): Change[] => {
    const forward = STEPS.slice(0, steps).map((status): Change => ({
      call: 'updateOrderStatus',
      body: { orderId, status },
    }));
    const others = [
      ...lines.map((line): Change => ({ call: 'strikeOrderItem', body: { orderId, line, done: true } })),
      ...(pays
        ? [
            {
              call: 'processOrderPayment',
              body: { orderId, paymentData: { method: 'manual' }, collected: CASH },
            } satisfies Change,
          ]
        : []),
    ];
    // The steps keep their order; the others come between them anywhere.
    return others.reduce(
      (list, change, at) => list.toSpliced((order[at] ?? 0) % (list.length + 1), 0, change),
      forward,
    );
  });

async function reconnectBoth(
  status: OrderStatus,
  works: readonly [readonly Change[], readonly Change[]],
  turn: <T>(work: () => T) => Promise<T>,
  isSimultaneous: boolean,
) {
  const server = orderAtServer(status);
  const [first, second] = [device(server, 0, turn), device(server, 3 * HOURS, turn)];
  for (const change of works[0]) await first.add(change);
  for (const change of works[1]) await second.add(change);
  if (isSimultaneous) await Promise.all([first.reconnect(), second.reconnect()]);
  else {
    await first.reconnect();
    await second.reconnect();
  }
  return server.state();
}

test('two devices, one with a clock that is wrong by 3 hours, lead to the same order in every order of reconnection', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), work, work, async (scheduler, one, two) => {
      const atOnce = <T>(run: () => T) => Promise.resolve().then(run);
      const inTurn = <T>(run: () => T) => scheduler.schedule(Promise.resolve()).then(run);
      const expected = await reconnectBoth('pending', [one, two], atOnce, false);
      expect(await reconnectBoth('pending', [two, one], atOnce, false)).toEqual(expected);
      const mixed = reconnectBoth('pending', [one, two], inTurn, true);
      await scheduler.waitFor(mixed);
      expect(await mixed).toEqual(expected);
      // The furthest step, every finished line and all the cash are there.
      const pays = [one, two].filter((list) => list.some(({ call }) => call === 'processOrderPayment')).length;
      expect(expected.taken).toBeCloseTo(pays * CASH, 6);
      expect(expected.paid).toBe(Math.min(1, pays));
    }),
    { numRuns: 300 },
  );
});
