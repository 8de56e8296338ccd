import type { APIRequestContext, Page } from '@playwright/test';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { signIn } from './board-page.ts';
import { answers, expect, test as base } from './fixtures.ts';

/** A Friday evening in Halifax: both kitchens are open. */
const EVENING = '2026-11-20T22:15:00Z';
const PASSWORD = 'Demo-pass-1!';

const test = base.extend<object, { evening: ServerProcess }>({
  evening: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      const server = await startServer({ env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT: EVENING } });
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

/** A member of staff in a separate session. */
async function colleague(request: APIRequestContext, url: string, email: string) {
  const headers = { origin: url };
  await request.post(`${url}/api/auth/sign-in/email`, { data: { email, password: PASSWORD }, headers });
  return async (call: string, data: object) => {
    const answer = await request.post(`${url}/api/${call}`, { data, headers });
    expect(answer.status(), `${call}: ${await answer.text()}`).toBe(200);
  };
}

const RESTAURANT = { lat: 45.36, lng: -63.29 };
/** A square around the restaurant. Its southern edge is at 45.35. */
const SQUARE = [
  { lat: 45.35, lng: -63.31 },
  { lat: 45.35, lng: -63.27 },
  { lat: 45.37, lng: -63.27 },
  { lat: 45.37, lng: -63.31 },
];
const terms = { minimum: 5, freeOver: 45, fees: [{ from: 0, fee: 3.99 }], extraMinutes: 10, priority: 1, isOn: true };
const byCode = { ...terms, id: 'truro', name: 'Truro', area: { kind: 'prefix', prefixes: ['B2N'] } };
const drawn = { ...terms, id: 'square', name: 'Around us', area: { kind: 'polygon', ring: SQUARE } };

async function toCheckout(page: Page) {
  await page.goto('/menu/truro');
  await answers(page);
  await page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first().click();
  await page.getByRole('button', { name: /View order/ }).click();
  await page
    .getByRole('dialog', { name: 'Your order' })
    .getByRole('link', { name: /^Checkout/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
}

async function whoAmI(page: Page, phone: string) {
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Asha Menon');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(phone);
  await page.getByRole('radio', { name: /^Cash/ }).check();
}
const placeButton = (page: Page) => page.locator('button:visible', { hasText: /Place Order|Creating Order/ });

test('an address outside the zones is offered pickup, one inside pays its fee, and a driver delivers to the door @phone', async ({
  page,
  browser,
  evening,
  accessible,
  playwright,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const { url } = evening;
  const request = await playwright.request.newContext();
  const admin = await colleague(request, url, 'admin@demo.test');
  await admin('updateLocation', { locationId: 'truro', updates: { delivery: { point: null, zones: [byCode] } } });
  await toCheckout(page);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('radio', { name: 'Delivery' }).check();
  await page.getByRole('textbox', { name: 'Delivery address' }).fill('22 Willow Street, Truro');
  await page.getByRole('textbox', { name: 'Postal code' }).fill('k1a 0b1');
  await expect(page.getByText('We do not deliver to this address. We bring food to Truro.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pick it up instead' })).toBeVisible();
  await accessible(page);
  await page.getByRole('textbox', { name: 'Postal code' }).fill('b2n-4z1');
  await expect(page.getByText(/so the fee is \$3\.99/)).toBeVisible();
  await accessible(page);
  await whoAmI(page, '902 555 0171');
  await placeButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!');
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('Delivery$3.99');

  const orderId = new URL(page.url()).searchParams.get('orderId') ?? /TRU-[\w-]+/.exec(page.url())?.[0] ?? '';
  for (const status of ['preparing', 'ready']) await admin('updateOrderStatus', { orderId, status });
  const phone = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
  const driver = await phone.newPage();
  await signIn(driver, url, 'staff.truro@demo.test');
  await driver.goto('/admin/dashboard#deliveries');
  const trip = driver.getByRole('article', { name: orderId.slice(-5) });
  await expect(trip).toContainText('22 Willow Street, Truro, B2N 4Z1');
  await trip.getByRole('button', { name: 'Take this delivery' }).click();
  await trip.getByRole('button', { name: 'On my way' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On Its Way');
  await trip.getByRole('button', { name: 'At the door' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('At Your Door');
  await trip.getByRole('button', { name: /^Delivered, collected/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delivered');
  await expect(driver.getByText(/^Give the cash to a colleague/)).toBeVisible();
  await phone.close();
  const counter = await browser.newContext({ baseURL: url });
  const colleagues = await counter.newPage();
  await signIn(colleagues, url, 'manager.truro@demo.test');
  await colleagues.goto('/admin/dashboard#deliveries');
  await colleagues.getByRole('button', { name: /^Hand in/ }).click();
  await colleagues
    .getByRole('dialog')
    .getByRole('button', { name: /^Hand in/ })
    .click();
  await expect(colleagues.getByText(/handed in$/)).toBeVisible();
  await counter.close();
  await request.dispose();
});

test('a drawn zone delivers to its edge and not beyond it @phone', async ({
  page,
  context,
  evening,
  playwright,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const { url } = evening;
  const request = await playwright.request.newContext();
  const admin = await colleague(request, url, 'admin@demo.test');
  await admin('updateLocation', { locationId: 'truro', updates: { delivery: { point: RESTAURANT, zones: [drawn] } } });
  await context.grantPermissions(['geolocation'], { origin: url });
  await context.setGeolocation({ latitude: 45.349, longitude: -63.29 });
  await toCheckout(page);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('radio', { name: 'Delivery' }).check();
  await page.getByRole('textbox', { name: 'Delivery address' }).fill('5 Elm Street, Truro');
  await page.getByRole('button', { name: 'Show where I am' }).click();
  await expect(page.getByText('We do not deliver to this address. We bring food to Around us.')).toBeVisible();
  await page.getByRole('button', { name: 'Use the postal code' }).click();
  await context.setGeolocation({ latitude: 45.35, longitude: -63.29 });
  await page.getByRole('button', { name: 'Show where I am' }).click();
  await expect(page.getByText('We deliver there: Around us')).toBeVisible();
  await whoAmI(page, '902 555 0172');
  await placeButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!');
  await request.dispose();
});

test('a guest with curbside pickup reports their arrival, and the board shows it @phone', async ({
  page,
  evening,
  accessible,
  playwright,
}) => {
  const { url } = evening;
  const request = await playwright.request.newContext();
  const admin = await colleague(request, url, 'admin@demo.test');
  await admin('updateLocation', { locationId: 'truro', updates: { curbside: true } });
  await toCheckout(page);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('radio', { name: 'Pickup' }).check();
  await page.getByRole('radio', { name: /^Bring it out to my car/ }).check();
  await page.getByRole('textbox', { name: 'Your car' }).fill('Blue Honda');
  await accessible(page);
  await whoAmI(page, '902 555 0173');
  await placeButton(page).click();
  await page.getByRole('button', { name: 'I’m here' }).click();
  await expect(page.getByText('We know that you are here.')).toBeVisible();
  await expect(page.getByText(/looking for: Blue Honda/)).toBeVisible();
  await accessible(page);
  await request.dispose();
});
