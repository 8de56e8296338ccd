import { REQUEST_LIMITS } from '@tiffin/contract';
import { PAYMENT_PAGE_LIMITS } from '@tiffin/domain/payment';
import { MAX_SEATS_IN_USE } from '@tiffin/domain/reservation';
import { expect, test } from 'vitest';
import { releaseExpiredStock } from '../../modules/menu/stock/hold-stock.ts';
import { bookingOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { countLimitUses } from './rate-limiter.ts';

const server = await testServer({ env: { TRUST_PROXY: '1' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const from = (address: string, as: Caller = {}): Caller => ({ ...as, 'x-forwarded-for': address });

let otherGuests = 0;
async function throwAway(address: string): Promise<Caller> {
  const email = `stranger${++otherGuests}@nowhere.test`;
  const body = JSON.stringify({ email, password: 'Good-pass-1', name: 'Some Stranger' });
  const headers = { 'content-type': 'application/json' };
  await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body }, from(address));
  return from(address, await server.signIn(email, 'Good-pass-1'));
}

const book = (as: Caller, changes: Parameters<typeof bookingOf>[0] = {}) =>
  server.call('createReservation', { body: bookingOf(changes) }, as);

async function seatsOn(date: string): Promise<number> {
  const { seats } = await db
    .selectFrom('reservations')
    .select(({ fn }) => fn.sum<number>('party_size').as('seats'))
    .where('date', '=', date)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return seats ?? 0;
}

test('throw-away accounts at one address cannot book out a day', async () => {
  const address = '203.0.113.1';
  const accounts = await Promise.all([throwAway(address), throwAway(address)]);
  const date = '2026-12-01';
  const times = Array.from({ length: 20 }, (_, n) => `${12 + Math.floor(n / 2)}:${n % 2 ? '30' : '00'}`);
  const requests = times.flatMap((time) => accounts.map((as) => ({ as, time })));
  const answers = await Promise.all(requests.map(({ as, time }) => book(as, { date, time, partySize: 20 })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
    code: 'proof-needed',
    // Without a mail server the message does not claim that a link was sent.
    error: expect.stringMatching(
      /^Please confirm your email address first\. Then book again, or call us at [\d() -]+\.$/,
    ),
  });
  expect(await seatsOn(date)).toBe(40);
});

test('callers without an account cannot book out a day, whatever names they use', async () => {
  const date = '2026-12-02';
  for (let hour = 12; hour <= 21; hour++) {
    for (const partySize of [8, 8, 20]) await book(from('203.0.113.2'), { date, time: `${hour}:00`, partySize });
  }
  expect(await seatsOn(date)).toBeLessThanOrEqual(MAX_SEATS_IN_USE.onDay.address);
  const more = await book(from('203.0.113.2'), { date, time: '21:30', partySize: 8 });
  expect([more.status, more.body.code]).toEqual([409, 'too-many-seats']);
  expect((await book(from('203.0.113.3'), { date, time: '21:30', partySize: 8 })).status).toBe(200);
});

test('when a day has many large parties, another needs a confirmed account; small parties do not', async () => {
  const date = '2026-12-03';
  for (let n = 0; n < MAX_SEATS_IN_USE.largeOnDay.everybody; n++) {
    const { status } = await book(from(`203.0.113.${10 + n}`), { date, time: `${12 + n}:00`, partySize: 20 });
    expect(status).toBe(200);
  }
  const otherGuest = await book(from('203.0.113.30'), { date, time: '19:00', partySize: 20 });
  expect([otherGuest.status, otherGuest.body.error]).toEqual([
    409,
    expect.stringMatching(/^Please sign in with a confirmed email address to book this, or call us at /),
  ]);
  expect((await book(from('203.0.113.30'), { date, time: '19:00', partySize: 4 })).status).toBe(200);
  const priya = from('203.0.113.30', await server.signIn('customer@demo.test'));
  expect((await book(priya, { date, time: '19:00', partySize: 20 })).status).toBe(200);
});

test('a guest with a confirmed address can book a second table; one without gets the link again', async () => {
  const liam = from('203.0.113.40', await server.signIn('customer2@demo.test'));
  expect((await book(liam, { date: '2026-12-04' })).status).toBe(200);
  expect((await book(liam, { date: '2026-12-05' })).status).toBe(200);
  const otherGuest = await throwAway('203.0.113.41');
  expect((await book(otherGuest, { date: '2026-12-04' })).status).toBe(200);
  expect((await book(otherGuest, { date: '2026-12-05' })).body.code).toBe('proof-needed');
  // At the other location it is the first.
  expect((await book(otherGuest, { date: '2026-12-05', locationId: 'new-glasgow' })).status).toBe(200);
  const { email } = (await server.call('getMe', {}, otherGuest)).body.me ?? { email: '' };
  const links = await db
    .selectFrom('messages')
    .select('id')
    .where('recipient', '=', email)
    .where('template', '=', 'verify_email')
    .execute();
  expect(links).toHaveLength(2);
  await db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute();
  expect((await book(otherGuest, { date: '2026-12-05' })).status).toBe(200);
});

test('bookings of unknown and of known guests at one address have separate limits', async () => {
  const date = '2026-12-08';
  const address = '203.0.113.45';
  const priya = from(address, await server.signIn('customer@demo.test'));
  const bookAll = async (as: Caller, times: number, hour: number) => {
    for (let n = 0; n < times; n++) {
      const { status } = await book(as, { date, time: `${hour + Math.floor(n / 5)}:00`, partySize: 8 });
      expect(status).toBe(200);
    }
  };
  await bookAll(priya, 5, 12);
  await bookAll(from(address), MAX_SEATS_IN_USE.onDay.address / 8, 13);
  const otherGuest = await book(from(address), { date, time: '18:00', partySize: 8 });
  expect(otherGuest.body.code).toBe('too-many-seats');
  await bookAll(priya, 5, 19);
  expect((await book(priya, { date, time: '21:00', partySize: 8 })).body.code).toBe('too-many-seats');
});

test('staff can book without a limit', async () => {
  const host = from('203.0.113.50', await server.signIn('staff.truro@demo.test'));
  for (let hour = 12; hour < 20; hour++) {
    expect((await book(host, { date: '2026-12-06', time: `${hour}:00`, partySize: 20 })).status).toBe(200);
  }
});

test('three accounts together send another person at most five messages an hour, and the others are listed with the reason', async () => {
  const victim = { name: 'Vera Victim', email: 'victim@example.com', phone: '9025550133' };
  const address = '203.0.113.60';
  const accounts = [await throwAway(address), await throwAway(address), await throwAway(address)];
  for (let n = 0; n < 12; n++) {
    const as = accounts[n % 3] ?? {};
    const { status } = await server.call('createCustomerOrderCash', { body: { ...truro({ customer: victim }) } }, as);
    expect(status).toBe(200);
  }
  await server.settle();
  const messages = await db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', 'in', [victim.email, '+19025550133'])
    .execute();
  expect(messages).toHaveLength(24);
  const removed = messages.filter(({ status }) => status !== 'cancelled');
  expect(removed.filter(({ channel }) => channel === 'mail')).toHaveLength(5);
  expect(removed.filter(({ channel }) => channel === 'sms')).toHaveLength(5);
  expect(messages.find(({ status }) => status === 'cancelled')?.last_error).toMatch(
    /^Not sent: at most 5 messages an hour/,
  );
  server.clock.forward(60 * 60_000);
  await server.call('createCustomerOrderCash', { body: { ...truro({ customer: victim }) } }, accounts[0]);
  await server.settle();
  const later = await db
    .selectFrom('messages')
    .select('status')
    .where('recipient', '=', victim.email)
    .where('created_at', '>=', server.clock.now())
    .execute();
  expect(later).toEqual([{ status: 'outbox' }]);
});

test('aliases of one mailbox share its limit, and another mailbox of the same domain has its own', async () => {
  const send = async (name: string) => {
    const as = await throwAway('203.0.113.62');
    const customer = { name: 'Vera Victim', email: `${name}@mailbox.example.com`, phone: '9025550134' };
    await server.call('createCustomerOrderCash', { body: { ...truro({ customer }) } }, as);
  };
  for (const name of ['vera', 'vera+1', 'vera+2', 'vera+a+b', 'vera+', 'vera+6', 'vera']) await send(name);
  await send('veramaria');
  await server.settle();
  const sent = await db
    .selectFrom('messages')
    .select('recipient')
    .where('recipient', 'like', '%@mailbox.example.com')
    .where('template', '=', 'order_confirmation')
    .where('status', '<>', 'cancelled')
    .orderBy('created_at')
    .execute();
  expect(sent.filter(({ recipient }) => !recipient.startsWith('veramaria'))).toHaveLength(5);
  expect(sent).toContainEqual({ recipient: 'veramaria@mailbox.example.com' });
});

test('a guest with a confirmed address gets a message for every order', async () => {
  const priya = from('203.0.113.61', await server.signIn('customer@demo.test'));
  const customer = { name: 'Priya Sharma', email: 'customer@demo.test', phone: '9025550161' };
  for (let n = 0; n < 7; n++) await server.call('createCustomerOrderCash', { body: { ...truro({ customer }) } }, priya);
  await server.settle();
  const mails = await db
    .selectFrom('messages')
    .select('status')
    .where('recipient', '=', customer.email)
    .where('template', '=', 'order_confirmation')
    .execute();
  expect(mails.filter(({ status }) => status === 'outbox')).toHaveLength(7);
});

test('an order counts towards the account and the address, whichever limit is reached first', async () => {
  const address = '203.0.113.70';
  const order = (as: Caller) => server.call('createCustomerOrderCash', { body: { ...truro() } }, as);
  const first = await throwAway(address);
  for (let n = 0; n < REQUEST_LIMITS.placeOrder.most; n++) expect((await order(first)).status).toBe(200);
  expect((await order(first)).status).toBe(429);
  await db
    .updateTable('rate_limits')
    .set({ count: REQUEST_LIMITS.placeOrderFromAddress.most })
    .where('key', '=', `place-order-address:${address}`)
    .execute();
  const late = await order(await throwAway(address));
  expect([late.status, late.body.code]).toEqual([429, 'rate-limited']);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  const staff = from(address, await server.signIn('staff.truro@demo.test'));
  expect((await order(staff)).status).toBe(200);
});

test('requests beyond a person’s own limit do not use up the limit of their address', async () => {
  const address = '203.0.113.75';
  const one = await throwAway(address);
  const email = `stranger${otherGuests}@nowhere.test`;
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const used = { key: `book:${id}`, count: REQUEST_LIMITS.book.most, window_started_at: server.clock.now() };
  await db.insertInto('rate_limits').values(used).execute();
  for (let n = 0; n < REQUEST_LIMITS.bookFromAddress.most; n++) expect((await book(one)).status).toBe(429);
  expect((await book(from(address), { date: '2026-12-07' })).status).toBe(200);
});

test('simultaneous requests beyond a person’s own limit do not use up that of the address', async () => {
  const spendAs = (who: string) =>
    countLimitUses(server.context, [REQUEST_LIMITS.book, who], [REQUEST_LIMITS.bookFromAddress, '203.0.113.76']);
  const answers = await Promise.allSettled(Array.from({ length: 150 }, () => spendAs('one')));
  expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(120);
  const left = REQUEST_LIMITS.bookFromAddress.most - REQUEST_LIMITS.book.most;
  for (let n = 0; n < left; n++) await spendAs(`another${n}`);
  await expect(spendAs('one more')).rejects.toThrow('Too many requests');
});

test('forty invalid orders do not lock anyone out', async () => {
  const as = from('203.0.113.80');
  const wrong = { ...truro(), pricing: { ...truro().pricing, total: 1, subtotal: 1, tax: 0 } };
  for (let n = 0; n < 40; n++) {
    expect(
      (await server.call('createCustomerOrderCash', { body: wrong }, { ...as, 'x-api-key': 'pk_demo' })).status,
    ).toBe(400);
  }
  const right = await server.call(
    'createCustomerOrderCash',
    { body: { ...truro() } },
    { ...as, 'x-api-key': 'pk_demo' },
  );
  expect(right.status).toBe(200);
});

const naan = (quantity: number) => truro({ dishes: { 'garlic-naan': quantity } });
const toPay = (as: Caller, quantity: number) =>
  server.call(
    'createCustomerPayment',
    { body: { orderData: { ...naan(quantity), paymentMethod: 'online' as const } } },
    as,
  );
async function count(left: number) {
  const manager = await server.signIn('manager.truro@demo.test');
  await server.call('setStock', { body: { locationId: 'truro', itemId: 'garlic-naan', left } }, manager);
  await server.context.menus.exact('truro');
}
async function waitingMessages(): Promise<number> {
  const { sum } = await db
    .selectFrom('stock_holds')
    .select(({ fn }) => fn.sum<number | null>('quantity').as('sum'))
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}

test('payment pages of unknown guests at one address cannot hold all stock, and other guests can still order', async () => {
  await count(300);
  const address = '203.0.113.90';
  const site = from(address, { 'x-api-key': 'pk_demo' });
  const burst = await Promise.all(Array.from({ length: 20 }, () => toPay(site, 9)));
  expect(burst.filter(({ status }) => status === 200)).toHaveLength(
    Math.floor(PAYMENT_PAGE_LIMITS.portions.address / 9),
  );
  const late = await toPay(await throwAway(address), 9);
  expect([late.status, late.body.code, late.body.error]).toEqual([
    409,
    'too-much-unpaid',
    expect.stringMatching(/Please order less, try again in a few minutes, or call us at /),
  ]);
  expect(await waitingMessages()).toBeLessThanOrEqual(PAYMENT_PAGE_LIMITS.portions.address);
  const priya = from(address, await server.signIn('customer@demo.test'));
  expect((await toPay(priya, 9)).status).toBe(200);
  expect((await toPay(from('203.0.113.91', { 'x-api-key': 'pk_demo' }), 9)).status).toBe(200);
  // Payment pages for dishes without stock are not limited.
  const samosas = { ...truro({ dishes: { 'vegetable-samosas': 9 } }), paymentMethod: 'online' as const };
  expect((await server.call('createCustomerPayment', { body: { orderData: samosas } }, site)).status).toBe(200);
  server.clock.forward(36 * 60_000);
  expect((await toPay(site, 9)).status).toBe(200);
});

test('payment pages of one account cannot hold all stock, even with a confirmed address and many addresses', async () => {
  server.clock.forward(36 * 60_000);
  await releaseExpiredStock(server.context);
  await count(300);
  const liam = await server.signIn('customer2@demo.test');
  let opened = 0;
  for (let n = 0; n < 8; n++) if ((await toPay(from(`203.0.113.${100 + n}`, liam), 9)).status === 200) opened++;
  expect(opened).toBe(Math.floor(PAYMENT_PAGE_LIMITS.portions.person / 9));
  const samosas = { ...truro({ dishes: { 'vegetable-samosas': 1 } }), paymentMethod: 'online' as const };
  let status = 200;
  for (; status === 200 && opened < 50; opened++) {
    ({ status } = await server.call(
      'createCustomerPayment',
      { body: { orderData: samosas } },
      from('203.0.113.110', liam),
    ));
  }
  expect([status, opened - 1]).toEqual([409, PAYMENT_PAGE_LIMITS.pages.person]);
});

test('unpaid payment pages of one address leave nine tenths of the kitchen to others', async () => {
  const admin = await server.signIn('admin@demo.test');
  const limit = (slotRules: { days: []; service: null; mostOrders: number; mostUnits: number }[]) =>
    server.call('updateLocation', { body: { locationId: 'truro', updates: { slotRules } } }, admin);
  expect((await limit([{ days: [], service: null, mostOrders: 20, mostUnits: 30 }])).status).toBe(200);
  const timesOf = async () => {
    const query = { locationId: 'truro', orderType: 'pickup' as const, dishes: '27' };
    return (await server.call('getReadyTimes', { query }, SITE_KEY)).body.days.flatMap(({ times }) => times);
  };
  const before = await timesOf();
  const large = { 'mango-lassi': 10, 'vegetable-samosas': 10, 'butter-chicken': 10 };
  const toPayAt = (wantedFor: string | undefined, address: string, dishes: Record<string, number> = large) => {
    const order = { ...truro({ dishes }), wantedFor, paymentMethod: 'online' as const };
    return server.call('createCustomerPayment', { body: { orderData: order } }, from(address, SITE_KEY));
  };
  const pages = [];
  for (const time of before.slice(0, 25)) pages.push((await toPayAt(time, '203.0.113.120')).status);
  expect(new Set(pages)).toEqual(new Set([200]));
  const after = await timesOf();
  // The first page holds its slot, as that of an honest guest does.
  expect(before.filter((time) => !after.includes(time))).toHaveLength(1);
  // A small order still holds a place.
  const units = async () => {
    const slots = await db.selectFrom('kitchen_slots').select('units').execute();
    return slots.reduce((sum, slot) => sum + slot.units, 0);
  };
  const held = await units();
  await toPayAt(before.at(-1), '203.0.113.120', { 'mango-lassi': 3 });
  expect((await units()) - held).toBe(3);
  await limit([]);
});

const say = async (settings: object) =>
  server.call('updateSettings', { body: { settings } }, await server.signIn('admin@demo.test'));
async function orderFor(phone: string, as: Caller) {
  const customer = { name: 'Vera Victim', email: `vera${phone}@example.net`, phone };
  server.clock.forward(1_000);
  const { status } = await server.call('createCustomerOrderCash', { body: { ...truro({ customer }) } }, as);
  expect(status).toBe(200);
  await server.settle();
  const [sms] = await db
    .selectFrom('messages')
    .select(['status', 'last_error'])
    .where('channel', '=', 'sms')
    .where('template', '=', 'order_received')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .where('recipient', '=', phone)
    .execute();
  return sms;
}
const site = (address: string) => from(address, { 'x-api-key': 'pk_demo' });

test('texts to unconfirmed foreign numbers are sent only if the restaurant allows them', async () => {
  expect(await orderFor('+447700900101', site('203.0.113.120'))).toEqual({
    status: 'cancelled',
    last_error: 'Not sent: texts to this country go only to confirmed numbers (Settings).',
  });
  expect(await orderFor('+19025550171', site('203.0.113.120'))).toEqual({ status: 'outbox', last_error: null });
  const large = truro({
    dishes: { 'butter-chicken': 9 },
    customer: { name: 'Vera', email: '', phone: '+447700900102' },
  });
  const { email: _none, ...customerInfo } = large.customerInfo;
  const byPhone = { ...large, customerInfo };
  const reported = await server.call('createCustomerOrderCash', { body: byPhone }, site('203.0.113.121'));
  expect([reported.status, reported.body.error]).toEqual([
    409,
    'We do not send codes to numbers in other countries. Please enter an email address, pay by card, or call us.',
  ]);
  const byMail = { ...large, customerInfo: { ...customerInfo, email: 'vera@example.net' } };
  const request = await server.call('createCustomerOrderCash', { body: byMail }, site('203.0.113.121'));
  expect(request.body).toMatchObject({ code: 'code-needed', channel: 'mail', to: 'vera@example.net' });
  expect((await say({ textsTo: 'anywhere' })).status).toBe(400);
  expect((await say({ textsTo: '+1, +44' })).status).toBe(200);
  expect(await orderFor('+447700900103', site('203.0.113.122'))).toEqual({ status: 'outbox', last_error: null });
});

test('texts to unknown guests are limited per hour, and known guests still get theirs', async () => {
  server.clock.set('2026-11-24T16:00:00Z');
  await say({ strangersTextsMost: 2 });
  const texts = [];
  for (const n of [181, 182, 183]) texts.push((await orderFor(`+19025550${n}`, site('203.0.113.130')))?.status);
  expect(texts).toEqual(['outbox', 'outbox', 'cancelled']);
  const code = await server.call('sendOrderCode', { body: { phone: '+19025550184' } }, site('203.0.113.131'));
  expect([code.status, code.body.error]).toEqual([
    429,
    'We cannot send more codes by text this hour. Please try again later, pay by card, or call us.',
  ]);
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'customer@demo.test')
    .executeTakeFirstOrThrow();
  const priya = from('203.0.113.132', await server.signIn('customer@demo.test'));
  await orderFor('+19025550185', priya);
  await db.updateTable('orders').set({ status: 'completed' }).where('user_id', '=', id).execute();
  expect((await orderFor('+19025550185', priya))?.status).toBe('outbox');
  server.clock.forward(60 * 60_000);
  expect((await orderFor('+19025550186', site('203.0.113.133')))?.status).toBe('outbox');
});
