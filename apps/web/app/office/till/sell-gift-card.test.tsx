import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { registerConfirmationDialog, type RequiredConfirmation } from '../../shared/session/fresh-sign-in.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, menuAtTill } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const sold: Answer<'buyGiftCard'> = {
  sessionId: null,
  paymentUrl: null,
  giftCard: { giftCardId: 'g1', code: '8GDQABCDEFGHJKMN', last4: 'JKMN', balance: 500 },
};

async function dialog(answers: Answers) {
  const office = openOffice('create-order', { ...menuAtTill(dalDish), ...answers });
  await office.press('Sell a gift card');
  await typeIn(/^Amount on the card/, '500');
  return office;
}

test('a card that is paid on the terminal is sold with the number on the slip, and one in cash has none', async () => {
  const { press, sent } = await dialog({ buyGiftCard: sold });
  expect(screen.queryByLabelText(/Number on the slip/)).toBeNull();
  const form = within(screen.getByRole('dialog', { name: 'Sell a gift card' }));
  fireEvent.click(form.getByRole('radio', { name: 'Card terminal' }));
  await typeIn(/^Number on the slip/, '0815');
  await press('Took $500.00');
  await expect(screen).toShow('8GDQ ABCD EFGH JKMN');
  expect(sent('buyGiftCard')).toMatchObject([{ amount: 500, tender: 'terminal', reference: '0815' }]);
});

test('a card above the limit asks for a manager’s PIN, and is sold once with what was typed', async () => {
  const managers = [{ userId: 'm1', name: 'Mira' }];
  const words = 'Staff sell gift cards of up to $200.00 in a day. A manager approves more.';
  const { press, sent, answer } = await dialog({ buyGiftCard: refusal('manager-needed', words, { managers }) });
  const questions: RequiredConfirmation[] = [];
  onTestFinished(
    registerConfirmationDialog(async (question) => {
      questions.push(question);
      answer({ buyGiftCard: sold });
      return { headers: { 'x-manager-pin': 'm1:123456' } };
    }),
  );
  await press('Took $500.00');
  await expect(screen).toShow('8GDQ ABCD EFGH JKMN');
  expect(questions).toEqual([{ kind: 'manager', reason: words, managers, problem: null, userId: null }]);
  expect(sent('buyGiftCard')).toHaveLength(2);
});

test('a refused sale says why, and what was typed stays', async () => {
  const { press } = await dialog({ buyGiftCard: refusal('fiscal-needed', 'This location cannot take money yet.') });
  await press('Took $500.00');
  await expect(screen).toShow('This location cannot take money yet.');
  expect(screen.getByLabelText<HTMLInputElement>(/^Amount on the card/).value).toBe('500');
});

test('a card that was sold by mistake is undone from its dialog, with a reason, and the till says where the money goes', async () => {
  const undone = { ...sold.giftCard, amount: 500, balance: 0 };
  const { press, sent, answer } = await dialog({ buyGiftCard: sold });
  await press('Took $500.00');
  await press('Undo the sale');
  const form = within(await screen.findByRole('dialog', { name: 'Undo the sale of •••• JKMN?' }));
  fireEvent.click(form.getByRole('button', { name: 'Undo the sale' }));
  await expect(screen).toShow('Please give a reason.');
  expect(sent('undoGiftCardSale')).toEqual([]);
  await typeIn('Why', 'Typed 500 for 50');
  answer({ undoGiftCardSale: { giftCard: undone, refund: { method: 'cash' } } as Answer<'undoGiftCardSale'> });
  fireEvent.click(form.getByRole('button', { name: 'Undo the sale' }));
  await expect(screen).toShow('Give $500.00 back in cash. It is booked out of the drawer.');
  expect(sent('undoGiftCardSale')).toEqual([{ giftCardId: 'g1', reason: 'Typed 500 for 50' }]);
  await waitFor(() => expect(screen.queryByText('8GDQ ABCD EFGH JKMN')).toBeNull());
});
