import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, bookkeeper, rootData } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

type Card = Answer<'getGiftCards'>['giftCards'][number];
const card: Card = {
  giftCardId: 'g1',
  last4: '1234',
  locationId: 'truro',
  balance: 500,
  amount: 500,
  refunded: 0,
  tender: 'cash',
  soldBy: 'Nora',
  soldAt: '2026-11-27T22:00:00.000Z',
  email: 'rina@example.test',
  isBlocked: false,
  blockedReason: null,
};
const used: Card = { ...card, giftCardId: 'g2', last4: '7Q4K', balance: 480.06, soldBy: null, tender: 'online' };
const blocked: Card = { ...card, giftCardId: 'g3', last4: 'LST8', isBlocked: true, blockedReason: 'Lost on Friday' };
const undone: Card = { ...card, giftCardId: 'g4', last4: 'UND9', balance: 0, refunded: 500 };
const listOf = (...giftCards: Card[]): Answer<'getGiftCards'> => ({ giftCards, nextCursor: null });

const open = (answers: Answers, me = admin) => openOffice('gift-cards', answers, me);
const rowOf = async (last4: string) => within(await screen.findByRole('row', { name: new RegExp(`•••• ${last4}`) }));
async function choose(last4: string, action: string, { user }: Pick<ReturnType<typeof open>, 'user'>) {
  await user.click((await rowOf(last4)).getByRole('button', { name: `More for •••• ${last4}` }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
}

test('the list has what is on each card, who sold it, and whether it is blocked or undone', async () => {
  open({ getGiftCards: listOf(card, used, blocked, undone) });
  const sold = await rowOf('1234');
  for (const text of [/Nora, Cash/, 'Mailed to rina@example.test']) expect(sold.getByText(text)).toBeTruthy();
  expect(sold.getByText('of $500.00')).toBeTruthy();
  const online = await rowOf('7Q4K');
  expect([online.getByText('$480.06'), online.getByText(/^Online, Card online/)]).toHaveLength(2);
  expect((await rowOf('LST8')).getByText('Lost on Friday')).toBeTruthy();
  expect((await rowOf('UND9')).getByText('Sale undone')).toBeTruthy();
});

test('a manager finds a card by its last characters, and reads that none matches', async () => {
  const { sent } = open({ getGiftCards: listOf() });
  await expect(screen).toShow('No gift cards yet');
  await typeIn('Search gift cards', '7q4k');
  await expect(screen).toShow('No gift card matches');
  expect(sent('getGiftCards').at(-1)).toMatchObject({ search: '7q4k', locationId: 'all' });
});

test('an accountant reads the cards and can change none', async () => {
  open({ getGiftCards: listOf(card) }, bookkeeper);
  await rowOf('1234');
  expect(screen.queryByRole('button', { name: /More for/ })).toBeNull();
});

test('a lost card is blocked with a reason, and unblocked', async () => {
  const office = open({
    getGiftCards: listOf(card, blocked),
    blockGiftCard: ({ giftCardId }) => ({ giftCard: { ...card, giftCardId: String(giftCardId) } }),
  });
  await choose('1234', 'Block', office);
  await office.press('Block');
  await expect(screen).toShow('Please give a reason.');
  await typeIn('Why', 'Lost on Friday');
  await office.press('Block');
  await expect(screen).toShow('•••• 1234 is blocked');
  await choose('LST8', 'Unblock', office);
  await expect(screen).toShow('•••• LST8 can be used again');
  expect(office.sent('blockGiftCard')).toEqual([
    { giftCardId: 'g1', reason: 'Lost on Friday' },
    { giftCardId: 'g3', isBlocked: false },
  ]);
});

test('an unused sale is undone with a reason; one that was used says why it cannot be', async () => {
  const office = open({
    getGiftCards: listOf(card, used),
    undoGiftCardSale: refusal('failed-precondition', 'The card was used.'),
  });
  await office.user.click((await rowOf('7Q4K')).getByRole('button', { name: /More/ }));
  const item = await screen.findByRole('menuitem', { name: /^Undo the sale/ });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  expect(item.textContent).toContain('Only an unused card can be undone.');
  await office.user.keyboard('{Escape}');
  await choose('1234', 'Undo the sale', office);
  await typeIn('Why', 'Typed 500 for 50');
  await office.press('Undo the sale');
  await expect(screen).toShow('The card was used.');
  office.answer({
    undoGiftCardSale: { giftCard: undone, refund: { method: 'manual' } } as Answer<'undoGiftCardSale'>,
  });
  await office.press('Undo the sale');
  await expect(screen).toShow('Return $500.00 on the card terminal: here it is only noted.');
});

test('a card is mailed again and printed again; the code is on no list', async () => {
  const office = open({
    getGiftCards: listOf(card),
    mailGiftCard: ({ email }) => ({ giftCard: { ...card, email: String(email) } }),
    showGiftCardCode: { code: '8GDQABCDEFGHJKMN' },
  });
  await choose('1234', 'Send by email', office);
  expect(screen.getByLabelText<HTMLInputElement>(/^Email address/).value).toBe('rina@example.test');
  await typeIn(/^Email address/, 'rex@example.test');
  await office.press('Send');
  await expect(screen).toShow('The card is being mailed to rex@example.test');
  expect(office.sent('mailGiftCard')).toEqual([{ giftCardId: 'g1', email: 'rex@example.test' }]);
  await choose('1234', 'Print again', office);
  await expect(screen).toShow('8GDQ ABCD EFGH JKMN');
  await waitFor(() => expect(office.sent('showGiftCardCode')).toEqual([{ giftCardId: 'g1' }]));
});

const inRegion = (region: string) => {
  const [truro] = rootData.locations;
  if (!truro) throw new Error('no location');
  const before = truro.region;
  onTestFinished(() => void Object.assign(truro, { region: before }));
  Object.assign(truro, { region });
};
const rest = { ...card, balance: 3.47 };

test('a manager in Québec pays out a small rest in cash, in coins', async () => {
  inRegion('QC');
  const refund = {} as Answer<'payOutGiftCard'>['refund'];
  const page = open({
    getGiftCards: listOf(rest),
    payOutGiftCard: { giftCard: { ...rest, balance: 0, refunded: 3.47 }, refund },
  });
  await choose('1234', 'Pay out the rest in cash', page);
  await expect(screen).toShow('Pay out $3.45 of •••• 1234?');
  await page.press('Pay out');
  await expect(screen).toShow('Give $3.45 in cash. It is booked out of the drawer.');
  expect(page.sent('payOutGiftCard')).toEqual([{ giftCardId: 'g1' }]);
});

test('a rest of more than five dollars is not paid out in Québec either', async () => {
  inRegion('QC');
  const page = open({ getGiftCards: listOf({ ...rest, balance: 5.01 }) });
  await choose('1234', 'Pay out the rest in cash', page);
  expect(screen.queryByText(/^Pay out \$/)).toBeNull();
});

test('a manager in Nova Scotia is not offered to pay out a rest', async () => {
  const page = open({ getGiftCards: listOf(rest) });
  await page.user.click((await rowOf('1234')).getByRole('button', { name: 'More for •••• 1234' }));
  await screen.findByRole('menuitem', { name: /^Undo the sale/ });
  expect(screen.queryByRole('menuitem', { name: /^Pay out/ })).toBeNull();
});
