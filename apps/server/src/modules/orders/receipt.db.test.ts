import { receiptOf } from '@tiffin/domain/receipt';
import { expect, test, vi } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { mailOrderOf } from '../messages/notices/order-mail.ts';
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

test('the receipt of a part-paid bill shows what was paid and what is left, until nothing is', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  const order = await place({ dishes: { 'butter-chicken': 1 } });
  const pay = (amount: number) =>
    server.call('addPayment', { body: { billId: order.billId, tender: 'debit', amount } }, staff);
  const sums = async () => {
    const { body } = await receipt({ orderId: order.orderId, token: order.metadata.orderToken });
    return receiptOf(body, (at) => at).sums.map(({ name, value }) => [name, value]);
  };
  expect((await pay(10)).status).toBe(200);
  const left = Math.round((order.pricing.total - 10) * 100) / 100;
  expect(await sums()).toEqual(
    expect.arrayContaining([
      ['Debit', '10.00'],
      ['Left to pay', `$${left.toFixed(2)}`],
    ]),
  );
  expect((await pay(left)).status).toBe(200);
  expect(await sums()).not.toContainEqual(['Left to pay', expect.anything()]);
});

test('the receipt of an order paid by card online says so beside the total', async () => {
  const till = tillOf(server);
  const { sessionId, paymentUrl } = await till.start(SITE_KEY);
  await till.pay(paymentUrl);
  await till.deliver();
  const { order } = (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body;
  const source = await readReceipt(context, order.orderId, order.metadata.orderToken);
  const total = order.pricing.total.toFixed(2);
  expect(source).toMatchObject({ cashRounding: 0, cashDue: order.pricing.total });
  expect(receiptOf(source, (at) => at).sums.at(-1)).toEqual({ name: 'Card online', value: total, weight: 'plain' });
  const { texts } = await readPdf(await receiptPdf(source));
  expect(texts[texts.indexOf('Card online') + 1]).toBe(total);
});

test.each([
  ['terminal', 'Card terminal'],
  ['debit', 'Debit'],
] as const)('the receipt of a bill paid by %s says so beside the total', async (tender, label) => {
  const staff = await server.signIn('staff.truro@demo.test');
  const { orderId, billId, pricing, metadata } = await place();
  const paid = await server.call('addPayment', { body: { billId, tender, amount: pricing.total } }, staff);
  expect(paid.status).toBe(200);
  const source = await readReceipt(context, orderId, metadata.orderToken);
  expect(source).toMatchObject({ cashRounding: 0, cashDue: pricing.total });
  const total = pricing.total.toFixed(2);
  expect(receiptOf(source, (at) => at).sums.slice(-2)).toEqual([
    { name: 'Total CAD', value: `$${total}`, weight: 'total' },
    { name: label, value: total, weight: 'plain' },
  ]);
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

test.each([
  ['EUR', '€'],
  ['INR', '₹'],
  ['PLN', 'zł '],
  ['CZK', 'Kč '],
])('an amount in %s is printed with its sign', async (currency, sign) => {
  const { orderId, metadata } = await place({});
  const source = await readReceipt(context, orderId, metadata.orderToken);
  const paid = { ...source, business: { ...source.business, currency } };
  const total = source.order.pricing.total.toFixed(2);
  const { texts } = await readPdf(await receiptPdf(paid));
  expect(texts[texts.indexOf(`Total ${currency}`) + 1]).toBe(`${sign}${total}`);
});

/** Names in every script that the fonts cover, and whether glyphs and letters correspond one to one. */
const NAMES = [
  ['Latin Extended', 'Łukasz Żółć', true],
  ['Vietnamese', 'Nguyễn Thị Đào', true],
  ['Greek', 'Ελένη Παπαδοπούλου', true],
  ['Cyrillic', 'Дмитрий Щёлоков', true],
  ['Chinese', '李雷', true],
  ['Devanagari', 'विद्यार्थी क्षत्रिय', false],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', false],
  ['Arabic', 'محمد علي', false],
] as const;

test.each(NAMES)('the PDF shows a name in %s with real letters', async (_script, name, isOneToOne) => {
  const { orderId, metadata } = await place({});
  const source = await readReceipt(context, orderId, metadata.orderToken);
  const order = { ...source.order, customerInfo: { ...source.order.customerInfo, name } };
  const { texts, actualTexts, missingGlyphs, glyphs } = await readPdf(await receiptPdf({ ...source, order }));
  expect(glyphs).toBeGreaterThan(100);
  expect(missingGlyphs).toBe(0);
  expect(texts.join(' ')).not.toContain('?');
  expect(isOneToOne ? texts : actualTexts).toContain(name);
});

test('a letter that no font has is a question mark, and screen readers still get the name', async () => {
  const { orderId, metadata } = await place({});
  const source = await readReceipt(context, orderId, metadata.orderToken);
  const order = { ...source.order, customerInfo: { ...source.order.customerInfo, name: '김 Kim' } };
  const { texts, actualTexts, missingGlyphs } = await readPdf(await receiptPdf({ ...source, order }));
  expect(texts).toContain('? Kim');
  expect(actualTexts).toContain('김 Kim');
  expect(missingGlyphs).toBe(0);
});

test('the PDF names its language and title and has headings, tables and their headers', async () => {
  const { orderId, metadata } = await place({});
  const bytes = await receiptPdf(await readReceipt(context, orderId, metadata.orderToken));
  const { tags, texts } = await readPdf(bytes);
  const raw = Buffer.from(bytes).toString('latin1');
  expect(raw).toMatch(/\/Lang \(en-CA\)/);
  expect(raw).toMatch(/\/MarkInfo/);
  expect(raw).toMatch(/\/DisplayDocTitle true/);
  expect(tags.slice(0, 4)).toEqual(['Root', 'Document', 'H1', 'H2']);
  expect(tags.filter((tag) => tag === 'Table')).toHaveLength(3);
  expect(tags.filter((tag) => tag === 'TH')).toHaveLength(tags.filter((tag) => tag === 'TR').length);
  // Each text stands beside its header: the reading order is that of the paper.
  expect(texts[texts.indexOf('Order') + 1]).toBe(orderId);
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
