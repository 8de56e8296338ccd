import { calls, type Call } from '@tiffin/contract';
import { scopeOf } from '@tiffin/contract/areas';
import type { KeyScope } from '@tiffin/domain/people';
import { beforeAll, expect, test } from 'vitest';
import { hashKey } from '../../platform/auth/secrets.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db, clock } = server.context;
const till = tillOf(server);
const truro = await payloadMaker(server);
const driverId = 'money-driver';

async function keyWith(...scopes: KeyScope[]): Promise<Caller> {
  const id = `sk_${scopes.join('_')}`;
  const row = { id, name: id, kind: 'admin' as const, shown: id, hash: hashKey(id), created_at: clock.now(), scopes };
  await db.insertInto('api_keys').values(row).execute();
  return { 'x-api-key': id };
}

const orderKey = await keyWith('orders:write');
const moneyKey = await keyWith('orders:write', 'payments:write');

async function paidOrder() {
  const { sessionId, paymentUrl } = await till.start(SITE_KEY);
  await till.pay(paymentUrl);
  await till.deliver();
  return (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body.order;
}

async function carriedCash(): Promise<number> {
  const paid = await paidOrder();
  const { id: paymentId } = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', paid.orderId)
    .executeTakeFirstOrThrow();
  const row = { location_id: 'truro', driver_id: driverId, driver_name: 'Ravi', kind: 'collected' as const };
  await db
    .insertInto('driver_cash')
    .values({
      ...row,
      id: crypto.randomUUID(),
      amount_cents: 1250,
      payment_id: paymentId,
      order_id: paid.orderId,
      at: clock.now(),
    })
    .execute();
  return 12.5;
}

/** The rows that say how much money came and went. */
async function moneyRows(): Promise<number> {
  const counts = await Promise.all(
    (['payments', 'refunds', 'driver_cash'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}

/** The refusal of a call that answers for several orders is in its result. */
interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}
type Move = (as: Caller) => Promise<Outcome>;

/** Prepares the money first, and returns the call. */
type Preparation = () => Promise<Move>;

const outcomeOf = ({ status, body }: { status: number; body: object }): Outcome => ({
  ok: status === 200,
  text: JSON.stringify(body),
});

/** What each call with the scope `orders:write` does with money; null for calls that move none by a key. */
const MOVES: Readonly<Record<string, Preparation | null>> = {
  cancelCustomerOrder: async () => {
    const { orderId, metadata } = await paidOrder();
    const body = { orderId, token: metadata.orderToken };
    return async (as) => outcomeOf(await server.call('cancelCustomerOrder', { body }, as));
  },
  changeOrder: async () => {
    const order = await paidOrder();
    const body = { orderId: order.orderId, version: order.version, remove: [order.items[0]?.line ?? 0] };
    return async (as) => outcomeOf(await server.call('changeOrder', { body }, as));
  },
  createAdminOrderCash: async () => async (as) => {
    const body = { ...truro({ dishes: { 'mango-lassi': 1 } }), cashConfirmed: true as const };
    return outcomeOf(await server.call('createAdminOrderCash', { body }, as));
  },
  handInCash: async () => {
    const amount = await carriedCash();
    return async (as) =>
      outcomeOf(await server.call('handInCash', { body: { locationId: 'truro', driverId, amount } }, as));
  },
  updateMultipleOrderStatuses: async () => {
    const { orderId } = await paidOrder();
    const body = { updates: [{ orderId, newStatus: 'cancelled' as const }] };
    return async (as) => {
      const answer = await server.call('updateMultipleOrderStatuses', { body }, as);
      const ok = answer.body.results.every(({ result }) => result.success);
      return { ok, text: JSON.stringify(answer.body) };
    };
  },
  updateOrderStatus: async () => {
    const { orderId } = await paidOrder();
    return async (as) =>
      outcomeOf(await server.call('updateOrderStatus', { body: { orderId, status: 'cancelled' } }, as));
  },
  claimOrder: null,
  confirmAllergies: null,
  correctOrderStatus: null,
  recordWalkOut: null,
  createAdminOrderUnpaid: null,
  createCustomerOrderCash: null,
  handOverDelivery: null,
  reportArrival: null,
  sendClaimCode: null,
  sendCustomEmail: null,
  sendCustomSMS: null,
  sendOrderCode: null,
  setOrderPacing: null,
  // only for a person, who then carries the cash
  stepDelivery: null,
  strikeOrderItem: null,
  bumpLines: null,
  recallTicket: null,
  saveStation: null,
  deleteStation: null,
  undoClaim: null,
  nameDevice: null,
  openTab: null,
  addRound: null,
  stateAllergies: null,
  fireCourse: null,
  mergeTabs: null,
  moveTab: null,
  moveLines: null,
  splitBill: null,
  printBill: null,
  closeTab: null,
  // a phone acts by its token, whatever key is sent with it
  addTableRound: null,
  answerTableCall: null,
  answerTableRound: null,
  callWaiter: null,
  joinTable: null,
  payAtTable: null,
  takeBackCall: null,
};

beforeAll(async () => {
  const now = clock.now();
  const person = { name: 'Ravi', email: 'ravi@demo.test', role: 'staff' as const, created_at: now, updated_at: now };
  await db
    .insertInto('users')
    .values({ ...person, id: driverId, email_verified: true })
    .execute();
});

test('the list says of every call with the scope orders:write whether it moves money', () => {
  const ours = Object.entries<Call>(calls).filter(([, call]) => scopeOf(call) === 'orders:write');
  expect(Object.keys(MOVES).toSorted()).toEqual(ours.map(([name]) => name).toSorted());
});

test.each(Object.entries(MOVES).flatMap(([name, prepare]) => (prepare ? [[name, prepare] as const] : [])))(
  '%s moves money with a key that has payments:write, and not with a key for orders alone',
  async (_name, prepare) => {
    const move = await prepare();
    const before = await moneyRows();
    const refused = await move(orderKey);
    expect(refused.ok).toBe(false);
    expect(refused.text).toContain('lacks the scope payments:write');
    expect(await moneyRows()).toBe(before);
    const done = await move(moneyKey);
    expect(done).toMatchObject({ ok: true });
    expect(await moneyRows()).toBe(before + 1);
  },
);

test('a key for orders takes an order at the till, and gives nothing off without payments:write', async () => {
  const base = truro({ dishes: { 'mango-lassi': 1 } });
  const given = [{ kind: 'comp' as const, line: 1, reason: 'other' as const, note: 'free' }];
  const ask = (as: Caller, body: object = {}) =>
    server.call('createAdminOrderUnpaid', { body: { ...base, ...body } }, as);
  expect((await ask(orderKey)).status).toBe(200);
  const pricing = Object((await ask(moneyKey, { given })).body)['pricing'] as object;
  const refused = await ask(orderKey, { given, pricing });
  expect([refused.status, refused.body.code]).toEqual([403, 'scope-missing']);
  expect(refused.body.error).toContain('lacks the scope payments:write');
  expect((await ask(moneyKey, { given, pricing })).status).toBe(200);
});

test('a key for orders cancels an order that nobody has paid', async () => {
  const placed = await server.call('createCustomerOrderCash', { body: truro() }, SITE_KEY);
  const body = { orderId: placed.body.orderId, status: 'cancelled' as const };
  expect((await server.call('updateOrderStatus', { body }, orderKey)).status).toBe(200);
});
