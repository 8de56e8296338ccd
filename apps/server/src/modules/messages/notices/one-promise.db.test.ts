import { addMinutes, cents, HALIFAX } from '@tiffin/domain/core';
import { readHours } from '@tiffin/domain/hours';
import { promiseReadyTime, type OrderType, type PromiseRequest } from '@tiffin/domain/order';
import { receiptOf } from '@tiffin/domain/receipt';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { stationTicketAnswer } from '../../kitchen/stations/station-tickets.ts';
import { moveReadyTime } from '../../ordering/change/calculate-change.ts';
import { promiseMove } from '../../ordering/change/change-order.ts';
import { correctionColumns, stepColumns } from '../../orders/apply-status.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { promiseColumns, promiseOf } from '../../orders/promise/promise-columns.ts';
import { findOrder } from '../../orders/queries.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { confirmations } from './confirm-order.ts';
import { fillOrderPlaceholders } from './message-guest.ts';
import { newsWithArrival } from './notify-delivery.ts';
import { rescheduledNews } from './notify-rescheduled.ts';
import { statusNotice } from './push/push-notices.ts';
import { statusMessage } from './text-order-status.ts';

const server = await testServer();
const { context } = server;
const site = await readSite(context.db);
const payload = await payloadMaker(server);
const placed = await server.call(
  'createCustomerOrderCash',
  { body: payload() },
  { ...SITE_KEY, 'idempotency-key': crypto.randomUUID() },
);
const template = await findOrder(context.db, placed.body.orderId);
if (!template) throw new Error('the order was placed');

const day = { open: '00:00', close: '23:59', closed: false };
const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const hours = readHours(Object.fromEntries(names.map((name) => [name, day])), [], HALIFAX);
if (!hours.ok) throw new Error('these hours can be read');

/** Minutes around the days on which the clocks change, and an ordinary day. */
const placedAt = fc
  .tuple(
    fc.constantFrom('2026-11-01T03:00:00Z', '2027-03-14T04:00:00Z', '2026-11-20T21:00:00Z'),
    fc.integer({ min: 0, max: 4 * 3600 }),
  )
  .map(([start, seconds]) => addMinutes(new Date(start), seconds / 60));
const estimate = fc.record({
  quote: fc.integer({ min: 5, max: 90 }),
  spread: fc.option(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 5, max: 30 })), { nil: null }),
  plus: fc.constantFrom(0, 0, 15, 30),
  pause: fc.boolean(),
});
const order = fc.record({
  placedAt,
  estimate,
  orderType: fc.constantFrom<OrderType>('pickup', 'delivery', 'dine-in'),
  isScheduled: fc.boolean(),
  /** Stored before there were windows. */
  isOld: fc.boolean(),
});
/** What happens after the order: staff move it, edit it, start it, take the start back, or others order. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), minutes: fc.constantFrom(-15, -5, 5, 10, 30, 60) }),
  fc.record({ kind: fc.constantFrom('start', 'undo', 'ready', 'edit', 'order', 'wait'), minutes: fc.constant(7) }),
);

function promise(request: Pick<PromiseRequest, 'quote' | 'plus' | 'learned'>, now: Date, wantedFor: Date | null) {
  const result = promiseReadyTime(now, {
    ...request,
    pausedUntil: null,
    hours: hours.ok ? hours.value : fail(),
    isActive: true,
    agreesToWait: true,
    by: 'payment',
    wantedFor,
    capacity: null,
  });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function fail(): never {
  throw new Error('these hours can be read');
}

function newRow({
  placedAt: now,
  estimate: each,
  orderType,
  isScheduled,
  isOld,
}: typeof order extends fc.Arbitrary<infer T> ? T : never): OrderRow {
  const { quote, spread, plus } = each;
  const learned = spread && { sample: 40, from: Math.max(1, quote - spread[0]), to: quote + spread[1] };
  const wantedFor = isScheduled ? new Date(Math.ceil(now.getTime() / 900_000) * 900_000 + 3 * 3_600_000) : null;
  const promised = promise({ quote, plus, learned }, now, wantedFor);
  const zone = { id: 'z', name: 'Truro', minimum: 0, freeOver: null, fees: [], extraMinutes: 10 };
  return {
    ...(template as OrderRow),
    order_type: orderType,
    order_time: now,
    ...promiseColumns(promised.window),
    ...(isOld && { promised_from: null, estimated_ready: promised.readyAt }),
    grounds: promised.grounds,
    fire_at: promised.fireAt,
    wanted_for: wantedFor,
    delivery:
      orderType === 'delivery'
        ? ({ postalCode: 'B2N1A1', point: null, zone } as unknown as OrderRow['delivery'])
        : null,
    changes: null,
  };
}

/** The order after an event, as the use cases write it. */
function after(row: OrderRow, { kind, minutes }: { kind: string; minutes: number }, now: Date): OrderRow {
  if (kind === 'start' && row.status === 'pending')
    return { ...row, status: 'preparing', ...stepColumns(row, 'preparing', now) };
  if (kind === 'ready' && row.status === 'preparing')
    return { ...row, status: 'ready', ...stepColumns(row, 'ready', now) };
  if (kind === 'undo' && row.status === 'preparing')
    return { ...row, status: 'pending', ...correctionColumns(row, 'pending') };
  if (kind === 'undo' && row.status === 'ready')
    return { ...row, status: 'preparing', ...correctionColumns(row, 'preparing') };
  if (kind === 'move') {
    const moved: OrderRow = { ...row, ...moveReadyTime(row, addMinutes(promiseOf(row).to, minutes)) };
    const change = {
      at: now.toISOString(),
      by: 'Meera',
      lines: [],
      facts: ['time' as const],
      was: cents(row.total_cents),
      now: cents(row.total_cents),
    };
    const ready = promiseMove(promiseOf(row), promiseOf(moved));
    return {
      ...moved,
      changes: [...(row.changes ?? []), { ...change, ready }],
    };
  }
  if (kind === 'order') promise({ quote: 60, plus: 30, learned: null }, now, null);
  return kind === 'edit' ? { ...row, special_instructions: 'No onions', version: row.version + 1 } : row;
}

const format = new Intl.DateTimeFormat('en-US', { timeZone: HALIFAX, hour: 'numeric', minute: '2-digit' });
/** Written here once more, so that a mistake in the shared function shows. */
function written({ from, to }: { from: string; to: string }): string {
  const step = 5 * 60_000;
  const start = (from === to ? Math.ceil : Math.floor)(Date.parse(from) / step) * step;
  const [first, last] = [start, Math.ceil(Date.parse(to) / step) * step].map((at) =>
    format.format(at).replace(/\s/, ' ').replace('AM', 'a.m.').replace('PM', 'p.m.'),
  );
  if (first === undefined || last === undefined || first === last) return last ?? '';
  return `${first.slice(-4) === last.slice(-4) ? first.slice(0, -5) : first}–${last}`;
}
const TIMES = /\d{1,2}:\d{2}(?: [ap]\.m\.)?–\d{1,2}:\d{2} [ap]\.m\.|\d{1,2}:\d{2} [ap]\.m\./g;

/** Every time that anything says about the order at this moment. */
function shownTimes(row: OrderRow, now: Date): string[] {
  const texts = confirmations(row, site, context).map(({ text }) => text);
  const status = statusMessage(row, site, context);
  const change = row.changes?.at(-1);
  const news = change ? rescheduledNews(row, change, now).replace(/ \(was .*/, '') : '';
  const left = newsWithArrival(row, 'on-the-way', now);
  const all = [
    left,
    ...texts,
    status?.text ?? '',
    fillOrderPlaceholders(row, '{estimatedTime}', site, now),
    statusNotice(row, now)?.body ?? '',
    news,
  ];
  return all.flatMap((text) => text.match(TIMES) ?? []);
}

/** The time for which a receipt says that the order was. */
function receiptTime(answer: WireOrder): string | undefined {
  const business = { name: site.name, hstNumber: null };
  const source = { order: answer, business, cashRounding: 0, cashDue: answer.pricing.total };
  return receiptOf(source, (at) => written({ from: at, to: at })).facts.find(({ name }) => name === 'For')?.value;
}

function singleTimeOf({ promised: { to } }: WireOrder) {
  return { from: to, to };
}

test('at every moment of a thousand histories everything that shows an order’s time shows the same window', () => {
  let moves = 0;
  fc.assert(
    fc.property(order, fc.array(event, { maxLength: 6 }), (start, events) => {
      let row = newRow(start);
      let now = start.placedAt;
      for (const next of [{ kind: 'wait', minutes: 0 }, ...events]) {
        now = addMinutes(now, 7);
        const before = promiseOf(row);
        row = after(row, next, now);
        const answer = orderAnswer(row, now, context);
        const expected = written(answer.promised);
        const shown = shownTimes(row, now);
        expect(shown.length).toBeGreaterThanOrEqual(3);
        expect(new Set(shown)).toEqual(new Set([expected]));
        expect(answer.estimatedReady).toBe(answer.promised.to);
        // Where one time is shown, it is the end of the window.
        expect(stationTicketAnswer(context, row, null, [], now)?.estimatedReady).toBe(answer.promised.to);
        expect(receiptTime(answer)).toBe(start.isScheduled ? written(singleTimeOf(answer)) : undefined);
        const latest = next.kind === 'start' ? before.to : answer.promised.to;
        expect(promiseOf(row).to.getTime()).toBeLessThanOrEqual(new Date(latest).getTime());
        const changesPromise = next.kind === 'move' || next.kind === 'start' || next.kind === 'undo';
        expect(promiseOf(row)).toEqual(changesPromise ? promiseOf(row) : before);
        if (next.kind === 'move') moves += 1;
      }
    }),
    { numRuns: 1000, seed: 20_261_126 },
  );
  expect(moves).toBeGreaterThan(500);
});
