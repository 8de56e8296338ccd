import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { EVENING, pagesOfEvening as test } from './board-page.ts';
import { answers, expect } from './fixtures.ts';

/** Early on Saturday: both kitchens are closed. */
const NIGHT = '2026-11-21T06:00:00Z';
/** Noon on a Wednesday. */
const WEDNESDAY = '2026-11-18T16:00:00Z';
const PASSWORD = 'Demo-pass-1!';
const CARTS = 'sizzle_spice_location_carts';

test.describe.configure({ mode: 'default' });

/** A member of staff in a separate session. */
async function colleague(request: APIRequestContext, url: string, email: string) {
  const origin = { origin: url };
  const entered = await request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password: PASSWORD },
    headers: origin,
  });
  expect(entered.ok()).toBe(true);
  return async (call: string, data: object) => {
    const answer = await request.post(`${url}/api/${call}`, { data, headers: origin });
    expect(answer.status(), `${call}: ${await answer.text()}`).toBe(200);
  };
}

async function openMenu(page: Page, place = 'truro') {
  await page.goto(`/menu/${place}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await answers(page);
}

async function addPlain(page: Page, name: string) {
  await page
    .getByRole('button', { name: `Add ${name}`, exact: true })
    .first()
    .click();
}

async function addSpiced(page: Page, name: string, heat: 'Mild' | 'Medium' | 'Hot', more = 0) {
  await page
    .getByRole('button', { name: `Add ${name}`, exact: true })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('radio', { name: /^Mild/ })).toBeChecked();
  await dialog.getByRole('radio', { name: new RegExp(`^${heat}`) }).check();
  for (let i = 0; i < more; i++) await dialog.getByRole('button', { name: `One more ${name}` }).click();
  await dialog.getByRole('button', { name: /^Add •/ }).click();
  await expect(dialog).toBeHidden();
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1180;

async function toCheckout(page: Page) {
  if (isPhone(page)) {
    await page.getByRole('button', { name: /View order/ }).click();
    await page
      .getByRole('dialog', { name: 'Your order' })
      .getByRole('link', { name: /^Checkout/ })
      .click();
  } else {
    await page
      .getByRole('complementary', { name: 'Your order' })
      .getByRole('link', { name: /^Checkout/ })
      .click();
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
}

/** Cards are offered as well and preselected. */
async function placeInCash(page: Page) {
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await placeButton(page).click();
}

const placeButton = (page: Page) => page.locator('button:visible', { hasText: /Place Order|Creating Order/ });

async function confirmed(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page).toHaveURL(/\/order-success\?orderId=TRU-20261120-[A-Z0-9]{5}$/);
  return new URL(page.url()).searchParams.get('orderId') ?? '';
}

async function inBothThemes(page: Page, accessible: (page: Page) => Promise<void>) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await accessible(page);
  }
}

test('the menu shows each dish with price, diet, heat and allergens, and search and filters narrow it [C-MENU-01] @both', async ({
  page,
  accessible,
}) => {
  // axe checks sixty dishes four times.
  test.slow();
  await openMenu(page);
  const samosas = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Vegetable Samosas' }) });
  await expect(samosas).toContainText('$6.95');
  await expect(samosas).toContainText('Vegan');
  await expect(samosas).toContainText('Mild');
  await expect(samosas).toContainText('Contains wheat');
  await expect(page.getByRole('region', { name: 'Today’s specials' })).toContainText('Chicken Biryani');
  await inBothThemes(page, accessible);

  await page.getByRole('searchbox').fill('paneer');
  await expect(page.getByRole('heading', { name: 'Palak Paneer', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Vegetable Samosas' })).toBeHidden();
  await page.getByRole('searchbox').fill('no such dish');
  await expect(page.getByRole('heading', { name: 'No dish matches' })).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Show all dishes' }).click();
  await page.getByRole('checkbox', { name: 'Vegan' }).check();
  await expect(page.getByRole('heading', { name: 'Vegetable Samosas' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Butter Chicken', exact: true })).toBeHidden();
});

test('input and clicks before the scripts have loaded are not lost', async ({ page }) => {
  const come = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto('/menu/truro', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: 'Dine-in' }).check();
  await page.getByRole('searchbox', { name: 'Search dishes' }).fill('lassi');
  await page.getByRole('checkbox', { name: 'Vegetarian' }).check();
  const add = page.getByRole('button', { name: 'Add Mango Lassi', exact: true });
  await add.first().dblclick();
  await expect(page.getByRole('heading', { name: 'Vegetable Samosas' })).toBeVisible();
  come.resolve();
  await expect(page.getByRole('heading', { name: 'Vegetable Samosas' })).toBeHidden();
  await expect(page.getByRole('button', { name: '1 Mango Lassi in your order, change' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Dine-in' })).toBeChecked();
  await expect(page.getByRole('searchbox', { name: 'Search dishes' })).toHaveValue('lassi');
});

test('an unavailable dish is shown and cannot be added, and becomes available without a reload [C-CART-12]', async ({
  page,
  playwright,
  evening,
}) => {
  await openMenu(page);
  const poori = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Poori Bhaji' }) });
  await expect(poori).toContainText('Unavailable today');
  await expect(poori.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  const request = await playwright.request.newContext();
  const manager = await colleague(request, evening.url, 'manager.truro@demo.test');
  const available = (isAvailable: boolean) =>
    manager('setMenuAvailability', { locationId: 'truro', itemIds: ['poori-bhaji'], isAvailable });
  await available(true);
  await expect(poori.getByRole('button', { name: 'Add Poori Bhaji' })).toBeVisible();
  await available(false);
  await expect(poori.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await request.dispose();
});

test('carts are stored per location across reloads and tabs, within their limits [C-CART-03] [C-CART-04] [C-CART-05] [C-CART-10] [A-DATA-30]', async ({
  page,
  context,
}) => {
  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  const cart = page.getByRole('complementary', { name: 'Your order' });
  await expect(cart).toContainText('1 item');
  await page.reload();
  await expect(cart).toContainText('Mango Lassi');

  const second = await context.newPage();
  await openMenu(second);
  await second.getByRole('button', { name: 'One more Mango Lassi' }).click();
  await expect(cart).toContainText('2 items');
  for (let i = 2; i < 10; i++) await page.getByRole('button', { name: 'One more Mango Lassi' }).click();
  await expect(cart).toContainText('10 items');
  await page.getByRole('button', { name: 'One more Mango Lassi' }).click();
  await expect(page.getByText('Maximum 10 items allowed for Mango Lassi')).toBeVisible();
  await expect(cart).toContainText('10 items');

  await openMenu(second, 'new-glasgow');
  await expect(second.getByRole('complementary', { name: 'Your order' })).toContainText('Nothing here yet');
  await page.getByRole('button', { name: 'Remove Mango Lassi' }).click();
  await expect(cart).toContainText('Nothing here yet');
  expect(await page.evaluate((key) => localStorage.getItem(key), CARTS)).toBeNull();
});

test('an unreadable cart is dropped [C-CART-06]', async ({ page }) => {
  await page.goto('/privacy');
  await page.evaluate((key) => localStorage.setItem(key, '{"truro":[{"id":7}]}'), CARTS);
  await openMenu(page);
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('Nothing here yet');
  expect(await page.evaluate((key) => localStorage.getItem(key), CARTS)).toBeNull();
});

test('delivery falls back to pickup at a location without delivery [C-MENU-04]', async ({ page }) => {
  await openMenu(page);
  await page.getByRole('radio', { name: 'Delivery' }).check();
  await page.getByRole('button', { name: 'Truro Heights, change location' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /New Glasgow/ })
    .click();
  await expect(page).toHaveURL(/\/menu\/new-glasgow$/);
  await expect(page.getByRole('radio', { name: 'Pickup' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Delivery' })).toBeDisabled();
});

test('without scripts the whole menu is readable and explains how to order', async ({ browser, evening }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: evening.url });
  const page = await context.newPage();
  await page.goto('/menu/truro');
  await expect(page.getByRole('heading', { name: 'Butter Chicken', exact: true })).toBeVisible();
  await expect(page.getByText('$6.95')).toBeVisible();
  await expect(page.getByText('Contains wheat').first()).toBeVisible();
  expect(await page.content()).toContain('Ordering online needs JavaScript');
  await context.close();
});

test('structured data for search engines lists at most 15 dishes', async ({ page }) => {
  await page.goto('/menu/truro');
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const menu = blocks.find((block) => block.includes('"@type":"Menu"')) ?? '';
  expect(menu.match(/"MenuItem"/g)?.length).toBe(15);
  expect(blocks.some((block) => block.includes('BreadcrumbList') && block.includes('"Menu"'))).toBe(true);
});

test('a guest places a pickup order with cash [C-CHK-29] [C-CHK-36] [C-CONF-04] [C-CONF-05] @both', async ({
  page,
  signedIn,
  accessible,
}) => {
  test.slow();
  await signedIn('customer@demo.test');
  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  await addSpiced(page, 'Vegetable Samosas', 'Hot', 1);
  await addSpiced(page, 'Palak Paneer', 'Mild');
  if (isPhone(page)) {
    // A dish removed by mistake can be restored, also over the open sheet.
    await page.getByRole('button', { name: /View order/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Your order' });
    await sheet.getByRole('button', { name: 'Remove Mango Lassi' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(sheet).toContainText('Mango Lassi');
    await sheet.getByRole('button', { name: 'Close your order' }).click();
    await expect(sheet).toBeHidden();
  }
  await toCheckout(page);
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Priya Sharma');
  await expect(page.getByRole('textbox', { name: 'Email Address' })).toHaveValue('customer@demo.test');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('902-555-0161');
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  await expect(summary).toContainText('Truro Heights, Pickup. 4 items, 3 unique.');
  await inBothThemes(page, accessible);
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.getByRole('radio', { name: /^10%/ }).check();
  // 5.95 + 2 × 6.95 + 15.95 = 35.80; 14 % = 5.01; 10 % of 40.81 = 4.08
  await expect(page.getByRole('main')).toContainText('$44.89');
  await expect(placeButton(page)).toContainText('$44.90 in cash');
  await placeButton(page).click();

  const id = await confirmed(page);
  await expect(page.getByText('CASH ON PICKUP')).toBeVisible();
  const main = page.getByRole('main');
  for (const text of [id, 'customer@demo.test', '(902) 555-0161', '$44.89']) await expect(main).toContainText(text);
  await inBothThemes(page, accessible);
  expect(await page.evaluate((key) => localStorage.getItem(key), CARTS)).toBeNull();
  await page.goBack();
  await expect(page).not.toHaveURL(/checkout/);
});

test('the page follows the kitchen, and the receipt opens with its access token alone [C-CONF-09] [C-ORDER-07] [C-RCPT-02] [C-RCPT-03] [C-RCPT-04]', async ({
  page,
  signedIn,
  accessible,
  playwright,
  evening,
  expectComplaint,
}) => {
  expectComplaint(/404|ERR_FAILED/);
  await signedIn('customer@demo.test');
  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  await toCheckout(page);
  await placeInCash(page);
  const orderId = await confirmed(page);
  const request = await playwright.request.newContext();
  const staff = await colleague(request, evening.url, 'staff.truro@demo.test');
  await staff('updateOrderStatus', { orderId, status: 'preparing' });
  await expect(page.locator('[aria-current=step]')).toContainText('Being Prepared');
  // This server sends no texts, so the page promises none.
  await expect(page.getByText('Watch this page.')).toBeVisible();
  await staff('updateOrderStatus', { orderId, status: 'ready' });
  await expect(page.locator('[aria-current=step]')).toContainText('Ready for Pickup');
  await request.dispose();

  await page.getByRole('link', { name: 'Click to View Receipt' }).click();
  await expect(page.getByText('PAY AT PICKUP')).toBeVisible();
  await expect(page.getByRole('article')).toContainText(orderId);
  await accessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`${orderId}.pdf`);
  await page.route('**/api/getOrderReceiptPdf*', (route) => route.abort());
  await page.getByRole('link', { name: 'PDF' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to generate receipt: ' })).toBeVisible();
  await page.goto(`/receipt/${orderId}?token=wrong`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t on the menu');
});

test('a refund appears live with its time and dishes, on the receipt and in the account', async ({
  page,
  signedIn,
  accessible,
  playwright,
  evening,
}) => {
  await signedIn('customer@demo.test');
  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  await addPlain(page, 'Rose Milk');
  await toCheckout(page);
  await placeInCash(page);
  const orderId = await confirmed(page);
  const request = await playwright.request.newContext();
  const manager = await colleague(request, evening.url, 'manager.truro@demo.test');
  await manager('processOrderPayment', { orderId, paymentData: { method: 'cash' } });
  await expect(page.getByText('PAID', { exact: true })).toBeVisible();
  await expect(page.getByText('Refunded')).toHaveCount(0);
  await manager('refundOrderItems', { orderId, items: [{ line: 1, quantity: 1 }], reason: 'Sour' });
  await request.dispose();
  const main = page.getByRole('main');
  await expect(main).toContainText(/Refunded Nov 20, \d+:\d\d p\.m\.\s*in cash, 1 × Mango Lassi\s*-\$6\.80/);
  await inBothThemes(page, accessible);
  await page.getByRole('link', { name: 'Click to View Receipt' }).click();
  await expect(page.getByRole('article')).toContainText(/Refunded Nov 20, 2026, .*: 1 × Mango Lassi\s*−\$6\.80/);
  await accessible(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('listitem').filter({ hasText: orderId })).toContainText(
    /Refunded \$6\.80, Nov 20, .*, 1 × Mango Lassi/,
  );
  await accessible(page);
});

test('errors appear at their fields and clear when fixed, typed markup is shown as text, and a double click orders once [C-CHK-50] @phone', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn('customer2@demo.test');
  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  // Together above the minimum of a delivery.
  await addSpiced(page, 'Butter Chicken', 'Mild');
  await toCheckout(page);
  const name = page.getByRole('textbox', { name: 'Full Name' });
  const phone = page.getByRole('textbox', { name: 'Phone Number' });
  const ownPhone = await phone.inputValue();
  await phone.fill('902 555');
  await phone.blur();
  // A reload shows the same.
  await page.reload();
  await expect(phone).toHaveValue('(902) 555');
  await phone.fill('+44 20 7946 0958');
  await phone.blur();
  await expect(phone).toHaveValue('020 7946 0958');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Country: United Kingdom, GB +44' })).toBeVisible();
  await expect(phone).toHaveValue('020 7946 0958');
  await phone.fill(`+1 ${ownPhone}`);
  await phone.blur();
  await expect(phone).toHaveValue(ownPhone);
  await name.fill('Liam MacDonald 2');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('radio', { name: 'Delivery' }).check();
  await page.getByRole('textbox', { name: 'Postal code' }).fill('B2N 4Z1');
  await expect(page.getByText(/We deliver there/)).toBeVisible();
  await placeButton(page).click();
  await expect(name).toHaveAccessibleDescription('Name contains invalid characters');
  const address = page.getByRole('textbox', { name: 'Delivery address' });
  await expect(address).toHaveAccessibleDescription('Delivery address is required for delivery orders');
  await expect(page.getByText('Please complete all required fields correctly')).toBeVisible();
  await accessible(page);
  await name.fill('Liam MacDonald');
  await expect(name).toHaveAccessibleDescription('');
  await address.fill('!');
  await placeButton(page).click();
  await expect(address).toHaveAccessibleDescription('Please enter the full delivery address: street, number and town');
  await expect(address).toBeFocused();
  await address.fill('12 Prince Street, Truro');
  await page.getByRole('textbox', { name: /Delivery instructions/ }).fill('<img src=x onerror=alert(1)> Side door');
  await placeInCash(page);
  await confirmed(page);
  await expect(page.getByText('CASH ON DELIVERY')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('12 Prince Street, Truro');
  // Typed markup is shown as text.
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=alert(1)> Side door');

  await openMenu(page);
  await page.getByRole('radio', { name: 'Dine-in' }).check();
  await addPlain(page, 'Mango Lassi');
  await toCheckout(page);
  await page.getByRole('textbox', { name: /Table number/ }).fill('<b>7</b>');
  await page.getByRole('textbox', { name: 'Party size' }).fill('3');
  await page.getByRole('textbox', { name: /Special instructions/ }).fill('</dl><script>alert(1)</script>');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await placeButton(page).dblclick();
  await confirmed(page);
  await expect(page.getByText('CASH ON DINE-IN')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('We serve it at table <b>7</b>.');
  await expect(page.getByRole('main')).toContainText('</dl><script>alert(1)</script>');
  await page.getByRole('link', { name: 'Click to View Receipt' }).click();
  await expect(page.getByRole('article')).toContainText('<b>7</b>');

  await page.goto('/dashboard');
  const orders = page.getByRole('listitem').filter({ hasText: 'TRU-' });
  // A double click orders once.
  await expect(orders.filter({ hasText: 'Dine-in' })).toHaveCount(1);
});

test('in the account a guest cancels while allowed, orders again, and edits favourites and their profile [C-DASH-01] [C-DASH-02] [C-DASH-03] [C-DASH-04]', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn('customer2@demo.test');
  await openMenu(page);
  await page.getByRole('button', { name: 'Butter Chicken is a favourite' }).click();
  await expect(page.getByRole('button', { name: 'Butter Chicken is a favourite' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('checkbox', { name: 'Favourites' }).check();
  await expect(page.getByRole('heading', { name: 'Palak Paneer', exact: true })).toBeHidden();
  await page.getByRole('checkbox', { name: 'Favourites' }).uncheck();
  await addSpiced(page, 'Vegetable Samosas', 'Medium');
  await toCheckout(page);
  await placeInCash(page);
  const id = await confirmed(page);

  await page.getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Orders / Reservations');
  for (const figure of ['loyalty points', 'completed orders', 'total spent']) {
    await expect(page.getByRole('main')).toContainText(figure);
  }
  await expect(page.getByRole('link', { name: /^Butter Chicken/ })).toBeVisible();
  await inBothThemes(page, accessible);
  const order = page.getByRole('listitem').filter({ hasText: id });
  await order.getByRole('button', { name: 'Cancel order' }).click();
  await accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(order).toContainText('Cancelled');
  await expect(order.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  await order.getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL(/\/menu\/truro$/);
  await expect(page.getByRole('button', { name: '1 Vegetable Samosas in your order, change' }).first()).toBeVisible();
});

test('checkout needs a cart and a session, and no input is lost [C-CHK-01] [C-CHK-02]', async ({
  page,
  context,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/401/);
  await signedIn('customer@demo.test');
  await page.goto('/checkout');
  await expect(page.getByText('Invalid checkout data. Please try again.')).toBeVisible();
  await expect(page).toHaveURL(/\/menu\/truro$/);

  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  await toCheckout(page);
  await page.getByRole('textbox', { name: /Special instructions/ }).fill('No ice, please');
  await context.clearCookies();
  await placeButton(page).click();
  await expect(page.getByText('Please sign in to checkout.')).toBeVisible();
  await expect(page).toHaveURL(/\/menu\/truro$/);
  await signedIn('customer@demo.test');
  await page.goto('/checkout?location=truro');
  await expect(page.getByRole('textbox', { name: /Special instructions/ })).toHaveValue('No ice, please');
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('Mango Lassi');
});

test('two tabs that place the same cart simultaneously place one order', async ({
  page,
  context,
  signedIn,
  expectComplaint,
}) => {
  // The later tab may be told which order the cart has become.
  expectComplaint(/409/);
  await signedIn('customer2@demo.test');
  await openMenu(page);
  await addPlain(page, 'Rose Milk');
  await toCheckout(page);
  const second = await context.newPage();
  await second.goto('/checkout?location=truro');
  let letGo = () => {};
  const reserved = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let query = 0;
  await context.route('**/api/createCustomerOrderCash', async (route) => {
    if (++query === 2) letGo();
    await reserved;
    await route.continue();
  });
  for (const tab of [page, second]) {
    await tab.bringToFront();
    await placeInCash(tab);
  }
  const [one, other] = [await confirmed(page), await confirmed(second)];
  expect(other).toBe(one);
  await expect(page.getByText('Invalid checkout data')).toHaveCount(0);
});

test('checkout reports a location that closes or is deactivated, and no input is lost', async ({
  browser,
  playwright,
  ownServer,
  expectComplaint,
  accessible,
}, info) => {
  test.slow();
  expectComplaint(/409/);
  const evening = await ownServer(EVENING);
  const context = await browser.newContext({ ...info.project.use, baseURL: evening.url });
  await context.request.post(`${evening.url}/api/auth/sign-in/email`, {
    data: { email: 'customer@demo.test', password: PASSWORD },
    headers: { origin: evening.url },
  });
  const page = await context.newPage();
  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  await toCheckout(page);
  await page.getByRole('textbox', { name: /Special instructions/ }).fill('No ice, please');
  const request = await playwright.request.newContext();
  const admin = await colleague(request, evening.url, 'admin@demo.test');
  const change = async (updates: object) => {
    const { location } = (await (await request.get(`${evening.url}/api/getLocation?locationId=truro`)).json()) as {
      location: { version: number };
    };
    await admin('updateLocation', { locationId: 'truro', version: location.version, updates });
  };
  const day = { open: '09:00', close: '17:00', closed: false };
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  await change({ hours: Object.fromEntries(days.map((name) => [name, day])) });
  // The page updates, and sends nothing before the guest agrees.
  const agree = page.getByRole('checkbox', { name: 'Yes, please prepare it when you open' });
  await expect(agree).toBeVisible();
  await placeInCash(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Please complete all required fields' })).toBeVisible();
  await expect(page.getByText('Your order would be ready about')).toBeVisible();
  await accessible(page);

  await agree.check();
  await change({ isActive: false });
  await placeButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Location is currently inactive' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /Special instructions/ })).toHaveValue('No ice, please');
  await accessible(page);
  await request.dispose();
  await context.close();
});

test('a long order scrolls inside its summary, and the phone field accepts all countries, Canada first [C-CHK-12] [C-CHK-14]', async ({
  page,
  signedIn,
}) => {
  test.slow();
  await signedIn('customer@demo.test');
  await openMenu(page);
  const drinks = ['Mango Lassi', 'Salted Lassi', 'Masala Chai', 'South Indian Filter Coffee', 'Fresh Lime Soda'];
  for (const drink of [...drinks, 'Rose Milk', 'Nimbu Pani', 'Badam Milk']) await addPlain(page, drink);
  for (const dish of ['Vegetable Samosas', 'Palak Paneer', 'Chana Masala', 'Dal Makhani']) {
    await addSpiced(page, dish, 'Hot');
  }
  await toCheckout(page);
  const lines = page.getByRole('complementary', { name: 'Order summary' }).getByRole('list');
  await expect(lines.getByRole('listitem')).toHaveCount(12);
  expect(await lines.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);

  await page.getByRole('button', { name: 'Country: Canada, CA +1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Country' });
  const countries = dialog.getByRole('listitem');
  for (const [index, name] of ['Canada', 'United States', 'United Kingdom'].entries()) {
    await expect(countries.nth(index)).toContainText(name);
  }
  await dialog.getByRole('searchbox', { name: 'Search for a country' }).fill('germ');
  await countries.getByRole('button', { name: /Germany/ }).click();
  await expect(page.getByRole('button', { name: 'Country: Germany, DE +49' })).toBeVisible();
});

test('a signed-out guest who opens the checkout by its address signs in and returns to it [C-ROUTE-08]', async ({
  page,
}) => {
  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  // Leaving before the page has started would lose the press.
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('1 item');
  await page.goto('/checkout?location=truro');
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByRole('textbox', { name: 'Email Address' }).fill('customer@demo.test');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('Mango Lassi');
});

test('a guest orders a dish by keyboard alone', async ({ page, signedIn }) => {
  await signedIn('customer@demo.test');
  await openMenu(page);
  await page.getByRole('button', { name: 'Add Palak Paneer', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Palak Paneer' });
  await dialog.getByRole('radio', { name: /^Mild/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^Medium/ })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Note to the kitchen' })).toBeFocused();
  await page.keyboard.type('not too salty');
  // Past the allergies and the two buttons of the quantity.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: /^Add •/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const checkout = page.getByRole('link', { name: /^Checkout/ });
  await checkout.focus();
  await page.keyboard.press('Enter');
  const online = page.getByRole('radio', { name: /^Pay online/ });
  await online.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Cash/ })).toBeChecked();
  await page.getByRole('textbox', { name: 'Full Name' }).focus();
  await page.keyboard.press('Enter');
  await confirmed(page);
});

test('while the kitchen is closed, an order needs the guest’s agreement [C-MENU-06]', async ({
  browser,
  accessible,
  ownServer,
}, info) => {
  test.slow();
  const night = await ownServer({ env: { DEMO: '1', CLOCK_AT: NIGHT } });
  const context: BrowserContext = await browser.newContext({ ...info.project.use, baseURL: night.url });
  await context.request.post(`${night.url}/api/auth/sign-in/email`, {
    data: { email: 'customer@demo.test', password: PASSWORD },
    headers: { origin: night.url },
  });
  const page = await context.newPage();
  await openMenu(page);
  await expect(page.getByText('Closed - Opens today at 11:30 a.m.').first()).toBeVisible();
  await addPlain(page, 'Mango Lassi');
  await toCheckout(page);
  await expect(page.getByText('We are closed now.', { exact: true })).toBeVisible();
  await accessible(page);
  await placeInCash(page);
  await expect(page.getByText('Please agree that we prepare it when we open')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Yes, please prepare it when you open' }).check();
  await placeButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!');
  // 11:30 + 15 minutes + 3 for the dish.
  await expect(page.getByRole('main')).toContainText('11:50a.m. AST');
  await context.close();
});

test('an order placed on Wednesday for Friday at 18:15 is listed under Later and raises no alarm @phone', async ({
  browser,
  accessible,
  ownServer,
}, info) => {
  test.slow();
  const noon = await ownServer({ env: { DEMO: '1', CLOCK_AT: WEDNESDAY } });
  const as = async (email: string, phone: boolean) => {
    const context = await browser.newContext({ ...(phone && info.project.use), baseURL: noon.url });
    const data = { email, password: PASSWORD };
    await context.request.post('/api/auth/sign-in/email', { data, headers: { origin: noon.url } });
    return context;
  };
  const guest = await as('customer@demo.test', true);
  const page = await guest.newPage();
  await openMenu(page);
  await addPlain(page, 'Mango Lassi');
  await toCheckout(page);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('radio', { name: /^Schedule for later/ }).check();
  await page.getByRole('group', { name: 'Day' }).getByRole('radio', { name: 'Fri 20' }).check();
  await page.getByRole('group', { name: 'Time' }).getByRole('radio', { name: '6:15 p.m.' }).check();
  await expect(page.getByText('Pickup at Truro Heights, ready Friday 6:15 p.m.')).toBeVisible();
  await accessible(page);
  await placeInCash(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText('6:15p.m. AST');
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? '';
  await guest.close();

  const manager = await as('manager.truro@demo.test', false);
  const board = await manager.newPage();
  await board.goto('/admin/dashboard#orders');
  const later = board.getByRole('group').filter({ hasText: 'Later: 1 order' });
  await expect(later).toContainText('next comes Friday 5:57 p.m.');
  await later.getByText('Later: 1 order').click();
  await expect(later).toContainText(orderId.slice(-5));
  await expect(board.getByRole('region', { name: 'Pending Orders' }).getByRole('article')).toHaveCount(0);
  await board.goto('/admin/dashboard#dashboard');
  const now = board.getByRole('list', { name: 'In the kitchen now' });
  await expect(now.getByRole('link', { name: '0 waiting to be accepted' })).toBeVisible();
  await expect(now.getByRole('link', { name: '1 ordered for later' })).toBeVisible();
  await manager.close();
});
