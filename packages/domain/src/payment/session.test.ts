import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { LATE_PAYMENT_MINUTES, settlementOf, type SessionStatus, type SessionToSettle } from './session.ts';

const now = new Date('2026-11-20T22:00:00Z');
const open: SessionToSettle = {
  kind: 'customer',
  status: 'open',
  amount: cents(45_67),
  closedAt: null,
  order: null,
  isCartOrdered: false,
  takesOrders: true,
};
const paid = { status: 'paid' as const, amount: cents(45_67) };
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test('an open session that was paid becomes an order, without a word', () => {
  expect(settlementOf(open, paid, now)).toEqual({ do: 'order', attention: null });
});

test.each<SessionStatus>(['open', 'paid', 'failed', 'expired', 'cancelled'])(
  'a session that is paid already stays as it is, whatever is heard (%s)',
  (status) => {
    expect(settlementOf({ ...open, status: 'paid' }, { status, amount: cents(1) }, now)).toEqual({ do: 'nothing' });
  },
);

test.each(['failed', 'expired', 'cancelled'] as const)('no money closes an open session: %s', (status) => {
  expect(settlementOf(open, { status, amount: null }, now)).toEqual({ do: 'close', as: status });
  expect(settlementOf({ ...open, status }, { status: 'expired', amount: null }, now)).toEqual({ do: 'nothing' });
});

test('nothing was heard: nothing happens', () => {
  expect(settlementOf(open, { status: 'open', amount: null }, now)).toEqual({ do: 'nothing' });
});

test.each<[string, Partial<SessionToSettle>, 'order' | 'give-back']>([
  ['expired just now', { status: 'expired', closedAt: minutesAgo(LATE_PAYMENT_MINUTES) }, 'order'],
  ['failed just now', { status: 'failed', closedAt: minutesAgo(1) }, 'order'],
  ['expired long ago', { status: 'expired', closedAt: minutesAgo(LATE_PAYMENT_MINUTES + 1) }, 'give-back'],
  ['cancelled just now', { status: 'cancelled', closedAt: minutesAgo(0) }, 'give-back'],
  ['its cart was ordered meanwhile', { isCartOrdered: true }, 'give-back'],
  [
    'its cart was ordered, and its page had run out',
    { isCartOrdered: true, status: 'expired', closedAt: minutesAgo(1) },
    'give-back',
  ],
  ['its location was removed', { takesOrders: false }, 'give-back'],
  ['another amount was charged', { amount: cents(45_68) }, 'give-back'],
])('money that comes late or wrong is an order or goes back, and staff are told: %s', (_, change, becomes) => {
  const settlement = settlementOf({ ...open, ...change }, paid, now);
  expect(settlement).toEqual({ do: becomes, attention: expect.any(String) });
});

test('the same amount in another currency is no amount', () => {
  expect(settlementOf(open, { status: 'paid', amount: null }, now).do).toBe('give-back');
});

test.each<[SessionToSettle['order'], 'order' | 'give-back']>([
  [{ status: 'pending', paymentStatus: 'pending' }, 'order'],
  [{ status: 'completed', paymentStatus: 'failed' }, 'order'],
  [{ status: 'cancelled', paymentStatus: 'pending' }, 'give-back'],
  [{ status: 'ready', paymentStatus: 'paid' }, 'give-back'],
  [{ status: 'cancelled', paymentStatus: 'refunded' }, 'give-back'],
  [null, 'give-back'],
])('an order on account (%o) is paid once: %s', (order, becomes) => {
  expect(settlementOf({ ...open, kind: 'account', order }, paid, now).do).toBe(becomes);
});

test('the link of an order on account may be paid long after it ran out', () => {
  const order = { status: 'ready', paymentStatus: 'failed' } as const;
  const session: SessionToSettle = { ...open, kind: 'account', status: 'expired', closedAt: minutesAgo(600), order };
  expect(settlementOf(session, paid, now)).toEqual({ do: 'order', attention: null });
});
