import { beforeEach, expect, test } from 'vitest';
import { tillOf } from '../../../testing/payments.ts';
import { correctRounds } from '../../money/bills/correct-rounds.ts';
import { reconcileDay } from '../../money/provider/reconcile.ts';
import { dish, evening, FOUR_GUESTS, newKey } from './testing/evening.ts';

const { server, waiter, manager, call, done, bill, tab, seated, clear, sound } = await evening();
const { context } = server;
const till = tillOf(server);

beforeEach(clear);

/** A party with dishes for 72.62 on its bill, in two rounds. */
async function served() {
  const party = await seated();
  await done('addRound', { billId: party.billId, items: FOUR_GUESTS.slice(0, 2) });
  await done('addRound', { billId: party.billId, items: FOUR_GUESTS.slice(2) });
  return party;
}
const statuses = async (billId: string) =>
  (await tab(billId)).orders.map(({ paymentStatus, due }) => [paymentStatus, due]);
const sums = (bills: readonly { total: number; paid: number; due: number }[]) =>
  bills.map(({ total, paid, due }) => [total, paid, due]);

test('72.62 in three parts is 24.21, 24.21 and 24.20, and two of them are rounded to coins', async () => {
  const { billId } = await served();
  const { bills } = await done('splitBill', { billId, by: 'parts', parts: 3 });
  expect(sums(bills)).toEqual([
    [24.21, 0, 24.21],
    [24.21, 0, 24.21],
    [24.2, 0, 24.2],
  ]);
  const [one = '', two = '', three = ''] = bills.map((part) => part.billId);
  const cash = await done('addPayment', { billId: one, tender: 'cash', amount: 24.21, given: 30 });
  expect([cash.taken, cash.change, cash.bill.part, cash.bill.due]).toEqual([24.2, 5.8, one, 0]);
  expect(await statuses(billId)).toEqual([
    ['pending', 48.41],
    ['pending', 48.41],
  ]);
  expect((await done('addPayment', { billId: two, tender: 'cash', amount: 24.21 })).taken).toBe(24.2);
  const last = await done('addPayment', { billId: three, tender: 'debit', amount: 24.2, tip: 4, reference: 'slip' });
  expect([last.taken, last.order.paymentStatus]).toEqual([28.2, 'paid']);
  expect(await bill(billId)).toMatchObject({ total: 72.62, paid: 72.62, due: 0, state: 'settled' });
  expect(await statuses(billId)).toEqual([
    ['paid', 0],
    ['paid', 0],
  ]);
  await sound();
});

test('seven cents in cash again and again pay no part of a bill: the rounding of all parts is less than a coin', async () => {
  const { billId } = await served();
  const { bills } = await done('splitBill', { billId, by: 'parts', parts: 2 });
  const [one = '', two = ''] = bills.map((part) => part.billId);
  const small = (part: string) => call('addPayment', { billId: part, tender: 'cash', amount: 0.07 }, waiter);
  expect([await small(one), await small(two)].map(({ status, body }) => [status, body.taken])).toEqual([
    [200, 0.05],
    [200, 0.05],
  ]);
  for (const part of [one, two]) {
    const { status, body } = await small(part);
    expect([status, body.field]).toEqual([400, 'amount']);
    expect(body.error).toBe('There are no coins for this part of the bill. Please take $0.05 or $0.10 in cash.');
  }
  // The rest of each part is always payable, rounded so that the bill is.
  expect((await done('addPayment', { billId: one, tender: 'cash', amount: 36.24 })).taken).toBe(36.25);
  expect((await done('addPayment', { billId: two, tender: 'cash', amount: 36.24 })).taken).toBe(36.25);
  expect(await bill(billId)).toMatchObject({ paid: 72.62, due: 0, state: 'settled' });
  await sound();
});

test('the order page of a round lists the payments of its tab only if the tab has no other round', async () => {
  const alone = await seated('t2');
  await done('addRound', { billId: alone.billId, items: FOUR_GUESTS });
  for (const { billId } of [alone, await served()]) {
    await done('addPayment', { billId, tender: 'debit', amount: 10, reference: 'slip' });
    server.clock.forward(1_000);
    await done('addPayment', { billId, tender: 'cash', amount: 62.62 });
    const parts = [
      { tender: 'debit', amount: 10 },
      { tender: 'cash', amount: 62.62 },
    ];
    for (const { orderId } of (await tab(billId)).orders) {
      const query = { orderId, token: context.linkKeys('receipt', orderId) };
      const { order } = (await server.call('getCustomerOrderDetails', { query })).body;
      expect([order.paidWith, order.paidParts]).toEqual([
        ['cash', 'debit'],
        billId === alone.billId ? parts : undefined,
      ]);
    }
  }
});

test('by seats it is 29.58, 26.79 and 16.25, and then its dishes stay', async () => {
  const { billId } = await served();
  const { bills } = await done('splitBill', { billId, by: 'seat' });
  expect(bills.map(({ label, total, lines }) => [label, total, lines.length])).toEqual([
    ['Seat 1', 29.58, 2],
    ['Seat 2', 26.79, 2],
    ['Seat 3', 16.25, 1],
  ]);
  const more = await call('addPayment', { billId: bills[2]?.billId ?? '', tender: 'cash', amount: 16.3 });
  expect([more.status, more.body.code]).toEqual([409, 'more-than-due']);
  await done('addPayment', { billId: bills[0]?.billId ?? '', tender: 'cash', amount: 29.58 });
  const other = await seated('t4');
  for (const body of [
    { name: 'splitBill', body: { billId, by: 'seat' } },
    { name: 'mergeTabs', body: { from: billId, to: other.billId } },
    { name: 'mergeTabs', body: { from: other.billId, to: billId } },
  ] as const) {
    expect((await call(body.name, body.body as never)).body.code).toBe('bill-has-payments');
  }
  await sound();
});

test('two seats pay, the rest is split in three, and the sum still due is right all the time', async () => {
  const { billId } = await served();
  const [one, two] = (await done('splitBill', { billId, by: 'seat' })).bills;
  await done('addPayment', { billId: one?.billId ?? '', tender: 'cash', amount: 29.58 });
  await done('addPayment', { billId: two?.billId ?? '', tender: 'debit', amount: 20, reference: '1' });
  const again = (await done('splitBill', { billId, by: 'parts', parts: 3 })).bills;
  expect(sums(again)).toEqual([
    [29.58, 29.58, 0],
    [20, 20, 0],
    [7.68, 0, 7.68],
    [7.68, 0, 7.68],
    [7.68, 0, 7.68],
  ]);
  // Somebody pays 5.00 for the table: the last part owes less.
  await done('addPayment', { billId, tender: 'cash', amount: 5 });
  expect((await bill(billId)).parts?.map(({ due }) => due)).toEqual([0, 0, 7.68, 7.68, 2.68]);
  const whole = await done('splitBill', { billId, by: 'parts', parts: 1 });
  expect(whole.bills.at(-1)).toMatchObject({ total: 18.04, due: 18.04 });
  await done('addPayment', { billId: whole.bills.at(-1)?.billId ?? '', tender: 'cash', amount: 18.04 });
  expect(await bill(billId)).toMatchObject({ due: 0, state: 'settled' });
  await sound();
});

test('a bill split by dishes shares one of two, and is put together again by one part', async () => {
  const { billId } = await seated();
  const { orderId } = await done('addRound', { billId, items: [dish(10, { quantity: 2 }), dish(5)] });
  const groups = [{ label: 'Asha', items: [{ orderId, line: 1, quantity: 1 }] }];
  const { bills } = await done('splitBill', { billId, by: 'items', groups });
  expect(bills.map(({ label, total, lines }) => [label, total, lines.map((line) => line.quantity)])).toEqual([
    ['Asha', 11.4, [1]],
    ['The rest', 17.1, [1, 1]],
  ]);
  const round = await done('addRound', { billId, items: [dish(3)] });
  expect(round.continues).toBe(billId);
  const asManager = { ...manager, ...newKey() };
  const split = await call('cancelOrder', { orderId, reason: 'Late' }, asManager);
  expect(split.body.error).toBe('This bill is split. Put it together first.');
  expect((await done('splitBill', { billId, by: 'parts', parts: 1 })).bills).toMatchObject([{ billId, due: 28.5 }]);
  await done('cancelOrder', { orderId, reason: 'Late' }, asManager);
  await sound();
});

test('of two devices that pay the rest at once, one does', async () => {
  const { billId } = await served();
  const both = await Promise.all([
    call('addPayment', { billId, tender: 'cash', amount: 72.62 }),
    call('addPayment', { billId, tender: 'debit', amount: 72.62, reference: '1' }),
  ]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(await bill(billId)).toMatchObject({ paid: 72.62, due: 0 });
  const again = await call('addPayment', { billId, tender: 'cash', amount: 1 });
  expect(again.body.code).toBe('already-paid');
  await sound();
});

test('a payment and a round at once: the round is on the bill, or on the next one', async () => {
  for (let race = 0; race < 6; race += 1) {
    await clear();
    const { billId } = await served();
    const [paid, round] = await Promise.all([
      call('addPayment', { billId, tender: 'cash', amount: 72.62 }),
      done('addRound', { billId, items: [dish(10)] }),
    ]);
    expect(paid.status).toBe(200);
    const { due } = await bill(billId);
    expect(due).toBe(round.billId === billId ? 11.4 : 0);
    expect(round.billId === billId ? due : round.tab.due).toBe(11.4);
  }
  await sound();
});

test('a payment page that lapsed and is charged after the bill was paid goes back by itself', async () => {
  const { billId } = await served();
  const { paymentUrl, bill: held } = await done('addPayment', { billId, tender: 'link', amount: 72.62 });
  expect(held).toMatchObject({ held: 72.62, due: 72.62 });
  const waits = await call('addPayment', { billId, tender: 'link', amount: 72.62 });
  expect([waits.status, waits.body.code]).toEqual([409, 'more-than-due']);
  const sessionId = held.payments[0]?.sessionId ?? '';
  await server.call('cancelPaymentLink', { body: { sessionId } }, waiter);
  await done('addPayment', { billId, tender: 'cash', amount: 72.62 });
  await context.db.updateTable('sandbox_sessions').set({ status: 'open' }).where('reference', '=', sessionId).execute();
  await till.pay(paymentUrl ?? '');
  await till.deliver();
  await server.settle();
  await till.deliver();
  const refunds = await context.db
    .selectFrom('refunds')
    .select(['status', 'amount_cents'])
    .where('bill_id', 'is', null)
    .execute();
  expect(refunds).toEqual([{ status: 'succeeded', amount_cents: 7262 }]);
  expect(await bill(billId)).toMatchObject({ paid: 72.62, due: 0 });
  await sound();
});

test('a page for a tab whose first round was cancelled pays its bill, and the audit finds both under one number', async () => {
  const { billId } = await seated();
  const cancelled = await done('addRound', { billId, items: [dish(10)] });
  await done('addRound', { billId, items: [dish(20)] });
  await done('cancelOrder', { orderId: cancelled.orderId, reason: 'Wrong' }, { ...manager, ...newKey() });
  const { paymentUrl } = await done('addPayment', { billId, tender: 'link', amount: 22.8 });
  await till.pay(paymentUrl ?? '');
  await till.deliver();
  await server.settle();
  expect(await bill(billId)).toMatchObject({ paid: 22.8, due: 0, state: 'settled' });
  await sound();
});

test('a tab whose payment was undone merges into another one, which owes all of it, and the audit finds nothing', async () => {
  const { billId } = await served();
  const { paymentId } = await done('addPayment', { billId, tender: 'cash', amount: 20 });
  await done('undoPayment', { billId, paymentId, reason: 'Wrong' }, { ...manager, ...newKey() });
  const { billId: to } = await seated('t2');
  await done('addRound', { billId: to, items: [dish(10)] });
  await done('mergeTabs', { from: billId, to });
  expect(await bill(to)).toMatchObject({ paid: 0, due: 84.02 });
  await sound();
});

test('a page that lapsed before its tab was merged pays the tab that took the rounds', async () => {
  const { billId } = await served();
  const { paymentUrl, bill: held } = await done('addPayment', { billId, tender: 'link', amount: 20 });
  const sessionId = held.payments[0]?.sessionId ?? '';
  await server.call('cancelPaymentLink', { body: { sessionId } }, waiter);
  const { billId: to } = await seated('t2');
  await done('addRound', { billId: to, items: [dish(10)] });
  await done('mergeTabs', { from: billId, to });
  await context.db.updateTable('sandbox_sessions').set({ status: 'open' }).where('reference', '=', sessionId).execute();
  await till.pay(paymentUrl ?? '');
  await till.deliver();
  await server.settle();
  const { paid, due } = await bill(to);
  expect([20, 0]).toContain(paid);
  expect(Math.round((paid + due) * 100)).toBe(8402);
  await sound();
});

test('a round that was queued while its tab was merged and paid lands on a new bill, cooked once, and the host is told', async () => {
  const { billId } = await served();
  const other = await seated('t2');
  await done('addRound', { billId: other.billId, items: [dish(10)] });
  await done('mergeTabs', { from: billId, to: other.billId });
  await done('addPayment', { billId: other.billId, tender: 'cash', amount: 84.02 });
  const queued = { ...waiter, ...newKey() };
  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await done('addRound', { billId, items: [dish(7.5)] }, queued));
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1);
  const [round] = answers;
  expect(round).toMatchObject({ continues: other.billId, tab: { due: 8.55, sittingId: other.sittingId } });
  expect(await bill(other.billId)).toMatchObject({ paid: 84.02, due: 0, state: 'settled' });
  const { rows: alerts } = await context.database.pool.query<{ reason: string; order: string }>(
    `select data #>> '{attention,reason}' as reason, data #>> '{attention,orderId}' as order from events where type = 'payment.attention'
     order by id desc limit 1`,
  );
  expect(alerts).toEqual([
    { reason: 'Table 2 ordered after paying. The dishes are on a new bill', order: round?.orderId },
  ]);
  await sound();
});

test('a page for a bill shows the dishes of all rounds, and a payment that was undone opens the tab again', async () => {
  const { billId } = await served();
  const { paymentUrl } = await done('addPayment', { billId, tender: 'link', amount: 72.62 });
  await till.pay(paymentUrl ?? '');
  await till.deliver();
  await server.settle();
  expect(await statuses(billId)).toEqual([
    ['paid', 0],
    ['paid', 0],
  ]);
  const second = await seated('t2');
  await done('addRound', { billId: second.billId, items: [dish(10)] });
  const { bill: paid } = await done('addPayment', { billId: second.billId, tender: 'cash', amount: 11.4 });
  const paymentId = paid.payments[0]?.paymentId ?? '';
  await done('undoPayment', { billId: second.billId, paymentId, reason: 'Wrong table' }, { ...manager, ...newKey() });
  expect((await tab(second.billId)).tab).toMatchObject({ state: 'open', due: 11.4 });
  await sound();
});

test('dishes of any round are refunded to the payments of the bill, and an amount too', async () => {
  const { billId } = await served();
  await done('addPayment', { billId, tender: 'cash', amount: 40 });
  await done('addPayment', { billId, tender: 'debit', amount: 32.62, reference: '1' });
  const { orders } = await tab(billId);
  const [first, second] = orders;
  const asManager = () => ({ ...manager, ...newKey() });
  await done(
    'refundOrderItems',
    { orderId: second?.orderId ?? '', items: [{ line: 1, quantity: 1 }], reason: 'Cold' },
    asManager(),
  );
  const refunded = (await tab(billId)).orders;
  expect(refunded.map(({ pricing }) => pricing.refunded)).toEqual([0, 16.25]);
  expect(refunded[1]?.items.map(({ refundedQuantity }) => refundedQuantity)).toEqual([1, undefined, undefined]);
  expect(refunded[0]?.items.map(({ refundedQuantity }) => refundedQuantity)).toEqual([undefined, undefined]);
  // More than the first round costs.
  server.clock.set('2026-11-20T22:50:00.000Z');
  const amount = { orderId: first?.orderId ?? '', amount: 50, reason: 'Bad evening' };
  expect((await server.call('refundAmount', { body: amount }, asManager())).status).toBe(200);
  expect((await tab(billId)).orders.map(({ pricing }) => pricing.refunded)).toEqual([40.41, 25.84]);
  await sound();
  const query = { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' };
  const { status, body: journal } = await server.call('getJournal', { query }, manager);
  expect([status, journal.debit > 0, journal.debit]).toEqual([200, true, journal.credit]);
  // 16.25 for a dish and then 50.00 of the rest, without tax
  expect(journal.totals.find(({ item }) => item === 'refunds')?.debit).toBe(58.11);
});

test('the day’s payments agree with the provider’s report', async () => {
  await reconcileDay(context, '2026-11-20');
  const { rows } = await context.database.pool.query(
    `select differences from reconciliations where differences <> '[]'`,
  );
  expect(rows).toEqual([]);
});

test('whoever pays a part of a tab by link reads what they paid and what the whole bill still owes, and no dishes', async () => {
  const { billId } = await served();
  const { paymentUrl } = await done('addPayment', { billId, tender: 'link', amount: 30 });
  const address = new URL((await till.pay(paymentUrl ?? '')).headers.get('location') ?? '', 'http://tiffin.test');
  const [sessionId, token] = [address.searchParams.get('session_id') ?? '', address.searchParams.get('token')];
  const back = await server.call('getOrderBySessionId', { body: { sessionId, token } });
  expect([back.status, back.body.payment]).toEqual([200, { amount: 30, left: 42.62, isReturned: false }]);
  expect(back.body.order.customerInfo.name).toBe('');
  await sound();
});

test('a later round follows a payment that a version without tabs took of its first one, by the command for it', async () => {
  const { billId } = await served();
  const { orders } = await tab(billId);
  await done('addPayment', { billId, tender: 'debit', amount: 72.62, reference: 'older version' });
  // What that version leaves.
  await context.db
    .updateTable('orders')
    .set({ payment_status: 'unpaid', paid_at: null })
    .where('id', '=', orders.at(-1)?.id ?? '')
    .execute();
  expect((await statuses(billId)).at(-1)).toEqual(['unpaid', 0]);
  expect(await correctRounds(context)).toEqual([`${billId}: all rounds of this tab follow its payments.`]);
  expect(await statuses(billId)).toEqual([
    ['paid', 0],
    ['paid', 0],
  ]);
  expect(await correctRounds(context)).toEqual([]);
  await sound();
});
