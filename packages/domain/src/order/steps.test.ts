import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes } from '../core/time.ts';
import { ANONYMOUS_ACTOR, SYSTEM_ACTOR, type Actor, type Role } from '../people/actors.ts';
import { singleTime } from './promise/promised-window.ts';
import {
  hasReachedStatus,
  BATCH_PAUSE_MS,
  checkOrderAction,
  CANCEL_REASON_REQUIRED,
  CORRECTION_SECONDS,
  correctionTimes,
  correctOrderStep,
  DEFAULT_CANCEL_REASON,
  decideStatusChange,
  nextAction,
  ORDER_ACTIONS,
  ORDER_STEPS,
  stepTimes,
  type OrderAction,
  type SteppedOrder,
} from './steps.ts';
import { isFinalStatus, ORDER_STATUSES, type OrderStatus } from './statuses.ts';

const person = (role: Role, userId: string, ...locationIds: string[]): Actor => ({
  kind: 'person',
  userId,
  role,
  locationIds,
  email: `${userId}@example.com`,
  name: userId,
});
const guest = person('customer', 'guest');
const otherGuest = person('customer', 'stranger');
const cook = person('staff', 'cook', 'truro');
const cookElsewhere = person('staff', 'cook-2', 'new-glasgow');
const manager = person('manager', 'manager', 'truro');
const admin = person('admin', 'admin');
const site: Actor = { kind: 'site' };
const machine: Actor = { kind: 'machine', keyId: 'k', name: 'till' };
const order = (status: OrderStatus): SteppedOrder => ({ status, locationId: 'truro', ownerId: 'guest' });

const STEPS: Readonly<Record<OrderStatus, Partial<Record<OrderAction, OrderStatus>>>> = {
  pending: { start: 'preparing', cancel: 'cancelled' },
  preparing: { ready: 'ready', cancel: 'cancelled' },
  ready: { complete: 'completed' },
  completed: {},
  cancelled: {},
};

const noStep = (from: OrderStatus, to: OrderStatus) => ({
  ok: false,
  error: { code: 'invalid-transition', message: `Cannot change order from ${from} to ${to}`, details: { from, to } },
});

test.each(ORDER_STATUSES)('an order that is %s allows exactly its own steps', (status) => {
  for (const action of ORDER_ACTIONS) {
    const { to } = ORDER_STEPS[action];
    const allowed = STEPS[status][action] === to;
    expect(checkOrderAction(order(status), action, cook)).toEqual(
      allowed ? { ok: true, value: true } : noStep(status, to),
    );
  }
});

test.each([
  ['nobody', ANONYMOUS_ACTOR, [], 'unauthenticated'],
  ['the site', site, [], 'permission-denied'],
  ['the guest who placed it', guest, ['cancel'], 'permission-denied'],
  ['another guest', otherGuest, [], 'permission-denied'],
  ['a cook', cook, ['start', 'cancel'], 'invalid-transition'],
  ['a cook of the other location', cookElsewhere, [], 'permission-denied'],
  ['a manager', manager, ['start', 'cancel'], 'invalid-transition'],
  ['an admin', admin, ['start', 'cancel'], 'invalid-transition'],
  ['a machine', machine, ['start', 'cancel'], 'invalid-transition'],
  ['the product itself', SYSTEM_ACTOR, ['start', 'cancel'], 'invalid-transition'],
] as const)(
  'with a pending order, %s can do only what their role allows [C-ORDER-08]',
  (_who, actor, allowed, refusal) => {
    for (const action of ORDER_ACTIONS) {
      const answer = checkOrderAction(order('pending'), action, actor);
      const expected = allowed.some((each) => each === action) ? 'allowed' : refusal;
      expect(answer.ok ? 'allowed' : answer.error.code).toBe(expected);
    }
  },
);

test('an order without an account belongs to no customer', () => {
  expect(checkOrderAction({ ...order('pending'), ownerId: null }, 'cancel', guest).ok).toBe(false);
});

test.each(ORDER_STATUSES)(
  'a guest can cancel their own order that is %s only while pending or preparing [A-BOARD-16]',
  (status) => {
    expect(checkOrderAction(order(status), 'cancel', guest).ok).toBe(status === 'pending' || status === 'preparing');
  },
);

test.each(ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const)))(
  'from %s to %s there is one step or none',
  (from, to) => {
    const allowed = from === to || Object.values(STEPS[from]).includes(to);
    const expected = allowed ? { ok: true, value: { from, to, changed: from !== to } } : noStep(from, to);
    expect(decideStatusChange(order(from), to, manager)).toEqual(expected);
  },
);

test('an unauthenticated actor cannot change the status', () => {
  expect(decideStatusChange(order('pending'), 'preparing', ANONYMOUS_ACTOR)).toMatchObject({
    error: { code: 'unauthenticated' },
  });
});

test('setting the current status again still checks the permission', () => {
  expect(decideStatusChange(order('ready'), 'ready', otherGuest).ok).toBe(false);
  expect(decideStatusChange(order('pending'), 'pending', guest).ok).toBe(false);
  expect(decideStatusChange(order('cancelled'), 'cancelled', guest)).toEqual({
    ok: true,
    value: { from: 'cancelled', to: 'cancelled', changed: false },
  });
  expect(decideStatusChange(order('pending'), 'preparing', cookElsewhere).ok).toBe(false);
});

test('no sequence of steps leaves completed or cancelled', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ORDER_STATUSES)), (requests) => {
      const course: OrderStatus[] = ['pending'];
      for (const request of requests) {
        const moved = decideStatusChange(order(course.at(-1) ?? 'pending'), request, SYSTEM_ACTOR);
        if (moved.ok) course.push(moved.value.to);
      }
      const end = course.findIndex(isFinalStatus);
      expect(end < 0 || course.slice(end).every((status) => status === course[end])).toBe(true);
    }),
  );
});

test.each([
  ['pending', 'start', 'Start Preparing'],
  ['preparing', 'ready', 'Mark as Ready'],
  ['ready', 'complete', 'Mark as Completed'],
] as const)('the next step after %s is %s: %s', (status, action, label) => {
  expect(nextAction(status)).toBe(action);
  expect(ORDER_STEPS[action].label).toBe(label);
});

test('the holder of an order link can do what the order’s guest can, and nothing else', () => {
  const reserved = { ...order('pending'), hasOrderLink: true };
  expect(ORDER_ACTIONS.filter((action) => checkOrderAction(reserved, action, ANONYMOUS_ACTOR).ok)).toEqual(['cancel']);
  expect(checkOrderAction({ ...reserved, status: 'ready' }, 'cancel', ANONYMOUS_ACTOR)).toMatchObject({
    error: { code: 'invalid-transition' },
  });
  expect(decideStatusChange(reserved, 'cancelled', ANONYMOUS_ACTOR)).toMatchObject({
    value: { to: 'cancelled', changed: true },
  });
  expect(decideStatusChange(reserved, 'preparing', ANONYMOUS_ACTOR).ok).toBe(false);
  expect(checkOrderAction({ ...reserved, hasOrderLink: false }, 'cancel', ANONYMOUS_ACTOR).ok).toBe(false);
});

test('an order cannot return to pending by a step, and the permission is checked first', () => {
  expect(decideStatusChange(order('preparing'), 'pending', manager)).toEqual(noStep('preparing', 'pending'));
  expect(decideStatusChange(order('preparing'), 'pending', guest)).toMatchObject({
    error: { code: 'permission-denied' },
  });
});

test.each(['completed', 'cancelled'] as const)('no step follows %s', (status) => {
  expect(nextAction(status)).toBeNull();
  expect(isFinalStatus(status)).toBe(true);
});

const at = new Date('2026-11-20T16:00:00Z');

test('starting records the time and promises 45 minutes later [A-BOARD-12] [A-BOARD-13]', () => {
  expect(stepTimes('preparing', at)).toEqual({
    prepStartTime: at,
    promise: singleTime(new Date('2026-11-20T16:45:00Z')),
  });
});

test.each([
  ['promised in 60 minutes', { promised: 60 }, 45],
  ['promised in 45 minutes', { promised: 45 }, 45],
  ['promised in 18 minutes', { promised: 18 }, 18],
  ['late already', { promised: -5 }, -5],
  ['scheduled in 90 minutes', { promised: 90, isScheduled: true }, 90],
  ['scheduled for now', { promised: 0, isScheduled: true }, 0],
  ['a delivery promised in 50 minutes', { promised: 50, wayMinutes: 10 }, 50],
  ['a delivery promised in 90 minutes', { promised: 90, wayMinutes: 10 }, 55],
])('starting an order that is %s (%j) leaves it promised in %d minutes [A-BOARD-13]', (_what, start, due) => {
  const {
    promised,
    isScheduled = false,
    wayMinutes = 0,
  } = start as {
    promised: number;
    isScheduled?: boolean;
    wayMinutes?: number;
  };
  const to = addMinutes(at, promised);
  const window = { from: addMinutes(to, -10), to };
  const { promise } = stepTimes('preparing', at, { window, wantedFor: isScheduled ? to : null, wayMinutes });
  expect(promise).toEqual({ from: addMinutes(at, due - 10), to: addMinutes(at, due) });
});

test.each([
  ['ready', { readyTime: at }],
  ['completed', { completedTime: at }],
  ['cancelled', { cancelledTime: at }],
] as const)('a step to %s sets %j', (to, times) => {
  expect(stepTimes(to, at)).toEqual(times);
});

test('a batch of status updates pauses 100 ms between two orders', () => {
  expect(BATCH_PAUSE_MS).toBe(100);
});

test('the texts about cancellation reasons are as specified', () => {
  expect(CANCEL_REASON_REQUIRED).toBe('Please provide a reason for cancellation');
  expect(DEFAULT_CANCEL_REASON).toBe('Cancelled by admin');
});

const slipped = (status: OrderStatus, seconds: number | null) => ({
  ...order(status),
  steppedAt: seconds === null ? null : new Date(at.getTime() - seconds * 1000),
  steppedBy: 'u-colleague',
});

test.each([
  ['preparing', 0, 'pending'],
  ['preparing', CORRECTION_SECONDS, 'pending'],
  ['ready', 9.999, 'preparing'],
  ['ready', -3, 'preparing'],
] as const)('a manager undoes a step to %s after %d s: the order is %s again', (status, seconds, to) => {
  expect(correctOrderStep(slipped(status, seconds), manager, at)).toEqual({
    ok: true,
    value: { from: status, to, changed: true },
  });
});

test.each([
  ['preparing', 10.001, manager, 'failed-precondition', 'A step can only be undone within 10 seconds'],
  ['ready', null, manager, 'failed-precondition', 'A step can only be undone within 10 seconds'],
  ['pending', 1, manager, 'invalid-transition', 'An order that is pending cannot be changed back'],
  ['completed', 1, manager, 'invalid-transition', 'An order that is completed cannot be changed back'],
  ['cancelled', 1, manager, 'invalid-transition', 'An order that is cancelled cannot be changed back'],
  ['ready', 1, cook, 'permission-denied', 'You do not have permission to perform this action.'],
  ['ready', 1, guest, 'permission-denied', 'You do not have permission to perform this action.'],
  [
    'ready',
    1,
    person('manager', 'm2', 'new-glasgow'),
    'permission-denied',
    'You do not have permission to perform this action.',
  ],
] as const)('%s after %s s cannot be undone by %j', (status, seconds, actor, code, message) => {
  const answer = correctOrderStep(slipped(status, seconds), actor, at);
  expect(answer.ok ? null : [answer.error.code, answer.error.message]).toEqual([code, message]);
});

test('the person who made the step can undo it too, at their own location and in time', () => {
  const own = (seconds: number) => ({ ...slipped('ready', seconds), steppedBy: 'cook' });
  expect(correctOrderStep(own(9), cook, at)).toEqual({
    ok: true,
    value: { from: 'ready', to: 'preparing', changed: true },
  });
  expect(correctOrderStep(own(11), cook, at).ok).toBe(false);
  expect(correctOrderStep({ ...own(9), locationId: 'elsewhere' }, cook, at).ok).toBe(false);
  expect(correctOrderStep({ ...slipped('ready', 1), steppedBy: null }, SYSTEM_ACTOR, at).ok).toBe(true);
});

test('a refused undo returns the statuses as details', () => {
  const late = correctOrderStep(slipped('ready', 60), manager, at);
  expect(late.ok ? null : late.error.details).toEqual({ from: 'ready', to: 'preparing' });
  const final = correctOrderStep(slipped('completed', 1), manager, at);
  expect(final.ok ? null : final.error.details).toEqual({ from: 'completed' });
});

test('undoing a step clears its timestamps and restores the promised time', () => {
  const promised = addMinutes(at, 27);
  const window = { from: addMinutes(at, 12), to: addMinutes(at, 22) };
  expect(correctionTimes('pending', { window, promisedReady: promised })).toEqual({
    prepStartTime: null,
    promise: { from: addMinutes(at, 17), to: promised },
  });
  expect(correctionTimes('pending', { window, promisedReady: null })).toMatchObject({ promise: window });
  expect(correctionTimes('preparing', { window, promisedReady: promised })).toEqual({ readyTime: null });
});

test.each([
  ['ready', 'preparing', true],
  ['ready', 'ready', true],
  ['completed', 'preparing', true],
  ['preparing', 'ready', false],
  ['pending', 'preparing', false],
  ['cancelled', 'ready', false],
  ['ready', 'cancelled', false],
  ['somewhere', 'ready', false],
])('an order that is %s has reached %s: %s', (current, wanted, expected) => {
  expect(hasReachedStatus(current, wanted)).toBe(expected);
});
