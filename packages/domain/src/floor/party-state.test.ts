import { expect, test } from 'vitest';
import { partyState, type BillsOfParty } from './party-state.ts';

/** Times are minutes of the evening; the party was seated at 0. */
const bills = (fields: Partial<BillsOfParty<number>>): BillsOfParty<number> => ({
  open: 0,
  finished: 0,
  onPass: 0,
  held: 0,
  isPaying: false,
  due: 0,
  ...fields,
});

const STARTERS_SERVED = { finished: 1, servedAt: 20, due: 50 };
test.each<[string, BillsOfParty<number> | undefined, string, number]>([
  ['has no bill', undefined, 'to-order', 0],
  ['has a bill without orders', bills({}), 'to-order', 0],
  ['ordered', bills({ open: 1, sentAt: 5, due: 20 }), 'fired', 5],
  ['ordered starters, with its mains held', bills({ open: 1, sentAt: 5, held: 1, heldAt: 5, due: 50 }), 'fired', 5],
  ['has only held dishes', bills({ held: 1, heldAt: 6, due: 20 }), 'to-order', 6],
  ['was served starters, with its mains held', bills({ ...STARTERS_SERVED, held: 1, heldAt: 5 }), 'to-order', 20],
  ['was served starters, and its mains were fired', bills({ ...STARTERS_SERVED, open: 1, sentAt: 25 }), 'fired', 25],
  ['has starters on the pass', bills({ finished: 1, onPass: 1, onPassAt: 14, held: 1, due: 50 }), 'on-the-pass', 14],
  [
    'has one dish on the pass and another in the kitchen',
    bills({ open: 1, sentAt: 5, finished: 1, onPass: 1, onPassAt: 14, due: 50 }),
    'on-the-pass',
    14,
  ],
  ['eats its last course', bills(STARTERS_SERVED), 'to-pay', 20],
  ['asked for its bill', bills({ ...STARTERS_SERVED, isPaying: true, billAt: 40 }), 'to-pay', 40],
  ['split its bill at an unknown time', bills({ ...STARTERS_SERVED, isPaying: true }), 'to-pay', 20],
  [
    'asked for its bill while a tea is made',
    bills({ ...STARTERS_SERVED, open: 1, sentAt: 38, isPaying: true, billAt: 40 }),
    'to-pay',
    40,
  ],
  [
    'has food on the pass and its bill',
    bills({ onPass: 1, onPassAt: 41, isPaying: true, billAt: 40 }),
    'on-the-pass',
    41,
  ],
  ['paid', bills({ finished: 1, servedAt: 20, paidAt: 45 }), 'paid', 45],
  ['got everything on the house', bills({ finished: 1, servedAt: 20 }), 'paid', 20],
  ['paid before its food is made', bills({ open: 1, sentAt: 5, paidAt: 6 }), 'fired', 5],
])('a party that %s', (_what, party, state, since) => {
  expect(partyState(0, party)).toEqual({ state, since });
});
