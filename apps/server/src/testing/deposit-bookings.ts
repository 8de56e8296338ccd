import type { InputOf } from '@tiffin/contract';
import { expect } from 'vitest';
import { auditData } from '../operations/data-audit/audit-data.ts';
import { bookingOf, tokenOf } from './bookings.ts';
import { tillOf } from './payments.ts';
import { testServer, type Caller } from './server.ts';

type LocationUpdates = InputOf<'updateLocation'>['body']['updates'];
export type BookingRules = NonNullable<LocationUpdates['bookingRules']>;
export type BookingChanges = Parameters<typeof bookingOf>[0];

/** A Friday, a week before the bookings at 18:00 in Halifax. */
export const NOW = '2026-11-20T22:00:00.000Z';
/** The time of the bookings. */
export const START = '2026-11-27T22:00:00.000Z';

export const keyed = (as: Caller = {}, key = crypto.randomUUID()) => ({ ...as, 'idempotency-key': key });

const tables = Array.from({ length: 60 }, (_, index) => ({
  tableId: `t${index + 1}`,
  name: String(index + 1),
  area: 'Room',
  seats: 6,
  x: (index % 8) * 120,
  y: Math.floor(index / 8) * 100,
  width: 100,
  height: 80,
  shape: 'rectangle' as const,
}));

/** A server whose bookings need a deposit or a card by these rules, with what guests and staff do about them. */
export async function depositBookings(bookingRules: BookingRules) {
  const server = await testServer({ env: { RATE_LIMITS: '0' } });
  const { context } = server;
  const { db } = context;
  const page = tillOf(server);
  const staff = await server.signIn('staff.truro@demo.test');
  const admin = await server.signIn('admin@demo.test');
  const update = (updates: LocationUpdates, locationId = 'truro') =>
    server.call('updateLocation', { body: { locationId, updates } }, admin);
  // Room for the bookings of all tests at one hour.
  await update({ bookingRules, capacity: 400 });
  const plan = { locationId: 'truro', version: 0, areas: [{ name: 'Room' }], tables };
  await server.call('saveFloor', { body: plan }, keyed(admin));
  const freeTables = tables.map(({ tableId }) => tableId);

  async function book(changes: BookingChanges = {}, key = crypto.randomUUID()) {
    server.clock.set(NOW);
    const body = bookingOf({ partySize: 4, ...changes });
    const answer = await server.call('createReservation', { body }, keyed({}, key));
    expect(answer).toMatchObject({ status: 200 });
    const { reservation, manageUrl, payment } = answer.body;
    return { ...answer.body, id: reservation.id, token: tokenOf(manageUrl), url: payment?.url ?? '' };
  }
  const show = async (reservationId: string) =>
    (await server.call('getReservation', { query: { reservationId } }, staff)).body;

  return {
    server,
    page,
    staff,
    admin,
    update,
    book,
    show,
    /** A booking whose deposit is paid, or for which a card is kept. */
    async bookPaid(changes: BookingChanges = {}, card?: string) {
      const booked = await book(changes);
      await page.pay(booked.url, card);
      await page.deliver();
      await server.settle();
      return booked;
    },
    async stateOf(id: string) {
      await server.settle();
      const { status, deposit } = (await show(id)).reservation;
      return [status, deposit?.state];
    },
    async setStatus(reservationId: string, status: 'seated' | 'no-show' | 'completed' | 'confirmed') {
      const body = { reservationId, status };
      expect(await server.call('updateReservationStatus', { body }, staff)).toMatchObject({ status: 200 });
      await server.settle();
    },
    /** Returns the deposit as the answer has it. */
    async cancel(reservationId: string, as: { token?: string; reason?: string }, caller: Caller = {}) {
      const answer = await server.call('cancelReservation', { body: { reservationId, ...as } }, keyed(caller));
      expect(answer).toMatchObject({ status: 200 });
      await server.settle();
      await page.deliver();
      return answer.body.reservation.deposit;
    },
    charge: (reservationId: string) => server.call('chargeNoShow', { body: { reservationId } }, staff),
    waive: (reservationId: string) =>
      server.call('waiveNoShow', { body: { reservationId, reason: 'Snow storm' } }, staff),
    /** Seats a party at a table of its own, where it orders. */
    async seatAndOrder(reservationId: string, price: number) {
      const tableId = freeTables.pop() ?? '';
      const seated = await server.call('seatParty', { body: { tableId, partySize: 4, reservationId } }, keyed(staff));
      expect(seated).toMatchObject({ status: 200 });
      const { sittingId } = seated.body;
      const { billId } = (await server.call('openTab', { body: { locationId: 'truro', sittingId } }, keyed(staff)))
        .body;
      const items = [{ id: 'open', name: 'Dinner', price, quantity: 1, open: {} }];
      const round = await server.call('addRound', { body: { billId, items } }, keyed(staff));
      expect(round).toMatchObject({ status: 200 });
      const { orderId, pricing } = round.body.order;
      return { billId, orderId, total: pricing.total };
    },
    billOf: async (billId: string) => (await server.call('getBill', { query: { billId } }, staff)).body.bill,
    payWithDeposit: (billId: string) => server.call('payWithDeposit', { body: { billId } }, keyed(staff)),
    async reportOf(from: string, to = from) {
      return (await server.call('getReport', { query: { locationId: 'truro', from, to } }, admin)).body;
    },
    /** The lines of the journal of these days: debits above zero, credits below. */
    async journalOf(from: string, to = from): Promise<Record<string, number>> {
      const { body } = await server.call('getJournal', { query: { locationId: 'truro', from, to } }, admin);
      const sums: Record<string, number> = {};
      for (const { item, debit, credit } of body.days.flatMap(({ lines }) => lines)) {
        sums[item] = Math.round(((sums[item] ?? 0) + debit - credit) * 100) / 100;
      }
      return sums;
    },
    /** What the provider took for a booking and gave back, in cents, and how often. */
    async moneyOf(reservationId: string) {
      await server.settle();
      const payments = await db
        .selectFrom('payments as p')
        .innerJoin('payment_sessions as s', 's.id', 'p.session_id')
        .select(['p.id', 'p.amount_cents'])
        .where((where) =>
          where(
            where.fn('jsonb_extract_path_text', ['s.snapshot', where.val('deposit'), where.val('reservationId')]),
            '=',
            reservationId,
          ),
        )
        .execute();
      const ids = ['', ...payments.map((each) => each.id)];
      const refunds = await db.selectFrom('refunds').selectAll().where('payment_id', 'in', ids).execute();
      const sum = (rows: readonly { amount_cents: number }[]) =>
        rows.reduce((total, row) => total + row.amount_cents, 0);
      const back = sum(refunds.filter(({ status }) => status === 'succeeded'));
      return { taken: sum(payments), back, refunds: refunds.length };
    },
    async audited() {
      await server.settle();
      expect((await auditData(context)).broken).toEqual([]);
    },
  };
}
