import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decideDeliveryStep,
  decideHandOver,
  deliveryLabel,
  leaveAtDoorText,
  DELIVERY_STEPS,
  isDeliveryOver,
  clampStepTime,
  type DeliveryStep,
  type DeliveryProgress,
} from './steps.ts';

const trip = (more: Partial<DeliveryProgress> = {}): DeliveryProgress => ({
  state: null,
  driverId: null,
  driver: '',
  status: 'ready',
  ...more,
});
const mine = (state: DeliveryProgress['state'], more: Partial<DeliveryProgress> = {}) =>
  trip({ state, driverId: 'sam', driver: 'Sam', ...more });
const says = (of: DeliveryProgress, to: DeliveryStep, by = 'sam') => {
  const decided = decideDeliveryStep(of, to, by);
  return decided.ok ? decided.value.changed : decided.error.code;
};

test.each<[string, DeliveryProgress, DeliveryStep, boolean | string]>([
  ['a driver takes it', trip(), 'taken', true],
  ['while it is cooked, too', trip({ status: 'preparing' }), 'taken', true],
  ['and gives it back', mine('taken'), 'waiting', true],
  ['no driver had it', trip(), 'on-the-way', 'failed-precondition'],
  ['it leaves', mine('taken'), 'on-the-way', true],
  ['not before the kitchen is done', mine('taken', { status: 'preparing' }), 'on-the-way', 'failed-precondition'],
  ['an order that was handed out may leave', mine('taken', { status: 'completed' }), 'on-the-way', true],
  ['at the door', mine('on-the-way', { status: 'completed' }), 'at-door', true],
  ['handed over directly', mine('on-the-way', { status: 'completed' }), 'delivered', true],
  ['no one opened', mine('at-door', { status: 'completed' }), 'failed', true],
  ['it was delivered before', mine('delivered', { status: 'completed' }), 'delivered', false],
  ['a delivered order cannot fail', mine('delivered', { status: 'completed' }), 'failed', 'failed-precondition'],
  [
    'an order on its way cannot be returned',
    mine('on-the-way', { status: 'completed' }),
    'waiting',
    'failed-precondition',
  ],
  ['cancelled', mine('taken', { status: 'cancelled' }), 'on-the-way', 'failed-precondition'],
])('%s', (_what, of, to, expected) => {
  expect(says(of, to)).toBe(expected);
});

test.each<[DeliveryStep, NonNullable<DeliveryProgress['state']>, boolean | string]>([
  ['waiting', 'taken', true],
  ['waiting', 'on-the-way', true],
  ['waiting', 'at-door', true],
  ['waiting', 'delivered', 'failed-precondition'],
  ['waiting', 'failed', 'failed-precondition'],
  ['delivered', 'on-the-way', true],
  ['failed', 'at-door', true],
  ['at-door', 'taken', 'failed-precondition'],
  ['taken', 'taken', 'conflict'],
])('a manager sets “%s” on a delivery of a driver that is %s', (to, state, expected) => {
  const decided = decideDeliveryStep(mine(state, { status: 'completed' }), to, 'kim', { leads: true });
  expect(decided.ok ? decided.value.changed : decided.error.code).toBe(expected);
  const staff = decideDeliveryStep(mine(state, { status: 'completed' }), to, 'kim');
  expect(staff.ok || staff.error.code).toBe('conflict');
});

test('if two drivers take one order, the first one gets it and the second reads the driver’s name', () => {
  const taken = decideDeliveryStep(mine('taken'), 'taken', 'kim');
  expect(taken.ok || [taken.error.code, taken.error.message]).toEqual(['conflict', 'Sam is delivering this order.']);
});

test('a delivery ends once, in any sequence of steps and with repeated ones', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...DELIVERY_STEPS)), (steps) => {
      let at: DeliveryProgress = trip({ status: 'ready' });
      let ends = 0;
      for (const step of steps) {
        const decided = decideDeliveryStep(at, step, 'sam');
        if (!decided.ok || !decided.value.changed) continue;
        at = step === 'waiting' ? trip() : mine(step);
        if (isDeliveryOver(at.state)) ends += 1;
      }
      expect(ends).toBeLessThanOrEqual(1);
    }),
  );
});

test('a step keeps the time from the device, limited to between the order and now', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
  expect(clampStepTime(at('19:02'), at('18:00'), at('19:20'))).toEqual(at('19:02'));
  expect(clampStepTime(at('20:00'), at('18:00'), at('19:20'))).toEqual(at('19:20'));
  expect(clampStepTime(at('17:00'), at('18:00'), at('19:20'))).toEqual(at('18:00'));
  expect(clampStepTime(null, at('18:00'), at('19:20'))).toEqual(at('19:20'));
});

test('an unknown step gets a plain label', () => {
  expect(['at-door', 'in-the-lift'].map(deliveryLabel)).toEqual(['At the door', 'In the lift']);
});

test.each([
  ['paid and wished so', 0, true, 'Leave at the door'],
  ['something is to be collected', 0.05, true, null],
  ['it is handed over', 0, false, null],
  ['no note', 0, undefined, null],
])('the text about the door if %s', (_where, due, leaveAtDoor, words) => {
  expect(leaveAtDoorText({ due, deliveryInfo: { leaveAtDoor } })).toBe(words);
});

test.each<[string, DeliveryProgress, string, { toDriverId: string; leads: boolean }, boolean | string]>([
  ['its driver, before it left', mine('taken'), 'sam', { toDriverId: 'kim', leads: false }, true],
  [
    'its driver, at the door',
    mine('at-door', { status: 'completed' }),
    'sam',
    { toDriverId: 'kim', leads: false },
    true,
  ],
  ['a manager', mine('on-the-way', { status: 'completed' }), 'lee', { toDriverId: 'kim', leads: true }, true],
  ['a colleague', mine('on-the-way'), 'kim', { toDriverId: 'kim', leads: false }, 'conflict'],
  ['its driver, again', mine('taken'), 'sam', { toDriverId: 'sam', leads: false }, false],
  ['anybody, without a driver', trip(), 'sam', { toDriverId: 'kim', leads: true }, 'failed-precondition'],
  [
    'its driver, after it was delivered',
    mine('delivered'),
    'sam',
    { toDriverId: 'kim', leads: false },
    'failed-precondition',
  ],
  [
    'its driver, of a cancelled order',
    mine('taken', { status: 'cancelled' }),
    'sam',
    { toDriverId: 'kim', leads: false },
    'failed-precondition',
  ],
])('%s hands a delivery over', (_who, of, by, to, expected) => {
  const decided = decideHandOver(of, by, to);
  expect(decided.ok ? decided.value.changed : decided.error.code).toBe(expected);
});

test('what could not be delivered comes back, and can then be delivered again', () => {
  const failed = mine('failed', { status: 'completed' });
  expect([says(failed, 'returned'), says(failed, 'returned', 'kim'), says(failed, 'waiting')]).toEqual([
    true,
    'conflict',
    'failed-precondition',
  ]);
  expect(says(mine('returned', { status: 'completed' }), 'waiting')).toBe(true);
  expect([isDeliveryOver('failed'), isDeliveryOver('returned')]).toEqual([false, true]);
});
