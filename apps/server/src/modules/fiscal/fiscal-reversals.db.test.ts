import { afterEach, describe, expect, test } from 'vitest';
import { receiptOf } from '@tiffin/domain/receipt';
import { FiscalStandIn, setStandInUnplugged } from '../../adapters/fiscal/stand-in.ts';
import type { FiscalBill, FiscalDocument, FiscalReversal } from '../../adapters/fiscal/fiscal-device.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { signWaitingBills } from './sign-waiting-bills.ts';

const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });

const iva = { code: 'IVA', label: 'IVA', registration: 'PT 500', rates: { meal: 0.13, liquor: 0.23 } };
const PLACES = [
  {
    place: 'the bakery in Montréal',
    currency: 'CAD',
    updates: { region: 'QC', postalCode: 'H2X 1Y4', city: 'Montréal' },
  },
  {
    place: 'the trattoria in Lisbon',
    currency: 'EUR',
    updates: {
      country: 'PT',
      region: '',
      postalCode: '1100-048',
      city: 'Lisboa',
      taxSettings: { follows: null, included: true, codes: [iva] },
    },
  },
];

describe.each(PLACES)('at $place', async ({ currency, updates }) => {
  const server = await testServer({ env: { RATE_LIMITS: '0', FISCAL_DEVICE: 'stand-in' } });
  const { context } = server;
  const admin = await server.signIn('admin@demo.test');
  const manager = await server.signIn('manager.truro@demo.test');
  const settings = currency === 'EUR' ? { currency, coin: 1 as const } : { currency };
  await server.call('updateSettings', { body: { settings } }, admin);
  const moved = await server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin);
  if (moved.status !== 200) throw new Error(moved.body.error);
  const payload = await payloadMaker(server);
  const till = tillOf(server);

  const device = context.fiscal;
  if (!(device instanceof FiscalStandIn)) throw new Error('these tests sign with the stand-in');
  const signAtDevice = device.sign.bind(device);
  let sent: FiscalDocument[] = [];
  device.sign = (document) => {
    sent.push(document);
    return signAtDevice(document);
  };
  afterEach(() => {
    sent = [];
  });

  /** Lets the reactions run and sends what waits to the device. */
  async function sign(): Promise<void> {
    await server.settle();
    await signWaitingBills(context);
  }

  const reversals = (): FiscalReversal[] => sent.filter((document) => document.kind === 'reversal');
  const bill = (): FiscalBill => {
    const found = sent.find((document) => document.kind === undefined);
    if (!found) throw new Error('no bill was sent');
    return found;
  };

  async function paidInCash() {
    const body = payload({ dishes: { 'butter-chicken': 2, 'mango-lassi': 1 } });
    const { order } = (await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).body;
    const { orderId } = order;
    const paid = await server.call('processOrderPayment', { body: { orderId } }, keyed(manager));
    expect([paid.status, paid.body.error]).toEqual([200, undefined]);
    return { orderId, token: order.metadata.orderToken };
  }

  async function refundAmount(orderId: string, amount: number): Promise<void> {
    const body = { orderId, amount, reason: 'Cold' };
    const { status, body: answer } = await server.call('refundAmount', { body }, keyed(manager));
    expect([status, answer.error]).toEqual([200, undefined]);
  }

  const receiptFor = async (query: { orderId: string; token: string }) =>
    (await server.call('getOrderReceipt', { query }, SITE_KEY)).body;

  test('refunded dishes are signed once as a refund of the bill, with their own taxes, and the receipt shows it', async () => {
    const order = await paidInCash();
    await sign();
    const items = [{ line: 1, quantity: 1 }];
    const { orderId } = order;
    const preview = (await server.call('previewRefund', { body: { orderId, items } }, manager)).body;
    const refund = { orderId, items, reason: 'Cold' };
    expect((await server.call('refundOrderItems', { body: refund }, keyed(manager))).status).toBe(200);
    await sign();
    await sign();
    const [reversal, ...more] = reversals();
    expect(more).toEqual([]);
    expect(reversal).toMatchObject({ billId: bill().billId, currency, total: Math.round(preview.total * 100) });
    expect(reversal?.taxes.map(({ amount }) => amount)).toEqual(
      preview.taxes.map(({ amount }) => Math.round(amount * 100)),
    );
    expect(reversal?.payments).toEqual([{ tender: 'cash', amount: reversal?.total, tip: 0 }]);
    expect(JSON.stringify(reversal)).not.toMatch(/Asha|Cold/);

    const receipt = await receiptFor(order);
    expect(receipt.fiscal).toMatchObject({ state: 'signed', number: 'T-000001' });
    const signature = expect.stringMatching(/^[\w-]{24}$/) as string;
    const text = 'TEST DEVICE, REFUND OF T-000001';
    expect(receipt.fiscalRefunds).toEqual([{ state: 'signed', number: 'T-000002', signature, text }]);
    expect(receiptOf(receipt, (at) => at).numbers).toContain('Refund, fiscal number T-000002');
  });

  test('when the rest is refunded too, the refunds add up to the bill, tax by tax', async () => {
    const { orderId } = await paidInCash();
    await sign();
    await refundAmount(orderId, 1);
    const items = [{ line: 2, quantity: 1 }];
    await server.call('refundOrderItems', { body: { orderId, items, reason: 'Cold' } }, keyed(manager));
    await server.call('cancelOrder', { body: { orderId, cancelReason: 'Closed' } }, keyed(manager));
    await sign();
    // The cash of the cancelled order was not handed back yet.
    expect(reversals()).toHaveLength(2);
    await server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'refunded' } }, manager);
    await sign();
    const sum = (amountOf: (document: FiscalBill | FiscalReversal) => number) =>
      reversals().reduce((total, reversal) => total + amountOf(reversal), 0);
    expect(sum(({ total }) => total)).toBe(bill().total);
    expect(sum(({ taxes }) => taxes.reduce((total, { amount }) => total + amount, 0))).toBe(
      bill().taxes.reduce((total, { amount }) => total + amount, 0),
    );
    expect((await auditData(context)).broken).toEqual([]);
  });

  test('a card refund waits while the device is out, and is signed later', async () => {
    const { sessionId, paymentUrl } = await till.start();
    await till.pay(paymentUrl);
    await till.deliver();
    const found = (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body;
    const order = { orderId: found.orderId, token: found.order.metadata.orderToken };
    await sign();
    await setStandInUnplugged(context.db, true);
    await refundAmount(order.orderId, 2);
    await till.deliver();
    await sign();
    // The first attempt failed; a receipt does not wait for the second.
    await signWaitingBills(context);
    expect((await receiptFor(order)).fiscalRefunds).toEqual([{ state: 'later' }]);
    await setStandInUnplugged(context.db, false);
    server.clock.forward(120_000);
    await signWaitingBills(context);
    expect((await receiptFor(order)).fiscalRefunds).toMatchObject([{ state: 'signed' }]);
    expect(reversals().at(-1)).toMatchObject({ billId: bill().billId, total: 200, payments: [{ tender: 'card' }] });
  });

  test('an order that costs less after a change is refunded by the difference', async () => {
    const { orderId } = await paidInCash();
    await sign();
    const { version } = (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
    const body = { orderId, version, change: [{ line: 1, quantity: 1 }] };
    const changed = await server.call('changeOrder', { body }, keyed(manager));
    expect([changed.status, changed.body.error]).toEqual([200, undefined]);
    await sign();
    expect(reversals().map(({ total }) => total)).toEqual([
      bill().total - Math.round(changed.body.order.pricing.total * 100),
    ]);
  });

  test('a payment that was undone by mistake is no refund, unless the order is cancelled', async () => {
    const { orderId } = await paidInCash();
    await sign();
    const { payments } = (await server.call('getOrderPayments', { query: { orderId } }, manager)).body;
    const undo = { billId: bill().billId, paymentId: payments[0]?.paymentId ?? '', reason: 'Typed twice' };
    const undone = await server.call('undoPayment', { body: undo }, keyed(manager));
    expect([undone.status, undone.body.error]).toEqual([200, undefined]);
    await sign();
    expect(reversals()).toEqual([]);
    await server.call('cancelOrder', { body: { orderId, cancelReason: 'Left' } }, keyed(manager));
    await sign();
    expect(reversals().map(({ total }) => total)).toEqual([bill().total]);
  });
});
