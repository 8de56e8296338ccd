import type { APIRequestContext, Page } from '@playwright/test';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@tiffin/client';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { startServer } from '@tiffin/server/testing/server-process';
import { clientOf } from './api-client.ts';
import { EVENING, eveningTest as test, putOff } from './board-page.ts';
import { answers, expect, holdBack } from './fixtures.ts';
import { bar, browserOn, storedRows, waitForStoredPage, waitForStoredSite } from './stored-site.ts';

/** The usual evening, for a server of one test. */
const OWN = { ...EVENING.env, RATE_LIMITS: '0' };
const MANAGER = 'manager.truro@demo.test';

test.use({ serviceWorkers: 'allow' });

async function signIn(request: APIRequestContext, url: string, email: string): Promise<void> {
  const answer = await request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password: 'Demo-pass-1!' },
    headers: { origin: url },
  });
  expect(answer.status()).toBe(200);
}

/** Places an order of this account through the API and returns its id. */
async function place(url: string, email: string): Promise<string> {
  const api = await clientOf(url, email);
  const query = { locationId: 'truro' };
  const { location } = await api.call('getLocation', { query });
  const body = payloadFor(location, await api.call('getLocationMenu', { query }));
  return (await api.call('createCustomerOrderCash', { body })).orderId;
}

/** Books a table under this name. */
async function book(url: string, name: string): Promise<void> {
  const customerInfo = { name, email: `${name.replaceAll(' ', '.')}@example.com`, phone: '902-555-0170' };
  const table = { locationId: 'truro', date: '2026-11-27', time: '18:00', partySize: 2 };
  const api = createClient({ baseUrl: url, apiKey: 'pk_demo' });
  await api.call('createReservation', { body: { ...table, customerInfo } });
}

const ticket = (page: Page, column: string, orderId: string) =>
  page
    .getByRole('region', { name: column })
    .getByRole('article')
    .filter({ hasText: orderId.slice(-5) });

test('twenty-five offline changes survive a killed browser, and two reconnecting tabs send each once, in order [A-OFF-02] [A-OFF-03] [A-OFF-05] [A-OFF-06] [A-OFF-11]', async () => {
  test.setTimeout(240_000);
  await using server = await startServer({ env: OWN });
  const { url } = server;
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-browser-'));
  let browser = await browserOn(folder);
  try {
    await signIn(browser.request, url, MANAGER);
    const orders: string[] = [];
    for (let n = 0; n < 7; n++) orders.push(await place(url, MANAGER));
    const names = ['Anna', 'Bela', 'Cara', 'Dora'].map((name) => `${name} Offline`);
    for (const name of names) await book(url, name);

    let page = await browser.newPage();
    // Sections are opened by the hash, because a reload would drop the responses in memory.
    const openSection = (name: string) => page.evaluate((hash) => (location.hash = hash), name);
    await page.goto(`${url}/admin/dashboard#reservations`);
    await page.getByRole('radio', { name: 'List' }).check();
    await expect(page.getByRole('article').filter({ hasText: 'Anna Offline' })).toBeVisible();
    await page.getByRole('radio', { name: 'Tonight' }).check();
    await openSection('menu');
    await expect(page.getByRole('heading', { name: 'Menu', level: 1 })).toBeVisible();
    const dishes = page.getByRole('button', { name: /^Hide / });
    await expect(dishes.first()).toBeVisible();
    const hides: string[] = [];
    for (const button of (await dishes.all()).slice(0, 7)) hides.push((await button.getAttribute('aria-label')) ?? '');
    await openSection('orders');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await waitForStoredSite(page);

    await putOff(page);
    await browser.setOffline(true);
    await expect(bar(page)).toContainText('No connection');
    // 14 changes of orders: each order is started, then ready.
    for (const id of orders) {
      await ticket(page, 'Pending', id).getByRole('button', { name: 'Start Preparing' }).click();
      await expect(ticket(page, 'Under Preparation', id)).toBeVisible();
    }
    for (const id of orders) {
      await ticket(page, 'Under Preparation', id).getByRole('button', { name: 'Mark as Ready' }).click();
      await expect(ticket(page, 'Ready', id)).toBeVisible();
    }
    await expect(page.getByText('Status updates queued for when online').first()).toBeVisible();
    await expect(bar(page)).toContainText('14 changes wait');
    // 7 changes of the menu.
    await openSection('menu');
    for (const label of hides) await page.getByRole('button', { name: label, exact: true }).click();
    await expect(bar(page)).toContainText('21 changes wait');
    // 4 changes of reservations.
    await openSection('reservations');
    await page.getByRole('radio', { name: 'List' }).check();
    for (const name of names) {
      await page
        .getByRole('article')
        .filter({ hasText: name })
        .getByRole('button', { name: /Cancel/ })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Cancel this reservation?' });
      await dialog.getByRole('radio', { name: 'Weather conditions' }).check();
      await dialog.getByRole('button', { name: 'Cancel reservation' }).click();
      await expect(dialog).toBeHidden();
    }
    await expect(bar(page)).toContainText('25 changes wait');

    // The browser restarts offline and still has all changes.
    await browser.close();
    browser = await browserOn(folder);
    await browser.setOffline(true);
    page = await browser.newPage();
    await page.goto(`${url}/admin/dashboard#orders`);
    await expect(bar(page)).toContainText('25 changes wait', { timeout: 20_000 });
    await expect(bar(page)).toContainText('Last heard from the server:');
    for (const id of orders) await expect(ticket(page, 'Ready', id)).toBeVisible();
    const second = await browser.newPage();
    await second.goto(`${url}/admin/dashboard#menu`);
    await expect(bar(second)).toContainText('25 changes wait');
    // A section that was never open explains its placeholders; one that was stored has none.
    const notLoaded = second.getByText('This part is not stored on this device.');
    await expect(notLoaded).toBeHidden();
    await second.evaluate(() => (location.hash = 'stations'));
    await expect(notLoaded).toBeVisible();

    await browser.setOffline(false);
    for (const tab of [page, second]) await expect(bar(tab)).toBeEmpty({ timeout: 60_000 });

    // The server's audit log has each change once, in order.
    await signIn(browser.request, url, 'admin@demo.test');
    for (const id of orders) {
      const { order } = await (await browser.request.get(`${url}/api/getOrderDetails?orderId=${id}`)).json();
      expect(order.statusHistory.map((step: { status: string }) => step.status)).toEqual([
        'pending',
        'preparing',
        'ready',
      ]);
    }
    const log = await (await browser.request.get(`${url}/api/getAuditLog?limit=100`)).json();
    const hidden = log.entries.filter((entry: { action: string }) => entry.action === 'hide-menu-item');
    expect(hidden).toHaveLength(7);
    for (const name of names) {
      const { reservations } = await (
        await browser.request.get(`${url}/api/getAllReservations?search=${encodeURIComponent(name)}`)
      ).json();
      expect(reservations).toMatchObject([{ status: 'cancelled', cancellationReason: 'Weather conditions' }]);
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('the till sells while the server is gone, also after a reload, and each order arrives once with its number', async ({
  expectComplaint,
  context,
  page,
}) => {
  test.setTimeout(180_000);
  expectComplaint(/ERR_CONNECTION|ERR_INCOMPLETE|Failed to (fetch|load)|EventSource|script/);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tiffin-data-'));
  let server = await startServer({ env: OWN, dataDir });
  const { url, port } = server;
  const manager = await clientOf(url, MANAGER);
  const sell = async (number: RegExp) => {
    await page.getByRole('button', { name: /^Mango Lassi/ }).click();
    await page.getByRole('button', { name: /^Take .* in cash/ }).click();
    await page.getByRole('button', { name: 'Exact' }).click();
    await page.getByRole('button', { name: /^Cash received/ }).click();
    await expect(page.getByRole('heading', { name: number })).toBeVisible();
    const title = await page.getByRole('heading', { name: number }).innerText();
    return /[A-Z]-\d+/.exec(title)?.[0] ?? title;
  };
  try {
    const body = { locationId: 'truro', drawers: [{ name: 'Counter' }] };
    const { drawers } = await manager.call('saveDrawers', { body });
    const drawerId = drawers.find(({ name }) => name === 'Counter')?.drawerId ?? '';
    await manager.call('openDrawer', { body: { drawerId, counted: 100 } });
    await signIn(context.request, url, MANAGER);
    await page.goto(`${url}/admin/dashboard#create-order`);
    await page.evaluate((id) => localStorage.setItem('tiffin_drawer', id), drawerId);
    await expect(page.getByRole('button', { name: /^Mango Lassi/ })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('tiffin_device'))).toContain('"letter":"A"');
    await waitForStoredSite(page);
    // The menu is stored two seconds after it was loaded.
    const storedMenu = async () => JSON.stringify(await storedRows(page, 'tiffin_kept', 'answers'));
    await expect.poll(storedMenu).toContain('Mango Lassi');

    await server.stop();
    await expect(bar(page)).toContainText('No connection');
    const numbers = [await sell(/^Order A-\d+ waits/)];
    await expect(bar(page)).toContainText('1 order and');

    const reloadedAt = Date.now();
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: /^Mango Lassi/ })).toBeVisible();
    const reloadMs = Date.now() - reloadedAt;
    numbers.push(await sell(/^Order A-\d+ waits/));
    await expect(bar(page)).toContainText('2 orders and');
    expect(new Set(numbers).size).toBe(2);
    // Twice, because a failed attempt to load the menu must not remove the stored one.
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: /^Mango Lassi/ })).toBeVisible();
    await expect(bar(page)).toContainText('2 orders and');
    expect(reloadMs).toBeLessThan(process.env.CI ? 10_000 : 6_000);

    server = await startServer({ env: OWN, dataDir, port });
    await expect(bar(page)).toBeEmpty({ timeout: 60_000 });
    const after = await clientOf(url, MANAGER);
    let taken = 0;
    for (const number of numbers) {
      const query = { locationId: 'truro', search: number };
      const search = async () => (await after.call('getLocationOrders', { query })).orders;
      // The search knows an order a moment after it was placed.
      await expect.poll(async () => (await search()).map(({ offlineNumber }) => offlineNumber)).toEqual([number]);
      const orders = await search();
      expect(orders[0]).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'cash', ticketPrinted: false });
      taken += Math.round((orders[0]?.pricing.total ?? 0) * 20) / 20;
    }
    const counted = { '100': 1 };
    const reason = 'Counted without the sales';
    const closed = await after.call('closeDrawer', { body: { drawerId, counted, reason } });
    expect(closed.expected).toBeCloseTo(100 + taken, 2);
  } finally {
    await page.goto('about:blank');
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('after a server update the open board continues, still finds its unused parts, and offers the new version', async ({
  expectComplaint,
  context,
  page,
}) => {
  test.setTimeout(180_000);
  expectComplaint(/ERR_CONNECTION|ERR_INCOMPLETE|Failed to load|EventSource/);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tiffin-data-'));
  const build = path.join(import.meta.dirname, '..', 'apps', 'web', 'build');
  const newer = await mkdtemp(path.join(import.meta.dirname, '..', 'apps', 'web', 'build-newer-'));
  let server = await startServer({ env: OWN, dataDir });
  const { url, port } = server;
  try {
    await signIn(context.request, url, MANAGER);
    await page.goto(`${url}/admin/dashboard#orders`);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await waitForStoredSite(page);

    // The new build renames the file of the menu section and has its own service worker.
    await cp(build, newer, { recursive: true });
    const assets = path.join(newer, 'client', 'assets');
    const removed = (await readdir(assets)).filter((name) => /^menu-section-.*\.js$/.test(name));
    expect(removed).toHaveLength(1);
    for (const name of removed) await rm(path.join(assets, name));
    const worker = path.join(newer, 'client', 'worker.js');
    await writeFile(worker, (await readFile(worker, 'utf8')).replace(/id:`[\w-]+`/, 'id:`the-next-one`'));
    await server.stop();
    await expect(bar(page)).toContainText('No connection');
    server = await startServer({ env: { ...OWN, WEB_BUILD: newer }, dataDir, port });

    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 });
    const order = await place(url, MANAGER);
    const popup = page.getByRole('dialog', { name: 'New order' });
    await expect(popup).toContainText(order.slice(-5));
    await popup.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
    expect((await context.request.get(`${url}/assets/${removed[0]}`)).status()).toBe(404);
    await page.evaluate(() => (location.hash = 'menu'));
    await expect(page.getByRole('heading', { name: 'Menu', level: 1 })).toBeVisible();

    await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 30_000 });
    await page.evaluate(() => (location.hash = 'orders'));
    await page.getByRole('button', { name: 'Use it now' }).click();
    await expect(ticket(page, 'Under Preparation', order)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('A new version is ready')).toHaveCount(0);
  } finally {
    await page.goto('about:blank');
    await server.stop();
    for (const folder of [dataDir, newer]) await rm(folder, { recursive: true, force: true });
  }
});

test('a device without storage says so and changes nothing', async ({ page, context, signedIn, expectComplaint }) => {
  // A request of the service worker may be in progress when the network is lost.
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch|EventSource|error occurred when fetching the script/);
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      if (name === 'tiffin_queue') throw new DOMException('full', 'QuotaExceededError');
      return open.call(this, name, version);
    };
  });
  await signedIn('manager.truro@demo.test');
  await page.goto('/admin/dashboard#menu');
  const button = page.getByRole('button', { name: /^Hide / }).first();
  const label = (await button.getAttribute('aria-label')) ?? '';
  await expect(page.getByLabel('Notifications').first()).toBeAttached();
  await context.setOffline(true);
  await expect(bar(page)).toContainText('No connection');
  await page.getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByText('this device cannot save changes for later')).toBeVisible();
  await expect(page.getByRole('button', { name: label, exact: true })).toBeVisible();
  await expect(bar(page)).toContainText('This page shows the last known state.');
});

test('offline, a guest sees the menu, the cart and their own orders with their age @phone', async ({
  page,
  context,
  evening,
  accessible,
  expectComplaint,
}) => {
  test.setTimeout(120_000);
  expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (fetch|load)|EventSource/);
  const { url } = evening;
  await signIn(context.request, url, 'customer2@demo.test');
  const order = await place(url, 'customer2@demo.test');
  await page.goto(url + '/menu/truro');
  await waitForStoredPage(page);
  const lassi = page.getByRole('button', { name: 'Add Mango Lassi' });
  await lassi.click();
  // Beside the menu, or behind a bar on the phone.
  const cart = page
    .getByRole('complementary', { name: 'Your order' })
    .or(page.getByRole('button', { name: 'View order' }));
  await expect(cart).toContainText(/1 item|View order/);
  await page.goto(url + '/dashboard');
  await expect(page.getByText(order.slice(-5)).first()).toBeVisible();
  await waitForStoredPage(page);
  const ordered = page.getByRole('heading', { name: 'Order Confirmed!' });
  await page.goto(`${url}/order-success?orderId=${order}`);
  await expect(ordered).toBeVisible();
  await waitForStoredPage(page);

  await context.setOffline(true);
  await page.reload();
  await expect(ordered).toBeVisible({ timeout: 30_000 });
  await page.goto(url + '/menu/truro');
  const notice = page.getByText('No connection: this page is from');
  await expect(notice).toBeVisible({ timeout: 15_000 });
  // A trial click detects whether anything covers it, wherever the page is scrolled.
  await notice.click({ trial: true });
  await page.evaluate(() => scrollTo(0, 900));
  await notice.click({ trial: true });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('heading', { name: 'Mango Lassi' })).toBeVisible();
  await expect(cart).toContainText(/1 item|View order/);
  await accessible(page);
  await page.goto(url + '/dashboard');
  await expect(page.getByText(order.slice(-5)).first()).toBeVisible();
  await notice.click({ trial: true });
  // A link must work, too. Its data was never requested in that form, so the whole page loads.
  await page.goto(url + '/menu/truro');
  await expect(page.getByRole('heading', { name: 'Mango Lassi' })).toBeVisible();
  await page.locator('#site-menu a[href="/dashboard"]').dispatchEvent('click');
  await expect(page.getByText(order.slice(-5)).first()).toBeVisible();
  await page.goto(url + '/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible();
  const facts = page.getByRole('list', { name: 'Stored on this device' });
  await expect(facts).toContainText('1 dish in your next order');
  await expect(facts).toContainText('The menu of Truro Heights');
  await accessible(page);

  // Once connected, the page loads automatically.
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toHaveCount(0);
  await answers(page);
  await expect(page.getByRole('banner')).toBeVisible();

  // A page that was open when the network was lost stays usable.
  await page.goto(url + '/menu/truro');
  await expect(page.getByRole('heading', { name: 'Mango Lassi' })).toBeVisible();
  await answers(page);
  await context.setOffline(true);
  await expect(notice.or(page.getByText('No connection', { exact: true }))).toBeVisible({ timeout: 15_000 });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByRole('heading', { name: 'Mango Lassi' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^No connection/)).toHaveCount(0);
  await answers(page);

  // Signing out removes the person's stored data.
  await page.goto(url + '/dashboard');
  const left = await context.request.post(`${url}/api/auth/sign-out`, { data: {}, headers: { origin: url } });
  expect(left.status()).toBe(200);
  await page.goto(url + '/menu/truro');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const stored = await (await caches.open('tiffin-pages')).match('/dashboard', { ignoreVary: true });
        return stored === undefined && localStorage.getItem('tiffin_person') === null;
      }),
    )
    .toBe(true);
});

test('on a shared device the next person finds nothing of the previous one, in any tab', async ({
  page,
  context,
  evening,
  expectComplaint,
}) => {
  expectComplaint(/40[134]/);
  const { url } = evening;
  await signIn(context.request, url, 'customer2@demo.test');
  const order = await place(url, 'customer2@demo.test');
  const other = await context.newPage();
  await other.goto(`${url}/order-success?orderId=${order}`);
  await expect(other.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();

  await page.goto(`${url}/reservations`);
  const name = page.getByRole('textbox', { name: 'Full Name' });
  const requests = page.getByRole('textbox', { name: /Special requests/i });
  await requests.fill('By the window');
  const hers = await name.inputValue();
  expect(hers).not.toBe('');
  await page.evaluate(() => {
    localStorage.setItem('tiffin_checkout', JSON.stringify({ uid: 'hers' }));
  });
  await page.goto(`${url}/sign-out`);
  // Submitted before any script runs, this is a plain form.
  await page.evaluate(() => document.querySelector('main')!.querySelector('form')!.submit());
  // The other tab is updated.
  const notFound = other.getByRole('heading', { name: 'Order Not Found' });
  await expect(notFound).toBeVisible();
  const left = () =>
    page.evaluate(() => ['tiffin_person', 'tiffin_checkout'].filter((key) => localStorage.getItem(key) !== null));
  await expect.poll(left).toEqual([]);

  await signIn(context.request, url, 'customer@demo.test');
  await page.goto(`${url}/reservations`);
  await expect(name).not.toHaveValue(hers);
  await expect(requests).toHaveValue('');
  const [owned = ''] = (await name.inputValue()).split(' ');
  await expect(other.getByRole('banner')).toContainText(owned);
  await expect(notFound).toBeVisible();
  await expect(other.getByText(hers)).toHaveCount(0);
});

test('a slow page shows its last stored version and is updated as soon as the server responds', async ({
  page,
  context,
  request,
  evening,
}) => {
  const { url } = evening;
  await page.goto(url + '/menu/truro');
  await waitForStoredPage(page);
  await page.goto('about:blank');
  await signIn(request, url, MANAGER);
  const offered = async (isAvailable: boolean) => {
    const answer = await request.post(`${url}/api/setMenuAvailability`, {
      data: { locationId: 'truro', itemIds: ['mango-lassi'], isAvailable },
      headers: { origin: url },
    });
    expect(answer.status()).toBe(200);
  };
  await offered(false);
  const letGo = await holdBack(context, '**/menu/truro');
  await page.goto(url + '/menu/truro');
  await expect(page.getByRole('listitem').filter({ hasText: 'Mango Lassi' })).toContainText('Unavailable');
  letGo();
  await offered(true);
});

test('the site can be installed', async ({ evening }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-browser-'));
  const browser = await browserOn(folder);
  try {
    const page = await browser.newPage();
    await page.goto(`${evening.url}/menu/truro`);
    await waitForStoredPage(page);
    const cdp = await browser.newCDPSession(page);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { errors, data } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '{}');
    expect(manifest).toMatchObject({ name: 'Sizzle & Spice', display: 'standalone', start_url: '/' });
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (address) => {
        const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
        return `${width}x${height}`;
      }, src);
      expect(size).toBe(sizes);
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a payment taken offline waits without an alert and is sent later [A-ERR-06] [A-OFF-03]', async ({
  page,
  context,
  evening,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)|EventSource/);
  const { url } = evening;
  await signIn(context.request, url, MANAGER);
  const order = await place(url, MANAGER);
  await page.goto(`${url}/admin/dashboard#orders`);
  const card = ticket(page, 'Pending', order);
  await putOff(page);
  await expect(card.getByRole('button', { name: 'Collect Cash Payment' })).toBeVisible();
  await context.setOffline(true);
  await expect(bar(page)).toContainText('No connection');
  await card.getByRole('button', { name: 'Collect Cash Payment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, received' }).click();
  await expect(page.getByText('Status updates queued for when online').first()).toBeVisible();
  await expect(bar(page)).toContainText('1 change waits');
  await expect(page.getByText('Failed to process payment')).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Collect Cash Payment' })).toHaveCount(0);
  await context.setOffline(false);
  await expect(bar(page)).toBeEmpty({ timeout: 20_000 });
  const { order: now } = await (await context.request.get(`${url}/api/getOrderDetails?orderId=${order}`)).json();
  expect(now.paymentStatus).toBe('paid');
});
