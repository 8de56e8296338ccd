import type { Page } from '@playwright/test';
import { expect, test } from './own-restaurant.ts';

const ADMIN = 'admin@demo.test';

const dialog = (page: Page) => page.getByRole('dialog').last();
const tagline = (page: Page) => page.getByLabel('Tagline');

// The tests change one shared restaurant.
test.describe.configure({ mode: 'default' });

async function openSettings(page: Page): Promise<void> {
  await page.goto('/admin/dashboard#settings');
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(tagline(page)).toBeVisible();
}

test('an admin edits the restaurant’s profile, and guests see it on the next page', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn(ADMIN);
  await openSettings(page);
  await page.getByLabel('Name', { exact: true }).fill(' ');
  await page.getByLabel('Support email').fill('nowhere');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Invalid email format')).toBeVisible();
  await expect(page.getByText('Please fix the form errors')).toBeVisible();
  await accessible(page);
  const name = 'Sizzle & Spice of Truro';
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Support email').fill('help@sizzleandspice.test');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(name);
});

test('of two people who save settings, the second sees the first change and decides', async ({
  page,
  signedIn,
  accessible,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  await signedIn(ADMIN);
  await openSettings(page);
  const { settings } = await (await page.request.get('/api/getSettings')).json();
  const first = await page.request.post('/api/updateSettings', {
    data: { settings: { tagline: 'The first one’s words' }, updatedAt: settings.updatedAt },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(first.status()).toBe(200);
  await tagline(page).fill('The second one’s words');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog(page)).toContainText('Somebody else saved settings in the meantime');
  await expect(dialog(page)).toContainText('The first one’s words');
  await accessible(page);
  await dialog(page)
    .getByRole('radio', { name: /Take theirs/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(tagline(page)).toHaveValue('The first one’s words');
});

test('an API key is shown once, works, and stops working when revoked [A-API-01]', async ({
  page,
  playwright,
  baseURL,
  signedIn,
  accessible,
}) => {
  const name = 'Bookkeeping';
  await signedIn(ADMIN);
  await page.goto('/admin/dashboard#connections');
  await page.getByRole('button', { name: 'Create key' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^Everything/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await expect(dialog(page).getByText('Name is required')).toBeVisible();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await expect(dialog(page)).toContainText('Copy the key now: it is not shown again');
  const key = (await dialog(page).locator('code').textContent()) ?? '';
  expect(key).toMatch(/^sk_/);
  await accessible(page);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  const machine = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { 'x-api-key': key },
  });
  expect((await machine.get('/api/getUsers')).status()).toBe(200);
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Key revoked')).toBeVisible();
  expect((await machine.get('/api/getUsers')).status()).toBe(401);
  await machine.dispose();
});

test('the settings list the connected services, and a test mail waits when none sends it', async ({
  page,
  signedIn,
}) => {
  await signedIn(ADMIN);
  await openSettings(page);
  await expect(page.getByRole('listitem').filter({ hasText: /card payments/i })).toContainText('Sandbox');
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByText('No mail server is set up: the test waits in the outbox')).toBeVisible();
});

test('the audit log shows who changed what, with old and new values, and can be searched', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn(ADMIN);
  await page.goto('/');
  const { users } = await (await page.request.get('/api/getUsers?search=staff.glasgow')).json();
  const changed = await page.request.post('/api/updateUser', {
    data: { userId: users[0].id, updates: { displayName: 'Fiona the First' } },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(changed.status()).toBe(200);
  await page.goto('/admin/dashboard#audit');
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('Fiona the First');
  const entry = page.getByRole('listitem').filter({ hasText: 'changed the user' }).first();
  await expect(entry).toContainText('Anjali Rao');
  await expect(entry).toContainText('Fiona the First');
  await accessible(page);
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('atlantis');
  await expect(page.getByText('No entry matches the search.')).toBeVisible();
});
