import { expect, test } from 'vitest';
import { ANONYMOUS_ACTOR } from '../people/index.ts';
import { checkReservationChange, isMoved, isSameDetails, needsNewSeats } from './change.ts';
import { RESERVATION_STATUSES, type ReservationStatus } from './reservation.ts';

const before = { date: '2026-11-27', time: '18:00', partySize: 4, specialRequests: 'Window' };

test.each([
  [{}, { moved: false, seats: false, same: true }],
  [{ date: '2026-11-28' }, { moved: true, seats: true, same: false }],
  [{ time: '18:30' }, { moved: true, seats: true, same: false }],
  [{ partySize: 5 }, { moved: false, seats: true, same: false }],
  [{ partySize: 3 }, { moved: false, seats: false, same: false }],
  [{ specialRequests: null }, { moved: false, seats: false, same: false }],
])('%o compared with the present details: %o', (change, { moved, seats, same }) => {
  const after = { ...before, ...change };
  expect([isMoved(before, after), needsNewSeats(before, after), isSameDetails(before, after)]).toEqual([
    moved,
    seats,
    same,
  ]);
});

const now = new Date('2026-11-27T21:00:00Z');
const reservation = (status: ReservationStatus, startsAt: string) => ({
  status,
  location: 'truro',
  startsAt: new Date(startsAt),
  customerInfo: { firebaseId: null },
});

test('the holder of the link may change a pending or confirmed reservation until its time', () => {
  const requester = { actor: ANONYMOUS_ACTOR, now, holdsLink: true };
  const changeable = RESERVATION_STATUSES.filter(
    (status) => checkReservationChange(reservation(status, '2026-11-27T22:00:00Z'), requester).ok,
  );
  expect(changeable).toEqual(['pending', 'confirmed']);
  const due = checkReservationChange(reservation('confirmed', '2026-11-27T21:00:00Z'), requester);
  expect(due).toMatchObject({ ok: false, error: { code: 'failed-precondition' } });
  const visitor = checkReservationChange(reservation('confirmed', '2026-11-27T22:00:00Z'), {
    ...requester,
    holdsLink: false,
  });
  expect(visitor.ok).toBe(false);
});
