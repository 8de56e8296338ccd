import type { Page } from '@playwright/test';
import { expect, test } from './own-restaurant.ts';

test('an owner changes a dish for all locations, one location keeps its own price until it is reset, and guests see both immediately', async ({
  page,
  browser,
  baseURL,
  signedIn,
  accessible,
}, info) => {
  await signedIn('admin@demo.test');
  // Each browser project uses its own dish.
  const [itemId, name] = info.project.name.includes('phone')
    ? ['garlic-naan', 'Garlic Naan']
    : ['mango-lassi', 'Mango Lassi'];
  const own = await page.request.post('/api/updateMenuItem', {
    data: { locationId: 'new-glasgow', itemId, updates: { price: 8.95 } },
    headers: { origin: baseURL ?? '' },
  });
  expect(own.status(), await own.text()).toBe(200);

  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-CA' });
  const menuOf = async (place: string) => {
    const guest = await context.newPage();
    await guest.goto(`/menu/${place}`);
    return guest;
  };
  const price = (guest: Page) => guest.getByRole('listitem').filter({ hasText: name }).last();
  const [truro, glasgow] = [await menuOf('truro'), await menuOf('new-glasgow')];
  await expect(price(glasgow)).toContainText('$8.95');

  await page.goto('/admin/dashboard?location=truro#menu');
  await page.getByRole('button', { name: 'All Locations' }).click();
  await page.getByRole('searchbox', { name: 'Search dishes of all locations' }).fill(name);
  await page.getByRole('button', { name: `Edit ${name} for all locations` }).click();
  const dialog = page.getByRole('dialog', { name: `${name}, for all locations` });
  await dialog.getByLabel(/^Price/).fill('7.77');
  await expect(dialog).toContainText('Your changes apply to Truro Heights, not to New Glasgow.');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save for All Locations' }).click();
  await expect(page.getByText(`${name} saved for all locations`)).toBeVisible();
  await expect(price(truro)).toContainText('$7.77');
  await expect(price(glasgow)).toContainText('$8.95');

  await page.getByRole('button', { name: `Edit ${name} for all locations` }).click();
  await dialog.getByRole('button', { name: 'Use the price of all locations again at New Glasgow' }).click();
  await expect(page.getByText(`${name} at New Glasgow is the same as at all locations again`)).toBeVisible();
  await expect(price(glasgow)).toContainText('$7.77');
  await context.close();
});
