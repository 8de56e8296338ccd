import { cents, rate } from '@tiffin/domain/core';
import { toOrderPayload, type OrderDraft } from '@tiffin/domain/cart';
import { NO_NOTES, ORDER_TEXTS } from '@tiffin/domain/order';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validatePricing } from './orders.ts';
import { cashTillPayload, orderPayload, tillPayload } from './order-request.ts';

const item = { id: 'butter-chicken', name: 'Butter Chicken', price: 16.95, quantity: 4 };
const payload = {
  customerInfo: { name: ' Priya Sharma ', email: ' Priya@Example.com ', phone: '(902) 555-0123', firebaseId: null },
  items: [item],
  locationInfo: {
    id: 'truro',
    name: 'Truro Heights',
    address: '395 Truro Heights Road',
    phone: '902-555-0100',
    postalCode: 'B2N 1A1',
  },
  orderType: 'pickup',
  tipAmount: 5,
  pricing: { subtotal: 67.8, tax: 9.49, tip: 5, total: 82.29, taxRate: 0.14 },
};
const customer = (more: object): object => ({ customerInfo: { ...payload.customerInfo, ...more } });
const withItem = (more: object): object => ({ items: [{ ...item, ...more }] });
const dishes = (count: number, quantity: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ ...item, id: `dish-${index}`, quantity }));
const priced = (more: object): object => ({ pricing: { ...payload.pricing, ...more } });

/** All error messages in the order in which they are returned. */
function problemsOf(body: unknown, schema: typeof orderPayload | typeof tillPayload = orderPayload) {
  const { issues = [] } = schema.safeParse(body).error ?? {};
  return issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

/** The first error message for the payload with these fields replaced. */
const firstMessage = (more: object, schema?: typeof orderPayload | typeof tillPayload) =>
  problemsOf({ ...payload, ...more }, schema)[0]?.message ?? null;

const parse = (more: object) => orderPayload.parse({ ...payload, ...more });

test('converts a valid order to internal units [C-ORDER-01]', () => {
  expect(parse({})).toEqual({
    customer: { name: 'Priya Sharma', email: 'priya@example.com', phone: '+19025550123', userId: null },
    items: [
      {
        id: 'butter-chicken',
        name: 'Butter Chicken',
        quantity: 4,
        category: 'food',
        selectedSpiceLevel: 1,
      },
    ],
    location: payload.locationInfo,
    orderType: 'pickup',
    paymentMethod: 'cash',
    tip: 500,
    pricing: { subtotal: 6780, off: 0, charges: 0, tax: 949, tip: 500, total: 8229 },
    delivery: null,
    vehicle: '',
    table: null,
    ...NO_NOTES,
    agreesToWait: false,
    cartId: null,
    withoutCharges: [],
    chargeReasons: {},
    wantedFor: null,
    welcomeCode: '',
    promoCode: '',
    points: 0,
    allergies: [],
    allergyNote: '',
    contactCode: '',
    giftCardCode: '',
    shownReadyBy: null,
    given: [],
    sellAnyway: [],
  });
});

test.each([[null], [undefined], ['order'], [[]]])('order data is required: %j', (body) => {
  expect(problemsOf(body)).toEqual([{ field: '', message: 'Order data is required' }]);
});

test.each([
  [{ customerInfo: undefined }, 'Customer information is required'],
  [{ customerInfo: 'Priya' }, 'Customer information is required'],
  [customer({ name: undefined }), 'Customer name is required'],
  [customer({ name: '   ' }), 'Customer name is required'],
  [customer({ name: 'P' }), 'Name must be at least 2 characters'],
  [customer({ name: 'Pi' }), null],
  [customer({ name: 'P'.repeat(49) }), null],
  [customer({ name: 'P'.repeat(50) }), 'Name must be less than 50 characters'],
  [customer({ email: undefined }), null],
  [customer({ email: undefined, phone: undefined }), 'Please enter a valid email address'],
  [customer({ email: '' }), 'Please enter a valid email address'],
  [customer({ email: 'priya@' }), 'Please enter a valid email address'],
  [customer({ email: 7 }), 'Please enter a valid email address'],
  [customer({ email: `${'p'.repeat(88)}@example.com` }), null],
  [customer({ email: `${'p'.repeat(89)}@example.com` }), 'Email address is too long'],
  [customer({ phone: undefined }), null],
  [customer({ phone: '' }), 'Please enter a valid phone number (10+ digits)'],
  [customer({ phone: '902 555 012' }), 'Please enter a valid phone number (10+ digits)'],
  [customer({ phone: '+491234567890123' }), null],
  [customer({ phone: '+4912345678901234' }), 'Phone number is too long'],
  [customer({ firebaseId: '' }), 'firebaseId must be a non-empty text'],
  [customer({ firebaseId: 7 }), 'firebaseId must be a non-empty text'],
  [customer({ firebaseId: 'u1' }), null],
  [customer({ firebaseId: undefined }), null],
  [{ items: undefined }, 'Your cart is empty. Please add items before placing an order.'],
  [{ items: [] }, 'Your cart is empty. Please add items before placing an order.'],
  [{ items: { 0: item, length: 1 } }, 'Your cart is empty. Please add items before placing an order.'],
  [{ items: [null] }, 'Item 1: item data is required'],
  [{ items: [item, { ...item, id: '' }] }, 'Item 2: id is required'],
  [withItem({ name: '' }), 'Item 1: name is required'],
  [withItem({ name: 7 }), 'Item 1: name is required'],
  [withItem({ price: 0 }), 'Item 1: price must be a number above 0'],
  [withItem({ price: -16.95 }), 'Item 1: price must be a number above 0'],
  [withItem({ price: Infinity }), 'Item 1: price must be a number above 0'],
  [withItem({ price: Number.NaN }), 'Item 1: price must be a number above 0'],
  [withItem({ price: '16.95' }), 'Item 1: price must be a number above 0'],
  [withItem({ price: 0.01 }), null],
  [withItem({ quantity: 0 }), 'Item 1: quantity must be a whole number of at least 1'],
  [withItem({ quantity: -4 }), 'Item 1: quantity must be a whole number of at least 1'],
  [withItem({ quantity: 1.5 }), 'Item 1: quantity must be a whole number of at least 1'],
  [withItem({ quantity: '4' }), 'Item 1: quantity must be a whole number of at least 1'],
  [withItem({ quantity: 1 }), null],
  [withItem({ selectedSpiceLevel: 0 }), 'Item 1: spice level must be a number from 1 to 5'],
  [withItem({ selectedSpiceLevel: 6 }), 'Item 1: spice level must be a number from 1 to 5'],
  [withItem({ selectedSpiceLevel: '2' }), 'Item 1: spice level must be a number from 1 to 5'],
  [withItem({ selectedSpiceLevel: 1.5 }), 'Item 1: spice level must be a number from 1 to 5'],
  [withItem({ selectedSpiceLevel: 5 }), null],
  [withItem({ options: [{ groupId: 'size', optionId: 'large' }], note: ' no nuts ' }), null],
  [withItem({ options: [] }), null],
  [withItem({ options: null, note: null }), null],
  [withItem({ options: 'large' }), 'Item 1: options must name a group and an option each'],
  [withItem({ options: [{ groupId: 'size' }] }), 'Item 1: options must name a group and an option each'],
  [
    withItem({ options: [{ groupId: 'x', optionId: 'y', units: 0 }] }),
    'Item 1: units must be a whole number from 1 to 20',
  ],
  [
    withItem({ options: [{ groupId: 'x', optionId: 'y', units: 21 }] }),
    'Item 1: units must be a whole number from 1 to 20',
  ],
  [
    withItem({ options: Array.from({ length: 21 }, (_, at) => ({ groupId: 'x', optionId: `y${at}` })) }),
    'Item 1: has too many options',
  ],
  [withItem({ note: 'n'.repeat(140) }), null],
  [withItem({ note: 'n'.repeat(10_000) }), 'Item 1: note must be at most 140 characters'],
  [withItem({ category: '' }), 'Item 1: category must be a non-empty text'],
  [withItem({ category: 3 }), 'Item 1: category must be a non-empty text'],
  [withItem({ category: 'drinks' }), null],
  [{ locationInfo: undefined }, 'Please select a restaurant location'],
  [{ locationInfo: { name: 'Truro Heights' } }, 'Please select a restaurant location'],
  [{ locationInfo: { id: 'truro' } }, 'Location name is missing'],
  [{ locationInfo: undefined, location: 'truro' }, 'Location name is missing'],
  [{ locationInfo: undefined, location: { id: 'truro', name: 'Truro Heights' } }, null],
  [{ locationInfo: { name: 'Truro Heights' }, location: 'truro' }, null],
  [{ orderType: undefined }, null],
  [{ orderType: null }, null],
  [{ orderType: 'drone' }, ORDER_TEXTS.orderType],
  [{ orderType: 'Pickup' }, ORDER_TEXTS.orderType],
  [{ orderType: 'delivery' }, 'Delivery address is required for delivery orders'],
  [{ orderType: 'delivery', deliveryInfo: { address: ' ' } }, 'Delivery address is required for delivery orders'],
  [{ orderType: 'delivery', deliveryInfo: { address: '1 Main St' } }, null],
  [{ orderType: 'delivery', deliveryInfo: { address: '7 rue Ève' } }, null],
  [{ orderType: 'dine-in' }, 'Please specify a valid party size (1-20 people)'],
  [{ orderType: 'dine-in', tableInfo: { partySize: 0 } }, 'Please specify a valid party size (1-20 people)'],
  [{ orderType: 'dine-in', tableInfo: { partySize: 21 } }, 'Please specify a valid party size (1-20 people)'],
  [{ orderType: 'dine-in', tableInfo: { partySize: 2.5 } }, 'Please specify a valid party size (1-20 people)'],
  [{ orderType: 'dine-in', tableInfo: { partySize: '4' } }, 'Please specify a valid party size (1-20 people)'],
  [{ orderType: 'dine-in', tableInfo: { partySize: 1 } }, null],
  [{ orderType: 'dine-in', tableInfo: { partySize: 20 } }, null],
  [{ pricing: undefined }, 'Pricing information is required'],
  [{ pricing: 82.29 }, 'Pricing information is required'],
  [priced({ subtotal: -1 }), 'Pricing subtotal must be a number that is not negative'],
  [priced({ tax: -0.01 }), 'Pricing tax must be a number that is not negative'],
  [priced({ tip: -5 }), 'Pricing tip must be a number that is not negative'],
  [priced({ total: -82.29 }), 'Pricing total must be a number that is not negative'],
  [priced({ total: '82.29' }), 'Pricing total must be a number that is not negative'],
  [{ tipAmount: -5 }, 'Pricing tip must be a number that is not negative'],
  [{ tipAmount: '5' }, 'Pricing tip must be a number that is not negative'],
  [{ tipAmount: 100 }, null],
  [{ tipAmount: 100.01 }, 'That tip is larger than the order itself. Please choose a smaller one.'],
  [
    { tipAmount: undefined, ...priced({ tip: 200, total: 277.29 }) },
    'That tip is larger than the order itself. Please choose a smaller one.',
  ],
  [{ tipAmount: 300, ...priced({ subtotal: 300, tax: 42, tip: 300, total: 642 }) }, null],
  [priced({ subtotal: 0, tax: 0, tip: 0, total: 0 }), 'Order total must be greater than zero'],
  [priced({ subtotal: 0, tax: 0, tip: 0.01, total: 0.01 }), null],
  [priced({ total: 82.32 }), 'Pricing calculation error: total does not match subtotal + tax + tip'],
  [priced({ total: 82.26 }), 'Pricing calculation error: total does not match subtotal + tax + tip'],
  [priced({ total: 82.31 }), null],
  [priced({ total: 82.27 }), null],
  [{ paymentMethod: 'cheque' }, 'Payment method must be online or cash'],
  [{ paymentMethod: null }, null],
  [withItem({ name: 'n'.repeat(200) }), null],
  [withItem({ name: 'n'.repeat(201) }), 'Item 1: name must be at most 200 characters'],
  [withItem({ id: 'n'.repeat(101) }), 'Item 1: id must be at most 100 characters'],
  [withItem({ category: 'n'.repeat(101) }), 'Item 1: category must be at most 100 characters'],
  [withItem({ description: 'n'.repeat(2001) }), 'Item 1: description must be at most 2000 characters'],
  [withItem({ cartKey: 'n'.repeat(201) }), 'Item 1: cartKey must be at most 200 characters'],
  [{ specialInstructions: 'n'.repeat(500) }, null],
  [{ specialInstructions: 'n'.repeat(501) }, 'Special instructions must be at most 500 characters'],
  [
    { orderType: 'delivery', deliveryInfo: { address: 'n'.repeat(301) } },
    'Delivery address must be at most 300 characters',
  ],
  [
    { orderType: 'delivery', deliveryInfo: { address: '1 Main St', instructions: 'n'.repeat(501) } },
    'Delivery instructions must be at most 500 characters',
  ],
  [
    { orderType: 'dine-in', tableInfo: { partySize: 1, tableNumber: 'n'.repeat(21) } },
    'Table number must be at most 20 characters',
  ],
  [
    { locationInfo: { ...payload.locationInfo, address: 'n'.repeat(301) } },
    'Location address must be at most 300 characters',
  ],
  [{ locationInfo: { ...payload.locationInfo, id: 'n'.repeat(101) } }, 'Location id must be at most 100 characters'],
  [{ items: Array.from({ length: 21 }, () => ({ ...item, quantity: 1 })) }, null],
  [{ items: dishes(20, 2) }, null],
  [{ items: dishes(21, 2) }, 'Maximum 20 different items allowed in cart'],
  [{ items: dishes(5, 10) }, null],
  [{ items: [...dishes(5, 10), item] }, 'Maximum 50 total items allowed in cart'],
  [{ items: Array.from({ length: 51 }, () => null) }, 'Maximum 50 total items allowed in cart'],
])('returns for %j: %s', (more, text) => {
  expect(firstMessage(more)).toBe(text);
});

test('joins the lines of a dish note', () => {
  const { items } = parse(withItem({ note: ' no nuts\n\nplease\u2028and\tthanks ' }));
  expect(items[0]?.note).toBe('no nuts please and thanks');
});

test('requires only a name at the till but validates the other contact details', () => {
  expect(firstMessage({ customerInfo: { name: 'Walk In' } }, tillPayload)).toBeNull();
  expect(firstMessage({ customerInfo: {} }, tillPayload)).toBe('Customer name is required');
  expect(firstMessage(customer({ email: 'priya@' }), tillPayload)).toBe('Please enter a valid email address');
  expect(firstMessage(customer({ phone: '12' }), tillPayload)).toBe('Please enter a valid phone number (10+ digits)');
  expect(firstMessage({ paymentMethod: 'card' }, tillPayload)).toBeNull();
});

test('returns the first problem as the error and all of them by field', () => {
  const problems = problemsOf({
    ...payload,
    items: [{ ...item, name: '', quantity: 0 }],
    orderType: 'x',
    pricing: null,
  });
  expect(problems).toEqual([
    { field: 'items.0.name', message: 'Item 1: name is required' },
    { field: 'items.0.quantity', message: 'Item 1: quantity must be a whole number of at least 1' },
    { field: 'orderType', message: ORDER_TEXTS.orderType },
    { field: 'pricing', message: 'Pricing information is required' },
  ]);
  expect(problemsOf({ ...payload, items: [null] })[0]?.field).toBe('items.0');
});

test('names the field of every problem', () => {
  const bad = {
    customerInfo: { name: '', email: '', phone: '', firebaseId: '' },
    items: [{ price: 0, selectedSpiceLevel: 9, category: '' }],
    locationInfo: {},
    orderType: 'delivery',
    paymentMethod: 'x',
    pricing: { subtotal: -1, tax: -1, tip: -1, total: -1 },
    tipAmount: -1,
    specialInstructions: 'n'.repeat(501),
  };
  expect(problemsOf(bad).map((problem) => problem.field)).toEqual([
    'customerInfo.name',
    'customerInfo.email',
    'customerInfo.phone',
    'customerInfo.firebaseId',
    'items.0.id',
    'items.0.name',
    'items.0.price',
    'items.0.quantity',
    'items.0.selectedSpiceLevel',
    'items.0.category',
    'locationInfo.id',
    'deliveryInfo.address',
    'paymentMethod',
    'pricing.subtotal',
    'pricing.tax',
    'pricing.tip',
    'pricing.total',
    'tipAmount',
    'specialInstructions',
  ]);
});

test.each([
  [{ customerInfo: 'Priya' }, 'customerInfo'],
  [customer({ name: 'P' }), 'customerInfo.name'],
  [customer({ name: 'P'.repeat(50) }), 'customerInfo.name'],
  [customer({ email: `${'p'.repeat(89)}@example.com` }), 'customerInfo.email'],
  [customer({ phone: '+4912345678901234' }), 'customerInfo.phone'],
  [{ items: [] }, 'items'],
  [{ items: dishes(21, 1) }, 'items'],
  [{ items: [null] }, 'items.0'],
  [{ locationInfo: { id: 'truro' } }, 'locationInfo.name'],
  [{ locationInfo: { ...payload.locationInfo, phone: '9'.repeat(301) } }, 'locationInfo.phone'],
  [{ orderType: 'delivery', deliveryInfo: { address: 'n'.repeat(301) } }, 'deliveryInfo.address'],
  [
    { orderType: 'delivery', deliveryInfo: { address: '1 Main St', instructions: 'n'.repeat(501) } },
    'deliveryInfo.instructions',
  ],
  [{ orderType: 'dine-in', tableInfo: { partySize: 0 } }, 'tableInfo.partySize'],
  [{ orderType: 'dine-in', tableInfo: { partySize: 1, tableNumber: 'n'.repeat(21) } }, 'tableInfo.tableNumber'],
  [priced({ subtotal: -1 }), 'pricing.subtotal'],
  [priced({ tax: undefined }), 'pricing.tax'],
  [priced({ tip: '5' }), 'pricing.tip'],
  [priced({ total: null }), 'pricing.total'],
  [priced({ subtotal: 0, tax: 0, tip: 0, total: 0 }), 'pricing.total'],
  [priced({ total: 82.32 }), 'pricing.total'],
])('reports one mistake in %j as one problem of %s', (more, field) => {
  expect(problemsOf({ ...payload, ...more }).map((problem) => problem.field)).toEqual([field]);
});

test('leaves missing contact details of a walk-in empty', () => {
  const { customer: walkIn } = tillPayload.parse({ ...payload, customerInfo: { name: 'Walk In' } });
  expect(walkIn).toEqual({ name: 'Walk In', email: '', phone: '', userId: null });
});

test('uses cash if no payment method is sent [C-ORDER-04]', () => {
  const methodOf = (more: object) => parse(more).paymentMethod;
  expect(methodOf({})).toBe('cash');
  expect(methodOf({ paymentMethod: 'online' })).toBe('online');
  expect(methodOf({ paymentMethod: 'cash' })).toBe('cash');
});

test.each([
  [{}, 'food', 1],
  [{ category: 'drinks' }, 'drinks', 1],
  [{ selectedSpiceLevel: 2 }, 'food', 2],
  [{ selectedSpiceLevel: 5 }, 'food', 5],
])('an item with %j is %s, level %d [C-ORDER-05]', (more, category, selectedSpiceLevel) => {
  expect(parse(withItem(more)).items[0]).toMatchObject({ category, selectedSpiceLevel });
});

test('accepts the description, the key and the names of the heat, and leaves them to the menu', () => {
  const more = { description: 'PAID', cartKey: 'korma-free', spiceLevelName: 'FREE', spiceLevelId: 'free' };
  expect(parse(withItem(more)).items).toEqual(parse({}).items);
});

test('uses menuItemId as the id of the dish if it is sent', () => {
  expect(parse(withItem({ menuItemId: 'korma' })).items[0]).toMatchObject({ id: 'korma' });
});

test('reads the delivery and the table only for their order type [C-ORDER-06]', () => {
  const both = {
    deliveryInfo: { address: '1 Main St', instructions: ' ring ' },
    tableInfo: { tableNumber: 7, partySize: 4 },
  };
  const { delivery, table } = parse({ ...both, orderType: 'pickup' });
  expect([delivery, table]).toEqual([null, null]);
  expect(parse({ ...both, orderType: 'delivery' })).toMatchObject({
    delivery: { address: '1 Main St', instructions: 'ring' },
    table: null,
  });
  expect(parse({ ...both, orderType: 'dine-in' })).toMatchObject({
    delivery: null,
    table: { tableNumber: '7', partySize: 4 },
  });
  expect(firstMessage({ deliveryInfo: 'here', tableInfo: { partySize: 'many' } })).toBeNull();
  expect(firstMessage({ deliveryInfo: 'here', orderType: 'delivery' })).toBe(
    'Delivery address is required for delivery orders',
  );
});

test.each([
  ['902-555-0123', '+19025550123'],
  ['1 (902) 555-0123', '+19025550123'],
  ['+1 902 555 0123', '+19025550123'],
  ['+44 20 7946 0958', '+442079460958'],
])('stores the phone number %s as %s [C-ORDER-30]', (phone, stored) => {
  expect(parse(customer({ phone })).customer.phone).toBe(stored);
});

test('trims the email address and converts it to lower case [C-ORDER-31]', () => {
  expect(parse(customer({ email: '  PRIYA@Example.COM ' })).customer.email).toBe('priya@example.com');
});

test.each([
  [{ tipAmount: 7 }, 700],
  [{ tipAmount: 0 }, 0],
  [{ tipAmount: undefined }, 500],
  [{ tipAmount: undefined, pricing: { subtotal: 67.8, tax: 9.49, total: 77.29 } }, 0],
])('reads the tip of %j as %d cents', (more, tip) => {
  expect(parse(more).tip).toBe(tip);
});

test('refuses a table number that is an object', () => {
  const tableInfo = { partySize: 2, tableNumber: { number: 7 } };
  expect(firstMessage({ orderType: 'dine-in', tableInfo })).toBe('Table number must be a text');
});

test('never throws, whatever is sent', () => {
  const junk = fc.oneof(fc.anything(), fc.constant(payload));
  fc.assert(
    fc.property(
      fc.record({
        customerInfo: junk,
        items: fc.oneof(junk, fc.array(junk)),
        locationInfo: junk,
        orderType: fc.constantFrom('pickup', 'delivery', 'dine-in', 3),
        tipAmount: junk,
        pricing: junk,
        deliveryInfo: junk,
        tableInfo: junk,
      }),
      (body) => {
        const { success, error } = orderPayload.safeParse(body);
        expect(success || error.issues.every(({ message }) => message !== '')).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test('converts dollars to the exact cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (price) => {
      const tipped = { tipAmount: price / 100 };
      expect(tillPayload.parse({ ...payload, ...tipped }).tip).toBe(price);
    }),
  );
});

test.each(['!', '.....', '12345', 'a', '1 St', '<>"\'&;'])('no driver finds the address "%s"', (address) => {
  for (const schema of [orderPayload, tillPayload]) {
    expect(firstMessage({ orderType: 'delivery', deliveryInfo: { address } }, schema)).toBe(
      'Please enter the full delivery address: street, number and town',
    );
  }
});

test('requires the counted cash at the till and reports it last', () => {
  const cash = { ...payload, cashConfirmed: true, finalTotal: 82.29 };
  expect(cashTillPayload.parse(cash)).toMatchObject({ finalTotal: 8229, customer: { name: 'Priya Sharma' } });
  const { error } = cashTillPayload.safeParse({ ...cash, cashConfirmed: undefined, pricing: null });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Pricing information is required',
    'cashConfirmed is required: the cash has to be counted first',
  ]);
});

const priceCheck = { items: [item], frontendPricing: { total: 3 }, tipAmount: 0 };

test.each([
  ['[C-PRICE-16]', { items: undefined }, 'Items are required for pricing validation'],
  ['[C-PRICE-16]', { items: [] }, 'Items are required for pricing validation'],
  ['[C-PRICE-16]', { items: { 0: 'naan', length: 1 } }, 'Items are required for pricing validation'],
  ['[C-PRICE-17]', { frontendPricing: undefined }, 'Frontend pricing is required for pricing validation'],
  ['[C-PRICE-17]', { frontendPricing: null }, 'Frontend pricing is required for pricing validation'],
  ['[C-PRICE-17]', { frontendPricing: [] }, 'Frontend pricing is required for pricing validation'],
  ['[C-PRICE-17]', { frontendPricing: 12 }, 'Frontend pricing is required for pricing validation'],
  ['[C-PRICE-18]', { tipAmount: -0.01 }, 'Tip amount must be a number that is not negative'],
  ['[C-PRICE-18]', { tipAmount: '5' }, 'Tip amount must be a number that is not negative'],
  ['[C-PRICE-18]', { tipAmount: undefined }, 'Tip amount must be a number that is not negative'],
  ['[C-PRICE-18]', { tipAmount: Infinity }, 'Tip amount must be a number that is not negative'],
  ['[C-PRICE-18]', {}, undefined],
  ['[C-PRICE-18]', { tipAmount: 4.5 }, undefined],
  ['(null)', { frontendPricing: { total: null } }, undefined],
])('%s returns for a pricing check with %j: %s', (_fact, more, words) => {
  expect(validatePricing.body.safeParse({ ...priceCheck, ...more }).error?.issues[0]?.message).toBe(words);
});

test('reads what the checkout sends', () => {
  const draft: OrderDraft = {
    customer: { name: ' Priya ', email: 'priya@example.com', phone: '+19025550123' },
    userId: null,
    lines: [
      {
        cartKey: 'naan-default',
        id: 'naan',
        name: 'Garlic Naan',
        price: cents(350),
        quantity: 2,
        maxQuantity: 10,
        category: 'breads',
        description: '',
        image: null,
        spice: null,
      },
    ],
    location: payload.locationInfo,
    orderType: 'pickup',
    price: {
      subtotal: cents(700),
      tax: cents(98),
      tip: cents(50),
      total: cents(848),
      taxRate: rate(14_000),
      taxLabel: 'HST',
    },
  };
  const home = {
    orderType: 'delivery' as const,
    address: '1 Main St',
    deliveryInstructions: 'ring',
    leaveAtDoor: true,
  };
  const table = { orderType: 'dine-in' as const, tableNumber: '7', partySize: 4 };
  for (const more of [{}, home, table]) {
    expect(
      orderPayload.parse(JSON.parse(JSON.stringify(toOrderPayload({ ...draft, ...more }, 'online')))),
    ).toMatchObject({
      paymentMethod: 'online',
      tip: 50,
      pricing: { subtotal: 700, tax: 98, tip: 50, total: 848 },
      items: [{ id: 'naan', name: 'Garlic Naan', quantity: 2, category: 'breads', selectedSpiceLevel: 1 }],
    });
  }
});
