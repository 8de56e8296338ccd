import { cents } from '@tiffin/domain/core';
import { splitRefund } from '@tiffin/domain/payment';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { newestMessage } from '../../../testing/newest-message.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const till = tillOf(server);
const manager = await server.signIn('manager.truro@demo.test');
const keyed = () => ({ ...manager, 'idempotency-key': crypto.randomUUID() });

async function soldCard(amount: number): Promise<string> {
  const body = { locationId: 'truro', amount, tender: 'cash' as const };
  return (await server.call('buyGiftCard', { body }, keyed())).body.giftCard?.code ?? '';
}
const giftCard = await soldCard(500);

const orderOf = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
const sorted = (parts: readonly { method: string; amount: number }[] = []) =>
  parts.map(({ method, amount }) => `${method} ${amount.toFixed(2)}`).toSorted();

type Part = readonly [tender: 'cash' | 'debit' | 'link' | 'gift-card', share: number, tip: number];

/** Takes a share of what is due in one tender. What no coins can pay is left due. */
async function take(billId: string, [tender, share, tip]: Part): Promise<void> {
  const { due } = await orderOf(billId);
  const amount = share >= 100 ? due : Math.round(due * share) / 100;
  if (amount === 0) return;
  const how = tender === 'gift-card' ? { giftCardCode: giftCard } : { tip: tip / 100, reference: 'slip' };
  const { body } = await server.call('addPayment', { body: { billId, tender, amount, ...how } }, keyed());
  if (body.paymentUrl) await till.pay(body.paymentUrl);
  await till.deliver();
}

const anyPart = fc.tuple(
  fc.constantFrom<Part[0]>('cash', 'debit', 'link', 'gift-card'),
  fc.constantFrom(13, 37, 50, 100),
  fc.constantFrom(0, 150),
);

test('cancelling refunds exactly what was promised, whatever mixture of tenders paid and was refunded before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPart, { maxLength: 4 }),
      fc.constantFrom(0, 0, 3, 7.77),
      fc.boolean(),
      async (parts, before, isSettled) => {
        const body = await till.payload({ paymentMethod: 'cash' });
        const { orderId } = (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body;
        for (const part of parts) await take(orderId, part);
        const refund = { orderId, amount: before, reason: 'Ice was missing' };
        if (before > 0) await server.call('refundAmount', { body: refund }, keyed());
        if (isSettled) await server.settle();
        const { goesBack } = await orderOf(orderId);
        const cancelled = await server.call('cancelOrder', { body: { orderId, cancelReason: 'Closed' } }, keyed());
        expect(cancelled.status).toBe(200);
        expect(sorted(cancelled.body.refunds)).toEqual(sorted(goesBack));
        // What is still on its way and what has arrived is all that was promised, and what was refunded before.
        await server.settle();
        const after = await orderOf(orderId);
        const rows = await db.selectFrom('refunds').selectAll().where('bill_id', '=', orderId).execute();
        const ofRows = rows.map((row) => ({
          method: row.method,
          amount: (row.amount_cents + row.tip_cents + row.cash_rounding_cents) / 100,
        }));
        const said = [...(after.goesBack ?? []), ...after.refunds.map((each) => ({ method: '', ...each }))];
        expect(sorted(said)).toEqual(sorted(ofRows));
      },
    ),
    { numRuns: 12 },
  );
  expect((await auditData(server.context)).broken).toEqual([]);
}, 240_000);

test('the plan gives each payment all that is left of it', () => {
  const id = 'p1';
  const paid = { id, method: 'cash', status: 'succeeded', amount: cents(1002), tip: cents(0), rounding: cents(-2) };
  const [part] = splitRefund([paid as never], [], cents(1002));
  expect(part).toMatchObject({ amount: 1002, due: 1000 });
});

test('a card page with a gift card says what it charges; cancelling names both parts, on the page and in the mail', async () => {
  const code = await soldCard(25);
  const customerInfo = { name: 'Rina', email: 'rina@example.test', phone: '902-555-0143', firebaseId: null };
  const body = { orderData: await till.payload({ customerInfo, giftCardCode: code }) };
  const { sessionId, paymentUrl, ...paying } = (await server.call('createCustomerPayment', { body }, SITE_KEY)).body;
  const rest = Math.round((paying.pricing.total - 25) * 100) / 100;
  const masked = `•••• ${code.slice(-4)}`;
  expect(paying).toMatchObject({ giftCard: { pays: 25, card: masked }, charged: rest });
  const charged = await db
    .selectFrom('sandbox_sessions')
    .select('amount_cents')
    .where('reference', '=', sessionId)
    .executeTakeFirstOrThrow();
  expect(charged.amount_cents).toBe(Math.round(rest * 100));
  await till.pay(paymentUrl);
  await till.deliver();
  const { order } = (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body;
  const { orderId } = order;
  expect(order.paidParts).toEqual(
    expect.arrayContaining([
      { tender: 'gift-card', amount: 25, giftCard: masked },
      { tender: 'online', amount: rest },
    ]),
  );
  const promised = [
    { method: 'card', amount: rest },
    { method: 'gift-card', amount: 25, giftCard: masked },
  ];
  expect(order.goesBack).toHaveLength(2);
  expect(order.goesBack).toEqual(expect.arrayContaining(promised));
  // Whoever knows only the number of the order reads neither.
  const byNumber = (await server.call('getCustomerOrderDetails', { query: { orderId } }, SITE_KEY)).body.order;
  expect(JSON.stringify(byNumber)).not.toContain(masked);
  const cancelled = await server.call('cancelOrder', { body: { orderId, cancelReason: 'Kitchen closed' } }, keyed());
  expect(sorted(cancelled.body.refunds)).toEqual(sorted(promised as never));
  await server.settle();
  const after = await orderOf(orderId);
  expect(after.goesBack).toEqual([]);
  expect(
    after.refunds.map(({ method, amount, giftCard: of }) => ({ method, amount, ...(of && { giftCard: of }) })),
  ).toEqual(expect.arrayContaining(promised));
  const mail = await newestMessage(db, 'rina@example.test', 'order_cancelled');
  expect(mail).toContain(`$${rest.toFixed(2)} `);
  expect(mail).toContain(`gift card ${masked}`);
});

test('the page of an order with a promotion names what it takes off, so that its rows add up', async () => {
  const {
    pricing,
    adjustments = [],
    giftCard: none,
    charged,
  } = (await server.call('createCustomerPayment', { body: { orderData: await till.payload() } }, SITE_KEY)).body;
  const off = adjustments.reduce((sum, { amount }) => sum + amount, 0);
  expect(none).toBeUndefined();
  expect(pricing.subtotal + off + pricing.tax + pricing.tip).toBeCloseTo(charged ?? 0, 5);
});
