import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { recordOf } from '../core/variants.ts';
import { ORDER_TYPES } from '../order/order-types.ts';
import { ORDER_STATUSES } from '../order/statuses.ts';
import {
  breakdownBy,
  customerAnalytics,
  customerKey,
  growthText,
  moneyText,
  rangeDates,
  RECENT_ACTIVITY,
  recentActivity,
  revenueOfDays,
  timeAgo,
  TOP_ITEMS,
  growthPercent,
  type RevenueDay,
} from './index.ts';
import {
  calculateDashboard,
  calculateFigures,
  orderTypeBreakdown,
  statusBreakdown,
  topItems,
  type OrderWithItems,
} from '../testing/dashboard.ts';

const at = (text: string) => new Date(text);
const now = at('2026-11-20T18:00:00Z');

const row = (changes: Partial<OrderWithItems> = {}): OrderWithItems => ({
  id: 'o1',
  status: 'completed',
  orderType: 'pickup',
  orderTime: now,
  total: cents(5000),
  refunded: cents(0),
  customerName: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+19025550123',
  items: [{ id: 'butter-chicken', name: 'Butter Chicken', price: cents(1695), quantity: 2 }],
  ...changes,
});

test.each([
  [150, 100, 50],
  [100, 150, -33.3],
  [2, 3, -33.3],
  [3, 2, 50],
  [0, 5, -100],
  [5, 0, 100],
  [0, 0, 0],
  [-5, 0, 0],
  [1001, 1000, 0.1],
  [10_005, 10_000, 0.1],
  [10_004, 10_000, 0],
])('%i after %i is a trend of %d %% [A-STAT-23] [A-STAT-24] [A-STAT-25]', (current, previous, percent) => {
  expect(growthPercent(current, previous)).toBe(percent);
});

test.each([
  [12.5, '+12.5%'],
  [100, '+100.0%'],
  [-3, '-3.0%'],
  [0, '0.0%'],
])('growth of %d reads %s [A-STAT-37]', (percent, text) => {
  expect(growthText(percent)).toBe(text);
});

test.each([
  [123_450, 'revenue', '$1,235'],
  [123_449, 'revenue', '$1,234'],
  [0, 'revenue', '$0'],
  [-250, 'revenue', '-$3'],
  [123_450, 'averageOrderValue', '$1,234.50'],
  [5, 'averageOrderValue', '$0.05'],
  [6755, 'activityTotal', '$67.55'],
] as const)('%i cents as %s read %s [A-STAT-34] [A-STAT-35] [A-STAT-36] [C-HOME-02]', (amount, kind, text) => {
  expect(moneyText(cents(amount), kind)).toBe(text);
});

test.each([
  [0, 'Just now'],
  [-5000, 'Just now'],
  [59_999, 'Just now'],
  [60_000, '1 minute ago'],
  [119_999, '1 minute ago'],
  [120_000, '2 minutes ago'],
  [3_599_999, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [7_200_000, '2 hours ago'],
  [86_399_999, '23 hours ago'],
  [86_400_000, '1 day ago'],
  [172_800_000, '2 days ago'],
])('%i ms ago reads %s [A-STAT-33]', (ms, text) => {
  expect(timeAgo(new Date(now.getTime() - ms), now)).toBe(text);
});

test.each([
  [{ email: ' Asha@Example.COM ', phone: '1' }, 'asha@example.com'],
  [{ email: null, phone: '(902) 555-0123' }, '9025550123'],
  [{ email: '  ', phone: '902 555 0123' }, '9025550123'],
  [{ email: null, phone: null }, null],
  [{ email: '', phone: '' }, null],
  [{ email: null, phone: null, erasedGuest: 'a-random-id' }, 'a-random-id'],
])('the customer of %j is %s [A-STAT-29]', (order, key) => {
  expect(customerKey(order)).toBe(key);
});

test('cancelled orders count only in the status breakdown, and refunds reduce revenue', () => {
  const orders = [
    row({ id: 'a', total: cents(5000) }),
    row({ id: 'b', total: cents(3001), refunded: cents(1000), email: 'ravi@example.com', status: 'ready' }),
    row({ id: 'c', total: cents(9999), status: 'cancelled', email: 'mei@example.com', orderType: 'delivery' }),
  ];
  expect(calculateFigures(orders)).toEqual({ orders: 2, revenue: 7001, customers: 2, avgOrderValue: 3501 });
  expect(orderTypeBreakdown(orders)).toMatchObject({ dineIn: 0, pickup: 2, delivery: 0 });
  expect(topItems(orders)).toEqual([{ name: 'Butter Chicken', count: 4, revenue: 6780 }]);
  expect(statusBreakdown(orders)).toMatchObject({ pending: 0, preparing: 0, ready: 1, completed: 1, cancelled: 1 });
  expect(calculateFigures([])).toEqual({ orders: 0, revenue: 0, customers: 0, avgOrderValue: 0 });
});

test('the breakdowns contain every status and order type', () => {
  expect(statusBreakdown(ORDER_STATUSES.map((status) => ({ status })))).toEqual(recordOf(ORDER_STATUSES, () => 1));
  const byType = orderTypeBreakdown(ORDER_TYPES.map((orderType) => row({ orderType })));
  expect(byType).toEqual(recordOf(Object.keys(byType), () => 1));
  expect(Object.keys(byType)).toHaveLength(ORDER_TYPES.length);
  expect(byType).toMatchObject({ dineIn: 1, pickup: 1, delivery: 1 });
});

test('lists the ten best-selling dishes first [A-STAT-26] [A-STAT-30] [A-STAT-32]', () => {
  expect(TOP_ITEMS).toEqual({ computed: 10, shown: 5 });
  const item = (name: string | null, price: number, quantity: number | null) => ({
    id: name?.trim() ?? '',
    name,
    price: cents(price),
    quantity,
  });
  const orders = [
    row({ items: [item('Naan', 300, 5), item(null, 100, null), item('  ', 100, 2), item('Dal', 1200, 3)] }),
    row({ items: [item('Rice', 400, 3), item('Naan', 350, 1), item('Aloo', 400, 3)] }),
  ];
  expect(topItems(orders)).toEqual([
    { name: 'Naan', count: 6, revenue: 1850 },
    { name: 'Dal', count: 3, revenue: 3600 },
    { name: 'Aloo', count: 3, revenue: 1200 },
    { name: 'Rice', count: 3, revenue: 1200 },
    { name: 'Unknown Item', count: 3, revenue: 300 },
  ]);
  const many = Array.from({ length: 15 }, (_, index) => item(`Dish ${index}`, 100, index + 1));
  expect(topItems([row({ items: many })]).map((dish) => dish.count)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
});

test('a renamed dish keeps its figures under its new name', () => {
  const item = (name: string) => ({ id: 'korma', name, price: cents(1000), quantity: 1 });
  const orders = [
    row({ orderTime: now, items: [item('Chicken Korma')] }),
    row({ orderTime: at('2026-11-19T18:00:00Z'), items: [item('Korma')] }),
  ];
  expect(topItems(orders)).toEqual([{ name: 'Chicken Korma', count: 2, revenue: 2000 }]);
});

test('lists the ten newest orders, including cancelled ones [A-STAT-27] [A-STAT-31]', () => {
  expect(RECENT_ACTIVITY).toEqual({ computed: 10, shown: 5 });
  const orders = Array.from({ length: 12 }, (_, index) =>
    row({
      id: `o${index}`,
      orderTime: new Date(now.getTime() - index * 60_000),
      customerName: index === 0 ? ' ' : null,
      status: index === 0 ? 'cancelled' : 'pending',
    }),
  );
  const activity = recentActivity(orders.toReversed(), now);
  expect(activity.map((entry) => entry.id)).toEqual(['o0', 'o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7', 'o8', 'o9']);
  expect(activity[0]).toEqual({
    id: 'o0',
    customerName: 'Anonymous Customer',
    total: 5000,
    status: 'cancelled',
    orderTime: now,
    timeAgo: 'Just now',
  });
  expect(activity[1]).toMatchObject({ customerName: 'Anonymous Customer', timeAgo: '1 minute ago' });
});

test('the dashboard shows every figure with that of the previous period [A-STAT-17]', () => {
  const before = [row({ total: cents(2500) }), row({ total: cents(1500), email: 'ravi@example.com' })];
  expect(calculateDashboard([row()], before, now, 'truro')).toEqual({
    orders: 1,
    revenue: 5000,
    customers: 1,
    avgOrderValue: 5000,
    trends: { ordersGrowth: -50, revenueGrowth: 25, customersGrowth: -50 },
    topItems: [{ name: 'Butter Chicken', count: 2, revenue: 3390 }],
    recentActivity: [
      { id: 'o1', customerName: 'Asha Rao', total: 5000, status: 'completed', orderTime: now, timeAgo: 'Just now' },
    ],
    statusBreakdown: { ...recordOf(ORDER_STATUSES, () => 0), completed: 1 },
    orderTypeBreakdown: { ...breakdownBy(() => 0), pickup: 1 },
    lastUpdated: now,
    location: 'truro',
  });
  expect(calculateDashboard([], [], now, null)).toMatchObject({
    trends: { ordersGrowth: 0 },
    location: null,
    topItems: [],
  });
});

const day = (date: string, revenue = 5000, orders = 1): RevenueDay => ({ date, revenue: cents(revenue), orders });

test('revenue is grouped by weekday up to today', () => {
  const days = [day('2026-10-25', 1), day('2026-10-26', 1000), day('2026-11-01', 1800, 2), day('2026-11-02', 1)];
  expect(revenueOfDays('week', days, '2026-11-01')).toEqual([
    { date: '2026-10-26', revenue: 1000, orders: 1 },
    { date: '2026-10-27', revenue: 0, orders: 0 },
    { date: '2026-10-28', revenue: 0, orders: 0 },
    { date: '2026-10-29', revenue: 0, orders: 0 },
    { date: '2026-10-30', revenue: 0, orders: 0 },
    { date: '2026-10-31', revenue: 0, orders: 0 },
    { date: '2026-11-01', revenue: 1800, orders: 2 },
  ]);
});

test('revenue has a bar per day of a month or per month of a year, up to the current one [A-STAT-40]', () => {
  const month = revenueOfDays('month', [day('2026-11-20')], '2026-11-20');
  expect(month).toHaveLength(20);
  expect(month.at(-1)).toEqual({ date: '2026-11-20', revenue: 5000, orders: 1 });
  expect(month[0]?.date).toBe('2026-11-01');
  const year = revenueOfDays('year', [day('2025-12-31'), day('2026-01-01'), day('2026-11-20')], '2026-11-20');
  expect(year.map((bucket) => bucket.date)).toEqual(
    ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'].map((number) => `2026-${number}`),
  );
  expect([year[0]?.orders, year[10]?.orders]).toEqual([1, 1]);
});

test.each([
  ['week', '2026-11-01', ['2026-10-26', '2026-11-02']],
  ['week', '2026-11-02', ['2026-11-02', '2026-11-09']],
  ['month', '2026-12-31', ['2026-12-01', '2027-01-01']],
  ['year', '2026-11-20', ['2026-01-01', '2027-01-01']],
] as const)('the %s of %s has the start and end dates %j [A-STAT-39]', (range, today, dates) => {
  expect(rangeDates(range, today)).toEqual(dates);
});

test('customers: repeat rate and highest spending [A-STAT-28] [A-STAT-41]', () => {
  const first = at('2026-11-01T12:00:00Z');
  const last = at('2026-11-19T12:00:00Z');
  const orders = [
    row({ orderTime: last, total: cents(2000) }),
    row({ orderTime: first, total: cents(1000), email: 'ASHA@example.com' }),
    row({ orderTime: at('2026-11-10T12:00:00Z'), total: cents(500), refunded: cents(500) }),
    row({ email: null, phone: '902-555-0199', total: cents(4000) }),
    row({ email: null, phone: null, total: cents(7777) }),
    row({ email: 'mei@example.com', status: 'cancelled' }),
  ];
  expect(customerAnalytics(orders, 'truro')).toEqual({
    totalCustomers: 2,
    repeatCustomers: 1,
    repeatCustomerRate: 50,
    avgOrdersPerCustomer: 2,
    avgSpentPerCustomer: 3500,
    topCustomers: [
      { id: '9025550199', totalOrders: 1, totalSpent: 4000, firstOrder: now, lastOrder: now },
      { id: 'asha@example.com', totalOrders: 3, totalSpent: 3000, firstOrder: first, lastOrder: last },
    ],
    location: 'truro',
  });
  expect(customerAnalytics([], null)).toMatchObject({
    totalCustomers: 0,
    repeatCustomerRate: 0,
    avgOrdersPerCustomer: 0,
    avgSpentPerCustomer: 0,
  });
  const many = Array.from({ length: 14 }, (_, index) => row({ email: `g${index}@example.com` }));
  expect(
    customerAnalytics(many, null)
      .topCustomers.map((customer) => customer.id)
      .slice(0, 3),
  ).toEqual(['g0@example.com', 'g10@example.com', 'g11@example.com']);
  expect(customerAnalytics(many, null).topCustomers).toHaveLength(10);
});

test('erased guests still count as customers, and are not listed among the best', () => {
  const orders = [
    row({ email: null, phone: null, erasedGuest: 'random-1', total: cents(9000) }),
    row({ email: null, phone: null, erasedGuest: 'random-1', total: cents(1000) }),
    row({ email: 'mei@example.com', total: cents(500) }),
  ];
  const { totalCustomers, repeatCustomers, topCustomers } = customerAnalytics(orders, null);
  expect([totalCustomers, repeatCustomers, topCustomers.map(({ id }) => id)]).toEqual([2, 1, ['mei@example.com']]);
});

test('the months of a year sum to the revenue of its days, in any sequence', () => {
  const anyDay = fc.record({
    date: fc
      .date({ min: at('2026-01-01T00:00:00Z'), max: at('2026-11-20T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    revenue: fc.integer({ min: 0, max: 500_000 }).map(cents),
    orders: fc.integer({ min: 0, max: 200 }),
  });
  fc.assert(
    fc.property(fc.array(anyDay, { maxLength: 12 }), (days) => {
      const buckets = revenueOfDays('year', days, '2026-11-20');
      const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
      expect(sum(buckets.map(({ revenue }) => revenue))).toBe(sum(days.map(({ revenue }) => revenue)));
      expect(sum(buckets.map(({ orders }) => orders))).toBe(sum(days.map(({ orders }) => orders)));
      expect(revenueOfDays('year', days.toReversed(), '2026-11-20')).toEqual(buckets);
    }),
    { numRuns: 40 },
  );
});
