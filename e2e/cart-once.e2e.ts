import type { APIRequestContext, Page } from '@playwright/test';
import { pagesOfEvening as test } from './board-page.ts';
import { answers, expect } from './fixtures.ts';

const PASSWORD = 'Demo-pass-1!';

test.describe.configure({ mode: 'default' });

async function addDish(page: Page, name = 'Mango Lassi', place = 'truro') {
  await page.goto(`/menu/${place}`);
  await answers(page);
  await page
    .getByRole('button', { name: `Add ${name}`, exact: true })
    .first()
    .click();
  await expect(page.getByRole('button', { name: `1 ${name} in your order, change` }).first()).toBeVisible();
}

const placeButton = (page: Page) => page.getByRole('button', { name: /Place Order/ });

async function toPaymentPage(page: Page): Promise<string> {
  await page.goto('/checkout?location=truro');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('902-555-0142');
  await placeButton(page).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL(/\/pay\/sandbox\//);
  return page.url();
}

/** Pays on the provider's page without returning from it. */
async function payThere(request: APIRequestContext, hosted: string) {
  const form = { card: '4242 4242 4242 4242', action: 'pay' };
  const origin = new URL(hosted).origin;
  return request.post(hosted, { form, headers: { origin }, maxRedirects: 0 });
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const CARTS = 'sizzle_spice_location_carts';

async function manager(request: APIRequestContext, url: string) {
  const headers = { origin: url };
  const data = { email: 'manager.truro@demo.test', password: PASSWORD };
  expect((await request.post(`${url}/api/auth/sign-in/email`, { data, headers })).ok()).toBe(true);
  return async (call: string, body: object) => {
    const answer = await request.post(`${url}/api/${call}`, { data: body, headers });
    expect(answer.status(), `${call}: ${await answer.text()}`).toBe(200);
  };
}

test('ordering again after going back from the payment page closes the first page, and only one is paid', async ({
  page,
  context,
  signedIn,
  expectComplaint,
}) => {
  // The payment has not arrived.
  expectComplaint(/404/);
  await signedIn('customer@demo.test');
  await addDish(page);
  const first = await toPaymentPage(page);
  await page.goBack();
  const second = await toPaymentPage(page);
  expect(second).not.toBe(first);
  expect(await (await payThere(context.request, first)).text()).toContain('cancelled');
  expect((await payThere(context.request, second)).status()).toBe(303);
});

test('after a payment without its return page, the next page has an empty cart and shows when it was ordered @phone', async ({
  page,
  context,
  signedIn,
  accessible,
}) => {
  await signedIn('customer@demo.test');
  for (const next of ['/menu/truro', '/checkout?location=truro']) {
    await addDish(page);
    await payThere(context.request, await toPaymentPage(page));
    await page.goto(next);
    await expect(page.getByText(/^You ordered this at 6:\d\d p\.m\.$/)).toBeVisible();
    await expect.poll(() => stored(page, CARTS)).toBeNull();
    if (next.startsWith('/menu')) await page.getByRole('button', { name: 'See your order' }).click();
    await accessible(page);
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    // The settled payment stays stored in case its page still loads; no payment is pending.
    expect(await stored(page, 'tiffin_being_paid')).not.toContain('sessionId');
  }
});

test('a tab that shows a cart ordered elsewhere says so and links to that order', async ({
  page,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  await signedIn('customer@demo.test');
  await addDish(page);
  const before = [await stored(page, CARTS), await stored(page, 'tiffin_cart_ids')];
  await page.goto('/checkout?location=truro');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('902-555-0142');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await placeButton(page).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const order = new URL(page.url()).searchParams.get('orderId');

  await page.evaluate(
    ([key, carts, ids]) => {
      localStorage.setItem(String(key), String(carts));
      localStorage.setItem('tiffin_cart_ids', String(ids));
    },
    [CARTS, ...before],
  );
  await page.goto('/checkout?location=truro');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await placeButton(page).click();
  await expect(page.getByText(/^You ordered this at 6:\d\d p\.m\.$/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`orderId=${order}$`));
  await expect.poll(() => stored(page, CARTS)).toBeNull();
});

test('a menu change is shown at the order button, which asks once to confirm the new total @phone', async ({
  page,
  signedIn,
  playwright,
  baseURL,
  accessible,
}) => {
  await signedIn('customer@demo.test');
  await addDish(page, 'Salted Lassi');
  await addDish(page, 'Mango Lassi');
  await page.goto('/checkout?location=truro');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('902-555-0142');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  const request = await playwright.request.newContext();
  const change = await manager(request, baseURL ?? '');
  const price = (dollars: number) =>
    change('updateMenuItem', { locationId: 'truro', itemId: 'salted-lassi', updates: { price: dollars } });

  await expect(placeButton(page)).toHaveText(/^Place Order/);
  // A click that started before the total changed is ignored.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find((each) => each.textContent?.startsWith('Agree'));
      button?.click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await price(7.35);
  const notice = page.getByRole('alert').filter({ hasText: 'Salted Lassi is now $7.35' });
  await expect(notice).toBeInViewport();
  await expect(placeButton(page)).toHaveText(/^Agree & Place Order/);
  await price(7.45);
  await expect(page.getByText('Salted Lassi is now $7.45')).toBeInViewport();
  await expect(page.getByText('is now $7.35')).toHaveCount(0);
  await accessible(page);
  await change('setMenuAvailability', { locationId: 'truro', itemIds: ['salted-lassi'], isAvailable: false });
  await expect(page.getByText('Salted Lassi is no longer available')).toBeInViewport();
  await expect(page.getByText('Salted Lassi is now')).toHaveCount(0);
  expect(page.url()).toContain('/checkout');

  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(placeButton(page)).toHaveText(/^Place Order/);
  await placeButton(page).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  await change('setMenuAvailability', { locationId: 'truro', itemIds: ['salted-lassi'], isAvailable: true });
  await request.dispose();
});

test('/menu opens the location of the cart, else the last one seen, else the default, and the header shows the cart [C-ROUTE-02] @phone', async ({
  page,
  accessible,
}) => {
  await page.goto('/menu');
  await expect(page).toHaveURL(/\/menu\/truro$/);
  await page.goto('/menu/new-glasgow');
  await answers(page);
  await expect.poll(() => stored(page, 'tiffin_menu')).toBe('new-glasgow');
  await page.goto('/menu');
  await expect(page).toHaveURL(/\/menu\/new-glasgow$/);
  await addDish(page, 'Mango Lassi', 'truro');
  const inHeader = page.getByRole('banner').getByRole('link', { name: '1 item to order at Truro Heights' });
  await expect(inHeader).toBeVisible();
  await page.goto('/menu/new-glasgow');
  await expect(inHeader).toBeVisible();
  await page.goto('/menu');
  await expect(page).toHaveURL(/\/menu\/truro$/);
  await page.goto('/reservations');
  await answers(page);
  await accessible(page);
  await inHeader.click();
  await expect(page).toHaveURL(/\/menu\/truro#your-order$/);
  await page.goto('/menu/new-glasgow');
  await page.goto('/');
  await answers(page);
  await page.getByRole('main').getByRole('link', { name: 'Order Now' }).click();
  await expect(page).toHaveURL(/\/menu\/truro$/);
});

test('the ready time is in the restaurant’s time, whatever the phone’s clock says', async ({ page, signedIn }) => {
  await page.clock.setSystemTime('2026-11-20T13:00:00Z');
  await signedIn('customer@demo.test');
  await addDish(page);
  await page.goto('/checkout?location=truro');
  await expect(page.getByRole('main').getByText(/ready about 6:\d\d p\.m\./)).toBeVisible();
});

test('the confirmation page shows the next step, the promised time, and how a cancelled order is refunded @phone', async ({
  page,
  signedIn,
  playwright,
  baseURL,
  accessible,
}) => {
  await signedIn('customer@demo.test');
  const request = await playwright.request.newContext();
  const change = await manager(request, baseURL ?? '');
  const next = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'What’s Next' });

  await addDish(page);
  await page.goto('/checkout?location=truro');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('902-555-0142');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await placeButton(page).click();
  await expect(next).toContainText('Have cash ready.');
  const promise = page.locator('main time').first();
  const promised = (await promise.textContent()) ?? '';
  const orderId = new URL(page.url()).searchParams.get('orderId');
  await answers(page);
  await change('updateOrderStatus', { orderId, status: 'preparing' });
  await expect(page.locator('[aria-current=step]')).toContainText('Being Prepared');
  // Starting never moves the promise later.
  await expect(promise).toHaveText(promised);
  await accessible(page);
  await change('updateOrderStatus', { orderId, status: 'ready' });
  await expect(next).toContainText('Your order is ready. It is waiting for you, warm, at 395 Truro Heights Road.');
  await change('updateOrderStatus', { orderId, status: 'completed' });
  await expect(next).toContainText('Thank you for ordering with us.');
  await expect(next).not.toContainText('cash');
  await accessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL(/\/menu\/truro$/);
  await expect(page.getByText('Everything from last time is in your cart.')).toBeVisible();

  await toPaymentPage(page);
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(next).toContainText('You’re paid up.');
  await answers(page);
  const order = await page
    .getByText(/^TRU-20261120-[A-Z0-9]{5}$/)
    .first()
    .innerText();
  await change('cancelOrder', { orderId: order, cancelReason: 'No flour' });
  await expect(next).toContainText(/Your money is back\. \$\S+ went to the card you paid with/);
  await accessible(page);
  await request.dispose();
});
