import { expect, test } from 'vitest';
import type { InputOf } from '@tiffin/contract';
import { dish, evening, newKey } from '../tabs/testing/evening.ts';

const { server, waiter, manager, call, done, bill, tab, seated, clear, sound, managerPin } = await evening();
const { context } = server;
const asManager = () => ({ ...manager, ...newKey() });
type Give = InputOf<'addDiscount'>['body'];

/** A table with starters, held mains and a later drink: 47.45 of dishes. */
async function threeRounds() {
  await clear();
  const { billId, sittingId } = await seated();
  const first = await done('addRound', {
    billId,
    items: [dish(10.55, { seat: 1 }), dish(18.95, { seat: 2, course: 2 })],
  });
  const second = await done('addRound', { billId, items: [dish(17.95, { seat: 1 })] });
  return { billId, sittingId, first, second };
}
const cents = (dollars: number) => Math.round(dollars * 100);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + cents(value), 0);
const give = (body: Give, as = asManager()) => call('addDiscount', body, as);

test('a manager takes ten per cent off a table with a held course, and removes it again', async () => {
  const { billId } = await threeRounds();
  const before = await bill(billId);
  const given = await give({ billId, kind: 'percent', value: 10, reason: 'staff' });
  expect([given.status, given.body.bill]).toMatchObject([
    200,
    {
      subtotal: 47.45,
      discount: 4.75,
      tax: 5.98,
      total: 48.68,
      due: 48.68,
      given: [{ label: 'Discount 10%', off: 4.75, reason: 'Staff meal', line: null }],
    },
  ]);
  const { orders } = await tab(billId);
  expect(sumOf(orders.map(({ pricing }) => pricing.off ?? 0))).toBe(475);
  expect(orders.map(({ due }) => due)).toEqual([48.68, 48.68, 48.68]);
  expect(orders.map(({ version }) => version)).toEqual([2, 2, 2]);
  await sound();
  const [discount] = given.body.bill.given;
  const removed = await done('removeDiscount', { billId, discountId: discount?.id ?? '' }, asManager());
  expect(removed.bill).toEqual(before);
  await sound();
  const entries = await context.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'adjust-bill')
    .where('subject_id', '=', billId)
    .orderBy('id')
    .execute();
  expect(entries).toMatchObject([
    { after: { gave: 'Discount 10%', reason: 'Staff meal', total: 48.68 } },
    { after: { takenBack: 'Discount 10%', total: 54.09 } },
  ]);
});

test('a later round comes without the discount, and a second one counts on what is left', async () => {
  const { billId } = await threeRounds();
  await give({ billId, kind: 'percent', value: 10, reason: 'regular' });
  await done('addRound', { billId, items: [dish(10)] });
  expect(await bill(billId)).toMatchObject({ subtotal: 57.45, discount: 4.75 });
  // Half of 52.70.
  expect((await give({ billId, kind: 'percent', value: 50, reason: 'regular' })).body.bill.discount).toBe(31.1);
  await sound();
});

test('a table that had everything on the house owes its next round, and owes nothing when that one is cancelled', async () => {
  const { billId } = await threeRounds();
  await give({ billId, kind: 'comp', reason: 'mistake' });
  const statuses = async () => (await tab(billId)).orders.map(({ paymentStatus }) => paymentStatus);
  expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  const { orderId } = await done('addRound', { billId, items: [dish(10)] });
  expect(await statuses()).toEqual(['unpaid', 'unpaid', 'unpaid', 'unpaid']);
  await sound();
  await done('cancelOrder', { orderId, reason: 'Sent twice' }, asManager());
  expect((await statuses()).slice(0, 3)).toEqual(['paid', 'paid', 'paid']);
  await sound();
});

test('a waiter gives up to the limit of the whole bill, and a manager approves more with a PIN', async () => {
  const { billId } = await threeRounds();
  const pin = await managerPin();
  const asWaiter = () => ({ ...waiter, ...newKey() });
  expect((await give({ billId, kind: 'amount', value: 4, reason: 'wait' }, asWaiter())).status).toBe(200);
  const refused = await give({ billId, kind: 'comp', reason: 'mistake' }, asWaiter());
  expect([refused.status, refused.body.code]).toEqual([403, 'manager-needed']);
  server.clock.forward(1_000);
  const approved = await give({ billId, kind: 'comp', reason: 'mistake' }, { ...asWaiter(), ...pin });
  expect(approved.body.bill).toMatchObject({ total: 0, due: 0, discount: 47.45 });
  expect(approved.body.bill.given.map(({ off, approvedBy }) => [off, approvedBy !== null])).toEqual([
    [4, false],
    [43.45, true],
  ]);
  await sound();
});

test('a dish of any round is given free, and its discount leaves with it when it is voided', async () => {
  const { billId, second } = await threeRounds();
  const line = { orderId: second.orderId, line: 1 };
  const given = await give({ ...line, kind: 'comp', reason: 'mistake' });
  expect(given.body.bill).toMatchObject({
    discount: 17.95,
    given: [{ label: 'On the house: Dish for 17.95', line: 1, off: 17.95 }],
  });
  expect((await give({ ...line, line: 9, kind: 'comp', reason: 'mistake' })).body.field).toBe('line');
  await done('cancelOrder', { orderId: second.orderId, reason: 'Wrong dish' }, asManager());
  expect(await bill(billId)).toMatchObject({ subtotal: 29.5, discount: 0, given: [] });
  await sound();
});

test('the share of a voided dish leaves the discount of the bill', async () => {
  const { billId, first } = await threeRounds();
  await give({ billId, kind: 'amount', value: 10, reason: 'wait' });
  const { orders } = await tab(billId);
  const order = orders.find(({ orderId }) => orderId === first.orderId);
  const share = order?.pricing.off ?? 0;
  await done('cancelOrder', { orderId: first.orderId, reason: 'Cold' }, asManager());
  expect(cents((await bill(billId)).discount)).toBe(1000 - cents(share));
  await sound();
});

test('the parts of a split bill owe together what the bill owes after a discount and after it is removed', async () => {
  const { billId } = await threeRounds();
  await done('splitBill', { billId, by: 'seat' });
  const split = await bill(billId);
  const given = (await give({ billId, kind: 'percent', value: 25, reason: 'wait' })).body.bill;
  expect(sumOf((given.parts ?? []).map(({ due }) => due))).toBe(cents(given.due));
  const dues = (parts: typeof split.parts = []) => parts.map(({ due }) => cents(due));
  for (const [index, due] of dues(given.parts).entries()) {
    expect(Math.abs(due - (dues(split.parts)[index] ?? 0) * 0.75)).toBeLessThanOrEqual(1);
  }
  await sound();
  const removed = await done('removeDiscount', { billId, discountId: given.given[0]?.id ?? '' }, asManager());
  expect(sumOf((removed.bill.parts ?? []).map(({ due }) => due))).toBe(cents(split.due));
});

test('once a part was paid, a discount lowers only what the others owe, at most all of it', async () => {
  const { billId } = await threeRounds();
  await done('splitBill', { billId, by: 'parts', parts: 3 });
  const [paidPart] = (await bill(billId)).parts ?? [];
  const paid = paidPart?.due ?? 0;
  await done('addPayment', { billId: paidPart?.billId ?? '', tender: 'debit', amount: paid, reference: '1' });
  const all = await give({ billId, kind: 'comp', reason: 'mistake' });
  expect([all.status, all.body.code]).toEqual([409, 'failed-precondition']);
  const { body } = await give({ billId, kind: 'percent', value: 50, reason: 'mistake' });
  expect(body.bill.parts?.map(({ due }) => cents(due))[0]).toBe(0);
  expect(sumOf((body.bill.parts ?? []).map(({ due }) => due))).toBe(cents(body.bill.total) - cents(paid));
  for (const part of body.bill.parts ?? []) {
    if (part.due > 0)
      await done('addPayment', { billId: part.billId, tender: 'debit', amount: part.due, reference: '1' });
  }
  expect(await bill(billId)).toMatchObject({ due: 0, state: 'settled' });
  const late = await give({ billId, kind: 'amount', value: 1, reason: 'wait' });
  expect([late.status, late.body.code]).toEqual([409, 'bill-has-payments']);
  await sound();
});

test('two people who give the same discount at once give two, and one that sends twice gives one', async () => {
  const { billId } = await threeRounds();
  const same = asManager();
  const body = { billId, kind: 'percent', value: 10, reason: 'wait' } as const;
  await Promise.all([give(body, same), give(body, same), give(body)]);
  // 10 % of 47.45, and 10 % of the 42.70 that are left.
  const { discount, given } = await bill(billId);
  expect([discount, ...given.map(({ off }) => off).toSorted((a, b) => a - b)]).toEqual([9.02, 4.27, 4.75]);
  await sound();
});

test('a round that is sent while a discount is given is on the bill once, with or without its share', async () => {
  const { billId } = await threeRounds();
  await Promise.all([
    give({ billId, kind: 'percent', value: 10, reason: 'wait' }),
    done('addRound', { billId, items: [dish(10)] }),
  ]);
  const { subtotal, discount } = await bill(billId);
  expect(subtotal).toBe(57.45);
  expect([4.75, 5.75]).toContain(discount);
  await sound();
});
