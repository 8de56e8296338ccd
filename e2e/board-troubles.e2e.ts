import { expect, test } from './fixtures.ts';
import { EVENING, openBoard, place, signIn, ticket } from './board-page.ts';

const REFUSED = { success: false, code: 'failed-precondition', error: 'The till is being counted' };

test('[A-ERR-04] [A-ERR-06] [A-BOARD-19] [A-BOARD-38] [A-ROLE-18] what the server refuses is said in an alert, and a list nobody can vouch for is emptied', async ({
  page,
  ownServer,
  expectComplaint,
}) => {
  expectComplaint(/409|403/);
  const { url } = await ownServer(EVENING);
  await openBoard(page, url, 'staff.truro@demo.test');
  const code = await place(page, url);
  await page.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
  const cooking = ticket(page, 'Under Preparation', code);
  const refuse = (call: string, status: number) =>
    page.route(`**/api/${call}*`, (route) => route.fulfill({ status, json: REFUSED }));
  const alert = page.getByRole('region', { name: 'Notifications' });

  await refuse('updateOrderStatus', 409);
  await cooking.getByRole('button', { name: 'Mark as Ready' }).click();
  await expect(alert).toContainText('Failed to update order status');
  await expect(cooking).toBeVisible();
  await page.unroute('**/api/updateOrderStatus*');

  const pay = async () => {
    await cooking.getByRole('button', { name: 'Collect Cash Payment' }).click();
    await page.getByRole('button', { name: 'Yes, received' }).click();
  };
  await refuse('processOrderPayment', 409);
  await pay();
  await expect(alert).toContainText('Failed to process payment');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unroute('**/api/processOrderPayment*');

  const asked = page.waitForRequest('**/api/processOrderPayment');
  await pay();
  expect((await asked).postDataJSON()).toMatchObject({
    paymentData: { method: 'manual', processedBy: 'admin', source: 'admin_dashboard' },
  });
  await expect(cooking).toContainText('paid in cash');
  const { orders } = await (await page.request.get(`${url}/api/getLocationOrders?search=${code}`)).json();
  expect(orders[0]).toMatchObject({ paymentStatus: 'paid', processedBy: 'admin' });

  await refuse('getLocationOrders', 403);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: 'Orders could not be loaded' })).toBeVisible();
  await expect(page.getByText('The till is being counted')).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
  await page.unroute('**/api/getLocationOrders*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(cooking).toBeVisible();
});

test('[A-STAT-14] [A-SOUND-33] [A-SOUND-43] [A-ROLE-16] an admin sets up the sounds of this device: the first time takes a moment, and no sound comes from elsewhere', async ({
  page,
  ownServer,
  accessible,
}) => {
  // A device that takes its time to wake its loudspeaker.
  await page.addInitScript(() => {
    const resume = AudioContext.prototype.resume;
    AudioContext.prototype.resume = async function () {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return resume.call(this);
    };
    localStorage.setItem('sound_settings', JSON.stringify({ orderSounds: false, reservationSounds: false }));
  });
  const { url } = await ownServer(EVENING);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await signIn(page, url, 'admin@demo.test');
  await page.goto(`${url}/admin/dashboard#reservations`);
  const trigger = page.getByRole('button', { name: /Sound Settings$/ });
  await trigger.focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog', { name: 'Reservation Sounds' });
  await expect(box.getByRole('status')).toContainText('Disabled');
  await box.getByRole('switch', { name: /New reservation sounds/ }).check({ force: true });
  await expect(box.getByRole('status')).toContainText('Initializing');
  await expect(page.locator('button[aria-label^="Initializing"] span[class*="spinner"]')).toBeVisible();
  await expect(box.getByRole('status')).not.toContainText('Initializing');
  await accessible(page);
  await page.keyboard.press('Escape');

  await page.goto(`${url}/admin/dashboard#dashboard`);
  const banner = page.getByText('Sound notifications need setup');
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Enable Sounds Now' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).click();
  await expect
    .poll(async () => {
      const enable = page.getByRole('button', { name: 'Enable Sounds Now' });
      if (await enable.isVisible()) await enable.click();
      return banner.isVisible();
    })
    .toBe(false);
  const sounds = fetched.filter((address) => /\.(wav|mp3|m4a)/.test(address));
  expect(sounds).not.toEqual([]);
  for (const address of fetched) expect(new URL(address).origin).toBe(url);
});

test('[A-STAT-13] a phone is told to tap anywhere', async ({ browser, ownServer }) => {
  const { url } = await ownServer(EVENING);
  const phone = await browser.newPage({ userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36' });
  // Nothing is heard before the first touch.
  await phone.addInitScript(() => {
    AudioContext.prototype.resume = () => new Promise(() => {});
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
  });
  await signIn(phone, url, 'admin@demo.test');
  await phone.goto(`${url}/admin/dashboard#dashboard`);
  await expect(phone.getByText('Sound notifications need setup')).toBeVisible();
  await expect(phone.getByText('Tap anywhere to allow sounds on this device.')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Enable Sounds Now' })).toHaveCount(0);
  await phone.close();
});

test('[A-SOUND-45] [A-ERR-110] a sound that does not come in time gives way to a tone', async ({
  page,
  ownServer,
  expectComplaint,
}) => {
  expectComplaint(/ERR_|AbortError|TimeoutError/);
  await page.addInitScript(() => {
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      document.documentElement.dataset['tone'] = 'played';
      return make.call(this);
    };
  });
  const { url } = await ownServer(EVENING);
  await page.route('**/*.wav', () => {});
  await openBoard(page, url, 'staff.truro@demo.test');
  await page.getByRole('button', { name: /Sound Settings$/ }).click();
  await page.getByRole('dialog', { name: 'Sound Settings' }).getByRole('button', { name: 'Test sound' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-tone', 'played', { timeout: 15_000 });
});

test('[A-SHELL-36] whoever is turned away stands under the header and above the footer of the guests’ pages', async ({
  page,
  ownServer,
}) => {
  const { url } = await ownServer(EVENING);
  await page.goto(`${url}/privacy`);
  const footer = await page.getByRole('contentinfo').innerText();
  await signIn(page, url, 'customer@demo.test');
  await page.goto(`${url}/admin/dashboard`);
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Order Now' })).toBeVisible();
  expect(await page.getByRole('contentinfo').innerText()).toBe(footer);
  // staff who come back from the payment page too
  await signIn(page, url, 'admin@demo.test');
  await page.goto(`${url}/payment-cancel`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Order Now' })).toBeVisible();
  expect(await page.getByRole('contentinfo').innerText()).toBe(footer);
});
