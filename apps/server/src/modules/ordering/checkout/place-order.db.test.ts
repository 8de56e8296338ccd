import type { InputOf } from '@tiffin/contract';
import { isOrderId } from '@tiffin/domain/order';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Tx } from '../../../platform/db/connection.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { FRIDAY_EVENING } from '../../../testing/templates.ts';

const server = await testServer();
const { context } = server;
const truro = await payloadMaker(server);
const glasgow = await payloadMaker(server, 'new-glasgow');
const asha = await server.signIn('customer@demo.test');
// Resets the rate limits for each test.
beforeEach(async () => {
  await context.db.deleteFrom('rate_limits').execute();
});

const place = (body: InputOf<'createCustomerOrderCash'>['body'], as = asha) =>
  server.call('createCustomerOrderCash', { body }, as);

test('a guest’s order is returned in full and reads back the same [C-API-03] [C-API-21] [C-ORDER-02] [C-PAY-14] [C-PRICE-14]', async () => {
  const { status, body } = await place(truro({ dishes: { 'butter-chicken': 2, 'mango-lassi': 1 }, tipCents: 500 }));
  expect(status).toBe(200);
  expect(isOrderId(body.orderId)).toBe(true);
  expect(body.orderId).toMatch(/^TRU-20261120-/);
  expect(body.order).toMatchObject({
    id: body.orderId,
    orderId: body.orderId,
    status: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: 'cash',
    orderType: 'pickup',
    orderTime: FRIDAY_EVENING,
    location: 'truro',
    locationInfo: { id: 'truro', name: 'Truro Heights', postalCode: 'B2N 1A1' },
    customerInfo: { name: 'Asha Menon', email: 'asha@example.test', phone: '+19025550177', isGuest: false },
    itemCount: 3,
    canCancel: true,
    needsPayment: true,
    isOverdue: false,
    orderAge: 0,
    estimatedWaitTime: 24,
    version: 1,
    statusHistory: [{ status: 'pending', from: null, at: FRIDAY_EVENING, by: 'Priya Sharma' }],
  });
  expect(body.order.receiptUrl).toContain(`/receipt/${body.orderId}?token=${body.order.metadata.orderToken}`);
  const { pricing, items } = body.order;
  expect(items.map((item) => [item.line, item.id, item.quantity])).toEqual([
    [1, 'butter-chicken', 2],
    [2, 'mango-lassi', 1],
  ]);
  expect(Math.round((pricing.subtotal + pricing.tax + pricing.tip) * 100)).toBe(Math.round(pricing.total * 100));
  const read = await server.call('getCustomerOrderDetails', { query: { orderId: body.orderId } }, asha);
  expect(read.body.order).toEqual(body.order);
});

test('prices and tax come from the menu: 14 % of the subtotal, then the tip [C-PRICE-01] [C-PRICE-11] [C-PRICE-12]', async () => {
  const { body } = await place(truro({ dishes: { 'butter-chicken': 3 }, tipCents: 250 }));
  const { subtotal, tax, tip, total, taxRate, taxLabel, refunded } = body.order.pricing;
  const price = body.order.items[0]?.price ?? 0;
  expect(subtotal).toBeCloseTo(price * 3, 10);
  expect(Math.round(tax * 100)).toBe(Math.round(price * 3 * 14));
  expect({ tip, taxRate, taxLabel, refunded }).toEqual({ tip: 2.5, taxRate: 0.14, taxLabel: 'HST', refunded: 0 });
  expect(Math.round(total * 100)).toBe(Math.round((subtotal + tax + tip) * 100));
});

test('omitted fields have defaults [C-ORDER-04] [C-ORDER-05]', async () => {
  const full = truro({ dishes: { 'butter-chicken': 1 } });
  const bare = full.items.map(({ id, name, price, quantity }) => ({ id, name, price, quantity }));
  const { paymentMethod: _left, ...rest } = full;
  const { body } = await place({ ...rest, items: bare });
  expect(body.order.paymentMethod).toBe('cash');
  expect(body.order.items[0]).toMatchObject({
    category: 'food',
    selectedSpiceLevel: 1,
    spiceLevelName: 'Mild',
    spiceLevelId: 'mild',
  });
});

test('name, category, description, heat and key of a dish come from the menu, and what was sent of them is not stored', async () => {
  const full = truro({ dishes: { 'butter-chicken': 1 } });
  const lie = { name: 'PAID', category: 'FREE', description: 'PAID', cartKey: 'PAID' };
  const heat = { selectedSpiceLevel: 2, spiceLevelName: 'FREE', spiceLevelId: 'FREE' };
  const { body } = await place({ ...full, items: full.items.map((item) => ({ ...item, ...lie, ...heat })) });
  expect(body.order.items[0]).toMatchObject({
    name: 'Butter Chicken',
    category: 'non-veg-curries',
    spiceLevelName: 'Medium',
    spiceLevelId: 'medium',
    cartKey: 'butter-chicken-medium',
  });
  const stored = await server.context.db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', body.orderId)
    .execute();
  expect(JSON.stringify([body.order.items, stored])).not.toMatch(/FREE|PAID/);
});

test.each([
  ['of the limit', 'butter-chicken', 11, 'Maximum 10 items allowed for Butter Chicken'],
  ['that its menu sets', 'mango-lassi', 4, 'Maximum 3 items allowed for Mango Lassi'],
])('a quantity above %s is refused by every call [C-CART-09]', async (_what, dish, quantity, text) => {
  const admin = await server.signIn('admin@demo.test');
  await server.call(
    'updateMenuItem',
    { body: { locationId: 'truro', itemId: 'mango-lassi', updates: { maxQuantity: 3 } } },
    admin,
  );
  const body = { ...truro({ dishes: { [dish]: quantity } }) };
  const answers = await Promise.all([
    place(body),
    server.call('createCustomerPayment', { body: { orderData: body } }, asha),
    server.call('createAdminOrderCash', { body: { ...body, cashConfirmed: true } }, admin),
    server.call('createAdminOrderOnline', { body }, admin),
    server.call('createAdminPaymentLink', { body: { orderData: body } }, admin),
    server.call('validatePricing', { body: { ...body, frontendPricing: body.pricing } }, SITE_KEY),
  ]);
  expect(answers.map((answer) => [answer.status, answer.body.error])).toEqual(answers.map(() => [400, text]));
  await server.call(
    'updateMenuItem',
    { body: { locationId: 'truro', itemId: 'mango-lassi', updates: { maxQuantity: 10 } } },
    admin,
  );
});

test('a dish without heat levels is ordered without one, and only a request above mild is stored', async () => {
  const lassi = truro({ dishes: { 'mango-lassi': 1 } });
  const request = (more: object) => ({
    ...lassi,
    items: lassi.items.map((item) => ({ ...item, ...more })),
  });
  const heat = async (body: Parameters<typeof place>[0]) => {
    const { orderId } = (await place(body)).body;
    const { order } = (await server.call('getCustomerOrderDetails', { query: { orderId } }, asha)).body;
    return order.items.map((item) => [item.selectedSpiceLevel, item.spiceLevelName, item.spiceLevelId]);
  };
  expect(await heat(lassi)).toEqual([[1, '', '']]);
  expect(await heat(request({ selectedSpiceLevel: undefined }))).toEqual([[1, '', '']]);
  expect(await heat(request({ selectedSpiceLevel: 3 }))).toEqual([[3, 'Hot', 'hot']]);
  expect(await heat(truro({ dishes: { 'butter-chicken': 1 } }))).toEqual([[1, 'Mild', 'mild']]);
});

test('delivery and table fields are stored only for their order type [C-ORDER-01] [C-ORDER-06] [C-ORDER-24]', async () => {
  const delivery = await place(truro({ orderType: 'delivery', address: '12 Willow Street, Truro' }));
  expect(delivery.body.order.deliveryInfo).toEqual({
    address: '12 Willow Street, Truro',
    instructions: '',
    postalCode: 'B2N 1A1',
    zone: 'Truro and Bible Hill',
    wayMinutes: 0,
  });
  expect(delivery.body.order).not.toHaveProperty('tableInfo');
  const table = await place(truro({ orderType: 'dine-in', partySize: 4, tableNumber: '7' }));
  expect(table.body.order.tableInfo).toEqual({ tableNumber: '7', partySize: 4 });
  expect(table.body.order).not.toHaveProperty('deliveryInfo');
  const smuggled = await place({ ...truro(), deliveryInfo: { address: 'x' }, tableInfo: { partySize: 3 } });
  expect(smuggled.body.order).not.toHaveProperty('deliveryInfo');
  expect(smuggled.body.order).not.toHaveProperty('tableInfo');
});

test('a cash order cannot be left at the door', async () => {
  const orderOptions = truro({ orderType: 'delivery', address: '12 Willow Street, Truro' });
  const refused = await place({ ...orderOptions, deliveryInfo: { ...orderOptions.deliveryInfo, leaveAtDoor: true } });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid-argument']);
  expect(refused.body.error).toBe('Cash cannot be left at the door. Pay online, or have it handed to you.');
});

test('a location without delivery turns the order into pickup', async () => {
  const { body } = await place({ ...glasgow({ orderType: 'delivery', address: '1 Archimedes Street' }) });
  expect(body.order.orderType).toBe('pickup');
  expect(body.order).not.toHaveProperty('deliveryInfo');
});

test.each([
  ['pickup', 1, 18],
  ['pickup', 10, 45],
  ['dine-in', 10, 45],
  ['delivery', 2, 31],
  ['delivery', 10, 55],
] as const)(
  '%s of %i dishes is ready in %i minutes [C-ORDER-32] [C-ORDER-33]',
  async (orderType, quantity, minutes) => {
    const orderOptions = {
      dishes: { 'butter-chicken': quantity },
      orderType,
      address: '12 Willow Street',
      partySize: 2,
    };
    const { body } = await place(truro(orderOptions));
    expect(body.order.estimatedWaitTime).toBe(minutes);
  },
);

test.each([
  ['pickup', 60],
  ['delivery', 90],
] as const)('%s is ready within %i minutes, even for a very large order [C-ORDER-34]', async (orderType, minutes) => {
  const dishes = { 'butter-chicken': 10, 'mango-lassi': 10, 'vegetable-samosas': 10 };
  const { body } = await place(truro({ dishes, orderType, address: '12 Willow Street' }));
  expect(body.order.estimatedWaitTime).toBe(minutes);
});

test('an order with only the site’s API key has no account, whatever account it names [C-API-17] [C-ORDER-14]', async () => {
  const body = { ...truro(), customerInfo: { ...truro().customerInfo, firebaseId: 'somebody-else' } };
  const placed = await place(body, SITE_KEY);
  expect(placed.body.order.customerInfo).toMatchObject({ firebaseId: null, isGuest: true });
  expect(placed.body.order.statusHistory[0]).toMatchObject({ by: 'Guest' });
  const own = await place(body);
  expect(own.body.order.customerInfo.firebaseId).toBe((await server.call('getMe', {}, asha)).body.me?.uid);
});

test('ordering needs a key or a session', async () => {
  const { status, body } = await place(truro(), {});
  expect([status, body.code]).toEqual([401, 'unauthenticated']);
});

test.each([
  ['902-555-0188', '+19025550188'],
  ['1 902 555 0189', '+19025550189'],
  ['+49 30 1234567', '+49301234567'],
])('%s is stored as %s, also in the profile [C-ORDER-30] [C-ORDER-31] [C-CHK-37] [C-DATA-02]', async (typed, phone) => {
  const payload = truro({ customer: { name: 'Asha Menon', email: 'customer@demo.test', phone: typed } });
  const before = (await server.call('getMe', {}, asha)).body.me;
  server.clock.forward(1000);
  const { body } = await place({
    ...payload,
    customerInfo: { ...payload.customerInfo, phone: typed, email: ' Customer@DEMO.test ' },
  });
  expect(body.order.customerInfo.phone).toBe(phone);
  expect(body.order.customerInfo.email).toBe('customer@demo.test');
  await server.settle();
  const after = (await server.call('getMe', {}, asha)).body.me;
  expect(after?.phoneNumber).toBe(phone);
  expect(after).toEqual({ ...before, phoneNumber: phone, updatedAt: server.clock.now().toISOString() });
});

const phoneNow = async () => (await server.call('getMe', {}, asha)).body.me?.phoneNumber;
const placeFrom = async (phone: string) =>
  (await place(truro({ customer: { name: 'Asha Menon', email: 'customer@demo.test', phone } }))).status;
const writeProfile = (tx: Tx) =>
  tx.updateTable('users').set({ name: 'Asha M.' }).where('email', '=', 'customer@demo.test').execute();

test.each([
  ['Ravi Nair', 'ravi@example.test', false],
  ['Ravi Nair', 'Customer@demo.test', true],
  ['priya sharma', 'ravi@example.test', true],
])('ordered as %s, %s: the checkout phone replaces the one in the profile: %s', async (name, email, isTaken) => {
  const had = '+19025550177';
  await context.db.updateTable('users').set({ phone_number: had }).where('email', '=', 'customer@demo.test').execute();
  const orderFor = async () => {
    const { status } = await place(truro({ customer: { name, email, phone: '902-555-0178' } }));
    expect(status).toBe(200);
    await server.settle();
  };
  await orderFor();
  expect(await phoneNow()).toBe(isTaken ? '+19025550178' : had);
  await context.db.updateTable('users').set({ phone_number: null }).where('email', '=', 'customer@demo.test').execute();
  await orderFor();
  expect(await phoneNow()).toBe('+19025550178');
});

test('an order does not wait for a locked profile [C-CHK-38]', async () => {
  await context.db.transaction().execute(async (tx) => {
    await writeProfile(tx);
    expect(await placeFrom('902-555-0190')).toBe(200);
  });
  await server.settle();
  expect(await phoneNow()).toBe('+19025550190');
});

test('the reaction does not wait for a locked profile either: it skips the phone and logs it [C-CHK-38]', async () => {
  const warned = vi.spyOn(context.log, 'warn');
  expect(await placeFrom('902-555-0191')).toBe(200);
  await context.db.transaction().execute(async (tx) => {
    await writeProfile(tx);
    await server.settle();
  });
  expect(await phoneNow()).toBe('+19025550190');
  expect(warned).toHaveBeenCalledWith(
    { users: [expect.any(String)] },
    'profiles in use did not take the phone of checkout',
  );
});

test('an order is placed even if its profile cannot be updated, and the next phone is stored again [C-CHK-38]', async () => {
  const failed = vi.spyOn(context.log, 'error').mockReturnValue();
  await sql`alter table users add constraint no_phone check (phone_number <> '+19025550192') not valid`.execute(
    context.db,
  );
  expect(await placeFrom('902-555-0192')).toBe(200);
  await server.settle();
  expect(await phoneNow()).toBe('+19025550190');
  expect(failed).toHaveBeenCalledWith(expect.anything(), 'profiles did not take the phone of checkout');
  expect(await placeFrom('902-555-0193')).toBe(200);
  await server.settle();
  expect(await phoneNow()).toBe('+19025550193');
});

test('amounts that differ by more than two cents are refused with the right ones [C-ERR-34]', async () => {
  const honest = truro({ dishes: { 'butter-chicken': 1 } });
  const total = honest.pricing.total;
  const near = { ...honest, pricing: { ...honest.pricing, total: Math.round(total * 100 + 2) / 100 } };
  expect((await place(near)).status).toBe(200);
  const cheap = {
    ...honest,
    items: honest.items.map((item) => ({ ...item, price: 0.01 })),
    pricing: { subtotal: 0.01, tax: 0, tip: 0, total: 0.01, taxRate: 0.14 },
  };
  const { status, body } = await place(cheap);
  expect([status, body.code]).toEqual([400, 'pricing-mismatch']);
  expect(body.error).toContain('pricing');
  expect(body['pricing']).toEqual(honest.pricing);
});

test.each([
  ['unknown', 'unicorn-steak', 'Unicorn Steak'],
  ['of the other location', 'goat-curry', 'Goat Curry'],
])('a dish that is %s is refused with 409 and its name', async (_why, id, name) => {
  const honest = truro({ dishes: { 'butter-chicken': 1 } });
  const { status, body } = await place({
    ...honest,
    items: honest.items.map((item) => ({ ...item, id, menuItemId: id, name })),
  });
  expect([status, body.code]).toEqual([409, 'item-unavailable']);
  expect(body.error).toContain(name);
  expect(body['items']).toEqual([expect.objectContaining({ id, name })]);
});

test('a dish that just left the menu is refused with 409 and its name, and accepted once it is back', async () => {
  const payload = truro({ dishes: { 'butter-chicken': 1 } });
  const setAvailable = (isAvailable: boolean) =>
    server.call(
      'setMenuAvailability',
      { body: { locationId: 'truro', itemIds: ['butter-chicken'], isAvailable } },
      admin,
    );
  const admin = await server.signIn('admin@demo.test');
  expect((await setAvailable(false)).status).toBe(200);
  const refused = await place(payload);
  expect([refused.status, refused.body.error]).toEqual([409, 'Butter Chicken is no longer available.']);
  expect((await setAvailable(true)).status).toBe(200);
  expect((await place(payload)).status).toBe(200);
});

test('a closed location asks for the guest’s agreement, then cooks when it opens', async () => {
  server.clock.set('2026-11-21T04:30:00.000Z'); // Half past midnight in Halifax.
  const closed = await place(truro({ dishes: { 'butter-chicken': 1 } }));
  expect([closed.status, closed.body.code]).toEqual([409, 'location-closed']);
  expect(closed.body.error).toBe(
    'We are closed now, so nothing was ordered. We open today at 11:30 a.m., and you can order for then.',
  );
  expect(closed.body['nextOpening']).toBe('2026-11-21T15:30:00.000Z');
  const agreed = await place({ ...truro({ dishes: { 'butter-chicken': 1 } }), agreesToWait: true });
  expect(agreed.body.order.estimatedReady).toBe('2026-11-21T15:48:00.000Z');
  expect(agreed.body.orderId).toContain('-20261121-');
  server.clock.set(FRIDAY_EVENING);
});

test('orders belong to the business day of their location', async () => {
  server.clock.set('2026-11-21T02:30:00.000Z'); // Still Friday in Halifax, half an hour before closing time in New Glasgow.
  const { body } = await place({ ...truro(), agreesToWait: true });
  expect(body.orderId).toContain('-20261120-');
  const row = await context.db
    .selectFrom('orders')
    .select(['business_date', 'item_count'])
    .where('id', '=', body.orderId)
    .executeTakeFirstOrThrow();
  expect(row.business_date).toBe('2026-11-20');
  server.clock.set(FRIDAY_EVENING);
});

test('an unknown location gets 404, an inactive one 409 [C-MENU-07]', async () => {
  const nowhere = await place({ ...truro(), locationInfo: { id: 'atlantis', name: 'Atlantis' } });
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'location-not-found']);
  await context.db.updateTable('locations').set({ is_active: false }).where('id', '=', 'new-glasgow').execute();
  const shut = await place(glasgow());
  expect([shut.status, shut.body.error]).toEqual([409, 'Location is currently inactive']);
  await context.db.updateTable('locations').set({ is_active: true }).where('id', '=', 'new-glasgow').execute();
  expect((await place(glasgow())).status).toBe(200);
});

test('a location’s own tax rate overrides that of its postal code', async () => {
  await context.db
    .updateTable('locations')
    .set({ tax_rate: 14_975, tax_label: 'GST + QST' })
    .where('id', '=', 'truro')
    .execute();
  const there = await payloadMaker(server);
  const { body } = await place(there({ dishes: { 'butter-chicken': 2 } }));
  expect(body.order.pricing).toMatchObject({ taxRate: 0.1498, taxLabel: 'GST + QST' });
  expect(Math.round(body.order.pricing.tax * 100)).toBe(Math.round(body.order.pricing.subtotal * 14.975));
  await context.db
    .updateTable('locations')
    .set({ tax_rate: null, tax_label: null })
    .where('id', '=', 'truro')
    .execute();
});

test('the event has the whole order and reaches only those who may read it', async () => {
  const { body } = await place(truro());
  const event = await context.db
    .selectFrom('events')
    .select(['type', 'location_id', 'user_id', 'data'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(event).toMatchObject({
    type: 'order.created',
    location_id: 'truro',
    user_id: body.order.customerInfo.firebaseId,
  });
  expect(event.data).toEqual({ orderId: body.orderId, order: body.order });
});

test('an account can place at most thirty orders in ten minutes', async () => {
  const liam = await server.signIn('customer2@demo.test');
  const statuses: number[] = [];
  for (let i = 0; i < 31; i++) statuses.push((await place(truro({ dishes: { 'mango-lassi': 1 } }), liam)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  const last = await place(truro(), liam);
  expect([last.status, last.body.code, last.headers.get('retry-after')]).toEqual([429, 'rate-limited', '600']);
  const other = await place(truro());
  expect(other.status).toBe(200);
  expect(other.headers.get('ratelimit')).toMatch(/^"place-order";r=\d+;t=\d+$/);
  expect(other.headers.get('ratelimit-policy')).toBe('"place-order";q=30;w=600');
});
