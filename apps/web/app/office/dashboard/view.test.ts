import { expect, test } from 'vitest';
import { parseDashboardView } from './use-figures.ts';
import { dayBars, hourBars } from './charts.tsx';
import { greetingAt } from './welcome.tsx';

const search = (text: string) => new URLSearchParams(text);

test.each([
  ['', true, { locationId: 'all', period: 'today' }],
  ['', false, { locationId: 'truro', period: 'today' }],
  ['location=truro&period=week', true, { locationId: 'truro', period: 'week' }],
  ['location=elsewhere&period=ever', false, { locationId: 'truro', period: 'today' }],
  ['location=all', false, { locationId: 'truro', period: 'today' }],
])('parses the URL parameters %j [A-STAT-01] [A-STAT-04]', (text, maySeeAll, view) => {
  expect(parseDashboardView(search(text), ['truro', 'new-glasgow'], maySeeAll)).toEqual(view);
});

test.each([
  ['2026-11-20T13:00:00Z', 'Good morning'],
  ['2026-11-20T16:00:00Z', 'Good afternoon'],
  ['2026-11-20T22:00:00Z', 'Good evening'],
  ['2026-11-20T04:30:00Z', 'Good evening'],
  ['', 'Welcome'],
])('greets at %s with %s [A-STAT-03]', (at, words) => {
  expect(greetingAt(at, 'America/Halifax')).toBe(words);
});

test('shows the last seven days, today last, in whole dollars [A-STAT-34]', () => {
  const byDay = Array.from({ length: 30 }, (_, day) => ({
    date: `2026-11-${String(day + 1).padStart(2, '0')}`,
    orders: 1,
    revenue: 100.4,
  }));
  const bars = dayBars(byDay);
  expect(bars).toHaveLength(7);
  expect(bars[0]).toMatchObject({ label: 'Tue 24', text: '$100' });
  expect(bars.at(-1)).toMatchObject({ label: 'Today', now: true });
  expect(dayBars([])).toEqual([]);
});

test('compares the hours of a day with the usual ones, but not those of a week', () => {
  const hour = (at: number, orders: number, usualOrders: number) => ({
    hour: at,
    orders,
    usualOrders,
    revenue: 0,
    usualRevenue: 0,
  });
  const byHour = Array.from({ length: 24 }, (_, at) => hour(at, at === 18 ? 4 : 0, at === 23 ? 2 : 0));
  expect(hourBars(byHour, 'today').map((bar) => bar.label)).toEqual([
    '11 a.m.',
    '12 p.m.',
    ...Array.from({ length: 11 }, (_, place) => `${place + 1} p.m.`),
  ]);
  expect(hourBars(byHour, 'today').find((bar) => bar.id === '18')).toMatchObject({ value: 4, usual: 0 });
  expect(
    hourBars(byHour, 'week')
      .map((bar) => bar.label)
      .at(-1),
  ).toBe('9 p.m.');
  expect(hourBars(byHour, 'week')[0]?.usual).toBeUndefined();
  // Hours without data count as zero orders and are not left out.
  expect(hourBars([hour(18, 4, 0)], 'week').map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]);
});
