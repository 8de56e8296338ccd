import type { InputOf } from '@tiffin/contract';
import { WEEKDAYS } from '@tiffin/domain/hours';
import { expect, test } from 'vitest';
import { payloadFor } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { beginMenuDay } from './begin-menu-day.ts';

// A Friday in winter: 15:00 in Truro is 19:00Z.
const server = await testServer({ env: { RATE_LIMITS: '0', TRUST_PROXY: '1' } });
const { context } = server;
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const locationId = 'truro';
const LUNCH = {
  name: 'Lunch',
  days: WEEKDAYS.slice(0, 5),
  from: '11:30',
  until: '15:00',
};

type Saving = NonNullable<InputOf<'saveDaypart'>['body']>;
const save = (body: Saving, as = manager) =>
  server.call('saveDaypart', { body }, { ...as, 'idempotency-key': crypto.randomUUID() });
const setHours = (
  itemIds: string[],
  onlyInDayparts: boolean,
  dayparts: { daypartId: string; price: number | null }[],
  as = manager,
) => server.call('setDishHours', { body: { locationId, itemIds, onlyInDayparts, dayparts } }, as);
const menu = async (at?: string) =>
  (await server.call('getLocationMenu', { query: { locationId, ...(at && { at }) } })).body;
async function guestsSee(itemId: string, at?: string) {
  const item = (await menu(at)).items.find(({ id }) => id === itemId);
  return item && { available: item.isAvailable, price: item.price, served: item.served };
}
async function payload(itemId: string, at?: string) {
  const { location } = (await server.call('getLocation', { query: { locationId } })).body;
  const read = await menu(at);
  return payloadFor(
    location,
    { ...read, items: read.items.map((item) => ({ ...item, isAvailable: true })) },
    {
      dishes: { [itemId]: 1 },
    },
  );
}
const order = (body: object) =>
  server.call(
    'createCustomerOrderCash',
    { body: body as never },
    { ...SITE_KEY, 'idempotency-key': crypto.randomUUID() },
  );

test('a manager creates lunch with a dish and a price; guests see both exactly while it lasts', async () => {
  server.clock.set('2026-11-20T15:29:59.999Z');
  const made = await save({ locationId, ...LUNCH });
  expect([made.status, made.body.daypart]).toEqual([200, { ...LUNCH, id: 'lunch', locationId, used: 0, version: 1 }]);
  const only = await setHours(['masala-dosa'], true, [{ daypartId: 'lunch', price: null }]);
  expect(only.body.items[0]).toMatchObject({ onlyInDayparts: true, dayparts: [{ daypartId: 'lunch', price: null }] });
  await setHours(['butter-chicken'], false, [{ daypartId: 'lunch', price: 12.95 }]);
  const always = (await guestsSee('butter-chicken'))?.price;
  const hoursText = 'Lunch, Mon–Fri, 11:30 a.m. to 3:00 p.m.';
  expect(await guestsSee('masala-dosa')).toMatchObject({ available: false, served: hoursText });
  expect((await menu()).changesAt).toBe('2026-11-20T15:30:00.000Z');
  server.clock.set('2026-11-20T15:30:00Z');
  expect(await guestsSee('masala-dosa')).toMatchObject({ available: true, served: undefined });
  expect((await guestsSee('butter-chicken'))?.price).toBe(12.95);
  expect((await menu()).changesAt).toBe('2026-11-20T19:00:00.000Z');
  server.clock.set('2026-11-20T18:59:59.999Z');
  expect((await guestsSee('masala-dosa'))?.available).toBe(true);
  server.clock.set('2026-11-20T19:00:00Z');
  expect(await guestsSee('masala-dosa')).toMatchObject({ available: false, served: hoursText });
  expect((await guestsSee('butter-chicken'))?.price).toBe(always);
});

test('accepts lunch at 14:59 although it is ready after three; one second after three refuses the same cart without a charge', async () => {
  server.clock.set('2026-11-20T18:55:00Z');
  const cart = await payload('masala-dosa');
  server.clock.set('2026-11-20T18:59:00Z');
  expect((await order(cart)).status).toBe(200);
  server.clock.set('2026-11-20T19:00:01Z');
  const before = await context.db.selectFrom('payment_sessions').select('id').execute();
  const late = await order(cart);
  expect([late.status, late.body.code, late.body.error]).toEqual([
    409,
    'item-unavailable',
    'Masala Dosa is not sold at that time. It is sold at Lunch, Mon–Fri, 11:30 a.m. to 3:00 p.m.',
  ]);
  const paid = await server.call('createCustomerPayment', { body: { orderData: cart } }, SITE_KEY);
  expect(paid.status).toBe(409);
  expect(await context.db.selectFrom('payment_sessions').select('id').execute()).toEqual(before);
});

test('a scheduled order is checked and priced for its scheduled time', async () => {
  server.clock.set('2026-11-20T18:50:00Z');
  const later = await order({ ...(await payload('masala-dosa')), wantedFor: '2026-11-20T19:30:00Z' });
  expect([later.status, later.body.code]).toEqual([409, 'item-unavailable']);
  expect(later.body.error).toMatch(/sold at Lunch/);
  // Ordered in the evening for Monday's lunch, at lunch prices: the menu of that time applies.
  server.clock.set('2026-11-20T22:00:00Z');
  const monday = '2026-11-23T16:00:00Z';
  expect(await guestsSee('masala-dosa', monday)).toMatchObject({ available: true });
  const placed = await order({ ...(await payload('masala-dosa', monday)), wantedFor: monday });
  expect(placed.status).toBe(200);
  const cheap = await order({ ...(await payload('butter-chicken', monday)), wantedFor: monday });
  expect([cheap.status, cheap.body.order?.items[0]?.price]).toEqual([200, 12.95]);
  const now = await order(await payload('butter-chicken', monday));
  expect([now.status, now.body.code]).toEqual([400, 'pricing-mismatch']);
});

test('on the day that loses an hour, lunch begins by local time without a job', async () => {
  const saved = await save({ locationId, ...LUNCH, daypartId: 'lunch', days: ['sunday'], version: 1 });
  expect(saved.body.daypart.version).toBe(2);
  // 2027-03-14: daylight saving time begins at two o’clock, so 11:30 is 14:30Z instead of 15:30Z.
  server.clock.set('2027-03-14T14:29:59.999Z');
  expect((await guestsSee('masala-dosa'))?.available).toBe(false);
  server.clock.set('2027-03-14T14:30:00Z');
  expect((await guestsSee('masala-dosa'))?.available).toBe(true);
  // A session does not last a whole winter, so sign in again.
  server.clock.set('2026-11-20T22:00:00Z');
});

test('refuses an edit of a changed daypart and returns it; refuses to delete one with dishes', async () => {
  const late = await save({ locationId, ...LUNCH, daypartId: 'lunch', version: 1 });
  expect([late.status, late.body]).toMatchObject([
    409,
    { code: 'conflict', daypart: { version: 2, days: ['sunday'] } },
  ]);
  const remove = () => server.call('deleteDaypart', { body: { daypartId: 'lunch' } }, manager);
  expect((await remove()).body.error).toBe('2 dishes are in “Lunch”. Please take them out first.');
  await setHours(['masala-dosa', 'butter-chicken'], false, []);
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect(await guestsSee('masala-dosa')).toMatchObject({ available: true, served: undefined });
});

test('refuses invalid dayparts with a reason', async () => {
  const { body } = await save({ locationId, ...LUNCH });
  const daypartId = body.daypart.id;
  const errorOf = async (answer: Promise<{ body: { error?: string } }>) => (await answer).body.error;
  expect(await errorOf(save({ locationId, ...LUNCH, until: LUNCH.from }))).toBe(
    'The start and end times are the same.',
  );
  expect(await errorOf(save({ locationId, ...LUNCH, from: '25:00' }))).toMatch(/11:30/);
  expect(await errorOf(setHours(['masala-dosa'], true, []))).toBe('Choose when it is sold, or sell it always.');
  expect(await errorOf(setHours(['masala-dosa'], false, [{ daypartId, price: null }]))).toMatch(/needs a price/);
  expect(await errorOf(setHours(['masala-dosa'], true, [{ daypartId: 'gone', price: null }]))).toMatch(/was deleted/);
  expect(await errorOf(setHours(['atlantis'], true, [{ daypartId, price: null }]))).toMatch(/was deleted/);
});

test('only an admin edits a daypart of all locations, and every location may use it', async () => {
  expect((await save({ locationId: null, ...LUNCH })).status).toBe(403);
  expect((await save({ locationId: 'new-glasgow', ...LUNCH })).status).toBe(403);
  const made = await save({ locationId: null, ...LUNCH, name: 'Brunch' }, admin);
  expect(made.status).toBe(200);
  const { dayparts } = (await server.call('getDayparts', { query: { locationId } }, manager)).body;
  expect(dayparts.map(({ id }) => id)).toContain('brunch');
  expect((await save({ locationId: null, ...LUNCH, daypartId: 'brunch' }, manager)).status).toBe(403);
  expect((await server.call('deleteDaypart', { body: { daypartId: 'brunch' } }, manager)).status).toBe(403);
});

const LUNCH_TIME = '2026-11-20T18:50:00Z';
const AFTER_LUNCH = '2026-11-20T19:01:00Z';
async function lunchOnly(itemId: string, price: number | null) {
  const { dayparts } = (await server.call('getDayparts', { query: { locationId } }, manager)).body;
  const daypartId = dayparts.find(({ name }) => name === 'Lunch')?.id ?? '';
  const { status, body } = await setHours([itemId], true, [{ daypartId, price }]);
  expect([status, body.error]).toEqual([200, undefined]);
}
const change = (
  { orderId, version }: { orderId: string; version: number },
  orderChange: Partial<NonNullable<InputOf<'changeOrder'>['body']>>,
) =>
  server.call(
    'changeOrder',
    { body: { orderId, version, ...orderChange } },
    { ...manager, 'idempotency-key': crypto.randomUUID() },
  );

test('a lunch dish in a placed order can be changed and increased after three at the lunch price; a new one is refused', async () => {
  const dip = await server.call(
    'saveOptionGroup',
    {
      body: {
        name: 'Dip',
        kind: 'one',
        min: 1,
        options: [
          { name: 'Mint', price: 0, isDefault: true },
          { name: 'Tamarind', price: 0 },
        ],
      },
    },
    manager,
  );
  const [mint, tamarind] = dip.body.group.options;
  const groupId = dip.body.group.id;
  const updates = { optionGroups: [{ groupId }] };
  await server.call('updateMenuItem', { body: { locationId, itemId: 'masala-dosa', updates } }, manager);
  server.clock.set(LUNCH_TIME);
  await lunchOnly('masala-dosa', 10);
  const placed = (await order(await payload('masala-dosa'))).body.order;
  expect(placed?.items[0]).toMatchObject({ price: 10, options: [{ id: mint?.id }] });
  server.clock.set(AFTER_LUNCH);
  const options = [{ groupId, optionId: tamarind?.id ?? '', units: 1 }];
  const swapped = await change(placed, { change: [{ line: 1, options }] });
  expect([swapped.status, swapped.body.error, swapped.body.order?.items[0]?.price]).toEqual([200, undefined, 10]);
  const more = await change(swapped.body.order, { change: [{ line: 1, quantity: 2 }] });
  expect([more.status, more.body.error, more.body.order?.items[0]?.price]).toEqual([200, undefined, 10]);
  const fresh = await change(more.body.order, { add: [{ id: 'masala-dosa', quantity: 1 }] });
  expect([fresh.status, fresh.body.error]).toEqual([
    409,
    'Masala Dosa is not sold at that time. It is sold at Lunch, Mon–Fri, 11:30 a.m. to 3:00 p.m.',
  ]);
});

test('when time and dishes change together, the dishes of the new time apply', async () => {
  server.clock.set('2026-11-20T17:00:00Z');
  await lunchOnly('masala-dosa', 10);
  const wantedFor = '2026-11-20T18:30:00Z';
  const placed = (await order({ ...(await payload('butter-chicken', wantedFor)), wantedFor })).body.order;
  const add = [{ id: 'masala-dosa', quantity: 1 }];
  const late = await change(placed, { wantedFor: '2026-11-20T21:00:00Z', add });
  expect([late.status, late.body.code]).toEqual([409, 'item-unavailable']);
  const evening = (await change(placed, { wantedFor: '2026-11-20T21:00:00Z' })).body.order;
  const back = await change(evening, { wantedFor, add });
  expect([back.status, back.body.error]).toEqual([200, undefined]);
});

test('a combo whose parts are sold at another time is unavailable until then, not sold out', async () => {
  await lunchOnly('butter-chicken', null);
  const { body } = await server.call(
    'saveOptionGroup',
    { body: { name: 'Main', kind: 'one', min: 1, options: [{ name: 'Chicken', price: 0, dishId: 'butter-chicken' }] } },
    manager,
  );
  const updates = { optionGroups: [{ groupId: body.group.id }] };
  await server.call('updateMenuItem', { body: { locationId, itemId: 'rajma-chawal', updates } }, manager);
  const combo = async () => (await menu()).items.find(({ id }) => id === 'rajma-chawal');
  server.clock.set(LUNCH_TIME);
  expect(await combo()).toMatchObject({ isAvailable: true, soldOut: false });
  server.clock.set(AFTER_LUNCH);
  expect(await combo()).toMatchObject({
    isAvailable: false,
    served: 'Lunch, Mon–Fri, 11:30 a.m. to 3:00 p.m.',
    soldOut: false,
  });
});

test('a quote uses the scheduled time', async () => {
  server.clock.set(AFTER_LUNCH);
  await lunchOnly('butter-chicken', 12.95);
  const monday = '2026-11-23T16:00:00Z';
  const { items, pricing } = await payload('butter-chicken', monday);
  const quoteInput = { items, frontendPricing: { subtotal: pricing.subtotal }, tipAmount: 0, locationId };
  const at = await server.call('validatePricing', { body: { ...quoteInput, wantedFor: monday } }, SITE_KEY);
  expect([at.status, at.body.items?.[0]?.price]).toEqual([200, 12.95]);
  expect((await server.call('validatePricing', { body: quoteInput }, SITE_KEY)).status).toBe(409);
});

test('a payment link paid after lunch is cooked and staff are warned', async () => {
  const till = tillOf(server);
  const link = async () => {
    server.clock.set(LUNCH_TIME);
    const body = { orderData: { ...(await payload('butter-chicken')), paymentMethod: 'card' as const } };
    const made = await server.call(
      'createAdminPaymentLink',
      { body },
      { ...manager, 'idempotency-key': crypto.randomUUID() },
    );
    expect([made.status, made.body.error]).toEqual([200, undefined]);
    return made.body;
  };
  const messagesAbout = async (sessionId: string) =>
    (await server.call('getPaymentIssues', {}, admin)).body.sessions.find((each) => each.sessionId === sessionId)
      ?.reason;
  const early = await link();
  await till.pay(early.paymentUrl ?? '');
  await till.deliver();
  expect(await messagesAbout(early.sessionId)).toBeUndefined();
  const late = await link();
  server.clock.set(AFTER_LUNCH);
  await till.pay(late.paymentUrl ?? '');
  await till.deliver();
  expect(await messagesAbout(late.sessionId)).toBe(
    'It was paid outside the hours of Butter Chicken (Lunch, Mon–Fri, 11:30 a.m. to 3:00 p.m.).',
  );
});

test('a dish with sizes may have daypart hours but no daypart price: the sizes have the prices', async () => {
  const sizes = { name: 'Plate', kind: 'one' as const, min: 1, max: 1, isSize: true };
  const { body } = await server.call(
    'saveOptionGroup',
    {
      body: {
        ...sizes,
        options: [
          { name: 'Small', price: 9 },
          { name: 'Large', price: 13 },
        ],
      },
    },
    manager,
  );
  const updates = { optionGroups: [{ groupId: body.group.id }] };
  await server.call('updateMenuItem', { body: { locationId, itemId: 'dal-tadka', updates } }, manager);
  const { dayparts } = (await server.call('getDayparts', { query: { locationId } }, manager)).body;
  const daypartId = dayparts[0]?.id ?? '';
  const refused = await setHours(['chicken-65', 'dal-tadka'], true, [{ daypartId, price: 8 }]);
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'Dal Tadka has a price for each size. It can be sold at certain times, but not at another price.',
  ]);
  expect((await setHours(['dal-tadka'], true, [{ daypartId, price: null }])).status).toBe(200);
});

test('a dish with a daypart price cannot get sizes: not by its form, its group or a file', async () => {
  const { dayparts } = (await server.call('getDayparts', { query: { locationId } }, manager)).body;
  const daypartId = dayparts[0]?.id ?? '';
  const itemId = 'chicken-65';
  const group = { name: 'Portion', kind: 'one' as const, min: 1, max: 1, isSize: true };
  const options = [
    { name: 'Half', price: 9 },
    { name: 'Full', price: 13 },
  ];
  const made = await server.call('saveOptionGroup', { body: { ...group, options } }, manager);
  const message =
    'Chicken 65 has its own price at certain times, which does not work with sizes. ' +
    'Please remove that price first, under “When it is sold”.';
  const setGroup = (groupId: string) =>
    server.call('updateMenuItem', { body: { locationId, itemId, updates: { optionGroups: [{ groupId }] } } }, manager);
  expect((await setHours([itemId], false, [{ daypartId, price: 8 }])).status).toBe(200);
  const sized = await setGroup(made.body.group.id);
  expect([sized.status, sized.body.error]).toEqual([400, message]);
  const plain = await server.call(
    'saveOptionGroup',
    { body: { ...group, name: 'Style', isSize: false, options } },
    manager,
  );
  expect((await setGroup(plain.body.group.id)).status).toBe(200);
  const { id, version } = plain.body.group;
  const turned = await server.call(
    'saveOptionGroup',
    { body: { ...group, id, name: 'Style', version, options: plain.body.group.options } },
    manager,
  );
  expect([turned.status, turned.body.error]).toEqual([400, message]);
  const file = (groups: string) => ({
    file: Buffer.from(`id,option groups\n${itemId},${groups}`).toString('base64'),
    locationIds: [locationId],
  });
  const look = (groups: string) => server.call('previewMenuImport', { body: file(groups) }, manager);
  const looked = await look('Portion');
  expect(looked.body.places?.[0]?.refused).toMatchObject([{ row: 2, reason: message }]);
});

test('menus for many times are cached separately and do not evict the current one', async () => {
  server.clock.set(AFTER_LUNCH);
  const today = JSON.stringify(await menu());
  for (const day of [23, 24, 25, 26]) {
    for (const [hour, price] of [
      ['15', null],
      ['16', 12.95],
      ['22', null],
    ] as const) {
      const visible = await guestsSee('butter-chicken', `2026-11-${day}T${hour}:00:00Z`);
      expect([visible?.available, price === null || visible?.price === price]).toEqual([price !== null, true]);
    }
  }
  expect(JSON.stringify(await menu())).toBe(today);
});

test('serves the menu for times one may order for, and for a late order; refuses other times with a reason', async () => {
  server.clock.set(AFTER_LUNCH);
  const ask = async (at: string) => {
    const { status, body } = await server.call('getLocationMenu', { query: { locationId, at } });
    return [status, body.error];
  };
  const ahead = 'Menus can be read as far ahead as guests can order: today and the next 6 days.';
  const past = 'That time has passed. Please choose a later one.';
  // Truro is four hours behind UTC: its last day ends at 04:00Z.
  expect(await ask('2026-11-27T03:59:59Z')).toEqual([200, undefined]);
  expect(await ask('2026-11-27T04:00:00Z')).toEqual([400, ahead]);
  expect(await ask('2126-11-20T04:00:00Z')).toEqual([400, ahead]);
  expect(await ask('2026-11-20T18:45:00Z')).toEqual([200, undefined]);
  expect(await ask('2026-11-20T13:00:59Z')).toEqual([400, past]);
  expect(await ask('1926-11-20T13:00:00Z')).toEqual([400, past]);
  expect((await server.call('getLocationMenu', { query: { locationId: 'atlantis', at: LUNCH_TIME } })).status).toBe(
    404,
  );
});

test('a client that requests menus for many times waits in its own queue and delays nobody else', async () => {
  server.clock.set(AFTER_LUNCH);
  let answered = 0;
  const ask = async (at: string, as: Record<string, string>) => {
    const answer = await server.fetch(`/api/getLocationMenu?locationId=${locationId}&at=${at}`, {}, as);
    await answer.arrayBuffer();
    if (answer.ok) answered++;
    return answer.status;
  };
  const clientAt = (at: number) => ({
    'x-forwarded-for': '203.0.113.7',
    'accept-encoding': 'br',
    'accept-language': at % 2 === 0 ? 'fr' : 'en',
  });
  const time = (at: number) => new Date(Date.parse(AFTER_LUNCH) + at * 3_600_000).toISOString();
  const many = Array.from({ length: 200 }, (_, at) => ask(time((at * 13) % 120), clientAt(at)));
  const guest = await ask(time(60), { 'x-forwarded-for': '203.0.113.8', 'accept-encoding': 'br' });
  expect([guest, answered < 30]).toEqual([200, true]);
  const all = new Set(await Promise.all(many));
  expect(all).toEqual(new Set([200, 429]));
});

test('a new price applies from midnight at the location on, everywhere at once, and then becomes the usual one', async () => {
  const itemId = 'lamb-rogan-josh';
  server.clock.set('2026-12-10T12:00:00Z');
  const updates = { nextPrice: 35.5, nextPriceFrom: '2026-12-12' };
  const { body } = await server.call('updateMenuItem', { body: { locationId, itemId, updates } }, manager);
  expect(body.item).toMatchObject(updates);
  const was = body.item.price;
  const items = [{ id: itemId, quantity: 1 }];
  const prices = async () => {
    const quoted = await server.call(
      'quoteOrder',
      { body: { locationId, orderType: 'pickup', items, agreesToWait: true } },
      admin,
    );
    return [(await guestsSee(itemId))?.price, quoted.body.pricing.subtotal];
  };
  expect((await guestsSee(itemId, '2026-12-12T18:00:00.000Z'))?.price).toBe(35.5);
  server.clock.set('2026-12-12T03:59:59.999Z');
  expect(await prices()).toEqual([was, was]);
  expect((await menu()).changesAt).toBe('2026-12-12T04:00:00.000Z');
  server.clock.set('2026-12-12T04:00:00Z');
  expect(await prices()).toEqual([35.5, 35.5]);
  // An earlier version of the server began the day and knows nothing of prices.
  await context.db.updateTable('locations').set({ specials_on: '2026-12-12' }).where('id', '=', locationId).execute();
  await beginMenuDay(context);
  const edited = await server.call('getLocationMenuAdmin', { query: { locationId } }, manager);
  const usual = { price: 35.5, nextPrice: null, nextPriceFrom: null };
  expect(edited.body.items.find(({ id }) => id === itemId)).toMatchObject(usual);
  expect(await prices()).toEqual([35.5, 35.5]);
});

test('a new price from today or an earlier day is refused, and the price stays', async () => {
  const itemId = 'palak-paneer';
  server.clock.set('2026-12-13T02:00:00Z');
  const priceOf = async () => (await guestsSee(itemId))?.price;
  const was = await priceOf();
  for (const nextPriceFrom of ['2026-12-11', '2026-12-12']) {
    const updates = { nextPrice: 40, nextPriceFrom };
    const refused = await server.call('updateMenuItem', { body: { locationId, itemId, updates } }, manager);
    const { error, field } = refused.body;
    expect([refused.status, error, field]).toEqual([400, 'Choose a day after today.', 'nextPriceFrom']);
  }
  expect(await priceOf()).toBe(was);
});

test('a cart from before a new price is not charged but compared again, as after any change of a price', async () => {
  const itemId = 'palak-paneer';
  server.clock.set('2026-12-14T22:00:00Z');
  const cart = await payload(itemId);
  const updates = { nextPrice: 40, nextPriceFrom: '2026-12-15' };
  expect((await server.call('updateMenuItem', { body: { locationId, itemId, updates } }, manager)).status).toBe(200);
  server.clock.set('2026-12-15T22:00:00Z');
  const refused = await order(cart);
  expect([refused.status, refused.body.code]).toEqual([400, 'pricing-mismatch']);
  const placed = await order(await payload(itemId));
  expect([placed.status, placed.body.order?.items[0]?.price]).toEqual([200, 40]);
});
