import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '@tiffin/domain/core';
import { urgencyOf, type Urgency } from '@tiffin/domain/order';
import {
  MAX_STORED_ACCEPTED,
  alertStep,
  nextWakeAt,
  INITIAL_ALERT_STATE,
  type AlertInput,
  type AlertOrder,
  type AlertState,
} from './alarm.ts';
import { DEFAULT_SOUND_SETTINGS } from './sound-settings.ts';

const audible: AlertState = {
  ...INITIAL_ALERT_STATE,
  canPlay: true,
  settings: { ...DEFAULT_SOUND_SETTINGS, reservationSounds: true },
};
const order = (id: string, status = 'pending', urgency: Urgency = 'normal'): AlertOrder => ({ id, status, urgency });
const orders = (...list: AlertOrder[]): AlertInput => ({ type: 'orders', list: 'truro', orders: list });
const tick: AlertInput = { type: 'tick' };

/** Runs inputs keyed by second and records each played sound as 'second sound volume'. */
function runScript(script: Readonly<Record<number, AlertInput>>, seconds: number, from: AlertState = audible) {
  const sounds: string[] = [];
  const popups: (string | null)[] = [];
  let state = from;
  for (let second = 0; second <= seconds; second++) {
    const step = alertStep(state, script[second] ?? tick, second * 1000);
    state = step.state;
    for (const effect of step.effects) sounds.push(`${second} ${effect.sound} ${effect.volume}`);
    popups.push(state.popup[0] ?? null);
  }
  return { sounds, popups, state };
}

test('the first load plays no sound, shows its pending orders oldest first, and sends reminders later [A-SOUND-13] [A-BOARD-30]', () => {
  const { sounds, popups } = runScript({ 0: orders(order('a'), order('b'), order('c', 'ready')) }, 5);
  expect(sounds).toEqual(['2 new-order 0.9', '4 new-order 0.9']);
  expect(popups[0]).toBe('a');
  expect(runScript({ 0: orders(order('a'), order('b')) }, 0).state.popup).toEqual(['a', 'b']);
});

test('a new pending order in a later list triggers the alert [A-SOUND-14]', () => {
  const script = { 0: orders(order('a')), 1: orders(order('a'), order('b'), order('c', 'preparing')) };
  const { sounds, state } = runScript(script, 2);
  expect(sounds).toEqual(['1 new-order 0.8']);
  expect(state.popup).toEqual(['a', 'b']);
});

test('another location is a first load again', () => {
  const elsewhere: AlertInput = { type: 'orders', list: 'new-glasgow', orders: [order('x'), order('y')] };
  const { sounds, state } = runScript({ 0: orders(order('a')), 1: elsewhere }, 2);
  expect(sounds).toEqual(['2 new-order 0.9']);
  expect(state.popup).toEqual(['x', 'y']);
});

test('a pending order re-alerts every 20 seconds, 0.2 louder each time, at most 1 [A-SOUND-15] [A-SOUND-16]', () => {
  const quiet = { ...audible, settings: { ...audible.settings, orderVolume: 0.3 } };
  const script = { 0: orders(), 1: orders(order('a')), 2: { type: 'accept', orderId: 'a' } as const };
  expect(runScript(script, 102, quiet).sounds).toEqual([
    '1 new-order 0.3',
    '21 new-order 0.5',
    '41 new-order 0.7',
    '61 new-order 0.9',
    '81 new-order 1',
    '101 new-order 1',
  ]);
});

test.each([
  ['leaves pending', orders(order('a', 'preparing'))],
  ['disappears', orders()],
])('stops the reminders of an order that %s [A-SOUND-15]', (_what, removed) => {
  const script = { 0: orders(), 1: orders(order('a')), 4: removed };
  const { sounds, popups } = runScript(script, 60);
  expect(sounds).toEqual(['1 new-order 0.8', '3 new-order 0.9']);
  expect(popups.at(3)).toBe('a');
  expect(popups.at(4)).toBeNull();
});

test('reminds of orders pending at the first load after 20 seconds', () => {
  const { sounds } = runScript({ 0: orders(order('a')), 1: { type: 'accept', orderId: 'a' } }, 45);
  expect(sounds).toEqual(['20 new-order 1', '40 new-order 1']);
});

test('the popup repeats its sound every 2 seconds at 0.9 until the order is accepted [A-SOUND-19]', () => {
  const script = { 0: orders(), 1: orders(order('a')), 8: { type: 'accept', orderId: 'a' } as const };
  expect(runScript(script, 15).sounds).toEqual([
    '1 new-order 0.8',
    '3 new-order 0.9',
    '5 new-order 0.9',
    '7 new-order 0.9',
  ]);
});

test('accepting moves to the next; the popup closes when none remains [A-BOARD-31]', () => {
  const script: Record<number, AlertInput> = {
    0: orders(),
    1: orders(order('a'), order('b')),
    3: { type: 'accept', orderId: 'a' },
    // The list still contains it as pending, but an accepted order does not return to the popup.
    4: orders(order('a'), order('b')),
    6: { type: 'accept', orderId: 'b' },
    7: orders(order('a'), order('b')),
  };
  expect(runScript(script, 8).popups).toEqual([null, 'a', 'a', 'b', 'b', 'b', null, null, null]);
});

test('an order accepted before its list arrived never opens the popup', () => {
  const script: Record<number, AlertInput> = {
    0: orders(),
    1: { type: 'accept', orderId: 'a' },
    2: orders(order('a')),
  };
  expect(runScript(script, 3).popups).toEqual([null, null, null, null]);
});

test('after 15 seconds the next in the queue moves to the front; a single order stays [A-BOARD-33]', () => {
  const script = { 0: orders(), 1: orders(order('a'), order('b')) };
  const { popups } = runScript(script, 32);
  expect([popups[15], popups[16], popups[30], popups[31]]).toEqual(['a', 'b', 'b', 'a']);
  expect(runScript({ 0: orders(), 1: orders(order('a')) }, 40).popups.at(-1)).toBe('a');
});

test('an order that joins while another is shown waits for its turn', () => {
  const script = { 0: orders(), 1: orders(order('a')), 10: orders(order('a'), order('b')) };
  const { popups } = runScript(script, 16);
  expect([popups[10], popups[15], popups[16]]).toEqual(['a', 'a', 'b']);
});

test('an urgent order plays the urgent sound, in the alert and in the popup [A-SOUND-27]', () => {
  const script = { 0: orders(), 1: orders(order('a', 'pending', 'high')) };
  expect(runScript(script, 3).sounds).toEqual(['1 urgent-order 0.8', '3 urgent-order 0.9']);
});

test.each([
  [100_01, 1, 'urgent-order'],
  [100_00, 5, 'new-order'],
  [10_00, 6, 'urgent-order'],
  [60_00, 4, 'new-order'],
])('%i cents and %i items play %s', (total, items, name) => {
  const script = { 0: orders(), 1: orders(order('a', 'pending', urgencyOf(cents(total), items))) };
  expect(runScript(script, 1).sounds).toEqual([`1 ${name} 0.8`]);
});

test('several orders at once make one sound, and one urgent among them makes it urgent', () => {
  const script = { 0: orders(), 1: orders(order('a'), order('b', 'pending', 'high'), order('c')) };
  expect(runScript(script, 2).sounds).toEqual(['1 urgent-order 0.8']);
});

test('two sounds are at least a second apart: the later one waits [A-SOUND-42]', () => {
  const first = alertStep(audible, orders(), 0).state;
  const second = alertStep(first, orders(order('a')), 100);
  const third = alertStep(second.state, orders(order('a'), order('b')), 600);
  expect(second.effects).toHaveLength(1);
  expect(third.effects).toEqual([]);
  expect(nextWakeAt(third.state)).toBe(1100);
  expect(alertStep(third.state, tick, 1099).effects).toEqual([]);
  expect(alertStep(third.state, tick, 1100).effects).toHaveLength(1);
});

test('plays nothing when sound is blocked or turned off [A-SOUND-17] [A-SOUND-18]', () => {
  const script = { 0: orders(), 1: orders(order('a')) };
  expect(runScript(script, 30, { ...audible, canPlay: false }).sounds).toEqual([]);
  const off = { ...audible, settings: { ...audible.settings, orderSounds: false } };
  expect(runScript(script, 30, off).sounds).toEqual([]);
  // The popup still appears.
  expect(runScript(script, 30, off).popups.at(-1)).toBe('a');
});

test('after sound is unblocked, the till continues with the next due sound', () => {
  const script: Record<number, AlertInput> = {
    0: orders(),
    1: orders(order('a')),
    10: { type: 'sound-permission', canPlay: true },
    14: { type: 'settings', settings: { ...audible.settings, orderSounds: false } },
  };
  expect(runScript(script, 20, { ...audible, canPlay: false }).sounds).toEqual([
    '11 new-order 0.9',
    '13 new-order 0.9',
  ]);
});

test('plays the custom sound if there is one', () => {
  const settings = { ...audible.settings, custom: { ...audible.settings.custom, 'new-order': '/bell.mp3' } };
  const first = alertStep({ ...audible, settings }, orders(), 0).state;
  expect(alertStep(first, orders(order('a')), 0).effects).toEqual([
    { type: 'play', sound: 'new-order', volume: 0.8, url: '/bell.mp3', isUrgent: false },
  ]);
});

const reservations = (...ids: string[]): AlertInput => ({
  type: 'reservations',
  reservations: ids.map((id) => ({ id, isUrgent: id.startsWith('urgent') })),
});

test('a new reservation plays a sound once, at its own volume, and not at the first load [A-SOUND-01]', () => {
  const script = { 0: reservations('r1'), 1: reservations('r1', 'r2'), 2: reservations('r1', 'r2') };
  expect(runScript(script, 40).sounds).toEqual(['1 new-reservation 0.7']);
  const off = { ...audible, settings: { ...audible.settings, reservationSounds: false } };
  expect(runScript(script, 40, off).sounds).toEqual([]);
});

test('a kitchen change plays once, after orders and before reservations, one second apart', () => {
  const script: Record<number, AlertInput> = {
    0: orders(),
    1: orders(order('a')),
    2: { type: 'accept', orderId: 'a' },
  };
  const changed = alertStep(alertStep(audible, orders(), 0).state, { type: 'kitchen-change' }, 500);
  expect(changed.effects).toMatchObject([{ sound: 'urgent-order', volume: 0.8 }]);
  const booked = alertStep(changed.state, reservations(), 600).state;
  const waiting = alertStep(alertStep(booked, reservations('r1'), 700).state, { type: 'kitchen-change' }, 800);
  expect([waiting.effects, nextWakeAt(waiting.state)]).toEqual([[], 1500]);
  expect(runScript({ 2: tick }, 3, waiting.state).sounds).toEqual(['2 urgent-order 0.8', '3 new-reservation 0.7']);
  const off = { ...audible, settings: { ...audible.settings, orderSounds: false } };
  expect(runScript({ ...script, 3: { type: 'kitchen-change' } }, 5, off).sounds).toEqual([]);
});

test('the effect of an urgent reservation is marked as urgent', () => {
  const first = alertStep(audible, reservations(), 0).state;
  expect(alertStep(first, reservations('r', 'urgent-1'), 0).effects).toMatchObject([{ isUrgent: true }]);
  expect(alertStep(first, reservations('r'), 0).effects).toMatchObject([{ isUrgent: false }]);
});

test('an order sounds before a reservation, which follows a second later', () => {
  const silent = { ...audible, canBeHeard: true };
  let state = alertStep(alertStep(silent, orders(), 0).state, reservations(), 0).state;
  const first = alertStep(state, orders(order('a')), 100);
  state = alertStep(first.state, reservations('r1'), 200).state;
  expect(nextWakeAt(state)).toBe(1100);
  expect(alertStep(state, tick, 1100).effects).toMatchObject([{ sound: 'new-reservation' }]);
});

test('a night of orders leaves little state behind', () => {
  let state = alertStep(audible, orders(), 0).state;
  for (let night = 0; night < 1000; night++) {
    const now = night * 40_000;
    const id = `o${night}`;
    state = alertStep(state, orders(order(id)), now).state;
    state = alertStep(state, { type: 'accept', orderId: id }, now + 5000).state;
    state = alertStep(state, orders(order(id, 'preparing')), now + 5100).state;
    state = alertStep(state, orders(), now + 30_000).state;
  }
  expect(state).toMatchObject({ loadedOrders: [], waiting: [], popup: [] });
  expect(state.accepted).toHaveLength(MAX_STORED_ACCEPTED);
});

test('has no wake-up time when nothing is pending', () => {
  expect(nextWakeAt(INITIAL_ALERT_STATE)).toBeNull();
  expect(nextWakeAt(alertStep(audible, orders(order('a', 'ready')), 0).state)).toBeNull();
  // First only a reminder, then the popup's sound, then the next turn of the queue.
  const accepted = alertStep(audible, { type: 'accept', orderId: 'a' }, 0).state;
  expect(nextWakeAt(alertStep(accepted, orders(order('a')), 0).state)).toBe(20_000);
  const opened = alertStep(alertStep(audible, orders(), 0).state, orders(order('a'), order('b')), 0).state;
  expect(nextWakeAt(opened)).toBe(2000);
  expect(nextWakeAt({ ...opened, popupSoundAt: 19_000 })).toBe(15_000);
});

test('for any input, sounds are a second apart, volumes are from 0 to 1, and popups show only pending unaccepted orders [A-BOARD-30]', () => {
  const someOrders = fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc
            .tuple(fc.constantFrom('pending', 'preparing'), fc.constantFrom<Urgency>('normal', 'high'))
            .map(([status, urgency]) => order(id, status, urgency)),
        ),
      ),
    );
  const input: fc.Arbitrary<AlertInput> = fc.oneof(
    someOrders.map((list) => orders(...list)),
    fc.constantFrom('a', 'b', 'c').map((orderId): AlertInput => ({ type: 'accept', orderId })),
    fc.uniqueArray(fc.constantFrom('r', 's', 'urgent')).map((ids) => reservations(...ids)),
    fc.constant(tick),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(input, fc.integer({ min: 0, max: 9000 })), { maxLength: 40 }), (script) => {
      let state = audible;
      let now = 0;
      let lastSound = -1000;
      let pending: string[] = [];
      const accepted = new Set<string>();
      for (const [next, wait] of script) {
        now += wait;
        const step = alertStep(state, next, now);
        state = step.state;
        if (next.type === 'orders') pending = next.orders.filter((o) => o.status === 'pending').map((o) => o.id);
        if (next.type === 'accept') accepted.add(next.orderId);
        expect(step.effects.length).toBeLessThanOrEqual(1);
        for (const effect of step.effects) {
          expect(now - lastSound).toBeGreaterThanOrEqual(1000);
          expect(effect.volume).toBeGreaterThanOrEqual(0);
          expect(effect.volume).toBeLessThanOrEqual(1);
          lastSound = now;
        }
        for (const id of state.popup) {
          expect(pending).toContain(id);
          expect(accepted.has(id)).toBe(false);
        }
        // No sound is left due once it can be played.
        const wake = nextWakeAt(state) ?? Number.POSITIVE_INFINITY;
        expect(wake > now || step.effects.length === 1).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

test('an order that somebody has accepted does not ring and does not open the popup', () => {
  const accepted = { ...order('till'), isAccepted: true };
  const loaded = alertStep(audible, orders(), 0).state;
  const { state, effects } = alertStep(loaded, orders(accepted), 0);
  expect([state.popup, state.waiting, effects]).toEqual([[], [], []]);
  const both = alertStep(state, orders(accepted, order('guest')), 5000);
  expect([both.state.popup, both.effects.length]).toEqual([['guest'], 1]);
  // Undoing the first step of a guest's order makes it wait again.
  const undone = alertStep(both.state, orders({ ...accepted, isAccepted: false }), 30_000).state;
  expect(undone.popup).toEqual(['till']);
});
