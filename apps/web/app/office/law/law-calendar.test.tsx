import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { openOffice } from '../../testing/show.tsx';
import type { Calendar, Entry } from './law-data.ts';
import { timelinePosition } from './law-data.ts';

const truro = { id: 'truro', name: 'Truro Heights' };
const madrid = { id: 'madrid', name: 'Madrid' };

const hst: Entry = {
  id: 'hst',
  topic: 'tax',
  date: '2025-04-01',
  title: 'Nova Scotia: HST 15% → 14%',
  text: 'The rate changes at midnight.',
  handling: 'till',
  source: { title: 'Canada Gazette', url: 'https://gazette.example/' },
  readOn: '2026-11-25',
  locations: [truro],
  examples: [
    {
      kind: 'tax-added',
      date: '2025-04-01',
      amount: 100,
      source: { title: 'Notice 342', url: 'https://cra.example/' },
      amounts: [{ label: 'HST', expected: 14, calculated: 14 }],
    },
    {
      kind: 'tax-inside',
      date: '2025-04-01',
      amount: 57,
      source: { title: 'Notice 342', url: 'https://cra.example/' },
      amounts: [{ label: 'HST', expected: 7, calculated: 7.43 }],
    },
  ],
};
const spain: Entry = {
  ...hst,
  id: 'spain',
  topic: 'fiscal',
  date: '2027-01-01',
  title: 'Spain: a certified till is required',
  handling: 'refuses',
  locations: [madrid],
  examples: [],
};

function calendarOf(more: Partial<Calendar> = {}): { calendar: Calendar } {
  const calendar: Calendar = {
    today: '2026-12-02',
    until: '2027-12-01',
    readOn: '2026-11-25',
    lines: [
      { locations: [truro], changes: [], fiscal: 'free' },
      { locations: [madrid], changes: [spain], fiscal: 'warn' },
    ],
    coming: [spain],
    inForce: [hst],
    ...more,
  };
  return { calendar };
}

test('an owner sees what comes, what changed, who follows it, and the source', async () => {
  openOffice('law-calendar', { getLawCalendar: calendarOf() });
  await expect(screen).toShow('Nothing changes that we know of');
  await expect(screen).toShow('Jan 1: Spain: a certified till is required');
  await expect(screen).toShow('in 30 days');
  await expect(screen).toShow('followed');
  await expect(screen).toShow('Applies to Madrid.');
  const [link] = screen.getAllByRole('link', { name: 'Source: Canada Gazette' });
  expect(link?.getAttribute('href')).toBe('https://gazette.example/');
  await expect(screen).toShow(/not legal advice/);
});

test('the page leads to the reports by mail, which name what comes soon', async () => {
  openOffice('law-calendar', { getLawCalendar: calendarOf() });
  await expect(screen).toShow(/^Reports by mail name what comes soon/);
  const link = screen.getByRole('link', { name: 'Get reports by mail' });
  expect(link.getAttribute('href')).toBe('/admin/dashboard?page=mails#report');
});

test('an authority’s example stands next to the till’s result, and a difference is not hidden', async () => {
  const { press } = openOffice('law-calendar', { getLawCalendar: calendarOf() });
  await press('Authority’s example for Nova Scotia: HST 15% → 14%');
  const row = async (table: string) => {
    const [, first] = within(await screen.findByRole('table', { name: table })).getAllByRole('row');
    return first?.textContent;
  };
  expect(await row('Meal of $100.00 on Apr 1, 2025')).toBe('HST$14.00$14.00 the same');
  expect(await row('Fee or lost deposit of $57.00 on Apr 1, 2025, tax included')).toBe('HST$7.00$7.43 different');
  await press('Back');
  await expect(screen).toShow('What comes');
});

test('one location is chosen from those of the calendar', async () => {
  const { user, sent } = openOffice('law-calendar', { getLawCalendar: calendarOf() });
  await user.selectOptions(await screen.findByLabelText('Location'), 'Madrid');
  await expect.poll(() => sent('getLawCalendar').at(-1)).toMatchObject({ locationId: 'madrid' });
});

test('without a change the page says so, and a till that is refused today is no quiet line', async () => {
  const lines = [{ locations: [truro], changes: [], fiscal: 'refuse' as const }];
  openOffice('law-calendar', { getLawCalendar: calendarOf({ lines, coming: [] }) });
  await expect(screen).toShow('Nothing changes that we know of.');
  await expect(screen).toShow('Needs a certified till before it can take money');
});

test('a failed load can be tried again', async () => {
  openOffice('law-calendar', { getLawCalendar: refusal('internal') });
  await expect(screen).toShow('The law calendar could not be loaded');
});

test.each([
  ['2026-12-01', 0],
  ['2027-01-01', 1 / 13],
  ['2027-12-01', 12 / 13],
])('%s is at %d of the timeline', (date, position) => {
  expect(timelinePosition('2026-12-02', date)).toBeCloseTo(position);
});
