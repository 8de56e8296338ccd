import type { Page } from '@playwright/test';
import { mailTo } from './api-client.ts';
import { tableTest } from './bookings.ts';
import { expect } from './fixtures.ts';

const test = tableTest();
const OFFER = /^10% off your first order, with WELCOME-[A-Z2-9]{5}: you save \$0\.69$/;

/** Adds a plate of samosas, $6.95 on the menu, and goes to checkout. */
async function order(page: Page): Promise<void> {
  await page.goto('/menu/truro');
  await page.getByRole('button', { name: 'Add Vegetable Samosas', exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Vegetable Samosas' });
  await dialog.getByRole('button', { name: /^Add •/ }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/checkout?location=truro');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await page.getByRole('radio', { name: /^Cash/ }).check();
}

/** Opens the link of the confirmation mail, which waits in the outbox because there is no mail server. */
async function confirmEmail(page: Page, email: string): Promise<void> {
  const { origin } = new URL(page.url());
  const link = /https?:\S+confirm-email\S+/.exec(await mailTo(origin, email, 'verify_email'))?.[0] ?? '';
  // Without scripts, as when the button is pressed before they are there.
  const storageState = await page.context().storageState();
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false, storageState });
  const plain = (await context?.newPage()) ?? page;
  await plain.goto(link.replace(/^https?:\/\/[^/]+/, origin));
  await plain.getByRole('button', { name: 'Confirm' }).click();
  await expect(plain.getByText(`${email} is confirmed.`)).toBeVisible();
  await context?.close();
}

test('a new guest’s first order costs 10 % less with the code of the welcome mail, and the second is at full price; the phone number is saved [A-MAIL-26] [C-CHK-37]', async ({
  page,
  accessible,
  expectComplaint,
}) => {
  expectComplaint(/409.*getOffers/); // The used code is refused.
  await page.goto('/');
  const joined = await page.request.post('/api/auth/sign-up/email', {
    data: {
      email: 'new@guest.test',
      password: 'Good-pass-1',
      name: 'Asha Menon',
      phone_number: '(902) 555-0123',
      offers: true,
    },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(joined.status()).toBe(200);
  // The offer requires a confirmed address.
  await order(page);
  await expect(page.getByText(OFFER)).toHaveCount(0);
  await confirmEmail(page, 'new@guest.test');
  await page.goto('/checkout?location=truro');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await expect(page.getByText(OFFER)).toBeVisible();
  const code = /WELCOME-[A-Z2-9]{5}/.exec(await page.getByText(OFFER).innerText())?.[0] ?? '';
  await expect(page.getByRole('main')).toContainText('$6.26');
  await accessible(page);
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('902 555 0124');
  await page.locator('button:visible', { hasText: 'Place Order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText('$6.26');
  const discount = /At menu prices\s*\$?6\.95\s*Discount \(WELCOME-[A-Z2-9]{5}\)\s*[-−]\$?0\.69\s*Subtotal\s*\$?6\.26/;
  await expect(page.getByRole('main')).toContainText(discount);
  const profilePhone = async () => {
    const { me } = (await (await page.request.get('/api/getMe')).json()) as { me: { phoneNumber: string } };
    return me.phoneNumber;
  };
  await expect.poll(profilePhone).toBe('+19025550124');
  await page.getByRole('link', { name: 'Click to View Receipt' }).click();
  await expect(page.getByRole('article')).toContainText(discount);
  await order(page);
  await expect(page.getByRole('main')).toContainText('$6.95');
  await expect(page.getByText(OFFER)).toHaveCount(0);
  // The code of the mail, typed again: the field says why it does not apply, and nothing is lost.
  await page.getByText('Promo code').click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^You used this code for your order of /)).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code);
});
