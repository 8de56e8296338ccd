import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './fixtures.ts';
import {
  clearKitchen,
  confirmDishes,
  eveningTest as test,
  nothingWaits,
  openBoard,
  place,
  putOff,
  signIn,
  ticket,
} from './board-page.ts';

test('a cook takes an order from the popup to the guest and undoes a slip [A-BOARD-28]', async ({
  page,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  await accessible(page);

  const code = await place(page, url, { specialInstructions: 'Allergic to peanuts' });
  const popup = page.getByRole('dialog', { name: 'New order' });
  await expect(popup).toContainText(code);
  await expect(popup.getByRole('listitem').filter({ hasText: /^1/ })).toHaveCount(3);
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(popup).toBeVisible();
  await popup.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
  await expect(popup).toBeHidden();

  const cooking = ticket(page, 'Under Preparation', code);
  await expect(cooking).toContainText(/due in 2[2-5] min/);
  await expect(cooking).toContainText('Allergic to peanuts');
  await confirmDishes(page, cooking, code, 3);
  await cooking.getByRole('button', { name: 'Mark as Ready' }).click();
  await expect(ticket(page, 'Ready', code)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cooking).toBeVisible();
  await cooking.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${code} moved to Ready`)).toBeVisible();
  // The order is unpaid, so the board asks for confirmation once.
  await ticket(page, 'Ready', code).getByRole('button', { name: 'Mark as Completed' }).click();
  const due = page.getByRole('dialog', { name: /^\$\d+\.\d\d is still owed$/ });
  await expect(due).toBeVisible();
  await accessible(page);
  await due.getByRole('button', { name: 'Not yet' }).click();
  await expect(ticket(page, 'Ready', code)).toBeVisible();
  await ticket(page, 'Ready', code).getByRole('button', { name: 'Mark as Completed' }).click();
  await due.getByRole('button', { name: 'Complete anyway' }).click();
  await expect(ticket(page, 'Completed', code)).toContainText('unpaid');
  // The undo of an earlier step disappears once the order moves on. The kitchen cannot recall it any more.
  await expect(page.getByText(`${code} moved to Ready`)).toBeHidden();
  await page.getByRole('button', { name: 'Kitchen' }).click();
  await page.getByRole('button', { name: 'Recall' }).click();
  const recall = page.getByRole('dialog', { name: 'Recall a finished order' });
  await expect(recall).toContainText(/\d+ more (was|were) handed over/);
  await expect(recall.getByRole('listitem').filter({ hasText: code })).toHaveCount(0);
});

test('two boards stay in sync, cash is collected, and the kitchen crosses off dishes and recalls an order [A-BOARD-24]', async ({
  page,
  browser,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  await clearKitchen(page.context().request, url);
  const code = await place(page, url);
  await page.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();

  const other = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const kitchen = await other.newPage();
  await openBoard(kitchen, url, 'manager.truro@demo.test');
  await kitchen.getByRole('button', { name: 'Kitchen' }).click();
  const big = kitchen.getByRole('article').filter({ hasText: code });
  await expect(big).toBeVisible();
  await accessible(kitchen);
  await big
    .getByRole('button', { name: /: done$/ })
    .first()
    .click();
  await expect(ticket(page, 'Under Preparation', code).locator('li').first()).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );

  await ticket(page, 'Under Preparation', code).getByRole('button', { name: 'Collect Cash Payment' }).click();
  await page.getByRole('button', { name: 'Yes, received' }).click();
  await expect(ticket(page, 'Under Preparation', code)).toContainText('paid');

  await big.getByRole('button', { name: 'Mark as Ready' }).click();
  await expect(ticket(page, 'Ready', code)).toBeVisible();
  await kitchen.getByRole('button', { name: `Undo ${code}` }).click();
  await expect(big).toBeVisible();
  await kitchen.reload();
  await expect(big).toBeVisible(); // A kitchen tablet returns to the kitchen view.
  await kitchen.getByRole('button', { name: 'Leave kitchen mode' }).click();
  await expect(kitchen.getByRole('heading', { name: 'Order Management' })).toBeVisible();
  await other.close();
});

const GUEST = { name: 'Asha Menon', email: 'asha@example.test', phone: '+19025550161' };

test('a new order does not interrupt typing and is not accepted by accident [A-BOARD-27] [A-BOARD-28]', async ({
  page,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  await page.goto(`${url}/admin/dashboard#create-order`);
  const name = page.getByLabel('Name');
  await name.pressSequentially('Bo ');
  const code = await place(page, url, { customer: GUEST });
  const strip = page.getByRole('alert', { name: 'New order' });
  await expect(strip).toContainText(code);
  // The strip covers nothing: the till ends above it.
  const { top, bottom } = await page.evaluate(() => {
    const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return { bottom: edge('main')?.bottom ?? 0, top: edge('[role=alert][popover]')?.top ?? 0 };
  });
  expect(bottom).toBeLessThanOrEqual(top);
  await page.keyboard.type('von  Counter');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Bo von  Counter');
  await accessible(page);
  // Moving between fields counts as typing.
  await page.keyboard.press('Tab');
  await page.keyboard.type('bo@example.com');
  await expect(page.getByLabel('Email')).toHaveValue('bo@example.com');
  await expect(strip).toBeVisible();

  await strip.getByRole('button', { name: 'Show the order' }).click();
  const popup = page.getByRole('dialog', { name: 'New order' });
  await expect(popup).toContainText('(902) 555-0161');
  await expect(popup).toBeFocused();
  // Long after it appeared, its button still does not have the focus.
  const since = await page.evaluate(() => performance.now());
  await expect(async () => {
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(since + 1_500);
  }).toPass();
  await expect(popup).toContainText(code);
  await popup.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
  await expect(popup).toBeHidden();
  await expect(name).toHaveValue('Bo von  Counter');
  // At the till it is a strip even when nothing is typed.
  await page.getByRole('button', { name: /^Mango Lassi/ }).click();
  const next = await place(page, url);
  await expect(strip).toContainText(next);
  await expect(popup).toHaveCount(0);
});

test('staff of one location neither see nor hear another’s orders, and guests have no access', async ({
  page,
  browser,
  evening,
}) => {
  const { url } = evening;
  await openBoard(page, url, 'staff.glasgow@demo.test');
  await expect(page.getByLabel('Location').getByRole('option')).toHaveText(['New Glasgow']);
  // An order of a guest, because people may cancel their own orders at any location.
  const guest = await browser.newPage();
  const elsewhere = await place(guest, url, {}, 'truro');
  const here = await place(page, url, {}, 'new-glasgow');
  await expect(page.getByRole('dialog', { name: 'New order' })).toContainText(here);
  await expect(page.getByText(elsewhere)).toHaveCount(0);
  // They cannot change it through the API either.
  const orderId = `TRU-20261120-${elsewhere}`;
  for (const [call, data] of [
    ['updateOrderStatus', { orderId, status: 'preparing' }],
    ['strikeOrderItem', { orderId, line: 1, done: true }],
    ['cancelOrder', { orderId, cancelReason: 'not ours' }],
    ['processOrderPayment', { orderId, paymentData: { method: 'manual' } }],
  ] as const) {
    const refused = await page.request.post(`${url}/api/${call}`, { data, headers: { origin: url } });
    expect(refused.status(), call).toBe(403);
  }

  await signIn(guest, url, 'customer@demo.test');
  await guest.goto(`${url}/admin/dashboard#orders`);
  await expect(guest.getByText('Access Denied')).toBeVisible();
  await guest.close();
});

test('the board shows a lost connection and catches up after it', async ({ page, evening, expectComplaint }) => {
  expectComplaint(/ERR_|Failed to load/);
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  const cut = (route: { abort: () => Promise<void> }) => route.abort();
  await page.route('**/api/events*', cut);
  await page.context().setOffline(true);
  await expect(page.getByText('Status updates queued for when online')).toBeVisible();
  await page.context().setOffline(false);
  const code = await place(page, url);
  await page.unroute('**/api/events*', cut);
  await expect(page.getByRole('dialog', { name: 'New order' })).toContainText(code, { timeout: 20_000 });
});

test('orders placed before the board was opened ring, and after dismissal they take a step together [A-BOARD-30]', async ({
  page,
  evening,
}) => {
  const { url } = evening;
  await signIn(page, url, 'staff.truro@demo.test');
  await nothingWaits(page.request, url);
  const codes = [await place(page, url), await place(page, url)];
  await page.goto(`${url}/admin/dashboard#orders`);
  // Orders placed before the board was opened ring, too.
  const popup = page.getByRole('dialog', { name: 'New order' });
  await expect(popup).toContainText(codes[0] ?? '');
  await expect(popup).toContainText('Show all 2');
  await putOff(page);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const code of codes) await page.getByRole('checkbox', { name: `Select order ${code}` }).check();
  await page.getByRole('button', { name: 'Start Preparing (2)' }).click();
  for (const code of codes) await expect(ticket(page, 'Under Preparation', code)).toBeVisible();
});

test('sounds are set up and stored on the device [A-SOUND-09] [A-SOUND-38] [A-ERR-106]', async ({
  page,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  const trigger = page.getByRole('button', { name: /Sound Settings$/ });
  await trigger.click();
  const box = page.getByRole('dialog', { name: 'Sound Settings' });
  await accessible(page);
  await box.getByRole('slider', { name: 'Volume' }).fill('0.5');
  await box.getByRole('button', { name: 'Test sound' }).click();
  await expect(box.getByRole('status')).toContainText('Sound test successful!');
  const upload = (name: string, buffer: Buffer) =>
    box.locator('input[type=file]').setInputFiles({ name, mimeType: 'audio/wav', buffer });
  await upload('broken.wav', Buffer.from('x'));
  await expect(box).toContainText('Invalid audio file or failed to load');
  await upload(
    'ours.wav',
    await readFile(path.join(import.meta.dirname, '../apps/web/app/assets/sounds/new-order.wav')),
  );
  await expect(box).toContainText('Custom sound uploaded successfully!');
  await page.evaluate(forgetOwnSounds);
  await page.reload();
  await trigger.click();
  await box.getByRole('button', { name: 'Test sound' }).click();
  await expect(box.getByRole('status')).toContainText('Sound not found');
  const stored: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('sound_settings') ?? '{}'));
  expect(stored).toMatchObject({ orderSounds: true, orderVolume: 0.5 });
});

/** Deletes the stored sounds, as a browser does when space is low. */
function forgetOwnSounds(): Promise<void> {
  return new Promise((resolve, reject) => {
    const removed = indexedDB.deleteDatabase('tiffin-sounds');
    removed.addEventListener('success', () => resolve());
    removed.addEventListener('error', () => reject(removed.error ?? new Error('IndexedDB')));
  });
}
