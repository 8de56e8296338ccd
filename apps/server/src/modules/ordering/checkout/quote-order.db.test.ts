import type { InputOf } from '@tiffin/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const asha = await server.signIn('customer@demo.test');
const admin = await server.signIn('admin@demo.test');
const payload = await payloadMaker(server);
const locationId = 'truro';
const { items: menu } = (await server.call('getLocationMenu', { query: { locationId } })).body;

type QuoteInput = InputOf<'quoteOrder'>['body'];
const quote = (body: Omit<QuoteInput, 'locationId'>, as = asha) =>
  server.call('quoteOrder', { body: { locationId, ...body } }, as);
const pickup = (more: Partial<QuoteInput> = {}): Omit<QuoteInput, 'locationId'> => ({
  orderType: 'pickup',
  items: [{ id: 'mango-lassi', quantity: 2 }],
  ...more,
});
type Quote = Awaited<ReturnType<typeof quote>>['body'];

/** The order that a client makes of a quote: its lines with the quoted names, prices and sums. */
function orderOf(request: Omit<QuoteInput, 'locationId'>, { lines, pricing }: Quote) {
  const { items, orderType, tipAmount, wantedFor, postalCode, offerCode, agreesToWait } = request;
  return {
    ...payload(),
    locationInfo: { id: locationId, name: 'Truro Heights' },
    items: items.map((item, at) => ({ ...item, name: lines[at]?.name ?? '', price: lines[at]?.price ?? 0 })),
    orderType,
    tipAmount,
    wantedFor,
    agreesToWait,
    welcomeCode: offerCode,
    pricing,
    deliveryInfo: orderType === 'delivery' ? { address: '22 Willow Street, Truro', postalCode } : undefined,
    tableInfo: orderType === 'dine-in' ? { tableNumber: '4', partySize: 2 } : undefined,
  };
}
const place = (body: ReturnType<typeof orderOf>, as = asha) =>
  server.call('createCustomerOrderCash', { body }, { ...as, 'idempotency-key': crypto.randomUUID() });

const deliverNearby = {
  id: 'near',
  name: 'Truro',
  area: { kind: 'prefix' as const, prefixes: ['B2N'] },
  minimum: 15,
  freeOver: 45,
  fees: [{ from: 0, fee: 3.99 }],
  extraMinutes: 10,
  priority: 1,
  isOn: true,
};
const saved = await server.call(
  'updateLocation',
  { body: { locationId, updates: { delivery: { point: null, zones: [deliverNearby] } } } },
  admin,
);
if (saved.status !== 200) throw new Error(saved.body.error);

const { days } = (await server.call('getReadyTimes', { query: { locationId, orderType: 'pickup', dishes: 3 } })).body;
const laterTimes = days.slice(1, 4).flatMap(({ times }) => times);

/** The options of a dish that its groups require, the first ones. */
function requiredOptions({ optionGroups }: (typeof menu)[number]) {
  return optionGroups.flatMap(({ id: groupId, min, options }) =>
    options
      .filter(({ isAvailable }) => isAvailable)
      .slice(0, min)
      .map(({ id: optionId }) => ({ groupId, optionId })),
  );
}
const line = fc
  .record({
    dish: fc.constantFrom(...menu.filter(({ isAvailable }) => isAvailable)),
    quantity: fc.integer({ min: 1, max: 3 }),
    selectedSpiceLevel: fc.constantFrom(undefined, 1, 3),
    note: fc.constantFrom(undefined, 'No onions'),
  })
  .map(({ dish, ...rest }) => ({ id: dish.id, options: requiredOptions(dish), ...rest }));
const cart = fc.record({
  items: fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
  orderType: fc.constantFrom('pickup' as const, 'delivery' as const, 'dine-in' as const),
  tipAmount: fc.constantFrom(undefined, 0, 1.23, 5),
  postalCode: fc.constant('B2N 4Z1'),
  wantedFor: fc.option(fc.constantFrom(...laterTimes), { nil: undefined }),
});

test('an order of any quote is accepted at the first attempt and costs what was quoted, to the cent', async () => {
  let ordered = 0;
  await fc.assert(
    fc.asyncProperty(cart, async (request) => {
      const quoted = await quote(request);
      expect([quoted.status, quoted.body.error]).toEqual([200, undefined]);
      const { missing, pricing, taxes, charges, lines, promised } = quoted.body;
      const placed = await place(orderOf(request, quoted.body));
      // Below the minimum of a delivery the quote says how much is missing, and the order is refused for it.
      const expected = missing > 0 ? [409, 'below-minimum', missing, null] : [200, undefined, 0, promised];
      const { code, missing: missingNow = 0 } = placed.body as { code?: string; missing?: number };
      expect([placed.status, code, missingNow, promised]).toEqual(expected);
      if (missing > 0) return;
      ordered += 1;
      const { order } = placed.body;
      const shown = order.items.map((item) => [item.line, item.id, item.lineTotal, item.options]);
      const quotedLines = lines.map((item) => [item.line, item.id, item.lineTotal, item.options]);
      expect([order.pricing, order.taxes, order.charges, shown, order.promised]).toEqual([
        pricing,
        taxes,
        charges,
        quotedLines,
        promised,
      ]);
    }),
    { numRuns: 40, seed: 20_261_120 },
  );
  expect(ordered).toBeGreaterThan(25);
});

test('a quote writes nothing', async () => {
  const tables = ['orders', 'payment_sessions', 'events', 'messages', 'users'] as const;
  const counts = () =>
    Promise.all(
      tables.map(async (table) => {
        const rows = await db.selectFrom(table).select(db.fn.countAll().as('count')).execute();
        return [table, Number(rows[0]?.count)];
      }),
    );
  const before = await counts();
  expect((await quote(pickup({ tipAmount: 2 }))).status).toBe(200);
  expect(await counts()).toEqual(before);
});

test('a delivery below the minimum is quoted with its fee and the amount that is missing', async () => {
  const request = pickup({ orderType: 'delivery', postalCode: 'b2n4z1' });
  const { body } = await quote(request);
  expect(body).toMatchObject({ charges: [{ kind: 'delivery', amount: 3.99 }], promised: null });
  expect(body.missing).toBeCloseTo(15 - body.pricing.subtotal, 2);
  const enough = await quote({ ...request, items: [{ id: 'mango-lassi', quantity: 3 }] });
  expect(enough.body).toMatchObject({ missing: 0, promised: { from: expect.any(String), to: expect.any(String) } });
});

test('the welcome offer lowers the quote and the order alike, and only for its owner', async () => {
  const offerCode = 'WELCOME-TEST1';
  const email = 'customer2@demo.test';
  await db.updateTable('users').set({ welcome_code: offerCode }).where('email', '=', email).execute();
  const liam = await server.signIn(email);
  const request = pickup({ offerCode });
  const { body } = await quote(request, liam);
  expect(body.pricing.discount).toEqual({ code: offerCode, amount: 1.18 });
  expect(body.adjustments).toMatchObject([{ line: 1, amount: -1.18, label: offerCode }]);
  const placed = await place(orderOf(request, body), liam);
  expect(placed.body.order).toMatchObject({ pricing: body.pricing, adjustments: body.adjustments });
  expect((await quote(request)).body.code).toBe('offer-over');
});

test.each<[string, () => Promise<void>, Partial<QuoteInput>]>([
  ['a dish that does not exist', async () => {}, { items: [{ id: 'no-such-dish', quantity: 1 }] }],
  ['too many of a dish', async () => {}, { items: [{ id: 'mango-lassi', quantity: 99 }] }],
  ['a missing option', async () => {}, { items: [{ id: requiredDish(), quantity: 1 }] }],
  ['a place outside the zones', async () => {}, { orderType: 'delivery', postalCode: 'K1A 0B1' }],
  ['a delivery to nowhere', async () => {}, { orderType: 'delivery' }],
  ['a time in the past', async () => {}, { wantedFor: '2026-11-19T18:00:00Z' }],
  ['a tip that is larger than the food', async () => {}, { tipAmount: 5_000 }],
  ['an offer of somebody else', async () => {}, { offerCode: 'WELCOME-XXXXX' }],
  ['a dish that is sold out', () => setAvailable('mango-lassi', false), {}],
  ['a dish that is available again', () => setAvailable('mango-lassi', true), { tipAmount: 1 }],
])('%s gets the same answer from the quote and from the order', async (_what, prepare, more) => {
  const earlier = await quote(pickup());
  await prepare();
  const request = pickup(more);
  const quoted = await quote(request);
  const placed = await place(orderOf(request, (quoted.status === 200 ? quoted : earlier).body));
  expect([placed.status, placed.body.code]).toEqual([quoted.status, quoted.body.code]);
});

function requiredDish(): string {
  const dish = menu.find((item) => item.isAvailable && requiredOptions(item).length > 0);
  if (!dish) throw new Error('every dish can be ordered as it comes');
  return dish.id;
}

async function setAvailable(itemId: string, isAvailable: boolean) {
  await server.call('setMenuAvailability', { body: { locationId, itemIds: [itemId], isAvailable } }, admin);
}

test('the public key is enough for a quote, and a quote without an item or with nonsense says what is wrong', async () => {
  expect((await quote(pickup(), SITE_KEY)).status).toBe(200);
  for (const [body, field] of [
    [{ ...pickup(), items: [] }, 'items'],
    [{ ...pickup(), items: [{ id: 'mango-lassi', quantity: 0 }] }, 'items.0.quantity'],
    [{ ...pickup(), orderType: 'drone' }, 'orderType'],
    [{ ...pickup(), tipAmount: -1 }, 'tipAmount'],
    [{ ...pickup(), wantedFor: 'tomorrow' }, 'wantedFor'],
  ] as const) {
    const { status, body: refused } = await quote(body as never);
    expect([status, refused.code, (refused as { field?: string }).field]).toEqual([400, 'invalid-argument', field]);
  }
  expect((await server.call('quoteOrder', { body: { locationId: 'atlantis', ...pickup() } }, asha)).status).toBe(404);
});
