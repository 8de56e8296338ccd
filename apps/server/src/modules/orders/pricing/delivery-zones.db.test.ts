import type { InputOf } from '@tiffin/contract';
import type { Cents } from '@tiffin/domain/core';
import { deliveryCharge, deliveryFeeRange, termsFromWire } from '@tiffin/domain/delivery';
import { calculatePrice, NO_TIP, subtotalOf, taxationFromWire } from '@tiffin/domain/pricing';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { payloadMaker, type PayloadOptions } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const payload = await payloadMaker(server);
const admin = await server.signIn('admin@demo.test');
const asha = await server.signIn('customer@demo.test');
const cook = await server.signIn('staff.truro@demo.test');
const locationId = 'truro';

type Settings = NonNullable<InputOf<'updateLocation'>['body']['updates']['delivery']>;
type Zone = Settings['zones'][number];

const zone = (id: string, more: Partial<Zone> = {}): Zone => ({
  id,
  name: 'Truro',
  area: { kind: 'prefix', prefixes: ['B2N'] },
  minimum: 15,
  freeOver: 45,
  fees: [{ from: 0, fee: 3.99 }],
  extraMinutes: 10,
  priority: 1,
  isOn: true,
  ...more,
});
const TERMS = { minimum: 15, freeOver: 45, fees: [{ from: 0, fee: 3.99 }], extraMinutes: 10 };
const setZones = (zones: Zone[], point: Settings['point'] = null) =>
  server.call('updateLocation', { body: { locationId, updates: { delivery: { point, zones } } } }, admin);
const none = () => server.call('updateLocation', { body: { locationId, updates: { delivery: null } } }, admin);

const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
/** A delivery of lassis, 5.50 each. */
const lassis = (quantity: number, more: Partial<PayloadOptions> = {}) =>
  payload({
    dishes: { 'mango-lassi': quantity },
    orderType: 'delivery',
    address: '22 Willow Street, Truro',
    postalCode: 'B2N 4Z1',
    ...more,
  });
const place = (order: ReturnType<typeof lassis>, as: Caller = asha) =>
  server.call('createCustomerOrderCash', { body: order }, keyed(as));
const quote = (to: Omit<InputOf<'quoteDelivery'>['body'], 'locationId'>) =>
  server.call('quoteDelivery', { body: { locationId, ...to } }, SITE_KEY);
const cents = (dollars: number) => Math.round(dollars * 100);

/** An order of four lassis to the other end of the country, by every way an order can come in. */
async function ordersToVancouver() {
  const address = '111 West Hastings Street, Vancouver';
  const order = lassis(4, { address, postalCode: 'V6B 1A1' });
  const items = [{ id: 'mango-lassi', quantity: 4 }];
  const atTill = { ...order, paymentMethod: null };
  return {
    fee: await quote({ postalCode: 'V6B 1A1' }),
    quote: await server.call(
      'quoteOrder',
      { body: { locationId, orderType: 'delivery', items, postalCode: 'V6B 1A1' } },
      SITE_KEY,
    ),
    cash: await place(order),
    card: await server.call(
      'createCustomerPayment',
      { body: { orderData: { ...order, paymentMethod: 'online' } } },
      SITE_KEY,
    ),
    till: await server.call('createAdminOrderCash', { body: { ...atTill, cashConfirmed: true as const } }, keyed(cook)),
    paymentLink: await server.call('createAdminPaymentLink', { body: { orderData: atTill } }, keyed(cook)),
  };
}

const NEAR = [zone('near')];
test.each([
  ['with zones elsewhere', NEAR],
  ['without zones', []],
  ['with zones that are switched off', [zone('near', { isOn: false })]],
])('a delivery to Vancouver is refused by every call at a location %s', async (_which, zones) => {
  await setZones(zones);
  const before = await till.counts();
  for (const [way, { status, body }] of Object.entries(await ordersToVancouver())) {
    expect([way, status, (body as { code?: string }).code]).toEqual([way, 409, 'outside-delivery']);
  }
  expect(await till.counts()).toEqual(before);
});

test.each([
  ['null', () => none()],
  ['no zones', () => setZones([])],
])('a location whose delivery settings are %s does not offer delivery', async (_what, clear) => {
  await clear();
  const { location } = (await server.call('getLocation', { query: { locationId } })).body;
  expect(location).not.toHaveProperty('delivers');
  expect(location.services).toEqual(['pickup', 'dine-in']);
  expect((await place(lassis(3))).body).toMatchObject({
    code: 'outside-delivery',
    error: 'This location does not deliver. You can pick it up instead.',
  });
  await setZones(NEAR);
  const again = (await server.call('getLocation', { query: { locationId } })).body.location;
  expect(again.services).toEqual(['pickup', 'dine-in', 'delivery']);
});

test('an order within a zone pays the fee with tax, keeps its terms and gets a later promised time', async () => {
  await setZones([zone('near')]);
  const response = await quote({ postalCode: 'b2n-4z1' });
  expect(response.body.zone).toEqual({
    id: 'near',
    name: 'Truro',
    minimum: 15,
    freeOver: 45,
    fees: [{ from: 0, fee: 3.99 }],
    extraMinutes: 10,
  });
  const { body } = await place(lassis(3, { feeCents: 399 }));
  expect(body.error).toBeUndefined();
  const { order } = body;
  const food = order.pricing.subtotal;
  const tax = Math.round((food + 3.99) * 14) / 100;
  expect(order.pricing).toMatchObject({ charges: 3.99, tax });
  expect(cents(order.pricing.total)).toBe(cents(food) + 399 + cents(tax));
  expect(order.charges).toEqual([{ kind: 'delivery', label: 'Delivery', amount: 3.99, isVoluntary: false }]);
  expect(order.deliveryInfo).toEqual({
    address: '22 Willow Street, Truro',
    instructions: '',
    postalCode: 'B2N 4Z1',
    wayMinutes: 10,
    zone: 'Truro',
  });
  const minutes = (Date.parse(order.estimatedReady ?? '') - Date.parse(order.orderTime)) / 60_000;
  expect(Math.round(minutes)).toBe(25 + 3 * 3 + 10);
  // Later changes of the location do not affect this order.
  await setZones([zone('near', { fees: [{ from: 0, fee: 9 }] })]);
  const read = await server.call('getCustomerOrderDetails', { query: { orderId: order.orderId } }, asha);
  expect(read.body.order.charges).toEqual([{ kind: 'delivery', label: 'Delivery', amount: 3.99, isVoluntary: false }]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('delivery is free from the configured subtotal, and the bill has no fee', async () => {
  await setZones([zone('near', { freeOver: 20 })]);
  const { body } = await place(lassis(6));
  expect(body.order.charges).toEqual([]);
  expect(body.order.deliveryInfo?.zone).toBe('Truro');
});

test.each([
  ['a neighbour’s postal code', { postalCode: 'B2H 2T2' }, 409, 'outside-delivery'],
  [
    'the one in the address, where none is typed',
    { postalCode: '', address: '5 Elm St, New Glasgow b2h2t2' },
    409,
    'outside-delivery',
  ],
  ['the postal code of another address', { address: '5 Elm St, New Glasgow b2h2t2' }, 400, 'invalid-argument'],
  ['no postal code at all', { postalCode: '' }, 409, 'destination-needed'],
  ['no postal code but signs', { postalCode: '—?—' }, 409, 'destination-needed'],
  ['too long a postal code', { postalCode: 'B2N'.repeat(9) }, 400, 'invalid-argument'],
  ['an old tab’s sum, without the fee', {}, 400, 'pricing-mismatch'],
  ['its own fee', { feeCents: 199 }, 400, 'pricing-mismatch'],
])('%s is refused for cash and card, and no order is placed', async (_what, order, status, code) => {
  await setZones([zone('near')]);
  const before = await till.counts();
  const body = lassis(3, { ...(status === 409 && { feeCents: 399 }), ...order });
  const cash = await place(body);
  const card = await server.call(
    'createCustomerPayment',
    { body: { orderData: { ...body, paymentMethod: 'online' } } },
    SITE_KEY,
  );
  expect([cash.status, cash.body.code]).toEqual([status, code]);
  expect([card.status, card.body.code]).toEqual([status, code]);
  expect(cash.body.error).not.toBe('');
  expect(await till.counts()).toEqual(before);
});

test('an order below the minimum is refused with the missing amount; staff at the till may accept it', async () => {
  await setZones([zone('near')]);
  const { status, body } = await place(lassis(1, { feeCents: 399 }));
  expect([status, body.code]).toEqual([409, 'below-minimum']);
  expect(body.error).toMatch(
    /^For Truro the minimum is \$15\.00 of dishes\. Please add \$\d+\.\d\d, or choose pickup\.$/,
  );
  const order = lassis(1, { feeCents: 399 });
  const taken = await server.call(
    'createAdminOrderCash',
    { body: { ...order, paymentMethod: null, cashConfirmed: true as const } },
    keyed(cook),
  );
  expect(taken.body.error).toBeUndefined();
  expect(taken.body.order.charges).toEqual([{ kind: 'delivery', label: 'Delivery', amount: 3.99, isVoluntary: false }]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('a drawn zone accepts an address inside it or on its edge', async () => {
  const point = { lat: 45.36, lng: -63.29 };
  const ring = [
    { lat: 45.35, lng: -63.31 },
    { lat: 45.35, lng: -63.27 },
    { lat: 45.37, lng: -63.27 },
    { lat: 45.37, lng: -63.31 },
  ];
  await setZones(
    [
      zone('drawn', { area: { kind: 'polygon', ring } }),
      zone('round', { name: 'Around', area: { kind: 'radius', metres: 8000 }, priority: 2 }),
    ],
    point,
  );
  expect((await quote({ postalCode: 'B2N 4Z1' })).body).toMatchObject({ code: 'destination-needed', field: 'point' });
  const names = await Promise.all(
    [point, ring[0], { lat: 45.35, lng: -63.28 }, { lat: 45.38, lng: -63.29 }, { lat: 45.6, lng: -63.29 }].map(
      async (at) => {
        const { body } = await quote({ point: at });
        return body.zone?.name ?? body.code;
      },
    ),
  );
  expect(names).toEqual(['Truro', 'Truro', 'Truro', 'Around', 'outside-delivery']);
  const { body } = await place(lassis(3, { feeCents: 399, point, postalCode: '' }));
  expect(body.order.deliveryInfo).toMatchObject({ zone: 'Truro' });
  expect(body.order.deliveryInfo).not.toHaveProperty('point');
  const { location } = (await server.call('getLocation', { query: { locationId } })).body;
  expect(location.delivers).toEqual({
    areas: ['Truro', 'Around'],
    byPostalCode: false,
    byPlace: true,
    drawn: ['Truro', 'Around'],
    zones: [
      { id: 'drawn', name: 'Truro', ...TERMS },
      { id: 'round', name: 'Around', ...TERMS },
    ],
  });
});

test('what the menu page can calculate before an order is its total, on the order and in its mail', async () => {
  await setZones([zone('near'), zone('closed', { isOn: false, fees: [{ from: 0, fee: 0 }] })]);
  const { location } = (await server.call('getLocation', { query: { locationId } })).body;
  const fees = (location.delivers?.zones ?? []).map(termsFromWire);
  const order = lassis(3, { feeCents: 399 });
  const lines = order.items.map(({ price, quantity }) => ({ unitPrice: cents(price) as Cents, quantity }));
  const { least, most } = deliveryFeeRange(fees, subtotalOf(lines));
  expect([least, most]).toEqual([399, 399]);
  const first = calculatePrice(lines, taxationFromWire(location), NO_TIP, deliveryCharge(least));
  const { body } = await place(order);
  expect(cents(body.order.pricing.total)).toBe(first.total);
  await server.settle();
  const mail = await context.db
    .selectFrom('messages')
    .select('body_text')
    .where('order_id', '=', body.orderId)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow();
  expect(mail.body_text).toContain('$3.99');
  expect(mail.body_text).toContain(`$${body.order.pricing.total.toFixed(2)}`);
});

test('the till names the zone when the address does not tell it, and the audit log records that; a zone named by a guest is ignored', async () => {
  const ring = [
    { lat: 45.36, lng: -63.3 },
    { lat: 45.36, lng: -63.27 },
    { lat: 45.39, lng: -63.27 },
    { lat: 45.39, lng: -63.3 },
  ];
  await setZones([zone('drawn', { name: 'Bible Hill', area: { kind: 'polygon', ring } })]);
  const named = lassis(3, { feeCents: 399, postalCode: '' });
  Object.assign(named.deliveryInfo ?? {}, { zoneName: 'Bible Hill' });
  expect((await place(named)).body).toMatchObject({ code: 'destination-needed', field: 'point' });
  const { body } = await server.call(
    'createAdminOrderUnpaid',
    { body: { ...named, deliveryInfo: { ...named.deliveryInfo, leaveAtDoor: true }, paymentMethod: null } },
    keyed(cook),
  );
  expect(body.error).toBeUndefined();
  expect(body.order).toMatchObject({
    charges: [{ amount: 3.99 }],
    deliveryInfo: { zone: 'Bible Hill', leaveAtDoor: true },
  });
  const { delivery } = await context.db
    .selectFrom('orders')
    .select('delivery')
    .where('id', '=', body.orderId)
    .executeTakeFirstOrThrow();
  expect(delivery).toMatchObject({ zoneName: 'Bible Hill', point: null, zone: { id: 'drawn' } });
  const messages = await context.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject_id', '=', body.orderId)
    .where('action', '=', 'create-order')
    .executeTakeFirstOrThrow();
  expect(messages.after).toMatchObject({ zoneNamed: 'Bible Hill' });
});

test('the offered times and the soonest time include the delivery time', async () => {
  await none();
  const times = async (wayMinutes: string) =>
    (await server.call('getReadyTimes', { query: { locationId, orderType: 'delivery', dishes: '3', wayMinutes } }))
      .body;
  const [near, far] = [await times('0'), await times('20')];
  const readyAt = ({ soonest }: typeof near) => Date.parse(soonest?.readyAt ?? '');
  expect(readyAt(far) - readyAt(near)).toBe(20 * 60_000);
  const first = ({ days: [day] }: typeof near) => Date.parse(day?.times[0] ?? '');
  expect(first(far) - first(near)).toBeGreaterThanOrEqual(15 * 60_000);
});

test('an order on account shows its delivery fee even while its payment link is delayed', async () => {
  await setZones([zone('near')]);
  const order = lassis(3, { feeCents: 399 });
  till.failures.down = true;
  const { body } = await server.call(
    'createAdminOrderOnline',
    { body: { ...order, paymentMethod: null } },
    keyed(cook),
  );
  till.failures.down = false;
  expect(body).toMatchObject({ paymentUrl: null, pricing: { charges: 3.99, total: order.pricing.total } });
});

test('a card payment keeps the fee it was shown when the zones change', async () => {
  await setZones([zone('near')]);
  const orderData = { ...lassis(3, { feeCents: 399 }), paymentMethod: 'online' as const };
  const session = (await server.call('createCustomerPayment', { body: { orderData } }, SITE_KEY)).body;
  expect(session.pricing.charges).toBe(3.99);
  await setZones([zone('far', { area: { kind: 'prefix', prefixes: ['B2H'] } })]);
  await till.pay(session.paymentUrl);
  await till.deliver();
  const { orderId } = (await server.call('getOrderBySessionId', { body: { sessionId: session.sessionId } }, SITE_KEY))
    .body;
  const order = (await server.call('getOrderDetails', { query: { orderId } }, cook)).body.order;
  expect(order).toMatchObject({
    charges: [{ kind: 'delivery', amount: 3.99 }],
    deliveryInfo: { zone: 'Truro' },
    paymentStatus: 'paid',
  });
  expect((await auditData(context)).broken).toEqual([]);
});

test('removing dishes recalculates the fee by the terms of placement, never below the minimum', async () => {
  await setZones([zone('near', { freeOver: 20 })]);
  const { order } = (await place(lassis(6))).body;
  await setZones([zone('near', { fees: [{ from: 0, fee: 9 }] })]);
  const change = (quantity: number, version: number) =>
    server.call(
      'changeOrder',
      { body: { orderId: order.orderId, version, change: [{ line: 1, quantity }] } },
      keyed(asha),
    );
  const fewer = await change(3, order.version);
  expect(fewer.body.error).toBeUndefined();
  expect(fewer.body.order.charges).toEqual([{ kind: 'delivery', label: 'Delivery', amount: 3.99, isVoluntary: false }]);
  expect((await change(1, fewer.body.order.version)).body.code).toBe('below-minimum');
  const again = await change(6, fewer.body.order.version);
  expect(again.body.order.charges).toEqual([]);
  expect(again.body.order.pricing.total).toBe(order.pricing.total);
  expect((await auditData(context)).broken).toEqual([]);
});

test.each<[string, Zone[], RegExp]>([
  [
    'crosses itself',
    [
      zone('a', {
        area: {
          kind: 'polygon',
          ring: [
            { lat: 45, lng: -63 },
            { lat: 45.1, lng: -62.9 },
            { lat: 45, lng: -62.9 },
            { lat: 45.1, lng: -63 },
          ],
        },
      }),
    ],
    /crosses or touches itself/,
  ],
  [
    'has no position to measure from',
    [zone('a', { area: { kind: 'radius', metres: 500 } })],
    /measured from the restaurant/,
  ],
  ['has no postal code', [zone('a', { area: { kind: 'prefix', prefixes: [] } })], /at least one postal code/],
])('a zone that %s is refused and not saved', async (_what, zones, pattern) => {
  await none();
  const { status, body } = await setZones(zones);
  expect([status, body['field']]).toEqual([400, 'delivery']);
  expect(body.error).toMatch(pattern);
  const { locations } = (await server.call('getAllLocations', {}, admin)).body;
  expect(locations.find(({ id }) => id === locationId)?.delivery).toBeNull();
});

test('deleting an account keeps the zone of its orders and removes the postal code and the position', async () => {
  await setZones([zone('near')]);
  const email = 'leaves@example.test';
  await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Sunny-Day-42', name: 'Leaves Soon' }),
  });
  const leaver = await server.signIn(email, 'Sunny-Day-42');
  const { order } = (await place(lassis(3, { feeCents: 399, point: { lat: 45.36, lng: -63.29 } }), leaver)).body;
  await server.call('cancelCustomerOrder', { body: { orderId: order.orderId } }, leaver);
  const deletion = await server.call('deleteMe', { body: { confirm: true, password: 'Sunny-Day-42' } }, leaver);
  expect(deletion.body.error).toBeUndefined();
  const { delivery } = await context.db
    .selectFrom('orders')
    .select('delivery')
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  expect(delivery).toMatchObject({ postalCode: '', point: null, zone: { name: 'Truro' } });
});

test('a customer gets earlier delivery addresses, each once, the latest first', async () => {
  await setZones([zone('near', { fees: [{ from: 0, fee: 0 }], minimum: 0 })]);
  const mine = async () => (await server.call('getMyAddresses', {}, asha)).body.addresses.map(({ address }) => address);
  server.clock.forward(60_000);
  await place(lassis(3, { address: '5 Elm Street' }));
  server.clock.forward(60_000);
  await place(lassis(3, { address: '22 Willow Street, Truro' }));
  server.clock.forward(60_000);
  await place(lassis(3, { address: '5 ELM street ' }));
  const addresses = await mine();
  expect(addresses[0]).toBe('5 ELM street');
  expect(addresses.filter((address) => address.toLowerCase() === '5 elm street')).toHaveLength(1);
});
