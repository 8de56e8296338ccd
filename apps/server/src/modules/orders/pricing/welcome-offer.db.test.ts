import { cents, fromDollars } from '@tiffin/domain/core';
import { priceAfterOffer } from '@tiffin/domain/pricing';
import { expect, test } from 'vitest';
import { customerWithOffer, signUpForOffers } from '../../../testing/customer-with-offer.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const till = tillOf(server);
const payload = await payloadMaker(server);
const admin = await server.signIn('admin@demo.test');

let guests = 0;

function newGuest(): Promise<{ caller: Caller; code: string }> {
  return customerWithOffer(server, `welcome${++guests}@guest.test`);
}

const ownContact = (guest: number) => ({
  name: 'Asha Menon',
  email: `welcome${guest}@guest.test`,
  phone: '(902) 555-0177',
});

function order(caller: Caller, welcomeCode: string, percentOff = 10) {
  return server.call('createCustomerOrderCash', { body: { ...payload({ percentOff }), welcomeCode } }, caller);
}

function offerOf(caller: Caller) {
  return server.call('getWelcomeOffer', { query: {} }, caller).then(({ body }) => body.offer);
}

test('the code of the welcome mail takes 10 % off each dish of the first order, once [A-MAIL-26]', async () => {
  const { caller, code } = await newGuest();
  const full = payload();
  const { status, body } = await order(caller, ` ${code.toLowerCase()} `);
  expect(status).toBe(200);
  expect(body.order.items.map(({ price }) => price)).toEqual(
    full.items.map(({ price }) => priceAfterOffer(fromDollars(price) ?? cents(0), 10) / 100),
  );
  expect(body.order.pricing.total).toBeLessThan(full.pricing.total);
  expect(body.order.metadata).toMatchObject({ welcomeCode: code });
  expect(body.order.metadata).not.toHaveProperty('savedCents');
  const { subtotal, discount } = body.order.pricing;
  expect(discount).toEqual({ code, amount: expect.any(Number) });
  expect(Math.round((subtotal + (discount?.amount ?? 0)) * 100)).toBe(Math.round(full.pricing.subtotal * 100));
  await server.settle();
  const mail = await server.context.db
    .selectFrom('messages')
    .select('body_text')
    .where('order_id', '=', body.orderId)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow();
  expect(mail.body_text).toContain(`Discount (${code})`);
  expect(mail.body_text).toContain(`-$${discount?.amount.toFixed(2)}`);
  expect(await offerOf(caller)).toBeNull();
  expect(await order(caller, code)).toMatchObject({
    status: 409,
    body: {
      code: 'offer-over',
      reason: 'used',
      error: expect.stringMatching(/^You used this code for your order of /),
    },
  });
  expect((await order(caller, '', 0)).status).toBe(200);
});

/** An account of an earlier version, whose code was mailed before its address was confirmed. */
async function unconfirmedWithCode(): Promise<{ caller: Caller; code: string }> {
  const email = `unconfirmed${++guests}@guest.test`;
  const code = `WELCOME-OLD${guests}`;
  const caller = await signUpForOffers(server, email);
  await server.context.db.updateTable('users').set({ welcome_code: code }).where('email', '=', email).execute();
  return { caller, code };
}

test('an unconfirmed address that was promised the offer reads why it is not filled in, and can type the code', async () => {
  const { caller, code } = await unconfirmedWithCode();
  expect((await server.call('getWelcomeOffer', { query: {} }, caller)).body).toMatchObject({
    offer: null,
    problem: { reason: 'unconfirmed', message: expect.stringContaining('Confirm your email address') },
  });
  const typed = await server.call('getWelcomeOffer', { query: { code: ` ${code.toLowerCase()}` } }, caller);
  expect(typed.body).toMatchObject({ offer: { code, percentOff: 10 } });
  expect((await order(caller, code)).status).toBe(200);
});

test('an order without the code ends the offer, and the reason is shown for a month', async () => {
  const { caller, code } = await newGuest();
  expect((await order(caller, '', 0)).status).toBe(200);
  const why = {
    reason: 'not-first',
    message: expect.stringMatching(/^This offer is for first orders. You ordered on /),
  };
  expect((await server.call('getWelcomeOffer', { query: {} }, caller)).body).toMatchObject({
    offer: null,
    problem: why,
  });
  expect(await order(caller, code)).toMatchObject({
    status: 409,
    body: { code: 'offer-over', reason: why.reason, error: why.message },
  });
  const month = new Date(server.context.clock.now().getTime() - 31 * 86_400_000);
  const { me } = (await server.call('getMe', {}, caller)).body;
  await server.context.db
    .updateTable('orders')
    .set({ order_time: month })
    .where('user_id', '=', me?.uid ?? '')
    .execute();
  expect((await server.call('getWelcomeOffer', { query: {} }, caller)).body).not.toHaveProperty('problem');
});

test('an account that claimed its first order, or whose order staff took, still gets the offer', async () => {
  const { caller, code } = await newGuest();
  const { me } = (await server.call('getMe', {}, caller)).body;
  const request = payload({ customer: ownContact(guests) });
  const earlier = (await server.call('createCustomerOrderCash', { body: request }, SITE_KEY)).body;
  const claim = { orderId: earlier.orderId, token: earlier.order.metadata.orderToken };
  expect((await server.call('claimOrder', { body: claim }, caller)).body.orders).toHaveLength(1);
  const named = { ...request, customerInfo: { ...request.customerInfo, firebaseId: me?.uid ?? '' } };
  expect((await server.call('createAdminOrderUnpaid', { body: named }, admin)).status).toBe(200);
  const { orders } = (await server.call('getCustomerOrders', { query: {} }, caller)).body;
  expect(orders).toHaveLength(2);
  expect(await offerOf(caller)).toMatchObject({ code });
  expect((await order(caller, code)).status).toBe(200);
});

test.each([
  ['another customer', 'other-account'],
  ['a guest without an account', 'sign-in'],
])('a code typed by %s is refused with the reason %s', async (who, reason) => {
  const { code } = await newGuest();
  const typist = who === 'another customer' ? (await newGuest()).caller : SITE_KEY;
  const refused = await server.call('getWelcomeOffer', { query: { code } }, typist);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'offer-over', reason }]);
  const quoted = await server.call(
    'quoteOrder',
    {
      body: { locationId: 'truro', orderType: 'pickup', items: [{ id: 'garlic-naan', quantity: 1 }], offerCode: code },
    },
    typist,
  );
  expect([quoted.status, quoted.body]).toMatchObject([409, { code: 'offer-over', reason }]);
});

test('prices that leave out the offer, or include one without its code, are refused', async () => {
  const { caller, code } = await newGuest();
  expect((await order(caller, code, 0)).body.code).toBe('pricing-mismatch');
  expect((await order(caller, '', 10)).body.code).toBe('pricing-mismatch');
  expect(await offerOf(caller)).not.toBeNull();
});

test('another customer’s code, an invented code and a code without an account are refused', async () => {
  const { code } = await newGuest();
  const { caller: other } = await newGuest();
  for (const [who, request] of [
    [other, code],
    [other, 'WELCOME-AAAAA'],
    [SITE_KEY, code],
  ] as const) {
    expect((await order(who, request)).body.code).toBe('offer-over');
  }
});

test('cancelling an order makes its code usable again', async () => {
  const { caller, code } = await newGuest();
  const { orderId } = (await order(caller, code)).body;
  await server.call('cancelOrder', { body: { orderId, cancelReason: 'No flour' } }, admin);
  expect(await offerOf(caller)).not.toBeNull();
  expect((await order(caller, code)).status).toBe(200);
});

test('of five simultaneous orders with one code exactly one succeeds, in five rounds', async () => {
  for (let round = 0; round < 5; round++) {
    const { caller, code } = await newGuest();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => order(caller, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    // The others read why, with the order that used the code.
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body)).toEqual(
      refused.map(() =>
        expect.objectContaining({ reason: 'used', error: expect.stringContaining('for your order of') }),
      ),
    );
  }
});

test('a repeated request returns the first response', async () => {
  const { caller, code } = await newGuest();
  const keyed = { ...caller, 'idempotency-key': 'welcome-once' };
  const [first, second] = await Promise.all([order(keyed, code), order(keyed, code)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.orderId).toBe(first.body.orderId);
  expect((await order(keyed, code)).body.orderId).toBe(first.body.orderId);
});

const open = (caller: Caller, code: string, more: Caller = {}) =>
  server.call(
    'createCustomerPayment',
    { body: { orderData: { ...payload({ percentOff: 10 }), welcomeCode: code } } },
    { ...caller, ...more },
  );

/** Counts the guest's orders that are not cancelled, and those among them with the code. */
async function ordersOf(caller: Caller) {
  const { orders } = (await server.call('getCustomerOrders', {}, caller)).body;
  const standing = orders.filter(({ status }) => status !== 'cancelled');
  return [standing.length, standing.filter(({ pricing }) => pricing.total === cheap).length];
}
const cheap = payload({ percentOff: 10 }).pricing.total;

test('a card payment charges the discounted price that was shown and uses up the offer [A-MAIL-26]', async () => {
  const { caller, code } = await newGuest();
  const { body } = await open(caller, code);
  expect(body.pricing.total).toBe(cheap);
  await till.pay(body.paymentUrl);
  const placed = await server.call('getOrderBySessionId', { body: { sessionId: body.sessionId } }, caller);
  expect(placed.body.order.pricing).toMatchObject({ total: cheap, discount: { code } });
  expect(await open(caller, code)).toMatchObject({ status: 409, body: { code: 'offer-over' } });
});

test('a second payment with the code closes the first payment page', async () => {
  const { caller, code } = await newGuest();
  const [one, two] = [(await open(caller, code)).body, (await open(caller, code)).body];
  expect(await (await till.pay(one.paymentUrl)).text()).toContain('cancelled');
  await till.pay(two.paymentUrl);
  await till.deliver();
  expect(await ordersOf(caller)).toEqual([1, 1]);
});

test('a repeated request returns the same payment page', async () => {
  const { caller, code } = await newGuest();
  const key = { 'idempotency-key': 'pay-once' };
  const [one, two] = [(await open(caller, code, key)).body, (await open(caller, code, key)).body];
  expect(two.paymentUrl).toBe(one.paymentUrl);
  await till.pay(one.paymentUrl);
  await till.deliver();
  expect(await ordersOf(caller)).toEqual([1, 1]);
});

test('a page paid before its webhook arrived becomes the order, and a second page gets no offer', async () => {
  const { caller, code } = await newGuest();
  const { paymentUrl } = (await open(caller, code)).body;
  await till.pay(paymentUrl);
  expect(await open(caller, code)).toMatchObject({ status: 409, body: { code: 'offer-over' } });
  expect(await ordersOf(caller)).toEqual([1, 1]);
});

test('a cash order with the code closes the open payment page', async () => {
  const { caller, code } = await newGuest();
  const { paymentUrl } = (await open(caller, code)).body;
  expect((await order(caller, code)).status).toBe(200);
  await till.pay(paymentUrl);
  await till.deliver();
  expect(await ordersOf(caller)).toEqual([1, 1]);
});

test('of simultaneous payments and orders with one code exactly one gets the offer, in five rounds', async () => {
  for (let round = 0; round < 5; round++) {
    const { caller, code } = await newGuest();
    const [cash, ...cards] = await Promise.all([order(caller, code), ...[1, 2, 3].map(() => open(caller, code))]);
    expect([200, 409]).toContain(cash.status);
    for (const { status, body } of cards) {
      expect([200, 409]).toContain(status);
      if (status === 200) await till.pay(body.paymentUrl);
    }
    await till.deliver();
    expect(await ordersOf(caller)).toEqual([1, 1]);
  }
});

test('a payment on a page that was replaced while the provider was down is refunded automatically', async () => {
  const { caller, code } = await newGuest();
  const one = (await open(caller, code)).body;
  till.failures.down = true;
  expect((await order(caller, code)).status).toBe(200);
  till.failures.down = false;
  await till.pay(one.paymentUrl);
  await till.deliver();
  expect(await ordersOf(caller)).toEqual([1, 1]);
  const refunds = await server.context.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount_cents', 'reason'])
    .where('session_id', '=', one.sessionId)
    .execute();
  expect(refunds).toEqual([
    { amount_cents: Math.round(cheap * 100), reason: 'A payment arrived after it had been cancelled' },
  ]);
});

test('an order with too little stock is refused with the dish’s name, and its code stays usable', async () => {
  const { caller, code } = await newGuest();
  const itemId = 'garlic-naan';
  const count = (left: number | null) =>
    server.call('setStock', { body: { locationId: 'truro', itemId, left } }, admin);
  const orderBody = (portions: number) => {
    const body = { ...payload({ dishes: { [itemId]: portions }, percentOff: 10 }), welcomeCode: code };
    return server.call('createCustomerOrderCash', { body }, caller);
  };
  await count(2);
  const refused = await orderBody(3);
  expect([refused.status, refused.body.error]).toEqual([409, 'Only 2 left of Garlic Naan.']);
  expect(await offerOf(caller)).not.toBeNull();
  expect((await orderBody(2)).status).toBe(200);
  await count(null);
});
