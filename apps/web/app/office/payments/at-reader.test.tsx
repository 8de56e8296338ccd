import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { partInCash, unpaidBill as bill } from '../../testing/bills.ts';
import { dalForOne } from '../../testing/samples.ts';
import { openBill } from '../../testing/show.tsx';

type Bill = Answer<'getBill'>['bill'];

const order = { ...dalForOne, orderTime: new Date().toISOString(), status: 'ready' as const };
const reader = (name: string) => ({
  readerId: name,
  locationId: 'truro',
  name,
  device: 'WisePOS E',
  serial: `S-${name}`,
  addedAt: '2026-11-20T22:00:00.000Z',
});
const readers: Answers = { getReaders: { readers: [reader('Counter 1'), reader('Patio')], canAdd: true } };

/** A bill whose whole amount is pending at a card reader. */
const inHand = (message: string | null, at = 'Counter 1'): Bill => ({
  ...bill,
  held: bill.due,
  payments: [
    {
      ...partInCash,
      provider: 'stripe',
      method: 'card',
      status: 'pending',
      amount: bill.due,
      tender: 'terminal',
      processedBy: null,
      capturedAt: null,
      given: null,
      sessionId: 's1',
      reader: { readerId: at, name: at, said: message },
    },
  ],
});
const paid: Bill = {
  ...bill,
  paid: bill.due,
  due: 0,
  state: 'settled',
  payments: inHand(null).payments.map((each) => ({
    ...each,
    status: 'succeeded',
    sessionId: null,
    reader: null,
    card: { brand: 'mastercard', last4: '4444' },
  })),
};

const paying = (more: Answers = {}) => openBill(order, { ...readers, ...more });

const handed = (after: Bill): Answers => ({
  payOnTerminal: { paymentId: 'p1', sessionId: 's1', bill: after, order },
  getBill: { bill: after },
});

test('sends a part to a card reader, waits for it and shows the card that paid', async () => {
  const { press, sent, answer } = await paying();
  answer(handed(inHand(null)));
  await press('Card terminal', 'radio');
  await press('Patio', 'radio');
  await press('The reader asks for a tip', 'checkbox');
  await press('Send $11.40 to Patio');
  await expect(screen).toShow('Waiting for the card on Counter 1');
  await expect(screen).toShow(
    'The rest is being paid at a card reader. Cancel that above to take the money another way.',
  );
  expect(screen.getByRole('button', { name: 'Waiting for Counter 1' })).toBeTruthy();
  expect(sent('payOnTerminal')).toEqual([
    { billId: bill.billId, amount: bill.due, tip: 0, readerId: 'Patio', askTip: true },
  ]);
  answer({ getBill: { bill: paid } });
  await expect(screen).toShow('All paid');
  await expect(screen).toShow('Mastercard ending in 4444');
});

test('a declined card shows the reason and can be tried again on the same or another reader', async () => {
  const declined = inHand('The card was declined.');
  const { press, sent, answer } = await paying({
    getBill: { bill: declined },
    retryTerminalPayment: refusal('failed-precondition', 'This reader waits for the card of another order.'),
  });
  await expect(screen).toShow('The card was declined.');
  await press('Ask again');
  await expect(screen).toShow('This reader waits for the card of another order.');
  answer({ retryTerminalPayment: { bill: inHand(null, 'Patio') }, getBill: { bill: inHand(null, 'Patio') } });
  await press('Ask on Patio');
  await expect(screen).toShow('Waiting for the card on Patio');
  expect(sent('retryTerminalPayment')).toEqual([
    { sessionId: 's1', readerId: 'Counter 1' },
    { sessionId: 's1', readerId: 'Patio' },
  ]);
});

test('cancelling frees the part for payment, and a failed cancellation shows an error', async () => {
  const { press, sent, answer } = await paying({
    getBill: { bill: inHand(null) },
    cancelPaymentLink: refusal('conflict', 'This payment was replaced by a newer one.'),
  });
  await press('Cancel');
  await expect(screen).toShow('This payment was replaced by a newer one.');
  answer({
    cancelPaymentLink: { sessionId: 's1', status: 'cancelled', orderId: bill.billId },
    getBill: { bill },
  });
  await press('Cancel');
  await expect(screen).toShow('Take $11.40');
  expect(sent('cancelPaymentLink')).toHaveLength(2);
});

test('a card payment on a separate terminal can be recorded by hand, with or without card readers', async () => {
  const { press, sent, answer } = await paying();
  answer({ addPayment: { paymentId: 'p1', taken: 11.4, change: 0, paymentUrl: null, bill: paid, order } });
  await press('Card terminal', 'radio');
  await press('By hand', 'radio');
  await press('Take $11.40');
  await expect(screen).toShow('All paid');
  expect(sent('addPayment')).toEqual([{ billId: bill.billId, tender: 'terminal', amount: 11.4, tip: 0 }]);
  expect(sent('payOnTerminal')).toEqual([]);
});

test('no card payment can be recorded by hand while the card readers are loading', async () => {
  let know: (answer: Answer<'getReaders'>) => void = () => undefined;
  const { press } = await paying({ getReaders: () => new Promise((resolve) => (know = resolve)) });
  await press('Card terminal', 'radio');
  await expect(screen).toShow('Looking for card readers…');
  know({ readers: [reader('Counter 1')], canAdd: true });
  await expect(screen).toShow('Send $11.40 to Counter 1');
});

test('a reader busy with another order takes no payment and names that order', async () => {
  const { press } = await paying({
    payOnTerminal: refusal('failed-precondition', 'This reader waits for the card of order TRU-1.'),
  });
  await press('Card terminal', 'radio');
  await press('Send $11.40 to Counter 1');
  await expect(screen).toShow('No payment was taken');
  await expect(screen).toShow('This reader waits for the card of order TRU-1.');
});
