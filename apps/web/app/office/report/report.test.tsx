import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { syncServerClock } from '../../shared/live/server-clock.ts';
import { refusal } from '../../testing/network.ts';
import { emptyReport } from '../../testing/report.ts';
import { admin, bookkeeper, rootData, truro } from '../../testing/samples.ts';
import { field, openOffice } from '../../testing/show.tsx';
import type { Report } from './report-figures.tsx';
import { parseReportView, periodProblem, presetOf, presetPeriod, PRESETS } from './report-view.ts';

const row = { orders: null, units: 3, gross: 30, discounts: 2, refunds: 1, net: 27, previousNet: 20 };
const report: Report = {
  ...emptyReport,
  orders: 2,
  sales: { gross: 50, discounts: 2, net: 47 },
  refunds: 1,
  charges: 5,
  taxes: [
    {
      code: 'HST',
      label: 'HST',
      registration: '123456789 RT0001',
      rate: 0.14,
      base: 52,
      amount: 7.28,
      refundedBase: 1,
      refundedAmount: 0.14,
    },
  ],
  tips: 4,
  cashRounding: 0.02,
  billed: 63.3,
  owed: 10,
  received: 53.3,
  tenders: [{ tender: 'cash', label: 'Cash', count: 1, amount: 53.3, rounding: 0.02, tips: 4, refunded: 1.14 }],
  tipsByPerson: [{ person: 'Mia', label: 'Mia', tips: 4 }],
  guests: { new: 3, returning: 5 },
  bookings: { count: 8, noShows: 2 },
  payouts: [{ provider: 'stripe', count: 1, payments: 30, refunds: 5, amount: 25 }],
  voids: { count: 1, amount: 12 },
  previous: { ...emptyReport.previous, sales: { gross: 40, discounts: 0, net: 40 } },
  breakdowns: {
    ...emptyReport.breakdowns,
    category: [
      { ...row, key: 'curries', label: 'Curries' },
      { ...row, key: 'bread', label: 'Bread', net: 20 },
    ],
    dish: [{ ...row, key: 'dal', label: 'Dal', net: 47 }],
  },
};

test('an accountant without a location reads who gives one, instead of a report of zeros', async () => {
  const { sent } = openOffice('report', { getReport: emptyReport }, { ...bookkeeper, locationIds: [] });
  await expect(screen).toShow('An admin can give you one.');
  expect(sent('getReport')).toEqual([]);
  expect(screen.queryByText('Gross sales')).toBeNull();
});

test('a running period says that the period before is counted until the same time of day', async () => {
  const until = '2026-10-20T21:42:00Z';
  const previous = { ...report.previous, to: '2026-10-20', until };
  const requests: unknown[] = [];
  openOffice('report', {
    getReport: { ...report, previous },
    getReportRows: (query) => {
      requests.push(query);
      return { rows: [], count: 0, sum: 0, nextCursor: null };
    },
  });
  await expect(screen).toShow('Oct 1, 2026 – Oct 20, 2026, until the same time of day:');
  const heading = within(await screen.findByRole('region', { name: 'Net sales' }));
  fireEvent.click(heading.getByRole('button', { name: 'Net sales, period before: $40.00, show its rows' }));
  await expect(screen).toShow('No rows: the figure is zero.');
  expect(requests).toMatchObject([{ from: '2026-10-01', to: '2026-10-20', until }]);
});

test('an owner reads net sales, how they become money, the tax and the tenders', async () => {
  openOffice('report', { getReport: report });
  expect((await screen.findByRole('region', { name: 'Net sales' })).textContent).toMatch(
    /\$47\.00.*\+17\.5%.*\$40\.00/,
  );
  const money = within(await screen.findByRole('region', { name: 'Sales and money' }));
  const texts = money.getAllByRole('row').map((each) => each.textContent ?? '');
  expect(texts.find((text) => text.startsWith('Received'))).toContain('$53.30');
  expect(texts.find((text) => text.startsWith('Owed'))).toContain('-$10.00');
  await expect(screen).toShow('123456789 RT0001');
  expect(screen.getByRole('button', { name: 'Taken back by refunds, of the tax: $0.14, show its rows' })).toBeTruthy();
  await expect(screen).toShow('Stripe');
  expect(screen.getByRole('button', { name: 'Cancelled orders: $12.00, show its rows' })).toBeTruthy();
});

test('each kind of charge has a line, also one that there was only in the period before', async () => {
  const service = { kind: 'service' as const, label: 'Service' };
  const bag = { kind: 'bag' as const, label: 'Bag' };
  const chargesByKind = [
    { ...service, amount: 4.5 },
    { ...bag, amount: 0.5 },
  ];
  const previous = { ...report.previous, chargesByKind: [{ kind: 'delivery' as const, label: 'Delivery', amount: 6 }] };
  openOffice('report', { getReport: { ...report, chargesByKind, previous } });
  const lineOf = async (name: string) => (await screen.findByRole('row', { name: new RegExp(name) })).textContent;
  expect(await lineOf('of which: Service')).toMatch(/\$4\.50.*\$0\.00/);
  expect(await lineOf('of which: Bag')).toMatch(/\$0\.50/);
  expect(await lineOf('of which: Delivery')).toMatch(/\$0\.00.*\$6\.00/);
});

test('gift cards have lines of their own where there were some', async () => {
  openOffice('report', { getReport: { ...report, giftCardsSold: 500, giftCardsUsed: 19.94 } });
  const money = within(await screen.findByRole('region', { name: 'Sales and money' }));
  const texts = money.getAllByRole('row').map((each) => each.textContent ?? '');
  expect(texts.find((text) => text.startsWith('Gift cards sold'))).toContain('$500.00');
  expect(texts.find((text) => text.startsWith('Paid with gift cards'))).toContain('-$19.94');
});

test('an owner reads who came, which tables stayed empty and whose tips these are', async () => {
  openOffice('report', { getReport: report });
  const guests = await screen.findByRole('table', { name: 'Guests' });
  expect(guests.textContent).toMatch(/New guests3.*Returning guests5.*Bookings8.*No-shows2\s\(25%\)/);
  expect(screen.getByRole('button', { name: 'Mia: $4.00, show its rows' })).toBeTruthy();
});

test('an owner reads how much of the tips is not paid yet', async () => {
  openOffice('report', { getReport: { ...report, tips: 6.5 } });
  await expect(screen).toShow('Tips of bills not paid yet, less tips paid for bills of other days: $2.50');
});

test('a report from an older copy of the server is shown without guests and tips by person', async () => {
  const { guests: _guests, bookings: _bookings, tipsByPerson: _tips, ...older } = report;
  openOffice('report', { getReport: older });
  expect((await screen.findByRole('table', { name: 'Guests' })).textContent).toMatch(/No-shows0/);
});

test('the rows of a breakdown are shown with their sum', async () => {
  const { press } = openOffice('report', { getReport: report });
  await expect(screen).toShow('Curries');
  await press('Dish', 'tab');
  await expect(screen).toShow('Dal');
  expect(screen.queryByText('Curries')).toBeNull();
});

test('a figure opens its rows, which add up to it', async () => {
  const sale = {
    at: '2026-11-20T16:00:00.000Z',
    day: '2026-11-20',
    kind: 'sale',
    orderId: 'TRU-20261120-AAAAA',
  } as const;
  const { press } = openOffice('report', {
    getReport: report,
    getReportRows: { rows: [{ ...sale, by: 'Mia', amount: 47 }], count: 1, sum: 47, nextCursor: null },
  });
  await press('Net sales: $47.00, show its rows');
  const order = await screen.findByRole('link', { name: 'TRU-20261120-AAAAA' });
  expect(order.getAttribute('href')).toMatch(/#find-order\/TRU-20261120-AAAAA$/);
  await expect(screen).toShow(/^Mia, Nov 20/);
  await expect(screen).toShow('1 row');
});

test('the rows of a long period come page by page, and all of them are saved as a file', async () => {
  const paymentAt = (minute: number) => ({
    at: `2026-11-20T16:0${minute}:00.000Z`,
    day: '2026-11-20',
    kind: 'payment' as const,
    orderId: `TRU-${minute}`,
    by: null,
    amount: 20,
  });
  const cursors: unknown[] = [];
  const { press } = openOffice('report', {
    getReport: report,
    getReportRows: ({ cursor }) => {
      cursors.push(cursor);
      const isFirst = cursor === undefined || cursor === null;
      return { rows: [paymentAt(isFirst ? 2 : 1)], count: 2, sum: 40, nextCursor: isFirst ? 'next' : null };
    },
    getReportRowsCsv: refusal('conflict'),
  });
  await press('Received: $53.30, show its rows');
  await expect(screen).toShow('TRU-2');
  await expect(screen).toShow('1 of 2 rows are shown. All of them count.');
  await press('Show more');
  await expect(screen).toShow('TRU-1');
  await expect(screen).toShow('2 rows together');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(cursors.at(-1)).toBe('next');
  await press('Download the rows');
  await expect(screen).toShow('The rows could not be downloaded');
});

test('rows that cannot be loaded say so', async () => {
  const { press } = openOffice('report', { getReport: report, getReportRows: refusal('conflict') });
  await press('Cash: $53.30, show its rows');
  await expect(screen).toShow('The rows could not be loaded');
});

test('a start after the end is not sent, and one press swaps the dates', async () => {
  const requests: unknown[] = [];
  const { press } = openOffice('report', {
    getReport: (query) => {
      requests.push(query);
      return report;
    },
  });
  await expect(screen).toShow('Curries');
  fireEvent.change(await field('From'), { target: { value: '2026-10-20' } });
  fireEvent.change(await field('To'), { target: { value: '2026-10-05' } });
  await expect(screen).toShow('The start is after the end.');
  const before = requests.length;
  await press('Swap the dates');
  await waitFor(() => expect(requests.length).toBeGreaterThan(before));
  expect(requests.at(-1)).toMatchObject({ from: '2026-10-05', to: '2026-10-20' });
  expect((await field('To')).value).toBe('2026-10-20');
});

test('a report that cannot be loaded says why and can be retried', async () => {
  openOffice('report', { getReport: refusal('conflict') });
  await expect(screen).toShow('The report could not be loaded');
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
});

test('a file that cannot be downloaded says so', async () => {
  const { press } = openOffice('report', { getReport: report, getReportCsv: refusal('conflict') });
  await expect(screen).toShow('Curries');
  await press('Download as CSV');
  await expect(screen).toShow('The file could not be downloaded');
});

test.each([
  ['last-month', '2026-10-01', '2026-10-31'],
  ['month', '2026-11-01', '2026-11-30'],
  ['week', '2026-11-16', '2026-11-22'],
  ['last-week', '2026-11-09', '2026-11-15'],
  ['quarter', '2026-10-01', '2026-12-31'],
  ['year', '2026-01-01', '2026-12-31'],
  ['yesterday', '2026-11-19', '2026-11-19'],
] as const)('%s is %s to %s', (preset, from, to) => {
  expect(presetPeriod(preset, '2026-11-20')).toEqual({ from, to });
  expect(presetOf({ from, to }, '2026-11-20')).toBe(preset);
});

test('the address holds the view; a manager gets no other location and no impossible date', () => {
  const parts = { locationIds: ['truro'], maySeeAll: false, businessDayAt: () => '2026-11-20' };
  const parse = (search: string) => parseReportView(new URLSearchParams(search), parts);
  expect(parse('location=glasgow&from=2026-10-01&to=2026-10-02')).toEqual({
    locationId: 'truro',
    from: '2026-10-01',
    to: '2026-10-02',
  });
  expect(parse('from=yesterday')).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
  expect(periodProblem({ from: '1986-01-01', to: '2026-01-01' })).toBe('length');
  expect(periodProblem({ from: '', to: '2026-01-01' })).toBe('empty');
  expect(PRESETS.at(-1)).toBe('other');
});

test('“Today” is the business day of the chosen location, by the server’s clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-29T12:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
    syncServerClock(new Date().toISOString());
  });
  const asked: string[] = [];
  const places = [
    { ...truro, dayEndHour: 4 },
    { ...truro, id: 'new-glasgow', name: 'New Glasgow', dayEndHour: 0 },
  ];
  openOffice(
    'report',
    {
      getReport: ({ locationId, from, to }) => {
        asked.push([locationId, from, to].join(' '));
        return report;
      },
    },
    admin,
    rootData.site,
    places,
  );
  await expect(screen).toShow('Curries');
  // 00:40 on Saturday in Halifax
  act(() => syncServerClock('2026-11-28T04:40:00.000Z'));
  await waitFor(() => expect(asked.at(-1)).toBe('all 2026-11-01 2026-11-30'));
  expect((await field('From')).value).toBe('2026-11-01');
  for (const [place, day] of [
    ['all', '2026-11-27'],
    ['new-glasgow', '2026-11-28'],
    ['truro', '2026-11-27'],
  ] as const) {
    fireEvent.change(await field('Location'), { target: { value: place } });
    await waitFor(() => expect(asked.at(-1)).toMatch(place));
    fireEvent.change(await field('Period'), { target: { value: 'today' } });
    await waitFor(() => expect(asked.at(-1)).toBe(`${place} ${day} ${day}`));
  }
});
