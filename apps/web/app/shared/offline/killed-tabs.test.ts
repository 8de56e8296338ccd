import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { QueuedChange, SaleChange } from './changes.ts';
import { createChangeQueue } from './queue.ts';

/* Devices whose network comes and goes, and whose tabs are killed at any point, sell each order once. */

const refuse = (code: string, status: number) => new ApiError({ code, status, message: code, details: {} });

/** The rules of the server for keys: a body runs once, and another body with its key is refused. */
function newServer() {
  const orders = new Map<string, { readonly text: string; readonly number: string | null }>();
  return {
    orders,
    receive(key: string, body: object): void {
      const text = JSON.stringify(body);
      const before = orders.get(key);
      if (before && before.text !== text) throw refuse('idempotency-key-reused', 409);
      orders.set(key, { text, number: 'number' in body ? String(body.number) : null });
    },
  };
}

/** How the pieces of work of one history are mixed. */
interface Chance {
  /** Runs one piece of work, some time later. */
  readonly later: <T>(work: () => T) => Promise<T>;
  readonly isLost: () => boolean;
}

function newDevice(letter: string, server: ReturnType<typeof newServer>, { later, isLost }: Chance) {
  let rows: QueuedChange[] = [];
  let places = 0;
  let tab = { isKilled: false };
  let hasNetwork = true;
  let line: Promise<unknown> = Promise.resolve();
  const send = async (key: string, body: object) => {
    if (!hasNetwork) throw refuse('unreached', 0);
    await later(() => server.receive(key, body));
    // The request arrived, and its response is lost.
    if (!hasNetwork || isLost()) throw refuse('unreached', 0);
    return {} as never;
  };
  const open = () => {
    const own = { isKilled: false };
    tab = own;
    /** Nothing happens in a tab after it was killed; what it had begun to store is stored or not. */
    const alive = async <T>(work: () => Promise<T>): Promise<T> => {
      if (own.isKilled) return new Promise(() => {});
      const outcome = await work().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      if (own.isKilled) return new Promise(() => {});
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    };
    const stored = <T>(work: () => T) => alive(() => later(() => (own.isKilled ? undefined : work()) as T));
    return createChangeQueue({
      store: {
        all: () => alive(() => Promise.resolve(rows)),
        add: (change, complete = (each) => each) =>
          stored(() => {
            const before = rows.find(({ id }) => id === change.id);
            if (before) return before;
            const added = complete({ ...change, place: ++places } as QueuedChange);
            rows = [...rows, added];
            return added;
          }),
        check: () => Promise.resolve(),
        update: (change) => stored(() => void (rows = rows.map(change).filter((each) => each !== null))),
      },
      send: (change) => alive(() => send(change.id, change.body)),
      newKey: () => crypto.randomUUID(),
      now: () => Date.parse('2026-11-20T21:38:00.000Z'),
      person: () => 'kim',
      numberAt: (place) => ({ deviceId: letter, number: `${letter}-${place}` }),
      drawer: () => null,
      isReached: () => hasNetwork,
      // The lock of a killed tab is free at once.
      alone<T>(work: () => Promise<T>): Promise<T> {
        const before = line;
        const turn = before.then(() => alive(work));
        line = Promise.race([Promise.allSettled([turn]), untilKilled(own)]);
        return turn;
      },
      pause: () => Promise.resolve(),
      broadcast: () => {},
      mark: () => {},
    });
  };
  let queue = open();
  /** Orders whose result the person has not seen. Till and key are stored, so that they press again. */
  const pressed = new Map<string, SaleChange>();
  const sellOnce = async (key: string, sale: SaleChange) => {
    const [own, current] = [tab, queue];
    try {
      await send(key, sale.body);
    } catch {
      if (own.isKilled) return;
      await current.addSale(sale, 'a sale', key);
    }
    if (!own.isKilled) pressed.delete(key);
  };
  return {
    rows: () => rows,
    unseen: () => [...pressed.keys()],
    setNetwork: (isThere: boolean) => (hasNetwork = isThere),
    sell(sale: SaleChange) {
      const key = crypto.randomUUID();
      pressed.set(key, sale);
      void sellOnce(key, sale);
      return key;
    },
    pressAgain: () => Promise.all([...pressed].map(([key, sale]) => sellOnce(key, sale))),
    replay: () => queue.replay(),
    kill() {
      tab.isKilled = true;
      queue = open();
    },
  };
}

/** Resolves some turns after the tab was killed. */
async function untilKilled(tab: { readonly isKilled: boolean }): Promise<void> {
  for (let turn = 0; turn < 10_000 && !tab.isKilled; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const step = fc.record({
  device: fc.nat(2),
  what: fc.constantFrom('sell', 'sell', 'sell', 'send', 'cut', 'connect', 'kill', 'press again' as const),
  turns: fc.nat(4),
});

test('in 1,000 histories of three devices that are cut off and killed at any point each order is sold once, under one number', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 5, maxLength: 30 }),
      fc.infiniteStream(fc.nat(4)),
      async (scheduler, steps, dice) => {
        const server = newServer();
        const chance: Chance = {
          later: (work) => scheduler.schedule(Promise.resolve()).then(work),
          isLost: () => dice.next().value === 0,
        };
        const devices = ['A', 'B', 'C'].map((letter) => newDevice(letter, server, chance));
        const keys: string[] = [];
        for (const { device: index, what, turns } of steps) {
          const device = devices[index];
          if (!device) throw new Error('there are three devices');
          const total = keys.length;
          if (what === 'sell')
            keys.push(device.sell({ call: 'createAdminOrderCash', body: { finalTotal: total } } as never));
          if (what === 'send') void device.replay();
          if (what === 'kill') device.kill();
          if (what === 'press again') void device.pressAgain();
          if (what === 'cut' || what === 'connect') device.setNetwork(what === 'connect');
          if (turns > 0) await scheduler.waitNext(Math.min(turns, scheduler.count()));
        }
        for (const device of devices) {
          device.setNetwork(true);
          device.kill();
        }
        const end = (async () => {
          for (const device of devices) {
            await device.pressAgain();
            for (let run = 0; run < 200 && device.rows().length > 0; run++) await device.replay();
          }
        })();
        await scheduler.waitFor(end);
        expect(devices.flatMap((device) => [...device.rows(), ...device.unseen()])).toEqual([]);
        const totals = [...server.orders.values()].map(({ text }) => JSON.parse(text).finalTotal);
        expect(totals.toSorted((a, b) => a - b)).toEqual(keys.map((_, index) => index));
        const numbers = [...server.orders.values()].flatMap(({ number }) => number ?? []);
        expect(new Set(numbers).size).toBe(numbers.length);
      },
    ),
    { numRuns: 1000 },
  );
}, 120_000);
