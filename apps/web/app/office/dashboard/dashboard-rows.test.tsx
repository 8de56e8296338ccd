import { screen, within } from '@testing-library/react';
import { cents } from '@tiffin/domain/core';
import { recentActivity, timeAgo, growthPercent } from '@tiffin/domain/stats';
import { topItems } from '@tiffin/domain/testing';
import { expect, test } from 'vitest';
import { noOrders } from '../../testing/restaurant.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice } from '../../testing/show.tsx';
import { zeroedStats } from './use-figures.ts';

const NOW = new Date('2026-11-20T22:00:00.000Z');
const none = { ...zeroedStats({ locationId: 'all', period: 'today' }), lastUpdated: NOW.toISOString() };
const MONEY = { ...none.money, ordered: 40, owed: 5, tips: 3, taken: 37 };
function dashboard(change: Partial<typeof none>, getReportRows: Answers['getReportRows'] = refusal('conflict')) {
  return openOffice('dashboard', {
    getReportRows,
    getDashboardStats: { stats: { ...none, ...change } },
    getLocationOrderCounts: { ...noOrders, counts: noOrders, lastUpdated: none.lastUpdated },
    getRevenueAnalytics: refusal('conflict'),
    getCustomerAnalytics: refusal('conflict'),
  });
}
const panel = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);
const card = async (title: string) =>
  (await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement;

test.each([
  [3, 100, '[A-STAT-24]'],
  [0, 0, '[A-STAT-25]'],
])(
  '%i orders after none is a growth of %i percent, and the card only says there were none %s',
  async (orders, percent) => {
    const ordersGrowth = growthPercent(orders, 0);
    expect(ordersGrowth).toBe(percent);
    dashboard({ orders, trends: { ...none.trends, ordersGrowth } });
    expect((await card('Total Orders')).textContent).toMatch(new RegExp(`Total Orders${orders}None yesterday`));
  },
);

/** A row as the server builds it from incomplete orders. */
type Row = Parameters<typeof topItems>[0][number];
const row = (change: object) =>
  ({
    id: 'TRU-20261120-AAAAA',
    orderTime: NOW,
    status: 'pending',
    total: cents(3150),
    customerName: null,
    items: [],
    ...change,
  }) as unknown as Row;
const naan = { id: 'naan', name: 'Naan', price: cents(300), quantity: null };

test.each([
  ['a name', { ...naan, name: null }, /Unknown Item1 sold/, '[A-STAT-30]'],
  ['a quantity', naan, /Naan1 sold/, '[A-STAT-32]'],
])('a dish without %s is listed among the top items as %o %s', async (_what, item, pattern, _fact) => {
  const items = topItems([row({ items: [item] })]);
  dashboard({ topItems: items.map(({ name, count }) => ({ name, count, revenue: 3 })) });
  const [first] = (await panel('Top Menu Items')).getAllByRole('listitem');
  expect(first?.textContent.slice(1)).toMatch(pattern);
});

function activity(customerName: string | null, ago: string) {
  const [order] = recentActivity([row({ customerName })], NOW);
  return [{ ...order, total: 31.5, orderTime: NOW.toISOString(), timeAgo: ago }] as never;
}

test('an order without a name shows Anonymous Customer [A-STAT-31]', async () => {
  dashboard({ recentActivity: activity(null, 'Just now') });
  const [first] = (await panel('Recent Activity')).getAllByRole('listitem');
  expect(first?.textContent).toContain('Anonymous Customer');
});

const MINUTE = 60_000;
test.each([
  [MINUTE - 1, 'Just now'],
  [MINUTE, '1 minute ago'],
  [2 * MINUTE, '2 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [3 * 60 * MINUTE, '3 hours ago'],
  [24 * 60 * MINUTE, '1 day ago'],
  [48 * 60 * MINUTE, '2 days ago'],
])('formats %i milliseconds ago as %s [A-STAT-33]', async (ms, words) => {
  dashboard({ recentActivity: activity('Asha', timeAgo(new Date(NOW.getTime() - ms), NOW)) });
  const [first] = (await panel('Recent Activity')).getAllByRole('listitem');
  expect(first?.textContent).toContain(words);
});

test('every card of the dashboard opens its rows', async () => {
  const queries: unknown[] = [];
  const { press } = dashboard({ orders: 2, revenue: 40, customers: 1, avgOrderValue: 20, money: MONEY }, (query) => {
    queries.push(query);
    return { rows: [], count: 0, sum: 0, nextCursor: null };
  });
  for (const [name, figure] of [
    ['Total Orders: 2, show its rows', 'placedOrders'],
    ['Total Revenue: $40, show its rows', 'revenue'],
    ['Total Customers: 1, show its rows', 'customers'],
    ['Avg Order Value: $20.00, show its rows', 'average'],
    ['Taken: $37.00, show its rows', 'taken'],
    ['Owed: $5.00, show its rows', 'unpaid'],
  ] as const) {
    await press(name);
    await expect(screen).toShow('No rows: the figure is zero.');
    expect(queries.at(-1)).toMatchObject({ figure });
    await press('Close');
  }
});

test('a card whose rows cannot be loaded says so', async () => {
  const { press } = dashboard({ revenue: 40 }, refusal('conflict'));
  await press('Total Revenue: $40, show its rows');
  await expect(screen).toShow('The rows could not be loaded');
});
