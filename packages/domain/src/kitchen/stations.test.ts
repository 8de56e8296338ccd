import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  doubleRule,
  isScreenOnline,
  joinRules,
  PASS,
  shownAt,
  stationOf,
  type RoutedLine,
  type Station,
} from './stations.ts';

const station = (id: string, fields: Partial<Station> = {}): Station => ({
  id,
  name: id,
  kind: 'cook',
  isDefault: false,
  fallbackId: null,
  categories: [],
  itemIds: [],
  options: [],
  seenAt: 0,
  ...fields,
});
const tikka: RoutedLine = { id: 'paneer-tikka', category: 'appetizers' };
const papad = { group: 'extras', id: 'papad', units: 1 };

const grill = station('grill', { itemIds: ['paneer-tikka'], categories: ['breads'], fallbackId: 'curry' });
const fryer = station('fryer', {
  categories: ['appetizers'],
  options: [{ groupId: 'extras', optionId: 'papad' }],
  fallbackId: 'grill',
});
const curry = station('curry', { isDefault: true, fallbackId: 'grill' });
const kitchen = [grill, fryer, curry];

test.each<[string, Partial<RoutedLine>, readonly Station[], string | null]>([
  ['a category', { id: 'samosa' }, kitchen, 'fryer'],
  ['a dish before its category', {}, kitchen, 'grill'],
  ['an option before the dish', { options: [papad] }, kitchen, 'fryer'],
  ['no option that was left out', { options: [{ ...papad, units: 0 }] }, kitchen, 'grill'],
  ['no option of another group with the same id', { options: [{ ...papad, group: 'sides' }] }, kitchen, 'grill'],
  ['the default without a rule', { id: 'dal', category: 'curries' }, kitchen, 'curry'],
  ['the pass without a rule and a default', { id: 'dal', category: 'curries' }, [grill, fryer], null],
  ['the pass station', { id: 'dal', category: 'curries' }, [grill, station('p', { kind: 'pass' })], 'p'],
  ['where it was when the rules changed', { stationId: 'curry' }, kitchen, 'curry'],
  ['the pass, to which it was moved', { stationId: PASS }, kitchen, null],
  ['the pass if its station is gone', { stationId: 'gone' }, kitchen, null],
  ['the pass of a kitchen without stations', {}, [], null],
])('a line goes by %s', (_case, line, stations, expected) => {
  expect(stationOf({ ...tikka, ...line }, stations)?.id ?? null).toBe(expected);
});

test('a screen is online for a minute after it was seen', () => {
  expect(isScreenOnline({ seenAt: 1_000 }, 61_000)).toBe(true);
  expect(isScreenOnline({ seenAt: 1_000 }, 61_001)).toBe(false);
});

const now = 600_000;
const online = { seenAt: now };
test.each<[string, readonly Station[], string | null]>([
  [
    'itself while it is online',
    [
      { ...fryer, ...online },
      { ...grill, ...online },
    ],
    'fryer',
  ],
  ['its fallback while it is offline', [fryer, { ...grill, ...online }], 'grill'],
  ['the fallback of its fallback', [fryer, grill, { ...curry, ...online }], 'curry'],
  ['the pass if all are offline', [fryer, grill, curry], null],
  [
    'the pass if fallbacks go round in a circle',
    [
      { ...fryer, fallbackId: 'grill' },
      { ...grill, fallbackId: 'fryer' },
    ],
    null,
  ],
  ['the pass station if all others are offline', [fryer, grill, station('p', { kind: 'pass' })], 'p'],
])('the fryer is shown at %s', (_case, stations, expected) => {
  const [first] = stations;
  expect(first && (shownAt(first, stations, now)?.id ?? null)).toBe(expected);
});

test('no dish has two stations: a second rule for it is found', () => {
  const saved = { id: null, categories: ['curries'], itemIds: [], options: [] };
  expect(doubleRule(saved, kitchen)).toBeNull();
  expect(doubleRule({ ...saved, categories: ['breads'] }, kitchen)).toMatchObject({ station: grill, rule: 'breads' });
  expect(doubleRule({ ...saved, itemIds: ['paneer-tikka'] }, kitchen)?.station).toBe(grill);
  const option = { groupId: 'extras', optionId: 'papad' };
  expect(doubleRule({ ...saved, options: [option] }, kitchen)).toMatchObject({ station: fryer, rule: 'papad' });
  expect(doubleRule({ ...saved, options: [{ ...option, groupId: 'sides' }] }, kitchen)).toBeNull();
  // Its own rules are no conflict.
  expect(doubleRule({ ...saved, id: 'grill', categories: ['breads'] }, kitchen)).toBeNull();
});

test('a station that takes over another one has the rules of both, each once', () => {
  expect(joinRules(grill, { ...fryer, itemIds: ['paneer-tikka', 'samosa'] })).toEqual({
    categories: ['breads', 'appetizers'],
    itemIds: ['paneer-tikka', 'samosa'],
    options: [{ groupId: 'extras', optionId: 'papad' }],
  });
  expect(joinRules(fryer, fryer).options).toHaveLength(1);
});

test('whatever the rules and fallbacks, an offline station is shown at an online one or at the pass', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const any = fc.tuple(
    ...ids.map((id) =>
      fc
        .record({ fallbackId: fc.constantFrom(null, ...ids), seenAt: fc.constantFrom(0, now) })
        .map((fields) => station(id, fields)),
    ),
  );
  fc.assert(
    fc.property(any, (stations) => {
      for (const each of stations) {
        const at = shownAt(each, stations, now);
        expect(at === null || isScreenOnline(at, now)).toBe(true);
        expect(!isScreenOnline(each, now) || at === each).toBe(true);
      }
    }),
  );
});
