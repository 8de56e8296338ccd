import { expect, test } from 'vitest';
import { bookingOf, messagesAboutReservation } from '../../../testing/bookings.ts';
import {
  depositBookings,
  keyed,
  NOW,
  START,
  type BookingChanges,
  type BookingRules,
} from '../../../testing/deposit-bookings.ts';
import { remindGuests } from '../../messages/notices/remind-guests.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const RULES: BookingRules = [{ fromPartySize: 4, weekdays: ['friday'], deposit: 10, freeUntilHours: 24 }];
const bookings = await depositBookings(RULES);
const { server, page, staff, admin, update, book, bookPaid, show, stateOf, setStatus, cancel, moneyOf, audited } =
  bookings;
const { billOf, payWithDeposit, reportOf, journalOf } = bookings;
const { context } = server;
const { db } = context;
const setRules = (bookingRules: BookingRules) => update({ bookingRules });

test('a booking that needs a deposit is confirmed and mailed once its payment page is paid', async () => {
  const key = crypto.randomUUID();
  const customerInfo = { name: 'Asha Rao', email: 'deposit@example.com', phone: '902-555-0171' };
  const booked = await book({ customerInfo }, key);
  expect(booked.payment).toEqual({ url: expect.any(String), amount: 40 });
  expect(booked.reservation).toMatchObject({
    status: 'pending',
    deposit: {
      amount: 40,
      state: 'open',
      freeUntil: '2026-11-26T22:00:00.000Z',
      heldUntil: '2026-11-20T22:10:00.000Z',
    },
  });
  const { reservationId } = booked.reservation;
  expect(await messagesAboutReservation(server, reservationId)).toEqual([]);
  const again = await server.call(
    'createReservation',
    { body: bookingOf({ partySize: 4, customerInfo }) },
    keyed({}, key),
  );
  expect(again.body.payment).toEqual(booked.payment);
  expect((await show(booked.id)).payment).toEqual(booked.payment);
  await page.pay(booked.url);
  await page.pay(booked.url);
  await page.deliver();
  await page.deliver();
  expect(await stateOf(booked.id)).toEqual(['confirmed', 'paid']);
  expect((await show(booked.id)).payment).toBeNull();
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 0, refunds: 0 });
  const mails = await messagesAboutReservation(server, reservationId);
  expect(mails.map(({ template }) => template)).toEqual(['reservation_confirmation']);
  await audited();
});

test('smaller parties, other days and bookings by staff need no deposit', async () => {
  expect((await book({ partySize: 3 })).payment).toBeNull();
  expect((await book({ date: '2026-11-28' })).payment).toBeNull();
  const { customerInfo, ...body } = bookingOf({ partySize: 4 });
  const byPhone = await server.call('addReservationByPhone', { body: { ...body, customerInfo } }, keyed(staff));
  expect(byPhone.body.reservation.deposit).toBeUndefined();
  const slots = (partySize: number) =>
    server.call('getReservationSlots', { query: { locationId: 'truro', date: '2026-11-27', partySize } });
  expect((await slots(4)).body.deposit).toEqual({ amount: 40, freeUntilHours: 24 });
  expect((await slots(3)).body.deposit).toBeUndefined();
});

const bookByPhone = (changes: BookingChanges & { asksDeposit?: boolean }, email = 'caller@example.com', at = NOW) => {
  server.clock.set(at);
  const customerInfo = { name: 'Ada Caller', email, phone: '902-555-0173' };
  const body = { ...bookingOf({ partySize: 4 }), customerInfo, asksDeposit: true, ...changes };
  return server.call('addReservationByPhone', { body }, keyed(staff));
};

test('staff ask a caller for the deposit: a mail with a link, the table held until it is paid, then the confirmation', async () => {
  const { status, body } = await bookByPhone({});
  expect([status, body.reservation.status]).toEqual([200, 'pending']);
  expect(body.reservation.deposit).toMatchObject({
    amount: 40,
    state: 'open',
    heldUntil: '2026-11-21T21:00:00.000Z',
  });
  const { reservationId, id } = body.reservation;
  const [link, ...others] = await messagesAboutReservation(server, reservationId);
  expect([link?.template, link?.recipient, others]).toEqual(['reservation_deposit', 'caller@example.com', []]);
  const content = JSON.stringify(link?.mail_content);
  expect(content).toContain(body.manageUrl);
  expect(content).toContain('$40.00');
  // The guest opens the link an hour before the end.
  server.clock.set('2026-11-21T20:00:00.000Z');
  await sweepPayments(context);
  const { payment } = (await show(id)) ?? {};
  expect(payment?.amount).toBe(40);
  await page.pay(payment?.url ?? '');
  await page.deliver();
  expect(await stateOf(id)).toEqual(['confirmed', 'paid']);
  const mails = await messagesAboutReservation(server, reservationId);
  expect(mails.map(({ template }) => template)).toEqual(['reservation_deposit', 'reservation_confirmation']);
  expect(await moneyOf(id)).toEqual({ taken: 4000, back: 0, refunds: 0 });
  await audited();
});

test('a caller who does not pay frees the table after 23 hours, or when the booking begins', async () => {
  const { body } = await bookByPhone({}, 'late@example.com');
  server.clock.set('2026-11-21T20:59:00.000Z');
  await sweepPayments(context);
  expect(await stateOf(body.reservation.id)).toEqual(['pending', 'open']);
  server.clock.set('2026-11-21T21:00:00.000Z');
  await sweepPayments(context);
  expect(await stateOf(body.reservation.id)).toEqual(['cancelled', 'open']);
  await setRules([{ deposit: 10, freeUntilHours: 24 }]);
  const tonight = await bookByPhone({ date: '2026-11-20', time: '20:00' }, 'tonight@example.com');
  await setRules(RULES);
  const { deposit, startsAt } = tonight.body.reservation;
  expect(deposit?.heldUntil).toBe(startsAt);
  await audited();
});

test('a caller is reminded of a table only once its deposit is paid', async () => {
  const { body } = await bookByPhone({}, 'reminded@example.com', '2026-11-26T16:00:00.000Z');
  const templates = async () => {
    await remindGuests(context);
    const messages = await messagesAboutReservation(server, body.reservation.reservationId);
    return messages.map(({ template }) => template);
  };
  server.clock.set('2026-11-26T22:30:00.000Z');
  expect(await templates()).toEqual(['reservation_deposit']);
  const { date: reservationDate, time: reservationTime } = body.reservation.reservationDetails;
  const again = { customerEmail: 'reminded@example.com', customerName: 'Ada Caller', partySize: 4 };
  const resend = { ...again, reservationDate, reservationTime };
  expect((await server.call('sendReservationConfirmation', { body: resend }, keyed(staff))).status).toBe(200);
  expect(await templates()).toEqual(['reservation_deposit', 'reservation_deposit']);
  await page.pay((await show(body.reservation.id)).payment?.url ?? '');
  await page.deliver();
  await server.settle();
  expect((await templates()).toSorted()).toEqual([
    'reservation_confirmation',
    'reservation_deposit',
    'reservation_deposit',
    'reservation_reminder',
  ]);
});

test('staff read why no deposit can be asked for, and nothing is booked', async () => {
  const small = await bookByPhone({ partySize: 3 }, 'small@example.com');
  expect([small.status, small.body.error]).toEqual([
    409,
    'This location asks such a party for no deposit and keeps no card. Book without it.',
  ]);
  const unreachable = await bookByPhone({}, '');
  expect(unreachable.body).toMatchObject({ field: 'email' });
  const { rows } = await context.database.pool.query(
    "select 1 from reservations where customer_email = 'small@example.com' or (customer_email = '' and deposit is not null)",
  );
  expect(rows).toEqual([]);
});

test('a guest who books again in another tab pays once: the earlier booking ends and its payment is returned', async () => {
  const customerInfo = { name: 'Two Tabs', email: 'tabs@example.com', phone: '902-555-0172' };
  const [first, second] = [await book({ customerInfo }), await book({ customerInfo })];
  await server.settle();
  await page.pay(second.url);
  await page.pay(first.url);
  await page.deliver();
  await sweepPayments(context);
  await page.deliver();
  expect(await stateOf(first.id)).toEqual(['cancelled', 'open']);
  expect(await stateOf(second.id)).toEqual(['confirmed', 'paid']);
  const [earlier, later] = [await moneyOf(first.id), await moneyOf(second.id)];
  expect(earlier.taken - earlier.back + later.taken - later.back).toBe(4000);
  await audited();
});

test('a payment page that is left frees its seats after ten minutes, and a payment after that is returned', async () => {
  const booked = await book();
  server.clock.set('2026-11-20T22:09:00.000Z');
  await sweepPayments(context);
  expect(await stateOf(booked.id)).toEqual(['pending', 'open']);
  server.clock.set('2026-11-20T22:10:00.000Z');
  page.failures.down = true;
  await sweepPayments(context);
  expect(await stateOf(booked.id)).toEqual(['cancelled', 'open']);
  page.failures.down = false;
  expect(await messagesAboutReservation(server, booked.reservation.reservationId)).toEqual([]);
  await page.pay(booked.url);
  await page.deliver();
  await sweepPayments(context);
  await page.deliver();
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 4000, refunds: 1 });
  const next = await book();
  server.clock.set('2026-11-20T22:11:00.000Z');
  await sweepPayments(context);
  await page.pay(next.url);
  await page.deliver();
  expect(await moneyOf(next.id)).toEqual({ taken: 0, back: 0, refunds: 0 });
  await audited();
});

test.each([
  ['in time', '2026-11-26T22:00:00.000Z', 'returned', 4000],
  ['too late', '2026-11-26T22:00:00.001Z', 'kept', 0],
] as const)('the deposit of a guest who cancels %s is %s', async (_when, at, state, back) => {
  const booked = await bookPaid();
  server.clock.set(at);
  expect(await cancel(booked.id, { token: booked.token })).toMatchObject({ state });
  expect(await stateOf(booked.id)).toEqual(['cancelled', state]);
  expect(await moneyOf(booked.id)).toMatchObject({ taken: 4000, back });
  await audited();
});

test('a booking that the restaurant cancels gives the deposit back, also at the last minute', async () => {
  const booked = await bookPaid();
  server.clock.set('2026-11-27T21:59:00.000Z');
  await cancel(booked.id, { reason: 'Kitchen emergency' }, staff);
  expect(await stateOf(booked.id)).toEqual(['cancelled', 'returned']);
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 4000, refunds: 1 });
  await audited();
});

test('moving a booking keeps its deposit; the free time moves with it, unless the move comes too late', async () => {
  const booked = await bookPaid();
  const move = async (date: string) => {
    const body = { reservationId: booked.id, token: booked.token, date, time: '18:00', partySize: 5 };
    const { status, body: answer } = await server.call('changeReservation', { body }, keyed());
    expect(status).toBe(200);
    return answer.reservation.deposit;
  };
  expect(await move('2026-12-04')).toMatchObject({ amount: 40, state: 'paid', freeUntil: '2026-12-03T22:00:00.000Z' });
  server.clock.set('2026-12-04T12:00:00.000Z');
  expect(await move('2026-12-11')).toMatchObject({ freeUntil: '2026-12-03T22:00:00.000Z' });
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 0, refunds: 0 });
  await audited();
});

/** The party of a booking comes in time and orders. */
const seatAndOrder = (reservationId: string, price: number) => {
  server.clock.set(START);
  return bookings.seatAndOrder(reservationId, price);
};

test('the deposit is taken off a larger bill, and a refund of the bill goes back to the card', async () => {
  const booked = await bookPaid();
  const { billId, total, orderId } = await seatAndOrder(booked.id, 100);
  expect(await billOf(billId)).toMatchObject({ due: total, deposit: 40 });
  const pressed = await Promise.all([payWithDeposit(billId), payWithDeposit(billId)]);
  expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const rest = Math.round((total - 40) * 100) / 100;
  expect(await billOf(billId)).toMatchObject({ due: rest, payments: [{ method: 'deposit', amount: 40 }] });
  expect(await stateOf(booked.id)).toEqual(['seated', 'used']);
  const cash = { billId, tender: 'terminal', amount: rest, tip: 0 } as const;
  expect((await server.call('addPayment', { body: cash }, keyed(staff))).status).toBe(200);
  expect((await billOf(billId)).due).toBe(0);
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 0, refunds: 0 });
  await audited();
  const refund = { orderId, items: [{ line: 1, quantity: 1 }], reason: 'Cold' };
  expect((await server.call('refundOrderItems', { body: refund }, keyed(admin))).status).toBe(200);
  await server.settle();
  await sweepPayments(context);
  await page.deliver();
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 4000, refunds: 1 });
  await audited();
});

test('a deposit pays no bill in Québec without a certified device, and pays it in Nova Scotia', async () => {
  const booked = await bookPaid();
  const { billId } = await seatAndOrder(booked.id, 20);
  const moveTo = async (region: string, postalCode: string) => {
    await db.updateTable('locations').set({ region, postal_code: postalCode }).where('id', '=', 'truro').execute();
    // Ends the lease of the cached location.
    await context.menus.exact('truro');
  };
  await moveTo('QC', 'J8X 2K1');
  const refused = await payWithDeposit(billId);
  await moveTo('NS', 'B2N 1A1');
  expect([refused.status, refused.body.code]).toEqual([409, 'fiscal-needed']);
  expect((await payWithDeposit(billId)).status).toBe(200);
});

test('what a smaller bill does not need of the deposit goes back to the card at once', async () => {
  const booked = await bookPaid();
  const { billId, total } = await seatAndOrder(booked.id, 20);
  expect((await payWithDeposit(billId)).status).toBe(200);
  await page.deliver();
  const bill = await billOf(billId);
  expect([bill.due, bill.deposit]).toEqual([0, undefined]);
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 4000 - Math.round(total * 100), refunds: 1 });
  await audited();
});

test('a party that paid its bill another way gets its deposit back when it leaves', async () => {
  const booked = await bookPaid();
  const { billId, total } = await seatAndOrder(booked.id, 60);
  await setStatus(booked.id, 'completed');
  expect(await stateOf(booked.id)).toEqual(['completed', 'paid']);
  const cash = { billId, tender: 'terminal', amount: total, tip: 0 } as const;
  expect((await server.call('addPayment', { body: cash }, keyed(staff))).status).toBe(200);
  await server.settle();
  await sweepPayments(context);
  await page.deliver();
  expect(await stateOf(booked.id)).toEqual(['completed', 'returned']);
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 4000, refunds: 1 });
  await audited();
});

test('the deposit of a no-show stays, with its tax apart from sales, until somebody waives it with one press', async () => {
  const day = '2026-11-29';
  const booked = await bookPaid();
  server.clock.set('2026-11-29T15:00:00.000Z');
  const before = await reportOf(day);
  await setStatus(booked.id, 'no-show');
  expect(await stateOf(booked.id)).toEqual(['no-show', 'kept']);
  const kept = await reportOf(day);
  expect(kept).toMatchObject({ depositsKept: 40, depositTax: 4.91, billed: before.billed, received: before.received });
  expect(kept.depositsOwed).toBe((before.depositsOwed ?? 0) - 40);
  expect(await journalOf(day)).toMatchObject({ deposits: 40, 'deposits-kept': -35.09, 'tax:HST': -4.91 });
  const waive = (reason: string) => server.call('waiveNoShow', { body: { reservationId: booked.id, reason } }, staff);
  const [one, two] = await Promise.all([waive('Snow storm'), waive('Snow storm')]);
  expect([one.status, two.status]).toEqual([200, 200]);
  await page.deliver();
  expect(await stateOf(booked.id)).toEqual(['no-show', 'returned']);
  const { reservationId, deposit } = (await show(booked.id)).reservation;
  expect(deposit?.waivedFor).toBe('Snow storm');
  expect(await moneyOf(booked.id)).toEqual({ taken: 4000, back: 4000, refunds: 1 });
  // What the system does because of it is no entry of its own.
  const log = db.selectFrom('audit_log').select(['action', 'actor_name as by']).where('subject_id', '=', reservationId);
  expect(await log.orderBy('at').orderBy('id').execute()).toEqual([
    { action: 'confirm-reservation', by: null },
    { action: 'update-reservation-status', by: 'Arjun Patel' },
    { action: 'waive-no-show', by: 'Arjun Patel' },
  ]);
  expect(await reportOf(day)).toMatchObject({ depositsKept: 0, depositTax: 0 });
  await audited();
});

test('the journal of each day has deposits on an account of their own', async () => {
  const booked = await bookPaid();
  const taken = await journalOf('2026-11-20');
  await cancel(booked.id, { token: booked.token });
  const after = await journalOf('2026-11-20');
  expect((after['deposits'] ?? 0) - (taken['deposits'] ?? 0)).toBe(40);
  expect((after['tender:online'] ?? 0) - (taken['tender:online'] ?? 0)).toBe(-40);
});

test('a deposit that cannot be settled does not hold up those after it, and is settled once it can be', async () => {
  const [stuck, next] = [await bookPaid(), await bookPaid()];
  const cardOf = async (id: string) =>
    (await db.selectFrom('gift_cards').select('id').where('reservation_id', '=', id).executeTakeFirstOrThrow()).id;
  const card = await cardOf(stuck.id);
  const sold = db.updateTable('gift_entries').where('card_id', '=', card).where('kind', '=', 'sold');
  const entry = db.selectFrom('gift_entries').select('payment_id').where('card_id', '=', card);
  const { payment_id } = await entry.where('kind', '=', 'sold').executeTakeFirstOrThrow();
  await sold.set({ payment_id: null }).execute();
  // As if the process had ended before the reaction to the cancellation.
  const cancelled = { status: 'cancelled', cancelled_by: 'staff', cancelled_at: server.clock.now() } as const;
  await db.updateTable('reservations').set(cancelled).where('id', 'in', [stuck.id, next.id]).execute();
  await sweepPayments(context);
  await page.deliver();
  expect([(await moneyOf(stuck.id)).back, (await moneyOf(next.id)).back]).toEqual([0, 4000]);
  await sold.set({ payment_id }).execute();
  await sweepPayments(context);
  await page.deliver();
  expect((await moneyOf(stuck.id)).back).toBe(4000);
});

test('a party that was marked as a no-show and comes after all uses its deposit', async () => {
  const booked = await bookPaid();
  server.clock.set('2026-11-27T22:30:00.000Z');
  await setStatus(booked.id, 'no-show');
  expect(await stateOf(booked.id)).toEqual(['no-show', 'kept']);
  await setStatus(booked.id, 'confirmed');
  expect(await stateOf(booked.id)).toEqual(['confirmed', 'paid']);
  await audited();
});

test('Québec allows no deposit: the setting is refused with the reason, and a location with deposits cannot move there', async () => {
  const address = { region: 'QC', postalCode: 'H2X 1Y4' };
  const refused = [await update(address), await update({ ...address, bookingRules: RULES }, 'new-glasgow')];
  for (const each of refused) {
    expect(each.status).toBe(409);
    expect(JSON.stringify(each.body)).toContain('Québec’s law allows no deposit');
  }
  expect((await update({ bookingRules: RULES }, 'new-glasgow')).status).toBe(200);
});

test('staff who confirm a booking do without the deposit that was not paid', async () => {
  const booked = await book();
  await setStatus(booked.id, 'confirmed');
  expect(await stateOf(booked.id)).toEqual(['confirmed', undefined]);
  const mails = await messagesAboutReservation(server, booked.reservation.reservationId);
  expect(mails.map(({ template }) => template)).toEqual(['reservation_confirmation']);
});
