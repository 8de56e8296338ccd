import type { OrderPayload } from '@tiffin/domain/cart';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { offlineTill, soldOffline } from '../../testing/offline-sale.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import { newRandom } from '../../testing/random.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const EVENING = '2026-11-20T23:00:00.000Z';
server.clock.set(EVENING);
const signInStaff = () => server.signIn('staff.truro@demo.test');
const signInManager = () => server.signIn('manager.truro@demo.test');
let [staff, manager] = [await signInStaff(), await signInManager()];
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const truro = await payloadMaker(server);
const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
const till = await offlineTill(server, staff);
const { body: saved } = await server.call(
  'saveDrawers',
  { body: { locationId: 'truro', drawers: ['Till 1', 'Till 2', 'Till 3'].map((name) => ({ name })) } },
  manager,
);
const drawerIds = saved.drawers.map(({ drawerId }) => drawerId);

type Sale = ReturnType<typeof till.sell<OrderPayload>>;
const send = (body: Sale, as: Caller = {}) =>
  server.call('createAdminOrderCash', { body }, { ...staff, ...newKey(), ...as });
const sendUnpaid = (body: Sale) => server.call('createAdminOrderUnpaid', { body }, { ...staff, ...newKey() });
const lassis = (quantity = 2) => truro({ dishes: { 'mango-lassi': quantity } });
const setPrice = async (id: string, cents: number) => {
  await db
    .updateTable('menu_items')
    .set({ price_cents: cents })
    .where('location_id', '=', 'truro')
    .where('id', '=', id)
    .execute();
  await sql`update locations set id = id`.execute(db);
};
const openDrawer = (drawerId: string, counted: number) =>
  server.call('openDrawer', { body: { drawerId, counted } }, staff);
const closeDrawer = (drawerId: string, cents: number) =>
  server.call(
    'closeDrawer',
    { body: { drawerId, counted: { 20: Math.floor(cents / 2000), 0.05: (cents % 2000) / 5 }, reason: 'Counted' } },
    manager,
  );
const closeDay = (date: string) =>
  server.call('closeDay', { body: { locationId: 'truro', date, reason: 'Late' } }, { ...manager, ...newKey() });
const closingOf = async (date: string) =>
  (await server.call('getClosing', { query: { locationId: 'truro', date } }, manager)).body;
const priceOf = async (id: string) => {
  const dishes = db.selectFrom('menu_items').select('price_cents').where('location_id', '=', 'truro');
  return (await dishes.where('id', '=', id).executeTakeFirstOrThrow()).price_cents;
};

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
}

test('each device gets a letter of its own, also at the same instant, and keeps it', async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const name = async (deviceId: string) => (await server.call('nameDevice', { body: { deviceId } }, staff)).body.letter;
  const letters = await Promise.all(ids.map(name));
  expect(new Set([...letters, till.letter]).size).toBe(4);
  expect(await Promise.all(ids.map((id) => name(id.toUpperCase())))).toEqual(letters);
});

test('an order sold offline costs what the guest paid, although dish, price, tax and kitchen changed meanwhile', async () => {
  const body = till.sell(truro({ dishes: { 'mango-lassi': 2, 'butter-chicken': 1 } }));
  const lassiPrice = await priceOf('mango-lassi');
  server.clock.forward(30 * 60_000);
  await setPrice('mango-lassi', lassiPrice + 100);
  await db.updateTable('locations').set({ tax_rate: 20_000, is_active: false }).where('id', '=', 'truro').execute();
  await db.updateTable('menu_items').set({ is_available: false }).where('id', '=', 'butter-chicken').execute();
  await sql`update locations set id = id`.execute(db);

  const { status, body: answer } = await send(body);
  expect([status, answer.code]).toEqual([200, undefined]);
  const { order } = answer;
  expect(order).toMatchObject({
    offlineNumber: body.number,
    ticketPrinted: false,
    orderTime: EVENING,
    paidAt: EVENING,
    paymentStatus: 'paid',
    pricing: { total: body.pricing.total, tax: body.pricing.tax },
    items: [{ name: 'Mango Lassi', price: lassiPrice / 100, quantity: 2 }, { name: 'Butter Chicken' }],
  });
  const entry = await db
    .selectFrom('audit_log')
    .select(['subject_id', 'after'])
    .where('action', '=', 'sell-by-old-menu')
    .executeTakeFirstOrThrow();
  expect(entry.subject_id).toBe(order.id);
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  expect(entry.after).toMatchObject({
    offlineNumber: body.number,
    total: body.pricing.total,
    differs: [
      `Mango Lassi, ${dollars(lassiPrice)} → Mango Lassi, ${dollars(lassiPrice + 100)}`,
      expect.stringMatching(/^Butter Chicken, .* → –$/),
      expect.stringMatching(/14% → .*20%$/),
    ],
  });

  await setPrice('mango-lassi', lassiPrice);
  await db.updateTable('locations').set({ tax_rate: null, is_active: true }).where('id', '=', 'truro').execute();
  await db.updateTable('menu_items').set({ is_available: true }).where('id', '=', 'butter-chicken').execute();
  await sql`update locations set id = id`.execute(db);
  await sound();
});

test('a sold-out and a removed dish arrive, and staff find the order by its number in any case', async () => {
  const body = till.sell(truro({ dishes: { 'mango-lassi': 3, 'garlic-naan': 1 } }));
  await db.insertInto('stock').values({ location_id: 'truro', item_id: 'mango-lassi', left_count: 0 }).execute();
  const removed = body.items.map((item) =>
    item.id === 'garlic-naan' ? { ...item, id: 'gone', menuItemId: 'gone' } : item,
  );
  const { body: answer } = await sendUnpaid({ ...body, items: removed });
  expect(answer.order).toMatchObject({ paymentStatus: 'unpaid', due: body.pricing.total });
  await server.settle();
  for (const search of [body.number, body.number.toLowerCase()]) {
    const { body: found } = await server.call('getLocationOrders', { query: { locationId: 'truro', search } }, staff);
    expect(found.orders.map(({ id, offlineNumber }) => [id, offlineNumber])).toEqual([[answer.orderId, body.number]]);
  }
  const { body: details } = await server.call('getOrderDetails', { query: { orderId: answer.orderId } }, staff);
  expect(details.order.offlineNumber).toBe(body.number);
  await db.deleteFrom('stock').where('item_id', '=', 'mango-lassi').execute();
  await db.deleteFrom('stock_moves').where('item_id', '=', 'mango-lassi').execute();
  await sound();
});

test('two tabs that send one sale at the same instant make one order, and the number is taken for any other', async () => {
  const body = till.sell(lassis());
  const key = newKey();
  const answers = await Promise.all([send(body, key), send(body, key), send(body, key)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((each) => each.body.orderId)).size).toBe(1);
  const others = await Promise.all([send({ ...body, specialInstructions: 'Another' }), send(body)]);
  for (const { status, body: refused } of others) expect([status, refused.code]).toEqual([409, 'already-taken']);
  // The letter belongs to the first device.
  const foreign = await send({ ...till.sell(lassis()), deviceId: crypto.randomUUID() });
  expect([foreign.status, foreign.body.code]).toEqual([409, 'already-taken']);
  const orders = await db.selectFrom('orders').select('id').where('offline_number', '=', body.number).execute();
  expect(orders).toHaveLength(1);
  await sound();
});

test('an order of the future or of last week is refused with words, and a sent one is answered again', async () => {
  const now = server.clock.now().getTime();
  const takenAt = (minutes: number) => till.sell(lassis(), new Date(now + minutes * 60_000));
  const future = await send(takenAt(6));
  expect([future.status, future.body]).toMatchObject([
    400,
    { field: 'takenAt', error: expect.stringMatching(/clock/) },
  ]);
  const old = await send(takenAt(-72 * 60 - 1));
  expect([old.status, old.body]).toMatchObject([400, { field: 'takenAt', error: expect.stringMatching(/72 hours/) }]);
  const ahead = takenAt(4);
  const key = newKey();
  const placed = await send(ahead, key);
  expect(placed.body.order.orderTime).toBe(new Date(now).toISOString());
  server.clock.forward(100 * 3_600_000);
  expect((await send(ahead, key)).body.orderId).toBe(placed.body.orderId);
  server.clock.set(new Date(now).toISOString());
});

test.each<[string, object, string]>([
  ['without what was sold', { sold: undefined }, 'sold'],
  ['without its device', { deviceId: undefined }, 'deviceId'],
  ['without its time', { takenAt: undefined }, 'takenAt'],
  ['without its number', { number: undefined }, 'number'],
  ['with points', { points: 100 }, 'points'],
  ['with a code', { promoCode: 'LUNCH' }, 'promoCode'],
  ['with a gift card', { giftCardCode: 'ABCD-EFGH' }, 'giftCardCode'],
  ['with fewer lines than dishes', { sold: { ...soldOffline(lassis(), location), lines: [] } }, 'sold'],
])('an offline order %s is refused', async (_what, more, field) => {
  const { status, body } = await send({ ...till.sell(lassis()), ...more });
  expect([status, body.code]).toEqual([400, 'invalid-argument']);
  expect(Object(body)['fields'].map((each: { field: string }) => each.field.split('.')[0])).toContain(field);
});

test('parts that are not the total are refused, and an API key cannot send an offline order', async () => {
  const body = till.sell(lassis());
  const wrong = await send({ ...body, sold: { ...body.sold, total: body.sold.total + 0.01 } });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'pricing-mismatch']);
  const { key } = (
    await server.call('createApiKey', { body: { name: 'Kiosk' } }, await server.signIn('admin@demo.test'))
  ).body;
  const refused = await server.call('createAdminOrderCash', { body }, { 'x-api-key': key ?? '', ...newKey() });
  expect([refused.status, refused.body.code]).toEqual([403, 'permission-denied']);
});

test('a sale of a day that was closed meanwhile is a late line, in its drawer, and named to the manager', async () => {
  const day = '2026-11-21';
  server.clock.set('2026-11-21T22:00:00.000Z');
  const [drawerId = '', otherId = ''] = drawerIds;
  await openDrawer(drawerId, 100);
  server.clock.forward(60_000);
  const body = till.sell(lassis());
  server.clock.forward(60_000);
  const price = await priceOf('mango-lassi');
  await closeDrawer(drawerId, 100_00);
  await openDrawer(otherId, 50);
  server.clock.forward(60_000);
  await closeDrawer(otherId, 50_00);
  expect((await closeDay(day)).status).toBe(200);
  const before = await closingOf(day);
  await setPrice('mango-lassi', price + 50);

  server.clock.set('2026-11-22T15:00:00.000Z');
  const { order } = (await send(body, { 'x-drawer': otherId })).body;
  await setPrice('mango-lassi', price);
  const total = await db
    .selectFrom('payments')
    .select(sql<number>`amount_cents + cash_rounding_cents`.as('coins'))
    .where('bill_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const coins = total.coins / 100;
  // The cash lies in the drawer that was open then, although the device names another one.
  const entry = await db.selectFrom('drawer_entries').selectAll().orderBy('at', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ drawer_id: drawerId, amount_cents: total.coins, done_at: new Date(body.takenAt) });
  expect((await closingOf(day)).lines).toEqual(before.lines);

  await openDrawer(drawerId, 100 + coins);
  server.clock.forward(60_000);
  await closeDrawer(drawerId, 100_00 + total.coins);
  expect((await closeDay('2026-11-22')).status).toBe(200);
  const { late, shifts } = await closingOf('2026-11-22');
  expect(late.map(({ date }) => date)).toEqual([day]);
  const lines = new Map(late[0]?.lines.map(({ item, amount }) => [item, Math.abs(amount)]));
  expect(lines.get('tender:cash')).toBe(coins);
  const remark = new RegExp(`^${body.number} was sold offline for .*${body.pricing.total}.* By the menu it was `);
  expect(shifts.map(({ remarks }) => remarks)).toEqual([expect.arrayContaining([expect.stringMatching(remark)])]);
  await sound();
});

test('an order that a manager gave a discount on, or that had a promotion, arrives with it', async () => {
  const base = lassis(2);
  const sold = till.sell(base);
  const [line] = base.items;
  const off = line?.price ?? 0;
  const tax = Math.round((base.pricing.subtotal - off) * 14) / 100;
  const totalOf = (amount: number) => Math.round((base.pricing.subtotal - amount + tax) * 100) / 100;
  const adjustments = [{ kind: 'promo' as const, label: 'Second one free', amount: -off, source: 'old', line: 1 }];
  const withPromotion = await send({ ...sold, sold: { ...sold.sold, adjustments, total: totalOf(off) } } as Sale);
  expect(withPromotion.body.order).toMatchObject({
    pricing: { total: totalOf(off), off },
    adjustments: [{ kind: 'promo', label: 'Second one free', amount: -off }],
  });
  const given = [{ kind: 'amount' as const, value: off, reason: 'regular' }];
  const discounted = till.sell(base);
  const gave = await send({ ...discounted, given, sold: { ...discounted.sold, total: totalOf(off) } } as Sale);
  expect(gave.body.order).toMatchObject({ pricing: { total: totalOf(off) }, adjustments: [{ kind: 'discount' }] });
  const entries = db.selectFrom('audit_log').select('after').where('subject_id', '=', gave.body.orderId);
  const actions = await entries.where('action', '=', 'sell-by-old-menu').execute();
  // Nobody approved it, because nobody could: the manager reads that it was above the limit.
  expect(actions).toEqual([{ after: expect.objectContaining({ differs: [expect.stringMatching(/limit/)] }) }]);
  await sound();
});

test('the options of a dish keep their names and prices, also after the menu dropped them', async () => {
  const itemId = 'rajma-chawal';
  const group = {
    name: 'Rice',
    kind: 'one' as const,
    min: 1,
    options: [
      { name: 'Basmati', price: 0 },
      { name: 'Jeera', price: 1 },
    ],
  };
  await server.call('saveOptionGroup', { body: group }, manager);
  const useGroups = (...ids: string[]) => {
    const updates = { optionGroups: ids.map((groupId) => ({ groupId })) };
    return server.call('updateMenuItem', { body: { locationId: 'truro', itemId, updates } }, manager);
  };
  expect((await useGroups('rice')).status).toBe(200);
  const jeera = await payloadMaker(server);
  const payload = jeera({
    dishes: { [itemId]: 1 },
    choices: { [itemId]: { options: [{ groupId: 'rice', optionId: 'jeera', units: 1 }] } },
  });
  const online = (await server.call('createAdminOrderUnpaid', { body: payload }, { ...staff, ...newKey() })).body.order;
  const options = online.items[0]?.options;
  expect(options).toMatchObject([{ name: 'Jeera', unitPrice: 1 }]);
  const body = till.sell(payload);
  const sale = { ...body, sold: { ...body.sold, lines: body.sold.lines.map((line) => ({ ...line, options })) } };
  await useGroups();
  const { order } = (await send(sale)).body;
  expect(order.items).toMatchObject([{ price: online.items[0]?.price, options }]);
  expect(order.pricing.total).toBe(online.pricing.total);
  await sound();
});

test('a till in French sells a dish under its French name, and the bill has the name of the restaurant’s language', async () => {
  const translation = {
    kind: 'dish' as const,
    id: 'mango-lassi',
    field: 'name',
    text: 'Lassi à la mangue',
    own: 'Mango Lassi',
  };
  const saving = { locationId: 'truro', language: 'fr' as const, texts: [translation] };
  const translated = await server.call(
    'saveMenuTranslations',
    { body: saving },
    { ...(await server.signIn('admin@demo.test')), ...newKey() },
  );
  expect([translated.status, translated.body.error]).toEqual([200, undefined]);
  const { items, ...rest } = lassis();
  const payload = { ...rest, items: items.map((item) => ({ ...item, name: 'Lassi à la mangue' })) };
  const { order } = (await send(till.sell(payload), { 'accept-language': 'fr' })).body;
  expect(order.items.map(({ name }) => name)).toEqual(['Mango Lassi']);
  const entries = db.selectFrom('audit_log').select('id').where('subject_id', '=', order.id);
  expect(await entries.where('action', '=', 'sell-by-old-menu').execute()).toEqual([]);
  // A name that no menu has is the one that the guest read.
  const renamed = till.sell({ ...rest, items: items.map((item) => ({ ...item, name: 'Mango Drink' })) });
  expect((await send(renamed)).body.order.items.map(({ name }) => name)).toEqual(['Mango Drink']);
});

/** `npm test` plays a few evenings; RANDOM_EVENINGS plays more. */
const EVENINGS = Number(process.env['RANDOM_EVENINGS'] ?? 3);

test(
  'in random evenings of three devices each sale arrives once, and drawers, closings, report and audit agree to the cent',
  { timeout: 30_000 + EVENINGS * 30_000 },
  async () => {
    const tills = await Promise.all([0, 1, 2].map(() => offlineTill(server, staff)));
    for (let seed = 1; seed <= EVENINGS; seed++) {
      const random = newRandom(seed);
      const date = new Date(Date.UTC(2026, 10, 24 + 2 * seed)).toISOString().slice(0, 10);
      server.clock.set(`${date}T18:00:00.000Z`);
      [staff, manager] = await Promise.all([signInStaff(), signInManager()]);
      for (const drawerId of drawerIds) await openDrawer(drawerId, 100);
      const waiting: { body: Sale; as: Caller; isUnpaid: boolean }[] = [];
      const sales: Sale[] = [];
      const sendFirst = async () => {
        const [first] = waiting;
        if (!first) return;
        const call = first.isUnpaid ? sendUnpaidAs : send;
        const answers = await Promise.all(
          Array.from({ length: random.chance(20) ? 2 : 1 }, () => call(first.body, first.as)),
        );
        for (const { status, body } of answers) expect([status, body.error]).toEqual([200, undefined]);
        // The answer is lost: the device sends it again.
        if (!random.chance(25)) waiting.shift();
      };
      for (let step = 0; step < 40; step++) {
        server.clock.forward(random.int(1, 10) * 60_000);
        const index = random.int(0, 2);
        // The clocks of the devices differ by up to five minutes.
        const takenAt = new Date(server.clock.now().getTime() + (index - 1) * 290_000);
        if (random.chance(60)) {
          const body = tills[index]?.sell(lassis(random.int(1, 4)), takenAt);
          if (!body) throw new Error('there are three tills');
          sales.push(body);
          const as = { ...newKey(), 'x-drawer': drawerIds[index] ?? '' };
          waiting.push({ body, as, isUnpaid: random.chance(20) });
        } else if (random.chance(70)) await sendFirst();
        else if (random.chance(50)) await setPrice('mango-lassi', random.int(100, 900));
        else {
          const drawerId = drawerIds[random.int(0, 2)] ?? '';
          await closeDrawer(drawerId, random.int(100, 400) * 100);
          if (random.chance(70)) await openDrawer(drawerId, random.int(1, 200));
        }
      }
      for (const drawerId of drawerIds) await closeDrawer(drawerId, 100_00);
      if (random.chance(70)) await closeDay(date);
      const nextDay = new Date(Date.parse(`${date}T12:00:00.000Z`) + 86_400_000);
      server.clock.set(nextDay.toISOString());
      while (waiting.length > 0) await sendFirst();
      for (const drawerId of drawerIds) {
        await openDrawer(drawerId, 100);
        server.clock.forward(60_000);
        await closeDrawer(drawerId, 100_00);
      }
      await server.settle();
      await sumsAgree(sales, [date, nextDay.toISOString().slice(0, 10)]);
    }
    await sound();
  },
);

const sendUnpaidAs = (body: Sale, as: Caller) => server.call('createAdminOrderUnpaid', { body }, { ...staff, ...as });

/** Orders, payments, drawers and reports of these sales have the sums that the devices took. */
async function sumsAgree(sales: readonly Sale[], [day = '', nextDay = '']: readonly string[]): Promise<void> {
  const numbers = sales.map(({ number }) => number);
  const orders = await db
    .selectFrom('orders as o')
    .leftJoin('payments as p', 'p.bill_id', 'o.id')
    .leftJoin('drawer_entries as e', 'e.payment_id', 'p.id')
    .select(['o.offline_number', 'o.total_cents', 'o.business_date', 'p.amount_cents', 'p.cash_rounding_cents'])
    .select('e.amount_cents as in_drawer')
    .where('o.offline_number', 'in', numbers)
    .execute();
  const taken = sales.map(({ number, pricing }) => [number, Math.round(pricing.total * 100)]);
  const byNumber = (rows: (string | number | null)[][]) =>
    rows.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  expect(byNumber(orders.map((each) => [each.offline_number, each.total_cents]))).toEqual(byNumber(taken));
  // The audit finds cash that should be in a drawer and is not.
  const wrong = orders.filter(
    ({ amount_cents: paid, total_cents: total, cash_rounding_cents: rounding, in_drawer: inDrawer }) =>
      (paid !== null && paid !== total) || (inDrawer !== null && inDrawer !== (paid ?? 0) + (rounding ?? 0)),
  );
  expect(wrong).toEqual([]);
  expect(new Set(orders.map((each) => each.business_date))).toEqual(new Set([day]));
  const query = { locationId: 'truro', from: day, to: nextDay };
  const { body: report } = await server.call('getReport', { query }, manager);
  const sum = sales.reduce((total, { pricing }) => total + Math.round(pricing.total * 100), 0);
  expect([report.orders, Math.round((report.billed - report.cashRounding) * 100)]).toEqual([sales.length, sum]);
}

test('an order sold offline keeps the charges of the device, and one whose charges are not in its total is refused', async () => {
  const body = till.sell(lassis(1));
  const total = Math.round(body.pricing.total * 100 + 25) / 100;
  const charges = [{ kind: 'bag' as const, amount: 0.25, taxClass: 'untaxed' as const }];
  const withBag = (sum: number) => ({
    ...body,
    pricing: { ...body.pricing, charges: 0.25, total: sum },
    finalTotal: sum,
    sold: { ...body.sold, charges, total: sum },
  });
  const refused = await sendUnpaid(withBag(Math.round(total * 100 + 1) / 100));
  expect([refused.status, refused.body.code]).toEqual([400, 'pricing-mismatch']);
  const { status, body: answer } = await sendUnpaid(withBag(total));
  expect(status).toBe(200);
  expect(answer.order).toMatchObject({ pricing: { charges: 0.25, total }, charges: [{ kind: 'bag', amount: 0.25 }] });
  await sound();
});
