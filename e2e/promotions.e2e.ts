import { clientOf } from './api-client.ts';
import { tableTest } from './bookings.ts';
import { expect } from './fixtures.ts';

const test = tableTest();

test('an owner makes a promotion, a guest uses its code, points and a gift card in one order, and gets each back exactly when it is cancelled and refunded', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn('admin@demo.test');
  await page.goto('/admin/dashboard#promotions');
  await page.getByRole('button', { name: 'New promotion' }).click();
  await page.getByRole('button', { name: '+ a code' }).click();
  await page.getByLabel('Code', { exact: true }).fill('LUNCH10');
  await page.getByLabel('Name', { exact: true }).fill('Lunch 10%');
  await expect(page.getByText('No order would have been cheaper.')).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Save and switch on' }).click();
  const row = page.getByRole('row', { name: /LUNCH10/ });
  await expect(row).toContainText('10% off everything');
  await accessible(page);
  const { origin } = new URL(page.url());
  const admin = await clientOf(origin, 'admin@demo.test');
  const guest = await clientOf(origin, 'customer@demo.test');
  const uid = (await guest.call('getMe')).me?.uid ?? '';
  await admin.call('updateUser', { body: { userId: uid, updates: { loyaltyPoints: 250 } } });

  const sold = await admin.call('buyGiftCard', { body: { locationId: 'truro', amount: 5, tender: 'cash' } });
  const giftCode = sold.giftCard?.code ?? '';

  await signedIn('customer@demo.test');
  await page.goto('/menu/truro');
  await page.getByRole('button', { name: 'Add Vegetable Samosas', exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Vegetable Samosas' });
  await dialog.getByRole('button', { name: /^One more/ }).click();
  await dialog.getByRole('button', { name: /^Add •/ }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/checkout?location=truro');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.getByText('Promo code').click();
  await page.getByLabel('Code', { exact: true }).fill('lunch10');
  await page.getByRole('button', { name: 'Use', exact: true }).click();
  // Two samosas are 13.90; 1.39 and then 5.00 are off, and the tax is on the rest.
  await expect(page.getByText('LUNCH10 takes $1.39 off.')).toBeVisible();
  await page.getByRole('group', { name: 'Points' }).getByRole('button', { name: 'One more points' }).first().click();
  await expect(page.getByText('100 used: $5.00 off.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('$8.56');
  await page.getByText('Gift card', { exact: true }).click();
  await page.getByLabel('Code of the card').fill(giftCode);
  await expect(page.getByText(`Gift card •••• ${giftCode.slice(-4)} with $5.00.`)).toBeVisible();
  // The card pays 5.00 of 8.56, and the tax stays as it was. In cash 3.56 are 3.55.
  await expect(page.getByRole('main')).toContainText('$3.56');
  await accessible(page);
  await page.locator('button:visible', { hasText: 'Place Order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText('Lunch 10%');
  const points = async () => (await guest.call('getMe')).me?.loyaltyPoints;
  const uses = async () => (await admin.call('getPromotions')).promotions.find(({ code }) => code === 'LUNCH10')?.uses;
  const left = async () => (await guest.call('getGiftCardBalance', { query: { code: giftCode } })).balance;
  expect([await points(), await uses(), await left()]).toEqual([150, 1, 0]);
  const [order] = (await guest.call('getCustomerOrders', { query: {} })).orders;
  const orderId = order?.orderId ?? '';
  await admin.call('processOrderPayment', { body: { orderId, paymentData: { method: 'cash' } } });
  const { message } = await admin.call('cancelOrder', { body: { orderId, reason: 'No oil for the fryer' } });
  expect(message).toContain('$5.00 went back to the gift card.');
  expect(message).toMatch(/Hand back \$3\.5[56] in cash\./);
  expect([await points(), await uses(), await left()]).toEqual([250, 0, 5]);
  await page.goto(`/gift-balance?token=${giftCode}`);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('$5.00');
  await accessible(page);
  await page.goto('/gift-cards');
  await expect(page.getByRole('button', { name: 'Buy', exact: true })).toBeVisible();
  await accessible(page);
});
