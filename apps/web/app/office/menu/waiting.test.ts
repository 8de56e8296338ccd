import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import type { Change, QueuedChange } from '../../shared/offline/changes.ts';
import { withChanges } from '../../shared/offline/pending-changes.ts';
import { withMenuChange } from './menu-data.ts';

type Menu = Answer<'getLocationMenuAdmin'>;

// Only the fields that change matter.
const menu = {
  locationId: 'truro',
  items: ['dosa', 'thali', 'naan'].map((id) => ({ id, name: id, price: 9, isAvailable: true })),
  categories: [],
} as unknown as Menu;

const waits = (change: Change, isStuck = false): QueuedChange => ({
  ...change,
  kind: 'menu',
  subjects: [],
  failures: 0,
  notBefore: 0,
  isStuck,
  place: 1,
  id: 'key',
  about: '',
  by: null,
  madeAt: 0,
  problem: null,
});
const hide = (locationId: string, ...itemIds: string[]): Change => ({
  call: 'setMenuAvailability',
  body: { locationId, itemIds, isAvailable: false },
});
const shown = (...waiting: readonly QueuedChange[]) =>
  withChanges(menu, waiting, withMenuChange).items.map(({ id, name, isAvailable }) => [id, name, isAvailable]);

test('the menu shows queued changes as done, even after a reload [A-OFF-06]', () => {
  expect(
    shown(
      waits(hide('truro', 'dosa', 'naan')),
      waits({ call: 'updateMenuItem', body: { locationId: 'truro', itemId: 'dosa', updates: { name: 'Great dosa' } } }),
      waits({ call: 'deleteMenuItem', body: { locationId: 'truro', itemId: 'thali' } }),
    ),
  ).toEqual([
    ['dosa', 'Great dosa', false],
    ['naan', 'naan', false],
  ]);
});

test('does not show refused changes or those of another menu', () => {
  expect(shown(waits(hide('truro', 'dosa'), true), waits(hide('new-glasgow', 'naan')))).toEqual(shown());
});
