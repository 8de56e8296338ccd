import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { payloadFor, payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

// Truro closes at 22:00, which is 02:00Z in winter
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const cook = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const locationId = 'truro';

type Until = InputOf<'markSoldOut'>['body']['until'];
const mark = (itemId: string, until: Until, as: Caller = cook) =>
  server.call('markSoldOut', { body: { locationId, itemId, until } }, as);

async function guestsSee(itemId: string) {
  const { body } = await server.call('getLocationMenu', { query: { locationId } });
  const dish = body.items.find((item) => item.id === itemId);
  return dish && { available: dish.isAvailable, soldOut: dish.soldOut, until: dish.soldOutUntil };
}

const payload = await payloadMaker(server);
const order = (itemId: string, agreesToWait = false) =>
  server.call(
    'createCustomerOrderCash',
    { body: { ...payload({ dishes: { [itemId]: 1 } }), agreesToWait } },
    { ...SITE_KEY, 'idempotency-key': crypto.randomUUID() },
  );

test('a cook marks a dish as sold out; guests see it at once and an order of it is refused with a reason', async () => {
  const { status, body } = await mark('garlic-naan', 'closing');
  expect([status, body.item]).toEqual([
    200,
    expect.objectContaining({ id: 'garlic-naan', soldOut: true, soldOutUntil: '2026-11-21T02:00:00.000Z' }),
  ]);
  expect(await guestsSee('garlic-naan')).toEqual({
    available: false,
    soldOut: true,
    until: '2026-11-21T02:00:00.000Z',
  });
  const refused = await order('garlic-naan');
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'item-unavailable',
    'Garlic Naan is sold out.',
  ]);
  expect((await order('mango-lassi')).status).toBe(200);
});

test('a dish is available again exactly when its time is over', async () => {
  server.clock.set('2026-11-21T01:59:59.999Z');
  expect((await guestsSee('garlic-naan'))?.available).toBe(false);
  expect((await order('garlic-naan')).body.code).toBe('item-unavailable');
  server.clock.set('2026-11-21T02:00:00Z');
  expect((await guestsSee('garlic-naan'))?.available).toBe(true);
  expect((await order('garlic-naan', true)).status).toBe(200);
});

test('a dish marked after closing returns at opening, also on the day that loses an hour', async () => {
  server.clock.set('2027-03-14T03:00:00Z');
  const late = await server.signIn('staff.truro@demo.test');
  expect((await mark('mango-lassi', 'closing', late)).status).toBe(200);
  const { body } = await server.call('getLocation', { query: { locationId } });
  expect(body.location.hours?.['sunday']?.open).toBe('11:30');
  server.clock.set('2027-03-14T14:29:59.999Z');
  expect((await guestsSee('mango-lassi'))?.available).toBe(false);
  server.clock.set('2027-03-14T14:30:00Z');
  expect((await guestsSee('mango-lassi'))?.available).toBe(true);
  expect((await order('mango-lassi')).status).toBe(200);
});

test('the audit log has who marked a dish and who put it back; repeating a mark adds nothing', async () => {
  server.clock.set('2026-11-20T22:00:00.000Z');
  const before = await guestsSee('butter-chicken');
  expect(before).toEqual({ available: true, soldOut: false, until: null });
  const first = await mark('butter-chicken', 'put-back');
  const second = await mark('butter-chicken', 'put-back');
  expect(second.body.version).toBe(first.body.version);
  server.clock.set('2031-01-01T22:00:00.000Z');
  const late = await server.signIn('staff.truro@demo.test');
  expect((await guestsSee('butter-chicken'))?.available).toBe(false);
  await mark('butter-chicken', null, late);
  await mark('butter-chicken', null, late);
  expect((await guestsSee('butter-chicken'))?.available).toBe(true);
  server.clock.set('2026-11-20T22:00:00.000Z');
  const entries = await context.db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'subject_id'])
    .where('subject_id', '=', 'truro/butter-chicken')
    .where('actor_kind', '=', 'person')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'mark-sold-out', actor_kind: 'person', subject_id: 'truro/butter-chicken' },
    { action: 'put-back-on-sale', actor_kind: 'person', subject_id: 'truro/butter-chicken' },
  ]);
  const admin = await server.signIn('admin@demo.test');
  const { body } = await server.call('getAuditLog', { query: { subjectId: 'truro/butter-chicken', limit: 5 } }, admin);
  expect(new Set(body.entries.map(({ subjectName }) => subjectName))).toEqual(new Set(['Butter Chicken']));
});

test('marking leaves hidden dishes hidden, and an edit leaves the mark', async () => {
  await server.call(
    'setMenuAvailability',
    { body: { locationId, itemIds: ['vegetable-samosas'], isAvailable: false } },
    manager,
  );
  await mark('vegetable-samosas', 30);
  await mark('vegetable-samosas', null);
  expect(await guestsSee('vegetable-samosas')).toMatchObject({ available: false, soldOut: false });
  await mark('vegetable-samosas', 60);
  await server.call(
    'setMenuAvailability',
    { body: { locationId, itemIds: ['vegetable-samosas'], isAvailable: true } },
    manager,
  );
  const edited = await server.call(
    'updateMenuItem',
    { body: { locationId, itemId: 'vegetable-samosas', updates: { description: 'Two to a plate' } } },
    manager,
  );
  expect(edited.body.item).toMatchObject({ isAvailable: true, soldOutUntil: '2026-11-20T23:00:00.000Z' });
  expect(await guestsSee('vegetable-samosas')).toMatchObject({ available: false, soldOut: true });
});

test('marking a dish does not conflict with an edit of it', async () => {
  const { body } = await server.call('getLocationMenuAdmin', { query: { locationId } }, manager);
  const version = body.items.find((item) => item.id === 'dal-tadka')?.version ?? 0;
  await mark('dal-tadka', 120);
  const updates = { description: 'Slowly' };
  const edited = await server.call(
    'updateMenuItem',
    { body: { locationId, itemId: 'dal-tadka', updates, version } },
    manager,
  );
  expect(edited.status).toBe(200);
});

test('of two simultaneous different marks one holds, and every page shows it', async () => {
  const choices: Until[] = [null, 'put-back', 30, 'closing'];
  const answers = await Promise.all(
    choices.flatMap((choice) => [mark('butter-chicken', choice), mark('butter-chicken', choice)]),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const last = answers.toSorted((a, b) => b.body.version - a.body.version)[0]?.body.item;
  expect(await guestsSee('butter-chicken')).toMatchObject({
    soldOut: last?.soldOut,
    until: last?.soldOutUntil ?? null,
  });
});

test('refuses a cart that was filled before the mark, for cash and card, without a charge', async () => {
  const { location } = (await server.call('getLocation', { query: { locationId } })).body;
  const menu = (await server.call('getLocationMenu', { query: { locationId } })).body;
  const body = payloadFor(location, menu, { dishes: { 'palak-paneer': 2 } });
  await mark('palak-paneer', 'closing');
  const guest = await server.signIn('customer@demo.test');
  const as = () => ({ ...guest, 'idempotency-key': crypto.randomUUID() });
  const answers = [
    await server.call('createCustomerOrderCash', { body: { ...body } }, as()),
    await server.call('createCustomerPayment', { body: { orderData: { ...body } } }, as()),
  ];
  for (const answer of answers) {
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      409,
      'item-unavailable',
      'Palak Paneer is sold out.',
    ]);
  }
  const sessions = await context.db.selectFrom('payment_sessions').select('id').execute();
  expect(sessions).toEqual([]);
});

test('refuses invalid marks with a reason and leaves the dish unchanged', async () => {
  const before = await guestsSee('mango-lassi');
  const wrong: Until[] = [0, -30, 1.5, 10_000, '2026-11-19', '2026-11-19T12:00:00Z', '2028-01-01'];
  for (const choice of wrong) {
    const { status, body } = await mark('mango-lassi', choice);
    expect([status, body.code, body['field']]).toEqual([400, 'invalid-argument', 'until']);
  }
  expect((await mark('no-such-dish', 'closing')).body.code).toBe('menu-item-not-found');
  expect(await guestsSee('mango-lassi')).toEqual(before);
});

test('staff see only the stock of their own location', async () => {
  const { body } = await server.call('getDishStock', { query: { locationId } }, cook);
  expect(body.timeZone).toBe('America/Halifax');
  expect(body.items.filter((item) => item.soldOut).map((item) => item.id)).toContain('palak-paneer');
  const elsewhere = await server.signIn('staff.glasgow@demo.test');
  expect((await server.call('getDishStock', { query: { locationId } }, elsewhere)).status).toBe(403);
  expect((await mark('mango-lassi', 'closing', elsewhere)).status).toBe(403);
});
