import { ORDER_TEXTS } from '@tiffin/domain/order';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const truro = await payloadMaker(server);
const sound = truro({ dishes: { 'butter-chicken': 1 } });
const [dish] = sound.items;

const customer = (more: object) => ({ customerInfo: { ...sound.customerInfo, ...more } });
const item = (more: object) => ({ items: [{ ...dish, ...more }] });
const priced = (more: object) => ({ pricing: { ...sound.pricing, ...more } });
const place = (body: object) =>
  server.fetch(
    '/api/createCustomerOrderCash',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    SITE_KEY,
  );

test.each([
  ['no customer [C-ORDER-11]', { customerInfo: null }, 'Customer information is required'],
  ['no name [C-ORDER-11]', customer({ name: ' ' }), 'Customer name is required'],
  [
    'neither e-mail nor phone [C-ORDER-12]',
    customer({ email: undefined, phone: undefined }),
    'Please enter a valid email address',
  ],
  ['an empty e-mail [C-ORDER-12]', customer({ email: '' }), 'Please enter a valid email address'],
  ['no address in the e-mail [C-ORDER-12]', customer({ email: 'asha@home' }), 'Please enter a valid email address'],
  ['an empty phone [C-ORDER-13]', customer({ phone: '' }), 'Please enter a valid phone number (10+ digits)'],
  ['a short phone [C-ORDER-13]', customer({ phone: '555-0123' }), 'Please enter a valid phone number (10+ digits)'],
  ['an empty firebaseId [C-ORDER-14]', customer({ firebaseId: '' }), 'firebaseId must be a non-empty text'],
  ['an empty cart [C-ORDER-15]', { items: [] }, 'Your cart is empty. Please add items before placing an order.'],
  ['no cart [C-ORDER-15]', { items: 'all' }, 'Your cart is empty. Please add items before placing an order.'],
  ['a dish without a name [C-ORDER-16]', item({ name: '' }), 'Item 1: name is required'],
  ['a free dish [C-ORDER-17]', item({ price: 0 }), 'Item 1: price must be a number above 0'],
  ['an endless price [C-ORDER-17]', item({ price: 'Infinity' }), 'Item 1: price must be a number above 0'],
  ['minus two [C-ORDER-18]', item({ quantity: -2 }), 'Item 1: quantity must be a whole number of at least 1'],
  ['one and a half [C-ORDER-18]', item({ quantity: 1.5 }), 'Item 1: quantity must be a whole number of at least 1'],
  ['a heat of 6 [C-ORDER-19]', item({ selectedSpiceLevel: 6 }), 'Item 1: spice level must be a number from 1 to 5'],
  ['an empty category [C-ORDER-20]', item({ category: '' }), 'Item 1: category must be a non-empty text'],
  ['no location [C-ORDER-21]', { locationInfo: undefined }, 'Please select a restaurant location'],
  ['no location name [C-ORDER-22]', { locationInfo: { id: 'truro' } }, 'Location name is missing'],
  ['another type [C-ORDER-23]', { orderType: 'drone' }, ORDER_TEXTS.orderType],
  ['nowhere to deliver [C-ORDER-24]', { orderType: 'delivery' }, 'Delivery address is required for delivery orders'],
  [
    'a party of 21 [C-ORDER-25]',
    { orderType: 'dine-in', tableInfo: { partySize: 21 } },
    'Please specify a valid party size (1-20 people)',
  ],
  ['no pricing [C-ORDER-26]', { pricing: undefined }, 'Pricing information is required'],
  ['a negative tip [C-ORDER-27]', priced({ tip: -5 }), 'Pricing tip must be a number that is not negative'],
  ['nothing to pay [C-ORDER-28]', priced({ subtotal: 0, tax: 0, total: 0 }), 'Order total must be greater than zero'],
  [
    'a sum that does not add up [C-ORDER-29] [C-ERR-35]',
    priced({ total: sound.pricing.total + 0.03 }),
    'Pricing calculation error: total does not match subtotal + tax + tip',
  ],
  ['100 lines', { items: Array.from({ length: 100 }, () => dish) }, 'Maximum 50 total items allowed in cart'],
  ['60 kB of name', customer({ name: 'A'.repeat(60_000) }), 'Name must be less than 50 characters'],
  ['an e-mail of 101 characters', customer({ email: `${'a'.repeat(90)}@example.ca` }), 'Email address is too long'],
  ['a million dollars and a cent', priced({ tip: 1e6 + 0.01, total: 2e6 }), 'Order total must be at most $1,000,000'],
])('%s is refused with the documented message [C-ORDER-09]', async (_name, more, words) => {
  const answer = await place({ ...sound, ...more });
  const body = await answer.json();
  expect(answer.status).toBe(400);
  expect(body).toMatchObject({ success: false, code: 'invalid-argument', error: words });
});

const NEEDS_PHONE = 'Please enter a valid phone number (10+ digits)';
const account = await server.signIn('customer@demo.test');

test.each([
  ['a pickup without an account', 'pickup', 'phone', null, SITE_KEY],
  ['a pickup without an account', 'pickup', 'email', null, SITE_KEY],
  ['a delivery without an account', 'delivery', 'phone', null, SITE_KEY],
  ['a delivery without an account', 'delivery', 'email', NEEDS_PHONE, SITE_KEY],
  ['a pickup of an account', 'pickup', 'phone', null, account],
  ['a pickup of an account', 'pickup', 'email', null, account],
  ['a delivery of an account [C-ORDER-13]', 'delivery', 'email', NEEDS_PHONE, account],
] as const)('%s (%s) with only the %s, in cash or by card: %s', async (_who, orderType, contact, words, as) => {
  const request = truro({ dishes: { 'butter-chicken': 2 }, orderType, address: '22 Willow Street, Truro' });
  const { email, phone, ...person } = request.customerInfo;
  const body = { ...request, customerInfo: { ...person, ...(contact === 'email' ? { email } : { phone }) } };
  for (const answer of [
    await server.call('createCustomerPayment', { body: { orderData: body } }, as),
    await server.call('createCustomerOrderCash', { body }, as),
  ])
    expect([answer.status, answer.body.error]).toEqual(words === null ? [200, undefined] : [400, words]);
});

test.each([null, [], 'an order', 7])('the body %j is refused [C-ORDER-10]', async (body) => {
  const answer = await server.fetch(
    '/api/createCustomerOrderCash',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    SITE_KEY,
  );
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'Order data is required' }),
  ]);
});

const EVIL = [
  '<script>alert(1)</script>',
  "'; drop table orders; --",
  '=HYPERLINK("http://evil.test")',
  'name\r\nx-evil: 1',
  '\u0000\ud800',
  '{{constructor.constructor("return 1")()}}',
  '🥘'.repeat(10),
];
const FIELDS: Record<string, (evil: unknown) => object> = {
  name: (evil) => customer({ name: evil }),
  email: (evil) => customer({ email: evil }),
  phone: (evil) => customer({ phone: evil }),
  firebaseId: (evil) => customer({ firebaseId: evil }),
  'item id': (evil) => item({ id: evil }),
  'item name': (evil) => item({ name: evil }),
  'item price': (evil) => item({ price: evil }),
  'item quantity': (evil) => item({ quantity: evil }),
  'item category': (evil) => item({ category: evil }),
  'item description': (evil) => item({ description: evil }),
  'spice level': (evil) => item({ selectedSpiceLevel: evil }),
  'spice name': (evil) => item({ spiceLevelName: evil }),
  'cart key': (evil) => item({ cartKey: evil }),
  'location id': (evil) => ({ locationInfo: { ...sound.locationInfo, id: evil } }),
  'location name': (evil) => ({ locationInfo: { ...sound.locationInfo, name: evil } }),
  'order type': (evil) => ({ orderType: evil }),
  tip: (evil) => ({ tipAmount: evil }),
  pricing: (evil) => ({ pricing: evil }),
  address: (evil) => ({ orderType: 'delivery', deliveryInfo: { address: evil, instructions: evil } }),
  table: (evil) => ({ orderType: 'dine-in', tableInfo: { tableNumber: evil, partySize: 2 } }),
  wishes: (evil) => ({ specialInstructions: evil }),
};
const WRONG = [...EVIL, 1e308, -1, Number.MAX_SAFE_INTEGER, true, null, [], {}, { __proto__: { x: 1 } }, [[[[[]]]]]];

test.each(Object.keys(FIELDS))('any value in %s gives an order or a clear refusal', async (field) => {
  const statuses = new Set<number>();
  for (const wrong of WRONG) {
    const answer = await place({ ...sound, ...FIELDS[field]?.(wrong) });
    statuses.add(answer.status);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('x-evil')).toBeNull();
  }
  expect([...statuses].filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);
});

test('texts are stored as typed, without characters that a database cannot store', async () => {
  const hostileText = `${EVIL[0]}\u0000 ${EVIL[1]}`;
  const answer = await place({ ...sound, specialInstructions: hostileText });
  const { order } = (await answer.json()) as { order: { specialInstructions: string } };
  expect(order.specialInstructions).toBe(`${EVIL[0]} ${EVIL[1]}`);
});

test('unknown fields are dropped', async () => {
  const answer = await place({
    ...sound,
    status: 'completed',
    paymentStatus: 'paid',
    metadata: { adminCreated: true },
  });
  const { order } = (await answer.json()) as { order: Record<string, unknown> };
  expect(order).toMatchObject({ status: 'pending', paymentStatus: 'unpaid', metadata: { adminCreated: false } });
});
