import { localDate } from '@tiffin/domain/core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { orderData } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { StripeStandIn } from '../../../testing/stripe-stand-in.ts';
import type { Reader } from '../../../testing/stripe-shapes.ts';
import { reconcileDay } from '../provider/reconcile.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const stripe = await StripeStandIn.start();
const { terminal } = stripe;
afterAll(() => stripe.stop());
const server = await testServer({
  env: {
    RATE_LIMITS: '0',
    STRIPE_SECRET_KEY: 'sk_test_stand_in',
    STRIPE_WEBHOOK_SECRET: stripe.secret,
    STRIPE_API_BASE: stripe.base,
  },
});
const { context } = server;
stripe.clock = () => server.clock.now();
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const owner = await server.signIn('admin@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');

const VISA = { brand: 'visa', last4: '4242' };
const INTERAC = { brand: 'interac', last4: '0007' };
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const round = (dollars: number) => Math.round(dollars * 100) / 100;

function register(name: string, change: { code?: string; locationId?: string; city?: string } = {}, as = owner) {
  const body = { locationId: 'truro', code: `simulated-${name}`, name, city: 'Truro', ...change };
  return server.call('registerReader', { body }, { ...as, 'idempotency-key': crypto.randomUUID() });
}

const counter1 = (await register('Counter 1')).body.reader;
const counter2 = (await register('Counter 2')).body.reader;

/** Every test starts with idle readers that are switched on. */
beforeEach(async () => {
  stripe.troubles = [];
  const open = await context.db.selectFrom('payment_sessions').select('id').where('status', '=', 'open').execute();
  for (const { id } of open) await letGo(id);
  for (const reader of terminal.readers.values()) Object.assign(reader, { status: 'online', action: null });
});

async function order(): Promise<{ billId: string; due: number }> {
  const body = await orderData(server, { paymentMethod: 'cash' });
  const { billId, due } = (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body.order;
  return { billId, due };
}

type ReaderPayment = { amount: number; tip?: number; askTip?: boolean; readerId?: string };
const hand = (billId: string, payment: ReaderPayment, key: string = crypto.randomUUID(), as: Caller = staff) =>
  server.call(
    'payOnTerminal',
    { body: { billId, readerId: counter1.readerId, ...payment } },
    { ...as, 'idempotency-key': key },
  );
const billOf = async (billId: string) => (await server.call('getBill', { query: { billId } }, staff)).body.bill;
const waiting = async (billId: string) =>
  (await billOf(billId)).payments.find(({ status }) => status === 'pending') ?? null;
const again = (sessionId: string, readerId?: string) =>
  server.call('retryTerminalPayment', { body: { sessionId, ...(readerId && { readerId }) } }, staff);
const letGo = (sessionId: string) => server.call('cancelPaymentLink', { body: { sessionId } }, staff);

async function sendReaderEvent(type: 'action_succeeded' | 'action_failed', reader: Reader): Promise<number> {
  const event = stripe.event(`terminal.reader.${type}`, reader, server.clock.now());
  const headers = { 'content-type': 'application/json', 'stripe-signature': event.signature };
  return (await server.fetch('/api/webhooks/stripe', { method: 'POST', headers, body: event.raw })).status;
}

/** The guest taps the card, and Stripe sends its event. */
async function pay(card = VISA, tip = 0, at = 'Counter 1'): Promise<void> {
  expect(await sendReaderEvent('action_succeeded', terminal.tap(terminal.reader(at), card, tip))).toBe(200);
}

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
}

test('a reader is registered by its code, listed for staff of the location, and removed', async () => {
  const added = await register('Patio');
  expect(added.body.reader).toMatchObject({ name: 'Patio', locationId: 'truro', device: 'Simulated wisepos e' });
  const names = async (as: Caller) => {
    const { status, body } = await server.call('getReaders', { query: { locationId: 'truro' } }, as);
    return status === 200 ? body.readers.map(({ name }) => name) : status;
  };
  expect([await names(staff), await names(elsewhere)]).toEqual([['Counter 1', 'Counter 2', 'Patio'], 403]);
  expect((await server.call('getReaders', { query: { locationId: 'truro' } }, staff)).body.canAdd).toBe(true);
  const body = { readerId: added.body.reader.readerId };
  const removed = await server.call('removeReader', { body }, owner);
  expect([removed.status, await names(staff)]).toEqual([200, ['Counter 1', 'Counter 2']]);
  expect((await server.call('removeReader', { body }, owner)).status).toBe(200);
  expect(() => terminal.reader('Patio')).toThrow('Patio');
  const storedMessages = await context.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', body.readerId)
    .orderBy('id')
    .execute();
  expect(storedMessages.map(({ action }) => action)).toEqual(['add-reader', 'remove-reader']);
  // Both belong to the same location at Stripe.
  expect([...terminal.places.values()]).toMatchObject([
    { display_name: 'Truro Heights', address: { city: 'Truro', state: 'NS', country: 'CA' } },
  ]);
});

test('a wrong code is explained, the first reader of a location needs its town, and a lost response registers one reader', async () => {
  const wrong = await register('Bar', { code: 'maple-otter' });
  expect([wrong.status, wrong.body]).toMatchObject([
    409,
    { error: 'The payment provider refused: The registration code is invalid or has expired.' },
  ]);
  expect((await register('Bar', { locationId: 'new-glasgow', city: '' })).body).toMatchObject({ field: 'city' });
  stripe.troubles = ['none', 'does-it-and-500', 'does-it-and-500', 'does-it-and-500'];
  const lost = await register('Bar', { locationId: 'new-glasgow', city: 'New Glasgow' });
  expect(lost.status).toBe(503);
  const found = await register('Bar', { locationId: 'new-glasgow', city: 'New Glasgow' });
  expect(found.status).toBe(200);
  const bars = [...terminal.readers.values()].filter(({ label }) => label === 'Bar');
  expect(bars).toHaveLength(1);
});

test('a partial payment waits at a reader, Stripe’s event pays it, and the receipt names the card', async () => {
  const { billId, due } = await order();
  const handed = await hand(billId, { amount: due, tip: 2 });
  expect(handed.status).toBe(200);
  expect(handed.body.bill).toMatchObject({ held: due, paid: 0, due });
  expect(await waiting(billId)).toMatchObject({ tender: 'terminal', reader: { name: 'Counter 1', said: null } });
  expect(terminal.inHand(terminal.reader('Counter 1'))).toMatchObject({
    amount: Math.round((due + 2) * 100),
    currency: 'cad',
    payment_method_types: ['card_present', 'interac_present'],
    capture_method: 'automatic',
  });
  await pay();
  const bill = await billOf(billId);
  expect(bill).toMatchObject({ state: 'settled', held: 0, due: 0 });
  expect(bill.payments).toMatchObject([{ amount: due, tip: 2, method: 'card', card: VISA, reader: null }]);
  const { order: paid } = (await server.call('getOrderDetails', { query: { orderId: billId } }, staff)).body;
  expect(paid).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'card' });
  const query = { orderId: billId, token: paid.metadata.orderToken };
  const receipt = await server.call('getOrderReceipt', { query }, staff);
  expect(receipt.body.parts).toEqual([{ tender: 'terminal', card: VISA, taken: round(due + 2), tip: 2 }]);
  const html = await (await server.fetch(`/api/getOrderReceiptPdf?orderId=${billId}&token=${query.token}`)).text();
  expect(html.length).toBeGreaterThan(100);
  await sound();
});

test('a declined payment shows why, holds its amount, frees the reader and can be retried', async () => {
  const { billId, due } = await order();
  const { sessionId } = (await hand(billId, { amount: due })).body;
  const reader = terminal.reader('Counter 1');
  await sendReaderEvent(
    'action_failed',
    terminal.giveUp(reader, 'card_declined', 'Your card was declined.', 'insufficient_funds'),
  );
  expect((await waiting(billId))?.reader).toMatchObject({ said: 'The card was declined: insufficient funds.' });
  expect(await billOf(billId)).toMatchObject({ held: due });
  const other = await order();
  const handed = await hand(other.billId, { amount: other.due });
  expect(handed.status).toBe(200);
  expect((await again(sessionId ?? '')).body).toMatchObject({
    error: expect.stringContaining(`waits for the card of order ${other.billId}`),
  });
  await pay();
  expect((await again(sessionId ?? '')).body.bill.payments).toMatchObject([{ reader: { said: null } }]);
  await pay();
  expect(await billOf(billId)).toMatchObject({ state: 'settled' });
  expect(terminal.taken().filter(({ metadata }) => metadata['tiffin_session'] === sessionId)).toHaveLength(1);
  await sound();
});

test('without an event, opening the bill or the sweep finds the payment', async () => {
  const looked = await order();
  await hand(looked.billId, { amount: looked.due });
  terminal.tap(terminal.reader('Counter 1'), VISA);
  expect(await billOf(looked.billId)).toMatchObject({ state: 'settled' });
  const swept = await order();
  await hand(swept.billId, { amount: swept.due });
  terminal.tap(terminal.reader('Counter 1'), VISA);
  server.clock.forward(61_000);
  await sweepPayments(context);
  const { state } = await context.db
    .selectFrom('bills')
    .select('state')
    .where('id', '=', swept.billId)
    .executeTakeFirstOrThrow();
  expect(state).toBe('settled');
});

/** The stored session, read without asking the provider. */
async function written(sessionId: string | null) {
  const row = await context.db
    .selectFrom('payment_sessions')
    .select(['status', 'reader_asked as asked', 'reader_said as said'])
    .where('id', '=', sessionId ?? '')
    .executeTakeFirstOrThrow();
  return row;
}

/** The bank declines the card, and the event has arrived. */
async function declined(billId: string, amount: number): Promise<string> {
  const { sessionId } = (await hand(billId, { amount })).body;
  terminal.giveUp(terminal.reader('Counter 1'), 'card_declined', 'Declined.', 'generic_decline');
  await billOf(billId);
  expect((await written(sessionId)).said).toBe('The card was declined.');
  return sessionId ?? '';
}

const READ_READER = /^GET \/v1\/terminal\/readers\//;

test('a reader’s report of an earlier attempt does not affect the current one', async () => {
  const { billId, due } = await order();
  const sessionId = await declined(billId, due);
  const late = stripe.holdUp(READ_READER, 'back');
  const notification = sendReaderEvent('action_failed', terminal.reader('Counter 1'));
  await late.reachedServer;
  await again(sessionId);
  late.letGo();
  expect(await notification).toBe(200);
  expect(await written(sessionId)).toEqual({ status: 'open', asked: 2, said: null });
});

test('while a payment is sent to a reader again, a late report of the previous attempt is ignored', async () => {
  const { billId, due } = await order();
  const sessionId = await declined(billId, due);
  const handing = stripe.holdUp(/process_payment_intent$/, 'there');
  const asking = again(sessionId);
  await handing.reachedServer;
  await billOf(billId);
  expect(await written(sessionId)).toEqual({ status: 'open', asked: 2, said: null });
  const late = stripe.holdUp(READ_READER, 'back');
  const looking = billOf(billId);
  await late.reachedServer;
  handing.letGo();
  await asking;
  late.letGo();
  await looking;
  expect(await written(sessionId)).toEqual({ status: 'open', asked: 2, said: null });
  terminal.giveUp(terminal.reader('Counter 1'), 'card_declined', 'Declined.', 'insufficient_funds');
  expect((await waiting(billId))?.reader?.said).toBe('The card was declined: insufficient funds.');
});

test('half a minute after the sending process died, the reader’s report counts', async () => {
  const { billId, due } = await order();
  const sessionId = await declined(billId, due);
  const handingUntil = new Date(server.clock.now().getTime() + 30_000);
  await context.db
    .updateTable('payment_sessions')
    .set({ reader_said: null, reader_asked: 2, reader_handing_until: handingUntil })
    .where('id', '=', sessionId)
    .execute();
  expect((await waiting(billId))?.reader?.said).toBeNull();
  server.clock.forward(30_000);
  expect((await waiting(billId))?.reader?.said).toBe('The card was declined.');
});

test('a payment that the provider does not know is closed, and its amount and reader are free', async () => {
  const forget = () => terminal.intents.delete(terminal.inHand(terminal.reader('Counter 1')).id);
  const looked = await order();
  const { sessionId } = (await hand(looked.billId, { amount: looked.due })).body;
  forget();
  expect(await billOf(looked.billId)).toMatchObject({ held: 0, due: looked.due });
  expect((await written(sessionId)).status).toBe('cancelled');
  terminal.reader('Counter 1').action = null;
  const swept = await order();
  const second = (await hand(swept.billId, { amount: swept.due })).body;
  forget();
  server.clock.forward(11 * 60_000);
  await sweepPayments(context);
  expect((await written(second.sessionId)).status).toBe('cancelled');
  terminal.reader('Counter 1').action = null;
  const letGoOf = (await hand(swept.billId, { amount: swept.due })).body;
  forget();
  expect((await letGo(letGoOf.sessionId ?? '')).body.status).toBe('cancelled');
  await sound();
});

test('a failure that Stripe repeats for a day is not taken as the result of the next attempt', async () => {
  const { billId, due } = await order();
  stripe.troubles = ['keeps-500'];
  const { sessionId } = (await hand(billId, { amount: due })).body;
  expect((await waiting(billId))?.reader?.said).toBe('The card provider does not answer. No payment was taken.');
  expect((await again(sessionId ?? '')).body.bill.payments).toMatchObject([{ reader: { said: null } }]);
  await pay();
  expect(await billOf(billId)).toMatchObject({ state: 'settled' });
});

test('pressing twice or repeating after a lost response makes one payment and one attempt', async () => {
  const { billId, due } = await order();
  const key = crypto.randomUUID();
  const before = terminal.intents.size;
  const [first, second] = await Promise.all([hand(billId, { amount: due }, key), hand(billId, { amount: due }, key)]);
  const third = await hand(billId, { amount: due }, key);
  const answered = [first, second, third].filter(({ status }) => status === 200);
  expect(answered.length).toBeGreaterThan(1);
  expect(new Set(answered.map(({ body }) => body.sessionId)).size).toBe(1);
  expect(terminal.intents.size).toBe(before + 1);
  const reader = terminal.reader('Counter 1');
  await sendReaderEvent('action_failed', terminal.giveUp(reader, 'customer_canceled', 'Canceled by the customer.'));
  expect((await waiting(billId))?.reader?.said).toBe('The guest pressed Cancel on the reader.');
  // Repeating the request makes no new attempt.
  await hand(billId, { amount: due }, key);
  expect(reader.action?.status).toBe('failed');
});

test('of two tills that take the rest of a bill at once, one succeeds', async () => {
  const { billId, due } = await order();
  const both = await Promise.all([
    hand(billId, { amount: due }),
    hand(billId, { amount: due, readerId: counter2.readerId }),
  ]);
  expect(statuses(both)).toEqual([200, 409]);
  const two = [await order(), await order()];
  const one = await Promise.all(
    two.map((each) =>
      hand(each.billId, { amount: each.due, readerId: both[0].status === 200 ? counter2.readerId : counter1.readerId }),
    ),
  );
  expect(statuses(one)).toEqual([200, 409]);
  const refused = one.find(({ status }) => status === 409);
  expect(refused?.body.error).toMatch(/^This reader waits for the card of /);
  await sound();
});

test('an offline reader is reported, and the payment moves to another reader or is cancelled', async () => {
  const { billId, due } = await order();
  terminal.reader('Counter 1').status = 'offline';
  const { sessionId } = (await hand(billId, { amount: due })).body;
  const words = 'The reader is offline. Check that it is switched on and connected.';
  expect((await waiting(billId))?.reader).toMatchObject({ name: 'Counter 1', said: words });
  expect((await again(sessionId ?? '', counter2.readerId)).body.bill.payments).toMatchObject([
    { reader: { name: 'Counter 2', said: null } },
  ]);
  expect((await letGo(sessionId ?? '')).body.status).toBe('cancelled');
  expect(await billOf(billId)).toMatchObject({ held: 0, due });
  expect(terminal.reader('Counter 2').action?.status).toBe('failed');
  expect((await again(sessionId ?? '')).body.error).toBe('This payment is over.');
  const { order: unpaid } = (await server.call('getOrderDetails', { query: { orderId: billId } }, staff)).body;
  expect(unpaid).toMatchObject({ paymentStatus: 'unpaid' });
  await sound();
});

test.each([[500], ['drops']] as const)(
  'Stripe fails before the reader is reached (%s): staff see an error and can retry',
  async (trouble) => {
    const { billId, due } = await order();
    stripe.troubles = [trouble, trouble, trouble];
    const { body, status } = await hand(billId, { amount: due });
    expect(status).toBe(200);
    stripe.troubles = [];
    expect((await waiting(billId))?.reader?.said).toBe('The card provider does not answer. No payment was taken.');
    await again(body.sessionId ?? '');
    await pay();
    expect(await billOf(billId)).toMatchObject({ state: 'settled' });
  },
  60_000,
);

test('a lost response to the reader request: the reader asks once and is paid once', async () => {
  const { billId, due } = await order();
  stripe.troubles = ['none', 'does-it-and-500', 'does-it-and-500', 'does-it-and-500'];
  const { status } = await hand(billId, { amount: due });
  expect([status, (await waiting(billId))?.reader?.said]).toEqual([200, null]);
  await pay();
  expect(await billOf(billId)).toMatchObject({ state: 'settled', paid: due });
});

test('a payment that is cancelled while the card is charged still counts', async () => {
  const { billId, due } = await order();
  const { sessionId } = (await hand(billId, { amount: due })).body;
  terminal.tap(terminal.reader('Counter 1'), VISA);
  expect((await letGo(sessionId ?? '')).body).toMatchObject({ status: 'paid', orderId: billId });
  expect(await billOf(billId)).toMatchObject({ state: 'settled' });
});

test('cancelling one payment leaves another guest’s payment at the reader untouched', async () => {
  const mine = await order();
  const { sessionId } = (await hand(mine.billId, { amount: mine.due })).body;
  await sendReaderEvent(
    'action_failed',
    terminal.giveUp(terminal.reader('Counter 1'), 'card_read_error', 'Unreadable'),
  );
  const otherOrder = await order();
  await hand(otherOrder.billId, { amount: otherOrder.due });
  await letGo(sessionId ?? '');
  await pay();
  expect(await billOf(otherOrder.billId)).toMatchObject({ state: 'settled' });
});

test('after ten minutes a reader payment is cancelled and its amount is free', async () => {
  const { billId, due } = await order();
  await hand(billId, { amount: due });
  server.clock.forward(11 * 60_000);
  await sweepPayments(context);
  expect(terminal.reader('Counter 1').action?.status).toBe('failed');
  expect(await billOf(billId)).toMatchObject({ held: 0, due });
});

test('a tip at the reader belongs to the payment and is suggested on the location’s tip base', async () => {
  const { billId, due } = await order();
  await hand(billId, { amount: due, askTip: true });
  const { order: placed } = (await server.call('getOrderDetails', { query: { orderId: billId } }, staff)).body;
  const { subtotal, tax } = placed.pricing;
  expect(terminal.reader('Counter 1').action?.process_payment_intent?.process_config).toMatchObject({
    skip_tipping: false,
    tipping: { amount_eligible: Math.round((subtotal + tax) * 100) },
  });
  await pay(VISA, 450);
  expect((await billOf(billId)).payments).toMatchObject([{ amount: due, tip: 4.5 }]);
  await reconcileDay(context, localDate(server.clock.now(), 'America/Halifax'));
  const day = await context.db
    .selectFrom('reconciliations')
    .select('differences')
    .orderBy('checked_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(day.differences).toEqual([]);
  await sound();
});

test('a bill is paid by cash and reader, and the card part is refunded through Stripe', async () => {
  const { billId, due } = await order();
  const cash = { billId, tender: 'cash' as const, amount: 10, given: 20 };
  await server.call('addPayment', { body: cash }, { ...staff, 'idempotency-key': crypto.randomUUID() });
  await hand(billId, { amount: round(due - 10) });
  await pay();
  expect(await billOf(billId)).toMatchObject({ state: 'settled' });
  const { body } = await server.call('cancelOrder', { body: { orderId: billId } }, manager);
  expect(new Set(body.refunds.map(({ method, status }) => `${method} ${status}`))).toEqual(
    new Set(['card succeeded', 'cash requested']),
  );
  expect([...stripe.refunds.values()].at(-1)).toMatchObject({ amount: Math.round((due - 10) * 100) });
  await sound();
});

test('Interac is refunded by hand only: refused first, then recorded, and the reconciliation agrees', async () => {
  const { billId, due } = await order();
  await hand(billId, { amount: due });
  await pay(INTERAC);
  expect((await billOf(billId)).payments).toMatchObject([{ method: 'manual', card: INTERAC }]);
  const asked = { orderId: billId, amount: 5, reason: 'cold' };
  const refused = await server.call('refundAmount', { body: asked }, manager);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'card-needed', byHand: 5 }]);
  const items = { orderId: billId, items: [{ line: 1, quantity: 1 }], reason: 'cold' };
  expect((await server.call('refundOrderItems', { body: items }, manager)).body.code).toBe('card-needed');
  const made = await server.call('refundAmount', { body: { ...asked, byHand: true } }, manager);
  expect(made.body.refunds).toMatchObject([{ method: 'manual', status: 'succeeded', amount: 5 }]);
  const undone = { billId, paymentId: (await billOf(billId)).payments[0]?.paymentId ?? '', reason: 'wrong' };
  expect((await server.call('undoPayment', { body: undone }, manager)).status).toBe(409);
  const { body } = await server.call('cancelOrder', { body: { orderId: billId } }, manager);
  expect(body.refund).toMatchObject({ method: 'manual', status: 'requested', amount: round(due - 5) });
  await reconcileDay(context, localDate(server.clock.now(), 'America/Halifax'));
  const day = await context.db
    .selectFrom('reconciliations')
    .select('differences')
    .orderBy('checked_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(day.differences).toEqual([]);
  await sound();
});

test('a reader payment of a bill that is already paid is refunded; Interac is refunded by hand and dismissed', async () => {
  for (const card of [VISA, INTERAC]) {
    const { billId, due } = await order();
    const { sessionId } = (await hand(billId, { amount: due })).body;
    const reader = terminal.reader('Counter 1');
    // The till takes the whole amount while Stripe cannot cancel the payment at the reader.
    stripe.troubles = Array.from({ length: 30 }, () => 500 as const);
    await server.call('processOrderPayment', { body: { orderId: billId } }, staff);
    await server.settle();
    stripe.troubles = [];
    Object.assign(reader, terminal.tap(reader, card));
    await sendReaderEvent('action_succeeded', reader);
    await server.settle();
    expect(await billOf(billId)).toMatchObject({ state: 'settled', paid: due });
    const listed = async () => {
      const { sessions, refunds } = (await server.call('getPaymentIssues', {}, owner)).body;
      const session = sessions.find((each) => each.sessionId === sessionId);
      return { reason: session?.reason, open: refunds.filter((each) => each.orderId === null).length };
    };
    const isCard = card === VISA;
    expect((await listed()).reason).toContain(isCard ? 'already paid' : 'need the card in the reader: hand it back');
    expect((await listed()).open).toBe(isCard ? 0 : 1);
    await server.call('resolvePaymentIssue', { body: { sessionId: sessionId ?? '' } }, owner);
    expect(await listed()).toEqual({ reason: undefined, open: 0 });
    await sound();
  }
}, 60_000);

test('readers of another location, removed readers and staff of other locations are refused', async () => {
  const { billId, due } = await order();
  const bar = await context.db
    .selectFrom('card_readers')
    .select('id')
    .where('name', '=', 'Bar')
    .executeTakeFirstOrThrow();
  expect((await hand(billId, { amount: due, readerId: bar.id })).status).toBe(404);
  expect((await hand(billId, { amount: due }, undefined, elsewhere)).status).toBe(403);
  const { sessionId } = (await hand(billId, { amount: due })).body;
  const asked = await server.call('retryTerminalPayment', { body: { sessionId: sessionId ?? '' } }, elsewhere);
  expect(asked.status).toBe(403);
  const removing = await server.call('removeReader', { body: { readerId: counter1.readerId } }, owner);
  expect([removing.status, removing.body.error]).toMatchObject([409, expect.stringContaining(billId)]);
});

test('a reader moves to another location only when idle, and a payment sent meanwhile finds it gone', async () => {
  const carry = (locationId: string, name: string) =>
    register(name, { code: 'simulated-Patio 2', locationId, city: 'New Glasgow' });
  const { readerId } = (await carry('truro', 'Patio 2')).body.reader;
  const { billId, due } = await order();
  const { sessionId } = (await hand(billId, { amount: due, readerId })).body;
  const refused = await carry('new-glasgow', 'Window');
  expect([refused.status, refused.body.error]).toEqual([
    409,
    `This reader is still busy with a payment of order ${billId} at another location. Cancel it there first.`,
  ]);
  expect((await carry('truro', 'Patio 3')).body.reader).toMatchObject({ readerId, name: 'Patio 3' });
  await letGo(sessionId ?? '');
  terminal.reader('Patio 3').action = null;
  const [carried, handed] = await Promise.all([
    carry('new-glasgow', 'Window'),
    hand(billId, { amount: due, readerId }),
  ]);
  // Whichever request comes first wins; the other is refused.
  expect([200, 404].includes(handed.status) && statuses([carried, handed])).toEqual(
    carried.status === 200 ? [200, 404] : [200, 409],
  );
  await sound();
});

test('an amount that a reader holds cannot be removed from the bill, and the error names the reader', async () => {
  const { billId, due } = await order();
  const { sessionId } = (await hand(billId, { amount: due })).body;
  const off = { orderId: billId, version: null, kind: 'percent' as const, value: 10, reason: 'wait' as const };
  const give = () => server.call('addDiscount', { body: off }, { ...manager, 'idempotency-key': crypto.randomUUID() });
  expect((await give()).body).toMatchObject({
    error: `Counter 1 holds $${due.toFixed(2)} for a card. Cancel that first, then take something off.`,
    held: due,
  });
  await letGo(sessionId ?? '');
  expect((await give()).status).toBe(200);
});
