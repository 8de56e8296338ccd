import { inflateSync } from 'node:zlib';
import { receiptOf } from '@tiffin/domain/receipt';
import { expect, test, vi } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { mailOrderOf } from '../notifications/order-mail.ts';
import { findOrder } from './queries.ts';
import { readReceipt } from './read-receipt.ts';
import { receiptPdf } from './receipt-pdf.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const truro = await payloadMaker(server);
const asha = await server.signIn('customer@demo.test');
const receipt = (query: Record<string, string>) => server.call('getOrderReceipt', { query: query as never });

async function place(options = {}) {
  return (await server.call('createCustomerOrderCash', { body: { ...truro(options) } }, asha)).body.order;
}

test('the order’s token opens its receipt without API key or session [C-API-09] [C-API-18] [C-API-23] [C-RCPT-01]', async () => {
  const order = await place();
  const { status, body } = await receipt({ orderId: order.orderId, token: order.metadata.orderToken });
  expect(status).toBe(200);
  const customerInfo = { ...order.customerInfo, firebaseId: 'somebody' };
  expect(body).toMatchObject({ success: true, order: { ...order, customerInfo }, receiptUrl: order.receiptUrl });
  expect(body.business).toMatchObject({ name: 'Sizzle & Spice' });
  expect(order.receiptUrl).toContain(`token=${order.metadata.orderToken}`);
});

test('a foreign, missing or wrong token gets the same 404 after the same work [C-RCPT-02]', async () => {
  const mine = await place();
  const foreign = await place();
  // From here on only the receipt requests use the database.
  await context.events.stop();
  const ask = vi.spyOn(context.database.pool, 'connect');
  const responses: { status: number; error: string | undefined; questions: number }[] = [];
  for (const query of [
    { orderId: mine.orderId, token: foreign.metadata.orderToken },
    { orderId: mine.orderId },
    { orderId: mine.orderId, token: '' },
    { orderId: mine.orderId, token: `${mine.metadata.orderToken}x` },
    { orderId: 'TRU-20261120-AAAAA', token: mine.metadata.orderToken },
    { orderId: 'nonsense', token: 'nonsense' },
  ] as Record<string, string>[]) {
    ask.mockClear();
    const { status, body } = await receipt(query);
    responses.push({ status, error: body.error, questions: ask.mock.calls.length });
  }
  ask.mockRestore();
  expect(responses).toEqual(responses.map(() => ({ status: 404, error: 'Order not found', questions: 1 })));
});

test('cash due is rounded to five cents beside the exact total', async () => {
  const order = await place({ dishes: { 'butter-chicken': 1 }, tipCents: 1 });
  const { body } = await receipt({ orderId: order.orderId, token: order.metadata.orderToken });
  expect(Math.round(body.cashDue * 100) % 5).toBe(0);
  expect(Math.round((body.order.pricing.total + body.cashRounding) * 100)).toBe(Math.round(body.cashDue * 100));
  expect(Math.abs(body.cashRounding)).toBeLessThanOrEqual(0.02);
});

test('receipt and mail name the heat level of every dish that has one, Mild too', async () => {
  const order = await place({ dishes: { 'butter-chicken': 1, 'garlic-naan': 1 } });
  const { body } = await receipt({ orderId: order.orderId, token: order.metadata.orderToken });
  const shown = receiptOf(body, (at) => at);
  const row = await findOrder(context.db, order.orderId);
  const mailed = row && mailOrderOf(row).order.dishes;
  const expectedLines = [
    ['Butter Chicken', 'Mild'],
    ['Garlic Naan', null],
  ];
  expect(shown.items.map(({ name, details }) => [name, details[0] ?? null])).toEqual(expectedLines);
  expect(mailed?.map(({ name, description: mailedDescription }) => [name, mailedDescription])).toEqual(expectedLines);
});

test('the PDF is 80 by 200 millimetres and opens with the token alone [C-RCPT-05]', async () => {
  const order = await place({ tipCents: 200, specialInstructions: 'Extra रायता, please' });
  const at = (token: string) =>
    server.fetch(`/api/getOrderReceiptPdf?orderId=${order.orderId}&token=${encodeURIComponent(token)}`);
  const answer = await at(order.metadata.orderToken);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect(Number(width) / (72 / 25.4)).toBeCloseTo(80, 1);
  expect(Number(height) / (72 / 25.4)).toBeCloseTo(200, 1);
  // The visible area ends where the receipt does.
  const [, bottom] = /\/CropBox \[0 ([\d.]+) [\d.]+ [\d.]+\]/.exec(pdf) ?? [];
  expect(Number(bottom)).toBeGreaterThan(100);
  expect(Number(bottom)).toBeLessThan(Number(height));
  expect((await at('wrong')).status).toBe(404);
});

/** All words of the PDF, joined. */
function wordsOf(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const strips = [...bytes.toString('latin1').matchAll(/(?<!end)stream\r?\n/g)].map(({ index, 0: mark }) => {
    const begins = index + mark.length;
    return bytes.subarray(begins, bytes.indexOf('endstream', begins));
  });
  const drawn = strips.map((strip) => inflateSync(strip).toString('latin1')).join('\n');
  return [...drawn.matchAll(/<([\da-f]+)>/g)].map(([, hex = '']) => cp1252(Buffer.from(hex, 'hex'))).join('');
}

const cp1252 = (letters: Buffer) => new TextDecoder('windows-1252').decode(letters);

test.each([
  ['EUR', '€'],
  ['INR', 'INR '],
  ['PLN', 'PLN '],
  ['CZK', 'CZK '],
])('an amount in %s is printed with a sign that the font has', async (currency, sign) => {
  const { orderId, metadata } = await place({});
  const source = await readReceipt(context, orderId, metadata.orderToken);
  const paid = { ...source, business: { ...source.business, currency } };
  const total = source.order.pricing.total.toFixed(2);
  expect(wordsOf(await receiptPdf(paid))).toContain(`Total ${currency}${sign}${total}`);
});

test('a long order’s receipt continues on a second page', async () => {
  const { orderId, metadata } = await place({ specialInstructions: 'Extra raita, please' });
  const source = await readReceipt(context, orderId, metadata.orderToken);
  const items = Array.from({ length: 40 }, () => source.order.items).flat();
  const pdf = Buffer.from(await receiptPdf({ ...source, order: { ...source.order, items } })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
});

test('after 30 wrong tokens an address is limited, but a right token still opens the receipt', async () => {
  const guarded = await testServer();
  const statuses: number[] = [];
  for (let i = 0; i < 41; i++) {
    statuses.push(
      (await guarded.call('getOrderReceipt', { query: { orderId: 'TRU-20261120-AAAAA', token: 'x' } })).status,
    );
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  const { body } = await guarded.call('createCustomerOrderCash', { body: truro() }, SITE_KEY);
  const { orderId, order } = body;
  const right = { orderId, token: order.metadata.orderToken };
  expect((await guarded.call('getOrderReceipt', { query: right })).status).toBe(200);
});
