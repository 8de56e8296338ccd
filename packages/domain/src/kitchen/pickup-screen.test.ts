import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALL_OUT_ALPHABET } from '../core/ids.ts';
import {
  isJustReady,
  isReloadTime,
  pageOfList,
  pickupColumns,
  readScreenKey,
  SCREEN_KEY_CODE_LENGTH,
  screenKeyOf,
  type PickupOrder,
} from './pickup-screen.ts';

const now = new Date('2026-11-20T22:42:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const order = (code: string, more: Partial<PickupOrder> = {}): PickupOrder => ({
  id: `TRU-20261120-${code}`,
  status: 'preparing',
  customerName: 'élodie Sample',
  estimatedReady: at(12),
  readyTime: null,
  ...more,
});

test('lists what is being prepared by its promise, in minutes rounded up to five', () => {
  const orders = [
    order('LATER', { estimatedReady: at(12) }),
    order('SOONR', { estimatedReady: at(3) }),
    order('DUE22', { estimatedReady: at(-2) }),
  ];
  expect(pickupColumns(orders, now, { showsInitials: false }).preparing).toEqual([
    { code: 'DUE22', initial: null, minutes: null },
    { code: 'SOONR', initial: null, minutes: 5 },
    { code: 'LATER', initial: null, minutes: 15 },
  ]);
});

test('lists what is ready, the newest first, for ten minutes', () => {
  const ready = (code: string, minutesAgo: number) => order(code, { status: 'ready', readyTime: at(-minutesAgo) });
  const { ready: shown } = pickupColumns([ready('OLDER', 9), ready('GONE2', 10), ready('NEWER', 1)], now, {
    showsInitials: true,
  });
  expect(shown.map(({ code, initial }) => [code, initial])).toEqual([
    ['NEWER', 'É'],
    ['OLDER', 'É'],
  ]);
  expect(shown.map(({ readyAt }) => isJustReady(readyAt, now))).toEqual([true, false]);
});

test('shows the first letter of a name only if it is a letter and the screen shows letters', () => {
  const initial = (customerName: string, showsInitials = true) =>
    pickupColumns([order('AAAAA', { customerName })], now, { showsInitials }).preparing[0]?.initial;
  expect([initial('quinn test'), initial('  ß'), initial('(902) 555'), initial(''), initial('Quinn', false)]).toEqual([
    'Q',
    'SS',
    null,
    null,
    null,
  ]);
});

test('shows no order in another state', () => {
  const others = ['pending', 'completed', 'cancelled'].map((status) => order('AAAAA', { status, readyTime: now }));
  expect(pickupColumns(others, now, { showsInitials: true })).toEqual({ preparing: [], ready: [] });
});

test('turning the pages shows every order exactly once per round', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), fc.nat(1_000), (list, perPage, start) => {
      const { pages } = pageOfList(list, perPage, start);
      const round = Array.from({ length: pages }, (_, n) => pageOfList(list, perPage, start * pages + n).rows);
      expect(round.flat()).toEqual(list);
      expect(round.every((rows) => rows.length <= perPage)).toBe(true);
    }),
  );
});

test('a key is read however it is typed, and nothing else is taken for one', () => {
  const code = CALL_OUT_ALPHABET.slice(0, SCREEN_KEY_CODE_LENGTH);
  const key = screenKeyOf(code);
  expect(key).toBe('TV-ABCD-EFGH-JKMN');
  for (const typed of [key, 'tv abcd efgh jkmn', 'TVABCDEFGHJKMN', ' tv-abcdefgh-jkmn\n']) {
    expect(readScreenKey(typed)).toBe(key);
  }
  for (const other of ['', 'TV-ABCD-EFGH-JKM', 'sk_ABCDEFGHJKMN', 'ABCD-EFGH-JKMN', 'pk_demo']) {
    expect(readScreenKey(other)).toBeNull();
  }
});

test('loads its page again once between four and five in the morning, on the clock of the location', () => {
  const zone = 'America/Halifax';
  const opened = new Date('2026-11-20T12:00:00Z');
  const night = (time: string) => new Date(`2026-11-21T${time}:00Z`);
  expect(['07:59', '08:00', '08:59', '09:00'].map((time) => isReloadTime(night(time), opened, zone))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isReloadTime(night('08:10'), night('08:00'), zone)).toBe(false);
});
