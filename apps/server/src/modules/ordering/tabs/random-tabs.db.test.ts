import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { stationOf, type Station } from '@tiffin/domain/kitchen';
import { expect, test } from 'vitest';
import { writeExport } from '../../../operations/export/write-export.ts';
import { tillOf } from '../../../testing/payments.ts';
import { newRandom } from '../../../testing/random.ts';
import { dish, evening, newKey, type RoundItem } from './testing/evening.ts';

const { server, manager, call, done, bill, tab, seated, clear, sound } = await evening();
const { context } = server;

const DISCOUNTS = [
  ['percent', 10],
  ['percent', 33],
  ['amount', 3.33],
  ['amount', 12],
  ['price', 1.05],
  ['comp', undefined],
] as const;

/** `npm test` plays a few histories; RANDOM_EVENINGS plays more. */
const HISTORIES = Number(process.env['RANDOM_EVENINGS'] ?? 5);
const STEPS = 24;

/** One cook makes drinks, another starters, and a third everything else. */
const kitchen = await Promise.all(
  [['drinks'], ['appetizers'], []].map(async (categories) => {
    const body = {
      locationId: 'truro',
      name: categories[0] ?? 'Grill',
      categories,
      isDefault: categories.length === 0,
    };
    return (await server.call('saveStation', { body }, { ...manager, ...newKey() })).body.station;
  }),
);
const stations = kitchen.map(({ stationId, seenAt, ...fields }): Station => ({
  ...fields,
  id: stationId,
  seenAt: Date.parse(seenAt),
}));

const happyHour = {
  name: 'Happy hour',
  conditions: [{ kind: 'dishes' as const, ids: ['onion-bhaji'] }],
  effect: { kind: 'percent' as const, of: 'dishes' as const, percent: 30 },
  isActive: true,
};
const admin = await server.signIn('admin@demo.test');
await server.call('savePromotion', { body: happyHour }, admin);
const updates = { tableOrdering: { isOn: true, firstRoundWaits: false } };
await server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin);
const till = tillOf(server);
/** The payment pages that phones opened for the rest of a bill. */
const phonePages: string[] = [];

/** Whatever staff do with the tabs of two tables: one step at random. Refusals are fine, failures are not. */
function stepsOf(seed: number, tabs: string[], phones: readonly string[]) {
  const random = newRandom(seed);
  const one = <T>(list: readonly T[]): T | undefined => list[random.int(0, list.length - 1)];
  const billId = () => one(tabs) ?? '';
  const asManager = () => ({ ...manager, ...newKey() });
  const order = async () => one((await tab(billId())).orders);
  const prices = [1.05, 4.35, 7.15, 10.55, 18.95];
  const item = (): RoundItem => {
    const fields = {
      quantity: random.int(1, 3),
      seat: random.int(0, 4),
      ...(random.int(0, 2) === 0 && { course: random.int(1, 3) }),
    };
    const id = one(['mango-lassi', 'onion-bhaji', null]);
    return id ? { id, ...fields } : dish(one(prices) ?? 1, fields);
  };

  const phone = () => ({ token: one(phones) ?? '-' });
  const pay = (chosen: object) =>
    server.call('payAtTable', { body: { ...phone(), tip: random.int(0, 2), ...chosen } }, newKey());
  const tabOf = async (target: string) => ({ status: 200, body: await tab(target) });

  const steps: (() => Promise<{ status: number; body: { billId?: string } | object }>)[] = [
    () => call('addRound', { billId: billId(), items: Array.from({ length: random.int(1, 3) }, item) }),
    () => call('addRound', { billId: billId(), items: [item()] }),
    () => call('addRound', { tableId: one(['t1', 't2']) ?? 't1', items: [item()] }),
    () => call('fireCourse', { billId: billId() }),
    async () => call('cancelOrder', { orderId: (await order())?.orderId ?? '', reason: 'Wrong' }, asManager()),
    async () => {
      const placed = await order();
      const line = one(placed?.items ?? [])?.line ?? 1;
      const body = { orderId: placed?.orderId ?? '', version: placed?.version ?? 1, why: 'Wrong' };
      return random.int(0, 1) === 0
        ? call('changeOrder', { ...body, change: [{ line, quantity: random.int(1, 4) }] }, asManager())
        : call('changeOrder', { ...body, remove: [line] }, asManager());
    },
    () => call('mergeTabs', { from: billId(), to: billId() }),
    () => call('addRound', { locationId: 'truro', label: one(['Ann', 'Bob']) ?? '', items: [item(), item()] }),
    () => call('moveTab', { billId: billId(), tableId: one(['t1', 't2', 't3']) ?? 't1' }),
    async () => {
      const { tab: other } = await tab(billId());
      return call('moveTab', { billId: billId(), sittingId: other.sittingId ?? '-' });
    },
    ...[0, 1, 2, 3].map(() => async () => {
      // Most tabs are split, paid or discounted after a while; from and to those no dish moves, so a new one is opened.
      const label = `Guest ${random.int(1, 99)}`;
      const two = [dish(7.15, { quantity: 2 }), dish(4.35)];
      tabs.push((await done('addRound', { locationId: 'truro', label, items: two })).billId);
      const { body } = await server.call('getTabs', { query: { locationId: 'truro' } }, manager);
      // The tabs of earlier histories are left out: their tables were cleared.
      const takesRounds = new Set(body.tabs.flatMap((each) => (each.takesRounds ? [each.billId] : [])));
      const open = tabs.filter((each) => takesRounds.has(each));
      const from = one(open.slice(-2)) ?? billId();
      const { orders } = await tab(from);
      const lines = orders
        .filter(({ status, pricing }) => status !== 'cancelled' && !pricing.off)
        .flatMap(({ orderId, items }) => items.map(({ line, quantity }) => ({ orderId, line, quantity })));
      const first = random.int(0, Math.max(0, lines.length - 1));
      const items = lines
        .slice(first, first + random.int(1, 3))
        .map((each) => ({ ...each, quantity: random.int(1, each.quantity) }));
      return call('moveLines', { billId: from, items, to: one(open.filter((each) => each !== from)) ?? billId() });
    }),
    // Guests order and pay by phone; a page is paid at once, later or never.
    ...[0, 1, 2].map(
      () => () =>
        server.call(
          'addTableRound',
          {
            body: {
              ...phone(),
              items: [{ id: one(['mango-lassi', 'onion-bhaji']) ?? '', quantity: random.int(1, 2) }],
            },
          },
          newKey(),
        ),
    ),
    async () => {
      const { token } = phone();
      const { body } = await server.call('getTableTab', { query: { token } });
      return pay(random.int(0, 1) === 0 ? { token, lines: body.mine ?? [] } : { share: { of: random.int(2, 4) } });
    },
    async () => {
      const answer = await pay({ rest: true });
      if (answer.body.paymentUrl) phonePages.push(answer.body.paymentUrl);
      return answer;
    },
    async () => {
      const url = one(phonePages);
      if (url) await till.pay(url);
      await till.deliver();
      return tabOf(billId());
    },
    () => call('splitBill', { billId: billId(), by: 'seat' }),
    () => call('splitBill', { billId: billId(), by: 'parts', parts: random.int(1, 4) }),
    async () => {
      const { parts = [], due } = await bill(billId());
      const part = one(parts.filter((each) => each.due > 0));
      const amount = Math.max(0.05, Math.round(((part?.due ?? due) / random.int(1, 2)) * 100) / 100);
      return call('addPayment', {
        billId: part?.billId ?? billId(),
        tender: one(['cash', 'debit'] as const) ?? 'cash',
        reference: '1',
        amount,
      });
    },
    async () => {
      const target = billId();
      const paid = one((await bill(target)).payments.filter(({ status }) => status === 'succeeded'));
      return call('undoPayment', { billId: target, paymentId: paid?.paymentId ?? '-', reason: 'Wrong' }, asManager());
    },
    async () => {
      const placed = await order();
      const line = one(placed?.items ?? [])?.line ?? 1;
      return call(
        'refundOrderItems',
        { orderId: placed?.orderId ?? '', items: [{ line, quantity: 1 }], reason: 'Cold' },
        asManager(),
      );
    },
    () => call('printBill', { billId: billId() }),
    async () => {
      const placed = await order();
      const line = one(placed?.items ?? [])?.line ?? 1;
      const on = random.int(0, 2) > 0 ? { billId: billId() } : { orderId: placed?.orderId ?? '-', line };
      const [kind, value] = one(DISCOUNTS) ?? DISCOUNTS[0];
      return call('addDiscount', { ...on, kind, value, reason: 'wait' }, asManager());
    },
    async () => {
      const target = billId();
      const discountId = one((await bill(target)).given)?.id ?? '-';
      return call('removeDiscount', { billId: target, discountId }, asManager());
    },
    () => (random.int(0, 3) === 0 ? call('recordWalkOut', { billId: billId() }, asManager()) : tabOf(billId())),
  ];
  return () => one(steps) ?? steps[0];
}

type Line = Parameters<typeof stationOf>[0];
const stationIdOf = (line: Line) => stationOf(line, stations)?.id ?? null;

/**
 * The units that tickets told each station to make, less those that tickets voided there, must be what is wanted of that
 * station after every event: the ticket of a new or fired order adds its lines, that of a change what it names, a
 * cancellation voids all. Returns how many units each station was told to make.
 */
async function checkTickets(): Promise<Map<string | null, number>> {
  const { rows } = await context.database.pool.query<{ order: WireOrder }>(
    // Not by transaction: one that began first and waited for the order's lock wrote later.
    `select data -> 'order' as order from events where type in ('order.created', 'order.updated') order by id`,
  );
  const tickets = new Map<string, Map<string, number>>();
  const before = new Map<string, WireOrder>();
  const told = new Map<string | null, number>();
  for (const { order } of rows) {
    const last = before.get(order.id);
    const isCooked = order.heldAt === undefined && order.status !== 'cancelled';
    const wasCooked = last !== undefined && last.heldAt === undefined && last.status !== 'cancelled';
    const units = tickets.get(order.id) ?? new Map<string, number>();
    tickets.set(order.id, units);
    const add = (line: number, station: string | null, by: number) => {
      const key = `${line} at ${station}`;
      units.set(key, (units.get(key) ?? 0) + by);
      if (by > 0) told.set(station, (told.get(station) ?? 0) + by);
    };
    const changes = (order.changes ?? []).slice(last?.changes?.length ?? 0).flatMap(({ lines }) => lines);
    if (wasCooked) {
      for (const { line, by, stationId } of changes) {
        const item = order.items.find((each) => each.line === line);
        add(line, item ? stationIdOf(item) : (stationId ?? null), by);
      }
    } else if (isCooked) for (const item of order.items) add(item.line, stationIdOf(item), item.quantity);
    if (wasCooked && !isCooked) for (const item of last.items) add(item.line, stationIdOf(item), -item.quantity);
    const wanted = isCooked
      ? order.items.map((item) => [`${item.line} at ${stationIdOf(item)}`, item.quantity] as const)
      : [];
    expect(new Map([...units].filter(([, count]) => count !== 0))).toEqual(new Map(wanted));
    before.set(order.id, order);
  }
  return told;
}

let movesOfDishes = 0;
let phoneRounds = 0;
const toldStations = new Set<string | null>();

test.each(Array.from({ length: HISTORIES }, (_, index) => 20_261_127 + index))(
  'history %i of rounds, voids, merges, moves, splits, payments and refunds leaves everything added up',
  async (seed) => {
    await clear();
    const tabs = [(await seated('t1')).billId, (await seated('t2')).billId];
    for (const billId of tabs) await done('addRound', { billId, items: [dish(10.55, { seat: 1 }), dish(7)] });
    const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, manager)).body;
    const phones: string[] = [];
    for (const tableId of ['t1', 't1', 't1', 't1', 't1', 't1', 't2', 't2']) {
      const code = tables.find((each) => each.tableId === tableId)?.sitting?.code ?? '';
      phones.push((await server.call('joinTable', { body: { tableId, code } })).body.token);
    }
    const next = stepsOf(seed, tabs, phones);
    for (let step = 0; step < STEPS; step += 1) {
      // Two devices act at the same time.
      const answers = await Promise.all([next()?.(), next()?.()]);
      for (const answer of answers) {
        expect(answer?.status).toBeLessThan(500);
        if (answer?.status === 200 && 'from' in answer.body) movesOfDishes += 1;
        if (answer?.status === 200 && 'waitsForStaff' in answer.body) phoneRounds += 1;
        const landed = answer && 'billId' in answer.body ? answer.body.billId : undefined;
        if (typeof landed === 'string' && !tabs.includes(landed)) tabs.push(landed);
      }
    }
    await sound();
    const query = { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' };
    const { body: journal } = await server.call('getJournal', { query }, manager);
    expect(journal.debit).toBe(journal.credit);
    for (const station of (await checkTickets()).keys()) toldStations.add(station);
  },
  60_000,
);

test('dishes were moved and phones ordered in these histories, and every station cooked', () => {
  expect(movesOfDishes).toBeGreaterThan(0);
  expect(phoneRounds).toBeGreaterThan(0);
  expect(toldStations).toEqual(new Set(stations.map(({ id }) => id)));
});

test('tabs with an undone payment and with a discount on a cancelled round merge into another one', async () => {
  await clear();
  const asManager = () => ({ ...manager, ...newKey() });
  const { billId: to } = await done('addRound', { locationId: 'truro', label: 'Kept', items: [dish(10.55)] });
  const { billId: undone } = await done('addRound', { locationId: 'truro', label: 'Undone', items: [dish(7.15)] });
  const { paymentId } = await done('addPayment', { billId: undone, tender: 'debit', reference: '1', amount: 5 });
  await done('undoPayment', { billId: undone, paymentId, reason: 'Wrong' }, asManager());
  const { billId } = await done('addRound', { locationId: 'truro', label: 'Cancelled', items: [dish(4.35)] });
  const { orderId } = await done('addRound', { billId, items: [dish(18.95)] });
  await done('addDiscount', { orderId, line: 1, kind: 'price', value: 1.05, reason: 'wait' }, asManager());
  await done('cancelOrder', { orderId, reason: 'Wrong' }, asManager());
  for (const from of [undone, billId]) await done('mergeTabs', { from, to });
  expect((await bill(to)).due).toBe(25.14);
  await sound();
});

test('an export of all these tabs is right by the checker that shares no code with the server', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabs-export-'));
  const checker = path.join(import.meta.dirname, '../../../../../../tools/check-export.py');
  try {
    await writeExport(context.database.pool, folder, context.clock.now());
    const found = await promisify(execFile)('python3', [checker, folder]).catch((error: { stdout?: string }) => error);
    expect(found.stdout).toMatch(/./);
    expect(found).not.toBeInstanceOf(Error);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
