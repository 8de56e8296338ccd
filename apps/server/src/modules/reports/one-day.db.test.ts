import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { transaction } from '../../platform/db/transaction.ts';
import { testServer } from '../../testing/server.ts';
import { rebuildFigures } from '../figures/roll-up-orders.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const at = (time: string) => server.clock.set(`2026-11-${time}:00.000Z`);
const addRound = (billId: string, price: number) => {
  const items = [{ id: 'open', name: 'Dish', price, quantity: 1, open: {} }];
  return server.call('addRound', { body: { billId, items } }, { ...staff, ...newKey() });
};

/** A bill for these dishes at the present time, paid by card with a tip. */
async function sell(price: number, tip = 0): Promise<string> {
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, staff)).body;
  await addRound(billId, price);
  const { due } = (await server.call('getBill', { query: { billId } }, staff)).body.bill;
  const payment = { billId, tender: 'terminal', amount: due, tip } as const;
  expect((await server.call('addPayment', { body: payment }, { ...staff, ...newKey() })).status).toBe(200);
  return billId;
}

const dashboard = async (period: 'today' | 'yesterday' | 'week' | 'month', locationId = 'truro') =>
  (await server.call('getDashboardStats', { query: { period, locationId } }, admin)).body.stats;
const report = async (from: string, to = from, locationId = 'truro') =>
  (await server.call('getReport', { query: { locationId, from, to } }, admin)).body;

/** What the pages say of a day: those that show it as `period` now, and those that are asked for its date. */
async function sayOf(date: string, period: 'today' | 'yesterday') {
  const stats = await dashboard(period);
  const { sales, orders, received, tips, billed } = await report(date);
  const closing = (await server.call('getClosing', { query: { locationId: 'truro', date } }, manager)).body;
  const query = { locationId: 'truro', from: date, to: date };
  const shares = (await server.call('getTipShares', { query }, manager)).body;
  const amountOf = (item: string) =>
    closing.lines.filter((line) => line.item.startsWith(item)).reduce((sum, { amount }) => sum + amount, 0);
  return {
    orders: [stats.orders, orders, stats.byDay.find((day) => day.date === date)?.orders],
    // Here all tips are on top of the bills.
    revenue: [
      stats.revenue,
      Math.round((billed - tips) * 100) / 100,
      stats.byDay.find((day) => day.date === date)?.revenue,
    ],
    dishes: [stats.topItems.reduce((sum, { revenue }) => sum + revenue, 0), sales.net, 0 - amountOf('sales:')],
    received: [stats.money.taken, received, amountOf('tender:')],
    tips: [stats.money.tips, tips, shares.days.find((day) => day.date === date)?.tips ?? 0],
  };
}
const all = (orders: number, revenue: number, dishes: number, received: number, tips: number) => ({
  orders: [orders, orders, orders],
  revenue: [revenue, revenue, revenue],
  dishes: [dishes, dishes, dishes],
  received: [received, received, received],
  tips: [tips, tips, tips],
});

/** How many orders the lists show for a day: the list's total, its rows, and the counts by status. */
async function listedOn(date: string): Promise<number[]> {
  const query = { locationId: 'truro', startDate: date, endDate: date };
  const list = (await server.call('getLocationOrders', { query }, staff)).body;
  const counts = (await server.call('getLocationOrderCounts', { query }, staff)).body.counts;
  return [list.total, list.orders.length, counts.total];
}

const todays = async () => [
  (await dashboard('today')).byDay.at(-1)?.date,
  (await server.call('getClosing', { query: { locationId: 'truro' } }, manager)).body.today,
  (await server.call('getTipShares', { query: { locationId: 'truro', from: '2026-11-27', to: '2026-11-28' } }, manager))
    .body.today,
];

beforeEach(async () => {
  await sql`truncate order_items, refunds, payments, bill_taxes, order_charges, orders, bills cascade`.execute(db);
  await sql`update locations set day_end_hour = null, time_zone = 'America/Halifax'`.execute(db);
});

test('at 00:40 and at 04:30, dashboard, report, closing and tips agree to the cent on which day it is and what it sold', async () => {
  at('27T00:30'); // Thursday evening
  await sell(10);
  at('28T01:00'); // Friday evening
  await sell(20, 3);
  at('28T04:20'); // 00:20 on Saturday
  await sell(40, 5);

  at('28T04:40');
  await transaction(db, rebuildFigures);
  expect(await todays()).toEqual(['2026-11-27', '2026-11-27', '2026-11-27']);
  expect(await sayOf('2026-11-27', 'today')).toEqual(all(2, 68.4, 60, 76.4, 8));
  expect(await sayOf('2026-11-26', 'yesterday')).toEqual(all(1, 11.4, 10, 11.4, 0));
  expect((await dashboard('today')).byHour.filter(({ orders }) => orders > 0)).toMatchObject([
    { hour: 0, orders: 1, revenue: 45.6 },
    { hour: 21, orders: 1, revenue: 22.8 },
  ]);
  const { soFar } = await dashboard('today');
  expect(soFar).toMatchObject({ orders: 1, revenue: 11.4, until: '2026-11-27T04:40:00.000Z' });
  expect((await report('2026-11-27')).previous).toMatchObject({ orders: 1, until: '2026-11-27T04:40:00.000Z' });

  at('28T08:20'); // 04:20 on Saturday
  await sell(80);
  at('28T08:30');
  await transaction(db, rebuildFigures);
  expect(await todays()).toEqual(['2026-11-28', '2026-11-28', '2026-11-28']);
  expect(await sayOf('2026-11-28', 'today')).toEqual(all(1, 91.2, 80, 91.2, 0));
  expect(await sayOf('2026-11-27', 'yesterday')).toEqual(all(2, 68.4, 60, 76.4, 8));
});

test('the lists of orders show for a day what its report counts, also after midnight and with one date only', async () => {
  at('28T01:00'); // Friday evening
  await sell(20);
  at('28T04:20'); // 00:20 on Saturday
  await sell(40);
  at('28T16:00');
  await sell(80);
  await transaction(db, rebuildFigures);
  expect(await listedOn('2026-11-27')).toEqual([2, 2, 2]);
  expect(await listedOn('2026-11-28')).toEqual([1, 1, 1]);
  const totalOf = async (query: { startDate?: string; endDate?: string }) =>
    (await server.call('getLocationOrders', { query: { locationId: 'truro', ...query } }, staff)).body.total;
  expect(await totalOf({ startDate: '2026-11-28' })).toBe(1);
  expect(await totalOf({ endDate: '2026-11-27' })).toBe(2);
  await db.updateTable('orders').set({ status: 'completed' }).execute();
  await transaction(db, rebuildFigures);
  expect([await listedOn('2026-11-27'), await listedOn('2026-11-28')]).toEqual([
    [2, 2, 2],
    [1, 1, 1],
  ]);
  expect([await totalOf({ startDate: '2026-11-28' }), await totalOf({ endDate: '2026-11-27' })]).toEqual([1, 2]);
});

test('a Friday is compared with the Friday before: up to the same hour today, and as a whole when it is over', async () => {
  at('21T02:00'); // Friday, 22:00
  await sell(10);
  at('21T04:20'); // 00:20, still Friday
  await sell(20);
  at('28T04:10'); // 00:10, still Friday
  await sell(30);
  await transaction(db, rebuildFigures);
  const { weekBefore } = await dashboard('today');
  expect(weekBefore).toEqual({ orders: 1, revenue: 11.4, date: '2026-11-20', until: '2026-11-21T04:10:00.000Z' });
  at('28T16:00');
  expect((await dashboard('yesterday')).weekBefore).toEqual({
    orders: 2,
    revenue: 34.2,
    date: '2026-11-20',
    until: null,
  });
  expect((await dashboard('week')).weekBefore).toBeNull();
});

test('the tip on a tab that stays open past the end of the day counts on one day only', async () => {
  at('28T03:50');
  const billId = await sell(20, 3);
  at('28T16:00');
  await addRound(billId, 40);
  await transaction(db, rebuildFigures);
  expect([(await dashboard('today')).money.tips, (await dashboard('yesterday')).money.tips]).toEqual([0, 3]);
});

const ZONES = ['America/Halifax', 'America/Vancouver', 'America/St_Johns', 'Europe/Paris', 'Pacific/Auckland'];

test('at any instant, in any zone and with any end of the day, all pages agree on today and on its sales', async () => {
  const instants = fc.date({
    min: new Date('2026-03-01T00:00Z'),
    max: new Date('2026-11-25T00:00Z'),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 8 }),
      instants,
      fc.integer({ min: 1, max: 30 * 60 }),
      async (zone, dayEndHour, soldAt, minutesLater) => {
        await sql`truncate order_items, refunds, payments, bill_taxes, order_charges, orders, bills cascade`.execute(
          db,
        );
        const body = { locationId: 'truro', updates: { timeZone: zone, dayEndHour } };
        expect((await server.call('updateLocation', { body }, admin)).status).toBe(200);
        server.clock.set(soldAt.toISOString());
        await sell(40, 5);
        server.clock.set(new Date(soldAt.getTime() + minutesLater * 60_000).toISOString());
        await transaction(db, rebuildFigures);
        const [today = '', ...others] = await todays();
        expect(others).toEqual([today, today]);
        const { orders } = await report(today);
        expect(await listedOn(today)).toEqual([orders, orders, orders]);
        expect(await sayOf(today, 'today')).toEqual(orders === 1 ? all(1, 45.6, 40, 50.6, 5) : all(0, 0, 0, 0, 0));
      },
    ),
    { numRuns: process.env['QUICK_TESTS'] ? 8 : 40 },
  );
});

test('the night to a first of the month belongs to the month before, in every figure and chart', async () => {
  at('30T23:00');
  await sell(20);
  server.clock.set('2026-12-01T04:20:00.000Z');
  await sell(40);
  server.clock.set('2026-12-01T04:40:00.000Z');
  await transaction(db, rebuildFigures);
  const stats = await dashboard('month');
  const { orders, sales, billed } = await report('2026-11-01', '2026-11-30');
  expect([stats.orders, stats.revenue, orders, billed, sales.net]).toEqual([2, 68.4, 2, 68.4, 60]);
  expect(stats.topItems.map(({ count }) => count)).toEqual([2]);
  expect(stats.orderTypeBreakdown).toMatchObject({ dineIn: 2 });
  const revenue = async (range: 'week' | 'month' | 'year') => {
    const query = { range, locationId: 'truro' } as const;
    return (await server.call('getRevenueAnalytics', { query }, admin)).body.revenue.at(-1);
  };
  expect(await revenue('week')).toEqual({ date: '2026-11-30', orders: 2, revenue: 68.4 });
  expect(await revenue('month')).toEqual({ date: '2026-11-30', orders: 2, revenue: 68.4 });
  expect(await revenue('year')).toEqual({ date: '2026-11', orders: 2, revenue: 68.4 });
});

test('the rounds of a tab that stays open past the end of the day count on the days on which they were ordered', async () => {
  at('28T03:50');
  const billId = await sell(20);
  at('28T04:30');
  await addRound(billId, 10);
  at('28T16:00');
  await addRound(billId, 40);
  await transaction(db, rebuildFigures);
  expect(await dashboard('today')).toMatchObject({ orders: 1, revenue: 45.6 });
  expect(await dashboard('yesterday')).toMatchObject({ orders: 2, revenue: 34.2, money: { owed: 57 } });
  expect([(await report('2026-11-28')).billed, (await report('2026-11-27')).billed]).toEqual([45.6, 34.2]);
});

test('another end of the day counts at once, also for days that are over', async () => {
  at('27T04:20'); // 00:20 on Friday
  await sell(10);
  at('28T06:30'); // 02:30 on Saturday
  await sell(40);
  at('28T06:40');
  await transaction(db, rebuildFigures);
  expect(await sayOf('2026-11-26', 'yesterday')).toEqual(all(1, 11.4, 10, 11.4, 0));
  const body = { locationId: 'truro', updates: { dayEndHour: 0 } };
  expect((await server.call('updateLocation', { body }, admin)).status).toBe(200);
  expect(await todays()).toEqual(['2026-11-28', '2026-11-28', '2026-11-28']);
  expect(await sayOf('2026-11-28', 'today')).toEqual(all(1, 45.6, 40, 45.6, 0));
  expect(await sayOf('2026-11-27', 'yesterday')).toEqual(all(1, 11.4, 10, 11.4, 0));
});

test('for all locations, today is the day that has not ended at all of them', async () => {
  await sql`update locations set day_end_hour = 0 where id = 'new-glasgow'`.execute(db);
  at('28T04:20');
  await sell(40);
  at('28T04:40');
  await transaction(db, rebuildFigures);
  expect(await dashboard('today', 'all')).toMatchObject({ orders: 1, revenue: 45.6 });
  expect((await dashboard('today', 'all')).byDay.at(-1)?.date).toBe('2026-11-27');
  expect((await dashboard('today', 'new-glasgow')).byDay.at(-1)?.date).toBe('2026-11-28');
  expect((await report('2026-11-27', '2026-11-27', 'all')).previous.until).toBe('2026-11-27T04:40:00.000Z');
});

test('the back office knows when the day of a location ends, guests do not', async () => {
  const body = { locationId: 'truro', updates: { dayEndHour: 2 } };
  expect((await server.call('updateLocation', { body }, admin)).status).toBe(200);
  const hours = async (as: Record<string, string>) =>
    Object.fromEntries(
      (await server.call('getLocations', {}, as)).body.locations.map(({ id, dayEndHour }) => [id, dayEndHour]),
    );
  expect(await hours(staff)).toMatchObject({ truro: 2, 'new-glasgow': 4 });
  expect(await hours({})).toMatchObject({ truro: undefined });
});
