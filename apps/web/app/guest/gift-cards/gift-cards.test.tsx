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
      : path.startsWith('/gift-withdrawal')
        ? import('../../routes/guest/gift-withdrawal.tsx')
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
  await typeIn('Your email address', 'asha@example.test');
  await page.press('Buy');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.test/s'));
  expect(page.sent('buyGiftCard')).toMatchObject([
    { amount: 50, email: 'rina@example.test', buyerEmail: 'asha@example.test' },
  ]);
  assign.mockRestore();
});

const back = '/gift-cards?session_id=pay_1&token=secret';
const receipt = { paymentId: 'PAY-77', amount: 50, seller: 'Sizzle & Spice Restaurants Inc.' };

test.each([
  [['email'], /^The card is paid, and is being mailed\./],
  [[], /^We cannot send email at the moment\./],
] as const)(
  'a buyer who returns too early waits, then reads the receipt, where the restaurant sends %j',
  async (sends, pattern) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { site } = rootData;
    const before = site.sends;
    onTestFinished(() => {
      Object.assign(site, { sends: before });
      vi.useRealTimers();
    });
    Object.assign(site, { sends });
    const page = await open(back, {
      getGiftCardPurchase: { state: 'waiting', paymentUrl: 'https://pay.test/s', receipt: null },
    });
    await expect(screen).toShow('We wait for your payment');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Back to the payment page' })).toBeTruthy());
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull();
    page.answer({ getGiftCardPurchase: { state: 'paid', paymentUrl: null, receipt } });
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(screen).toShow(pattern);
    for (const fact of ['$50.00', 'PAY-77', 'Sizzle & Spice Restaurants Inc.']) await expect(screen).toShow(fact);
    expect(page.sent('getGiftCardPurchase').at(-1)).toEqual({ sessionId: 'pay_1', token: 'secret' });
    expect(screen.queryByText('We wait for your payment')).toBeNull();
  },
);

test.each([
  ['/gift-cards?paid=1', {}],
  [back, { getGiftCardPurchase: refusal('order-not-found') }],
] as const)('a guest who opens %s without a payment reads no thanks, and can buy', async (path, answers: Answers) => {
  await open(path, answers);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Buy' })).toBeTruthy());
  expect(screen.queryByText('Thank you')).toBeNull();
});

test.each([
  ['unpaid', /^Nothing was charged\./],
  ['returned', /^There is no card for this payment\./],
] as const)('a buyer whose payment is %s reads what became of the money, and can buy again', async (state, pattern) => {
  await open(back, { getGiftCardPurchase: { state, paymentUrl: null, receipt: null } });
  await expect(screen).toShow(pattern);
  expect(screen.getByRole('button', { name: 'Buy' })).toBeTruthy();
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

const inCountry = (country: string) => {
  const { site } = rootData;
  const before = site.country;
  onTestFinished(() => void Object.assign(site, { country: before }));
  Object.assign(site, { country });
};

test.each([
  ['DE', `/gift-withdrawal?number=PAY-77`],
  ['CA', null],
] as const)('a buyer in %s is led to the withdrawal of the card by %s', async (country, address) => {
  inCountry(country);
  await open(back, { getGiftCardPurchase: { state: 'paid', paymentUrl: null, receipt } });
  await expect(screen).toShow('PAY-77');
  const link = screen.queryByRole('link', { name: 'Withdraw from contract here' });
  expect(link?.getAttribute('href') ?? null).toBe(address);
});

test('a buyer confirms the withdrawal with name, number and email, and reads what goes back', async () => {
  const page = await open('/gift-withdrawal?number=PAY-77', {
    withdrawGiftCard: refusal('failed-precondition', 'The 14 days to withdraw are over.'),
  });
  await page.press('Confirm withdrawal');
  await expect(screen).toShow('Please type your name.');
  await typeIn('Your name', 'Asha Rao');
  await typeIn('Your email address', 'asha@example.test');
  await page.press('Confirm withdrawal');
  await expect(screen).toShow('The 14 days to withdraw are over.');
  page.answer({ withdrawGiftCard: { withdrawnAt: '2026-11-20T22:00:00.000Z', amount: 25, last4: 'AB23' } });
  await page.press('Confirm withdrawal');
  await expect(screen).toShow('We have your withdrawal');
  await expect(screen).toShow(/^\$25\.00 of gift card •••• AB23 goes back/);
  expect(page.sent('withdrawGiftCard').at(-1)).toEqual({
    name: 'Asha Rao',
    contract: 'PAY-77',
    email: 'asha@example.test',
  });
  expect(screen.queryByRole('button', { name: 'Confirm withdrawal' })).toBeNull();
});
