import { fireEvent, screen, within } from '@testing-library/react';
import { giftCardCodeOf, giftCardCodeText } from '@tiffin/domain/payment';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest } from '../../testing/samples.ts';
import { field, openPage, typeIn } from '../../testing/show.tsx';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';

const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
const tenOff = { offer: { code: 'WELCOME-ABCDE', percentOff: 10 } };
const answers: Answers = {
  getPaymentOptions: { cards: false } as never,
  getWelcomeOffer: { offer: null },
  getMyAddresses: { addresses: [] },
  getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
  createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne },
};

async function checkout(more: Answers = {}) {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  const page = openPage(
    checkoutRoute,
    '/checkout?location=truro',
    { ...answers, ...more },
    { ...guest, loyaltyPoints: 105, displayName: 'Asha Rao', email: 'asha@example.test', phoneNumber: '+19025550101' },
  );
  await expect(screen).toShow('How would you like it?');
  return page;
}
/** What the server answers to a typed code, after the page's own question. */
const typedCode = (answer: Answer<'getOffers'> | Response): Answers => ({ getOffers: answer });
const place = /^(Agree & )?Place/;

test('a typed code lowers the total before the order is placed, and goes with the order', async () => {
  const page = await checkout(typedCode({ over: [], welcome: tenOff.offer }));
  fireEvent.click(screen.getByText('Promo code'));
  await typeIn('Code', 'welcome-abcde');
  await page.press('Use');
  await expect(screen).toShow('WELCOME-ABCDE takes 10% off each dish.');
  await expect(screen).toShow(/you save \$1\.00/);
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')).toMatchObject([
    { promoCode: 'WELCOME-ABCDE', pricing: { subtotal: 9 }, items: [{ price: 10 }] },
  ]);
});

test('the offer of the welcome mail is taken off, and its code goes with the order', async () => {
  const page = await checkout({ getWelcomeOffer: tenOff });
  await expect(screen).toShow('WELCOME-ABCDE takes 10% off each dish.');
  await expect(screen).toShow(/you save \$1\.00/);
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')).toMatchObject([
    { welcomeCode: 'WELCOME-ABCDE', pricing: { subtotal: 9 }, items: [{ price: 10 }] },
  ]);
  expect(page.sent('createCustomerOrderCash')[0]).not.toHaveProperty('promoCode');
});

test('a promotion that was typed in the cart counts instead of the welcome offer if it takes more off', async () => {
  sessionStorage.setItem('tiffin_promo_code', 'CURRY');
  const half = { ...curry, conditions: [], effect: { ...curry.effect, percent: 50 } };
  const page = await checkout({ getWelcomeOffer: tenOff, ...typedCode({ over: [], promotion: half }) });
  await expect(screen).toShow('CURRY takes $5.00 off.');
  expect(screen.queryByText(/you save/)).toBeNull();
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')).toMatchObject([
    { welcomeCode: 'WELCOME-ABCDE', promoCode: 'CURRY', pricing: { subtotal: 10, off: 5 } },
  ]);
});

test('Enter in the field checks the code and does not place the order', async () => {
  const page = await checkout(typedCode({ over: [], welcome: tenOff.offer }));
  fireEvent.click(screen.getByText('Promo code'));
  await typeIn('Code', 'WELCOME-ABCDE');
  fireEvent.keyDown(await field('Code'), { key: 'Enter' });
  await expect(screen).toShow('WELCOME-ABCDE takes 10% off each dish.');
  expect(page.sent('createCustomerOrderCash')).toEqual([]);
  // With the field gone, the next Tab goes on at the same place.
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('group', { name: 'Promo code' }));
});

test('a code that was typed and not used holds the order back, so that no discount is forgotten', async () => {
  const page = await checkout(typedCode({ over: [], welcome: tenOff.offer }));
  fireEvent.click(screen.getByText('Promo code'));
  await typeIn('Code', 'WELCOME-ABCDE');
  await expect(screen).toShow('Use or remove the code first');
  await page.press('Remove the code');
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')).toHaveLength(1);
});

test('a refused code says why under the field, keeps what was typed, and does not stop the order', async () => {
  const why = 'This offer is for first orders. You ordered on October 4, 2026.';
  const page = await checkout(typedCode(refusal('offer-over', why)));
  fireEvent.click(screen.getByText('Promo code'));
  await typeIn('Code', 'WELCOME-ABCDE');
  await page.press('Use');
  await expect(screen).toShow(why);
  expect(await field('Code')).toHaveProperty('value', 'WELCOME-ABCDE');
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')[0]).not.toHaveProperty('welcomeCode');
});

test('a code that another tab used meanwhile: the guest reads why, sees the new total and can order', async () => {
  const why = 'You used this code for your order of November 26, 2026. It works once.';
  const page = await checkout({
    getWelcomeOffer: tenOff,
    createCustomerOrderCash: refusal('offer-over', why),
  });
  await page.press(place);
  await expect(screen).toShow(why);
  await expect(screen).toShow('Agree & Place Order');
  expect(screen.queryByText(/you save/)).toBeNull();
  expect(await field(/^Name|^Full Name/)).toHaveProperty('value', 'Asha Rao');
});

test('after too many wrong codes from this address the guest reads it, and can order without the code', async () => {
  const refused = refusal('too-many-codes');
  refused.headers.set('retry-after', '3600');
  const page = await checkout({ getWelcomeOffer: tenOff, createCustomerOrderCash: refused });
  await page.press(place);
  await expect(screen).toShow('Too many wrong codes were tried. Please try again later, or order without a code.');
  page.answer({ createCustomerOrderCash: answers.createCustomerOrderCash });
  await page.press(place);
  expect(page.sent('createCustomerOrderCash').at(-1)).not.toHaveProperty('welcomeCode');
});

test('an offer that does not apply yet says why', async () => {
  const message = 'Confirm your email address, and your welcome offer is taken off here.';
  await checkout({ getWelcomeOffer: { offer: null, problem: { reason: 'unconfirmed', message } } });
  await expect(screen).toShow(message);
});

const curry = {
  id: 'p1',
  name: 'Lunch 10%',
  code: 'CURRY',
  conditions: [{ kind: 'minimum' as const, amount: 15 }],
  effect: { kind: 'percent' as const, of: 'order' as const, percent: 10 },
  from: null,
  until: null,
  isLimited: false,
};

test('a code that needs a larger order says how much is missing, and the order goes without it', async () => {
  const page = await checkout(typedCode({ over: [], promotion: curry }));
  fireEvent.click(screen.getByText('Promo code'));
  await typeIn('Code', 'curry');
  await page.press('Use');
  await expect(screen).toShow('CURRY holds from $15.00 of dishes. $5.00 more and it is yours.');
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')[0]).not.toHaveProperty('promoCode');
});

test('a code of a promotion lowers the total by a row of its own, and goes with the order', async () => {
  const promotion = { ...curry, conditions: [] };
  const page = await checkout(typedCode({ over: [], promotion }));
  fireEvent.click(screen.getByText('Promo code'));
  await typeIn('Code', 'curry');
  await page.press('Use');
  await expect(screen).toShow('CURRY takes $1.00 off.');
  await expect(screen).toShow('Lunch 10%');
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')).toMatchObject([
    { promoCode: 'CURRY', pricing: { subtotal: 10, off: 1 } },
  ]);
});

test('points are spent in steps, at most what the dishes cost, and go with the order', async () => {
  const page = await checkout();
  // The dal costs 10.00 and the guest has 105 points.
  const points = () => within(screen.getByRole('group', { name: 'Points' }));
  await expect(points()).toShow(/You have 105 points\. 100 take \$5\.00 off\./);
  fireEvent.click(points().getByRole('button', { name: 'One more points' }));
  await expect(points()).toShow(/100 used: \$5\.00 off\./);
  fireEvent.click(points().getByRole('button', { name: 'One more points' }));
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')).toMatchObject([{ points: 100, pricing: { subtotal: 10, off: 5 } }]);
});

test('a typed gift card pays a part like money, and goes with the order', async () => {
  const code = giftCardCodeOf(new Uint8Array(15).fill(7));
  const page = await checkout({
    getGiftCardBalance: { last4: code.slice(-4), balance: 5, paidOutUpTo: 0 },
  });
  fireEvent.click(screen.getByText('Gift card'));
  await typeIn('Code of the card', giftCardCodeText(code).toLowerCase());
  await expect(screen).toShow(
    `Gift card •••• ${code.slice(-4)} with $5.00. It pays like money, so the tax stays the same.`,
  );
  await expect(screen).toShow('To pay');
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')).toMatchObject([{ giftCardCode: code }]);
});

test('a guest adds a gift card to a code that is used, and both go with the order', async () => {
  const code = giftCardCodeOf(new Uint8Array(15).fill(7));
  const promotion = { ...curry, conditions: [] };
  const page = await checkout({
    ...typedCode({ over: [], promotion }),
    getGiftCardBalance: refusal('gift-card-unknown'),
  });
  fireEvent.click(screen.getByText('Promo code'));
  await typeIn('Code', 'curry');
  await page.press('Use');
  await expect(screen).toShow('CURRY takes $1.00 off.');
  fireEvent.click(screen.getByText('Gift card'));
  await typeIn('Code of the card', code);
  await expect(screen).toShow(/^We do not know this gift card\./);
  page.answer({ getGiftCardBalance: { last4: code.slice(-4), balance: 5, paidOutUpTo: 0 } });
  await page.press('Use');
  await expect(screen).toShow('To pay');
  await page.press(place);
  expect(page.sent('createCustomerOrderCash')).toMatchObject([{ promoCode: 'CURRY', giftCardCode: code }]);
});

test('a gift card that was spent meanwhile is removed, and the page says so', async () => {
  const code = giftCardCodeOf(new Uint8Array(15).fill(7));
  const page = await checkout({
    getGiftCardBalance: { last4: code.slice(-4), balance: 500, paidOutUpTo: 0 },
    createCustomerOrderCash: refusal('gift-card-short', 'Nothing is left on this gift card.', { balance: 0 }),
  });
  fireEvent.click(screen.getByText('Gift card'));
  await typeIn('Code of the card', code);
  await expect(screen).toShow('To pay');
  await page.press(place);
  await expect(screen).toShow('Nothing is left on this gift card.');
  expect(screen.queryByText('To pay')).toBeNull();
});
