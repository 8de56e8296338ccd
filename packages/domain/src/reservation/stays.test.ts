import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import type { DayHours, OpeningHours } from '../hours/index.ts';
import { chooseStay, staySlots, type StayQuery } from './free-slots.ts';
import {
  DEFAULT_STAYS,
  findSeating,
  hasSameTables,
  mostGuests,
  seatingFor,
  seatingsOf,
  seatsFree,
  stayFrom,
  stayMinutes,
  withTables,
  type Occupancy,
  type Stay,
} from './stays.ts';
import { chooseWalkInStay } from './tonight.ts';

const day: DayHours = { open: '11:30', close: '22:00', closed: false };
const hours: OpeningHours = {
  week: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day },
  exceptions: [],
  zone: HALIFAX,
};
/** 19:30 in Halifax, on a summer's day. */
const HALF_PAST_SEVEN = new Date('2027-06-05T22:30:00Z');

const counted = (stays: readonly Stay[] = [], capacity = 40): Occupancy => ({
  capacity,
  seatings: [],
  stays,
  mostArrivals: null,
});
const tables = [
  { id: 'a', name: '1', seats: 2 },
  { id: 'b', name: '2', seats: 2 },
  { id: 'c', name: '3', seats: 4 },
  { id: 'd', name: '4', seats: 4 },
];
const withFloor = (stays: readonly Stay[] = []): Occupancy => ({
  ...counted(stays),
  seatings: seatingsOf(tables, [['c', 'd']]),
});
const stay = (id: string, guests: number, at: Date, onTables: readonly string[] = []): Stay => ({
  id,
  guests,
  at: at.getTime(),
  ...stayFrom(at, stayMinutes(DEFAULT_STAYS, guests)),
  tables: onTables,
});
const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
const query = (partySize: number, occupancy: Occupancy): StayQuery => ({
  hours,
  date: '2027-06-05',
  partySize,
  occupancy,
  minutes: stayMinutes(DEFAULT_STAYS, partySize),
  now: new Date('2027-06-01T12:00:00Z'),
});

test.each([
  [1, 90],
  [2, 90],
  [3, 105],
  [4, 105],
  [5, 120],
  [6, 120],
  [7, 150],
  [20, 150],
])('a party of %i sits for %i minutes', (guests, minutes) => {
  expect(stayMinutes(DEFAULT_STAYS, guests)).toBe(minutes);
});

test('rules apply in any order, and a party below all of them follows the smallest', () => {
  const rules = [
    { partyFrom: 4, minutes: 100 },
    { partyFrom: 2, minutes: 60 },
  ];
  expect([1, 2, 3, 4, 9].map((guests) => stayMinutes(rules, guests))).toEqual([60, 60, 60, 100, 100]);
  expect(stayMinutes([], 3)).toBe(105);
});

test('two parties of 20 at 19:30 leave no seat until 22:00, and 40 seats just after', () => {
  const full = counted([stay('x', 20, HALF_PAST_SEVEN), stay('y', 20, HALF_PAST_SEVEN)]);
  const slots = staySlots(query(2, full));
  const of = (time: string) => slots.find((slot) => slot.time === time);
  expect(of('18:00')).toMatchObject({ seatsLeft: 40, available: true });
  expect(of('18:15')).toMatchObject({ seatsLeft: 0, available: false });
  expect(of('20:00')).toMatchObject({ seatsLeft: 0, available: false });
  expect(seatsFree(full, stayFrom(later(HALF_PAST_SEVEN, 150), 90))).toBe(40);
  expect(seatsFree(full, stayFrom(later(HALF_PAST_SEVEN, 149), 90))).toBe(0);
});

test('a full time is refused with the three nearest free ones', () => {
  const refused = chooseStay(query(2, counted([stay('x', 39, HALF_PAST_SEVEN)])), '19:30');
  expect(refused).toMatchObject({
    error: { code: 'time-full', details: { nearest: [{ time: '17:30' }, { time: '17:45' }, { time: '18:00' }] } },
  });
});

test('tables of 2, 2, 4 and 4 with one join: six take the join, then four find nothing, and two take a table for two', () => {
  const six = stay('six', 6, HALF_PAST_SEVEN, ['c', 'd']);
  const period = stayFrom(HALF_PAST_SEVEN, 90);
  expect(seatingFor(withFloor(), { ...period, guests: 6 })).toMatchObject({ name: '3+4', tables: ['c', 'd'] });
  expect(seatingFor(withFloor([six]), { ...period, guests: 4 })).toBeNull();
  expect(seatingFor(withFloor([six]), { ...period, guests: 2 })).toMatchObject({ name: '1' });
  expect(seatingFor(withFloor([stay('two', 2, HALF_PAST_SEVEN, ['a'])]), { ...period, guests: 2 })).toMatchObject({
    name: '2',
  });
});

test('a single table comes before a join, and a join lacks no table', () => {
  const more = [...tables, { id: 'e', name: '5', seats: 10 }];
  const seatings = seatingsOf(more, [['c', 'd'], ['a', 'gone'], ['b']]);
  expect(seatings.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '3+4']);
});

test.each([
  ['3', ['c']],
  ['3+4', ['c', 'd']],
  ['4 + 3', ['c', 'd']],
  ['1+2', ['a', 'b']],
  ['b1', ['e']],
  ['1+1', null],
  ['1+9', null],
  ['3+4+1', ['c', 'd', 'a']],
  ['+', null],
  ['', null],
  [null, null],
])('a booking at %j is at the tables %j, whether or not the plan joins them', (name, ids) => {
  const seatings = seatingsOf([...tables, { id: 'e', name: 'B1', seats: 10 }], [['c', 'd']]);
  expect(findSeating(seatings, name)?.tables ?? null).toEqual(ids);
});

test.each([
  [['1', '2'], ['2', '1'], true],
  [['1', '1'], ['1', '2'], false],
  [['1', '2'], ['1', '1'], false],
  [['1'], ['1', '2'], false],
])('whether %j and %j are the same tables: %s', (one, other, expected) => {
  expect(hasSameTables(one, other)).toBe(expected);
});

test('moving by half an hour keeps the table, because only the party itself sits there', () => {
  const others = withFloor([stay('x', 4, HALF_PAST_SEVEN, ['c'])]);
  const moved = seatingFor(others, { ...stayFrom(later(HALF_PAST_SEVEN, 30), 105), guests: 4, present: ['d'] });
  expect(moved?.tables).toEqual(['d']);
  expect(seatingFor(others, { ...stayFrom(HALF_PAST_SEVEN, 120), guests: 6, present: ['d'] })).toBeNull();
});

test('the night the clocks change, a party of 00:30 sits for 120 real minutes', () => {
  const seated = withFloor(
    tables.map(({ id, seats }) => ({
      ...stay(id, seats, new Date('2027-11-07T03:30:00Z'), [id]),
      ...stayFrom(new Date('2027-11-07T03:30:00Z'), 120),
    })),
  );
  const at = (instant: string) => seatingFor(seated, { ...stayFrom(new Date(instant), 90), guests: 2 });
  // 01:15 and 01:30 in Halifax, after the clocks went back
  expect(at('2027-11-07T05:15:00Z')).toBeNull();
  expect(at('2027-11-07T05:30:00Z')).toMatchObject({ name: '1' });
});

test('only so many guests arrive in a quarter of an hour', () => {
  const paced = { ...counted([stay('x', 6, HALF_PAST_SEVEN)]), mostArrivals: 10 };
  const at = (minutes: number, guests: number) =>
    seatingFor(paced, { ...stayFrom(later(HALF_PAST_SEVEN, minutes), 90), guests }) !== null;
  expect([at(0, 4), at(0, 5), at(14, 5), at(15, 10), at(-1, 10)]).toEqual([true, false, false, true, true]);
});

test('a walk-in sits from now on, and is seated without a table only if the host says so', () => {
  const full = counted([stay('x', 38, HALF_PAST_SEVEN)]);
  const walkIn = (partySize: number, evenIfFull = false) =>
    chooseWalkInStay(
      { partySize, evenIfFull, minutes: 90 },
      { hours, now: later(HALF_PAST_SEVEN, -20), occupancy: full },
    );
  expect(walkIn(2)).toMatchObject({ value: { time: '19:00', seatsLeft: 2 } });
  expect(walkIn(3)).toMatchObject({ error: { code: 'time-full', details: { seatsLeft: 2 } } });
  expect(walkIn(3, true)).toMatchObject({ ok: true });
});

const anyStays = fc.array(
  fc.record({
    guests: fc.integer({ min: 1, max: 10 }),
    from: fc.integer({ min: 0, max: 400 }),
    length: fc.integer({ min: 1, max: 150 }),
  }),
  { maxLength: 25 },
);

test('parties without a table never get one that is taken, and only one that is large enough', () => {
  fc.assert(
    fc.property(anyStays, (drawn) => {
      const stays = drawn.map(({ guests, from, length }, index) => ({
        id: String(index),
        guests,
        at: from,
        from,
        to: from + length,
        tables: [],
      }));
      const { stays: placed } = withTables(withFloor(stays));
      for (const party of placed.filter((each) => each.tables.length > 0)) {
        const seats = tables.filter(({ id }) => party.tables.includes(id)).reduce((sum, each) => sum + each.seats, 0);
        expect(seats).toBeGreaterThanOrEqual(party.guests);
        const clashes = placed.filter(
          (other) =>
            other.id !== party.id &&
            other.from < party.to &&
            party.from < other.to &&
            other.tables.some((id) => party.tables.includes(id)),
        );
        expect(clashes).toEqual([]);
      }
    }),
  );
});

test('a party that is let in never brings more guests than seats at any minute', () => {
  fc.assert(
    fc.property(anyStays, (drawn) => {
      const stays: Stay[] = [];
      const occupancy = counted(stays, 12);
      for (const [index, { guests, from, length }] of drawn.entries()) {
        const period = { from, to: from + length };
        if (!seatingFor(occupancy, { ...period, guests })) continue;
        stays.push({ id: String(index), guests, at: from, ...period, tables: [] });
      }
      for (let minute = 0; minute < 560; minute++) {
        expect(mostGuests(occupancy.stays, { from: minute, to: minute + 1 })).toBeLessThanOrEqual(12);
      }
    }),
    { numRuns: 40 },
  );
});
