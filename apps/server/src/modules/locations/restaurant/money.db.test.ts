import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { payloadFor } from '../../../testing/order-payload.ts';
import { testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const admin = await server.signIn('admin@demo.test');
const guest = await server.signIn('customer@demo.test');
const euro = { currency: 'EUR', coin: 1 } as const;
const set = (settings: object) => server.call('updateSettings', { body: { settings } }, admin);

const day = { open: '00:00', close: '23:59', closed: false };
const hours = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((each) => [each, day]),
);
const AMSTERDAM = {
  id: 'jordaan',
  name: 'Jordaan',
  address: 'Elandsgracht 1',
  city: 'Amsterdam',
  country: 'NL',
  tillDeclaration: 'The Belastingdienst asks for no certified till',
  postalCode: '1016 TN',
  phone: '+31 20 555 0100',
  email: 'a@example.test',
  timeZone: 'Europe/Amsterdam',
  features: ['Takeout'],
  hours,
  asksTips: false,
};

test.each([
  [{ currency: 'JPY' }, 400],
  [{ currency: 'euro' }, 400],
  [{ coin: 2 }, 400],
])('refuses the currency %j', async (settings, status) => {
  expect((await set(settings)).status).toBe(status);
});

test('a location outside Canada has no tax until an admin adds one', async () => {
  const added = await server.call('addLocation', { body: { location: AMSTERDAM as never } }, admin);
  expect(added.body).toMatchObject({ success: true });
  const { location } = (await server.call('getLocation', { query: { locationId: 'jordaan' } })).body;
  expect(location).toMatchObject({ taxes: [], taxRate: 0, asksTips: false });
});

test('a location offers the usual tips until an admin chooses others for guests and the till', async () => {
  const shown = async () => {
    const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
    return [location.guestTipPercents, location.tillTipPercents];
  };
  expect(await shown()).toEqual([undefined, undefined]);
  const change = (updates: object) => server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin);
  const { body } = await change({ guestTipPercents: [10, 15, 18] });
  expect(body.location).toMatchObject({ guestTipPercents: [10, 15, 18], tillTipPercents: [10, 15, 18, 20] });
  expect(await shown()).toEqual([[10, 15, 18], undefined]);
  for (const wrong of [[], [0], [101], [12.5], [1, 2, 3, 4, 5]])
    expect((await change({ tillTipPercents: wrong })).status).toBe(400);
});

test('refuses two taxes included in one price', async () => {
  const codes = ['A', 'B'].map((code) => ({ code, label: code, registration: null, rates: { meal: 0.1 } }));
  const updates = { taxSettings: { follows: null, codes, included: true } };
  const { status, body } = await server.call('updateLocation', { body: { locationId: 'jordaan', updates } }, admin);
  expect([status, body.error]).toEqual([400, 'Prices that include tax can include only one tax on the same item']);
});

test('a restaurant in Amsterdam has prices with tax in euro, to the cent in cash, from the bill to the mail', async () => {
  const before = await set(euro);
  expect(before.body.settings).toMatchObject(euro);
  const taxSettings = {
    follows: null,
    included: true,
    codes: [{ code: 'BTW', label: 'BTW', registration: 'NL 500', rates: { meal: 0.13, liquor: 0.23 } }],
  };
  await server.call('updateLocation', { body: { locationId: 'jordaan', updates: { taxSettings } } }, admin);
  for (const [name, price, taxClass] of [
    ['Haring', 14.5, 'meal'],
    ['Wijn', 4.33, 'liquor'],
  ] as const) {
    const item = { name, price, taxClass, description: 'x', category: 'drinks' };
    await server.call('addMenuItem', { body: { locationId: 'jordaan', item } }, admin);
  }
  const { location } = (await server.call('getLocation', { query: { locationId: 'jordaan' } })).body;
  expect(location).toMatchObject({ pricesIncludeTax: true });
  const menu = (await server.call('getLocationMenu', { query: { locationId: 'jordaan' } })).body;
  const body = payloadFor(location, menu, { dishes: { haring: 1, wijn: 1 } });
  const key = { 'idempotency-key': crypto.randomUUID() };
  const { body: placed } = await server.call('createCustomerOrderCash', { body }, { ...guest, ...key });
  if (!placed.success) throw new Error(placed.error);
  const { order } = placed;
  expect(order.pricing).toMatchObject({ subtotal: 18.83, tax: 0, total: 18.83 });
  expect(order.taxes).toEqual([
    { code: 'BTW', label: 'BTW', registration: 'NL 500', rate: 0.13, base: 12.83, amount: 1.67, included: true },
    { code: 'BTW', label: 'BTW', registration: 'NL 500', rate: 0.23, base: 3.52, amount: 0.81, included: true },
  ]);

  await server.settle();
  const mail = await context.db
    .selectFrom('messages')
    .select('body_text')
    .where('order_id', '=', order.orderId)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow();
  expect(mail.body_text).toMatch(/BTW \(13%\) included +€1\.67/);
  expect(mail.body_text).toMatch(/Total +€18\.83/);

  const paid = await server.call(
    'addPayment',
    { body: { billId: order.billId, tender: 'cash', amount: 18.83, given: 20 } } as never,
    { ...admin, 'idempotency-key': crypto.randomUUID() },
  );
  expect(paid.body).toMatchObject({ taken: 18.83, change: 1.17 });
  const receiptUrl = new URL(order.receiptUrl, 'http://x');
  const receipt = await server.call('getOrderReceipt', {
    query: { orderId: order.orderId, token: receiptUrl.searchParams.get('token') ?? '' },
  });
  expect(receipt.body).toMatchObject({ business: { currency: 'EUR' }, cashRounding: 0, cashDue: 18.83 });
});

test('a bill keeps its included tax when the location changes its rates', async () => {
  const { location } = (await server.call('getLocation', { query: { locationId: 'jordaan' } })).body;
  const menu = (await server.call('getLocationMenu', { query: { locationId: 'jordaan' } })).body;
  const body = payloadFor(location, menu, { dishes: { haring: 1 } });
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const { body: placed } = await server.call('createCustomerOrderCash', { body }, { ...guest, ...key() });
  if (!placed.success) throw new Error(placed.error);
  const { orderId, version, taxes } = placed.order;
  const codes = [{ code: 'BTW', label: 'BTW', registration: 'NL 500', rates: { meal: 0.23, liquor: 0.23 } }];
  const taxSettings = { follows: null, included: true, codes };
  await server.call('updateLocation', { body: { locationId: 'jordaan', updates: { taxSettings } } }, admin);
  const off = { orderId, version, kind: 'amount', value: 1, reason: 'wait' } as const;
  const discount = await server.call('addDiscount', { body: off }, { ...admin, ...key() });
  expect([discount.status, discount.body.error]).toEqual([409, expect.stringMatching(/^The taxes of this location/)]);
  const after = (await server.call('getOrderDetails', { query: { orderId } }, admin)).body.order;
  expect(after.taxes).toEqual(taxes);
});

test('refuses a change of currency after the first order and explains why', async () => {
  for (const settings of [{ currency: 'CAD' }, { coin: 5 }]) {
    const { status, body } = await set(settings);
    expect(status).toBe(409);
    expect(body.error).toMatch(/has orders in EUR/);
  }
  // Sending the current values is not a change.
  expect((await set({ ...euro, tagline: 'Goede dag' })).status).toBe(200);
});

test('the data audit of that restaurant passes', async () => {
  expect((await auditData(context)).broken).toEqual([]);
});
