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
