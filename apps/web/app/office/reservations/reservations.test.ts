import type { Actor } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { tableForTwo } from '../../testing/samples.ts';
import {
  reservationIn,
  stepBlockedReason,
  withReservation,
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
  expect(clockParts('19:00')).toEqual({ hour: '7:00', dayPeriod: 'p.m.' });
  expect(shortDayText('2026-11-20', '2026-11-20')).toBe('today');
  expect(shortDayText('2026-11-21', '2026-11-20')).toBe('Sat 21');
  expect(shortDayText('2026-12-01', '2026-11-20')).toBe('Tue, Dec 1');
  expect(calendarDate(reservation({ startsAt: '2026-11-21T04:30:00.000Z' }), 'America/Halifax')).toBe('2026-11-21');
});
