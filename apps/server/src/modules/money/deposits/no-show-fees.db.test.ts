import { expect, test, vi } from 'vitest';
import { bookingOf, messagesAboutReservation } from '../../../testing/bookings.ts';
import { depositBookings, keyed, NOW, START, type BookingChanges } from '../../../testing/deposit-bookings.ts';
import { remindGuests } from '../../messages/notices/remind-guests.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const bookings = await depositBookings([{ noShowFee: 10, freeUntilHours: 24 }]);
const { server, page, staff, update, book, show, stateOf, charge, waive, cancel, audited } = bookings;
const { context } = server;
const { pool } = context.database;
const DECLINED_LATER = '4000002760003184';
const bookWithCard = (card?: string, changes: BookingChanges = {}) => bookings.bookPaid(changes, card);
const setStatus = (reservationId: string, status: 'seated' | 'no-show' | 'confirmed', at = START) => {
  server.clock.set(at);
  return bookings.setStatus(reservationId, status);
};
/** What the provider and our records have of a booking: its card, and cents charged, kept and given back. */
async function recordsOf(id: string) {
  await server.settle();
  const { rows } = await pool.query(
    `select (select kept_card from sandbox_sessions k join payment_sessions s on s.id = k.reference
        where s.kind = 'no-show' and s.snapshot #>> '{deposit,reservationId}' = r.id) as card,
      r.deposit ->> 'card' is not null as has_card,
      (select coalesce(sum(k.amount_cents), 0) from sandbox_sessions k join payment_sessions s on s.id = k.reference
        where s.kind = 'deposit' and s.snapshot #>> '{deposit,reservationId}' = r.id)::int as charged,
      (select coalesce(-sum(e.amount_cents), 0) from gift_entries e join gift_cards c on c.id = e.card_id
        where c.reservation_id = r.id and e.kind in ('kept', 'waived'))::int as kept,
      (select coalesce(sum(f.amount_cents), 0) from sandbox_refunds f join sandbox_sessions k on k.payment_id = f.payment_id
        join payment_sessions s on s.id = k.reference where s.snapshot #>> '{deposit,reservationId}' = r.id)::int as back
    from reservations r where r.id = $1`,
    [id],
  );
  return rows[0];
}
const KEPT = { card: '4242424242424242', has_card: true, charged: 0, kept: 0, back: 0 };
const GONE = { card: 'detached', has_card: false, charged: 0, kept: 0, back: 0 };
const CHARGED = { ...GONE, charged: 4000, kept: 4000 };

test('a guest leaves a card while booking: nothing is charged, and the booking is confirmed and mailed with its terms', async () => {
  const slots = await server.call('getReservationSlots', {
    query: { locationId: 'truro', date: '2026-11-27', partySize: 4 },
  });
  expect(slots.body.deposit).toEqual({ amount: 40, freeUntilHours: 24, isFee: true });
  const booked = await book();
  expect(booked.payment).toEqual({ url: expect.any(String), amount: 0 });
  expect(booked.reservation).toMatchObject({
    status: 'pending',
    deposit: { amount: 40, isFee: true, state: 'open', heldUntil: '2026-11-20T22:10:00.000Z' },
  });
  await page.pay(booked.url);
  await page.pay(booked.url);
  await page.deliver();
  await page.deliver();
  expect(await stateOf(booked.id)).toEqual(['confirmed', 'paid']);
  expect((await show(booked.id)).payment).toBeNull();
  expect(await recordsOf(booked.id)).toEqual(KEPT);
  const [mail, ...others] = await messagesAboutReservation(server, booked.reservation.reservationId);
  expect([mail?.template, others]).toEqual(['reservation_confirmation', []]);
  expect(JSON.stringify(mail?.mail_content)).toMatch(/nothing is charged now.*may charge \$40\.00/);
  await audited();
});

test('a page that is left frees its seats after ten minutes, and a card that comes after that is let go', async () => {
  const booked = await book();
  server.clock.set('2026-11-20T22:10:00.000Z');
  page.failures.down = true;
  await sweepPayments(context);
  expect(await stateOf(booked.id)).toEqual(['cancelled', 'open']);
  page.failures.down = false;
  await page.pay(booked.url);
  await page.deliver();
  expect(await stateOf(booked.id)).toEqual(['cancelled', 'returned']);
  expect(await recordsOf(booked.id)).toEqual(GONE);
  await audited();
});

test('staff charge a no-show once, also when two tablets press at once; the payment is a kept deposit, and the card is let go', async () => {
  const booked = await bookWithCard();
  expect((await charge(booked.id)).body).toMatchObject({ error: expect.stringContaining('marked as a no-show') });
  await setStatus(booked.id, 'no-show');
  expect(await stateOf(booked.id)).toEqual(['no-show', 'paid']);
  const answers = await Promise.all([charge(booked.id), charge(booked.id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await charge(booked.id)).body.reservation.deposit).toMatchObject({ state: 'kept', isFee: true });
  expect(await recordsOf(booked.id)).toEqual(CHARGED);
  const { rows } = await pool.query(
    "select action from audit_log where action = 'charge-no-show' and subject_id = $1",
    [booked.reservation.reservationId],
  );
  expect(rows).toHaveLength(1);
  await audited();
});

test('a no-show cannot be charged before its time, nor one that was not marked', async () => {
  const booked = await bookWithCard();
  server.clock.set(START);
  expect((await charge(booked.id)).status).toBe(409);
  await server.settle();
  const late = await bookWithCard();
  server.clock.set('2026-11-27T21:00:00.000Z');
  await cancel(late.id, { token: late.token });
  expect(await stateOf(late.id)).toEqual(['cancelled', 'paid']);
  expect((await charge(late.id)).status).toBe(409);
  server.clock.set(START);
  expect((await charge(late.id)).status).toBe(200);
  expect(await recordsOf(late.id)).toEqual(CHARGED);
  expect((await server.call('chargeNoShow', { body: { reservationId: late.id } }, {})).status).toBe(401);
  await audited();
});

test('a declined card is said with its reason and can be tried again or waived', async () => {
  const booked = await bookWithCard(DECLINED_LATER);
  await setStatus(booked.id, 'no-show');
  const refused = await charge(booked.id);
  expect(refused).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/was not charged: The bank wants.*waive the fee/) },
  });
  expect(await stateOf(booked.id)).toEqual(['no-show', 'paid']);
  await pool.query("update sandbox_sessions set kept_card = '4242424242424242' where kept_card = $1", [DECLINED_LATER]);
  expect((await charge(booked.id)).status).toBe(200);
  expect(await recordsOf(booked.id)).toEqual(CHARGED);
  await audited();
});

test.each(['down', 'losesAnswers'] as const)(
  'a charge while the provider is %s is made once later',
  async (failure) => {
    const booked = await bookWithCard();
    await setStatus(booked.id, 'no-show');
    page.failures[failure] = true;
    expect((await charge(booked.id)).status).toBe(503);
    page.failures[failure] = false;
    expect(await stateOf(booked.id)).toEqual(['no-show', 'paid']);
    server.clock.set('2026-11-27T22:02:00.000Z');
    await sweepPayments(context);
    expect(await stateOf(booked.id)).toEqual(['no-show', 'kept']);
    await sweepPayments(context);
    expect(await recordsOf(booked.id)).toEqual(CHARGED);
    await audited();
  },
);

test('a fee is waived before it is charged, which lets the card go, or after it, which gives it back', async () => {
  const [before, after] = [await bookWithCard(), await bookWithCard()];
  await setStatus(before.id, 'no-show');
  await setStatus(after.id, 'no-show');
  await charge(after.id);
  for (const { id } of [before, after]) {
    expect((await waive(id)).body.reservation.deposit).toMatchObject({ state: 'returned', waivedFor: 'Snow storm' });
    expect((await waive(id)).status).toBe(200);
    expect((await charge(id)).body.reservation?.deposit?.state).not.toBe('kept');
  }
  await page.deliver();
  expect(await recordsOf(before.id)).toEqual(GONE);
  expect(await recordsOf(after.id)).toEqual({ ...CHARGED, kept: 0, back: 4000 });
  await audited();
});

test.each([
  ['its party comes', async ({ id }: { id: string }) => setStatus(id, 'seated')],
  [
    'its guest cancels in time',
    async ({ id, token }: { id: string; token: string }) => {
      server.clock.set('2026-11-26T22:00:00.000Z');
      await cancel(id, { token });
    },
  ],
  [
    'the restaurant cancels',
    async ({ id }: { id: string }) => {
      server.clock.set('2026-11-27T21:59:00.000Z');
      await cancel(id, { reason: 'Kitchen emergency' }, staff);
    },
  ],
] as const)('the card is let go at once when %s, also if the provider answers only later', async (_when, ends) => {
  for (const isDown of [false, true]) {
    const booked = await bookWithCard();
    page.failures.down = isDown;
    await ends(booked);
    page.failures.down = false;
    expect((await stateOf(booked.id))[1]).toBe('returned');
    expect(await recordsOf(booked.id)).toEqual(isDown ? { ...KEPT } : GONE);
    await sweepPayments(context);
    expect(await recordsOf(booked.id)).toEqual(GONE);
    server.clock.set(START);
    expect((await charge(booked.id)).status).toBe(409);
  }
  await audited();
});

test.each([
  ['at once', false],
  ['with the next sweep if the provider fails', true],
])('a card that is left after staff confirmed the booking is let go %s', async (_when, fails) => {
  const booked = await book();
  await setStatus(booked.id, 'confirmed', NOW);
  await page.pay(booked.url);
  const letCardGo = vi.spyOn(page.sandbox, 'letCardGo');
  if (fails) letCardGo.mockRejectedValueOnce(new Error('the provider is down'));
  await page.deliver();
  await server.settle();
  letCardGo.mockRestore();
  expect(await stateOf(booked.id)).toEqual(['confirmed', 'returned']);
  expect(await recordsOf(booked.id)).toEqual(fails ? KEPT : GONE);
  await sweepPayments(context);
  expect(await recordsOf(booked.id)).toEqual(GONE);
  const mails = await messagesAboutReservation(server, booked.reservation.reservationId);
  expect(mails.map(({ template }) => template)).toEqual(['reservation_confirmation']);
  await setStatus(booked.id, 'no-show');
  expect((await charge(booked.id)).status).toBe(409);
  await audited();
});

test('a fee that is waived before the provider answers is given back when it is charged after all', async () => {
  const booked = await bookWithCard();
  await setStatus(booked.id, 'no-show');
  page.failures.down = true;
  expect((await charge(booked.id)).status).toBe(503);
  await setStatus(booked.id, 'confirmed');
  expect((await waive(booked.id)).status).toBe(200);
  // What the waiver starts is over before the provider is back.
  await server.settle();
  page.failures.down = false;
  for (let minutes = 0; minutes < 3; minutes++) {
    server.clock.forward(11 * 60_000);
    await sweepPayments(context);
    await server.settle();
  }
  expect(await stateOf(booked.id)).toEqual(['confirmed', 'returned']);
  expect(await recordsOf(booked.id)).toEqual({ ...GONE, charged: 4000, back: 4000 });
  await audited();
});

test('a card whose fee nobody charges is let go after two weeks', async () => {
  const booked = await bookWithCard();
  await setStatus(booked.id, 'no-show');
  server.clock.set('2026-12-11T22:00:00.000Z');
  await sweepPayments(context);
  expect(await stateOf(booked.id)).toEqual(['no-show', 'paid']);
  server.clock.set('2026-12-11T22:00:01.000Z');
  await sweepPayments(context);
  expect(await stateOf(booked.id)).toEqual(['no-show', 'returned']);
  expect(await recordsOf(booked.id)).toEqual(GONE);
});

test('in Québec a deposit and a fee above 10 are refused, and a fee is charged only after a reminder', async () => {
  // The law about tills is another matter: until the grace ends, money may be taken.
  await pool.query(
    "update locations set region = 'QC', postal_code = 'H2X 1Y4', fiscal_grace_until = '2026-12-31' where id = 'truro'",
  );
  const refusals = [
    [{ deposit: 5, freeUntilHours: 3 }, /allows no deposit/],
    [{ noShowFee: 10.01, freeUntilHours: 3 }, /at most 10\.00/],
    [{ noShowFee: 10, freeUntilHours: 4 }, /free until 3 hours/],
  ] as const;
  for (const [rule, refusal] of refusals) {
    const { status, body } = await update({ bookingRules: [rule] });
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ field: 'bookingRules', error: expect.stringMatching(refusal) }),
    ]);
  }
  expect((await update({ bookingRules: [{ noShowFee: 10, freeUntilHours: 3 }] })).status).toBe(200);
  expect((await book({ partySize: 1 })).payment).toBeNull();
  const [reminded, forgotten] = [await bookWithCard(), await bookWithCard()];
  server.clock.set('2026-11-26T22:00:00.000Z');
  await pool.query('update reservations set reminded_at = reserved_at where id = $1', [forgotten.id]);
  await remindGuests(context);
  // Who books after the reminders of the day is reminded at once.
  const { body: late } = await server.call('createReservation', { body: bookingOf({ partySize: 4 }) }, keyed());
  await page.pay(late.payment?.url ?? '');
  await page.deliver();
  await server.settle();
  await remindGuests(context);
  for (const { id } of [reminded, forgotten, late.reservation]) await setStatus(id, 'no-show');
  const setGrace = (until: string | null) =>
    pool.query("update locations set fiscal_grace_until = $1 where id = 'truro'", [until]);
  await setGrace(null);
  expect((await charge(reminded.id)).body.error).toMatch(/certified sales recording system/);
  await setGrace('2026-12-31');
  expect((await charge(reminded.id)).status).toBe(200);
  expect((await charge(late.reservation.id)).status).toBe(200);
  const refused = await charge(forgotten.id);
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringMatching(/no reminder.*Waive the fee/)]);
  expect(await recordsOf(forgotten.id)).toEqual(KEPT);
  expect((await waive(forgotten.id)).status).toBe(200);
  expect(await recordsOf(forgotten.id)).toEqual(GONE);
  await audited();
});
