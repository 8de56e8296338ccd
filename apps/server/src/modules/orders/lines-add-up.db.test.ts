import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const manager = await server.signIn('manager.truro@demo.test');
const asha = await server.signIn('customer@demo.test');

type Body = InputOf<'createAdminOrderUnpaid'>['body'];
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const cents = (dollars: number) => Math.round(dollars * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

/** The amounts that a document shows, in cents: dishes, discounts, taxes and the sums in between. */
interface ReadAmounts {
  readonly dishes: readonly number[];
  readonly subtotal: number;
  /** Discounts, taxes and tip, with their signs. */
  readonly between: readonly number[];
  readonly total: number;
}

/** Reads the rows of name and amount, from the first dish to the total. */
function readAmounts(rows: readonly (readonly [name: string, amount: string])[]): ReadAmounts {
  const amounts = rows.map(([name, amount]) => ({
    name,
    amount: cents(Number(amount.replaceAll(/[$,]/g, '').replace(/^[−-]/, '-'))),
  }));
  const at = amounts.findIndex(({ name }) => name.startsWith('Subtotal'));
  const end = amounts.findIndex(({ name }) => name.startsWith('Total'));
  expect([at > 0, end > at]).toEqual([true, true]);
  return {
    dishes: amounts.slice(0, at).flatMap(({ name, amount }) => (/^\d+ × /.test(name) ? [amount] : [])),
    subtotal: amounts[at]?.amount ?? 0,
    between: amounts.slice(at + 1, end).map(({ amount }) => amount),
    total: amounts[end]?.amount ?? 0,
  };
}

const AMOUNT = /^[−-]?\$?[\d,]+\.\d\d$/;

/**
 * Two dishes, plus a cake and a corkage that are not on the menu. The naans are free, the cake is reduced, and 10% come
 * off the rest.
 */
async function order() {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'customer@demo.test')
    .executeTakeFirstOrThrow();
  const base = truro({ dishes: { 'butter-chicken': 2, 'garlic-naan': 3 }, tipCents: 433 });
  const open: Body['items'] = [
    { id: 'open', name: 'Birthday cake', price: 40, quantity: 1, open: {} },
    { id: 'open', name: 'Corkage', price: 7.77, quantity: 2, open: { taxClass: 'liquor', isCooked: false } },
  ];
  const discounts: Body['given'] = [
    { kind: 'comp', line: 2, reason: 'wait' },
    { kind: 'percent', value: 10, reason: 'regular' },
    { kind: 'amount', value: 1.11, line: 3, reason: 'regular' },
  ];
  const customerInfo = { name: 'Asha', email: 'customer@demo.test', firebaseId: id };
  const request = { ...base, customerInfo, items: [...base.items, ...open], given: discounts };
  const wrong = { subtotal: 0.01, tax: 0, tip: 0, total: 0.01 };
  const refused = await server.call(
    'createAdminOrderUnpaid',
    { body: { ...request, pricing: wrong } },
    { ...manager, ...key() },
  );
  const pricing = Object(refused.body)['pricing'] as Body['pricing'];
  const placed = await server.call(
    'createAdminOrderUnpaid',
    { body: { ...request, pricing } },
    { ...manager, ...key() },
  );
  expect(placed.status).toBe(200);
  return placed.body.order;
}

test('PDF, mail and export add up to the same totals with open items, a discount and a free dish', async () => {
  const placed = await order();
  const { orderId, pricing } = placed;
  await server.settle();
  const sums = { subtotal: cents(pricing.subtotal), total: cents(pricing.total) };

  const token = encodeURIComponent(placed.metadata.orderToken);
  const answer = await server.fetch(`/api/getOrderReceiptPdf?orderId=${orderId}&token=${token}`);
  const { texts: words } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  const pdf = readAmounts(
    words.flatMap((word, index) => {
      const before = words[index - 1];
      return AMOUNT.test(word) && before !== undefined ? [[before, word] as const] : [];
    }),
  );

  const { body_text: text } = await db
    .selectFrom('messages')
    .select('body_text')
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_confirmation')
    .executeTakeFirstOrThrow();
  const mail = readAmounts(
    text.split('\n').flatMap((line) => {
      const [, name, amount] = /^(.*?)[:\s]+([−-]?\$[\d,]+\.\d\d)$/.exec(line.trim()) ?? [];
      return name !== undefined && amount !== undefined ? [[name, amount] as const] : [];
    }),
  );

  for (const document of [pdf, mail]) {
    expect(document).toMatchObject(sums);
    expect(document.dishes).toHaveLength(4);
    expect(sum(document.dishes)).toBe(document.subtotal);
    // Three discounts were given, and liquor is taxed like the rest.
    expect(document.between.filter((amount) => amount < 0)).toHaveLength(3);
    expect(document.subtotal + sum(document.between)).toBe(document.total);
  }
  expect(mail.between).toEqual(pdf.between);

  const data = (await (await server.fetch('/api/exportMyData', {}, asha)).json()) as {
    orders: (typeof placed)[];
  };
  const mine = data.orders.find((each) => each.orderId === orderId);
  if (!mine) throw new Error('the order is in the export');
  const dishes = sum(mine.items.map(({ price, quantity }) => cents(price) * quantity));
  const off = sum((mine.adjustments ?? []).map(({ amount }) => cents(amount)));
  const taxes = sum((mine.taxes ?? []).map(({ amount }) => cents(amount)));
  expect(dishes).toBe(sums.subtotal);
  expect(dishes + off + taxes + cents(mine.pricing.tip)).toBe(sums.total);
  expect(mine.items.map(({ name }) => name)).toContain('Birthday cake');
});
