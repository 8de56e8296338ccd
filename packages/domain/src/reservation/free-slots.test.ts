import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import { addDays, openingsOn, type DayHours, type HoursException, type OpeningHours } from '../hours/index.ts';
import {
  BOOKING_DAYS_AHEAD,
  chooseSlot,
  freeSlots,
  lastBookableDate,
  nearestFreeSlots,
  seatsLeft,
  seatsPerSlot,
  slotTimes,
  takesReservations,
  type SlotQuery,
} from './index.ts';

const at = (text: string) => new Date(text);
const daily = (open: string, close: string, zone = HALIFAX, exceptions: HoursException[] = []): OpeningHours => {
  const day: DayHours = { open, close, closed: false };
  return {
    week: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day },
    exceptions,
    zone,
  };
};
const hours = daily('11:30', '22:00');
const ask = (changes: Partial<SlotQuery> = {}): SlotQuery => ({
  hours,
  date: '2027-03-13',
  partySize: 2,
  taken: [],
  seats: seatsPerSlot({ capacity: null }),
  now: at('2027-03-01T12:00:00Z'),
  ...changes,
});
const times = (slots: readonly { time: string }[]) => slots.map((slot) => slot.time);

test('opening hours from 11:30 to 22:00 give twenty slots, 12:00 to 21:30 [C-RES-12]', () => {
  expect(times(slotTimes(hours, '2027-03-13'))).toEqual(
    ['12', '13', '14', '15', '16', '17', '18', '19', '20', '21'].flatMap((hour) => [`${hour}:00`, `${hour}:30`]),
  );
});

test.each([
  ['2027-03-13', '2027-03-13T22:00:00Z'],
  ['2027-03-14', '2027-03-14T21:00:00Z'],
  ['2027-11-06', '2027-11-06T21:00:00Z'],
  ['2027-11-07', '2027-11-07T22:00:00Z'],
  ['2026-03-07', '2026-03-07T22:00:00Z'],
  ['2026-03-08', '2026-03-08T21:00:00Z'],
  ['2026-10-31', '2026-10-31T21:00:00Z'],
  ['2026-11-01', '2026-11-01T22:00:00Z'],
])('18:00 on %s in Halifax is %s, and the day has twenty slots', (date, instant) => {
  const slots = slotTimes(hours, date);
  expect(slots).toHaveLength(20);
  expect(slots.find((slot) => slot.time === '18:00')?.startsAt).toEqual(at(instant));
});

test.each([
  // shorter than both margins, exactly both margins, a little longer
  ['12:00', '12:59', []],
  ['12:00', '13:00', ['12:30']],
  ['12:00', '13:29', ['12:30']],
  ['12:00', '13:30', ['12:30', '13:00']],
  ['11:45', '13:10', ['12:15']],
  ['22:00', '01:00', ['22:30', '23:00', '23:30', '00:00', '00:30']],
])('open from %s to %s gives the slots %j [C-RES-12]', (open, close, slots) => {
  expect(times(slotTimes(daily(open, close), '2027-06-05'))).toEqual(slots);
});

test('a slot has its date, its 12-hour label, and a flag if it is after midnight [C-RES-17]', () => {
  const [evening, , , midnight] = slotTimes(daily('22:00', '01:00'), '2027-06-05');
  expect(evening).toEqual({
    date: '2027-06-05',
    time: '22:30',
    label: '10:30 p.m.',
    startsAt: at('2027-06-06T01:30:00Z'),
    isNextDay: false,
  });
  expect(midnight).toEqual({
    date: '2027-06-05',
    time: '00:00',
    label: '12:00 a.m.',
    startsAt: at('2027-06-06T03:00:00Z'),
    isNextDay: true,
  });
});

test('a repeated hour is offered once and a skipped hour never', () => {
  const night = daily('23:00', '05:00');
  expect(times(slotTimes(night, '2027-11-06'))).toEqual([
    '23:30',
    '00:00',
    '00:30',
    '01:00',
    '01:30',
    '02:00',
    '02:30',
    '03:00',
    '03:30',
    '04:00',
    '04:30',
  ]);
  expect(slotTimes(night, '2027-11-06').find((slot) => slot.time === '01:30')?.startsAt).toEqual(
    at('2027-11-07T04:30:00Z'),
  );
  expect(slotTimes(night, '2027-11-06').find((slot) => slot.time === '02:00')?.startsAt).toEqual(
    at('2027-11-07T06:00:00Z'),
  );
  expect(times(slotTimes(night, '2027-03-13'))).toEqual([
    '23:30',
    '00:00',
    '00:30',
    '01:00',
    '01:30',
    '03:00',
    '03:30',
    '04:00',
    '04:30',
  ]);
});

test('a closed day has no slots [C-RES-14]', () => {
  const closed = daily('11:30', '22:00', HALIFAX, [{ date: '2027-03-13', open: '', close: '', closed: true }]);
  expect(slotTimes(closed, '2027-03-13')).toEqual([]);
  expect(freeSlots(ask({ hours: closed }))).toEqual([]);
});

test('forty guests fill a slot; only expected and seated guests count [C-RES-15]', () => {
  const taken = [
    { time: '18:00', partySize: 14, status: 'confirmed' },
    { time: '18:00', partySize: 6, status: 'seated' },
    { time: '18:00', partySize: 13, status: 'pending' },
    { time: '18:00', partySize: 9, status: 'cancelled' },
    { time: '18:00', partySize: 9, status: 'no-show' },
    { time: '18:00', partySize: 9, status: 'completed' },
    { time: '18:30', partySize: 5, status: 'confirmed' },
  ];
  const unstated = seatsPerSlot({ capacity: null });
  expect(unstated).toBe(40);
  expect(seatsLeft(taken, '18:00', unstated)).toBe(7);
  expect(seatsLeft(taken, '18:30', unstated)).toBe(35);
  expect(seatsLeft(taken, '19:00', unstated)).toBe(40);
  expect(seatsLeft(taken, '18:00', 30)).toBe(0);
});

test('a slot is offered if the party fits and hidden if it is full [C-RES-15] [C-RES-16]', () => {
  const taken = [{ time: '18:00', partySize: 36, status: 'confirmed' }];
  const offered = (partySize: number, more: number) =>
    times(
      freeSlots(ask({ partySize, taken: [...taken, { time: '18:00', partySize: more, status: 'confirmed' }] })),
    ).includes('18:00');
  expect(offered(4, 0)).toBe(true);
  expect(offered(5, 0)).toBe(false);
  expect(offered(1, 3)).toBe(true);
  expect(offered(1, 4)).toBe(false);
  // a full slot is hidden even without a party size
  expect(offered(0, 4)).toBe(false);
  expect(freeSlots(ask({ taken })).find((slot) => slot.time === '18:00')?.seatsLeft).toBe(4);
});

test('past slots are not offered, nor is one that starts now', () => {
  expect(times(freeSlots(ask({ now: at('2027-03-13T22:00:00Z') })))[0]).toBe('18:30');
  expect(times(freeSlots(ask({ now: at('2027-03-13T21:59:59.999Z') })))[0]).toBe('18:00');
  expect(freeSlots(ask({ now: at('2027-03-14T12:00:00Z') }))).toEqual([]);
});

test('reservations are possible up to sixty days ahead in the location’s time zone', () => {
  // 00:30 on 13 January in London is still the evening of the 12th in Halifax
  const now = at('2027-01-13T00:30:00Z');
  expect(BOOKING_DAYS_AHEAD).toBe(60);
  expect(lastBookableDate(hours, now)).toBe('2027-03-13');
  expect(freeSlots(ask({ now, date: '2027-03-13' }))).toHaveLength(20);
  expect(freeSlots(ask({ now, date: '2027-03-14' }))).toEqual([]);
});

test.each([
  // of two equally near, the earlier
  ['18:00', ['18:00'], ['17:00', '17:30', '18:30']],
  ['18:00', ['18:00', '18:30'], ['17:00', '17:30', '19:00']],
  ['18:00', ['17:00', '17:30', '18:00'], ['16:30', '18:30', '19:00']],
  ['12:00', ['12:00'], ['12:30', '13:00', '13:30']],
  ['21:30', ['21:30'], ['20:00', '20:30', '21:00']],
])('for %s with %j taken, the nearest free times are %j', (requested, full, expected) => {
  const taken = full.map((time) => ({ time, partySize: 40, status: 'confirmed' }));
  const alternatives = expected.map((time) => ({ time }));
  expect(chooseSlot(ask({ taken }), requested)).toMatchObject({ error: { details: { alternatives } } });
});

test('nothing free gives no alternatives, and there are never more than requested', () => {
  const all = slotTimes(hours, '2027-03-13');
  const taken = all.map(({ time }) => ({ time, partySize: 40, status: 'pending' }));
  expect(chooseSlot(ask({ taken }), '18:00')).toMatchObject({ error: { details: { alternatives: [] } } });
  const free = freeSlots(ask());
  expect(times(nearestFreeSlots(free, at('2027-03-13T22:10:00Z'), 2))).toEqual(['18:00', '18:30']);
});

test('an unavailable time is refused with the nearest free times in chronological order', () => {
  const taken = ['18:00', '18:30'].map((time) => ({ time, partySize: 40, status: 'confirmed' }));
  const chosen = chooseSlot(ask({ taken, partySize: 4 }), '18:00');
  expect(chosen).toEqual({
    ok: false,
    error: {
      code: 'slot-unavailable',
      message: 'This time is no longer available',
      details: {
        alternatives: [
          { date: '2027-03-13', time: '17:00', label: '5:00 p.m.', seatsLeft: 40 },
          { date: '2027-03-13', time: '17:30', label: '5:30 p.m.', seatsLeft: 40 },
          { date: '2027-03-13', time: '19:00', label: '7:00 p.m.', seatsLeft: 40 },
        ],
      },
    },
  });
});

const closedOn = (date: string) => daily('11:30', '22:00', HALIFAX, [{ date, open: '', close: '', closed: true }]);
const pastMidnight = daily('18:00', '03:00');

test.each([
  ['a day that is over', { date: '2027-02-28' }, '18:00', 'past', 'This day is over. Please choose another day.'],
  [
    'a night that is over',
    { hours: pastMidnight, date: '2027-02-28' },
    '00:30',
    'past',
    'This day is over. Please choose another day.',
  ],
  [
    '61 days ahead',
    { date: '2027-05-01' },
    '18:00',
    'too-far-ahead',
    'Tables can be booked up to 60 days ahead. Please choose an earlier day.',
  ],
  [
    'a closed day',
    { hours: closedOn('2027-03-13') },
    '18:00',
    'closed',
    'We are closed on this day. Please choose another day.',
  ],
])('%s can never be booked, and the refusal says why', (_case, changes, time, reason, message) => {
  expect(chooseSlot(ask(changes), time)).toEqual({
    ok: false,
    error: { code: 'slot-unavailable', message, details: { reason, alternatives: [] } },
  });
});

test('after midnight the evening before can still be booked while the location is open', () => {
  const now = at('2027-03-02T04:10:00Z'); // 00:10
  const evening = ask({ hours: pastMidnight, date: '2027-03-01', now });
  expect(chooseSlot(evening, '00:30')).toMatchObject({ value: { time: '00:30' } });
  expect(chooseSlot(evening, '23:30')).toMatchObject({ error: { message: 'This time is no longer available' } });
});

test('between lunch and dinner nothing can be booked, and the day is not over before dinner is', () => {
  const day = { open: '11:30', close: '14:00', closed: false, more: [{ open: '17:00', close: '01:00' }] };
  const split = daily('11:30', '14:00', HALIFAX, [{ date: '2027-03-01', ...day }]);
  const slots = slotTimes(split, '2027-03-01').map(({ time }) => time);
  expect(slots.slice(0, 6)).toEqual(['12:00', '12:30', '13:00', '13:30', '17:30', '18:00']);
  expect(slots.at(-1)).toBe('00:30');
  expect(chooseSlot(ask({ hours: split, date: '2027-03-01', now: at('2027-03-01T12:00:00Z') }), '15:30')).toMatchObject(
    {
      error: { details: { alternatives: [{ time: '13:00' }, { time: '13:30' }, { time: '17:30' }] } },
    },
  );
  const late = ask({ hours: split, date: '2027-03-01', now: at('2027-03-02T04:10:00Z') }); // 00:10
  expect(chooseSlot(late, '00:30')).toMatchObject({ value: { time: '00:30' } });
});

test('a time between two slots is refused; alternatives for a time after midnight come from the same night', () => {
  expect(chooseSlot(ask(), '18:15')).toMatchObject({
    error: { details: { alternatives: [{ time: '17:30' }, { time: '18:00' }, { time: '18:30' }] } },
  });
  const night = daily('18:00', '03:00');
  expect(chooseSlot(ask({ hours: night }), '00:30')).toMatchObject({ value: { startsAt: at('2027-03-14T04:30:00Z') } });
  const taken = [{ time: '00:30', partySize: 40, status: 'pending' }];
  expect(chooseSlot(ask({ hours: night, taken }), '00:30')).toMatchObject({
    error: { details: { alternatives: [{ time: '23:30' }, { time: '00:00' }, { time: '01:00' }] } },
  });
});

test('returns the chosen slot with its remaining seats', () => {
  const taken = [{ time: '18:00', partySize: 10, status: 'confirmed' }];
  expect(chooseSlot(ask({ taken }), '18:00')).toMatchObject({ ok: true, value: { time: '18:00', seatsLeft: 30 } });
});

test.each([
  [true, ['Dine-in'], null],
  [true, ['Takeout', 'Delivery'], 'This location does not take reservations'],
  [false, ['Dine-in'], 'Location is currently inactive'],
])(
  'a location that is active: %s, with the features %j, refuses reservations with %s',
  (isActive, features, reason) => {
    const may = takesReservations({ isActive, features });
    expect(may.ok ? null : may.error.message).toBe(reason);
  },
);

const zones = fc.constantFrom(
  HALIFAX,
  'America/St_Johns',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'Pacific/Apia',
  'UTC',
);
const dates = fc.integer({ min: 0, max: 1095 }).map((days) => addDays('2026-01-01', days));
// Dates near clock changes are drawn as often as all others together.
const anyDate = fc.oneof(
  dates,
  fc.constantFrom(
    '2026-03-08',
    '2026-03-29',
    '2026-10-31',
    '2026-11-01',
    '2027-03-13',
    '2027-03-14',
    '2027-11-06',
    '2027-11-07',
    '2028-04-02',
  ),
);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

test('slots keep the margins after opening and before closing, in any zone on any date', () => {
  fc.assert(
    fc.property(zones, anyDate, clock, clock, (zone, date, open, close) => {
      const place = daily(open, close, zone);
      const [opening] = openingsOn(place, date);
      const slots = slotTimes(place, date);
      expect(opening !== undefined || slots.length === 0).toBe(true);
      for (const { startsAt } of slots) {
        expect(startsAt.getTime() - Number(opening?.opensAt)).toBeGreaterThanOrEqual(30 * 60_000);
        expect(Number(opening?.closesAt) - startsAt.getTime()).toBeGreaterThanOrEqual(30 * 60_000);
        expect((startsAt.getTime() - Number(opening?.opensAt)) % (30 * 60_000)).toBe(0);
      }
      expect(new Set(times(slots)).size).toBe(slots.length);
    }),
    { numRuns: 250 },
  );
});

test('every date from 2026 to 2028 in Halifax has twenty slots, from 12:00 to 21:30', () => {
  for (let date = '2026-01-01'; date <= '2028-12-31'; date = addDays(date, 1)) {
    const slots = slotTimes(hours, date);
    expect([date, slots.length, slots[0]?.time, slots[19]?.time]).toEqual([date, 20, '12:00', '21:30']);
  }
});

test('remaining seats are never negative, and every offered slot fits the party', () => {
  const seats = fc.array(
    fc.record({
      time: fc.constantFrom('12:00', '18:00', '18:30'),
      partySize: fc.integer({ min: 1, max: 20 }),
      status: fc.constantFrom('pending', 'confirmed', 'cancelled'),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(seats, fc.integer({ min: 1, max: 20 }), (taken, partySize) => {
      for (const slot of freeSlots(ask({ taken, partySize }))) {
        const sitting = taken
          .filter((seat) => seat.time === slot.time && seat.status !== 'cancelled')
          .reduce((sum, seat) => sum + seat.partySize, 0);
        expect(slot.seatsLeft).toBe(40 - sitting);
        expect(sitting + partySize).toBeLessThanOrEqual(40);
      }
    }),
    { numRuns: 60 },
  );
});
