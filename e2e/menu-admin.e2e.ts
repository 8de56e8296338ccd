import type { Browser, Page } from '@playwright/test';
import { holdBack } from './fixtures.ts';
import { expect, picture, test } from './own-restaurant.ts';

const ADMIN = 'admin@demo.test';
const MANAGER = 'manager.truro@demo.test';

const dish = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').last();

async function openMenu(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/dashboard${query}#menu`);
  await expect(page.getByRole('heading', { name: 'Menu', level: 1 })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Creates a dish for this test, so that tests do not affect each other. */
async function cook(page: Page, name: string, more: object = {}): Promise<{ id: string; version: number }> {
  const item = { name, description: 'Made for a test.', price: 12.5, category: 'appetizers', ...more };
  const answer = await page.request.post('/api/addMenuItem', {
    data: { locationId: 'truro', item },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { item: { id: string; version: number } }).item;
}

async function asGuest(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-CA' });
  return context.newPage();
}

test('an admin edits a dish on a phone as on a desktop, and can switch to another location’s menu [A-MENU-01] [A-MENU-15] @both', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn(ADMIN);
  await openMenu(page);
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('truro');
  const samosas = dish(page, 'Vegetable Samosas');
  await expect(samosas).toContainText('$6.95');
  await expect(samosas.getByRole('button', { name: 'Hide Vegetable Samosas' })).toHaveText('Hide');
  await samosas.getByRole('button', { name: 'More for Vegetable Samosas' }).click();
  await expect(page.getByRole('menuitem').first()).toHaveText('Duplicate');
  await expect(page.getByRole('menuitem', { name: 'Copy to New Glasgow' })).toBeVisible();
  await expect(page.getByRole('menuitem').last()).toHaveText('Delete');
  await page.keyboard.press('Escape');
  const kofta = dish(page, 'Shahi Malai Kofta');
  await page.getByRole('combobox', { name: 'Location' }).selectOption('New Glasgow');
  await expect(kofta).toContainText('Hidden');
  await expect(kofta.getByRole('button', { name: 'Show Shahi Malai Kofta' })).toHaveText('Show');
  await accessible(page);
});

test('search and filters are stored in the address [A-MENU-03] [A-MENU-07]', async ({ page, signedIn }) => {
  await signedIn(ADMIN);
  await openMenu(page, '?location=new-glasgow');
  await page.getByRole('combobox', { name: 'Category' }).selectOption("Today's Special");
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(dish(page, 'Goat Curry')).toContainText("Today's Special, to");
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Drinks');
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toBeFocused();
  await page.keyboard.type('lassi');
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toHaveValue('lassi');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('drinks');
});

test('a location without dishes explains how to start [A-MENU-14]', async ({ page, signedIn }) => {
  await signedIn(ADMIN);
  await page.goto('/');
  const place = {
    id: `empty-${Date.now()}`,
    name: 'Empty Kitchen',
    address: '1 Nowhere Lane',
    postalCode: 'B2N 1A1',
    phone: '(902) 555-0190',
    email: 'empty@demo.test',
    isActive: false,
  };
  const added = await page.request.post('/api/addLocation', {
    data: { location: place },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(added.status()).toBe(200);
  await page.goto(`/admin/dashboard?location=${place.id}#menu`);
  await expect(page.getByText('Start by adding your first menu item')).toBeVisible();
});

test('an admin adds a dish with a photo, and guests see it [A-MENU-16] [A-MENU-22] [A-MENU-23] [A-MENU-30] [A-MENU-36]', async ({
  page,
  browser,
  baseURL,
  signedIn,
  accessible,
}, info) => {
  await signedIn(MANAGER);
  await openMenu(page);
  const name = `Tandoori Salmon ${info.project.name}`;
  await page.getByRole('button', { name: 'Add Item' }).click();
  const form = dialog(page);
  await expect(form.getByLabel('Prep time, minutes')).toHaveValue('15');
  for (const heat of ['None', 'Mild', 'Medium', 'Hot'])
    await expect(form.getByRole('radio', { name: heat })).toBeAttached();
  await form.getByRole('button', { name: 'Add Item' }).click();
  for (const words of ['Name is required', 'Description is required', 'Valid price is required']) {
    await expect(form.getByText(words)).toBeVisible();
  }
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Price').fill('21.99');
  await form.getByLabel('Description').fill('Atlantic salmon, mustard, curry leaf.');
  await form.getByRole('radio', { name: 'Hot' }).check();
  await form.getByRole('switch', { name: /Today's Special/ }).check();
  const start = form.getByLabel('Start date');
  const end = form.getByLabel('End date');
  const from = await start.inputValue();
  expect(Date.parse(await end.inputValue()) - Date.parse(from)).toBe(86_400_000);
  await end.fill('2020-01-01');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await expect(form.getByText('End date must be after start date')).toBeVisible();
  await start.fill('');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await expect(form.getByText('Start date is required')).toBeVisible();
  await start.fill(from);
  await end.fill(from);
  await form.getByRole('checkbox', { name: 'Fish' }).check();
  const preview = form.getByRole('region', { name: 'As guests see it' });
  await expect(preview).toContainText(name);
  await expect(preview).toContainText('$21.99');
  await expect(preview).toContainText('Contains fish');
  await accessible(page);

  await form.getByRole('button', { name: 'Add photo' }).click();
  const photo = dialog(page);
  const bytes = await picture(page, { width: 900, height: 600, type: 'image/jpeg' });
  await photo.locator('input[type=file]').setInputFiles({ name: 'salmon.jpg', mimeType: 'image/jpeg', buffer: bytes });
  await expect(photo.getByAltText('Chosen photo')).toBeVisible();
  await accessible(page);
  await photo.getByRole('button', { name: 'Save Photo' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(preview.locator('source').first()).toHaveAttribute('srcset', /\/images\/[0-9a-f]{32}-400\.avif 400w/);
  await form.getByRole('button', { name: 'Add Item' }).click();
  await expect(dish(page, name)).toBeVisible();
  await expect(dish(page, name)).toContainText("Today's Special, to");

  const guest = await asGuest(browser, baseURL);
  await guest.goto('/menu/truro');
  const row = guest.getByRole('listitem').filter({ hasText: name }).last();
  await expect(row).toContainText('$21.99');
  const { items } = (await (await guest.request.get('/api/getLocationMenu?locationId=truro')).json()) as {
    items: { id: string; name: string }[];
  };
  expect(items.find((item) => item.name === name)?.id).toBe(`tandoori-salmon-${info.project.name}`);
  await row.scrollIntoViewIfNeeded();
  const shown = row.locator('img');
  await expect(shown).toHaveAttribute('src', /^\/images\/[0-9a-f]{32}-1200\.jpg$/);
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await guest.context().close();
});

test('a hidden dish disappears for guests at once, and returns; another of its name gets an id of its own [A-MENU-15] [A-MENU-37] [A-DATA-16]', async ({
  page,
  browser,
  baseURL,
  signedIn,
}) => {
  await signedIn(MANAGER);
  await openMenu(page);
  const { id } = await cook(page, 'Live Pakora');
  const guest = await asGuest(browser, baseURL);
  // On a slow connection the menu is rendered before live events start. Changes in between must not be missed.
  const letGo = await holdBack(guest, '**/assets/*.js');
  await guest.goto('/menu/truro', { waitUntil: 'commit' });
  const row = guest.getByRole('listitem').filter({ hasText: 'Live Pakora' });
  const add = row.getByRole('button', { name: /^Add/ });
  await expect(add).toBeVisible();
  const ours = dish(page, 'Live Pakora');
  const hide = async () => {
    await ours.getByRole('button', { name: 'Hide Live Pakora' }).click();
    await expect(ours).toContainText('Hidden');
  };
  await hide();
  letGo();
  await expect(add).toHaveCount(0);
  await expect(row).toContainText('Unavailable');
  await ours.getByRole('button', { name: 'Show Live Pakora' }).click();
  await expect(add).toBeVisible();
  await hide();
  await expect(add).toHaveCount(0);
  await guest.context().close();
  expect(id).toBe('live-pakora');
  expect((await cook(page, 'Live Pakora')).id).toMatch(/^live-pakora-\d+$/);
});

test('hiding a dish is reverted with a message when the server refuses [A-MENU-27] [A-ERR-53] [A-ERR-56]', async ({
  page,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  await signedIn(ADMIN);
  await openMenu(page);
  await cook(page, 'Stubborn Bhaji');
  const stubborn = dish(page, 'Stubborn Bhaji');
  await expect(stubborn).toBeVisible();
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/setMenuAvailability', async (route) => {
    await pressed;
    await route.fulfill({ status: 409, json: { success: false, error: 'Not now', code: 'conflict' } });
  });
  const reloaded = page.waitForRequest('**/api/getLocationMenuAdmin*');
  await stubborn.getByRole('button', { name: 'Hide Stubborn Bhaji' }).click();
  await expect(stubborn).toContainText('Hidden');
  answer();
  await expect(page.getByText('An error occurred while updating item')).toBeVisible();
  await reloaded;
  await expect(stubborn).not.toContainText('Hidden');
});

test('several dishes are hidden and shown together', async ({ page, signedIn }) => {
  await signedIn(ADMIN);
  await openMenu(page);
  for (const name of ['Bulk One', 'Bulk Two', 'Bulk Three']) await cook(page, name);
  await page.getByRole('searchbox').fill('bulk');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select Bulk Two' }).check();
  const bar = page.getByRole('region', { name: 'Selected items' });
  await expect(bar).toContainText('1 item selected');
  await bar.getByRole('button', { name: 'Select all 3' }).click();
  await bar.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('article').getByText('Hidden')).toHaveCount(3);
  await expect(bar).toHaveCount(0);
});

test('a photo is chosen, resized, dropped, pasted and removed [A-MENU-17] [A-MENU-40] [A-MENU-42] [A-MENU-43] [A-MENU-44]', async ({
  page,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/415/);
  await signedIn(ADMIN);
  await openMenu(page);
  await cook(page, 'Photogenic Paneer');
  await page.getByRole('searchbox').fill('photogenic');
  await page.getByRole('button', { name: 'Photo of Photogenic Paneer' }).click();
  const photo = dialog(page);
  await expect(photo.getByRole('tab')).toHaveText(['Upload', 'URL']);
  await photo.getByRole('button', { name: 'Save Photo' }).click();
  await expect(photo.getByText('Please provide an image URL or select a file')).toBeVisible();
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    photo.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('menu.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(photo.getByText('Invalid file format. Allowed: jpeg, jpg, png, webp')).toBeVisible();
  await choose('huge.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1));
  await expect(photo.getByText('File too large. Maximum size: 5MB')).toBeVisible();
  await choose('broken.png', 'image/png', Buffer.from('not a picture'));
  await expect(photo.getByText('Failed to create image preview')).toBeVisible();
  await photo.getByRole('button', { name: 'Save Photo' }).click();
  await expect(photo.getByText('Invalid file format. Allowed: jpeg, jpg, png, webp')).toBeVisible();

  const large = await picture(page, { width: 1100, height: 1000, type: 'image/png', noise: true });
  expect(large.length).toBeGreaterThan(1024 * 1024);
  await choose('large.png', 'image/png', large);
  const answered = page.waitForResponse('**/api/uploadMenuImage');
  await photo.getByRole('button', { name: 'Save Photo' }).click();
  const { size, type } = (await (await answered).json()) as { size: number; type: string };
  expect(size).toBeLessThan(large.length);
  expect(type).toBe('image/webp');
  await expect(page.getByText('Photo saved')).toBeVisible();
  const card = dish(page, 'Photogenic Paneer');
  await expect(card.locator('img')).toHaveAttribute('src', /^\/images\//);
  const first = await card.locator('img').getAttribute('src');

  // Dropped, then pasted: the last photo is used.
  await page.getByRole('button', { name: 'Photo of Photogenic Paneer' }).click();
  const small = [...(await picture(page, { width: 60, height: 40, type: 'image/png' }))];
  for (const how of ['drop', 'paste']) {
    await page.evaluate(
      ([bytes, event]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], `${event}.png`, { type: 'image/png' }));
        const target = [...document.querySelectorAll('dialog[open] p')].find((each) =>
          each.textContent?.includes('Drop'),
        );
        const made =
          event === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        (event === 'drop' ? target : document.activeElement)?.dispatchEvent(made);
      },
      [small, how] as const,
    );
    await expect(photo.getByText(`${how}.png`)).toBeVisible();
  }
  await photo.getByRole('button', { name: 'Save Photo' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card.locator('img')).not.toHaveAttribute('src', first ?? '');

  await page.getByRole('button', { name: 'Photo of Photogenic Paneer' }).click();
  await photo.getByRole('button', { name: 'Remove Photo' }).click();
  await expect(page.getByText('Are you sure you want to remove this image?')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Photo removed')).toBeVisible();
  await expect(card.locator('img')).toHaveCount(0);
});

test('a photo address that is not public is refused with a message [A-MENU-39] [A-ERR-69]', async ({
  page,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/422/);
  await signedIn(ADMIN);
  await openMenu(page);
  await page.getByRole('button', { name: 'Photo of Onion Bhaji' }).click();
  const photo = dialog(page);
  await photo.getByRole('tab', { name: 'URL' }).click();
  await photo.getByRole('button', { name: 'Save Photo' }).click();
  await expect(photo.getByText('Please provide an image URL or select a file')).toBeVisible();
  await photo.getByLabel('Image URL').fill('http://169.254.169.254/latest/meta-data/');
  await photo.getByRole('button', { name: 'Save Photo' }).click();
  await expect(photo.getByText('Failed to get download URL')).toBeVisible();
});

test('an upload can be cancelled [A-MENU-30] [A-ERR-66]', async ({ page, signedIn }) => {
  await signedIn(ADMIN);
  await openMenu(page);
  await page.getByRole('button', { name: 'Photo of Onion Bhaji' }).click();
  const photo = dialog(page);
  const bytes = await picture(page, { width: 500, height: 400, type: 'image/png', noise: true });
  await photo.locator('input[type=file]').setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer: bytes });
  await page.route('**/api/addImagePart', () => undefined); // The connection does not respond.
  await photo.getByRole('button', { name: 'Save Photo' }).click();
  await expect(photo.getByRole('progressbar')).toHaveAttribute('value', '0');
  await photo.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(photo.getByText('Upload was cancelled')).toBeVisible();
  await page.unroute('**/api/addImagePart');
});

test('categories are added, cannot be deleted while used, and are deleted afterwards [A-MENU-48] [A-MENU-49]', async ({
  page,
  signedIn,
  accessible,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  await signedIn(ADMIN);
  await openMenu(page);
  await page.getByRole('button', { name: 'Manage Categories' }).click();
  const box = dialog(page);
  const name = box.getByPlaceholder('e.g., Desserts, Beverages');
  const list = box.getByRole('list', { name: 'Current categories' });
  await expect(list.getByText('Default')).toHaveCount(7);
  await name.fill('veg   CURRIES');
  await box.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(box.getByText('Category already exists')).toBeVisible();
  await name.fill('Sweet  Things');
  await box.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(list.getByText('sweet-things')).toBeVisible();
  await accessible(page);
  await cook(page, 'Sweet Samosa', { category: 'sweet-things' });
  await expect(list.getByText('1 item', { exact: false }).last()).toBeVisible();
  await box.getByRole('button', { name: 'Delete Sweet Things' }).click();
  await expect(page.getByText('This category is in use by 1 item.')).toBeVisible();
  await page.request.post('/api/deleteMenuItem', {
    data: { locationId: 'truro', itemId: 'sweet-samosa' },
    headers: { origin: new URL(page.url()).origin },
  });
  await box.getByRole('button', { name: 'Delete Sweet Things' }).click();
  await expect(list.getByText('sweet-things')).toHaveCount(0);
  await box.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('dishes are reordered by dragging and by keyboard, and guests see the new order', async ({
  page,
  browser,
  baseURL,
  signedIn,
  accessible,
}) => {
  await signedIn(MANAGER);
  await openMenu(page, '?category=combos-with-rice');
  await page.getByRole('button', { name: 'Arrange' }).click();
  const rows = dialog(page).getByRole('list', { name: 'Dishes' }).getByRole('listitem');
  const names = async () => (await rows.locator('b').allTextContents()).map((text) => text.trim());
  await expect(rows.first()).toBeVisible();
  const [a, b, c, ...rest] = await names();
  await accessible(page);
  const saved = () => page.waitForResponse('**/api/reorderMenuItems');

  const handle = page.getByRole('button', { name: `Move ${a}`, exact: true });
  await handle.focus();
  let answer = saved();
  await page.keyboard.press('ArrowDown');
  await answer;
  await expect.poll(names).toEqual([b, a, c, ...rest]);
  await expect(handle).toBeFocused();
  await expect(page.getByText(`${a}, place 2 of ${rest.length + 3}`)).toBeAttached();
  answer = saved();
  await page.keyboard.press('Home');
  await answer;
  await expect.poll(names).toEqual([a, b, c, ...rest]);

  const grip = await page.getByRole('button', { name: `Move ${c}`, exact: true }).boundingBox();
  const top = await rows.first().boundingBox();
  if (!grip || !top) throw new Error('nothing to drag');
  answer = saved();
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2, top.y + 4, { steps: 8 });
  await page.mouse.up();
  await answer;
  await expect.poll(names).toEqual([c, a, b, ...rest]);

  const guest = await asGuest(browser, baseURL);
  await guest.goto('/menu/truro');
  const first = await guest.getByRole('heading', { level: 3, name: c ?? '', exact: true }).boundingBox();
  const second = await guest.getByRole('heading', { level: 3, name: a ?? '', exact: true }).boundingBox();
  expect(first?.y).toBeLessThan(second?.y ?? 0);
  await guest.context().close();
});

test('a dish is duplicated, hidden until it is shown, and deleted after confirmation [A-MENU-15] [A-MENU-41]', async ({
  page,
  signedIn,
}) => {
  await signedIn(ADMIN);
  await openMenu(page);
  await cook(page, 'Twin Tikki');
  await page.getByRole('searchbox').fill('twin');
  await page.getByRole('button', { name: 'More for Twin Tikki' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copy = dish(page, 'Twin Tikki (Copy)');
  await expect(copy).toContainText('Hidden');
  await copy.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog(page)).toContainText('Are you sure you want to delete this item?');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(copy).toBeVisible();
  await copy.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(copy).toHaveCount(0);
  await expect(page.getByText('Twin Tikki (Copy) deleted')).toBeVisible();
});

test('of two people who edit a dish, the second sees the difference and decides', async ({
  page,
  signedIn,
  accessible,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  await signedIn(ADMIN);
  await openMenu(page);
  const { id } = await cook(page, 'Contested Korma');
  await page.getByRole('searchbox').fill('contested');
  await page.getByRole('button', { name: 'Edit Contested Korma' }).click();
  const form = dialog(page);
  await form.getByLabel('Price').fill('14.00');
  await form.getByLabel('Calories').fill('480');
  const other = await page.request.post('/api/updateMenuItem', {
    data: { locationId: 'truro', itemId: id, updates: { price: 16, description: 'Richer now.' } },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(other.status()).toBe(200);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Somebody else changed this item while you were editing it.')).toBeVisible();
  await expect(form.getByRole('listitem').filter({ hasText: 'Price' })).toContainText('$16.00');
  await expect(form.getByRole('textbox', { name: 'Description', exact: true })).toHaveValue('Richer now.');
  await expect(form.getByLabel('Price')).toHaveValue('14.00');
  await accessible(page);
  await form.getByRole('radio', { name: 'Take theirs' }).check();
  await expect(form.getByLabel('Price')).toHaveValue('16.00');
  await form.getByRole('radio', { name: 'Keep yours' }).check();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Contested Korma saved')).toBeVisible();
  await expect(dish(page, 'Contested Korma')).toContainText('$14.00');
  await expect(dish(page, 'Contested Korma')).toContainText('Richer now.');
});

test('a menu that fails to load shows an error and can be retried [A-MENU-11] [A-MENU-12] [A-ERR-51] [A-ERR-52]', async ({
  page,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/500/);
  await signedIn(ADMIN);
  let answer = () => {};
  const requested = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/getLocationMenuAdmin*', async (route) => {
    await requested;
    await route.fulfill({ status: 500, json: { success: false, error: 'boom', code: 'internal' } });
  });
  await page.goto('/admin/dashboard#menu');
  await expect(page.getByText('Loading menu items...').last()).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: 'Error Loading Menu' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/An error occurred while loading menu items/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('No menu items found')).toBeVisible();
  await page.unroute('**/api/getLocationMenuAdmin*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('an offline change is marked as waiting and sent with the connection [A-MENU-09] [A-ERR-62] [A-ERR-64]', async ({
  page,
  context,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch|EventSource/);
  await signedIn(ADMIN);
  await openMenu(page);
  const { id } = await cook(page, 'Patient Paratha');
  await page.getByRole('searchbox').fill('patient');
  const patient = dish(page, 'Patient Paratha');
  await expect(patient).toBeVisible();
  await expect(page.getByLabel('Notifications').first()).toBeAttached();
  await context.setOffline(true);
  await expect(page.getByText('Offline - Changes will sync when connection is restored')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Item' })).toBeDisabled();
  await patient.getByRole('button', { name: 'Hide Patient Paratha' }).click();
  await expect(patient).toContainText('Hidden');
  await expect(page.getByText('Operation queued for when connection is restored')).toBeVisible();
  const bar = page.getByRole('status', { name: 'Changes made without a connection' });
  await expect(bar).toContainText('1 change waits on this device');
  await expect(page.getByText('No connection')).toHaveCount(1);
  await context.setOffline(false);
  await expect(bar).toHaveText('');
  await expect
    .poll(async () => {
      const menu = await page.request.get('/api/getLocationMenu?locationId=truro');
      const { items } = (await menu.json()) as { items: { id: string; isAvailable: boolean }[] };
      return items.find((item) => item.id === id)?.isAvailable;
    })
    .toBe(false);
});

test('a manager edits only the menus of their locations, and staff do not see the section', async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn(MANAGER);
  await openMenu(page, '?location=new-glasgow');
  await expect(page.getByRole('combobox', { name: 'Location' }).getByRole('option')).toHaveText(['Truro Heights']);
  await page.getByRole('button', { name: 'More for Onion Bhaji' }).click();
  await expect(page.getByRole('menuitem', { name: /^Copy to/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Locations' })).toHaveCount(0);
  await page.goto('/');
  await context.clearCookies();
  await signedIn('staff.truro@demo.test');
  await page.goto('/admin/dashboard#menu');
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Menu', exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Menu', level: 1 })).toHaveCount(0);
});
