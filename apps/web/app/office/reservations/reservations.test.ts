import type { Actor } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { tableForTwo } from '../../testing/samples.ts';
import { hostRows } from './host-day.ts';
import {
  reservationIn,
  stepBlockedReason,
  withReservation,
  type HostDay,
  type Reservation,
  clockParts,
  shortDayText,
  calendarDate,
  stepsOf,
} from './reservation.ts';

const reservation = (changes: Partial<Reservation> = {}, time = '18:30', partySize = 4): Reservation => ({
  ...tableForTwo,
  reservationDetails: { date: '2026-11-20', time, partySize, specialRequests: null },
  ...changes,
});

const host: Actor = {
  kind: 'person',
  userId: 's1',
  role: 'staff',
  locationIds: ['truro'],
  email: 's@example.com',
  name: 'S',
};
const before = new Date('2026-11-20T22:29:59.000Z');
const due = new Date('2026-11-20T22:30:00.000Z');

test.each([
  ['confirmed', before, ['seated']],
  ['confirmed', due, ['seated', 'no-show']],
  ['pending', due, ['seated', 'no-show']],
  ['seated', before, ['completed', 'confirmed']],
  ['no-show', due, ['seated']],
  ['completed', due, []],
  ['cancelled', due, []],
] as const)('a %s reservation at %s offers the steps %j', (status, now, steps) => {
  const offered = stepsOf(reservation({ status }), now);
  expect(offered.map((step) => step.to)).toEqual(steps);
  // The rules allow every step that is offered.
  for (const { step } of offered)
    expect(stepBlockedReason(reservation({ status }), step, { actor: host, now })).toBeNull();
});

test('an impossible step says why', () => {
  expect(stepBlockedReason(reservation({ location: 'new-glasgow' }), 'seat', { actor: host, now: due })).toBe(
    'You do not have permission to perform this action.',
  );
  expect(stepBlockedReason(reservation({ status: 'cancelled' }), 'cancel', { actor: host, now: due })).toBe(
    'A reservation that is cancelled cannot be changed to cancelled',
  );
});

const slot = (time: string, startsAt: string) => ({
  time,
  label: time,
  startsAt,
  isNextDay: false,
  seatsTaken: 0,
  seatsLeft: 40,
});
const day = (changes: Partial<HostDay> = {}): HostDay => ({
  date: '2026-11-20',
  isToday: true,
  isClosed: false,
  timeZone: 'America/Halifax',
  asOf: '2026-11-20T22:40:00.000Z',
  seatsPerSlot: 40,
  slots: [
    slot('18:00', '2026-11-20T22:00:00.000Z'),
    slot('18:30', '2026-11-20T22:30:00.000Z'),
    slot('19:00', '2026-11-20T23:00:00.000Z'),
  ],
  reservations: [
    reservation(),
    reservation({ id: 'r2', status: 'seated' }, '18:30', 10),
    reservation({ id: 'r3', status: 'no-show' }, '18:30', 6),
    reservation({ id: 'r4', status: 'cancelled' }, '18:30', 6),
    reservation({ id: 'r5', startsAt: '2026-11-20T23:15:00.000Z' }, '19:15', 3),
  ],
  ...changes,
});

test('the day view counts the seats of expected and seated parties, and shows reservations outside the hours', () => {
  expect(
    hostRows(day()).map(({ time, taken, left, isPast, isNow, isOutOfHours, reservations }) => ({
      time,
      taken,
      left,
      is: [isPast && 'past', isNow && 'now', isOutOfHours && 'out of hours'].filter(Boolean),
      who: reservations.map((each) => each.id),
    })),
  ).toEqual([
    { time: '18:00', taken: 0, left: 40, is: ['past'], who: [] },
    { time: '18:30', taken: 14, left: 26, is: ['now'], who: ['r1', 'r2', 'r3'] },
    { time: '19:00', taken: 0, left: 40, is: [], who: [] },
    { time: '19:15', taken: 3, left: 37, is: ['out of hours'], who: ['r5'] },
  ]);
});

test('the day view counts down from the seats that the location states', () => {
  const [first, running] = hostRows(day({ seatsPerSlot: 64 }));
  expect([first?.left, running?.taken, running?.left]).toEqual([64, 14, 50]);
});

test.each([
  ['2026-11-20T21:59:00.000Z', null],
  ['2026-11-20T22:00:00.000Z', '18:00'],
  ['2026-11-20T23:29:00.000Z', '19:00'],
  ['2026-11-20T23:30:00.000Z', null],
])('at %s the current slot is %s', (asOf, now) => {
  const rows = hostRows(day({ asOf, reservations: [] }));
  expect(rows.find((row) => row.isNow)?.time ?? null).toBe(now);
});

test('a newer version replaces the reservation, and an older one is ignored', () => {
  const list = [reservation(), reservation({ id: 'r2' })];
  const seated = reservation({ status: 'seated', updatedAt: '2026-11-20T22:31:00.000Z' });
  expect(withReservation(list, seated)).toEqual([seated, list[1]]);
  expect(withReservation([seated], reservation())).toEqual([seated]);
  expect(reservationIn({ reservation: seated })).toEqual(seated);
  expect(reservationIn({ order: {} })).toBeNull();
  expect(reservationIn({ reservation: 7 })).toBeNull();
});

test('formats times and days for the cards', () => {
  expect(clockParts('19:00')).toEqual({ hour: '7:00', half: 'p.m.' });
  expect(shortDayText('2026-11-20', '2026-11-20')).toBe('today');
  expect(shortDayText('2026-11-21', '2026-11-20')).toBe('Sat 21');
  expect(shortDayText('2026-12-01', '2026-11-20')).toBe('Tue, Dec 1');
  expect(calendarDate(reservation({ startsAt: '2026-11-21T04:30:00.000Z' }), 'America/Halifax')).toBe('2026-11-21');
});
