import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depositBookings, keyed, NOW, type BookingRules } from '../../../testing/deposit-bookings.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const RULES: BookingRules = [
  { weekdays: ['friday'], deposit: 10, freeUntilHours: 24 },
  { noShowFee: 10, freeUntilHours: 24 },
];
const bookings = await depositBookings(
  RULES.map((rule) => ({ ...rule, weekdays: rule.weekdays && [...rule.weekdays] })),
);
const { server, page, staff, admin } = bookings;
const { context, call, clock } = server;
const { pool } = context.database;

type Booked = Awaited<ReturnType<typeof bookings.book>> & { bill?: { billId: string; orderId: string } };

/** What guest, staff and time do with a booking. What the server refuses changes nothing. */
const STEPS = {
  pays: ({ url }: Booked) => page.pay(url),
  isDeclined: ({ url }: Booked) => page.pay(url, '4000000000000002'),
  leavesBadCard: ({ url }: Booked) => page.pay(url, '4000002760003184'),
  delivers: () => page.deliver(),
  cancels: ({ id, token }: Booked) => call('cancelReservation', { body: { reservationId: id, token } }, keyed()),
  isCancelled: ({ id }: Booked) =>
    call('cancelReservation', { body: { reservationId: id, reason: 'Kitchen closed' } }, keyed(staff)),
  moves: ({ id, token, reservation }: Booked) => {
    const date = reservation.reservationDetails.date === '2026-11-27' ? '2026-12-04' : '2026-12-05';
    const body = { reservationId: id, token, date, time: '18:00', partySize: 5 };
    return call('changeReservation', { body }, keyed());
  },
  isConfirmed: ({ id }: Booked) => setStatus(id, 'confirmed'),
  isMissed: ({ id }: Booked) => setStatus(id, 'no-show'),
  leaves: ({ id }: Booked) => setStatus(id, 'completed'),
  isCharged: ({ id }: Booked) => bookings.charge(id),
  isWaived: ({ id }: Booked) => bookings.waive(id),
  async comes(booked: Booked, price: number) {
    if (booked.bill) return;
    // Refused if the booking has ended.
    booked.bill = await bookings.seatAndOrder(booked.id, price).catch(() => undefined);
  },
  usesDeposit: ({ bill }: Booked) => bill && bookings.payWithDeposit(bill.billId),
  async paysRest({ bill }: Booked) {
    if (!bill) return;
    const { due } = await bookings.billOf(bill.billId);
    const body = { billId: bill.billId, tender: 'terminal', amount: due, tip: 0 } as const;
    await call('addPayment', { body }, keyed(staff));
  },
  sendsBack: ({ bill }: Booked) =>
    bill &&
    call(
      'refundOrderItems',
      { body: { orderId: bill.orderId, items: [{ line: 1, quantity: 1 }], reason: 'Cold' } },
      keyed(admin),
    ),
  minutePasses: () => clock.forward(60_000),
  holdPasses: () => clock.forward(11 * 60_000),
  daysPass: () => clock.forward(6.5 * 24 * 3_600_000),
  providerFails: () => (page.failures.down = true),
  providerAnswers: () => (page.failures.down = false),
  isSwept: () => sweepPayments(context),
  settles: () => server.settle(),
} as const;
type Step = keyof typeof STEPS;

const setStatus = (reservationId: string, status: 'confirmed' | 'no-show' | 'completed') =>
  call('updateReservationStatus', { body: { reservationId, status } }, staff);

/** Histories that go far, so that their random steps meet every state. */
const ROADS: readonly (readonly Step[])[] = [
  [],
  ['pays', 'delivers'],
  ['pays', 'delivers', 'daysPass', 'comes', 'usesDeposit', 'paysRest'],
  ['pays', 'delivers', 'settles', 'daysPass', 'daysPass', 'isMissed', 'settles', 'isCharged'],
  ['pays', 'delivers', 'daysPass', 'daysPass', 'isMissed', 'settles', 'isCharged', 'isWaived'],
  ['pays', 'delivers', 'daysPass', 'cancels', 'settles'],
  ['isConfirmed', 'pays', 'delivers'],
];
const anyStep = fc.constantFrom(...(Object.keys(STEPS) as Step[]));
const anyBooking = fc.record({
  // A Friday has a deposit, a Saturday a fee.
  date: fc.constantFrom('2026-11-27', '2026-11-28'),
  price: fc.constantFrom(3, 20, 35.09, 100),
  road: fc.constantFrom(...ROADS),
  strays: fc.array(fc.record({ at: fc.nat(8), step: anyStep, isTwice: fc.boolean() }), { maxLength: 5 }),
});

type History = typeof anyBooking extends fc.Arbitrary<infer T> ? T : never;

async function live(booked: Booked, { price, road, strays }: History) {
  const steps = road.map((step) => ({ step, isTwice: false }));
  for (const stray of strays) steps.splice(stray.at, 0, stray);
  for (const { step, isTwice } of steps) {
    const press = () => STEPS[step](booked, price);
    await Promise.all([press(), isTwice ? press() : null]);
  }
}

/** Everybody ends what they began: the provider answers, events arrive, and the jobs of some minutes run. */
async function comeToRest() {
  page.failures.down = false;
  for (let round = 0; round < 3; round++) {
    clock.forward(11 * 60_000);
    await server.settle();
    await page.deliver();
    await sweepPayments(context);
  }
  await server.settle();
}

interface Money {
  readonly state: keyof typeof AT_REST;
  readonly terms: number;
  readonly payments: number;
  readonly taken: number;
  readonly back: number;
  readonly theirBack: number;
  readonly kept: number;
  readonly used: number;
  readonly owed: number;
}

/** Of each booking in cents: what the provider has of it, and what our ledger has. */
async function moneyOfBookings(ids: readonly string[]): Promise<Money[]> {
  const { rows } = await pool.query<Money>(
    `select coalesce(r.deposit ->> 'state', 'none') as state, coalesce(s.amount, 0)::int as terms, s.payments, s.taken, s.their_back as "theirBack",
      (select coalesce(sum(f.amount_cents), 0) from refunds f join payments p on p.id = f.payment_id join payment_sessions o on o.id = p.session_id
        where o.snapshot #>> '{deposit,reservationId}' = r.id and f.status = 'succeeded')::int as back,
      coalesce(g.kept, 0)::int as kept, coalesce(g.used, 0)::int as used, coalesce(g.owed, 0)::int as owed
    from reservations r
    cross join lateral (select max(o.amount_cents) as amount,
        count(*) filter (where k.status = 'paid' and o.kind = 'deposit')::int as payments,
        coalesce(sum(k.amount_cents) filter (where k.status = 'paid' and o.kind = 'deposit'), 0)::int as taken,
        coalesce(sum((select sum(f.amount_cents) from sandbox_refunds f where f.payment_id = k.payment_id)), 0)::int as their_back
      from payment_sessions o left join sandbox_sessions k on k.reference = o.id where o.snapshot #>> '{deposit,reservationId}' = r.id) s
    left join lateral (select -sum(e.amount_cents) filter (where e.kind in ('kept', 'waived')) as kept,
        -sum(e.amount_cents) filter (where p.bill_id is not null) as used,
        sum(e.amount_cents) as owed
      from gift_cards c join gift_entries e on e.card_id = c.id left join payments p on p.id = e.payment_id
      where c.reservation_id = r.id) g on true
    where r.id = any($1)`,
    [ids],
  );
  return rows;
}

/** Where the money of a booking is, by the state of its deposit. */
const AT_REST = {
  none: (taken) => ({ back: taken }),
  open: (taken) => ({ back: taken }),
  paid: (taken) => ({ owed: taken }),
  returned: (taken) => ({ back: taken }),
  kept: (taken) => ({ kept: taken }),
  used: () => ({ owed: 0, kept: 0 }),
} as const satisfies Record<string, (taken: number) => object>;

/** Repeats the histories of a failure. */
const { SEED } = process.env;
const dollars = (money: readonly Money[], of: (each: Money) => number) =>
  money.reduce((sum, each) => sum + of(each), 0) / 100;
const withoutZeros = (lines: object) => Object.fromEntries(Object.entries(lines).filter(([, sum]) => sum !== 0));

test('whatever guests and staff do, each deposit and fee is taken once, and ledger, report, journal and closings say where it is', async () => {
  const ids: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.tuple(anyBooking, anyBooking, anyBooking), async (histories) => {
      clock.set(NOW);
      const booked = await Promise.all(histories.map(({ date }) => bookings.book({ date })));
      let last = NOW;
      for (const [index, each] of booked.entries()) {
        clock.set(NOW);
        await live(each, histories[index] ?? histories[0]);
        const now = context.clock.now().toISOString();
        if (now > last) last = now;
      }
      // On a clock that went back, a refund that is tried again later would wait.
      clock.set(last);
      await comeToRest();
      ids.push(...booked.map(({ id }) => id));
      for (const each of await moneyOfBookings(booked.map(({ id }) => id))) {
        const { state, terms, taken, back, theirBack, kept, used } = each;
        const once = taken === 0 ? { payments: 0 } : { payments: 1, taken: terms };
        expect(each).toMatchObject({ ...once, back: theirBack, owed: taken - back - kept - used });
        expect(each).toMatchObject(AT_REST[state](taken));
      }
    }),
    // What the histories before did stays in the database, so smaller ones say nothing.
    { numRuns: process.env['QUICK_TESTS'] ? 5 : 10, endOnFailure: true, ...(SEED && { seed: Number(SEED) }) },
  );
  const money = await moneyOfBookings(ids);
  const period = ['2026-11-20', '2027-01-31'] as const;
  const [report, journal] = [await bookings.reportOf(...period), await bookings.journalOf(...period)];
  const net = dollars(money, ({ taken, back }) => taken - back);
  const held = dollars(money, ({ owed }) => owed);
  const kept = dollars(money, (each) => each.kept);
  const figures = { depositsTaken: net, depositsKept: kept, depositsOwed: held };
  expect(report).toMatchObject({ ...figures, depositsUsed: dollars(money, ({ used }) => used) });
  expect(journal['deposits'] ?? 0).toBeCloseTo(0 - held, 5);
  expect(journal['tender:online'] ?? 0).toBeCloseTo(net, 5);
  expect((journal['deposits-kept'] ?? 0) - (report.depositTax ?? 0)).toBeCloseTo(0 - kept, 5);
  const closed: Record<string, number> = {};
  for (let day = new Date(NOW); day <= new Date('2027-02-01'); day.setDate(day.getDate() + 1)) {
    const query = { locationId: 'truro', date: day.toISOString().slice(0, 10) };
    for (const { item, amount } of (await call('getClosing', { query }, admin)).body.lines) {
      closed[item] = Math.round(((closed[item] ?? 0) + amount) * 100) / 100;
    }
  }
  expect(withoutZeros(closed)).toEqual(withoutZeros(journal));
  await bookings.audited();
}, 300_000);
