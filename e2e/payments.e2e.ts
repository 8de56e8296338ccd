import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import type { Page } from '@playwright/test';
import { answers, expect, test } from './fixtures.ts';

const PASSWORD = 'Demo-pass-1!';
const CARD = { pays: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' };
/** A Friday evening in Halifax: both kitchens are open. */
const EVENING = { DEMO: '1', CLOCK_AT: '2026-11-20T22:00:00Z', RATE_LIMITS: '0' };

let server: ServerProcess;

// One evening for all tests, in one worker.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startServer({ env: EVENING });
});
test.afterAll(async () => {
  await server.stop();
});

async function signIn(page: Page, email: string) {
  const answer = await page.request.post(`${server.url}/api/auth/sign-in/email`, {
    data: { email, password: PASSWORD },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
}

/** Goes from the menu to the payment dialog with one dish in the cart. */
async function toPaymentDialog(page: Page) {
  await page.goto(`${server.url}/menu/truro`);
  await page.getByRole('button', { name: 'Add Mango Lassi' }).first().click();
  // Wait until it is in the cart.
  await expect(page.getByRole('button', { name: '1 Mango Lassi in your order, change' }).first()).toBeVisible();
  await page.goto(`${server.url}/checkout?location=truro`);
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('902-555-0142');
  await expect(page.getByRole('radio', { name: /Pay online/ })).toBeChecked();
  await page
    .getByRole('button', { name: /Place Order/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Secure payment' })).toBeVisible();
}

async function toHostedPage(page: Page) {
  await toPaymentDialog(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL(/\/pay\/sandbox\//);
}

async function pay(page: Page, card: string) {
  await page.getByRole('textbox', { name: 'Card number' }).fill(card);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}

test('the payment sheet opens for the created session, and Back or the close button cancels it [C-CHK-23] [C-CHK-27] [C-CHK-31] [C-CHK-34] @phone', async ({
  page,
  accessible,
}) => {
  await signIn(page, 'customer@demo.test');
  const place = page.locator('button:visible', { hasText: /Place Order|Preparing Payment/ });
  const sessions = new Set<string>();
  let read = '';
  await page.route('**/api/createCustomerPayment', async (route) => {
    read = await place.first().innerText();
    const answer = await route.fetch();
    sessions.add(((await answer.json()) as { sessionId: string }).sessionId);
    await route.fulfill({ response: answer });
  });
  await toPaymentDialog(page);
  expect(read).toBe('Preparing Payment...');
  const dialog = page.getByRole('dialog', { name: 'Secure payment' });
  await accessible(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/checkout\?location=truro$/);
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue(/555-0142/);
  await place.first().click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await place.first().click();
  await expect(dialog).toBeVisible();
  expect(sessions.size).toBe(3);
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The close button also removes the sheet from the history, so Back leads to the page before.
  await page.goBack();
  await expect(page).toHaveURL(/\/menu\/truro/);
});

test('a guest pays by card, declined first and then paid, and sees the order as PAID [A-NEW-41] [A-NEW-42] [C-CHK-32] [C-CHK-33] [C-CONF-20]', async ({
  page,
  accessible,
  expectComplaint,
}) => {
  expectComplaint(/402/);
  await signIn(page, 'customer@demo.test');
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  let paymentUrl = '';
  await page.route('**/api/createCustomerPayment', async (route) => {
    const answer = await route.fetch();
    ({ paymentUrl } = (await answer.json()) as { paymentUrl: string });
    await route.fulfill({ response: answer });
  });
  await toPaymentDialog(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL(/\/pay\/sandbox\//);
  // The card is entered on the provider's own page. Our pages contain none of its scripts.
  expect(page.url()).toBe(paymentUrl);
  for (const script of scripts) expect(new URL(script).origin).toBe(server.url);
  await expect(page.getByText('No money moves.')).toBeVisible();
  await accessible(page);
  await pay(page, CARD.declined);
  await expect(page.getByRole('alert')).toContainText('The card was declined.');
  await pay(page, CARD.pays);

  await page.waitForURL(/\/order-success\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Payment successful! Your order is being processed.')).toBeVisible();
  await expect(page.getByText('PAID', { exact: true }).first()).toBeVisible();
  // The paid dishes have left the cart.
  const carts = () => page.evaluate(() => localStorage.getItem('sizzle_spice_location_carts') ?? '');
  expect(await carts()).not.toContain('lassi');

  // Opened again, the page shows this order and does not touch a newer cart.
  const confirmation = page.url();
  await page.goto(`${server.url}/menu/truro`);
  await answers(page);
  await page.getByRole('button', { name: 'Add Mango Lassi' }).first().click();
  await expect.poll(carts).toContain('lassi');
  await page.goto(confirmation);
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  expect(await carts()).toContain('lassi');
});

test('a payment cancelled at the provider charges nothing, creates no order and keeps the cart [C-PAY-16] [C-PAY-17] [C-PAY-18] [C-PAY-19] @phone', async ({
  page,
  accessible,
  expectComplaint,
}) => {
  // The payment has not arrived.
  expectComplaint(/404/);
  await signIn(page, 'customer@demo.test');
  await toHostedPage(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(/\/payment-cancel/);
  await expect(page.getByText('Your payment was cancelled or interrupted.')).toBeVisible();
  await expect(page.getByText('Nothing was charged, and no order was placed. Your cart is still here.')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('Mango Lassi');
  await accessible(page);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.waitForURL(/\/checkout\?location=truro/);
  await expect(page.getByText('Mango Lassi').first()).toBeVisible();
  // Trying again opens a working payment page.
  await page
    .getByRole('button', { name: /Place Order/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL(/\/pay\/sandbox\//);
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();

  await page.goto(`${server.url}/payment-cancel?order_id=TRU-20261120-7K3QX`);
  await expect(page.getByText('TRU-20261120-7K3QX')).toBeVisible();
});

test('the dialog reports a missing payment page, and trying again resets it [C-PAY-08] [C-PAY-09]', async ({
  page,
}) => {
  await signIn(page, 'customer@demo.test');
  await page.route('**/api/createCustomerPayment', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), paymentUrl: '' } });
  });
  await toPaymentDialog(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Error' });
  await expect(alert).toContainText('Payment session not available. Please try again.');
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
});

test('an order whose browser was closed right after payment exists, and cancelling it refunds the payment', async ({
  page,
  context,
  accessible,
}) => {
  await signIn(page, 'customer2@demo.test');
  await toHostedPage(page);
  const hosted = page.url();
  await page.close();
  // The provider takes the payment without a return to the success page.
  const paid = await context.request.post(hosted, {
    form: { card: CARD.pays, action: 'pay' },
    headers: { origin: server.url },
    maxRedirects: 0,
  });
  expect(paid.status()).toBe(303);
  const list = async () => {
    const answer = await context.request.get(`${server.url}/api/getCustomerOrders`);
    return (await answer.json()) as { orders: Array<{ orderId: string; paymentStatus: string }> };
  };
  await expect.poll(async () => (await list()).orders.map((order) => order.paymentStatus)).toEqual(['paid']);
  const [order] = (await list()).orders;

  const desk = await context.newPage();
  await signIn(desk, 'admin@demo.test');
  const cancelled = await desk.request.post(`${server.url}/api/cancelOrder`, {
    data: { orderId: order?.orderId, cancelReason: 'Kitchen emergency' },
    headers: { origin: server.url },
  });
  expect(await cancelled.json()).toMatchObject({ refund: { success: true, status: 'succeeded', method: 'card' } });

  await desk.goto(`${server.url}/admin/dashboard#payments`);
  await expect(desk.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
  await expect(desk.getByText('Nothing needs attention')).toBeVisible();
  await accessible(desk);
  const ledger = desk.getByRole('tab', { name: 'Payments' });
  const failed = desk.getByRole('tab', { name: 'Failed events' });
  const hasRing = (tab: typeof ledger) => tab.evaluate((element) => element.matches(':focus-visible'));
  await desk.getByRole('tab', { name: 'Needs attention' }).focus();
  await desk.keyboard.press('ArrowRight');
  await expect(ledger).toBeFocused();
  expect(await hasRing(ledger)).toBe(true);
  await failed.click();
  await expect(failed).toBeFocused();
  expect(await hasRing(failed)).toBe(false);
  await ledger.click();
  await expect(ledger).toHaveAttribute('aria-selected', 'true');
  await expect(desk.getByRole('row', { name: new RegExp(order?.orderId ?? 'none') })).toContainText('succeeded');
  await accessible(desk);
  await desk.getByRole('tab', { name: 'Reconciliation' }).click();
  await desk.getByRole('button', { name: 'Compare yesterday now' }).click();
  await expect(desk.getByRole('row', { name: /2026-11-19/ })).toContainText('Match');

  await desk.setViewportSize({ width: 390, height: 844 });
  await expect(desk.getByRole('row', { name: /2026-11-19/ })).toContainText('Match');
  await ledger.click();
  await expect(desk.getByRole('row', { name: new RegExp(order?.orderId ?? 'none') })).toContainText('succeeded');
  const width = () => desk.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(390);
  await accessible(desk);
});

test('the till shows a payment link as a QR code, and staff return to the board [C-PAY-20] [C-PAY-21]', async ({
  page,
  context,
  accessible,
}) => {
  await signIn(page, 'staff.truro@demo.test');
  await page.goto(`${server.url}/payment-cancel`);
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/admin/orders');
  await expect(page.getByRole('link', { name: 'Back to Admin Dashboard' })).toHaveAttribute('href', '/admin');

  await page.goto(`${server.url}/admin/dashboard#create-order`);
  await page
    .getByRole('button', { name: /Mango Lassi/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Jordan Example');
  await page.getByRole('radio', { name: 'Payment link' }).check({ force: true });
  await page.getByRole('button', { name: /Create link/ }).click();
  const panel = page.getByRole('region', { name: 'Payment link ready' });
  await expect(panel).toContainText('Waiting for payment');
  await panel.getByRole('button', { name: 'Show QR Code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment QR code' });
  const code = dialog.getByRole('img', { name: 'QR code for the payment link' });
  await expect(code).toHaveAttribute('width', '300');
  await expect(code).toHaveAttribute('height', '300');
  await expect(dialog.getByRole('button', { name: 'Print QR Code' })).toBeVisible();
  await accessible(page);

  const answer = await page.request.get(`${server.url}/api/getPaymentOptions`);
  expect(await answer.json()).toMatchObject({ provider: 'sandbox' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const phone = await context.newPage();
  await phone.goto(link);
  await pay(phone, CARD.pays);
  await expect(dialog.getByRole('status').filter({ hasText: 'is on the board' })).toBeVisible();
});
