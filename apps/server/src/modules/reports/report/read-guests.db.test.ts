import { parseCsv } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { ASHA, payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const manager = await server.signIn('manager.truro@demo.test');
const makePayload = await payloadMaker(server);
const TODAY = '2026-11-20';
const NEXT = '2026-11-21';
const A_DAY_AND_A_MINUTE = (24 * 60 + 1) * 60_000;

async function order(customer: Partial<typeof ASHA> = {}) {
  const body = makePayload({ customer: { ...ASHA, ...customer }, tipCents: 300 });
  const placed = await server.call('createCustomerOrderCash', { body }, SITE_KEY);
  expect([placed.status, placed.body.error]).toEqual([200, undefined]);
  return placed.body.order;
}

async function report(from: string, to = from) {
  await server.settle();
  return (await server.call('getReport', { query: { locationId: 'truro', from, to } }, manager)).body;
}

test('a guest is new with the first order and returns with the next, also under another email', async () => {
  const first = await order();
  const { orderId } = await order({ email: 'ben@example.test', phone: '(902) 555-0178' });
  await server.call('cancelOrder', { body: { orderId, cancelReason: 'No' } }, manager);
  expect((await report(TODAY)).guests).toEqual({ new: 1, returning: 0 });
  await server.call('cancelOrder', { body: { orderId: first.orderId, cancelReason: 'No' } }, manager);
  expect((await report(TODAY)).guests).toEqual({ new: 0, returning: 0 });
  await order();
  server.clock.forward(A_DAY_AND_A_MINUTE);
  await order({ email: 'other@example.test' });
  // A cancelled order was no visit.
  await order({ email: 'ben@example.test', phone: '(902) 555-0178' });
  const body = await report(NEXT);
  expect(body.guests).toEqual({ new: 1, returning: 1 });
  expect(body.previous.guests).toEqual({ new: 1, returning: 0 });
});

test('no-shows count among the bookings whose time has come, without cancelled ones', async () => {
  const now = server.context.clock.now();
  const at = (hours: number) => new Date(now.getTime() + hours * 60 * 60_000);
  const bookings = [
    ['completed', at(-2)],
    ['no-show', at(-1)],
    ['cancelled', at(-1)],
    ['confirmed', at(2)],
    ['no-show', at(-30)],
    ['completed', at(-23)],
  ] as const;
  const rows = bookings.map(([status, startsAt], index) => ({
    id: `booking-${index}`,
    reservation_id: `RES-TRU-${index}`,
    location_id: 'truro',
    customer_name: 'Asha',
    customer_email: '',
    customer_phone: '',
    date: startsAt < at(-20) ? TODAY : NEXT,
    time: '19:00',
    starts_at: startsAt,
    party_size: 2,
    status,
    source: 'phone' as const,
    manage_token: `${index}`,
    reserved_at: now,
    updated_at: now,
    search_text: '',
  }));
  await db.insertInto('reservations').values(rows).execute();
  const body = await report(NEXT);
  expect(body.bookings).toEqual({ count: 2, noShows: 1 });
  // The running day is compared until the same time of the day before.
  expect(body.previous.bookings).toEqual({ count: 1, noShows: 1 });
  expect((await report(TODAY)).bookings).toEqual({ count: 2, noShows: 1 });
});

test('a paid order with a tip that is cancelled on its day leaves the tips by person as they were', async () => {
  const before = await report(NEXT);
  const { orderId, billId, pricing } = await order({ email: 'void@example.test', phone: '(902) 555-0177' });
  const payment = { billId, tender: 'cash', amount: pricing.total, tip: 0, given: null, reference: '' } as const;
  const key = { 'idempotency-key': crypto.randomUUID() };
  await server.call('addPayment', { body: payment }, { ...manager, ...key });
  const paid = await report(NEXT);
  expect(paid.tipsByPerson).toMatchObject([{ tips: 3 }]);
  const cancelled = await server.call('cancelOrder', { body: { orderId, cancelReason: 'No' } }, manager);
  expect(cancelled.status).toBe(200);
  const after = await report(NEXT);
  expect(after.tipsByPerson?.filter(({ tips }) => tips !== 0)).toEqual(before.tipsByPerson);
  expect(after.tenders.filter(({ tips }) => tips !== 0)).toEqual([]);
});

test('a tip belongs to the person who took the payment, and the same is in the table', async () => {
  const { billId, pricing } = await order({ email: 'tips@example.test', phone: '(902) 555-0179' });
  const payment = { billId, tender: 'cash', amount: pricing.total, tip: 2, given: null, reference: '' } as const;
  const paid = await server.call(
    'addPayment',
    { body: payment },
    { ...manager, 'idempotency-key': crypto.randomUUID() },
  );
  expect([paid.status, paid.body.error]).toEqual([200, undefined]);
  const { tipsByPerson = [] } = await report(NEXT);
  expect(tipsByPerson).toMatchObject([{ tips: 5 }]);
  const [person] = tipsByPerson;
  const query = { locationId: 'truro', from: NEXT, to: NEXT, figure: 'personTips', key: person?.person ?? '' } as const;
  const { body } = await server.call('getReportRows', { query }, manager);
  expect(body).toMatchObject({ sum: 5, rows: [{ kind: 'payment', orderId: billId, by: person?.label }] });
  const search = new URLSearchParams({ locationId: 'truro', from: NEXT, to: NEXT }).toString();
  const csv = await server.fetch(`/api/getReportCsv?${search}`, {}, manager);
  const rows = JSON.stringify(parseCsv(await csv.text()));
  expect(rows).toContain(`["tip","${person?.person}","${person?.label}","","5.00"`);
  expect(rows).toContain('["guests","no-shows","No-shows","1"');
});
