import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
server.clock.set('2026-11-20T15:00:00.000Z');
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const idOf = async (who: Caller) => (await server.call('getMe', {}, who)).body.me?.uid ?? '';
const [staffId, managerId] = [await idOf(staff), await idOf(manager)];

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const DAY = '2026-11-20';
const shares = async (date = DAY, as: Caller = manager) => {
  const { body } = await server.call('getTipShares', { query: { locationId: 'truro', from: date, to: date } }, as);
  return body.days[0];
};

/** A tab that this person opened and served. */
async function tab(as: Caller): Promise<string> {
  const items = [{ id: 'open', name: 'Dish', price: 100, quantity: 1, open: {} }];
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, as)).body;
  expect((await server.call('addRound', { body: { billId, items } }, { ...as, ...newKey() })).status).toBe(200);
  return billId;
}
const pay = (billId: string, tip: number, as: Caller) =>
  server.call('addPayment', { body: { billId, tender: 'terminal', amount: 50, tip } }, { ...as, ...newKey() });

/** Colleagues who worked these minutes today. */
async function work(minutes: readonly number[]): Promise<void> {
  const end = Date.parse('2026-11-20T23:00:00.000Z');
  server.clock.set('2026-11-20T23:30:00.000Z');
  for (const [index, length] of minutes.entries()) {
    const userId = index === 0 ? staffId : `colleague-${index}`;
    if (index > 0) {
      await db
        .insertInto('users')
        .values({ id: userId, name: `Colleague ${index}`, email: `c${index}@demo.test`, role: 'staff' })
        .execute();
      await db.insertInto('user_locations').values({ user_id: userId, location_id: 'truro' }).execute();
    }
    const from = new Date(end - length * 60_000).toISOString();
    const body = { locationId: 'truro', userId, from, to: new Date(end).toISOString(), reason: 'On paper' };
    expect((await server.call('correctHours', { body }, { ...manager, ...newKey() })).status).toBe(200);
  }
}

test('each tip belongs to the person who opened the tab, whoever took the payment', async () => {
  expect((await pay(await tab(staff), 83.47, manager)).status).toBe(200);
  expect((await pay(await tab(manager), 100, staff)).status).toBe(200);
  const day = await shares();
  expect(day).toMatchObject({ rule: null, tips: 183.47, pool: 0, undivided: 0 });
  expect(new Map(day?.shares.map(({ userId, gets }) => [userId, gets]))).toEqual(
    new Map([
      [staffId, 83.47],
      [managerId, 100],
    ]),
  );
});

test('a pool without hours is undivided, and by hours 183.47 are 50.21, 38.63, 32.83 and 61.80', async () => {
  const rule = { locationId: 'truro', rule: 'hours' as const, decidedBy: 'staff' as const };
  server.clock.set('2026-11-19T15:00:00.000Z');
  expect((await server.call('saveTipRule', { body: rule }, staff)).status).toBe(403);
  expect((await server.call('saveTipRule', { body: rule }, manager)).body.rule).toMatchObject({
    decidedBy: 'staff',
    percent: 100,
    from: DAY,
  });
  expect(await shares()).toMatchObject({ pool: 183.47, undivided: 183.47 });
  await work([390, 300, 255, 480]);
  const day = await shares();
  expect(day).toMatchObject({ weights: 1425, undivided: 0 });
  const pool = new Map(day?.shares.map(({ userId, fromPool }) => [userId, fromPool]));
  expect([staffId, 'colleague-1', 'colleague-2', 'colleague-3'].map((id) => pool.get(id))).toEqual([
    50.21, 38.63, 32.83, 61.8,
  ]);
});

test('a refunded tip comes back from the same shares to the cent, under whatever later rule', async () => {
  const later = { locationId: 'truro', rule: 'own' as const, decidedBy: 'house' as const };
  expect((await server.call('saveTipRule', { body: later }, manager)).body.rule).toMatchObject({ percent: 0 });
  const payment = await db.selectFrom('payments').selectAll().where('tip_cents', '=', 83_47).executeTakeFirstOrThrow();
  const refund = { id: 'r-tip', payment_id: payment.id, bill_id: payment.bill_id, order_id: payment.order_id };
  await db
    .insertInto('refunds')
    .values({
      ...refund,
      location_id: 'truro',
      amount_cents: 1,
      tip_cents: 4_00,
      method: 'manual',
      status: 'succeeded',
      reason: 'Tip by mistake',
      idempotency_key: 'r-tip',
      requested_at: server.context.clock.now(),
      settled_at: server.context.clock.now(),
    })
    .execute();
  const day = await shares();
  const back = new Map(day?.shares.map(({ userId, takenBack }) => [userId, takenBack]));
  expect([staffId, 'colleague-1', 'colleague-2', 'colleague-3'].map((id) => back.get(id))).toEqual([
    1.09, 0.84, 0.72, 1.35,
  ]);
  expect(day).toMatchObject({ rule: { rule: 'hours', percent: 100 }, tips: 183.47, refunded: 4 });
  const sum = day?.shares.reduce((total, { gets }) => total + Math.round(gets * 100), 0);
  expect(sum).toBe(179_47);
});

test('a pool by points uses those a person had when they clocked in, and managers get no part', async () => {
  const body = { locationId: 'truro', rule: 'points' as const, percent: 50, decidedBy: 'staff' as const };
  expect((await server.call('saveTipRule', { body }, manager)).status).toBe(200);
  server.clock.set('2026-11-21T15:00:00.000Z');
  const terms = { locationId: 'truro', userId: staffId, hourlyRate: null, tipPoints: 3 };
  expect((await server.call('savePayTerms', { body: terms }, manager)).status).toBe(200);
  for (const who of [staff, manager]) {
    const clocked = await server.call('clockIn', { body: { locationId: 'truro' } }, { ...who, ...newKey() });
    expect(clocked.status).toBe(200);
  }
  server.clock.set('2026-11-21T16:00:00.000Z');
  expect((await server.call('savePayTerms', { body: { ...terms, tipPoints: 9 } }, manager)).status).toBe(200);
  expect((await pay(await tab(manager), 10, manager)).status).toBe(200);
  const { shares: all, weights } = (await shares('2026-11-21')) ?? {};
  expect(weights).toBe(3);
  expect(all?.map(({ userId, own, fromPool }) => [userId, own, fromPool])).toEqual([
    [managerId, 5, 0],
    [staffId, 0, 5],
  ]);
});

test('staff see their own share alone, with the pool from which it was calculated', async () => {
  const day = await shares(DAY, staff);
  expect(day?.shares.map(({ userId, minutes, weight }) => [userId, minutes, weight])).toEqual([[staffId, 390, 390]]);
  expect(day).toMatchObject({ pool: 183.47, weights: 1425 });
  const elsewhere = { locationId: 'halifax', from: DAY, to: DAY };
  expect((await server.call('getTipShares', { query: elsewhere }, staff)).status).toBe(403);
});
