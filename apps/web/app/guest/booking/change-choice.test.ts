import { expect, test } from 'vitest';
import { seatsToFind, slotsForChange } from '../../shared/reservation/change-slots.ts';
import { tableForTwo } from '../../testing/samples.ts';
import type { Slot } from './booking.ts';
import { changeLabel, chosenDetails, daysForChange, firstChoice, presetIn } from './change-choice.ts';

const NO_PRESET = { date: null, time: null, party: null };
const slot = (time: string, seatsLeft: number): Slot => ({
  date: '2026-11-20',
  time,
  label: time,
  seatsLeft,
  startsAt: `2026-11-20T${Number(time.slice(0, 2)) + 4}:${time.slice(3)}:00.000Z`,
  isNextDay: false,
});
const choice = (partySize: number, date = '2026-11-20') => ({ partySize, date, slot: null, specialRequests: '' });

test('the form starts with the reservation, or with what the address preselects', () => {
  expect(firstChoice(tableForTwo, NO_PRESET)).toEqual({
    partySize: 2,
    date: '2026-11-20',
    slot: { time: '18:30', label: '6:30 p.m.' },
    specialRequests: '',
  });
  expect(firstChoice(tableForTwo, { date: '2026-11-28', time: '19:00', party: 4 })).toMatchObject({
    partySize: 4,
    date: '2026-11-28',
    slot: { time: '19:00' },
  });
});

test.each([
  ['date=2026-11-28&time=19:00&party=4', { date: '2026-11-28', time: '19:00', party: 4 }],
  ['date=tomorrow&time=noon&party=many', NO_PRESET],
  ['party=21', NO_PRESET],
  ['', NO_PRESET],
])('the address ?%s preselects %o', (query, preset) => {
  expect(presetIn(new URLSearchParams(query))).toEqual(preset);
});

test('without a time there are no details, and spaces are no requests', () => {
  expect(chosenDetails(choice(2))).toBeNull();
  const chosen = { ...choice(2), slot: { time: '19:00', label: '' }, specialRequests: ' ' };
  expect(chosenDetails(chosen)).toEqual({ date: '2026-11-20', time: '19:00', partySize: 2, specialRequests: null });
});

test.each([
  [2, '2026-11-20', 1],
  [5, '2026-11-20', 3],
  [5, '2026-11-21', 5],
])('for a party of %i on %s it looks for times with %i free seats', (partySize, date, seats) => {
  expect(seatsToFind(tableForTwo, choice(partySize, date))).toBe(seats);
});

test.each([
  // Others took the rest of the time of the reservation, so the server does not list it.
  [2, [slot('18:00', 2)], ['18:00', '18:30']],
  [3, [slot('18:00', 2)], []],
  [4, [slot('18:00', 3), slot('18:30', 2), slot('19:00', 4)], ['18:30', '19:00']],
  [5, [slot('18:30', 2)], []],
])('a party of %i that holds 2 seats at 18:30 can choose %o: %o', (partySize, slots, times) => {
  expect(slotsForChange(slots, tableForTwo, choice(partySize)).map(({ time }) => time)).toEqual(times);
});

test('on another day the times stay as they are, and a full day of the reservation can be chosen', () => {
  const other = [slot('18:00', 2)];
  expect(slotsForChange(other, tableForTwo, choice(2, '2026-11-21'))).toEqual(other);
  const days = (['2026-11-20', '2026-11-21'] as const).map((date) => ({ date, state: 'full' as const }));
  expect(daysForChange(days, tableForTwo).map(({ state }) => state)).toEqual(['free', 'full']);
});

const before = { date: '2026-11-20', time: '18:30', partySize: 2, specialRequests: null };
test.each([
  [null, 'Change reservation'],
  [before, 'Change reservation'],
  [{ ...before, time: '19:00' }, 'Move to 7:00 p.m.'],
  [{ ...before, date: '2026-11-21', time: '19:00' }, 'Move to Saturday, Nov 21, 7:00 p.m.'],
  [{ ...before, partySize: 4 }, 'Change to 4 guests'],
  [{ ...before, specialRequests: 'Window' }, 'Save the request'],
])('the button for %o says “%s”', (after, label) => {
  expect(changeLabel(before, after).replaceAll('\u00a0', ' ')).toBe(label);
});
