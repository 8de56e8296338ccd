import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { openDatabase } from '../../../platform/db/connection.ts';
import { TEMPLATE } from '../../../testing/templates.ts';
import { urlOf } from '../../../testing/postgres.ts';
import { startServer, type ServerProcess } from '../../../testing/server-process.ts';
import { signIn, type Headers } from '../../../testing/sign-in.ts';
import { StripeStandIn } from '../../../testing/stripe-stand-in.ts';

const postgres = inject('postgres');
const database = `t_${randomUUID().replaceAll('-', '')}`;
const admin = openDatabase({ ...postgres, database: 'postgres', max: 1 }, () => undefined);
await admin.pool.query(`create database ${database} template ${TEMPLATE}`);
const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-kill-'));
const opened = openDatabase({ ...postgres, database, max: 2 }, () => undefined);
const { pool } = opened;
let running: ServerProcess | null = null;

afterAll(async () => {
  await running?.kill();
  await opened.close();
  await admin.pool.query(`drop database ${database} with (force)`);
  await admin.close();
  rmSync(folder, { recursive: true, force: true });
});

const dieAt = path.join(folder, 'die-at');

async function start(more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  writeFileSync(dieAt, '');
  running = await startServer({
    apiOnly: true,
    dataDir: folder,
    env: {
      RATE_LIMITS: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: urlOf({ ...postgres, database }),
      DIE_AT_FILE: dieAt,
      ...more,
    },
  });
  return running;
}

const GUEST = { 'x-api-key': 'pk_demo' };

async function call<T>(name: string, body: unknown, headers: Headers = GUEST): Promise<T> {
  const answer = await fetch(`${running?.url ?? ''}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
}

/** Sends a request during which the process is killed. */
async function dying(point: string, ask: () => Promise<unknown>): Promise<void> {
  writeFileSync(dieAt, point);
  await ask().catch(() => undefined);
  expect(await running?.ended).toBe('SIGKILL');
}

async function orderData(): Promise<Record<string, unknown>> {
  const { rows } = await pool.query(
    "select id, name, price_cents / 100.0::float as price, category from menu_items where location_id = 'truro' and is_available order by id limit 1",
  );
  const items = rows.map((row) => ({ ...row, price: Number(row.price), quantity: 2 }));
  const body = { items, tipAmount: 0, frontendPricing: {}, locationInfo: { id: 'truro' } };
  const { pricing } = await call<{ pricing: object }>('validatePricing', body);
  return {
    customerInfo: { name: 'Amara Singh', email: 'amara@example.com', phone: '902-555-0142', firebaseId: null },
    items,
    locationInfo: { id: 'truro', name: 'Truro Heights' },
    orderType: 'pickup',
    paymentMethod: 'online',
    tipAmount: 0,
    pricing,
    agreesToWait: true,
  };
}

interface Session {
  sessionId: string;
  paymentUrl: string;
}

async function pay({ paymentUrl }: Session): Promise<void> {
  await fetch(`${running?.url ?? ''}${new URL(paymentUrl).pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card: '4242424242424242', action: 'pay' }),
  });
}

/** Makes everything due for the next sweep, as if a minute had passed. */
async function aMinutePasses(): Promise<void> {
  await pool.query("update payment_sessions set next_check_at = now() - interval '1 second' where status = 'open'");
  await pool.query("update refunds set next_try_at = now() - interval '1 second' where next_try_at is not null");
}

interface SessionRecords {
  paid: number;
  orders: number;
  payments: number;
  ordered: string | null;
  back: number;
  theirs: number;
  attention: boolean;
}

/** Our records of a session and the provider's, in cents. */
async function recordsOf(sessionId: string): Promise<SessionRecords> {
  const { rows } = await pool.query<SessionRecords>(
    `select coalesce(s.amount_cents, 0) as paid,
            (select count(*) from orders where session_id = $1)::int as orders,
            (select count(*) from payments where session_id = $1 and status = 'succeeded')::int as payments,
            (select payment_status from orders where session_id = $1) as ordered,
            (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
               where p.session_id = $1 and r.status = 'succeeded')::int as back,
            (select coalesce(sum(r.amount_cents), 0) from sandbox_refunds r where r.payment_id = s.payment_id)::int as theirs,
            exists (select from payment_sessions where id = $1 and attention is not null) as attention
     from sandbox_sessions s where s.reference = $1 and s.status = 'paid'`,
    [sessionId],
  );
  const [records] = rows;
  if (!records) throw new Error('the provider has no such payment');
  return records;
}

/** Waits until the records match, and returns them; returns the current ones after the timeout. */
async function waitForRecords(sessionId: string, expected: Partial<SessionRecords>): Promise<SessionRecords> {
  const look = async () => expect(await recordsOf(sessionId)).toMatchObject(expected);
  await vi.waitFor(look, { timeout: 15_000, interval: 50 }).catch(() => undefined);
  return recordsOf(sessionId);
}

const KILL_TIME = { timeout: 120_000 };

test('killed while opening a payment page: repeating the request continues with the same page', KILL_TIME, async () => {
  await start();
  for (const point of ['open.session-written', 'open.provider-answered']) {
    const body = { orderData: await orderData() };
    const headers = { ...GUEST, 'idempotency-key': point };
    await dying(point, () => call('createCustomerPayment', body, headers));
    await start();
    const session = await call<Session>('createCustomerPayment', body, headers);
    await pay(session);
    const expected = { orders: 1, payments: 1, ordered: 'paid', theirs: 0 };
    expect(await waitForRecords(session.sessionId, expected)).toMatchObject(expected);
  }
  const { rows } = await pool.query('select count(*)::int as pages from sandbox_sessions');
  expect(rows[0]).toEqual({ pages: 2 });
});

test('killed between any two steps of a settlement: the next start finishes it exactly once', KILL_TIME, async () => {
  const points = ['settle.locked', 'settle.order-written', 'settle.session-closed', 'settle.committed'];
  for (const point of points) {
    const session = await call<Session>('createCustomerPayment', { orderData: await orderData() });
    await dying(point, () => pay(session));
    await aMinutePasses();
    await start();
    const expected = { orders: 1, payments: 1, ordered: 'paid', theirs: 0 };
    expect(await waitForRecords(session.sessionId, expected)).toMatchObject(expected);
    const { orderId } = await call<{ orderId: string }>('getOrderBySessionId', { sessionId: session.sessionId });
    const { rows } = await pool.query(
      "select count(*)::int as told from events where type = 'order.created' and data->'order'->>'orderId' = $1",
      [orderId],
    );
    expect(rows[0]).toEqual({ told: 1 });
  }
});

test(
  'killed between any two steps of partial payments: repeating the requests pays each part once',
  KILL_TIME,
  async () => {
    const staff = await signIn(running?.url ?? '', 'staff.truro@demo.test');
    for (const point of [
      'part.booked',
      'part.held',
      'part.committed',
      'open.session-written',
      'open.provider-answered',
    ]) {
      const body = { ...(await orderData()), paymentMethod: 'cash' };
      const placed = await call<{ orderId: string; order: { due: number } }>('createCustomerOrderCash', body);
      const parts = [
        { tender: 'cash', amount: 5, given: 10 },
        { tender: 'link', amount: Math.round((placed.order.due - 5) * 100) / 100, tip: 1 },
      ].map(
        (part, n) => () =>
          call<{ paymentUrl: string | null; paymentId: string }>(
            'addPayment',
            { billId: placed.orderId, ...part },
            { ...staff, 'idempotency-key': `${point} ${n}` },
          ),
      );
      // Either of the two may kill the process, so all are sent again until they are answered.
      writeFileSync(dieAt, point);
      for (const part of parts) await part().catch(() => undefined);
      expect(await running?.ended).toBe('SIGKILL');
      await start();
      const [, link] = [await parts[0]?.(), await parts[1]?.()];
      await pay({ sessionId: '', paymentUrl: link?.paymentUrl ?? '' });
      await aMinutePasses();
      const look = async () => {
        const { rows } = await pool.query(
          `select b.state, (select count(*) from payments p where p.bill_id = b.id and p.status = 'succeeded')::int as paid,
                (select count(*) from payments p where p.bill_id = b.id)::int as parts, o.payment_status
         from bills b join orders o on o.bill_id = b.id where b.id = $1`,
          [placed.orderId],
        );
        expect(rows).toEqual([{ state: 'settled', paid: 2, parts: 2, payment_status: 'paid' }]);
      };
      await vi.waitFor(look, { timeout: 15_000, interval: 50 });
    }
  },
);

test(
  'killed between any two steps of a refund: the next start finishes it, and the provider refunds once',
  KILL_TIME,
  async () => {
    const manager = await signIn(running?.url ?? '', 'manager.truro@demo.test');
    for (const point of ['cancel.committed', 'refund.taken', 'refund.answered', 'refund.written', 'refund.settled']) {
      const session = await call<Session>('createCustomerPayment', { orderData: await orderData() });
      await pay(session);
      const { orderId } = await call<{ orderId: string }>('getOrderBySessionId', { sessionId: session.sessionId });
      await dying(point, () => call('cancelOrder', { orderId }, manager));
      await aMinutePasses();
      await start();
      const { paid } = await recordsOf(session.sessionId);
      const expected = { orders: 1, payments: 1, ordered: 'refunded', back: paid, theirs: paid };
      expect(await waitForRecords(session.sessionId, expected)).toMatchObject(expected);
    }
  },
);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
interface Booked {
  reservation: { id: string };
  manageUrl: string;
  payment: Session & { url: string };
}

/** What our records and the provider have of the deposit of a booking, in cents. */
async function depositOf(reservationId: string) {
  const { rows } = await pool.query(
    `select r.status, r.deposit ->> 'state' as state, (select count(*) from reservations o where o.customer_email = r.customer_email)::int as bookings,
       (select count(*) from payments p where p.session_id = r.deposit_session)::int as payments,
       (select count(*) from gift_cards c where c.reservation_id = r.id)::int as held,
       (select coalesce(sum(balance_cents), 0) from gift_cards c where c.reservation_id = r.id)::int as balance,
       (select count(*) from sandbox_sessions s where s.reference = r.deposit_session)::int as pages,
       (select coalesce(sum(f.amount_cents), 0) from sandbox_refunds f join sandbox_sessions s on s.payment_id = f.payment_id
         where s.reference = r.deposit_session)::int as theirs
     from reservations r where r.id = $1`,
    [reservationId],
  );
  return rows[0];
}

test(
  'killed between any two steps of a deposit: the guest pays once, the booking is confirmed, and a cancellation returns all of it once',
  { timeout: 480_000 },
  async () => {
    await running?.kill();
    await start();
    const owner = await signIn(running?.url ?? '', 'admin@demo.test');
    const bookingRules = [{ deposit: 10, freeUntilHours: 24 }];
    await call('updateLocation', { locationId: 'truro', updates: { bookingRules } }, owner);
    const opening = ['open.session-written', 'open.provider-answered'];
    const paying = ['settle.locked', 'settle.session-closed', 'settle.committed'];
    const returning = ['refund.taken', 'refund.answered', 'refund.written', 'refund.settled'];
    for (const [index, point] of [...opening, ...paying, ...returning].entries()) {
      const customerInfo = { name: 'Asha Rao', email: `kill${index}@example.com`, phone: '902-555-0142' };
      const body = { locationId: 'truro', date: inDays(20 + index), time: '18:00', partySize: 2, customerInfo };
      const book = () => call<Booked>('createReservation', body, { ...GUEST, 'idempotency-key': `book ${point}` });
      if (opening.includes(point)) {
        await dying(point, book);
        await start();
      }
      const { reservation, payment, manageUrl } = await book();
      const pressPay = () => pay({ sessionId: '', paymentUrl: payment.url });
      if (paying.includes(point)) {
        await dying(point, pressPay);
        await aMinutePasses();
        await start();
      }
      await pressPay();
      const reaches = async (expected: object) => {
        const look = async () => expect([point, await depositOf(reservation.id)]).toEqual([point, expected]);
        await vi.waitFor(look, { timeout: 15_000, interval: 50 });
      };
      const once = { bookings: 1, payments: 1, held: 1, pages: 1 };
      await reaches({ ...once, status: 'confirmed', state: 'paid', balance: 20_00, theirs: 0 });
      const token = new URL(manageUrl).searchParams.get('token');
      const cancel = () => call('cancelReservation', { reservationId: reservation.id, token });
      if (returning.includes(point)) {
        await dying(point, cancel);
        await aMinutePasses();
        await start();
      } else await cancel();
      await reaches({ ...once, status: 'cancelled', state: 'returned', balance: 0, theirs: 20_00 });
    }
    await call('updateLocation', { locationId: 'truro', updates: { bookingRules: [] } }, owner);
  },
);

/** What our records and the provider have of a fee: cents charged there and kept here, how often, and the card. */
async function feeOf(reservationId: string) {
  const { rows } = await pool.query(
    `select r.deposit ->> 'state' as state, r.deposit ->> 'card' is not null as has_card,
       (select k.kept_card = 'detached' from sandbox_sessions k join payment_sessions s on s.id = k.reference
         where s.kind = 'no-show' and s.snapshot #>> '{deposit,reservationId}' = r.id) as is_detached,
       (select json_agg(k.amount_cents) from sandbox_sessions k join payment_sessions s on s.id = k.reference
         where s.kind = 'deposit' and s.snapshot #>> '{deposit,reservationId}' = r.id) as charged,
       (select json_agg(-e.amount_cents) from gift_entries e join gift_cards c on c.id = e.card_id
         where c.reservation_id = r.id and e.kind = 'kept') as kept
     from reservations r where r.id = $1`,
    [reservationId],
  );
  return rows[0];
}

test(
  'killed between any two steps of a no-show fee: the card is charged once and then let go',
  { timeout: 480_000 },
  async () => {
    await running?.kill();
    await start();
    const owner = await signIn(running?.url ?? '', 'admin@demo.test');
    const bookingRules = [{ noShowFee: 10, freeUntilHours: 24 }];
    await call('updateLocation', { locationId: 'truro', updates: { bookingRules } }, owner);
    const keeping = ['settle.session-closed', 'settle.committed'];
    const charging = ['charge.requested', 'charge.answered', 'settle.locked', 'settle.session-closed', 'card.let-go'];
    const steps = [
      ...keeping.map((point) => [point, true] as const),
      ...charging.map((point) => [point, false] as const),
    ];
    for (const [index, [point, isKeeping]] of steps.entries()) {
      const customerInfo = { name: 'Asha Rao', email: `fee${index}@example.com`, phone: '902-555-0142' };
      const body = { locationId: 'truro', date: inDays(40 + index), time: '18:00', partySize: 2, customerInfo };
      const key = { ...GUEST, 'idempotency-key': `fee ${index}` };
      const { reservation, payment } = await call<Booked>('createReservation', body, key);
      const leaveCard = () => pay({ sessionId: '', paymentUrl: payment.url });
      if (isKeeping) {
        await dying(point, leaveCard);
        await aMinutePasses();
        await start();
      }
      await leaveCard();
      const reaches = async (expected: object) => {
        const look = async () => expect([point, await feeOf(reservation.id)]).toEqual([point, expected]);
        await vi.waitFor(look, { timeout: 15_000, interval: 50 });
      };
      await reaches({ state: 'paid', has_card: true, is_detached: false, charged: null, kept: null });
      // The time of the booking has come, and nobody did.
      const missed =
        "update reservations set starts_at = now() - interval '1 minute', status = 'no-show' where id = $1";
      await pool.query(missed, [reservation.id]);
      const charge = () => call('chargeNoShow', { reservationId: reservation.id }, owner);
      if (!isKeeping) {
        await dying(point, charge);
        await aMinutePasses();
        await start();
      }
      await charge();
      await reaches({ state: 'kept', has_card: false, is_detached: true, charged: [20_00], kept: [20_00] });
    }
    // Staff confirmed these bookings before their guests left a card.
    for (const [index, point] of ['settle.session-closed', 'settle.committed', 'card.let-go'].entries()) {
      const customerInfo = { name: 'Asha Rao', email: `late${index}@example.com`, phone: '902-555-0142' };
      const body = { locationId: 'truro', date: inDays(50 + index), time: '18:00', partySize: 2, customerInfo };
      const { reservation, payment } = await call<Booked>('createReservation', body);
      await call('updateReservationStatus', { reservationId: reservation.id, status: 'confirmed' }, owner);
      await dying(point, () => pay({ sessionId: '', paymentUrl: payment.url }));
      await aMinutePasses();
      await start();
      const gone = { state: 'returned', has_card: false, is_detached: true, charged: null, kept: null };
      const look = async () => expect([point, await feeOf(reservation.id)]).toEqual([point, gone]);
      await vi.waitFor(look, { timeout: 15_000, interval: 50 });
    }
    await call('updateLocation', { locationId: 'truro', updates: { bookingRules: [] } }, owner);
  },
);

test(
  'killed while a payment without an order is refunded: it is refunded once and staff are notified',
  KILL_TIME,
  async () => {
    for (const point of ['settle.refund-requested', 'settle.session-closed', 'refund.answered']) {
      const session = await call<Session>('createCustomerPayment', { orderData: await orderData() });
      await pool.query("update payment_sessions set status = 'cancelled', closed_at = now() where id = $1", [
        session.sessionId,
      ]);
      await dying(point, () => pay(session));
      await aMinutePasses();
      await pool.query('update sandbox_events set deliver_at = now()');
      await start();
      const { paid } = await recordsOf(session.sessionId);
      const expected = { orders: 0, payments: 1, back: paid, theirs: paid, attention: true };
      expect(await waitForRecords(session.sessionId, expected)).toMatchObject(expected);
    }
  },
);

test(
  'killed while a second page of a cart opens or the first is settled: the cart becomes one order, paid once',
  KILL_TIME,
  async () => {
    for (const point of [
      'open.session-written',
      'open.provider-answered',
      'settle.order-written',
      'settle.committed',
    ]) {
      const cartId = randomUUID();
      const body = { orderData: { ...(await orderData()), cartId } };
      const headers = { ...GUEST, 'idempotency-key': randomUUID() };
      const again = () => call<Session & { code?: string }>('createCustomerPayment', body, headers);
      const first = await call<Session>('createCustomerPayment', body);
      await dying(point, () => (point.startsWith('open') ? again() : pay(first)));
      await start();
      const second = await again();
      for (const page of [first, second]) if ('paymentUrl' in page) await pay(page);
      const cash = await call<{ code?: string }>('createCustomerOrderCash', body.orderData);
      expect([point, cash.code]).toEqual([point, 'cart-ordered']);
      const { rows } = await pool.query(
        `select (select count(*) from orders where cart_id = $1)::int as orders, count(*)::int as paid
         from payment_sessions s join sandbox_sessions x on x.reference = s.id and x.status = 'paid' where s.cart_id = $1`,
        [cartId],
      );
      expect(rows[0]).toEqual({ orders: 1, paid: 1 });
    }
  },
);

test(
  'killed between any two steps of a card reader payment: repeating the request charges the card once',
  { timeout: 240_000 },
  async () => {
    await running?.kill();
    const stripe = await StripeStandIn.start();
    const env = {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: stripe.secret,
      STRIPE_API_BASE: stripe.base,
    };
    await start(env);
    const owner = await signIn(running?.url ?? '', 'admin@demo.test');
    const staff = await signIn(running?.url ?? '', 'staff.truro@demo.test');
    const expected = { locationId: 'truro', code: 'simulated', name: 'Counter 1', city: 'Truro' };
    const { reader } = await call<{ reader: { readerId: string } }>('registerReader', expected, {
      ...owner,
      'idempotency-key': 'reader',
    });
    // The other points are shared with payment pages and tested above.
    const asking = ['part.committed', 'reader.payment-written', 'reader.asked'];
    const points = [...asking, 'settle.session-closed'];
    for (const point of points) {
      const body = { ...(await orderData()), paymentMethod: 'cash' };
      const { order } = await call<{ order: { billId: string; due: number } }>('createCustomerOrderCash', body);
      const part = { billId: order.billId, readerId: reader.readerId, amount: order.due, tip: 1 };
      const hand = () => call<{ error?: string }>('payOnTerminal', part, { ...staff, 'idempotency-key': point });
      const look = () =>
        fetch(`${running?.url ?? ''}/api/getBill?billId=${order.billId}`, { headers: staff }).then((answer) =>
          answer.json(),
        );
      const tap = () => stripe.terminal.tap(stripe.terminal.reader('Counter 1'), { brand: 'visa', last4: '4242' });
      const isAsking = asking.includes(point);
      if (isAsking) {
        await dying(point, hand);
        await start(env);
      }
      expect([point, (await hand()).error]).toEqual([point, undefined]);
      tap();
      if (!isAsking) {
        await dying(point, look);
        await start(env);
      }
      await look();
      const { rows } = await pool.query(
        `select b.state, o.payment_status, p.status, p.amount_cents + p.tip_cents as taken
         from bills b join orders o on o.bill_id = b.id join payments p on p.bill_id = b.id where b.id = $1`,
        [order.billId],
      );
      const taken = Math.round((order.due + 1) * 100);
      expect([point, rows]).toEqual([
        point,
        [{ state: 'settled', payment_status: 'paid', status: 'succeeded', taken }],
      ]);
    }
    const sums = stripe.terminal.taken().map(({ metadata }) => metadata['tiffin_session']);
    expect([stripe.terminal.intents.size, new Set(sums).size]).toEqual([points.length, points.length]);
    await stripe.stop();
  },
);
