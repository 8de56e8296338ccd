import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from './fixtures.ts';
import { eveningTest as test, nothingWaits, openBoard, place, placeOnAccount, signIn, ticket } from './board-page.ts';

const REFUSED = { success: false, code: 'failed-precondition', error: 'The till is being counted' };

test('errors of the server appear in an alert, and a list that may be wrong is emptied [A-ERR-04] [A-ERR-06] [A-BOARD-19] [A-BOARD-38] [A-ROLE-18]', async ({
  page,
  evening,
  expectComplaint,
}) => {
  expectComplaint(/409|403/);
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  const code = await place(page, url);
  await page.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
  const cooking = ticket(page, 'Under Preparation', code);
  const refuse = (call: string, status: number) =>
    page.route(`**/api/${call}*`, (route) => route.fulfill({ status, json: REFUSED }));
  const alert = page.getByRole('region', { name: 'Notifications', exact: true });

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

  await pay();
  await expect(cooking).toContainText('paid in cash');
  // A new order is found by search a moment after it was placed.
  const found = async () => (await page.request.get(`${url}/api/getLocationOrders?search=${code}`)).json();
  await expect
    .poll(async () => (await found()).orders)
    .toMatchObject([{ paymentStatus: 'paid', processedBy: 'admin' }]);

  await refuse('getLocationOrders', 403);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: 'Orders could not be loaded' })).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: 'The till is being counted' })).toBeVisible();
  await expect(cooking).toHaveCount(0);
  await page.unroute('**/api/getLocationOrders*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(cooking).toBeVisible();
});

/** A proxy between browser and server that can cut the event of the next new order in two. */
async function brittleLine(server: string) {
  let cutting = false;
  const line = createServer((query, answer) => {
    const { method, headers, url = '/' } = query;
    const onward = ask(new URL(url, server), { method, headers }, (message) => {
      answer.writeHead(message.statusCode ?? 502, message.headers);
      message.on('data', (chunk: Buffer) => {
        if (!cutting || !chunk.includes('event: order.created')) return answer.write(chunk);
        cutting = false;
        return answer.write(chunk.subarray(0, chunk.indexOf('"orderId"')), () => answer.destroy());
      });
      message.on('end', () => answer.end());
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    query.pipe(onward);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cutNext: () => (cutting = true),
    isCut: () => !cutting,
    close: () => {
      line.closeAllConnections();
      line.close();
    },
  };
}

test('an order whose event is cut off by a broken connection still appears, once', async ({
  page,
  evening,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION/);
  const { url } = evening;
  const line = await brittleLine(url);
  await signIn(page, url, 'staff.truro@demo.test');
  await nothingWaits(page.request, url);
  await page.goto(`${line.url}/admin/dashboard#orders`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  line.cutNext();
  const code = await place(page, url);
  const popup = page.getByRole('dialog', { name: 'New order' });
  await expect(popup).toContainText(code, { timeout: 20_000 });
  expect(line.isCut()).toBe(true);
  await expect(page.locator(`[data-ticket$="${code}"]`)).toHaveCount(1);
  const next = await place(page, url);
  await expect(page.locator(`[data-ticket$="${next}"]`)).toHaveCount(1);
  await page.close();
  line.close();
});

test('an admin sets up the device’s sounds: the first sound takes a moment, and all come from our server [A-STAT-14] [A-SOUND-33] [A-SOUND-43] [A-ROLE-16] [A-RES-12]', async ({
  page,
  evening,
  accessible,
}) => {
  // A device whose audio starts slowly.
  await page.addInitScript(() => {
    const resume = AudioContext.prototype.resume;
    AudioContext.prototype.resume = async function () {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return resume.call(this);
    };
    const look = () => {
      const spinner = document.querySelector('button[aria-label^="Initializing"] [class*="spinner"]');
      if (!spinner) return;
      document.documentElement.dataset['spun'] = 'yes';
      observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    localStorage.setItem('sound_settings', JSON.stringify({ orderSounds: false, reservationSounds: false }));
  });
  const { url } = evening;
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await signIn(page, url, 'admin@demo.test');
  await page.goto(`${url}/admin/dashboard?view=list#reservations`);
  const trigger = page.getByRole('button', { name: /Sound Settings$/ });
  await trigger.focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog', { name: 'Reservation Sounds' });
  await expect(box.getByRole('status')).toContainText('Disabled');
  await box.getByRole('switch', { name: /New reservation sounds/ }).click({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-spun', 'yes');
  await expect(box.getByRole('status')).not.toContainText('Initializing');
  await accessible(page);
  await page.keyboard.press('Escape');

  await page.goto(`${url}/admin/dashboard#dashboard`);
  const banner = page.getByText('Sound notifications need setup');
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Enable Sounds Now' }).click();
  const sounds = fetched.filter((address) => /\.(wav|mp3|m4a)/.test(address));
  expect(sounds).not.toEqual([]);
  for (const address of fetched) expect(new URL(address).origin).toBe(url);
});

test('a phone asks the person to tap anywhere [A-STAT-13]', async ({ browser, evening }) => {
  const { url } = evening;
  const phone = await browser.newPage({ userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36' });
  // Audio is blocked before the first touch.
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

test('a sound that does not load in time is replaced by a tone [A-SOUND-45] [A-ERR-110]', async ({
  page,
  evening,
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
  const { url } = evening;
  await page.route('**/*.wav', () => {});
  await openBoard(page, url, 'staff.truro@demo.test');
  await page.getByRole('button', { name: /Sound Settings$/ }).click();
  await page.getByRole('dialog', { name: 'Sound Settings' }).getByRole('button', { name: 'Test sound' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-tone', 'played', { timeout: 15_000 });
  await expect(page.getByRole('status').filter({ hasText: 'Sound test successful!' })).toBeVisible();
});

test('the sidebar shows live counts beside its sections, and narrows where space is needed', async ({
  page,
  evening,
}) => {
  const { url } = evening;
  await signIn(page, url, 'manager.truro@demo.test');
  await nothingWaits(page.request, url);
  await page.goto(`${url}/admin/dashboard#menu`);
  const orders = page.getByRole('link', { name: /^Orders/ });
  const reservations = page.getByRole('link', { name: /^Reservations/ });
  const count = async (link: typeof orders, word: string) =>
    Number(new RegExp(`(\\d+) ${word}`).exec(await link.ariaSnapshot())?.[1] ?? 0);
  await expect(page.getByText(/\d+ of \d+ items/)).toBeVisible();
  const [pending, today] = [await count(orders, 'pending'), await count(reservations, 'today')];
  await place(page, url);
  await expect.poll(() => count(orders, 'pending')).toBe(pending + 1);
  const customerInfo = { name: 'Robin Guest', email: 'robin@example.test', phone: '902-555-0170' };
  const booked = await page.request.post(`${url}/api/createReservation`, {
    data: { locationId: 'truro', date: '2026-11-20', time: '20:00', partySize: 2, customerInfo },
    headers: { origin: url },
  });
  expect(booked.status()).toBe(200);
  await expect.poll(() => count(reservations, 'today')).toBe(today + 1);

  const side = page.getByRole('complementary').first();
  const width = async () => Math.round((await side.boundingBox())?.width ?? 0);
  await expect.poll(width).toBe(256);
  await orders.click();
  await expect.poll(width).toBe(88);
  await page.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
  await side.getByRole('button', { name: 'Expand' }).click();
  await expect.poll(width).toBe(256);
  await page.reload();
  await expect.poll(width).toBe(256);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${url}/admin/dashboard?view=list#reservations`);
  await expect.poll(width).toBe(256);
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect.poll(width).toBe(88);
});

test('an order to be paid later can show its code from its details repeatedly until it is paid', async ({
  page,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  const code = await placeOnAccount(page, url);
  // Whoever takes an order at the till has accepted it, so it does not ring.
  await ticket(page, 'Pending Orders', code).getByRole('button', { name: 'Start Preparing' }).click();
  const cooking = ticket(page, 'Under Preparation', code);
  await cooking.getByRole('button', { name: `Details of ${code}` }).click();
  const details = page.getByRole('dialog', { name: `Details of ${code}` });
  const picture = page.getByRole('img', { name: 'QR code for the payment link' });
  for (let time = 1; time <= 2; time++) {
    await details.getByRole('button', { name: 'Show QR Code' }).click();
    await expect(picture).toBeVisible();
    if (time === 1) await accessible(page);
    await page.getByRole('dialog', { name: 'Payment QR code' }).getByRole('button', { name: 'Close' }).last().click();
    await expect(picture).toBeHidden();
  }
  await page.keyboard.press('Escape');
  await cooking.getByRole('button', { name: /^Record payment of/ }).click();
  await page.getByRole('button', { name: 'Yes, received' }).click();
  await expect(cooking).toContainText('paid');
  await cooking.getByRole('button', { name: `Details of ${code}` }).click();
  await expect(details.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Show QR Code' })).toHaveCount(0);
});

test('the sidebar has its width before any script runs', async ({ browser, evening }) => {
  const { url } = evening;
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, url, 'manager.truro@demo.test');
  for (const [section, width] of [
    ['orders', 88],
    ['dashboard', 256],
    ['create-order', 88],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`${url}/admin/dashboard#${section}`);
    await expect.poll(async () => (await page.getByRole('complementary').boundingBox())?.width).toBe(width);
  }
  await context.close();
});

test('Access Denied appears between the header and the footer of the guest pages [A-SHELL-36]', async ({
  page,
  evening,
}) => {
  const { url } = evening;
  await page.goto(`${url}/privacy`);
  const footer = await page.getByRole('contentinfo').innerText();
  await signIn(page, url, 'customer@demo.test');
  await page.goto(`${url}/admin/dashboard`);
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Order Now' })).toBeVisible();
  expect(await page.getByRole('contentinfo').innerText()).toBe(footer);
  // Staff who return from the payment page see it, too.
  await signIn(page, url, 'admin@demo.test');
  await page.goto(`${url}/payment-cancel`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Order Now' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible();
});
