import { ANONYMOUS_ACTOR } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { eventForListener, mayConcernListener } from './event-visibility.ts';
import type { LoggedEvent } from './log.ts';

const party = { sittingId: 's1', locationId: 'truro' };
const phone = { actor: ANONYMOUS_ACTOR, keyLimits: null, linkedOrder: null, party };
const event = (type: LoggedEvent['type'], locationId: string, data: LoggedEvent['data']): LoggedEvent => ({
  cursor: '1-1',
  type,
  locationId,
  userId: 'u1',
  at: new Date('2026-11-20T22:42:00.000Z'),
  data,
});
const round = (sittingId: string) => ({ order: { id: 'A', tab: { sittingId }, allergies: [{ code: 'milk' }] } });

test.each([
  ['an order of its party', event('order.created', 'truro', round('s1')), true],
  ['a change of an order of its party', event('order.updated', 'truro', round('s1')), true],
  ['an order of another party', event('order.created', 'truro', round('s2')), false],
  ['an order without a table', event('order.created', 'truro', { order: { id: 'A' } }), false],
  ['a call of its party', event('floor.changed', 'truro', { sittingId: 's1' }), true],
  ['a call of another party', event('floor.changed', 'truro', { sittingId: 's2' }), false],
  ['a change of the floor that names no party', event('floor.changed', 'truro', {}), true],
  ['a change of the floor elsewhere', event('floor.changed', 'new-glasgow', {}), false],
  ['a reservation', event('reservation.created', 'truro', {}), false],
])('a phone at a table hears of %s only that something changed, or nothing', (_what, happened, isHeard) => {
  const heard = eventForListener(phone, happened);
  expect(heard && { type: heard.type, userId: heard.userId, data: heard.data }).toEqual(
    isHeard ? { type: 'floor.changed', userId: null, data: {} } : null,
  );
  // What was not remembered may concern it.
  expect(isHeard && !mayConcernListener(phone, { ...happened, deliveredAt: 0 })).toBe(false);
});
