import { recordOf } from '@tiffin/domain/core';
import { ORDER_STATUSES } from '@tiffin/domain/order';
import { breakdownBy } from '@tiffin/domain/stats';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { noOrders } from '../../testing/restaurant.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { emptyReport } from '../../testing/report.ts';
import { admin } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';
import { zeroedStats } from './use-figures.ts';

type Stats = Answer<'getDashboardStats'>['stats'];
const NOW = '2026-11-20T22:00:00.000Z';
const none: Stats = { ...zeroedStats({ locationId: 'all', period: 'today' }), lastUpdated: NOW };
const counts = { ...noOrders, total: 6, pending: 3, preparing: 2, ready: 1 };
const answers = (change: Partial<Stats> = {}): Answers => ({
  getDashboardStats: { stats: { ...none, ...change } },
  getLocationOrderCounts: { ...counts, counts, lastUpdated: NOW },
  getRevenueAnalytics: { range: 'week', revenue: [{ date: '2026-11-20', revenue: 77, orders: 3 }], location: null },
  getPromisedTimeAccuracy: { places: [] },
  getCustomerAnalytics: {
    totalCustomers: 9,
    repeatCustomers: 4,
    repeatCustomerRate: 44.4,
    avgOrdersPerCustomer: 2.5,
    avgSpentPerCustomer: 61.25,
    topCustomers: [
      { id: 'asha@example.test', totalOrders: 5, totalSpent: 310.5, firstOrder: NOW, lastOrder: NOW },
      { id: '+19025550102', totalOrders: 2, totalSpent: 80, firstOrder: NOW, lastOrder: NOW },
    ],
    location: null,
  },
});
const panel = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);
const card = async (title: string) =>
  (await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement;

test('a manager sees the accuracy of promised times by week, and what sets them now', async () => {
  const score = { orders: 38, kept: 31, loss: 2.04, ruleLoss: 3.26, late: 4.2 };
  const weeks = [
    { week: '2026-11-02', orders: 40, kept: 22, score: null },
    { week: '2026-11-09', orders: 50, kept: 41, score },
  ];
  openOffice('dashboard', {
    ...answers(),
    getPromisedTimeAccuracy: {
      places: [{ locationId: 'truro', source: 'learned', learnedAt: NOW, weeks }],
    },
  });
  const stored = await panel('Ready on time');
  await expect(stored).toShow('Promised from the times of its own orders.');
  const rows = stored.getAllByRole('row').map((row) => row.textContent);
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/^Nov\.? 95082%82%2\.0 \(3\.3\)4 min$/),
    expect.stringMatching(/^Nov\.? 24055%–––$/),
  ]);
});

test('promised-time figures that cannot be loaded show an error with a retry', async () => {
  openOffice('dashboard', { ...answers(), getPromisedTimeAccuracy: refusal('conflict') });
  const stored = await panel('Ready on time');
  expect(await stored.findByRole('button', { name: 'Try Again' })).toBeTruthy();
});

test('greets with the day’s revenue in whole dollars and the kitchen’s open work [A-STAT-03] [A-STAT-34]', async () => {
  openOffice('dashboard', answers({ revenue: 1234.56, orders: 41 }));
  await expect(screen).toShow('Good evening, Anjali.');
  await expect(screen).toShow('$1,235 from 41 orders today so far.');
  const now = await screen.findByLabelText('In the kitchen now');
  expect(now.textContent).toMatch(/3\s*waiting to be accepted2\s*being prepared1\s*ready to go out/);
});

test('scheduled orders are listed apart from waiting ones', async () => {
  openOffice('dashboard', { ...answers(), getLocationOrderCounts: { ...counts, counts, later: 2, lastUpdated: NOW } });
  const now = await screen.findByLabelText('In the kitchen now');
  expect(now.textContent).toMatch(
    /1\s*waiting to be accepted2\s*being prepared1\s*ready to go out2\s*ordered for later/,
  );
});

test('the cards show the API’s figures: whole dollars, the average with cents, growth with one decimal [A-STAT-17] [A-STAT-34] [A-STAT-35] [A-STAT-37]', async () => {
  openOffice(
    'dashboard',
    answers({
      orders: 41,
      revenue: 1234.56,
      customers: 30,
      avgOrderValue: 30.111,
      previous: { orders: 40, revenue: 1000, customers: 25, avgOrderValue: 25 },
      trends: { ordersGrowth: 2.5, revenueGrowth: 23.456, customersGrowth: 20 },
    }),
  );
  expect((await card('Total Orders')).textContent).toMatch(/41.*\+2\.5%.*\(40\)/);
  expect((await card('Total Revenue')).textContent).toMatch(/\$1,235.*\+23\.5%.*\(\$1,000\)/);
  expect((await card('Total Customers')).textContent).toMatch(/30.*\+20\.0%.*\(25\)/);
  expect((await card('Avg Order Value')).textContent).toMatch(/\$30\.11.*\(\$25\.00\)/);
});

test('the growth of the average is relative to its former value [A-STAT-23]', async () => {
  openOffice('dashboard', answers({ avgOrderValue: 30, previous: { ...none.previous, avgOrderValue: 25 } }));
  expect((await card('Avg Order Value')).textContent).toContain('+20.0%');
});

test('a running period is compared with the same hours before, but a week’s customers with all of last week’s', async () => {
  const soFar = { orders: 20, revenue: 500, customers: 16, avgOrderValue: 25, until: '2026-11-19T22:42:00.000Z' };
  const now = { orders: 41, revenue: 1234.56, customers: 32, avgOrderValue: 30 };
  openOffice('dashboard', answers({ ...now, soFar, previous: { ...none.previous, orders: 90, revenue: 3000 } }));
  expect((await card('Total Orders')).textContent).toMatch(/41.*\+105\.0%.*vs yesterday by 6:42 p\.m\..*\(20\)/);
  expect((await card('Total Revenue')).textContent).toMatch(/\+146\.9%.*\(\$500\)/);
  expect((await card('Total Customers')).textContent).toMatch(/\+100\.0%.*\(16\)/);
  expect((await card('Avg Order Value')).textContent).toMatch(/\+20\.0%.*\(\$25\.00\)/);
});

test.each([
  [
    { orders: 20, revenue: 1000, until: '2026-11-13T22:42:00.000Z' },
    /Last Friday by 6:42 p\.m\.: \$1,000, now \+25\.0%\./,
  ],
  [{ orders: 20, revenue: 1000, until: null }, /Last Friday: \$1,000, now \+25\.0%\./],
  [{ orders: 0, revenue: 0, until: null }, /Last Friday: no orders\./],
])('a day is compared with the same weekday of the week before: %j reads %s', async (before, shown) => {
  openOffice('dashboard', answers({ revenue: 1250, weekBefore: { date: '2026-11-13', ...before } }));
  await expect(screen).toShow(shown);
});

test('shows ordered, paid, unpaid and refunded amounts separately', async () => {
  openOffice('dashboard', answers({ revenue: 95, money: { ordered: 100, taken: 75, owed: 25.5, refunded: 5 } }));
  await expect(screen).toShow(/\$25\.50 of it is not paid yet\./);
  const money = await panel('Money');
  const figures = ['Ordered', 'Taken', 'Owed', 'Refunded'].map(
    (name) => money.getByText(name).nextElementSibling?.textContent,
  );
  expect(figures).toEqual(['$100.00', '$75.00', '$25.50', '$5.00']);
});

test('lists tips and cash rounding separately, so that the lines add up to the payments', async () => {
  const money = { ordered: 100, owed: 25.5, tips: 4, cashRounding: -0.02, taken: 78.48, refunded: 0 };
  openOffice('dashboard', answers({ money }));
  const lines = [...(await panel('Money')).getByText('Ordered').closest('dl')!.querySelectorAll('dd.num')];
  const [ordered = 0, due = 0, tips = 0, coins = 0, taken] = lines.map(({ textContent }) =>
    Math.round(Number(textContent.replaceAll(/[^\d.-]/g, '')) * 100),
  );
  expect(ordered - due + tips + coins).toBe(taken);
});

test.each([
  ['and gift cards', { giftCardsSold: 500, giftCardsUsed: 19.94, received: 511.4 }, ['$500.00', '$19.94', '$511.40']],
  ['no gift cards where there were none', { giftCardsSold: 0, giftCardsUsed: 0, received: 31.34 }, ['$31.34']],
  ['nothing that an older server does not send', {}, []],
])('names the money received as the report does, %s', async (_name, more, amounts) => {
  openOffice('dashboard', answers({ money: { ordered: 31.34, owed: 0, taken: 31.34, refunded: 0, ...more } }));
  const money = await panel('Money');
  const shown = ['Gift cards sold', 'Paid with gift cards', 'Received'].flatMap(
    (name) => money.queryByText(name)?.nextElementSibling?.textContent ?? [],
  );
  expect(shown).toEqual(amounts);
});

test('lists discounts and offers apart from the ordered amount', async () => {
  openOffice(
    'dashboard',
    answers({ money: { ordered: 100, taken: 100, owed: 0, refunded: 0, discounts: 4.24, comps: 15.99 } }),
  );
  const money = await panel('Money');
  const figures = ['Ordered', 'Discounts', 'On the house'].map(
    (name) => money.getByText(name).nextElementSibling?.textContent,
  );
  expect(figures).toEqual(['$100.00', '$4.24', '$15.99']);
});

const named = (count: number) => Array.from({ length: count }, (_, at) => `Dish ${at}`);

test('shows five of ten top dishes, with quantity and revenue [A-STAT-26]', async () => {
  openOffice(
    'dashboard',
    answers({ topItems: named(10).map((name, at) => ({ name, count: 20 - at, revenue: 99.6 })) }),
  );
  const items = (await panel('Top Menu Items')).getAllByRole('listitem');
  expect(items).toHaveLength(5);
  expect(items[0]?.textContent).toMatch(/Dish 0.*20 sold.*\$100/);
});

test('shows five of ten latest orders, with totals in cents and their age [A-STAT-27] [A-STAT-36]', async () => {
  const recentActivity = named(10).map((customerName, at) => ({
    id: `TRU-20261120-AAAA${at}`,
    customerName,
    total: 31.5,
    status: 'pending' as const,
    orderTime: NOW,
    timeAgo: '2 minutes ago',
  }));
  openOffice('dashboard', answers({ recentActivity }));
  const rows = (await panel('Recent Activity')).getAllByRole('listitem');
  expect(rows).toHaveLength(5);
  expect(rows[0]?.textContent).toMatch(/Dish 0.*2 minutes ago.*\$31\.50/);
});

test('counts orders by status and by type [A-STAT-17]', async () => {
  openOffice(
    'dashboard',
    answers({
      statusBreakdown: recordOf(ORDER_STATUSES, (status) => 9 - ORDER_STATUSES.indexOf(status)),
      orderTypeBreakdown: { ...breakdownBy(() => 0), dineIn: 1, pickup: 6, delivery: 3 },
    }),
  );
  const shares = async (title: string) =>
    (await panel(title)).getAllByRole('listitem').map((share) => (share.textContent ?? '').replaceAll(/[^\d%]/g, ''));
  expect((await shares('Order Status Overview')).map((each) => each[0])).toEqual(
    ORDER_STATUSES.map((_status, index) => String(9 - index)),
  );
  expect((await screen.findByRole('heading', { name: 'Order types' })).closest('section')?.textContent).toMatch(
    /60\s*%/,
  );
});

test('shows revenue by day, a week at first and other ranges on request [A-STAT-38] [A-STAT-39]', async () => {
  const { press, sent, user } = openOffice('dashboard', answers());
  expect(await (await panel('Revenue Analytics')).findAllByText('$77')).not.toEqual([]);
  await user.click((await panel('Revenue Analytics')).getByRole('radio', { name: 'Year' }));
  await waitFor(() => expect(sent('getRevenueAnalytics').map(({ range }) => range)).toEqual(['week', 'year']));
  await press('Refresh');
});

test('shows a year by month [A-STAT-40]', async () => {
  openOffice('dashboard', {
    ...answers(),
    getRevenueAnalytics: { range: 'year', revenue: [{ date: '2026-11', revenue: 77, orders: 3 }], location: null },
  });
  expect(await (await panel('Revenue Analytics')).findAllByText('Nov')).not.toEqual([]);
});

test('shows returning customers, average spending and the best customers by spending [A-STAT-28] [A-STAT-29] [A-STAT-41]', async () => {
  openOffice('dashboard', answers());
  const customers = await panel('Customer Analytics');
  const figures = (await customers.findAllByRole('definition')).map(({ textContent }) => textContent);
  expect(figures).toEqual(['9', '4', '44.4%', '2.5', '$61.25']);
  const [, ...rows] = customers.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/asha@example\.test5\$310\.50/);
  expect(rows[1]).toMatch(/\(902\) 555-01022\$80\.00/);
});

test('figures that cannot be loaded show an error in their place [A-ERR-94] [A-ERR-95]', async () => {
  openOffice('dashboard', { ...answers(), getDashboardStats: refusal('conflict') });
  await expect(screen).toShow('Unable to Load Dashboard Stats');
  await expect(screen).toShow(/An error occurred while loading dashboard data\./);
});

test('figures that cannot be reloaded stay with a banner; those of another period are zeros [A-STAT-15] [A-ERR-93]', async () => {
  const { press, answer } = openOffice('dashboard', answers({ orders: 41 }));
  await expect(screen).toShow('41');
  answer({ getDashboardStats: refusal('conflict') });
  await press('Refresh');
  await expect(screen).toShow('Failed to load dashboard statistics');
  expect((await card('Total Orders')).textContent).toContain('41');
  await press('Yesterday', 'radio');
  await waitFor(async () => expect((await card('Total Orders')).textContent).toMatch(/^Total Orders0/));
  expect((await card('Total Revenue')).textContent).toMatch(/^Total Revenue\$0/);
  await expect(screen).toShow('Failed to load dashboard statistics');
});

test('reloads the figures every 30 seconds [A-STAT-18]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = openOffice('dashboard', answers());
  await expect(screen).toShow('Good evening, Anjali.');
  const before = sent('getDashboardStats').length;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(sent('getDashboardStats')).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sent('getDashboardStats')).toHaveLength(before + 1);
});

test('the selection lists all locations together, then each active one [A-STAT-01]', async () => {
  openOffice('dashboard', answers());
  const options = within(await screen.findByLabelText('Location')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['All Locations', 'Truro Heights']);
});

test('a manager can only select their own locations [A-STAT-01]', async () => {
  openOffice('dashboard', answers(), { ...admin, role: 'manager', isAdmin: false, locationIds: ['truro'] });
  const options = within(await screen.findByLabelText('Location')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Truro Heights']);
});

test('selecting another location loads its figures at once and shows its address and phone [A-STAT-02] [A-STAT-10] [A-STAT-19]', async () => {
  const { user, sent } = openOffice('dashboard', answers());
  await expect(screen).toShow(/^Last updated .+, refreshes every 30 s$/);
  await user.selectOptions(await screen.findByLabelText('Location'), 'Truro Heights');
  await waitFor(() => expect(sent('getDashboardStats').at(-1)).toMatchObject({ locationId: 'truro' }));
  await expect(screen).toShow(/395 Truro Heights Road, \(902\) 555-0123/);
});

test('the dashboard shows orders by status and links to the next tasks [A-STAT-06] [A-STAT-09]', async () => {
  openOffice('dashboard', answers());
  expect((await panel('Order Status Overview')).queryByText('Pending')).toBeTruthy();
  const actions = within(await screen.findByRole('navigation', { name: 'Quick Actions' }));
  const links = actions.getAllByRole('link').map((link) => link.getAttribute('href'));
  for (const section of ['#orders', '#menu', '#users', '#locations']) {
    expect(links.some((href) => href?.endsWith(section))).toBe(true);
  }
});

test('the net sales and the links to the report are of the day that the server says, whatever the clock of the device', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-29T12:00:00Z') });
  const asked: unknown[] = [];
  openOffice('dashboard', {
    // 00:40 on Saturday in Halifax
    ...answers({
      lastUpdated: '2026-11-28T04:40:00.000Z',
      byDay: [{ date: '2026-11-27', orders: 3, revenue: 77 }],
    }),
    getReport: ({ from, to }) => {
      asked.push([from, to]);
      return { ...emptyReport, sales: { gross: 64, discounts: 0, net: 64 } };
    },
  });
  expect((await screen.findByLabelText('Net sales')).textContent).toContain('$64.00');
  expect(new Set(asked.map(String))).toEqual(new Set(['2026-11-27,2026-11-27']));
  for (const name of ['Open the report', 'Other days'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
      '/admin/dashboard?location=all&from=2026-11-27&to=2026-11-27#report',
    );
});
