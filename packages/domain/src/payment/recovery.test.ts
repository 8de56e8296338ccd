import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { recoveryOf, type Recovery } from './recovery.ts';

type Payment = Parameters<typeof recoveryOf>[0];

const lost: Payment = { amount: cents(2000), isRecorded: false, isRefunded: false, session: null, order: null };
const open = { kind: 'customer', status: 'open' } as const;
const bill = { status: 'pending', room: cents(2000) } as const;

test.each<[string, Partial<Payment>, Recovery]>([
  ['a recorded payment stays as it is', { isRecorded: true, session: { kind: 'customer', status: 'paid' } }, 'known'],
  ['an open session is settled', { session: open }, 'settle'],
  ['a cancelled session is settled, which refunds it', { session: { ...open, status: 'cancelled' } }, 'settle'],
  ['a paid session that was paid again needs a person', { session: { ...open, status: 'paid' } }, 'raise'],
  ['an order whose money went back is not cooked', { session: open, isRefunded: true }, 'raise'],
  [
    'a bill gets a payment whose money went back',
    { session: { kind: 'account', status: 'open' }, isRefunded: true },
    'settle',
  ],
  ['a lost link is attached to its bill', { order: bill }, 'attach'],
  ['a bill that owes less needs a person', { order: { ...bill, room: cents(1999) } }, 'raise'],
  ['a cancelled order takes no payment', { order: { ...bill, status: 'cancelled' } }, 'raise'],
  ['a lost draft needs a person', {}, 'raise'],
])('%s', (_, change, expected) => {
  expect(recoveryOf({ ...lost, ...change })).toBe(expected);
});
