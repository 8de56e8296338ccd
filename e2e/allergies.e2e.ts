import { expect } from './fixtures.ts';
import { eveningTest as test, openBoard, ticket } from './board-page.ts';

test('a guest with a peanut allergy orders, the kitchen cannot finish before each dish is confirmed, and the guest sees it', async ({
  page,
  browser,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await page.goto(`${url}/menu/truro`);
  await page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first().click();
  await page
    .getByRole('link', { name: /^Checkout/ })
    .first()
    .click();
  await page.getByText('Allergies for the whole order').click();
  await page.getByRole('checkbox', { name: 'Milk' }).check();
  await expect(page.getByText('Mango Lassi contains milk.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Milk' }).uncheck();
  // The list stays open, and nothing is said any more.
  await expect(page.getByText('Mango Lassi contains milk.')).toBeHidden();
  await page.getByRole('textbox', { name: 'Another allergy' }).fill('traces of anything roasted');
  await page.getByRole('checkbox', { name: 'Peanuts' }).check();
  await accessible(page);
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Asha Menon');
  await page.getByRole('textbox', { name: 'Email Address' }).fill('asha.allergy@example.test');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.locator('button:visible', { hasText: 'Place Order' }).click();
  await expect(page.getByRole('heading', { name: 'The kitchen will check your dishes' })).toBeVisible({
    timeout: 20_000,
  });
  const code = new URL(page.url()).pathname.slice(-5);
  await accessible(page);

  const kitchen = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await openBoard(kitchen, url, 'staff.truro@demo.test');
  const cooking = ticket(kitchen, 'Under Preparation', code);
  await expect(cooking).toContainText('Peanuts');
  await expect(cooking.getByRole('button', { name: 'Mark as Ready' })).toHaveCount(0);
  await kitchen.getByRole('button', { name: 'Kitchen', exact: true }).click();
  const onScreen = kitchen.getByRole('region', { name: 'Kitchen' }).getByRole('article').filter({ hasText: code });
  // A press on the dish asks for the confirmation instead of crossing it off.
  await onScreen.getByRole('button', { name: /Confirm Mango Lassi: / }).click();
  const check = kitchen.getByRole('dialog', { name: `Allergy on order ${code}` });
  await expect(check).toContainText('You confirm as Arjun Patel');
  await accessible(kitchen);
  await check.getByRole('button', { name: 'Confirm Mango Lassi' }).click();
  await expect(check).toBeHidden();

  await expect(page.getByRole('heading', { name: 'The kitchen has checked your dishes' })).toBeVisible();
  await onScreen.getByRole('button', { name: 'Mark as Ready' }).click();
  await expect(onScreen).toBeHidden();
  await kitchen.close();
});
