import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { clientOf, mailTo } from './api-client.ts';
import { expect, test } from './own-restaurant.ts';

const ADMIN = 'admin@demo.test';
const FIGURES = ['Total users', 'Active users', 'Customers', 'Total revenue'];

const table = (page: Page) => page.getByRole('table', { name: 'Users' });
const cards = (page: Page) => page.getByRole('list', { name: 'Users' });
const row = (page: Page, name: string) => page.getByRole('row', { name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search people' });
const dialog = (page: Page) => page.getByRole('dialog').last();

async function openUsers(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/dashboard${query}#users`);
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible({ timeout: 15_000 });
}

const PASSWORD = 'Good-pass-1';
let guests = 0;

/** Creates a person for this test, so that tests do not change each other's people. */
async function join(page: Page): Promise<{ name: string; email: string }> {
  guests++;
  const name = `Guest ${process.pid}.${guests}`;
  const email = `guest.${process.pid}.${guests}@guest.test`;
  await page.goto('/');
  const answer = await page.evaluate(
    async (body) => {
      const { status } = await fetch('/api/auth/sign-up/email', {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return status;
    },
    { name, email, password: PASSWORD },
  );
  expect(answer).toBe(200);
  return { name, email };
}

/** Only people who confirmed their address can join the team. */
async function confirmEmail(page: Page, email: string): Promise<void> {
  const { origin } = new URL(page.url());
  const code = /confirm-email\?code=(\d{6})/.exec(await mailTo(origin, email, 'verify_email'))?.[1] ?? '';
  await (await clientOf(origin, email, PASSWORD)).call('confirmEmail', { body: { code } });
}

test('people and their figures, as a table on wide screens and as cards on narrow ones [A-USER-01] [A-USER-02] [A-USER-06] [A-USER-08] [A-USER-35] @both', async ({
  page,
  signedIn,
  accessible,
}, info) => {
  await signedIn(ADMIN);
  await openUsers(page);
  const figures = page.getByLabel('People in figures');
  for (const tile of FIGURES) await expect(figures).toContainText(tile);
  await expect(search(page)).toBeVisible();
  const wide = info.project.name === 'desktop';
  await expect(wide ? table(page) : cards(page)).toBeVisible();
  await expect(wide ? cards(page) : table(page)).toBeHidden();
  await expect(
    (wide ? row(page, 'Priya Sharma') : page.getByRole('listitem').filter({ hasText: 'Priya Sharma' })).first(),
  ).toContainText('customer@demo.test');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Loaded \d+ users$/)).toBeVisible();
  await accessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^users-export-\d{4}-\d\d-\d\d\.csv$/);
  const exported = await readFile(await file.path(), 'utf8');
  expect(exported).toContain('ID,Name,Email,Phone,Role,Status,Orders,Spent,Loyalty Points,Created');
  expect(exported).toContain('customer@demo.test');
  await expect(page.getByText(/^Exported \d+ users$/)).toBeVisible();
});

test('the search starts 300 ms after typing stops [A-USER-03]', async ({ page, signedIn }) => {
  await signedIn(ADMIN);
  await page.clock.install();
  await openUsers(page);
  await expect(row(page, 'Priya Sharma')).toBeVisible();
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/getUsers') sent.push(url.searchParams.get('search'));
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  sent.length = 0;
  await search(page).pressSequentially('liam');
  await page.clock.runFor(299);
  expect(sent).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => sent).toEqual(['liam']);
  await page.clock.resume();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
});

test('filters and sorting are stored in the address, and an empty result says so [A-USER-04] [A-USER-05] [A-USER-12]', async ({
  page,
  signedIn,
}) => {
  await signedIn(ADMIN);
  await openUsers(page);
  const roles = page.getByRole('group', { name: 'Role' }).getByRole('radio');
  await expect(roles).toHaveCount(6);
  await page.getByRole('radio', { name: 'Staff', exact: true }).check();
  await expect(page.getByText('2 users', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(table(page).getByRole('row').nth(1)).toContainText('Arjun Patel');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Staff', exact: true })).toBeChecked();
  await expect(table(page).getByRole('row').nth(1)).toContainText('Arjun Patel');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Inactive');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await expect(page.getByText('No users match the filters')).toBeVisible();
  await search(page).fill('atlantis');
  await expect(page.getByText('No users match "atlantis"')).toBeVisible();
  await page.route('**/api/getUsers?*', (route) =>
    route.fulfill({ json: { success: true, users: [], total: 0, nextCursor: null } }),
  );
  await openUsers(page);
  await page.reload();
  await expect(page.getByText('No users have been created yet')).toBeVisible();
});

test('an admin edits a person, and open pages update [A-USER-10] [A-USER-25] [A-USER-26] [A-USER-27] [A-USER-28]', async ({
  page,
  context,
  signedIn,
  accessible,
}) => {
  await signedIn(ADMIN);
  const { name, email } = await join(page);
  await confirmEmail(page, email);
  const elsewhere = await context.newPage();
  await openUsers(elsewhere, `?user=${encodeURIComponent(email)}`);
  await expect(elsewhere.getByText('1 user', { exact: true })).toBeVisible();
  await openUsers(page, `?user=${encodeURIComponent(email)}`);
  await page
    .getByRole('button', { name: `Edit ${name}` })
    .filter({ visible: true })
    .click();
  const form = dialog(page);
  await expect(form.getByText(`${email}, cannot be changed`)).toBeVisible();
  await expect(form.getByText('Receives no offers: has not agreed to any.')).toBeVisible();
  await form.getByLabel('Display name').fill(' ');
  await form.getByRole('textbox', { name: 'Phone' }).fill('12');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Display name is required')).toBeVisible();
  await expect(form.getByText('Please enter a valid phone number')).toBeVisible();
  await expect(page.getByText('Please fix the form errors')).toBeVisible();
  await accessible(page);
  await form.getByLabel('Display name').fill('Zoë Desk');
  await form.getByRole('textbox', { name: 'Phone' }).fill('902-555-0188');
  await form.getByRole('radio', { name: 'Manager' }).check();
  await form.getByRole('checkbox', { name: 'Truro Heights' }).check();
  await form.getByLabel('Loyalty points').fill('40');
  await form.getByLabel('Why do you change the points?').fill('A cold soup');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await expect(elsewhere.getByText('Zoë Desk').filter({ visible: true }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Edit Zoë Desk' }).filter({ visible: true }).click();
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('(902) 555-0188');
  await form.getByText('Latest points').click();
  await expect(form.getByText('A cold soup')).toBeVisible();
});

test('a person is deactivated after confirmation and reactivated [A-USER-22] [A-USER-24]', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn(ADMIN);
  const { name, email } = await join(page);
  await openUsers(page, `?user=${encodeURIComponent(email)}`);
  const more = page.getByRole('button', { name: `More for ${name}` }).filter({ visible: true });
  await more.click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  const question = dialog(page);
  await expect(question).toContainText(`Deactivate user ${name}?`);
  await expect(question).toContainText('This will disable their authentication.');
  await accessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await more.click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('User deactivated successfully')).toBeVisible();
  const entry = await page.request.post('/api/auth/sign-in/email', { data: { email, password: 'Good-pass-1' } });
  expect(entry.status()).toBe(403);
  await expect(page.getByText('Inactive', { exact: true }).filter({ visible: true }).last()).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await expect(page.getByText('User activated', { exact: true })).toBeVisible();
});

test('an admin writes to selected people; without a mail server the mail waits in the outbox [A-USER-07] [A-USER-11] [A-MAIL-10] [A-ERR-34]', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn(ADMIN);
  await openUsers(page, '?role=customer&user=demo.test');
  await expect(page.getByRole('button', { name: /^Email \(/ })).toHaveCount(0);
  for (const name of ['Priya Sharma', 'Liam MacDonald']) {
    await page
      .getByRole('checkbox', { name: `Select ${name}` })
      .filter({ visible: true })
      .check();
  }
  await expect(page.getByText('2 are selected.')).toBeVisible();
  await page.getByRole('button', { name: 'Email (2)' }).click();
  const form = dialog(page);
  await expect(form).toContainText('Email 2 users');
  await expect(form).toContainText('Priya Sharma, Liam MacDonald');
  await expect(form.getByText('Only people who agreed to receive offers get this email')).toBeVisible();
  await form.getByLabel('It is about their own orders or bookings').check();
  await form.getByLabel('Message').fill(' ');
  await form.getByRole('button', { name: 'Send to 2 users' }).click();
  await expect(form.getByText('Subject is required')).toBeVisible();
  await expect(form.getByText('Message is required')).toBeVisible();
  await expect(page.getByText('Subject and message are required')).toBeVisible();
  await accessible(page);
  await form.getByLabel('Subject').fill('A word to {customerName}');
  await form.getByLabel('Message').fill('Hello {customerName}, see you <b>soon</b>.');
  await expect(form.getByRole('region', { name: 'Preview' })).toContainText('Hello Priya Sharma, see you <b>soon</b>.');
  await form.getByRole('button', { name: 'Send to 2 users' }).click();
  await expect(dialog(page).getByRole('paragraph').filter({ hasText: '2 emails wait in the outbox' })).toBeVisible();
  await accessible(page);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/admin/dashboard#messages');
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('A word to');
  await page.getByRole('button', { name: 'Read: Message to customer@demo.test' }).first().click();
  await expect(
    dialog(page).frameLocator('iframe').getByText('Hello Priya Sharma, see you <b>soon</b>.', { exact: true }),
  ).toBeVisible();
});
test('offline, a change is refused with a message and reverted', async ({
  page,
  context,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch|EventSource/);
  await signedIn(ADMIN);
  const { name, email } = await join(page);
  await openUsers(page, `?user=${encodeURIComponent(email)}`);
  await page
    .getByRole('button', { name: `More for ${name}` })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(row(page, name)).toContainText('Inactive');
  await context.setOffline(true);
  await page
    .getByRole('button', { name: `More for ${name}` })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await expect(page.getByText('Failed to update user status')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Network error - please check your connection')).toBeVisible();
  await expect(row(page, name)).toContainText('Inactive');
  await context.setOffline(false);
});
