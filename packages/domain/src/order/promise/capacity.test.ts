import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, HALIFAX } from '../../core/time.ts';
import { readHours } from '../../hours/index.ts';
import {
  limitedSlotsAt,
  firstTimeWithRoom,
  hasKitchenRoom,
  slotStart,
  type Capacity,
  type SlotRule,
  type SlotUse,
} from './capacity.ts';
import { promiseReadyTime, readyTimesWithRoom, type PromiseRequest } from './promise.ts';

/** A time on Friday, 20 November in Halifax, which is four hours behind UTC. */
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
const request = (more: Partial<PromiseRequest> = {}): PromiseRequest => ({
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

test('at 17:52 with a prep time of 21 minutes, promises 18:15, or 18:30 (`moved: 1`) if 18:15 is full', () => {
  const free = promiseReadyTime(friday('17:52'), request());
  expect(free.ok && [free.value.readyAt, free.value.grounds]).toEqual([
    friday('18:15'),
    { quote: 21, source: 'rule', slot: friday('18:15').toISOString() },
  ]);
  const full = promiseReadyTime(friday('17:52'), request({ capacity: capacity({ uses: [use('18:15', 8, 20)] }) }));
  expect(full.ok && [full.value.readyAt, full.value.fireAt, full.value.grounds]).toEqual([
    friday('18:30'),
    friday('18:09'),
    { quote: 21, source: 'rule', moved: 1, slot: friday('18:30').toISOString() },
  ]);
});

test('a slot with 7 of 8 orders and 20 of 24 units accepts an order of 4 units and refuses one of 5', () => {
  const uses = [use('18:00', 7, 20)];
  expect(hasKitchenRoom(capacity({ uses, units: 4 }), friday('18:00'))).toBe(true);
  expect(hasKitchenRoom(capacity({ uses, units: 5 }), friday('18:00'))).toBe(false);
  expect(hasKitchenRoom(capacity({ uses: [use('18:00', 8, 20)], units: 1 }), friday('18:14'))).toBe(false);
  const result = promiseReadyTime(
    friday('17:00'),
    request({ wantedFor: friday('18:00'), capacity: capacity({ uses, units: 5 }) }),
  );
  expect(!result.ok && [result.error.code, result.error.details?.['nearest']]).toEqual([
    'time-unavailable',
    [friday('17:30'), friday('17:45'), friday('18:15')].map((at) => at.toISOString()),
  ]);
});

test('when a busy kitchen moves an order to a later slot, cooking starts later by the same amount', () => {
  const full = capacity({ uses: [use('18:30', 8, 20)] });
  const moved = promiseReadyTime(friday('17:52'), request({ plus: 15, capacity: full }));
  expect(moved.ok && [moved.value.readyAt, moved.value.fireAt]).toEqual([friday('18:45'), friday('18:09')]);
});

test('at the till an order gets the next free slot within six hours, even after closing', () => {
  const quarters = Array.from({ length: 25 }, (_, n) => ({
    ...use('18:00', 8, 8),
    startsAt: addMinutes(friday('18:00'), 15 * n),
  }));
  const taken = promiseReadyTime(
    friday('17:52'),
    request({ by: 'till', capacity: capacity({ uses: quarters.slice(0, 23) }) }),
  );
  expect(taken.ok && taken.value.readyAt).toEqual(friday('23:45'));
  const never = promiseReadyTime(friday('17:52'), request({ by: 'till', capacity: capacity({ uses: quarters }) }));
  expect(never.ok ? null : never.error.code).toBe('location-closed');
});

const noSaturday = rule({ days: ['saturday'], mostOrders: 0, mostUnits: null });

test('a day whose limit is zero is neither offered nor used as the next opening', () => {
  const limits = capacity({ rules: [noSaturday] });
  const days = readyTimesWithRoom(friday('17:52'), request(), limits).map(({ date }) => date.slice(-2));
  expect(days).toEqual(['20', '22', '23', '24', '25', '26']);
  const result = promiseReadyTime(friday('21:50'), request({ agreesToWait: true, capacity: limits }));
  const sunday = (time: string) => addMinutes(friday(time), 2 * 24 * 60).toISOString();
  expect(!result.ok && [result.error.code, result.error.details?.['nearest']]).toEqual([
    'time-unavailable',
    [sunday('12:00'), sunday('12:15'), sunday('12:30')],
  ]);
});

test('an order that would be ready at closing is refused because the kitchen is full, not because it is too late', () => {
  const result = promiseReadyTime(friday('21:39'), request({ capacity: capacity({ uses: [use('22:00', 8, 8)] }) }));
  expect(!result.ok && result.error.message).toMatch(/^The kitchen is full until we close,/);
});

test('limits on orders, on work, on all orders and on one order type apply independently', () => {
  const room = (rules: readonly SlotRule[], uses: readonly SlotUse[], units = 3) =>
    hasKitchenRoom(capacity({ rules, uses, units, service: 'delivery' }), friday('18:00'));
  const ofWork = rule({ mostOrders: null });
  const ofOrders = rule({ mostUnits: null });
  expect(limitedSlotsAt(capacity({ rules: [ofWork] }), friday('18:00'))).toMatchObject([
    { mostOrders: null, mostUnits: 24 },
  ]);
  const full = { ...use('18:00', 99, 21), mostOrders: null };
  expect([room([ofWork], [full]), room([ofWork], [full], 4)]).toEqual([true, false]);
  const many = { ...use('18:00', 7, 999), mostUnits: null };
  expect([room([ofOrders], [many]), room([ofOrders], [{ ...many, orders: 8 }])]).toEqual([true, false]);
  // Deliveries have their own limit and also count toward the limit of all orders.
  const both = [rule(), rule({ service: 'delivery', mostOrders: 2 })];
  const all = use('18:00', 5, 9);
  const deliveries = { ...use('18:00', 1, 3), service: 'delivery', mostOrders: 2 } as const;
  expect(room(both, [all, deliveries])).toBe(true);
  expect(room(both, [all, { ...deliveries, orders: 2 }])).toBe(false);
  expect(room(both, [{ ...all, orders: 8 }, deliveries])).toBe(false);
});

test('the end of the range is included', () => {
  const at = friday('18:00');
  expect(firstTimeWithRoom(null, at, at)).toEqual({ at, moved: 0 });
  expect(firstTimeWithRoom(null, addMinutes(at, 1), at)).toBeNull();
  expect(firstTimeWithRoom(capacity(), at, at)).toEqual({ at, moved: 0 });
  expect(firstTimeWithRoom(capacity(), addMinutes(at, 1), at)).toBeNull();
});

test('does not offer full times', () => {
  const uses = [use('18:15', 8, 8), use('18:45', 3, 23)];
  const [today] = readyTimesWithRoom(friday('17:52'), request(), capacity({ uses }));
  expect(today?.times.slice(0, 2)).toEqual([friday('18:30'), friday('19:00')]);
});

test('a rule applies to its order type and weekdays, and the strictest of several rules wins', () => {
  const rules = [
    rule({ mostOrders: 8, mostUnits: null }),
    rule({ days: ['friday'], mostOrders: 6, mostUnits: 30 }),
    rule({ service: 'delivery', mostOrders: 2, mostUnits: null }),
  ];
  const startsAt = friday('18:00');
  expect(limitedSlotsAt({ rules, service: 'delivery', zone: HALIFAX }, friday('18:10'))).toEqual([
    { service: null, startsAt, mostOrders: 6, mostUnits: 30 },
    { service: 'delivery', startsAt, mostOrders: 2, mostUnits: null },
  ]);
  expect(limitedSlotsAt({ rules, service: 'pickup', zone: HALIFAX }, addMinutes(friday('18:10'), 24 * 60))).toEqual([
    { service: null, startsAt: addMinutes(startsAt, 24 * 60), mostOrders: 8, mostUnits: null },
  ]);
  expect(limitedSlotsAt(capacity({ rules: [rule({ mostOrders: null, mostUnits: null })] }), startsAt)).toEqual([]);
});

test('a slot that already has orders keeps its limits when the rule changes', () => {
  const uses = [{ ...use('18:00', 3, 9), mostOrders: 3 }];
  expect(hasKitchenRoom(capacity({ uses, units: 1 }), friday('18:00'))).toBe(false);
});

test('an order that does not fit before closing is made at the next opening if the guest agrees', () => {
  const uses = [use('21:15', 8, 8), use('21:30', 8, 8), use('21:45', 8, 8), use('22:00', 8, 8)];
  const full = request({ capacity: capacity({ uses }) });
  const result = promiseReadyTime(friday('20:50'), full);
  expect(!result.ok && [result.error.code, result.error.message]).toEqual([
    'location-closed',
    'The kitchen is full until we close, so nothing was ordered. We open tomorrow at 11:30 a.m., and you can order for then.',
  ]);
  const agreed = promiseReadyTime(friday('20:50'), { ...full, agreesToWait: true });
  expect(agreed.ok && [agreed.value.readyAt, agreed.value.grounds.slot]).toEqual([
    addMinutes(friday('11:55'), 24 * 60),
    addMinutes(friday('11:45'), 24 * 60).toISOString(),
  ]);
});

test('an order larger than any slot is refused with an explanation for guests and accepted uncounted at the till', () => {
  const result = promiseReadyTime(friday('17:52'), request({ capacity: capacity({ units: 25 }) }));
  expect(!result.ok && [result.error.code, result.error.details]).toEqual(['invalid-argument', { field: 'items' }]);
  expect(!result.ok && result.error.message).toBe(
    'This is more than our kitchen can make at one time. Please call us, or place several orders.',
  );
  const taken = promiseReadyTime(friday('17:52'), request({ capacity: capacity({ units: 25 }), by: 'till' }));
  expect(taken.ok && [taken.value.readyAt, taken.value.counted]).toEqual([friday('18:13'), []]);
});

test('never promises a slot beyond its limits, whatever was promised before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 80 }), (orders) => {
      const uses = new Map<number, SlotUse>();
      for (const units of orders) {
        const found = firstTimeWithRoom(
          capacity({ uses: [...uses.values()], units }),
          friday('17:52'),
          friday('22:00'),
        );
        if (!found) continue;
        const key = slotStart(found.at).getTime();
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
