import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import { locationCode } from '../locations/codes.ts';
import type { Actor } from '../people/index.ts';
import {
  checkReservationStep,
  FIRST_RESERVATION_STATUS,
  isUrgent,
  newReservationId,
  RESERVATION_STATUSES,
  reservationStatusName,
  SEATED_STATUSES,
  AWAITED_STATUSES,
  RESERVATION_STEPS,
  type Reservation,
  type ReservationStatus,
  type ReservationStep,
} from './index.ts';

const at = (text: string) => new Date(text);
const dinner = at('2027-03-13T22:00:00Z');
const before = at('2027-03-13T21:59:00Z');
const after = at('2027-03-13T22:00:00Z');

const booking = (changes: Partial<Reservation> = {}): Reservation => ({
  id: 'r1',
  reservationId: 'RES-TRU-20270313-KQWX',
  location: 'truro',
  customerInfo: { name: 'Asha Rao', email: 'asha@example.com', phone: '+19025550123', firebaseId: 'u1' },
  reservationDetails: { date: '2027-03-13', time: '18:00', partySize: 4, specialRequests: null },
  startsAt: dinner,
  status: 'confirmed',
  reservedAt: at('2027-03-01T12:00:00Z'),
  updatedAt: at('2027-03-01T12:00:00Z'),
  cancelledAt: null,
  cancellationReason: null,
  source: 'web',
  deviceInfo: null,
  ...changes,
});

const person = (
  role: 'customer' | 'staff' | 'manager' | 'admin',
  userId: string,
  locationIds: string[] = [],
): Actor => ({
  kind: 'person',
  userId,
  role,
  locationIds,
  email: `${userId}@example.com`,
  name: userId,
});
const guest = person('customer', 'u1');
const otherGuest = person('customer', 'u2');
const host = person('staff', 's1', ['truro']);
const elsewhere = person('staff', 's2', ['new-glasgow']);
const owner = person('admin', 'a1');

test('the number consists of location code, reservation date and four letters [C-RES-02] [C-RES-03]', () => {
  const random = () => 0;
  expect(newReservationId('TRU', '2027-03-13', random)).toBe('RES-TRU-20270313-AAAA');
  expect(newReservationId('NGL', '2027-03-13', random)).toBe('RES-NGL-20270313-AAAA');
  expect(newReservationId(locationCode({ code: null }), '2027-03-13', random)).toBe('RES-LOC-20270313-AAAA');
});

test('every number matches its format and has no letters that look like digits [C-RES-02]', () => {
  const codes = fc.constantFrom('TRU', 'NGL', 'LOC');
  const draws = fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(codes, draws, (code, numbers) => {
      let next = 0;
      const id = newReservationId(code, '2027-11-07', () => numbers[next++] ?? 0);
      expect(id).toMatch(/^RES-(TRU|NGL|LOC)-20271107-[A-HJKMNP-Z]{4}$/);
    }),
  );
});

test('a new reservation is confirmed [C-RES-06]', () => {
  expect(FIRST_RESERVATION_STATUS).toBe('confirmed');
});

test('every status has a name, and an unknown one gets a plain name', () => {
  expect(RESERVATION_STATUSES.map(reservationStatusName)).toEqual([
    'Pending',
    'Confirmed',
    'Seated',
    'Completed',
    'No-show',
    'Cancelled',
  ]);
  expect(['on-the-way', 'toString'].map(reservationStatusName)).toEqual(['On the way', 'ToString']);
});

test('a guest is awaited until they come, and their seats are taken until they leave', () => {
  expect(AWAITED_STATUSES).toEqual(['pending', 'confirmed']);
  expect(SEATED_STATUSES).toEqual(['pending', 'confirmed', 'seated']);
});

test.each<[ReservationStep, ReservationStatus, ReservationStatus | 'invalid-transition']>([
  ['confirm', 'pending', 'confirmed'],
  ['confirm', 'seated', 'confirmed'],
  ['confirm', 'no-show', 'confirmed'],
  ['confirm', 'completed', 'invalid-transition'],
  ['confirm', 'confirmed', 'invalid-transition'],
  ['cancel', 'pending', 'cancelled'],
  ['cancel', 'confirmed', 'cancelled'],
  ['cancel', 'seated', 'invalid-transition'],
  ['cancel', 'completed', 'invalid-transition'],
  ['cancel', 'cancelled', 'invalid-transition'],
  ['cancel', 'no-show', 'invalid-transition'],
  ['seat', 'pending', 'seated'],
  ['seat', 'confirmed', 'seated'],
  ['seat', 'no-show', 'seated'],
  ['seat', 'completed', 'invalid-transition'],
  ['complete', 'pending', 'completed'],
  ['complete', 'confirmed', 'completed'],
  ['complete', 'seated', 'completed'],
  ['complete', 'cancelled', 'invalid-transition'],
  ['no-show', 'confirmed', 'no-show'],
  ['no-show', 'pending', 'no-show'],
  ['no-show', 'seated', 'invalid-transition'],
])('%s from %s: %s', (step, status, answer) => {
  const may = checkReservationStep(booking({ status }), step, { actor: host, now: after });
  expect(may.ok ? may.value : may.error.code).toBe(answer);
});

test('an invalid step names both statuses', () => {
  expect(checkReservationStep(booking({ status: 'cancelled' }), 'seat', { actor: host, now: before })).toEqual({
    ok: false,
    error: {
      code: 'invalid-transition',
      message: 'A reservation that is cancelled cannot be changed to seated',
      details: { from: 'cancelled', to: 'seated' },
    },
  });
});

test.each<[string, Actor, ReservationStep, Date, boolean | undefined, string]>([
  ['the guest', guest, 'cancel', before, undefined, 'cancelled'],
  ['the guest, too late', guest, 'cancel', after, undefined, 'This reservation is already past'],
  ['the guest', guest, 'seat', before, undefined, 'You do not have permission to perform this action.'],
  ['another guest', otherGuest, 'cancel', before, undefined, 'You do not have permission to perform this action.'],
  ['the holder of the link', { kind: 'nobody' }, 'cancel', before, true, 'cancelled'],
  ['the holder of the link', { kind: 'site' }, 'cancel', before, true, 'cancelled'],
  [
    'whoever holds the link',
    { kind: 'nobody' },
    'complete',
    before,
    true,
    'You do not have permission to perform this action.',
  ],
  ['nobody', { kind: 'nobody' }, 'cancel', before, undefined, 'Please sign in, or send a valid API key.'],
  ['the host', host, 'cancel', after, undefined, 'cancelled'],
  ['a host elsewhere', elsewhere, 'cancel', before, undefined, 'You do not have permission to perform this action.'],
  ['the owner', owner, 'seat', before, undefined, 'seated'],
  ['the host', host, 'no-show', before, undefined, 'Guests can only be marked as no-shows after their time'],
  ['the host', host, 'no-show', after, undefined, 'no-show'],
])('%s, %o, can %s at %s (link %s): %s', (_who, actor, step, now, holdsLink, answer) => {
  const may = checkReservationStep(booking(), step, { actor, now, ...(holdsLink !== undefined && { holdsLink }) });
  expect(may.ok ? may.value : may.error.message).toBe(answer);
});

test('a reservation without an account belongs to no signed-in guest', () => {
  const anonymous = booking({ customerInfo: { name: 'A', email: 'a@b.ca', phone: '', firebaseId: null } });
  expect(checkReservationStep(anonymous, 'cancel', { actor: guest, now: before }).ok).toBe(false);
});

test('no step leaves a final status, for any actor', () => {
  const steps = Object.keys(RESERVATION_STEPS) as ReservationStep[];
  fc.assert(
    fc.property(
      fc.constantFrom<ReservationStatus>('completed', 'cancelled'),
      fc.constantFrom(...steps),
      fc.constantFrom(guest, host, owner),
      fc.constantFrom(before, after),
      (status, step, actor, now) => {
        expect(checkReservationStep(booking({ status }), step, { actor, now }).ok).toBe(false);
      },
    ),
  );
});

// 00:30 on the 13th in London is the 12th in Halifax
const urgent = (changes: object) =>
  isUrgent({ ...booking().reservationDetails, ...changes }, at('2027-03-13T00:30:00Z'), HALIFAX);

test('a reservation for more than six is urgent [A-SOUND-28]', () => {
  expect([7, 6].map((partySize) => urgent({ partySize }))).toEqual([true, false]);
});

test('a reservation for today is urgent [A-SOUND-29]', () => {
  expect(['2027-03-12', '2027-03-13'].map((date) => urgent({ date }))).toEqual([true, false]);
});

test('a reservation with “urgent” in its special requests is urgent [A-SOUND-30]', () => {
  expect(['URGENT: wheelchair', 'a window seat'].map((specialRequests) => urgent({ specialRequests }))).toEqual([
    true,
    false,
  ]);
});
