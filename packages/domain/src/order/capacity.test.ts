import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, HALIFAX } from '../core/time.ts';
import { readHours } from '../hours/index.ts';
import { countedIn, firstWithRoom, hasRoom, slotOf, type Capacity, type SlotRule, type SlotUse } from './capacity.ts';
import { promise, timesWithRoom, type Promising } from './promise.ts';

/** A wall clock of Friday, 20 November in Halifax, which is four hours behind. */
const friday = (time: string) => addMinutes(new Date(`2026-11-20T${time}:00Z`), 4 * 60);
const rule = (more: Partial<SlotRule> = {}): SlotRule => ({
  service: null,
  days: [],
  mostOrders: 8,
  mostUnits: 24,
  ...more,
});
const use = (time: string, orders: number, units: number): SlotUse => ({
  service: null,
  startsAt: friday(time),
  orders,
  units,
  mostOrders: 8,
  mostUnits: 24,
});
const capacity = (more: Partial<Capacity> = {}): Capacity => ({
  rules: [rule()],
  uses: [],
  service: 'pickup',
  units: 3,
  zone: HALIFAX,
  ...more,
});
const day = { open: '11:30', close: '22:00', closed: false };
const read = readHours(
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((name) => [name, day]),
  ),
  [],
  HALIFAX,
);
if (!read.ok) throw new Error('these hours can be read');
const { value: hours } = read;
const asked = (more: Partial<Promising> = {}): Promising => ({
  quote: 21,
  plus: 0,
  pausedUntil: null,
  hours,
  isActive: true,
  agreesToWait: false,
  by: 'guest',
  wantedFor: null,
  learned: null,
  capacity: capacity(),
  ...more,
});

test('at 17:52, ready after 21 minutes, a guest is promised 18:15; where that is full 18:30, moved by one', () => {
  const free = promise(friday('17:52'), asked());
  expect(free.ok && [free.value.readyAt, free.value.grounds]).toEqual([
    friday('18:15'),
    { quote: 21, source: 'rule', slot: friday('18:15').toISOString() },
  ]);
  const full = promise(friday('17:52'), asked({ capacity: capacity({ uses: [use('18:15', 8, 20)] }) }));
  expect(full.ok && [full.value.readyAt, full.value.fireAt, full.value.grounds]).toEqual([
    friday('18:30'),
    friday('18:09'),
    { quote: 21, source: 'rule', moved: 1, slot: friday('18:30').toISOString() },
  ]);
});

test('18:00 with 7 of 8 orders and 20 of 24 units takes an order of 4 units, and not one of 5', () => {
  const uses = [use('18:00', 7, 20)];
  expect(hasRoom(capacity({ uses, units: 4 }), friday('18:00'))).toBe(true);
  expect(hasRoom(capacity({ uses, units: 5 }), friday('18:00'))).toBe(false);
  expect(hasRoom(capacity({ uses: [use('18:00', 8, 20)], units: 1 }), friday('18:14'))).toBe(false);
  const said = promise(friday('17:00'), asked({ wantedFor: friday('18:00'), capacity: capacity({ uses, units: 5 }) }));
  expect(!said.ok && [said.error.code, said.error.details?.['nearest']]).toEqual([
    'time-unavailable',
    [friday('17:30'), friday('17:45'), friday('18:15')].map((at) => at.toISOString()),
  ]);
});

test('times that are full are not offered', () => {
  const uses = [use('18:15', 8, 8), use('18:45', 3, 23)];
  const [today] = timesWithRoom(friday('17:52'), asked(), capacity({ uses }));
  expect(today?.times.slice(0, 2)).toEqual([friday('18:30'), friday('19:00')]);
});

test('a rule holds for its orders and on its days, and the strictest of several counts', () => {
  const rules = [
    rule({ mostOrders: 8, mostUnits: null }),
    rule({ days: ['friday'], mostOrders: 6, mostUnits: 30 }),
    rule({ service: 'delivery', mostOrders: 2, mostUnits: null }),
  ];
  const startsAt = friday('18:00');
  expect(countedIn({ rules, service: 'delivery', zone: HALIFAX }, friday('18:10'))).toEqual([
    { service: null, startsAt, mostOrders: 6, mostUnits: 30 },
    { service: 'delivery', startsAt, mostOrders: 2, mostUnits: null },
  ]);
  expect(countedIn({ rules, service: 'pickup', zone: HALIFAX }, addMinutes(friday('18:10'), 24 * 60))).toEqual([
    { service: null, startsAt: addMinutes(startsAt, 24 * 60), mostOrders: 8, mostUnits: null },
  ]);
  expect(countedIn(capacity({ rules: [rule({ mostOrders: null, mostUnits: null })] }), startsAt)).toEqual([]);
});

test('a slot that is counted already keeps its own limits when the rule is changed', () => {
  const uses = [{ ...use('18:00', 3, 9), mostOrders: 3 }];
  expect(hasRoom(capacity({ uses, units: 1 }), friday('18:00'))).toBe(false);
});

test('an order for which there is no room until closing waits for the next opening, once its guest agreed', () => {
  const uses = [use('21:15', 8, 8), use('21:30', 8, 8), use('21:45', 8, 8), use('22:00', 8, 8)];
  const full = asked({ capacity: capacity({ uses }) });
  const said = promise(friday('20:50'), full);
  expect(!said.ok && [said.error.code, said.error.message]).toEqual([
    'location-closed',
    'The kitchen is full until we close. We open tomorrow at 11:30 a.m. and will prepare your order then.',
  ]);
  const agreed = promise(friday('20:50'), { ...full, agreesToWait: true });
  expect(agreed.ok && [agreed.value.readyAt, agreed.value.grounds.slot]).toEqual([
    addMinutes(friday('11:55'), 24 * 60),
    addMinutes(friday('11:45'), 24 * 60).toISOString(),
  ]);
});

test('more than a quarter of an hour ever holds is refused in words, and at the till it is taken uncounted', () => {
  const said = promise(friday('17:52'), asked({ capacity: capacity({ units: 25 }) }));
  expect(!said.ok && said.error.message).toBe(
    'This is more than our kitchen makes in a quarter of an hour. Please call us, or order it in parts.',
  );
  const taken = promise(friday('17:52'), asked({ capacity: capacity({ units: 25 }), by: 'till' }));
  expect(taken.ok && [taken.value.readyAt, taken.value.counted]).toEqual([friday('18:13'), []]);
});

test('whatever was promised before, nobody is promised a slot beyond its limits', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 80 }), (orders) => {
      const uses = new Map<number, SlotUse>();
      for (const units of orders) {
        const found = firstWithRoom(capacity({ uses: [...uses.values()], units }), friday('17:52'), friday('22:00'));
        if (!found) continue;
        const key = slotOf(found.at).getTime();
        const before = uses.get(key) ?? { ...use('18:00', 0, 0), startsAt: new Date(key) };
        uses.set(key, { ...before, orders: before.orders + 1, units: before.units + units });
      }
      for (const { orders: count, units } of uses.values()) {
        expect(count).toBeLessThanOrEqual(8);
        expect(units).toBeLessThanOrEqual(24);
      }
    }),
    { numRuns: 50 },
  );
});
