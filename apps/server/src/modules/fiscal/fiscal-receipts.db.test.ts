import { expect, test } from 'vitest';
import { FiscalStandIn, setStandInUnplugged } from '../../adapters/fiscal/stand-in.ts';
import type { FiscalDocument } from '../../adapters/fiscal/fiscal-device.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { orderData } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { alarmLateBills } from './alarm-late-bills.ts';
import { signWaitingBills } from './sign-waiting-bills.ts';

const server = await testServer({ env: { RATE_LIMITS: '0', FISCAL_DEVICE: 'stand-in' } });
const { context, clock } = server;
const manager = await server.signIn('manager.truro@demo.test');
const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const device = context.fiscal;
if (!(device instanceof FiscalStandIn)) throw new Error('these tests sign with the stand-in');

/** Every bill that was sent to the device, in order. */
const sent: FiscalDocument[] = [];
const signAtDevice = device.sign.bind(device);
device.sign = (bill) => {
  sent.push(bill);
  return signAtDevice(bill);
};

// Gatineau, for the tax office.
await context.db
  .updateTable('locations')
  .set({ region: 'QC', postal_code: 'J8X 2K1' })
  .where('id', '=', 'truro')
  .execute();
await context.menus.exact('truro');

async function settledBill() {
  const body = await orderData(server, { paymentMethod: 'cash' });
  const { order } = (await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).body;
  const paid = await server.call('processOrderPayment', { body: { orderId: order.orderId } }, keyed(manager));
  if (paid.status !== 200) throw new Error(paid.body.error);
  return order;
}

const receiptsInOrder = () => context.db.selectFrom('fiscal_receipts').selectAll().orderBy('position').execute();
const receiptOf = async ({ orderId, metadata }: Awaited<ReturnType<typeof settledBill>>) =>
  (await server.call('getOrderReceipt', { query: { orderId, token: metadata.orderToken } }, SITE_KEY)).body.fiscal;
const stateOf = async () => (await server.call('getFiscalStates', {}, manager)).body.locations[0];
const attention = async () =>
  (await context.db.selectFrom('events').select('data').where('type', '=', 'payment.attention').execute()).map(
    ({ data }) => data['attention'],
  );

test('a settled bill is signed once, and its receipt shows number and signature', async () => {
  const order = await settledBill();
  await server.settle();
  expect(await signWaitingBills(context)).toBe(1);
  await server.settle();
  expect(await signWaitingBills(context)).toBe(0);
  expect(sent.map(({ billId }) => billId)).toEqual([order.billId]);
  expect(sent[0]).toMatchObject({ total: Math.round(order.pricing.total * 100), payments: [{ tender: 'cash' }] });
  expect(JSON.stringify(sent[0])).not.toContain('Amara');
  expect(await receiptOf(order)).toEqual({
    state: 'signed',
    number: 'T-000001',
    signature: expect.stringMatching(/^[\w-]{24}$/),
    text: 'TEST DEVICE',
  });
  const { token } = { token: order.metadata.orderToken };
  const pdf = await server.fetch(`/api/getOrderReceiptPdf?orderId=${order.orderId}&token=${token}`, {}, SITE_KEY);
  expect(pdf.status).toBe(200);
  expect(await stateOf()).toMatchObject({
    state: 'device',
    device: { name: 'stand-in', lastNumber: 'T-000001', signedToday: 1, settledToday: 1, waiting: 0, isLate: false },
  });
});

test('an unpaid bill is not signed', async () => {
  const before = (await receiptsInOrder()).length;
  const body = await orderData(server, { paymentMethod: 'cash' });
  await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY));
  await server.settle();
  expect((await receiptsInOrder()).length).toBe(before);
});

test('while the device is out for 90 minutes, 60 bills say “later”; then all are sent once, in order', async () => {
  await setStandInUnplugged(context.db, true);
  const bills = [];
  for (let count = 0; count < 60; count++) {
    bills.push(await settledBill());
    clock.forward(90_000);
    if (count % 10 !== 9) continue;
    await server.settle();
    await signWaitingBills(context);
  }
  const later = await Promise.all(bills.map(receiptOf));
  expect(later).toEqual(bills.map(() => ({ state: 'later' })));
  expect(await stateOf()).toMatchObject({ device: { waiting: 60, isLate: false } });
  await alarmLateBills(context);
  expect(await attention()).toEqual([]);

  await setStandInUnplugged(context.db, false);
  const retried = await server.call('retryFiscalReceipts', { body: { locationId: 'truro' } }, keyed(manager));
  expect(retried.body.location.device).toMatchObject({ waiting: 0, lastNumber: 'T-000061' });
  const own = new Set(bills.map(({ billId }) => billId));
  const signed = (await receiptsInOrder()).filter(({ bill_id: id }) => id !== null && own.has(id));
  expect(signed.map(({ bill_id: id }) => id)).toEqual(bills.map(({ billId }) => billId));
  expect(signed.map(({ number }) => number)).toEqual(
    bills.map((_, index) => `T-${String(index + 2).padStart(6, '0')}`),
  );
  expect(await receiptOf(bills[59] ?? (await settledBill()))).toMatchObject({ state: 'signed', number: 'T-000061' });
  expect((await auditData(context)).broken).toEqual([]);
});

test('a bill whose answer is lost, or that two copies of the server send at once, gets one number', async () => {
  device.losesAnswers = true;
  const order = await settledBill();
  await server.settle();
  expect(await signWaitingBills(context)).toBe(0);
  device.losesAnswers = false;
  clock.forward(120_000);
  const both = await Promise.all([signWaitingBills(context), signWaitingBills(context)]);
  expect(both.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await receiptOf(order)).toMatchObject({ state: 'signed', number: 'T-000062' });
  const rows = await context.db.selectFrom('fiscal_stand_in').select('number').orderBy('number').execute();
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 62 }, (_, index) => index + 1));
});

test('a bill that is not signed for 48 hours raises one alarm', async () => {
  await setStandInUnplugged(context.db, true);
  const { orderId } = await settledBill();
  await server.settle();
  await signWaitingBills(context);
  clock.forward(48 * 3_600_000);
  await alarmLateBills(context);
  expect(await attention()).toEqual([]);
  clock.forward(1_000);
  await alarmLateBills(context);
  await alarmLateBills(context);
  expect(await attention()).toEqual([
    {
      orderId,
      amount: 0,
      reason: 'The fiscal device has not signed this bill for 48 hours. Call the supplier of the device.',
    },
  ]);
  expect(await stateOf()).toMatchObject({ device: { waiting: 1, isLate: true } });
});

test('a bill is signed although its location was deleted before it was settled', async () => {
  const body = await orderData(server, { paymentMethod: 'cash' });
  const { order } = (await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).body;
  const setDeletedAt = (at: Date | null) =>
    context.db.updateTable('locations').set({ deleted_at: at }).where('id', '=', 'truro').execute();
  await setDeletedAt(clock.now());
  const paid = await server.call('processOrderPayment', { body: { orderId: order.orderId } }, keyed(manager));
  await server.settle();
  await setDeletedAt(null);
  expect([paid.status, paid.body.error]).toEqual([200, undefined]);
  expect((await receiptsInOrder()).map(({ bill_id: id }) => id)).toContain(order.billId);
});
