import { expect, test } from './fixtures.ts';

test('the pages of the API are searched, and explain webhooks', async ({ page, baseURL, expectComplaint }) => {
  // Drawing all calls takes a busy machine a minute.
  test.setTimeout(180_000);
  // The policy of the page lets it load nothing from elsewhere.
  expectComplaint(/cdn\.redoc\.ly/);
  await page.goto(`${baseURL}/api/docs`);
  await expect(page.getByRole('heading', { name: 'Receive events' })).toBeVisible({ timeout: 80_000 });
  await page.getByRole('button', { name: 'Search' }).or(page.getByText('Search').first()).first().click();
  await page.getByRole('textbox').or(page.getByRole('combobox')).first().fill('quoteOrder');
  await expect(page.getByText(/would cost/).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('standardwebhooks').first()).toBeVisible();
});
