import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice, openTablePanel, typeIn } from '../../testing/show.tsx';
import { billOfFive, firstRound, heldMains, tabOfFive, tabsAnswers } from '../../testing/tabs.ts';

const given = {
  id: 'g1',
  kind: 'discount' as const,
  line: null,
  label: 'Discount 10%',
  percent: 10,
  amount: null,
  price: null,
  off: 2,
  reason: 'Staff meal',
  note: '',
  by: 'Sam',
  approvedBy: null,
  at: firstRound.orderTime,
};
const less = { ...billOfFive, discount: 2, tax: 2.52, total: 20.52, due: 20.52, given: [given] };
const adjusted: Answers = { addDiscount: { bill: less, order: firstRound, refunds: [] } };

async function openDiscount(more: Answers) {
  const office = openOffice('floor', { ...tabsAnswers, getReservationDay: refusal('hours-not-configured'), ...more });
  await openTablePanel();
  await office.press('Split or pay');
  await office.press('Discount');
  await expect(screen).toShow(/Later rounds come without it/);
  return office;
}

test('ten per cent off a table with a held course names the bill, and shows with its reason', async () => {
  const { press, sent, answer } = await openDiscount(adjusted);
  await typeIn(/^Percent off/, '10');
  await typeIn(/^Why/, 'staff');
  answer({ getTab: { tab: tabOfFive, bill: less, orders: [firstRound, heldMains] }, getBill: { bill: less } });
  await press('Apply');
  await expect(screen).toShow('Discount 10%: Staff meal');
  expect(sent('addDiscount')).toEqual([
    { billId: tabOfFive.billId, kind: 'percent', value: 10, line: null, reason: 'staff', note: '' },
  ]);
  answer({ removeDiscount: { bill: billOfFive, order: firstRound, refunds: [] }, getBill: { bill: billOfFive } });
  await press('Take back: Discount 10%');
  await expect(screen).toShow('Take $22.80');
  expect(sent('removeDiscount')).toEqual([{ billId: tabOfFive.billId, discountId: 'g1' }]);
});

test('a dish of the second round is given free by its own round and line', async () => {
  const { press, sent, answer } = await openDiscount(adjusted);
  answer({ getBill: { bill: less } });
  await press('On the house', 'radio');
  await typeIn(/^On/, '2');
  await press('Apply');
  await expect(screen).toShow('Take back');
  expect(sent('addDiscount')).toMatchObject([{ orderId: heldMains.id, kind: 'comp', line: heldMains.items[0]?.line }]);
});

test('a discount that is refused says why and stays typed', async () => {
  const { press } = await openDiscount({
    addDiscount: refusal('failed-precondition', 'At most $5.00 can be taken off.'),
  });
  await typeIn(/^Percent off/, '90');
  await press('Apply');
  await expect(screen).toShow('At most $5.00 can be taken off.');
  expect(screen.getByRole('textbox', { name: /^Percent off/ })).toHaveProperty('value', '90');
});
