import { expect, test } from 'vitest';
import {
  parseAlternatives,
  bookingProblems,
  applyBookingChange,
  partOfDay,
  takesWaitlist,
  type Booking,
  describeReservation,
} from './booking.ts';
import { dayInSentence, monthsOf } from '../../shared/reservation/date-texts.ts';
import { texts } from './texts.ts';

const booking: Booking = {
  locationId: 'truro',
  partySize: 4,
  date: '2026-11-27',
  slot: { time: '19:00', label: '7:00 p.m.' },
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+19025550123',
  specialRequests: '',
};

test.each<[Partial<Booking>, object]>([
  [{}, {}],
  [
    { date: null, slot: null },
    { day: 'Please choose a date', time: 'Please choose a time' },
  ],
  [{ partySize: 21 }, { party: 'Please specify a valid party size (1-20 people)' }],
  [{ name: 'A' }, { name: 'Name must be at least 2 characters' }],
  [{ email: 'asha@example' }, { email: 'Please enter a valid email address' }],
  [{ phone: '+1902' }, { phone: 'Please enter a valid phone number' }],
  [{ specialRequests: 'x'.repeat(501) }, { specialRequests: 'Special requests must be 500 characters or less' }],
])('with %j the page shows %j', (change, problems) => {
  expect(bookingProblems({ ...booking, ...change })).toEqual(problems);
});

test.each<[Partial<Booking>, Booking['slot']]>([
  [{ partySize: 6 }, booking.slot],
  [{ name: 'Ravi' }, booking.slot],
  [{ date: '2026-11-28' }, null],
  [{ locationId: 'new-glasgow' }, null],
  [
    { date: '2026-11-28', slot: { time: '18:00', label: '6:00 p.m.' } },
    { time: '18:00', label: '6:00 p.m.' },
  ],
])('after %j the chosen time is %j', (change, slot) => {
  expect(applyBookingChange(booking, change).slot).toEqual(slot);
});

test.each([
  ['12:00', false, 'lunch'],
  ['16:30', false, 'lunch'],
  ['17:00', false, 'evening'],
  ['00:30', true, 'afterMidnight'],
] as const)('a slot at %s (next day: %s) is listed under %s', (time, isNextDay, part) => {
  expect(partOfDay({ date: '', time, label: '', startsAt: '', seatsLeft: 1, isNextDay })).toBe(part);
});

test('reads the alternatives of a refusal and ignores invalid ones', () => {
  const free = { date: '2026-11-27', time: '18:30', label: '6:30 p.m.', seatsLeft: 4 };
  expect(parseAlternatives({ alternatives: [free, null, 7, { date: 1 }] })).toEqual([free]);
  expect(parseAlternatives({})).toEqual([]);
});

test('formats days and months for the sentence', () => {
  expect(dayInSentence('2026-11-27').replaceAll('\u00a0', ' ')).toBe('Friday, Nov 27');
  expect(monthsOf(['2026-11-29', '2026-11-30', '2026-12-01'])).toEqual(['November', 'December']);
  expect(texts.sentence(4, 'Truro Heights', 'Friday, Nov 27', '7:00 p.m.')).toBe(
    'A table for four at Truro Heights, Friday, Nov 27 at 7:00 p.m.',
  );
});

test('a table after midnight is on the date of the location’s calendar, whatever the browser’s time zone', () => {
  const words = describeReservation({
    id: '1',
    reservationId: 'RES-TRU-20261127-AAAA',
    location: 'truro',
    locationName: 'Truro Heights',
    customerInfo: { name: '', email: '', phone: '', firebaseId: null },
    reservationDetails: { date: '2026-11-27', time: '00:30', partySize: 2, specialRequests: null },
    startsAt: '2026-11-28T04:30:00.000Z',
    status: 'confirmed',
    tableNumber: null,
    reservedAt: '',
    updatedAt: '',
    seatedAt: null,
    cancelledAt: null,
    cancellationReason: null,
    source: 'web',
    version: 0,
    deviceInfo: null,
  });
  expect(words.replaceAll('\u00a0', ' ')).toBe('A table for two at Truro Heights, Saturday, Nov 28 at 12:30 a.m.');
});

test.each<[string, boolean, Partial<Record<'isOpen' | 'nextOpening' | 'state', unknown>>]>([
  ['is full while it is open', true, { isOpen: true }],
  ['is full before it opens', true, { nextOpening: '2026-11-20T20:00:00.000Z' }],
  ['has free times', false, { isOpen: true, state: 'free' }],
  ['is over', false, { nextOpening: '2026-11-21T15:30:00.000Z' }],
])('a day that %s offers the waitlist: %s', (_day, isOffered, { state = 'full', ...given }) => {
  const place = { isOpen: false, nextOpening: null, timeZone: 'America/Halifax', ...given };
  expect(takesWaitlist(place as never, { date: '2026-11-20', state } as never)).toBe(isOffered);
});
