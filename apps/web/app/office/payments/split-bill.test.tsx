import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { openBill } from '../../testing/show.tsx';
import { billOfFive, firstRound, heldMains, tabOfFive, tabsAnswers } from '../../testing/tabs.ts';

type Bill = Answer<'getBill'>['bill'];

const part = (position: number, total: number, more: Partial<NonNullable<Bill['parts']>[number]> = {}) => ({
  billId: `${billOfFive.billId}.${position}`,
  label: `Seat ${position}`,
  total,
  paid: 0,
  due: total,
  lines: [],
  ...more,
});
const chai = { orderId: firstRound.id, line: 1, name: 'Chai', quantity: 1, amount: 2 };
const split: Bill = {
  ...billOfFive,
  parts: [part(1, 11.4, { lines: [chai] }), part(2, 11.4, { lines: [{ ...chai, isShared: true }] })],
};

/** The bill of table 5, opened from the ticket of its first round. */
const paying = (more: Answers = {}) =>
  openBill(
    { ...firstRound, status: 'ready', orderTime: new Date().toISOString() },
    { ...tabsAnswers, splitBill: { bills: split.parts ?? [], bill: split }, ...more },
  );

test('a bill is split by seat, and each part is paid, first with the tender of the last, until nothing is open', async () => {
  const { press, sent, answer } = await paying();
  answer({ getBill: { bill: split } });
  await press('By seat');
  await expect(screen).toShow('Seat 2');
  await expect(screen).toShow('1 Chai');
  await expect(screen).toShow('a share of Chai');
  const half: Bill = { ...split, paid: 11.4, due: 11.4, parts: [part(1, 11.4, { paid: 11.4, due: 0 }), part(2, 11.4)] };
  const order = { ...firstRound, due: 11.4 };
  const took = { paymentId: 'p1', taken: 11.4, change: 0, paymentUrl: null, order };
  answer({ getBill: { bill: half }, addPayment: { ...took, bill: { ...half, part: part(1, 0).billId } } });
  await press('Debit', 'radio');
  await press('Take $11.40');
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Seat 1/ }).disabled).toBe(true));
  expect(screen.getByText('After a payment, split the rest in equal parts.', { selector: 'p' })).toBeTruthy();
  const settled: Bill = { ...half, paid: 22.8, due: 0, state: 'settled', parts: [] };
  answer({ getBill: { bill: settled }, addPayment: { ...took, bill: settled, order: { ...order, due: 0 } } });
  await press('Take $11.40');
  await expect(screen).toShow('All paid');
  expect(sent('splitBill')).toEqual([{ billId: billOfFive.billId, by: 'seat' }]);
  expect(sent('addPayment')).toMatchObject([
    { billId: part(1, 0).billId, tender: 'debit', amount: 11.4 },
    { billId: part(2, 0).billId, tender: 'debit', amount: 11.4 },
  ]);
});

test('a usual tip at a part is a percentage of that part, not of the whole bill', async () => {
  const { press, sent } = await paying({
    getBill: { bill: { ...split, tipOn: 20 } },
    addPayment: refusal('failed-precondition'),
  });
  await press(/^Seat 2/);
  await press(/^10 ?%/);
  await press('Take $12.40');
  await waitFor(() => expect(sent('addPayment')[0]).toMatchObject({ amount: 11.4, tip: 1 }));
});

test('dishes are ticked for one guest after the other; the rest is one more part', async () => {
  const two = { ...firstRound, items: firstRound.items.map((item) => ({ ...item, quantity: 2 })) };
  const { press, user, sent } = await paying({
    getTab: { tab: tabOfFive, bill: billOfFive, orders: [two, heldMains] },
  });
  await press('By dish');
  const [oneDal] = await screen.findAllByRole('checkbox', { name: /^Dal/ });
  await user.click(oneDal as HTMLElement);
  await press('Next guest');
  await user.click(await screen.findByRole('checkbox', { name: /^Biryani/ }));
  await press('Split, $10.00 before tax for this guest');
  await waitFor(() =>
    expect(sent('splitBill')).toEqual([
      {
        billId: billOfFive.billId,
        by: 'items',
        groups: [
          { items: [{ orderId: firstRound.id, line: 1, quantity: 1 }] },
          { items: [{ orderId: heldMains.id, line: 1, quantity: 1 }] },
        ],
      },
    ]),
  );
});

test('a bill that cannot be split says why, and is still paid as a whole', async () => {
  const { press } = await paying({ splitBill: refusal('bill-has-payments') });
  await press('In parts');
  await press('3');
  await expect(screen).toShow('The bill was not split');
  await expect(screen).toShow('This bill has a payment, so its dishes stay on it.');
  const dialog = within(screen.getByRole('dialog', { name: 'Pay Table 5' }));
  expect(dialog.getByRole('button', { name: 'Take $22.80' })).toBeTruthy();
});
