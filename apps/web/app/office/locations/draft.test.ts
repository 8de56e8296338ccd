import { DEFAULT_WEEK, UNCONFIGURED_DAY } from '@tiffin/domain/hours';
import { expect, test } from 'vitest';
import { draftOf, fieldsFrom, fieldsOf, NEW_DRAFT, problemsOf, reconcile, updatesOf, withField } from './draft.ts';
import type { ManagedLocation } from './location-data.ts';

const location: ManagedLocation = {
  id: 'truro',
  name: 'Truro Heights',
  address: '395 Truro Heights Road',
  postalCode: 'B2N 1A1',
  phone: '(902) 555-0123',
  email: 'truro@sizzleandspice.test',
  timeZone: 'America/Halifax',
  hours: null,
  hoursExceptions: [{ date: '2026-12-25', closed: true, open: null, close: null, note: 'Christmas' }],
  features: ['Dine-in', 'Takeout'],
  services: ['pickup', 'dine-in'],
  isActive: true,
  rating: 4.5,
  reviewCount: 225,
  taxRate: 0.14,
  taxLabel: 'HST',
  isOpen: true,
  openText: 'Open until 10:00 p.m.',
  nextOpening: null,
  manager: null,
  capacity: 64,
  openingDate: '2019-05-17',
  totalOrders: 0,
  monthlyRevenue: 0,
  averageOrderValue: 0,
  todaysHours: 'Hours TBD',
  taxRateOverride: null,
  taxLabelOverride: null,
  ticketLimits: null,
  version: 3,
  createdAt: '2026-11-20T22:00:00.000Z',
  updatedAt: '2026-11-20T22:00:00.000Z',
  deletedAt: null,
};
const base = fieldsOf(location);
const draft = draftOf('truro', base);
const free = () => false;

test('a location that nobody touched has nothing to send, and no hours are made up for it', () => {
  expect(updatesOf(base, draft)).toEqual({});
  expect(problemsOf(draft, 'edit', free)).toEqual({});
  expect(draft.week).toEqual(DEFAULT_WEEK);
});

test('hours are written down once somebody touches them; a day that was missing keeps what held', () => {
  const closed = { ...DEFAULT_WEEK.monday, closed: true };
  const week = { ...DEFAULT_WEEK, monday: closed };
  expect(updatesOf(base, { ...draft, week, weekTouched: true })).toEqual({ hours: week });
  const partly = fieldsOf({ ...location, hours: { monday: closed } });
  expect(partly.hours).toMatchObject({ monday: closed, tuesday: UNCONFIGURED_DAY });
});

test('dates are sent in order, a closed one without times', () => {
  const exceptions = [
    { date: '2026-12-31', closed: false, open: '17:00', close: '01:00', note: ' New Year ' },
    { date: '2026-12-24', closed: true, open: '11:00', close: '12:00', note: '' },
  ];
  expect(fieldsFrom({ ...draft, exceptions }).hoursExceptions).toEqual([
    { date: '2026-12-24', closed: true, open: null, close: null, note: null },
    { date: '2026-12-31', closed: false, open: '17:00', close: '01:00', note: 'New Year' },
  ]);
});

test('a tax rate is typed in percent and kept exact', () => {
  expect(updatesOf(base, { ...draft, taxRate: '14.975' })).toEqual({ taxRateOverride: 0.14975 });
  expect(draftOf('x', { ...base, taxRateOverride: 0.14975 }).taxRate).toBe('14.975');
});

test('a new location says what it lacks', () => {
  const problems = problemsOf(
    {
      ...NEW_DRAFT,
      id: 'truro',
      phone: '902',
      capacity: '-1',
      taxRate: 'many',
      usualLimits: false,
      limits: { ...NEW_DRAFT.limits, acceptLate: '2' },
      week: { ...DEFAULT_WEEK, friday: { open: '', close: '22:00', closed: false } },
      exceptions: [{ date: '', closed: true, open: '', close: '', note: '' }],
    },
    'add',
    (id) => id === 'truro',
  );
  expect(problems).toEqual({
    id: 'Invalid location ID',
    name: 'Location name is required',
    address: 'Address is required',
    postalCode: 'postalCode is required',
    phone: 'Phone must be in format (902) 555-0123',
    email: 'Email is required',
    capacity: 'Capacity must be a positive number',
    week: 'Every day needs an opening and a closing time',
    exceptions: 'Invalid date',
    limits: 'Late must come after soon',
    taxRate: 'A number from 0 to 100',
  });
});

test('what somebody else changed and I did not is taken over; what both changed waits for a word', () => {
  const result = reconcile(
    base,
    { ...draft, manager: 'Mine', capacity: '70' },
    { ...location, version: 4, manager: 'Theirs', phone: '(902) 555-0199' },
  );
  expect(result.changes.map(({ field, clashes }) => [field, clashes])).toEqual([
    ['manager', true],
    ['phone', false],
  ]);
  expect(updatesOf(result.base, result.draft)).toEqual({ manager: 'Mine', capacity: 70 });
  expect(updatesOf(result.base, withField(result.draft, 'manager', 'Theirs'))).toEqual({ capacity: 70 });
});
