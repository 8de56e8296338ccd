import { cents, type Cents } from '@tiffin/domain/core';
import { HALIFAX } from '@tiffin/domain/core';
import {
  PERIODS,
  businessDayOf,
  calculateTrends,
  comparablePeriod,
  lastDayEnd,
  periodDates,
  previousPeriodDates,
  type Period,
} from '@tiffin/domain/stats';
import { calculateDashboard, calculateFigures, type OrderWithItems } from '@tiffin/domain/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/transaction.ts';
import { testServer } from '../../testing/server.ts';
import { rebuildFigures, rollUpOrders } from '../figures/roll-up-orders.ts';

const server = await testServer();
const { db } = server.context;
const manager = await server.signIn('manager.truro@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const admin = await server.signIn('admin@demo.test');

/** Truro's day ends at four, that of New Glasgow at midnight. */
const DAY_ENDS = { truro: { zone: HALIFAX, hour: null }, 'new-glasgow': { zone: HALIFAX, hour: 0 } };
await sql`update locations set day_end_hour = 0 where id = 'new-glasgow'`.execute(db);

interface TestOrder {
  readonly location: 'truro' | 'new-glasgow';
  readonly at: Date;
  readonly status: OrderWithItems['status'];
  readonly type: OrderWithItems['orderType'];
  readonly email: string | null;
  readonly phone: string | null;
  readonly subtotal: number;
  readonly refunded: number;
  readonly dish: string;
  readonly quantity: number;
}

/** A paid order of one chai. */
const chai: TestOrder = {
  location: 'truro',
  at: new Date('2026-11-01T03:00:00Z'),
  status: 'completed',
  type: 'pickup',
  email: 'a@example.test',
  phone: null,
  subtotal: 1000,
  refunded: 0,
  dish: 'Chai',
  quantity: 1,
};

let number = 0;

/** Inserts an order in the final state of its history. */
async function insertOrder(order: TestOrder, itemId = `dish ${order.dish.trim()}`): Promise<string> {
  const id = `TRU-20261120-${String(++number).padStart(5, '0')}`;
  const total = order.subtotal * order.quantity;
  await sql`
    insert into orders (id, location_id, status, payment_status, payment_method, order_type, subtotal_cents, tax_cents,
      tip_cents, total_cents, refunded_cents, tax_rate, tax_label, item_count, customer_name, customer_email,
      customer_phone, order_time, business_date, estimated_ready, receipt_token)
    values (${id}, ${order.location}, ${order.status}, 'paid', 'cash', ${order.type}, ${total}, 0, 0, ${total},
      ${Math.min(order.refunded, total)}, 14000, 'HST', ${order.quantity}, 'Somebody', ${order.email}, ${order.phone},
      ${order.at}, (${order.at}::timestamptz at time zone ${HALIFAX})::date, ${order.at}, ${id})
  `.execute(db);
  await sql`
    insert into order_items (order_id, line, item_id, name, unit_price_cents, quantity, category)
    values (${id}, 1, ${itemId}, ${order.dish}, ${order.subtotal}, ${order.quantity}, 'drinks')
  `.execute(db);
  return id;
}

async function readOrders(location: string | null): Promise<(OrderWithItems & { readonly day: string })[]> {
  const { rows } = await sql<{
    id: string;
    location_id: 'truro' | 'new-glasgow';
    status: OrderWithItems['status'];
    order_type: OrderWithItems['orderType'];
    order_time: Date;
    total_cents: number;
    refunded_cents: number;
    customer_name: string;
    customer_email: string | null;
    customer_phone: string | null;
    items: { item_id: string; name: string; unit_price_cents: number; quantity: number }[];
  }>`
    select o.*, (select json_agg(i) from order_items i where i.order_id = o.id) as items from orders o
    where ${location}::text is null or location_id = ${location}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    orderType: row.order_type,
    orderTime: row.order_time,
    day: businessDayOf(row.order_time, DAY_ENDS[row.location_id]),
    total: cents(row.total_cents),
    refunded: cents(row.refunded_cents),
    customerName: row.customer_name,
    email: row.customer_email,
    phone: row.customer_phone,
    items: row.items.map((item) => ({
      id: item.item_id,
      name: item.name,
      price: cents(item.unit_price_cents),
      quantity: item.quantity,
    })),
  }));
}

const dollars = (amount: Cents) => amount / 100;

/** Compares the incrementally updated figures with those computed from all orders. */
async function expectMatchesOrders(location: 'truro' | null, period: Period): Promise<void> {
  const now = server.clock.now();
  const orders = await readOrders(location);
  const dayEnd = lastDayEnd(location ? [DAY_ENDS[location]] : Object.values(DAY_ENDS), now);
  const today = businessDayOf(now, dayEnd);
  const ordersOf = ([first, next]: readonly [string, string]) => orders.filter(({ day }) => day >= first && day < next);
  const before = ordersOf(previousPeriodDates(period, today));
  const right = calculateDashboard(ordersOf(periodDates(period, today)), before, now, location);
  const comparable = comparablePeriod(period, now, dayEnd);
  const soFar = comparable && calculateFigures(before.filter((order) => order.orderTime < comparable.until));
  const { stats } = (
    await server.call('getDashboardStats', { query: { period, locationId: location ?? 'all' } }, admin)
  ).body;
  expect({
    ...stats,
    recentActivity: [],
    byDay: [],
    byHour: [],
    previous: null,
    soFar: undefined,
    weekBefore: undefined,
    money: undefined,
  }).toEqual({
    ...right,
    ...(soFar && { trends: calculateTrends(right, soFar) }),
    period,
    revenue: dollars(right.revenue),
    avgOrderValue: dollars(right.avgOrderValue),
    topItems: right.topItems.map((item) => ({ ...item, revenue: dollars(item.revenue) })),
    recentActivity: [],
    byDay: [],
    byHour: [],
    previous: null,
    lastUpdated: now.toISOString(),
  });
  const inPeriod = (rows: readonly { orders: number }[]) => rows.reduce((sum, row) => sum + row.orders, 0);
  expect(inPeriod(stats.byHour)).toBe(right.orders);
  expect(stats.byDay.at(-1)?.date).toBe(today);
  for (const { date, ...figures } of stats.byDay) {
    const { orders: count, revenue } = calculateFigures(orders.filter(({ day }) => day === date));
    expect({ date, ...figures }).toEqual({ date, orders: count, revenue: dollars(revenue) });
  }
}

const anyTime = fc.date({
  min: new Date('2026-09-25T00:00:00Z'),
  max: new Date('2026-11-21T09:00:00Z'),
  noInvalidDate: true,
});
/** In the nights in which a day, a week or a month ends, and in that of a clock change. */
const atNight = fc
  .tuple(fc.constantFrom('2026-11-21', '2026-11-20', '2026-11-16', '2026-11-01'), fc.integer({ min: 120, max: 600 }))
  .map(([date, minutes]) => new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000));

/** At 6:42 p.m., at 00:40 and at 04:30 in Halifax, and in the night to a Monday. */
const NOWS = ['2026-11-20T22:42Z', '2026-11-21T04:40Z', '2026-11-21T08:30Z', '2026-11-16T04:40Z'];

const testOrders = fc.record({
  location: fc.constantFrom('truro' as const, 'new-glasgow' as const),
  at: fc.oneof(anyTime, atNight),
  status: fc.constantFrom<OrderWithItems['status']>('pending', 'preparing', 'ready', 'completed', 'cancelled'),
  type: fc.constantFrom<OrderWithItems['orderType']>('pickup', 'delivery', 'dine-in'),
  email: fc.constantFrom(null, 'Asha@example.test', 'asha@example.test ', 'mei@example.test'),
  phone: fc.constantFrom(null, '+19025550100', '+1 (902) 555-0100'),
  subtotal: fc.integer({ min: 1, max: 20_000 }),
  refunded: fc.constantFrom(0, 0, 0, 500, 1_000_000),
  dish: fc.constantFrom('Chai', 'Dosa', ' Dosa', ' '),
  quantity: fc.integer({ min: 1, max: 9 }),
});

test('the incremental figures match the orders, whatever happened to them and in whatever steps [A-DATA-08] [A-STAT-17]', async () => {
  let ids: string[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(testOrders, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      fc.constantFrom(...NOWS),
      async (orders, rebuilds, now) => {
        server.clock.set(now);
        for (const order of orders) ids.push(await insertOrder(order));
        await transaction(db, (tx) => rollUpOrders(tx, sql`o.id = any(${ids}::text[])`));
        // Repeating the roll-up adds nothing. Then some orders are cancelled, completed or refunded.
        await transaction(db, (tx) => rollUpOrders(tx, sql`o.id = any(${ids}::text[])`));
        await sql`
        update orders set status = case when status = 'pending' then 'cancelled' when status = 'ready' then 'completed' else status end,
                          refunded_cents = case when status = 'completed' then total_cents else refunded_cents end
        where id = any(${ids.filter((_, index) => index % 2 === 0)}::text[])
      `.execute(db);
        await transaction(db, (tx) =>
          rebuilds ? rebuildFigures(tx) : rollUpOrders(tx, sql`o.id = any(${ids}::text[])`),
        );
        for (const { id } of PERIODS) {
          await expectMatchesOrders('truro', id);
          await expectMatchesOrders(null, id);
        }
      },
    ),
    { numRuns: 12 },
  );
  expect(ids.length).toBeGreaterThanOrEqual(12);
  server.clock.set('2026-11-20T22:42Z');
  ids = [];
});

test('a renamed dish keeps its figures and shows them under its current name', async () => {
  await sql`delete from orders`.execute(db);
  await transaction(db, rebuildFigures);
  const sale = { location: 'truro', status: 'completed', type: 'pickup', email: null, phone: null } as const;
  const sell = (dish: string, itemId: string) =>
    insertOrder({ ...sale, at: server.clock.now(), subtotal: 500, refunded: 0, dish, quantity: 2 }, itemId);
  const ids = [await sell('Mango Lassi', 'mango-lassi'), await sell('Off the menu', 'gone')];
  await transaction(db, (tx) => rollUpOrders(tx, sql`o.id = any(${ids}::text[])`));
  await sql`update menu_items set name = 'Alphonso Lassi' where id = 'mango-lassi'`.execute(db);
  ids.push(await sell('Alphonso Lassi', 'mango-lassi'), await sell('Was on the menu', 'gone'));
  await transaction(db, (tx) => rollUpOrders(tx, sql`o.id = any(${ids}::text[])`));
  const { stats } = (await server.call('getDashboardStats', { query: { period: 'today', locationId: 'truro' } }, admin))
    .body;
  expect(stats.topItems).toEqual([
    { name: 'Alphonso Lassi', count: 4, revenue: 20 },
    { name: 'Was on the menu', count: 4, revenue: 20 },
  ]);
});

test('a rebuild finds the same figures as the incremental updates', async () => {
  const tables = ['counted_orders', 'day_figures', 'hour_figures', 'dish_figures', 'guest_figures', 'order_search'];
  const read = () =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<{
          row: string;
        }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(db);
        // Ignore rows of zeros: days, hours and dishes whose orders were all cancelled.
        return rows.map(({ row }) => row).filter((row) => !row.endsWith(',0)'));
      }),
    );
  const response = await read();
  await transaction(db, rebuildFigures);
  expect(await read()).toEqual(response);
});

test('where days end at midnight, 1 November 2026 has 25 hours [A-STAT-20] [A-STAT-21] [A-STAT-22]', async () => {
  await sql`delete from orders`.execute(db);
  await sql`update locations set day_end_hour = 0 where id = 'truro'`.execute(db);
  for (const at of ['2026-11-01T02:59:59Z', '2026-11-01T03:00:00Z', '2026-11-02T03:59:59Z', '2026-11-02T04:00:00Z']) {
    await insertOrder({ ...chai, at: new Date(at), email: `${at}@example.test` });
  }
  await transaction(db, rebuildFigures);
  server.clock.set('2026-11-02T03:30:00Z');
  const stats = async (period: Period) =>
    (await server.call('getDashboardStats', { query: { period, locationId: 'truro' } }, admin)).body.stats;
  expect(await stats('today')).toMatchObject({ orders: 2, revenue: 20, customers: 2, avgOrderValue: 10 });
  expect(await stats('yesterday')).toMatchObject({ orders: 1 });
  expect(await stats('month')).toMatchObject({ orders: 3 });
  expect((await stats('today')).byHour.map((row) => row.hour)).toEqual([0, 23]);
  const days = (await stats('today')).byDay.map((day) => day.date);
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-10-03', '2026-11-01']);
  expect((await stats('today')).trends).toEqual({ ordersGrowth: 100, revenueGrowth: 100, customersGrowth: 100 });
});

test('the latest ten orders are listed with their age, one without a name as anonymous [A-STAT-27] [A-STAT-31] [A-STAT-33]', async () => {
  const since = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000);
  const ids = [];
  for (const minutes of [0, 1, 2, 60, 120, 1440, 2880, 2881, 2882, 2883, 2884]) {
    ids.push(await insertOrder({ ...chai, at: since(minutes), location: 'new-glasgow' }));
  }
  await sql`update orders set customer_name = ' ' where id = ${ids[1]}`.execute(db);
  const { body } = await server.call('getDashboardStats', { query: { locationId: 'new-glasgow' } }, admin);
  const listed = body.stats.recentActivity;
  expect(listed.map(({ id }) => id)).toEqual(ids.slice(0, 10));
  expect(listed.slice(0, 7).map(({ timeAgo }) => timeAgo)).toEqual([
    'Just now',
    '1 minute ago',
    '2 minutes ago',
    '1 hour ago',
    '2 hours ago',
    '1 day ago',
    '2 days ago',
  ]);
  expect(listed.slice(0, 2).map(({ customerName }) => customerName)).toEqual(['Somebody', 'Anonymous Customer']);
  await sql`delete from orders where id = any(${ids}::text[])`.execute(db);
});

test('the ten dishes sold most are listed, one without a name as unknown [A-STAT-26] [A-STAT-30]', async () => {
  const ids = [];
  for (let sold = 1; sold <= 11; sold++) {
    const dish = sold === 11 ? ' ' : `Dish ${sold}`;
    ids.push(await insertOrder({ ...chai, at: server.clock.now(), dish, quantity: sold, location: 'new-glasgow' }));
  }
  await transaction(db, rebuildFigures);
  const { body } = await server.call('getDashboardStats', { query: { locationId: 'new-glasgow' } }, admin);
  const { topItems } = body.stats;
  expect(topItems.map(({ count }) => count)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  expect(topItems.slice(0, 2).map(({ name }) => name)).toEqual(['Unknown Item', 'Dish 10']);
  await sql`delete from orders where id = any(${ids}::text[])`.execute(db);
  await transaction(db, rebuildFigures);
});

test('the ten best customers come by spend, told apart by e-mail or else by phone [A-STAT-28] [A-STAT-29]', async () => {
  const ids = [];
  for (let guest = 1; guest <= 11; guest++) {
    const contact = guest === 11 ? { email: null, phone: '+19025550111' } : { email: `guest${guest}@example.test` };
    ids.push(
      await insertOrder({ ...chai, phone: '+19025550100', ...contact, subtotal: guest * 100, location: 'new-glasgow' }),
    );
  }
  ids.push(await insertOrder({ ...chai, email: ' GUEST1@example.test', subtotal: 5000, location: 'new-glasgow' }));
  const { body } = await server.call('getCustomerAnalytics', { query: { locationId: 'new-glasgow' } }, admin);
  expect(body).toMatchObject({ totalCustomers: 11, repeatCustomers: 1 });
  expect(body.topCustomers.map(({ id, totalSpent }) => [id, totalSpent])).toEqual([
    ['guest1@example.test', 51],
    ['19025550111', 11],
    ...[10, 9, 8, 7, 6, 5, 4, 3].map((guest) => [`guest${guest}@example.test`, guest]),
  ]);
  await sql`delete from orders where id = any(${ids}::text[])`.execute(db);
});

test('revenue by days of a week and by months of a year [A-STAT-38] [A-STAT-39] [A-STAT-40] [A-DATA-09]', async () => {
  const week = await server.call('getRevenueAnalytics', { query: { range: 'week', locationId: 'truro' } }, manager);
  const dates = week.body.revenue.map(({ date }) => date);
  expect([dates.length, dates[0]]).toEqual([7, '2026-10-26']);
  expect(dates).toEqual(dates.toSorted());
  expect(week.body.revenue.at(-1)).toEqual({ date: '2026-11-01', revenue: 20, orders: 2 });
  const year = await server.call('getRevenueAnalytics', { query: { range: 'year' } }, admin);
  expect(year.body.revenue.at(-1)).toEqual({ date: '2026-11', revenue: 30, orders: 3 });
});

test('customers of one location [A-STAT-41]', async () => {
  const customers = await server.call('getCustomerAnalytics', { query: { locationId: 'truro' } }, manager);
  expect(customers.body).toMatchObject({
    totalCustomers: 4,
    repeatCustomers: 0,
    repeatCustomerRate: 0,
    location: 'truro',
  });
  expect(customers.body.topCustomers).toHaveLength(4);
});

test('the dashboard is for managers of the location, all locations for an admin', async () => {
  const query = (locationId: string, as: Record<string, string>) =>
    Promise.all([
      server.call('getDashboardStats', { query: { locationId } }, as),
      server.call('getRevenueAnalytics', { query: { locationId } }, as),
      server.call('getCustomerAnalytics', { query: { locationId } }, as),
    ]).then((answers) => answers.map((answer) => answer.status));
  expect(await query('truro', manager)).toEqual([200, 200, 200]);
  expect(await query('new-glasgow', manager)).toEqual([403, 403, 403]);
  expect(await query('all', manager)).toEqual([403, 403, 403]);
  expect(await query('truro', staff)).toEqual([403, 403, 403]);
  expect(await query('nowhere', admin)).toEqual([404, 404, 404]);
  expect(await query('all', admin)).toEqual([200, 200, 200]);
});

test('unpaid money is shown separately, and today so far is compared with the same hours of earlier days [A-STAT-23]', async () => {
  await sql`delete from orders`.execute(db);
  await sql`delete from bills`.execute(db);
  server.clock.set('2026-11-20T22:42:00Z');
  const sale = { location: 'truro', type: 'pickup', phone: null, dish: 'Dosa', quantity: 1 } as const;
  const sell = (at: string, subtotal: number, more: Partial<TestOrder> = {}) =>
    insertOrder({ ...sale, status: 'completed', email: at, at: new Date(at), subtotal, refunded: 0, ...more });
  const pay = (id: string, part: number) =>
    sql`update bills set paid_cents = total_cents - ${part} where id = ${id}`.execute(db);
  await pay(await sell('2026-11-20T16:00:00Z', 3000), 0);
  await pay(await sell('2026-11-20T17:00:00Z', 2000, { refunded: 500 }), 0);
  await sell('2026-11-20T18:00:00Z', 1000, { status: 'ready' });
  await pay(await sell('2026-11-20T19:00:00Z', 4000, { status: 'preparing' }), 1500);
  await sell('2026-11-20T20:00:00Z', 9000, { status: 'cancelled', refunded: 9000 });
  await sell('2026-11-19T22:00:00Z', 2500);
  await sell('2026-11-19T23:00:00Z', 7000);
  await sell('2026-11-10T23:00:00Z', 800);
  await sell('2026-11-13T21:00:00Z', 900);
  await sell('2026-11-13T23:00:00Z', 5000);
  await transaction(db, rebuildFigures);
  const stats = async (period: Period) =>
    (await server.call('getDashboardStats', { query: { period, locationId: 'truro' } }, admin)).body.stats;
  const today = await stats('today');
  expect(today.money).toEqual({
    ordered: 100,
    owed: 25,
    tips: 0,
    cashRounding: 0,
    taken: 75,
    refunded: 5,
    discounts: 0,
    comps: 0,
    giftCardsSold: 0,
    giftCardsUsed: 0,
    received: 0,
  });
  expect(today.revenue).toBe(95);
  expect(today.soFar).toEqual({
    orders: 1,
    revenue: 25,
    customers: 1,
    avgOrderValue: 25,
    until: '2026-11-19T22:42:00.000Z',
  });
  // The field of the specification still covers the whole of yesterday.
  expect(today.previous).toMatchObject({ orders: 2, revenue: 95 });
  expect((await stats('week')).soFar).toMatchObject({ orders: 2, revenue: 17, customers: 2 });
  expect((await stats('yesterday')).soFar).toBeNull();
  expect((await stats('yesterday')).money).toEqual({
    ordered: 95,
    tips: 0,
    cashRounding: 0,
    taken: 0,
    owed: 95,
    refunded: 0,
    discounts: 0,
    comps: 0,
    giftCardsSold: 0,
    giftCardsUsed: 0,
    received: 0,
  });
});

test('the amounts paid and refunded match the payments and refunds, including cash rounding', async () => {
  await sql`delete from orders`.execute(db);
  await sql`delete from bills`.execute(db);
  server.clock.set('2026-11-20T22:42:00Z');
  const at = new Date('2026-11-20T16:00:00Z');
  const sale = {
    location: 'truro',
    status: 'completed',
    type: 'pickup',
    email: 'c@example.test',
    phone: null,
  } as const;
  const paidInCash = async (subtotal: number, rounding: number, refunded = 0) => {
    const id = await insertOrder({ ...sale, at, dish: 'Dosa', quantity: 1, subtotal, refunded });
    await sql`
      insert into payments (id, bill_id, order_id, location_id, provider, method, tender, status, amount_cents,
        cash_rounding_cents, created_at, captured_at)
      select ${`coins of ${id}`}, bill_id, id, location_id, 'till', 'cash', 'cash', 'succeeded', total_cents, ${rounding},
        ${at}::timestamptz, ${at}::timestamptz from orders where id = ${id}
    `.execute(db);
    return id;
  };
  const back = (id: string, amount: number, rounding: number, ofChange: boolean) =>
    sql`
      insert into refunds (id, payment_id, bill_id, order_id, location_id, status, method, amount_cents,
        cash_rounding_cents, reason, idempotency_key, requested_at, settled_at, of_change)
      select ${`back of ${id}`}, ${`coins of ${id}`}, bill_id, id, location_id, 'succeeded', 'cash', ${amount}, ${rounding},
        'Cold', ${`back of ${id}`}, ${at}::timestamptz, ${at}::timestamptz, ${ofChange} from orders where id = ${id}
    `.execute(db);
  const tipped = await paidInCash(1431, -1);
  await sql`update payments set tip_cents = 300 where order_id = ${tipped}`.execute(db);
  await paidInCash(1076, -1);
  await back(await paidInCash(3000, 0, 2108), 2108, 2, false);
  // Recorded by mistake and undone: nothing was received, and the amount is due again.
  await back(await paidInCash(502, -2), 502, -2, true);
  await transaction(db, rebuildFigures);
  const query = { query: { period: 'today', locationId: 'truro' } } as const;
  const { stats } = (await server.call('getDashboardStats', query, admin)).body;
  expect(stats.money).toMatchObject({
    ordered: 60.09,
    owed: 5.02,
    tips: 3,
    cashRounding: -0.02,
    taken: 58.05,
    refunded: 21.1,
  });
  expect(stats.revenue).toBe(39.01);
  const { rows } = await sql<{ drawer: number }>`
    select (select sum(amount_cents + p.tip_cents + cash_rounding_cents) from payments p join orders o on o.bill_id = p.bill_id)
         - (select sum(amount_cents + cash_rounding_cents) from refunds r join orders o on o.bill_id = r.bill_id) as drawer
  `.execute(db);
  expect(Math.round((stats.money.taken - stats.money.refunded) * 100)).toBe(Number(rows[0]?.drawer));
});

test('customers are taken from the latest 1000 orders [A-DATA-10]', async () => {
  // The first of 1001 guests is left out.
  await sql`
    insert into orders (id, location_id, status, payment_status, payment_method, order_type, subtotal_cents, tax_cents,
      tip_cents, total_cents, refunded_cents, tax_rate, tax_label, item_count, customer_name, customer_email,
      customer_phone, order_time, business_date, estimated_ready, receipt_token)
    select 'NGL-20261201-' || n, 'new-glasgow', 'completed', 'paid', 'cash', 'pickup', 1000, 0, 0, 1000, 0, 14000, 'HST',
      1, 'Somebody', 'guest' || n || '@example.test', null, timestamptz '2026-12-01T12:00:00Z' + n * interval '1 second',
      '2026-12-01', '2026-12-01T13:00:00Z', 'many' || n
    from generate_series(1, 1001) n
  `.execute(db);
  const { body } = await server.call('getCustomerAnalytics', { query: { locationId: 'new-glasgow' } }, admin);
  expect(body.totalCustomers).toBe(1000);
});
