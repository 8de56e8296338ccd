import { failure } from '@tiffin/domain/core';
import { ANONYMOUS_ACTOR } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { bookingOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { REQUEST_LIMITS } from '@tiffin/contract';
import { keepUseCounted, PossibleGuess, withinRate } from './rate-limiter.ts';

const server = await testServer({ env: { TRUST_PROXY: '1' } });
const truro = await payloadMaker(server);
const asha = await server.signIn('customer@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const from = (address: string, as: Caller = SITE_KEY): Caller => ({ ...as, 'x-forwarded-for': address });

const detailsOf = (orderId: string, as: Caller) => server.call('getCustomerOrderDetails', { query: { orderId } }, as);
const paidBy = (sessionId: string, as: Caller) => server.call('getOrderBySessionId', { body: { sessionId } }, as);

const AT_ONCE = 20;

async function many(times: number, ask: (n: number) => Promise<{ status: number }>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let done = 0; done < times; done += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, times - done) }, (_, n) => ask(done + n));
    for (const { status } of await Promise.all(some)) statuses.add(status);
  }
  return statuses;
}

test('guessing order and payment ids is limited per address without affecting others', async () => {
  const { orderId } = (await server.call('createCustomerOrderCash', { body: { ...truro() } }, asha)).body;
  const guesser = from('203.0.113.7');
  const half = REQUEST_LIMITS.guessOrder.most / 2;
  expect(await many(half, (n) => detailsOf(`TRU-20261120-AA${n}`, guesser))).toEqual(new Set([404]));
  expect(await many(half, (n) => paidBy(`pay_${n}`, guesser))).toEqual(new Set([404]));
  const late = await detailsOf('TRU-20261120-AAAAA', guesser);
  expect([late.status, late.body.code, late.headers.get('retry-after')]).toEqual([429, 'rate-limited', '600']);
  expect((await paidBy('pay_x', guesser)).status).toBe(429);
  expect((await detailsOf(orderId, from('203.0.113.8', asha))).status).toBe(200);
  expect((await detailsOf(orderId, from('203.0.113.7', staff))).status).toBe(200);
  server.clock.forward(10 * 60_000);
  expect((await detailsOf(orderId, from('203.0.113.7', asha))).status).toBe(200);
});

test('requests for existing orders are not counted', async () => {
  const { orderId } = (await server.call('createCustomerOrderCash', { body: { ...truro() } }, asha)).body;
  const home = from('203.0.113.9', asha);
  expect(await many(REQUEST_LIMITS.guessOrder.most + 1, () => detailsOf(orderId, home))).toEqual(new Set([200]));
});

test('wrong codes of gift cards are limited per address and account, wherever they are typed; right ones are not', async () => {
  const sell = { locationId: 'truro', amount: 30, tender: 'cash' as const };
  const sold = await server.call('buyGiftCard', { body: sell }, { ...staff, 'idempotency-key': crypto.randomUUID() });
  const code = sold.body.giftCard?.code ?? '';
  const balance = (typed: string, as: Caller) => server.call('getGiftCardBalance', { query: { code: typed } }, as);
  const guesser = from('203.0.113.40', asha);
  const { most, seconds } = REQUEST_LIMITS.guessGiftCard;
  expect(await many(most + 1, () => balance(code, guesser))).toEqual(new Set([200]));
  expect(await many(most, (n) => balance(`WRONG-${n}`, guesser))).toEqual(new Set([409]));
  const late = await balance(code, guesser);
  expect([late.status, late.body.code, late.headers.get('retry-after')]).toEqual([429, 'too-many-requests', '3600']);
  const body = { ...truro(), giftCardCode: code };
  expect((await server.call('createCustomerOrderCash', { body }, guesser)).status).toBe(429);
  expect((await balance(code, from('203.0.113.41', asha))).status).toBe(429);
  expect((await balance(code, from('203.0.113.40'))).status).toBe(429);
  expect((await balance(code, from('203.0.113.41'))).status).toBe(200);
  expect((await balance(code, from('203.0.113.40', staff))).status).toBe(200);
  server.clock.forward(seconds * 1_000);
  expect((await balance(code, guesser)).status).toBe(200);
});

test('wrong codes of offers are limited per address and account, wherever they are typed; right ones are not', async () => {
  const admin = await server.signIn('admin@demo.test');
  const promotion = { name: 'Friends', code: 'AQ7', conditions: [], isActive: true };
  const effect = { kind: 'percent', of: 'order', percent: 50 } as const;
  expect((await server.call('savePromotion', { body: { ...promotion, effect } }, admin)).status).toBe(200);
  const check = (code: string, as: Caller) => server.call('getOffers', { query: { locationId: 'truro', code } }, as);
  const { most, seconds } = REQUEST_LIMITS.guessOfferCode;
  const guesser = from('203.0.113.50', asha);
  // Right codes, also many at once, and checks without a code use nothing up.
  expect(await many(most + 1, () => check('AQ7', guesser))).toEqual(new Set([200]));
  const { items, locationInfo, ...rest } = truro();
  const order = (code: string) => ({ body: { ...rest, items, locationInfo, promoCode: code } });
  const quote = (code: string) => ({ body: { locationId: 'truro', items, promoCode: code } });
  const online = (code: string) => ({ body: { orderData: { ...order(code).body, paymentMethod: 'online' as const } } });
  const places = [
    (n: number) => check(`B${n}`, guesser),
    (n: number) => server.call('quoteOrder', quote(`C${n}`), guesser),
    (n: number) => server.call('createCustomerOrderCash', order(`D${n}`), guesser),
    (n: number) => server.call('createCustomerPayment', online(`E${n}`), guesser),
    (n: number) => server.call('getWelcomeOffer', { query: { code: `WELCOME-${n}` } }, guesser),
    (n: number) => server.call('quoteOrder', { body: { ...quote('').body, offerCode: `F${n}` } }, guesser),
  ];
  for (let n = 0; n < most; n++) {
    const refused = await places[n % places.length]?.(n);
    expect([n, refused?.status]).toEqual([n, 409]);
  }
  const late = await check('AQ7', guesser);
  expect([late.status, late.body.code, late.headers.get('retry-after')]).toEqual([429, 'too-many-codes', '3600']);
  expect((await server.call('quoteOrder', quote('AQ7'), guesser)).status).toBe(429);
  expect((await server.call('createCustomerOrderCash', order('AQ7'), guesser)).status).toBe(429);
  expect((await check('AQ7', from('203.0.113.51', asha))).status).toBe(429);
  expect((await check('AQ7', from('203.0.113.50'))).status).toBe(429);
  expect((await check('AQ7', from('203.0.113.51'))).status).toBe(200);
  // Without a code everybody orders as before, and staff share an address with their guests.
  expect((await server.call('getOffers', { query: { locationId: 'truro' } }, guesser)).status).toBe(200);
  expect((await server.call('createCustomerOrderCash', order(''), guesser)).status).toBe(200);
  expect((await check('AQ7', from('203.0.113.50', staff))).status).toBe(200);
  server.clock.forward(seconds * 1_000);
  expect((await check('AQ7', guesser)).status).toBe(200);
});

test('a visitor without a session checks a code in the cart, and wrong ones count as guesses', async () => {
  const admin = await server.signIn('admin@demo.test');
  const promotion = { name: 'Lunch', code: 'NOON7', conditions: [], isActive: true };
  const effect = { kind: 'percent', of: 'order', percent: 10 } as const;
  expect((await server.call('savePromotion', { body: { ...promotion, effect } }, admin)).status).toBe(200);
  const visitor = from('203.0.113.77', {});
  const check = (code: string) => server.call('getOffers', { query: { locationId: 'truro', code } }, visitor);
  const right = await check('noon7');
  expect([right.status, right.body.promotion?.name]).toEqual([200, 'Lunch']);
  const statuses: number[] = [];
  for (let n = 0; n <= REQUEST_LIMITS.guessOfferCode.most; n++) statuses.push((await check(`WRONG${n}`)).status);
  expect(statuses).toEqual([...statuses.slice(1).map(() => 409), 429]);
});

test('a guest who sends a right code and guesses the second one is limited like one who sends one code', async () => {
  const admin = await server.signIn('admin@demo.test');
  const effect = { kind: 'percent', of: 'order', percent: 50 } as const;
  const promotion = { name: 'Neighbours', code: 'NB7', conditions: [], isActive: true, effect };
  expect((await server.call('savePromotion', { body: promotion }, admin)).status).toBe(200);
  const { items } = truro();
  const guess = (n: number) => {
    const body = { locationId: 'truro', items, promoCode: 'NB7', offerCode: `WELCOME-${n}` };
    return server.call('quoteOrder', { body }, from('203.0.113.60'));
  };
  const { most } = REQUEST_LIMITS.guessOfferCode;
  const statuses: number[] = [];
  for (let n = 0; n < most + 5; n++) statuses.push((await guess(n)).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test('of forty codes sent at once no more than the limit are looked up, and right ones are refused only when it is used up', async () => {
  const sell = { locationId: 'truro', amount: 30, tender: 'cash' as const };
  const sold = await server.call('buyGiftCard', { body: sell }, { ...staff, 'idempotency-key': crypto.randomUUID() });
  const right = sold.body.giftCard?.code ?? '';
  const guesser = from('203.0.113.61', asha);
  const ask = (code: string) => server.call('getGiftCardBalance', { query: { code } }, guesser);
  const atOnce = async (codes: readonly string[]) => (await Promise.all(codes.map(ask))).map(({ status }) => status);
  const { most, seconds } = REQUEST_LIMITS.guessGiftCard;
  const wrong = (times: number) => Array.from({ length: times }, (_, n) => `WRONG-${n}`);
  server.clock.forward(seconds * 1_000);
  expect(new Set(await atOnce(wrong(most - 1)))).toEqual(new Set([409]));
  expect(new Set(await atOnce(Array.from({ length: 20 }, () => right)))).toEqual(new Set([200]));
  const counted = server.context.db.selectFrom('rate_limits').select('count').where('key', 'like', 'guess-gift-card%');
  expect(
    (await counted.where('window_started_at', '=', server.clock.now()).execute()).map(({ count }) => count),
  ).toEqual([most - 1, most - 1]);
  server.clock.forward(seconds * 1_000);
  const statuses = await atOnce([...wrong(39), right]);
  expect(statuses.filter((status) => status === 409)).toHaveLength(most);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40 - most);
});

test('wrong codes of a party are limited per address and per table, and its long code lets it in all the same', async () => {
  const admin = await server.signIn('admin@demo.test');
  const table = { tableId: 'g1', name: '1', area: 'Room', seats: 4, x: 0, y: 0, width: 100, height: 80 };
  const tables = [{ ...table, shape: 'rectangle' as const }];
  const plan = { locationId: 'truro', version: 0, areas: [{ name: 'Room' }], tables };
  expect((await server.call('saveFloor', { body: plan }, admin)).status).toBe(200);
  const updates = { tableOrdering: { isOn: true, firstRoundWaits: false } };
  expect((await server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin)).status).toBe(200);
  expect((await server.call('seatParty', { body: { tableId: 'g1', partySize: 2 } }, staff)).status).toBe(200);
  const { body: floor } = await server.call('getFloor', { query: { locationId: 'truro' } }, staff);
  const { code: right = '', longCode = '' } = floor.tables[0]?.sitting ?? {};
  const join = (code: string, as: Caller) => server.call('joinTable', { body: { tableId: 'g1', code } }, as);
  const { body: phone } = await join(right, from('203.0.113.80'));
  const { most, seconds } = REQUEST_LIMITS.guessTableCode;
  // One address alone shuts itself out, and nobody else. At its wifi the waiter tells the long code.
  const neighbour = from('203.0.113.79');
  const tried = await Promise.all(
    Array.from({ length: REQUEST_LIMITS.guessTable.most + 10 }, () => join('OOOO', neighbour)),
  );
  expect(tried.filter(({ status }) => status === 429)).toHaveLength(10);
  expect([(await join(right, neighbour)).status, (await join(longCode, neighbour)).status]).toEqual([429, 200]);
  expect((await join(right, from('203.0.113.80'))).status).toBe(200);
  server.clock.forward(seconds * 1_000);
  // All at once, from several addresses: no more than the limit of the table are looked up.
  const guesses = Array.from({ length: most + 10 }, (_, n) => join('OOOO', from(`203.0.113.${81 + (n % 5)}`)));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 409)).toHaveLength(most);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const late = await join(right, from('203.0.113.90'));
  expect([late.status, late.body.code]).toEqual([429, 'too-many-requests']);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await join(`${longCode.slice(0, 7)}O`, from('203.0.113.91'))).status).toBe(429);
  expect((await join(longCode.toLowerCase(), from('203.0.113.90'))).status).toBe(200);
  expect((await server.call('getTableTab', { query: { token: phone.token } }, from('203.0.113.81'))).status).toBe(200);
  server.clock.forward(seconds * 1_000);
  expect((await join(right, from('203.0.113.90'))).status).toBe(200);
});

test('a guest with the link of a lost order reads what happened, also where somebody else guesses links', async () => {
  const orderId = 'TRU-20261120-LOST2';
  const read = (token: string) =>
    server.call('getCustomerOrderDetails', { query: { orderId, token } }, from('203.0.113.10', SITE_KEY));
  expect(await many(REQUEST_LIMITS.guessToken.most, (n) => read(`guess-${n}`))).toEqual(new Set([404]));
  expect((await read('another-guess')).status).toBe(429);
  const own = await read(server.context.linkKeys('receipt', orderId));
  expect([own.status, own.body['isLost']]).toEqual([404, true]);
});

test('a guest who already has a table is told so, and trying other people’s addresses is limited [C-RES-08]', async () => {
  const owned = bookingOf();
  const book = (as: Caller, body = owned) => server.call('createReservation', { body }, as);
  expect((await book(from('203.0.113.20'))).status).toBe(200);
  const guesser = from('203.0.113.21');
  for (let left: number = REQUEST_LIMITS.guessBooking.most; left > 0; left -= 20) {
    expect(await many(Math.min(left, 20), () => book(guesser))).toEqual(new Set([409]));
    server.clock.forward(REQUEST_LIMITS.book.seconds * 1_000);
  }
  expect((await book(guesser)).status).toBe(429);
  expect((await book(guesser, bookingOf())).status).toBe(429);
  const own = await book(from('203.0.113.22'));
  expect([own.status, own.body.error]).toEqual([
    409,
    'You already have an active reservation at this location. Please cancel your existing reservation first.',
  ]);
});

test('asking whether a payment arrived is limited per person and address, well above what a waiting page needs', async () => {
  const home = from('203.0.113.30', asha);
  const { db } = server.context;
  const ask = async (as: Caller) => (await paidBy('pay_mine', as)).status;
  expect(await ask(home)).toBe(404);
  const counted = await db
    .selectFrom('rate_limits')
    .select(['key', 'count'])
    .where('key', 'like', 'look-for-payment%')
    .where('window_started_at', '=', server.clock.now())
    .execute();
  expect(counted).toHaveLength(2);
  for (const { key } of counted) {
    const limit = key.startsWith(`${REQUEST_LIMITS.lookForPayment.name}:`)
      ? REQUEST_LIMITS.lookForPayment
      : REQUEST_LIMITS.lookForPaymentFromAddress;
    expect(limit.most).toBeGreaterThan(2 * (limit.seconds / 3));
    await db.updateTable('rate_limits').set({ count: limit.most }).where('key', '=', key).execute();
    expect(await ask(home)).toBe(429);
    await db.updateTable('rate_limits').set({ count: 1 }).where('key', '=', key).execute();
  }
  expect(await ask(from('203.0.113.31'))).toBe(404);
  expect(await ask(from('203.0.113.30', staff))).toBe(404);
});

test('a possible guess counts as one also when the use of its call stays counted', async () => {
  const rate = { guess: { limit: { name: 'guess-once', most: 1, seconds: 60 }, code: 'order-not-found' } } as const;
  const caller = { actor: ANONYMOUS_ACTOR, from: { address: '203.0.113.90' } };
  const guess = () => Promise.reject(new PossibleGuess(failure('order-not-found', undefined, { isLost: true })));
  const ask = () => withinRate(server.context, rate, caller, () => guess().catch(keepUseCounted));
  await expect(ask()).rejects.toMatchObject({ failure: { code: 'order-not-found' } });
  await expect(ask()).rejects.toMatchObject({ failure: { code: 'rate-limited' } });
});
