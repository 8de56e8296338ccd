import { clientOf } from './api-client.ts';
import { tableTest } from './bookings.ts';
import { expect } from './fixtures.ts';

const test = tableTest();

test('an owner makes a promotion, a guest uses its code and points in one order, and a cancellation gives back both', async ({
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
  const row = page.getByRole('row', { name: /with|10% off everything.*LUNCH10/ });
  await expect(row).toContainText('LUNCH10');
  await accessible(page);
  const { origin } = new URL(page.url());
  const admin = await clientOf(origin, 'admin@demo.test');
  const guest = await clientOf(origin, 'customer@demo.test');
  const uid = (await guest.call('getMe')).me?.uid ?? '';
  await admin.call('updateUser', { body: { userId: uid, updates: { loyaltyPoints: 250 } } });

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
  await accessible(page);
  await page.locator('button:visible', { hasText: 'Place Order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText('Lunch 10%');
  const points = async () => (await guest.call('getMe')).me?.loyaltyPoints;
  const uses = async () => (await admin.call('getPromotions')).promotions.find(({ code }) => code === 'LUNCH10')?.uses;
  expect([await points(), await uses()]).toEqual([150, 1]);
  const [order] = (await guest.call('getCustomerOrders', { query: {} })).orders;
  await guest.call('cancelCustomerOrder', { body: { orderId: order?.orderId ?? '', reason: 'Changed my mind' } });
  expect([await points(), await uses()]).toEqual([250, 0]);
});
