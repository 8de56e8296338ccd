import type { Page } from '@playwright/test';
import { mailServer, type MailServer } from '@tiffin/server/testing/mail-server';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { test as base, expect } from './own-restaurant.ts';

const ADMIN = 'admin@demo.test';
const LEAVER = 'staff.truro@demo.test';

/** A restaurant that really sends mail, to a mail server that can refuse or delay it. */
const test = base.extend<object, { smtp: MailServer; restaurant: ServerProcess }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      await using server = await mailServer();
      await use(server);
    },
    { scope: 'worker' },
  ],
  restaurant: [
    async ({ smtp }, use) => {
      await using server = await startServer({
        env: { DEMO: '1', RATE_LIMITS: '0', SMTP_URL: smtp.url, DEMO_MAILS: '1' },
      });
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// The tests share one mail server.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ smtp }) => {
  smtp.refuse = () => null;
  smtp.onMail = () => undefined;
});

const dialog = (page: Page) => page.getByRole('dialog').last();
const progress = (page: Page, subject: string) => page.getByRole('progressbar', { name: subject }).first();

/** Selects everyone on the page and writes to them. */
async function writeToAll(page: Page, subject: string): Promise<void> {
  await page.goto('/admin/dashboard?user=demo.test#users');
  await page.getByRole('checkbox', { name: 'Select everybody on this page' }).check();
  await page.getByRole('button', { name: 'Email (6)' }).click();
  await dialog(page).getByLabel('Subject').fill(subject);
  await dialog(page).getByLabel('Message').fill('Hello {customerName}, the kitchen is closed on Monday.');
  await dialog(page).getByLabel('It is about their own orders or bookings').check();
  await dialog(page).getByRole('button', { name: 'Send to 6 users' }).click();
}

test('a mailing shows its progress and continues after its author has left [A-ROLE-15]', async ({
  page,
  smtp,
  signedIn,
  accessible,
}) => {
  const released = Promise.withResolvers<void>();
  let arrived = 0;
  smtp.refuse = (to) => (to === LEAVER ? [550, 'No such mailbox'] : null);
  smtp.onMail = () => (++arrived > 2 ? released.promise : undefined);
  await signedIn(ADMIN);
  await writeToAll(page, 'Closed on Monday');
  await expect(dialog(page)).toContainText('Sending');
  await expect(dialog(page).getByText('2 sent')).toBeVisible();
  await expect(progress(page, 'Closed on Monday')).toHaveAttribute('aria-valuemax', '6');
  await accessible(page);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Sending continues without you. See Messages.')).toBeVisible();
  await page.goto('/admin/dashboard#messages');
  await expect(progress(page, 'Closed on Monday')).not.toHaveAttribute('aria-valuenow', '6');
  released.resolve();
  await expect(progress(page, 'Closed on Monday')).toHaveAttribute('aria-valuenow', '6');
  const to = smtp.received.filter(({ raw }) => raw.includes('Closed on Monday')).map((mail) => mail.to);
  expect(to.toSorted()).toEqual([
    ADMIN,
    'customer2@demo.test',
    'customer@demo.test',
    'manager.truro@demo.test',
    'staff.glasgow@demo.test',
  ]);
});

test('failed mails are reported, can be found and sent again', async ({ page, smtp, signedIn, accessible }) => {
  const subject = 'Holidays';
  smtp.refuse = (to) => (to === LEAVER ? [550, 'No such mailbox'] : null);
  await signedIn(ADMIN);
  await writeToAll(page, subject);
  await expect(page.getByText('Email sent to 5 users successfully')).toBeVisible();
  await expect(page.getByText('1 emails failed to send').first()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/admin/dashboard#messages');
  await page.getByRole('button', { name: 'See failed' }).first().click();
  const failed = page.getByRole('listitem').filter({ hasText: subject });
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText('No such mailbox');
  await accessible(page);
  smtp.refuse = () => null;
  await page.getByRole('button', { name: `Send again: Message to ${LEAVER}` }).click();
  await expect(page.getByText('The message was sent again')).toBeVisible();
  expect(smtp.received.filter(({ to, raw }) => to === LEAVER && raw.includes(subject))).toHaveLength(1);
});

test('an offer goes only to people who agreed to offers', async ({ page, smtp, signedIn }) => {
  await signedIn(ADMIN);
  await page.goto('/admin/dashboard#messages');
  await page.getByRole('button', { name: 'Write' }).click();
  const form = dialog(page);
  await form.getByRole('radio', { name: 'Customers' }).check();
  await form.getByLabel('Template').selectOption('Promotion');
  await form.getByLabel('Subject').fill('Two for one');
  await form.getByLabel('Message').fill('Come by.');
  await expect(form.getByText('None of them agreed to receive offers.')).toBeVisible();
  await form.getByRole('button', { name: 'Send to 0 customers' }).click();
  await expect(form.getByText('Offer is required')).toBeVisible();
  await form.getByLabel('Offer').fill('Two thalis for the price of one');
  await form.getByRole('button', { name: 'Send to 0 customers' }).click();
  await expect(
    dialog(page).getByRole('paragraph').filter({ hasText: '2 have not agreed to offers and were left out' }),
  ).toBeVisible();
  expect(smtp.received.filter(({ raw }) => raw.includes('Two for one'))).toEqual([]);
});

test('a template’s preview looks like the mail', async ({ page, signedIn, accessible }) => {
  await signedIn(ADMIN);
  await page.goto('/admin/dashboard#messages');
  await page.getByRole('button', { name: 'Order Confirmation' }).click();
  const mail = dialog(page).frameLocator('iframe');
  await expect(mail.getByText('Sizzle & Spice').first()).toBeVisible();
  await accessible(page);
});
