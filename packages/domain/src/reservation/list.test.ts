import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import { parseCsv } from '../core/csv.ts';
import {
  cancelReason,
  toReservationGuest,
  checkBooking,
  DATE_FILTERS,
  mayConfirmCancel,
  NO_CANCEL_CHOICE,
  noReservationsText,
  pageButtons,
  pickPreset,
  reservationsCsv,
  reservationsFileName,
  RESERVATION_STATUS_FILTERS,
  type BookingForm,
  type Reservation,
  type ReservationFilter,
} from './index.ts';
import { filterReservations, NO_RESERVATION_FILTER, reservationCards } from '../testing/reservation-list.ts';

const at = (text: string) => new Date(text);
const now = at('2027-03-13T18:00:00Z');
const moment = { now, zone: HALIFAX };

const booking = (id: string, date: string, startsAt: string, changes: Partial<Reservation> = {}): Reservation => ({
  id,
  reservationId: `RES-TRU-${date.replaceAll('-', '')}-AAAA`,
  location: 'truro',
  customerInfo: { name: 'Asha Rao', email: 'asha@example.com', phone: '+19025550123', firebaseId: null },
  reservationDetails: { date, time: '18:00', partySize: 4, specialRequests: null },
  startsAt: at(startsAt),
  status: 'confirmed',
  reservedAt: at(`2027-02-0${id.length}T12:00:00Z`),
  updatedAt: now,
  cancelledAt: null,
  cancellationReason: null,
  source: 'web',
  deviceInfo: null,
  ...changes,
});

const lunch = booking('a', '2027-03-13', '2027-03-13T16:00:00Z');
const tonight = booking('bb', '2027-03-13', '2027-03-13T22:00:00Z', {
  customerInfo: { name: 'Ravi Nair', email: 'RAVI@example.com', phone: '(902) 555-0199', firebaseId: null },
});
const tomorrow = booking('ccc', '2027-03-14', '2027-03-14T21:00:00Z', {
  location: 'new-glasgow',
  reservationId: 'RES-NGL-20270314-ZZZZ',
});
const off = booking('dddd', '2027-03-20', '2027-03-20T21:00:00Z', { status: 'cancelled' });
const all = [lunch, tonight, tomorrow, off];

test.each<[Partial<ReservationFilter>, string[]]>([
  [{}, ['dddd', 'ccc', 'bb', 'a']],
  [{ status: 'confirmed' }, ['ccc', 'bb', 'a']],
  [{ status: 'cancelled' }, ['dddd']],
  [{ location: 'new-glasgow' }, ['ccc']],
  [{ date: 'today' }, ['bb', 'a']],
  [{ date: 'upcoming' }, ['dddd', 'ccc', 'bb']],
  [{ date: 'past' }, ['a']],
  [{ search: 'ravi' }, ['bb']],
  [{ search: ' RAVI@EXAMPLE ' }, ['bb']],
  [{ search: 'res-ngl' }, ['ccc']],
  [{ search: 'ccc' }, ['ccc']],
  [{ search: '555-01' }, ['bb']],
  [{ search: '5550123' }, ['dddd', 'ccc', 'a']],
  [{ search: 'nobody' }, []],
  [{ search: 'a', status: 'confirmed', date: 'today' }, ['bb', 'a']],
])('%j lists, newest first: %j [A-RES-04] [A-RES-06] [A-RES-33] [A-RES-34] [A-RES-38]', (filter, ids) => {
  expect(filterReservations(all, { ...NO_RESERVATION_FILTER, ...filter }, moment).map((r) => r.id)).toEqual(ids);
});

test('the filters and their defaults [A-RES-04] [A-RES-05] [A-RES-06]', () => {
  expect(RESERVATION_STATUS_FILTERS).toEqual(['all', 'confirmed', 'cancelled']);
  expect(DATE_FILTERS).toEqual(['all', 'today', 'upcoming', 'past']);
  expect(NO_RESERVATION_FILTER).toEqual({ search: '', status: 'all', location: 'all', date: 'all' });
});

test('a reservation of last night is past, even if it is already tomorrow in the server’s time zone', () => {
  const late = { now: at('2027-03-14T02:30:00Z'), zone: HALIFAX };
  expect(filterReservations(all, { ...NO_RESERVATION_FILTER, date: 'today' }, late)).toHaveLength(2);
  expect(filterReservations(all, { ...NO_RESERVATION_FILTER, date: 'past' }, late)).toHaveLength(2);
});

test.each<[Partial<ReservationFilter>, string]>([
  [{}, 'No reservations have been made yet.'],
  [{ search: '  ' }, 'No reservations have been made yet.'],
  [{ search: 'x' }, 'Try adjusting your filters to see more results.'],
  [{ status: 'cancelled' }, 'Try adjusting your filters to see more results.'],
  [{ location: 'truro' }, 'Try adjusting your filters to see more results.'],
  [{ date: 'past' }, 'Try adjusting your filters to see more results.'],
])('an empty list with %j reads: %s [A-RES-17] [A-RES-18]', (filter, text) => {
  expect(noReservationsText({ ...NO_RESERVATION_FILTER, ...filter })).toBe(text);
});

test('the four cards', () => {
  expect(reservationCards(all, moment)).toEqual({ total: 4, confirmedToday: 2, upcoming: 2, cancelled: 1 });
  expect(reservationCards([], moment)).toEqual({ total: 0, confirmedToday: 0, upcoming: 0, cancelled: 0 });
});

test.each([
  [1, 1, [1]],
  [2, 2, [1, 2]],
  [1, 10, [1, 2, 3, 4, 5]],
  [5, 10, [3, 4, 5, 6, 7]],
  [10, 10, [6, 7, 8, 9, 10]],
])('on page %i of %i the buttons are %j [A-RES-37]', (page, pages, buttons) => {
  expect(pageButtons(page, pages)).toEqual(buttons);
});

test('there are at most five buttons, in order, including the current page [A-RES-37]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (a, b) => {
      const [page, pages] = [Math.min(a, b), Math.max(a, b)];
      const buttons = pageButtons(page, pages);
      expect(buttons.length).toBe(Math.min(5, pages));
      expect(buttons).toContain(page);
      expect(buttons.every((button) => button >= 1 && button <= pages)).toBe(true);
      expect(buttons).toEqual([...new Set(buttons)].toSorted((x, y) => x - y));
    }),
  );
});

test.each([
  [{ preset: 'Staff shortage' as const, text: '' }, 'Staff shortage'],
  [{ preset: 'Other' as const, text: '  burst pipe ' }, 'burst pipe'],
  [{ preset: null, text: 'burst pipe' }, 'burst pipe'],
  [{ preset: 'Other' as const, text: '   ' }, null],
  [NO_CANCEL_CHOICE, null],
])('%j gives the reason %j', (choice, reason) => {
  expect(cancelReason(choice)).toEqual(
    reason === null
      ? { ok: false, error: { code: 'invalid-argument', message: 'Please select or enter a cancellation reason' } }
      : { ok: true, value: reason },
  );
});

test('choosing a preset clears the text and enables the button unless a request is running [A-RES-29] [A-RES-30]', () => {
  expect(pickPreset('Other')).toEqual({ preset: 'Other', text: '' });
  expect(mayConfirmCancel(NO_CANCEL_CHOICE, false)).toBe(false);
  expect(mayConfirmCancel({ preset: null, text: '  ' }, false)).toBe(false);
  expect(mayConfirmCancel({ preset: null, text: 'x' }, false)).toBe(true);
  expect(mayConfirmCancel(pickPreset('Staff shortage'), false)).toBe(true);
  expect(mayConfirmCancel(pickPreset('Staff shortage'), true)).toBe(false);
});

test('the export contains the filtered list [A-RES-40] [A-RES-41]', () => {
  expect(reservationsFileName('2027-03-13')).toBe('reservations-2027-03-13.csv');
  const csv = reservationsCsv([tonight], HALIFAX, (id) => (id === 'truro' ? 'Truro Heights' : id));
  expect(parseCsv(csv)).toEqual([
    ['ID', 'Customer', 'Email', 'Phone', 'Location', 'Date', 'Time', 'Party Size', 'Status', 'Created'],
    [
      'RES-TRU-20270313-AAAA',
      'Ravi Nair',
      'RAVI@example.com',
      '(902) 555-0199',
      'Truro Heights',
      '2027-03-13',
      '6:00 p.m.',
      '4',
      'confirmed',
      '2027-02-02',
    ],
  ]);
});

const form: BookingForm = {
  date: '2027-03-13',
  time: '18:00',
  partySize: 4,
  name: ' Asha Rao ',
  email: ' Asha@Example.com ',
  phone: '(902) 555-0123',
  specialRequests: ' ',
};

test('the guest’s details are stored in normalised form', () => {
  expect(checkBooking(form)).toEqual({});
  expect(toReservationGuest(form)).toEqual({
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '+19025550123',
    specialRequests: null,
  });
  expect(toReservationGuest({ ...form, specialRequests: ' by the window ' }).specialRequests).toBe('by the window');
});

test.each<[Partial<BookingForm>, Partial<BookingForm> | Record<string, string>]>([
  [{ date: '13 March' }, { date: 'Please choose a date' }],
  [{ time: '' }, { time: 'Please choose a time' }],
  [{ partySize: 0 }, { partySize: 'Please specify a valid party size (1-20 people)' }],
  [{ partySize: 21 }, { partySize: 'Please specify a valid party size (1-20 people)' }],
  [{ partySize: 2.5 }, { partySize: 'Please specify a valid party size (1-20 people)' }],
  [{ name: ' ' }, { name: 'Name must be at least 2 characters' }],
  [{ name: 'R2-D2' }, { name: 'Name contains invalid characters' }],
  [{ name: 'A' }, { name: 'Name must be at least 2 characters' }],
  [{ name: 'A'.repeat(50) }, { name: 'Name must be less than 50 characters' }],
  [{ name: 'A'.repeat(49) }, {}],
  [{ email: '' }, { email: 'Please enter a valid email address' }],
  [{ email: 'asha@' }, { email: 'Please enter a valid email address' }],
  [{ email: `${'a'.repeat(90)}@example.com` }, { email: 'Email address is too long' }],
  [{ phone: '555-0123' }, { phone: 'Please enter a valid phone number' }],
  [{ specialRequests: 'x'.repeat(501) }, { specialRequests: 'Special requests must be 500 characters or less' }],
  [{ specialRequests: 'x'.repeat(500) }, {}],
])('a reservation with %j has the errors %j [C-RES-05]', (changes, errors) => {
  expect(checkBooking({ ...form, ...changes })).toEqual(errors);
});
