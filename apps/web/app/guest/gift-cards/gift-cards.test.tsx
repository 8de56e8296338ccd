import { screen, waitFor } from '@testing-library/react';
import { giftCardCodeOf } from '@tiffin/domain/payment';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { rootData } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';

const code = giftCardCodeOf(new Uint8Array(15).fill(7));
const open = async (path: string, answers: Answers = {}) =>
  openPage(
    await (path.startsWith('/gift-balance')
      ? import('../../routes/guest/gift-balance.tsx')
      : import('../../routes/guest/gift-cards.tsx')),
    path,
    answers,
  );

test('a guest chooses an amount and goes to the payment page; a wrong amount says which are possible', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const page = await open('/gift-cards', {
    buyGiftCard: { sessionId: 's', paymentUrl: 'https://pay.test/s', giftCard: null },
  });
  await page.press('Buy');
  await expect(screen).toShow('Choose a whole amount from 5 to 500.');
  await typeIn('Another amount', '50');
  await typeIn('Their email address', 'rina@example.test');
  await page.press('Buy');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.test/s'));
  expect(page.sent('buyGiftCard')).toMatchObject([{ amount: 50, email: 'rina@example.test' }]);
  assign.mockRestore();
});

test.each([
  [['email'], /^The card is mailed as soon as the payment has arrived/],
  [[], /^We cannot send email at the moment\./],
] as const)('a guest who paid reads when the card is mailed, where the restaurant sends %j', async (sends, pattern) => {
  const { site } = rootData;
  const before = site.sends;
  onTestFinished(() => void Object.assign(site, { sends: before }));
  Object.assign(site, { sends });
  await open('/gift-cards?paid');
  await expect(screen).toShow(pattern);
});

test('a guest types the code of a card, and reads why it is not known', async () => {
  const page = await open('/gift-balance', {
    getGiftCardBalance: refusal('gift-card-unknown', 'We do not know this gift card.'),
  });
  await typeIn('Code of the card', 'AAAA');
  await page.press('Show the balance');
  await expect(screen).toShow('We do not know this gift card.');
});

test('the link of the mail opens the balance, and says where the law lets the rest be paid out', async () => {
  await open(`/gift-balance?token=${code}`, {
    getGiftCardBalance: {
      last4: code.slice(-4),
      balance: 4.5,
      paidOutUpTo: 5,
    },
  });
  await expect(screen).toShow('$4.50');
  await expect(screen).toShow(/The law lets you have this rest in cash/);
});
