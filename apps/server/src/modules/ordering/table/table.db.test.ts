import type { InputOf, ResponseOf } from '@tiffin/contract';
import { TABLE_LIMITS } from '@tiffin/domain/tabs';
import { beforeEach, expect, test } from 'vitest';
import { newestMessage } from '../../../testing/newest-message.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { tillOf } from '../../../testing/payments.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { sweepPayments } from '../../money/sessions/sweep-sessions.ts';
import { dish, evening, newKey } from '../tabs/testing/evening.ts';

const { server, waiter, manager, done, bill, tab, seated, clear, sound } = await evening();
const { context } = server;
const till = tillOf(server);
const admin = await server.signIn('admin@demo.test');

type GuestCall = 'joinTable' | 'addTableRound' | 'payAtTable' | 'callWaiter' | 'takeBackCall';

const call = <N extends GuestCall>(name: N, body: InputOf<N>['body'], key = newKey()) =>
  server.call(name, { body } as InputOf<N>, key);

async function good<N extends GuestCall>(name: N, body: InputOf<N>['body'], key = newKey()): Promise<ResponseOf<N>> {
  const answer = await call(name, body, key);
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const setRules = (tableOrdering: { isOn: boolean; firstRoundWaits: boolean } | null) =>
  server.call('updateLocation', { body: { locationId: 'truro', updates: { tableOrdering } } }, admin);

const sittingAt = async (tableId: string) => {
  const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, waiter)).body;
  return tables.find((each) => each.tableId === tableId)?.sitting;
};
const show = (token: string) => server.call('getTableTab', { query: { token } });
const tableTab = async (token: string) => (await show(token)).body;
const join = async (tableId = 't1', name?: string) =>
  good('joinTable', { tableId, code: (await sittingAt(tableId))?.code ?? '', name });

/** A party of four with two phones. */
async function party(tableId = 't1') {
  const { sittingId, billId } = await seated(tableId);
  return { sittingId, billId, asha: await join(tableId, 'Asha'), ben: await join(tableId, 'Ben') };
}
const LASSI = { id: 'mango-lassi', quantity: 1 };
const BHAJI = { id: 'onion-bhaji', quantity: 1 };
const inCents = (dollars: number) => Math.round(dollars * 100);

beforeEach(async () => {
  await clear();
  await context.db.deleteFrom('rate_limits').execute();
  await setRules({ isOn: true, firstRoundWaits: false });
});

test('a printed code says whether somebody sits at its table, and nothing else', async () => {
  const free = await server.call('getTable', { query: { tableId: 't1' } });
  expect(free.body).toEqual({ success: true, tableName: '1', locationId: 'truro', isSeated: false, isOn: true });
  expect((await call('joinTable', { tableId: 't1', code: 'ABCD' })).body.code).toBe('table-free');
  await seated();
  expect((await server.call('getTable', { query: { tableId: 't1' } })).body.isSeated).toBe(true);
  const unknown = await server.call('getTable', { query: { tableId: 'x' } });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found']);
});

test('phones join with the code of their party, however they type it, and get a name; another party has another code', async () => {
  await seated('t1');
  await seated('t2');
  const [one, two] = [await sittingAt('t1'), await sittingAt('t2')];
  expect(one?.code).toMatch(/^[A-HJKMNP-Z2-9]{4}$/);
  expect(one?.code).not.toBe(two?.code);
  const wrong = await call('joinTable', { tableId: 't1', code: two?.code ?? '' });
  expect([wrong.status, wrong.body.code]).toEqual([409, 'table-code']);
  const first = await good('joinTable', { tableId: 't1', code: ` ${one?.code?.toLowerCase()} ` });
  const second = await good('joinTable', { tableId: 't1', code: one?.code ?? '' });
  expect([first.name, second.name]).toEqual(['Turmeric', 'Mint']);
  expect([(await join('t2', 'Asha')).name, (await join('t2', 'asha')).name]).toEqual(['Asha', 'asha 2']);
  const { guests } = await tableTab(second.token);
  expect(guests.toSorted((a, b) => (a.name > b.name ? -1 : 1))).toEqual([
    { guestId: first.guestId, name: 'Turmeric', isYou: false },
    { guestId: second.guestId, name: 'Mint', isYou: true },
  ]);
  expect((await show(`${first.guestId}.${second.token.split('.')[1]}`)).body.code).toBe('not-found');
});

test('where ordering by phone is off, no phone joins or orders, and one that has ordered still pays', async () => {
  const { asha } = await party();
  await good('addTableRound', { token: asha.token, items: [LASSI] });
  await setRules(null);
  expect((await server.call('getTable', { query: { tableId: 't1' } })).body.isOn).toBe(false);
  const refused = [
    await call('joinTable', { tableId: 't1', code: (await sittingAt('t1'))?.code ?? '' }),
    await call('addTableRound', { token: asha.token, items: [LASSI] }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'failed-precondition'],
    [409, 'failed-precondition'],
  ]);
  expect((await call('payAtTable', { token: asha.token, rest: true })).status).toBe(200);
});

test('a round of a phone is an order on the bill of the party at the prices of the menu, sent again it is cooked once', async () => {
  const { billId, asha, ben } = await party();
  const key = newKey();
  const round = {
    token: asha.token,
    items: [
      { ...LASSI, quantity: 2 },
      { ...BHAJI, course: 2 },
    ],
  };
  const sent = await good('addTableRound', round, key);
  expect(await good('addTableRound', round, key)).toEqual(sent);
  expect(sent).toMatchObject({ orderId: billId, waitsForStaff: false });
  await done('addRound', { billId, items: [dish(10)] });
  const { rounds, due } = await tableTab(ben.token);
  expect(
    rounds.map(({ guestId, state, isHeld, items }) => [guestId, state, isHeld, items.map(({ name }) => name)]),
  ).toEqual([
    [asha.guestId, 'sent', false, ['Mango Lassi']],
    [asha.guestId, 'sent', true, ['Onion Bhaji']],
    [null, 'sent', false, ['Dish for 10']],
  ]);
  expect(due.due).toBe((await bill(billId)).due);
  await sound();
});

test('the first round of a party waits for a yes that the floor shows; later rounds go to the kitchen', async () => {
  await setRules({ isOn: true, firstRoundWaits: true });
  const { asha, ben } = await party();
  const allergies = [{ code: 'milk' as const }];
  const first = await good('addTableRound', { token: asha.token, items: [BHAJI], allergies });
  expect(first).toMatchObject({ waitsForStaff: true });
  expect(first.orderId).toBeUndefined();
  expect((await sittingAt('t1'))?.waitingRounds).toEqual([
    {
      roundId: first.roundId,
      guestName: 'Asha',
      at: expect.any(String),
      items: [{ name: 'Onion Bhaji', quantity: 1 }],
      allergies: [{ code: 'milk' }],
    },
  ]);
  const waits = await tableTab(ben.token);
  expect(waits.rounds).toMatchObject([
    { state: 'waits-for-staff', guestId: asha.guestId, orderId: null, items: [{ menuItemId: 'onion-bhaji' }] },
  ]);
  expect(JSON.stringify(waits)).not.toContain('milk');
  const body = { roundId: first.roundId, isAccepted: true };
  const answers = await Promise.all(
    [1, 2].map(() => server.call('answerTableRound', { body }, { ...waiter, ...newKey() })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.orderId).toBe(answers[1]?.body.orderId);
  const { orders } = await tab(answers[0]?.body.orderId ?? '');
  expect(orders).toHaveLength(1);
  expect(orders[0]?.allergies).toMatchObject([{ code: 'milk' }]);
  expect((await sittingAt('t1'))?.waitingRounds).toBeUndefined();
  expect(await good('addTableRound', { token: ben.token, items: [LASSI] })).toMatchObject({ waitsForStaff: false });
  expect(JSON.stringify(await tableTab(ben.token))).not.toContain('milk');
  // Nothing of the allergy stays with the round once it is an order.
  const stored = await context.db.selectFrom('table_rounds').select('request').execute();
  expect(stored.every(({ request }) => request === null)).toBe(true);
  await sound();
});

test('staff refuse a round with a reason, and the phone reads it with the dishes, of which no wish is kept', async () => {
  await setRules({ isOn: true, firstRoundWaits: true });
  const { asha, billId } = await party();
  const { roundId } = await good('addTableRound', {
    token: asha.token,
    items: [{ ...LASSI, quantity: 2, note: 'No ice' }],
    allergies: [{ code: 'milk' }],
    allergyNote: 'Only in dishes',
    specialInstructions: 'Soon, please',
  });
  const refusal = { roundId, isAccepted: false, reason: 'The bar is closed' };
  expect((await server.call('answerTableRound', { body: refusal }, waiter)).body.isAccepted).toBe(false);
  const late = await server.call('answerTableRound', { body: { roundId, isAccepted: true } }, waiter);
  expect([late.status, late.body.isAccepted, late.body.orderId]).toEqual([200, false, undefined]);
  const items = [{ menuItemId: 'mango-lassi', name: 'Mango Lassi', quantity: 2 }];
  expect((await tableTab(asha.token)).rounds).toMatchObject([{ state: 'refused', why: 'The bar is closed', items }]);
  expect((await tableTab(asha.token)).due.due).toBe(0);
  const stored = JSON.stringify(await context.db.selectFrom('table_rounds').select('request').execute());
  expect(stored).toContain('mango-lassi');
  for (const wish of ['No ice', 'milk', 'Only', 'Soon']) expect(stored).not.toContain(wish);
  expect((await tab(billId)).orders).toEqual([]);
});

test('two phones that pay the rest at once pay it once, and the other reads that nothing is left', async () => {
  const { billId, asha, ben } = await party();
  await good('addTableRound', { token: asha.token, items: [LASSI, BHAJI] });
  const { due } = await bill(billId);
  const answers = await Promise.all([asha, ben].map(({ token }) => call('payAtTable', { token, rest: true, tip: 1 })));
  const paid = answers.find(({ status }) => status === 200);
  const other = answers.find(({ status }) => status === 409);
  expect(other?.body.code).toBe('more-than-due');
  expect(paid?.body).toMatchObject({ amount: (inCents(due) + 100) / 100, left: 0 });
  expect((await tableTab(ben.token)).due).toMatchObject({ reserved: due, due: 0, paid: 0 });
  await till.pay(paid?.body.paymentUrl ?? '');
  await till.deliver();
  expect(await bill(billId)).toMatchObject({ paid: due, due: 0, state: 'settled' });
  const { due: after, rounds, payments } = await tableTab(ben.token);
  expect(after).toMatchObject({ paid: due, due: 0, reserved: 0 });
  expect(rounds.flatMap(({ items }) => items.map(({ isPaid }) => isPaid))).toEqual([true, true]);
  expect(payments).toMatchObject([{ amount: due, tip: 1, state: 'paid' }]);
  await sound();
});

test('four guests pay their dishes, a dish of another, and shares of the rest, which cost together what the bill costs', async () => {
  const { billId, asha, ben } = await party();
  const { token } = asha;
  await good('addTableRound', { token, items: [{ ...LASSI, quantity: 3 }] });
  await good('addTableRound', { token: ben.token, items: [BHAJI] });
  await done('addRound', { billId, items: [dish(10.55), dish(18.95)] });
  const { total } = await bill(billId);
  const { mine, amounts } = await tableTab(token);
  expect(mine).toEqual([{ orderId: billId, line: 1, quantity: 3 }]);
  const costs = (await tableTab(token)).rounds.flatMap(({ items }) => items.map(({ withTax = 0 }) => inCents(withTax)));
  expect([costs[0], costs.reduce((sum, cost) => sum + cost, 0)]).toEqual([inCents(amounts.mine), inCents(total)]);
  const own = await good('payAtTable', { token, lines: mine });
  expect(own.amount).toBe(amounts.mine);
  const taken = await call('payAtTable', { token: ben.token, lines: [{ orderId: billId, line: 1, quantity: 1 }] });
  expect([taken.status, taken.body.code, taken.body.error]).toEqual([
    409,
    'more-than-due',
    'Mango Lassi was paid meanwhile, or somebody at your table is paying for it.',
  ]);
  const urls = [own.paymentUrl];
  const shares = [];
  for (const payer of [ben, await join('t1', 'Chen'), await join('t1', 'Dev')]) {
    const share = await good('payAtTable', { token: payer.token, share: { of: 3 } });
    shares.push(share);
    urls.push(share.paymentUrl);
  }
  expect(shares.at(-1)?.left).toBe(0);
  const { payments } = await tableTab(token);
  expect(payments.filter(({ of }) => of === 3)).toHaveLength(3);
  expect(inCents(own.amount) + shares.reduce((sum, { amount }) => sum + inCents(amount), 0)).toBe(inCents(total));
  expect(
    Math.max(...shares.map(({ amount }) => inCents(amount))) - Math.min(...shares.map(({ amount }) => inCents(amount))),
  ).toBeLessThanOrEqual(1);
  for (const url of urls) await till.pay(url ?? '');
  await till.deliver();
  expect(await bill(billId)).toMatchObject({ paid: total, due: 0, state: 'settled' });
  await sound();
});

test('a page that lapses frees its amount and its dishes; a phone that pays anew gives its earlier page up', async () => {
  const { billId, asha, ben } = await party();
  await good('addTableRound', { token: asha.token, items: [LASSI, BHAJI] });
  const { due } = await bill(billId);
  const lines = [{ orderId: billId, line: 1, quantity: 1 }];
  const key = newKey();
  const first = await good('payAtTable', { token: asha.token, lines }, key);
  expect(await good('payAtTable', { token: asha.token, lines }, key)).toEqual(first);
  const second = await good('payAtTable', { token: asha.token, rest: true });
  expect(second.amount).toBe(due);
  expect(second.paymentUrl).not.toBe(first.paymentUrl);
  expect((await tableTab(ben.token)).payments).toMatchObject([{ name: 'Asha', state: 'open', amount: due }]);
  const others = await tableTab(ben.token);
  expect(others.amounts).toEqual({ mine: 0, rest: 0 });
  // Nobody may pay them too, but they are not paid yet.
  const dishes = others.rounds.flatMap(({ items }) => items);
  expect(dishes).toMatchObject([1, 2].map(() => ({ paidQuantity: 1, isPaid: false })));
  // Her page may be lost, so her phone offers what it holds once more.
  const own = await tableTab(asha.token);
  expect([own.amounts, own.due.due, own.mine.length]).toEqual([{ mine: due, rest: due }, 0, 2]);
  server.clock.forward(40 * 60_000);
  await sweepPayments(context);
  expect((await tableTab(ben.token)).due).toMatchObject({ reserved: 0, due });
  expect((await tableTab(ben.token)).rounds.flatMap(({ items }) => items.map(({ isPaid }) => isPaid))).toEqual([
    false,
    false,
  ]);
  server.clock.set('2026-11-20T22:42:00.000Z');
  await sound();
});

test('a party that orders after a payment has another bill, and what is due is right on each phone', async () => {
  const { asha, ben } = await party();
  await good('addTableRound', { token: asha.token, items: [LASSI] });
  const paid = await good('payAtTable', { token: asha.token, rest: true });
  await till.pay(paid.paymentUrl ?? '');
  await till.deliver();
  const more = await good('addTableRound', { token: ben.token, items: [BHAJI] });
  const { due, billId, mine } = await tableTab(ben.token);
  expect(billId).toBe(more.orderId);
  expect(mine).toEqual([{ orderId: more.orderId, line: 1, quantity: 1 }]);
  expect(inCents(due.total)).toBe(inCents(due.paid) + inCents(due.due));
  const rest = await good('payAtTable', { token: ben.token, rest: true });
  expect(rest).toMatchObject({ amount: due.due, left: 0 });
  await sound();
});

test('a gift card pays what is on it, and the page asks for the rest with the tip; a large card pays the tip too', async () => {
  const { billId, asha, ben } = await party();
  await good('addTableRound', { token: asha.token, items: [{ ...LASSI, quantity: 4 }] });
  const { due } = await bill(billId);
  const sold = async (amount: number) => {
    const body = { locationId: 'truro', amount, tender: 'cash' as const };
    return (await server.call('buyGiftCard', { body }, { ...admin, ...newKey() })).body.giftCard?.code ?? '';
  };
  const rest = { token: asha.token, rest: true } as const;
  const wrong = await call('payAtTable', { ...rest, giftCardCode: 'ABCD-EFGH-JKMN-PQRS' });
  expect(wrong.body.code).toBe('gift-card-unknown');
  const tooMuch = await call('payAtTable', { ...rest, tip: 900 });
  expect([tooMuch.status, tooMuch.body.field]).toEqual([400, 'tip']);
  expect((await bill(billId)).due).toBe(due);
  const small = await good('payAtTable', { ...rest, tip: 2, giftCardCode: await sold(10) });
  expect(small).toMatchObject({ giftCardPaid: 10, amount: (inCents(due) + 200 - 1_000) / 100, left: 0 });
  expect((await tableTab(ben.token)).due).toMatchObject({ paid: 10, due: 0 });
  await till.pay(small.paymentUrl ?? '');
  await till.deliver();
  expect(await bill(billId)).toMatchObject({ paid: due, state: 'settled' });
  // A card that pays the bill and a part of the tip leaves a part of the bill to the page.
  const more = await good('addTableRound', { token: ben.token, items: [{ ...BHAJI, quantity: 3 }] });
  const open = (await bill(more.orderId ?? '')).due;
  const whole = Math.ceil(open);
  const page = await good('payAtTable', { token: ben.token, rest: true, tip: 3, giftCardCode: await sold(whole) });
  expect(page).toMatchObject({ giftCardPaid: whole, left: 0, paymentUrl: expect.any(String) });
  expect(inCents(page.amount)).toBe(inCents(open) + 300 - inCents(whole));
  await till.pay(page.paymentUrl ?? '');
  await till.deliver();
  expect(await bill(more.orderId ?? '')).toMatchObject({ due: 0, state: 'settled' });
  await sound();
  const again = await good('addTableRound', { token: ben.token, items: [BHAJI] });
  const all = { token: ben.token, rest: true, tip: 1, giftCardCode: await sold(100) } as const;
  expect(await good('payAtTable', all)).toMatchObject({ paymentUrl: null, left: 0 });
  expect(await bill(again.orderId ?? '')).toMatchObject({ due: 0, state: 'settled' });
  await sound();
});

test('a gift card that would leave only a part of the tip to a page is refused with words', async () => {
  const { billId, asha } = await party();
  await done('addRound', { billId, items: [dish(0.01)] });
  const body = { locationId: 'truro', amount: 5, tender: 'cash' as const };
  const { body: sold } = await server.call('buyGiftCard', { body }, { ...admin, ...newKey() });
  const rest = { token: asha.token, rest: true, giftCardCode: sold.giftCard?.code ?? '' } as const;
  const refused = await call('payAtTable', { ...rest, tip: 6 });
  expect([refused.status, refused.body.field, refused.body.error]).toEqual([
    400,
    'tip',
    'The gift card does not pay all of this tip. Please choose a smaller one.',
  ]);
  expect(await good('payAtTable', { ...rest, tip: 4 })).toMatchObject({ paymentUrl: null, amount: 4.01, left: 0 });
  expect(await bill(billId)).toMatchObject({ due: 0, state: 'settled' });
  await sound();
});

test('each payment of a phone is mailed to whom the guest typed, once, with the dishes of the party and no wishes of others', async () => {
  const { asha, ben } = await party();
  const { token } = asha;
  await good('addTableRound', { token, items: [{ ...LASSI, note: 'No nuts, I am allergic' }] });
  await good('addTableRound', { token: ben.token, items: [BHAJI] });
  const { mine } = await tableTab(token);
  const email = 'asha@example.test';
  const own = await good('payAtTable', { token, lines: mine, tip: 2, email });
  const mails = () => context.db.selectFrom('messages').select('template').where('recipient', '=', email).execute();
  expect(await mails()).toEqual([]);
  await till.pay(own.paymentUrl ?? '');
  await till.deliver();
  await till.deliver();
  expect(await mails()).toEqual([{ template: 'table_receipt' }]);
  const mail = await newestMessage(context.db, email, 'table_receipt');
  for (const text of ['Mango Lassi', 'Onion Bhaji', `$${own.amount.toFixed(2)}`, 'PAID IN PART', 'Tip'])
    expect(mail).toContain(text);
  expect(mail).not.toContain('allergic');
  const { hstNumber } = await readSite(context.db);
  expect(mail).toContain(`HST No. ${hstNumber}`);
  const body = { locationId: 'truro', amount: 100, tender: 'cash' as const };
  const { body: sold } = await server.call('buyGiftCard', { body }, { ...admin, ...newKey() });
  const giftCardCode = sold.giftCard?.code ?? '';
  await good('payAtTable', { token: ben.token, rest: true, giftCardCode, email: 'ben@example.test' });
  const paid = await newestMessage(context.db, 'ben@example.test', 'table_receipt');
  expect(paid).toContain('(PAID)');
  expect(paid).toMatch(/Gift card/i);
});

test('the printed bill has the code of its party while it sits, where guests order by phone', async () => {
  const { billId, asha, sittingId } = await party();
  await good('addTableRound', { token: asha.token, items: [LASSI] });
  const code = (await sittingAt('t1'))?.code;
  expect((await done('printBill', { billId })).phoneCode).toBe(code);
  await setRules(null);
  expect((await done('printBill', { billId })).phoneCode).toBeUndefined();
  await setRules({ isOn: true, firstRoundWaits: false });
  await done('addPayment', { billId, tender: 'debit', amount: (await bill(billId)).due, reference: '1' });
  await done('endSitting', { sittingId });
  expect((await done('printBill', { billId })).phoneCode).toBeUndefined();
});

test('staff are told once that a party orders after paying, however often it orders and pays in turns', async () => {
  const { asha } = await party();
  const { token } = asha;
  const alerts = async () => {
    const { rows } = await context.database.pool.query<{ reason: string }>(
      `select data #>> '{attention,reason}' as reason from events where type = 'payment.attention' order by id`,
    );
    return rows.filter(({ reason }) => reason.startsWith('Table 1 ordered after paying')).length;
  };
  const before = await alerts();
  for (const expected of [0, 1, 1, 1]) {
    await good('addTableRound', { token, items: [LASSI] });
    expect((await alerts()) - before).toBe(expected);
    await till.pay((await good('payAtTable', { token, rest: true })).paymentUrl ?? '');
    await till.deliver();
  }
});

test('calls are one for each need, are seen with their time, and are answered once', async () => {
  const { asha, ben } = await party();
  await Promise.all([asha, ben].map(({ token }) => good('callWaiter', { token, about: 'bill' })));
  const { calls } = await good('callWaiter', { token: ben.token, about: 'water' });
  expect(calls.map(({ about }) => about)).toEqual(['bill', 'water']);
  await good('takeBackCall', { token: asha.token, about: 'water' });
  const [seen] = (await sittingAt('t1'))?.calls ?? [];
  expect((await sittingAt('t1'))?.calls).toEqual([{ callId: seen?.callId, about: 'bill', at: calls[0]?.at }]);
  const body = { callId: seen?.callId ?? '' };
  const presses = [
    await server.call('answerTableCall', { body }, waiter),
    await server.call('answerTableCall', { body }, waiter),
  ];
  expect(presses.map(({ status }) => status)).toEqual([200, 200]);
  expect((await tableTab(asha.token)).calls).toEqual([]);
});

test('a phone of a party that left can do nothing, and the names of its guests are forgotten', async () => {
  await setRules({ isOn: true, firstRoundWaits: true });
  const { sittingId, asha } = await party();
  const { roundId } = await good('addTableRound', {
    token: asha.token,
    items: [LASSI],
    specialInstructions: 'Asha says hello',
  });
  const old = (await sittingAt('t1'))?.code ?? '';
  await done('endSitting', { sittingId });
  const { token } = asha;
  const refused = [
    await show(token),
    await call('addTableRound', { token, items: [LASSI] }),
    await call('payAtTable', { token, rest: true }),
    await call('callWaiter', { token, about: 'water' }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'tab-closed']));
  const late = await server.call('answerTableRound', { body: { roundId, isAccepted: true } }, waiter);
  expect([late.status, late.body.isAccepted]).toEqual([200, false]);
  const stored = [
    await context.db.selectFrom('table_guests').selectAll().execute(),
    await context.db.selectFrom('table_rounds').selectAll().execute(),
  ];
  expect(JSON.stringify(stored)).not.toContain('Asha');
  await seated();
  expect((await call('joinTable', { tableId: 't1', code: old })).body.code).toBe('table-code');
});

test('guests order what the menu has: nothing sold out, unknown or typed by themselves, and not while the kitchen is closed', async () => {
  const { asha } = await party();
  const { token } = asha;
  const unknown = await call('addTableRound', { token, items: [{ id: 'no-such-dish', quantity: 1 }] });
  expect(unknown.status).toBeGreaterThanOrEqual(400);
  const typed = await call('addTableRound', { token, items: [dish(0.01) as never] });
  expect(typed.status).toBeGreaterThanOrEqual(400);
  const rest = { locationId: 'truro', itemId: 'mango-lassi', left: 0 };
  expect((await server.call('setStock', { body: rest }, manager)).status).toBe(200);
  const soldOut = await call('addTableRound', { token, items: [LASSI] });
  expect([soldOut.status, soldOut.body.code]).toEqual([409, 'item-unavailable']);
  await setRules({ isOn: true, firstRoundWaits: true });
  expect((await call('addTableRound', { token, items: [LASSI] })).body.code).toBe('item-unavailable');
  await server.call('setStock', { body: { ...rest, left: null } }, manager);
  server.clock.set('2026-11-21T09:00:00.000Z');
  const closed = await call('addTableRound', { token, items: [BHAJI] });
  expect([closed.status, closed.body.code]).toEqual([409, 'location-closed']);
  server.clock.set('2026-11-20T22:42:00.000Z');
});

test('while the kitchen takes no orders, a phone is told to ask its waiter, not to order for later', async () => {
  const { asha } = await party();
  const pause = { locationId: 'truro', kind: 'pause', until: 30, reason: 'The oven' } as const;
  expect((await server.call('setOrderPacing', { body: pause }, manager)).status).toBe(200);
  const paused = await call('addTableRound', { token: asha.token, items: [LASSI] });
  expect([paused.status, paused.body.code, paused.body.error]).toEqual([
    409,
    'orders-paused',
    'The kitchen takes no orders at the moment. Please ask your waiter.',
  ]);
  const open = { locationId: 'truro', kind: 'open' } as const;
  expect((await server.call('setOrderPacing', { body: open }, manager)).status).toBe(200);
});

test('a table cannot be flooded: rounds of a minute, and rounds that wait, are limited with words', async () => {
  const { asha, ben } = await party();
  const round = () => call('addTableRound', { token: asha.token, items: [LASSI] });
  for (let count = 0; count < TABLE_LIMITS.roundsPerMinute; count++) expect((await round()).status).toBe(200);
  const flooded = await call('addTableRound', { token: ben.token, items: [LASSI] });
  expect([flooded.status, flooded.body.code]).toEqual([429, 'rate-limited']);
  server.clock.forward(61_000);
  expect((await round()).status).toBe(200);
  server.clock.set('2026-11-20T22:42:00.000Z');
});

test('all guests of a large party send their first round at once', async () => {
  await setRules({ isOn: true, firstRoundWaits: true });
  await done('seatParty', { tableId: 't1', partySize: 8 });
  const phones = await Promise.all(Array.from({ length: 9 }, () => join()));
  const statuses = [];
  for (const { token } of phones) statuses.push((await call('addTableRound', { token, items: [LASSI] })).status);
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
});

test('a waiter reads on the bill which phone sent a round', async () => {
  const { billId, asha } = await party();
  const { orderId = '' } = await good('addTableRound', { token: asha.token, items: [LASSI] });
  await done('addRound', { billId, items: [dish(8)] });
  expect((await server.call('getTab', { query: { billId } }, waiter)).body.senders).toEqual({ [orderId]: 'Asha' });
});

test('a party that owes much waits for its waiter with each further round', async () => {
  const { billId, asha } = await party();
  await done('addRound', { billId, items: [dish(490)] });
  expect(await good('addTableRound', { token: asha.token, items: [LASSI] })).toMatchObject({ waitsForStaff: true });
});

test('a sheet has a code for each table, with its name and the restaurant', async () => {
  const answer = await server.fetch('/api/getTableCodes?locationId=truro', { headers: waiter });
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const text = JSON.stringify(await readPdf(new Uint8Array(await answer.arrayBuffer())));
  for (const name of ['Table 1', 'Table 4']) expect(text).toContain(name);
});
