import type { Locator, Page } from '@playwright/test';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { clientOf, mailTo } from './api-client.ts';
import { answers, expect, test as base } from './fixtures.ts';

/** A Friday evening in Halifax: both kitchens are open. */
const EVENING = '2026-11-20T22:15:00Z';

const test = base.extend<object, { evening: ServerProcess }>({
  evening: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      const server = await startServer({ env: { DEMO: '1', CLOCK_AT: EVENING } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ evening }, use) => {
    await use(evening.url);
  },
});
test.describe.configure({ mode: 'default' });

const placeButton = (page: Page) => page.locator('button:visible', { hasText: /Place Order|Creating Order/ });

/** Counts taps and typed fields. */
function hand() {
  const done = { taps: 0, fields: 0 };
  return {
    done,
    async tap(what: Locator) {
      done.taps += 1;
      await what.click();
    },
    async type(where: Locator, text: string) {
      done.taps += 1;
      done.fields += 1;
      await where.click();
      await where.fill(text);
    },
  };
}

/** Goes from the homepage to checkout without an account. */
async function toCheckout(page: Page, { tap }: ReturnType<typeof hand>) {
  await page.goto('/');
  await answers(page);
  await tap(page.getByRole('link', { name: 'Order Now' }).first());
  await tap(page.getByRole('dialog', { name: 'Choose a restaurant' }).getByRole('link', { name: /^Truro Heights/ }));
  await tap(page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first());
  await tap(page.getByRole('button', { name: /View order/ }));
  await tap(page.getByRole('dialog', { name: 'Your order' }).getByRole('link', { name: /^Checkout/ }));
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
}

test('a guest orders with cash without an account, follows the order by its link, creates an account and finds the order there @phone', async ({
  page,
  accessible,
}) => {
  test.slow();
  const { done, tap, type } = hand();
  await toCheckout(page, { done, tap, type });
  await accessible(page);
  await type(page.getByRole('textbox', { name: 'Full Name' }), 'Asha Menon');
  await type(page.getByRole('textbox', { name: 'Email Address' }), 'asha.guest@example.test');
  await tap(page.getByRole('radio', { name: /^Cash/ }));
  await tap(placeButton(page));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  expect(done).toEqual({ taps: 9, fields: 2 });
  await expect(page).toHaveURL(/\/orders\/TRU-20261120-[A-Z0-9]{5}\?token=[\w-]{32}$/);
  const link = page.url();
  const orderId = new URL(link).pathname.split('/')[2] ?? '';
  await accessible(page);

  // The link alone grants access, so its pages must not be cached, indexed or sent as referrer.
  for (const key of [link, link.replace('/orders/', '/receipt/')]) {
    const answer = await page.request.get(key);
    expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });
    expect(await answer.text()).toContain('noindex');
  }
  // The order can be read before any script has run.
  expect(await (await page.request.get(link)).text()).toMatch(/<h1[^>]*>Order Confirmed!/);
  await page.context().clearCookies();
  await page.goto(link);
  await answers(page);
  await expect(page.getByText('asha.guest@example.test, this order')).toBeVisible();

  // Status changes appear live.
  const server = new URL(link).origin;
  const staff = await clientOf(server, 'staff.truro@demo.test');
  await staff.call('updateOrderStatus', { body: { orderId, status: 'preparing' } });
  await expect(page.getByRole('list', { name: 'Order status' }).locator('[aria-current=step]')).toContainText(
    'Being Prepared',
  );

  // The menu shows the order, and its link covers nothing that can be chosen.
  await page.goto('/menu/truro');
  await answers(page);
  await expect(page.getByRole('link', { name: `Your order ${orderId}` })).toBeVisible();
  await page.getByRole('button', { name: 'Truro Heights, change location' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a restaurant' })).toBeVisible();

  // The same phone orders the same again without typing.
  for (const status of ['ready', 'completed'] as const)
    await staff.call('updateOrderStatus', { body: { orderId, status } });
  const again = hand();
  await page.goto('/');
  await answers(page);
  await again.tap(page.getByRole('button', { name: 'Order again' }));
  await again.tap(page.getByRole('button', { name: /View order/ }));
  await again.tap(page.getByRole('dialog', { name: 'Your order' }).getByRole('link', { name: /^Checkout/ }));
  await expect(page.getByText('Welcome back, Asha')).toBeVisible();
  await accessible(page);
  await again.tap(placeButton(page));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  expect(again.done.fields).toBe(0);
  expect(again.done.taps).toBeLessThanOrEqual(5);
  await page.goto(link);
  await answers(page);

  await page.getByText('Save your details? Just add a password.').click();
  await page.getByRole('textbox', { name: 'Password' }).fill('Secret-Pass-1!');
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page.getByText('This order is in your account.')).toBeVisible();
  await page.getByRole('link', { name: 'My Orders' }).first().click();
  await expect(page.getByText(orderId).first()).toBeVisible();
});

test('a guest orders, creates an account later, confirms the address by link and code, and claims the order @phone', async ({
  page,
  evening,
  accessible,
}) => {
  test.slow();
  const email = 'noor.guest@example.test';
  const { tap, type, done } = hand();
  await toCheckout(page, { done, tap, type });
  await type(page.getByRole('textbox', { name: 'Full Name' }), 'Noor Kay');
  await type(page.getByRole('textbox', { name: 'Email Address' }), email);
  await tap(page.getByRole('radio', { name: /^Cash/ }));
  await tap(placeButton(page));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page.getByText('Wait for our email.').or(page.getByText('Watch this page.'))).toBeVisible();
  const orderId = new URL(page.url()).pathname.split('/')[2] ?? '';

  // Days later, on a new device.
  await page.context().clearCookies();
  await page.goto('/signup');
  await answers(page);
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Noor Kay');
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('Secret-Pass-1!');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).not.toHaveURL(/signup/);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Enter the code' })).toBeVisible();
  await expect(page.getByText(orderId)).toHaveCount(0);
  await expect(page.getByText(/earlier order/)).toHaveCount(0);
  await accessible(page);

  const link = /https?:\S+confirm-email\S+/.exec(await mailTo(evening.url, email, 'verify_email'))?.[0] ?? '';
  await page.goto(link);
  await answers(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('1 earlier order was placed with your address')).toBeVisible();
  await expect(page.getByText(orderId)).toHaveCount(0);
  await page.getByRole('button', { name: 'Add to my account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('we will read you the code');
  const code = /\b\d{6}\b/.exec(await mailTo(evening.url, email, 'sent_code'))?.[0] ?? '';
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
  await dialog.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('dialog', { name: 'Which are yours?' })).toContainText(orderId);
  await accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add to my account' }).click();
  await expect(page.getByRole('button', { name: 'Not mine: remove it' })).toBeVisible();
  await expect(page.getByText(orderId).first()).toBeVisible();
});

test('a guest pays by card without an account, returns to the order’s page and cancels it there @phone', async ({
  page,
}) => {
  test.slow();
  const { done, tap, type } = hand();
  await toCheckout(page, { done, tap, type });
  await type(page.getByRole('textbox', { name: 'Full Name' }), 'Asha Menon');
  await type(page.getByRole('textbox', { name: 'Phone Number' }), '902-555-0142');
  await tap(placeButton(page));
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL(/\/pay\/sandbox\//);
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page).toHaveURL(/\/orders\/TRU-20261120-[A-Z0-9]{5}\?token=/);
  await expect(page.getByText('PAID', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Cancelled');
});
