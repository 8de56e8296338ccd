import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { TICKET_LIMITS } from './ticket-limits.ts';
import { exceptionsProblem, ticketLimitsProblem, timeZoneProblem } from './form.ts';
import {
  FEATURES,
  LOCATION_ID_MAX,
  type LocationForm,
  parseCapacity,
  checkLocationForm,
  checkLocationId,
  featureChips,
  locationIdHint,
  locationIdFor,
  locationTiles,
  managerText,
  showsRating,
  sinceText,
  sanitiseLocationId,
} from './index.ts';

const free = () => false;

test.each([
  ['truro-heights', 'Valid location ID', null],
  ['a1', 'Valid location ID', null],
  ['x'.repeat(50), 'Valid location ID', null],
  ['', 'Location ID is required', 'Location ID is required'],
  ['a', 'ID must be at least 2 characters', 'ID must be at least 2 characters'],
  ['x'.repeat(51), 'ID must be 50 characters or less', 'ID must be 50 characters or less'],
  [
    'Truro',
    'Only lowercase letters, numbers, and hyphens allowed',
    'Location ID must contain only lowercase letters, numbers, and hyphens',
  ],
  [
    'a_b',
    'Only lowercase letters, numbers, and hyphens allowed',
    'Location ID must contain only lowercase letters, numbers, and hyphens',
  ],
  ['truro', 'This location ID already exists', 'Location ID "truro" already exists'],
])('the id %j gives %s in the form and %s from the server', (id, text, reason) => {
  const isTaken = (requested: string) => requested === 'truro';
  expect(locationIdHint(id, isTaken)).toEqual({ valid: reason === null, text });
  const answer = checkLocationId(id, isTaken);
  expect(answer.ok ? null : answer.error.message).toBe(reason);
});

test.each(['', 'a.b', 'a#b', 'a$b', 'a/b', 'a[b', 'a]b'])('refuses the id %j [C-LIMIT-07]', (id) => {
  expect(checkLocationId(id, free).ok).toBe(false);
});

test.each([
  ['Truro Heights!', 'truroheights'],
  ['new-glasgow 2', 'new-glasgow2'],
])('typing %j gives %j', (typed, left) => {
  expect(sanitiseLocationId(typed)).toBe(left);
});

test.each([
  ['Truro Heights', 'truro-heights'],
  ["St. John's — Water St.", 'st-john-s-water-st'],
  ['Ω', 'location'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('the id generated from %j is %j [A-LOC-46]', (name, id) => {
  expect(locationIdFor(name, free)).toEqual({ ok: true, value: id });
});

test('a taken id gets a number; after a hundred attempts it fails [A-LOC-47] [A-ERR-50]', () => {
  expect(locationIdFor('Truro', (id) => id === 'truro')).toEqual({ ok: true, value: 'truro-1' });
  expect(locationIdFor('Truro', () => true)).toMatchObject({
    error: { message: 'Unable to generate unique location ID after 100 attempts' },
  });
});

test('every generated id is valid [A-LOC-46]', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 0, max: 60 }), (name, count) => {
      const taken = new Set<string>();
      for (let i = 0; i <= count; i++) {
        const id = locationIdFor(name, (requested) => taken.has(requested));
        expect(id.ok && checkLocationId(id.value, (requested) => taken.has(requested)).ok).toBe(true);
        expect(id.ok && id.value.length <= LOCATION_ID_MAX).toBe(true);
        taken.add(id.ok ? id.value : '');
      }
    }),
    { numRuns: 30 },
  );
});

const form: LocationForm = {
  id: 'halifax',
  name: 'Halifax',
  address: '1 Water St',
  postalCode: 'B3H 1A1',
  phone: '(902) 555-0123',
  email: 'halifax@example.com',
  capacity: '',
};

test.each<[Partial<LocationForm>, Partial<Record<keyof LocationForm, string>>]>([
  [{}, {}],
  [{ id: '' }, { id: 'Location ID is required' }],
  [{ id: 'H' }, { id: 'Invalid location ID' }],
  [{ id: 'truro' }, { id: 'Invalid location ID' }],
  [{ name: ' ' }, { name: 'Location name is required' }],
  [{ address: ' ' }, { address: 'Address is required' }],
  [{ postalCode: ' ' }, { postalCode: 'postalCode is required' }],
  [{ phone: ' ' }, { phone: 'Phone number is required' }],
  [{ phone: '902-555-0123' }, { phone: 'Phone must be in format (902) 555-0123' }],
  [{ phone: '(902) 555-01234' }, { phone: 'Phone must be in format (902) 555-0123' }],
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: 'halifax' }, { email: 'Invalid email format' }],
  [{ capacity: '0' }, {}],
  [{ capacity: '80' }, {}],
  [{ capacity: '-1' }, { capacity: 'Capacity must be a positive number' }],
  [{ capacity: 'many' }, { capacity: 'Capacity must be a positive number' }],
])('the form with %j has the errors %j', (changes, errors) => {
  expect(checkLocationForm({ ...form, ...changes }, 'add', (id) => id === 'truro')).toEqual(errors);
});

test('checks the id when adding a location and not when editing it [A-LOC-44]', () => {
  expect(checkLocationForm({ ...form, id: 'NOT OK' }, 'edit', () => true)).toEqual({});
});

test('an empty capacity is unknown, and 0 is zero', () => {
  expect([parseCapacity(' '), parseCapacity('0'), parseCapacity(' 80 ')]).toEqual([null, 0, 80]);
});

test.each([
  [4, [4, null]],
  [5, [4, '+1 more']],
  [12, [4, '+8 more']],
  [0, [0, null]],
])('with %i features the card shows %j [A-LOC-19]', (count, expected) => {
  const chips = featureChips(FEATURES.slice(0, count));
  expect([chips.shown.length, chips.more]).toEqual(expected);
});

test('a card omits a missing opening year and rating, and shows TBD without a manager [A-LOC-11] [A-LOC-20] [A-LOC-21]', () => {
  expect([sinceText('2019-05-01'), sinceText(null), sinceText('soon')]).toEqual(['Since 2019', null, null]);
  expect([managerText('Mei'), managerText(' '), managerText(null)]).toEqual(['Mei', 'TBD', 'TBD']);
  expect([showsRating(4.5), showsRating(0), showsRating(null)]).toEqual([true, false, false]);
});

test('the tiles show revenue in thousands and the average rating of rated locations', () => {
  const location = (isActive: boolean, rating: number | null, totalOrders: number, monthlyRevenue: number) => ({
    isActive,
    rating,
    totalOrders,
    monthlyRevenue: cents(monthlyRevenue),
  });
  expect(
    locationTiles([location(true, 4.5, 10, 1_234_567), location(true, 4.8, 5, 0), location(false, null, 1, 0)]),
  ).toEqual({
    totalLocations: 3,
    activeLocations: 2,
    averageRating: 4.7,
    totalOrders: 16,
    monthlyRevenue: '12.3K',
  });
  expect(locationTiles([])).toMatchObject({ averageRating: 0, monthlyRevenue: '0.0K' });
});

test('the “soon” limit must be below the “late” limit', () => {
  expect(ticketLimitsProblem(TICKET_LIMITS)).toBeNull();
  expect(ticketLimitsProblem({ ...TICKET_LIMITS, acceptLate: TICKET_LIMITS.acceptSoon })?.details).toEqual({
    field: 'acceptLate',
  });
  expect(ticketLimitsProblem({ ...TICKET_LIMITS, passSoon: 20 })?.details).toEqual({ field: 'passLate' });
});

const christmas = { date: '2026-12-25', closed: true, open: null, close: null };
const eve = { date: '2026-12-24', closed: false, open: '11:30', close: '15:00' };

test.each([
  ['none', [], undefined],
  ['a closed day and one with other hours', [christmas, eve], undefined],
  ['a night that ends after midnight', [{ ...eve, open: '18:00', close: '02:00' }], undefined],
  ['a date that is none', [{ ...christmas, date: '2026-13-01' }], 'Invalid date'],
  ['a date twice', [eve, { ...eve, open: '12:00' }], '2026-12-24 is listed twice'],
  ['no closing time', [{ ...eve, close: null }], '2026-12-24 needs an opening and a closing time'],
  ['a time that is none', [{ ...eve, open: '9am' }], '2026-12-24 needs an opening and a closing time'],
])('exceptions with %s', (_what, exceptions, words) => {
  expect(exceptionsProblem(exceptions)?.message).toBe(words);
});

test('accepts only known time zones', () => {
  expect(timeZoneProblem('America/Halifax')).toBeNull();
  expect(timeZoneProblem('Atlantis/Centre')?.message).toBe('This time zone is not known');
});
