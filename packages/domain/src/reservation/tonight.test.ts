import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import type { DayHours, OpeningHours } from '../hours/index.ts';
import { chooseWalkInSlot, runningSlot, serviceDate, sortDayParties } from './tonight.ts';
import { RESERVATION_STATUSES } from './reservation.ts';

const now = new Date('2026-11-20T22:42:00Z');
const party = (minutes: number, status = 'confirmed') => ({
  id: `${minutes} ${status}`,
  startsAt: new Date(now.getTime() + minutes * 60_000).toISOString(),
  status,
  source: 'web',
});

test('the next party comes first, also while it is a few minutes over its time', () => {
  const { next, later } = sortDayParties([party(48), party(3), party(-9)], now);
  expect([next?.id, ...later.map(({ id }) => id)]).toEqual(['-9 confirmed', '3 confirmed', '48 confirmed']);
});

test('a party is late from ten minutes on, and someone decides from fifteen on; the latest is first', () => {
  const { late, next } = sortDayParties([party(-10), party(-9), party(-27), party(-14, 'pending'), party(-15)], now);
  expect(late.map(({ minutes, mustDecide }) => [minutes, mustDecide])).toEqual([
    [27, true],
    [15, true],
    [14, false],
    [10, false],
  ]);
  expect(next?.id).toBe('-9 confirmed');
});

test('a party that was called from the waitlist is neither next nor late, and is seated like the others', () => {
  const called = { ...party(-12), source: 'walk-in' };
  const seated = { ...party(-40, 'seated'), source: 'walk-in' };
  expect(sortDayParties([called, seated, party(-11)], now)).toMatchObject({
    next: null,
    later: [],
    late: [{ party: { source: 'web' } }],
    seated: [seated],
  });
});

test('every party that is not cancelled is in exactly one group', () => {
  const parties = fc.array(fc.tuple(fc.integer({ min: -300, max: 300 }), fc.constantFrom(...RESERVATION_STATUSES)));
  fc.assert(
    fc.property(parties, (list) => {
      const all = list.map(([minutes, status]) => party(minutes, status));
      const { next, later, late, seated, over } = sortDayParties(all, now);
      const grouped = [...(next ? [next] : []), ...later, ...late.map((each) => each.party), ...seated, ...over];
      const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted();
      expect(ids(grouped)).toEqual(ids(all.filter(({ status }) => status !== 'cancelled')));
    }),
  );
});

test('the slot that runs is the last that began; before the first it is the first', () => {
  const at = (minutes: number) => ({ startsAt: new Date(now.getTime() + minutes * 60_000) });
  const slots = [at(-42), at(-12), at(18)];
  expect(runningSlot(slots, now)).toBe(slots[1]);
  expect(runningSlot(slots.slice(2), now)).toBe(slots[2]);
  expect(runningSlot([], now)).toBeNull();
});

const daily = (open: string, close: string): OpeningHours => {
  const day: DayHours = { open, close, closed: false };
  const week = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day };
  return { week, exceptions: [], zone: HALIFAX };
};

test('after midnight the host works on the evening before, until the location closes', () => {
  const late = daily('17:00', '02:00');
  const dates = ['2026-11-21T03:30:00Z', '2026-11-21T05:59:00Z', '2026-11-21T06:00:00Z'].map((at) =>
    serviceDate(late, new Date(at)),
  );
  expect(dates).toEqual(['2026-11-20', '2026-11-20', '2026-11-21']);
  expect(serviceDate(daily('11:30', '22:00'), new Date('2026-11-21T04:10:00Z'))).toBe('2026-11-21');
});

test('a party without a reservation takes seats of the running time, and more than are left only if the host says so', () => {
  const taken = [{ time: '18:30', partySize: 37, status: 'seated' }];
  const choose = (partySize: number, evenIfFull = false) =>
    chooseWalkInSlot({ partySize, evenIfFull }, { hours: daily('11:30', '22:00'), taken, now, seats: 40 });
  expect(choose(3)).toMatchObject({ ok: true, value: { date: '2026-11-20', time: '18:30' } });
  expect(choose(4)).toMatchObject({
    ok: false,
    error: { code: 'slot-unavailable', details: { seatsLeft: 3, time: '18:30' } },
  });
  expect(choose(4, true)).toMatchObject({ ok: true, value: { time: '18:30' } });
});
