import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { registerConfirmationDialog, type RequiredConfirmation } from '../../shared/session/fresh-sign-in.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { unpaidBill as bill } from '../../testing/bills.ts';
import { dalForOne } from '../../testing/samples.ts';
import { openBill, typeIn } from '../../testing/show.tsx';

type Bill = Answer<'getBill'>['bill'];

const order = { ...dalForOne, orderTime: new Date().toISOString(), status: 'ready' as const, version: 7 };
const provided: Bill['given'][number] = {
  id: 'g1',
  kind: 'discount',
  line: null,
  label: 'Discount 10%',
  percent: 10,
  amount: null,
  price: null,
  off: 1,
  reason: 'Long wait',
  note: 'Forty minutes',
  by: 'Sam',
  approvedBy: null,
  at: order.orderTime,
};
const less: Bill = { ...bill, discount: 1, tax: 1.26, total: 10.26, due: 10.26, given: [provided] };
function adjusted(after: Bill): Answers {
  const answer = { bill: after, order: { ...order, due: after.due, version: 8 }, refunds: [] };
  return { addDiscount: answer, removeDiscount: answer };
}

const opened = (more: Answers = {}) => openBill(order, { getOrderDetails: { order }, ...more });

test('a percentage discount with its reason lowers the amount due and can be removed', async () => {
  const { press, sent, answer } = await opened(adjusted(less));
  await press('Discount');
  await typeIn(/^Percent off/, '10');
  await typeIn(/^Note/, 'Forty minutes');
  await press('Apply');
  await expect(screen).toShow('Long wait, Forty minutes, Sam');
  await expect(screen).toShow('$10.26');
  answer(adjusted(bill));
  await press('Take back: Discount 10%');
  await expect(screen).toShow('Take $11.40');
  expect(sent('addDiscount')).toEqual([
    { orderId: order.id, version: 7, kind: 'percent', value: 10, line: null, reason: 'wait', note: 'Forty minutes' },
  ]);
  expect(sent('removeDiscount')).toEqual([{ orderId: order.id, version: 7, discountId: 'g1' }]);
});

test('a discount without an amount or a reason is not sent', async () => {
  const { press, sent } = await opened();
  await press('Discount');
  await expect(screen).toShow('Enter a percentage or an amount to take off.');
  await press('New price', 'radio');
  await expect(screen).toShow('Choose a dish and enter its price.');
  await press('On the house', 'radio');
  await typeIn(/^Why/, 'other');
  await expect(screen).toShow('Please give a reason.');
  await press('Apply');
  expect(sent('addDiscount')).toEqual([]);
});

test('a discount beyond the limit needs a manager’s PIN', async () => {
  const managers = [{ userId: 'm1', name: 'Mira' }];
  const { press, sent, answer } = await opened({
    addDiscount: refusal('manager-needed', 'A manager has to give it.', { managers }),
  });
  const questions: RequiredConfirmation[] = [];
  onTestFinished(
    registerConfirmationDialog(async (question) => {
      questions.push(question);
      answer(adjusted(less));
      return { headers: { 'x-manager-pin': 'm1:123456' } };
    }),
  );
  await press('Discount');
  await press('On the house', 'radio');
  await press('Apply');
  await expect(screen).toShow('Take back');
  expect(questions).toEqual([
    { kind: 'manager', reason: 'A manager has to give it.', managers, problem: null, userId: null },
  ]);
  expect(sent('addDiscount')).toHaveLength(2);
});

test('a discount on an order changed in the meantime is refused with a message', async () => {
  const { press } = await opened({ addDiscount: refusal('conflict', 'This order changed in the meantime.') });
  await press('Discount');
  await press('On the house', 'radio');
  await press('Apply');
  await expect(screen).toShow('Nothing was changed');
  await expect(screen).toShow('This order changed in the meantime.');
});

test('shows an error instead of the form when the order cannot be loaded', async () => {
  const { press } = await opened({ getOrderDetails: refusal('permission-denied') });
  await press('Discount');
  await expect(screen).toShow(/permission/i);
});
