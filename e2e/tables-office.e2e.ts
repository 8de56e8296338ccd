import { readFile } from 'node:fs/promises';
import { parseCsv } from '@tiffin/domain/core';
import type { Page } from '@playwright/test';
import { book, tableTest } from './bookings.ts';
import { expect } from './fixtures.ts';

const test = tableTest();

const open = (page: Page) => page.goto('/admin/dashboard?view=list#reservations');
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const card = (page: Page, name: string) => cards(page).filter({ hasText: name });
const figure = (page: Page, name: string) =>
  page.getByRole('main').locator('dl > div').filter({ hasText: name }).locator('dd').first();
const guest = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}.${Math.random().toString(36).slice(2)}@example.com`,
  phone: '902-555-0188',
});

test('without reservations the list says so [A-RES-16] [A-RES-18]', async ({ page, signedIn, accessible }) => {
  await signedIn('staff.glasgow@demo.test');
  await open(page);
  await expect(page.getByRole('heading', { name: 'No Reservations Found' })).toBeVisible();
  await expect(page.getByText('No reservations have been made yet.')).toBeVisible();
  await accessible(page);
});

test('the list has a title, figures and a count [A-RES-01] [A-RES-02] [A-RES-07] [A-RES-11] [A-ROLE-14]', async ({
  page,
  signedIn,
  accessible,
}) => {
  await book(page.request, { date: '2026-11-20', time: '20:00', partySize: 8, customerInfo: guest('Alex Sample') });
  await signedIn('admin@demo.test');
  await open(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reservation Management');
  for (const name of ['Total Reservations', 'Confirmed Today', 'Upcoming', 'Cancelled']) {
    await expect(figure(page, name)).toHaveText(/^\d+$/);
  }
  await expect(page.getByText(/^Showing 1 to \d+ of \d+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  const alex = card(page, 'Alex Sample').first();
  await expect(alex).toContainText('8:00p.m., today');
  await expect(alex).toContainText('Large party');
  await accessible(page);
});

test('filters and search find a reservation [A-RES-03] [A-RES-04] [A-RES-05] [A-RES-06] [A-RES-17]', async ({
  page,
  signedIn,
}) => {
  await book(page.request, { locationId: 'new-glasgow', date: '2026-12-01', customerInfo: guest('Nadia Glas') });
  await signedIn('admin@demo.test');
  await open(page);
  await expect(card(page, 'Nadia Glas')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('All statusesConfirmedCancelled');
  await expect(page.getByRole('combobox', { name: 'Date' })).toHaveText('All datesTodayUpcomingPast');
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('all');

  await page.getByRole('searchbox').fill('NADIA');
  await expect(cards(page)).toHaveCount(1);

  await page.getByRole('combobox', { name: 'Location' }).selectOption('Truro Heights');
  await expect(page.getByText('Try adjusting your filters to see more results.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Location' }).selectOption('New Glasgow');
  await page.getByRole('combobox', { name: 'Date' }).selectOption('Today');
  await expect(page.getByRole('heading', { name: 'No Reservations Found' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Date' }).selectOption('Upcoming');
  await expect(card(page, 'Nadia Glas')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Cancelled');
  await expect(cards(page)).toHaveCount(0);
});

test('the list has twenty entries a page, newest first, and at most five page buttons [A-RES-08] [A-RES-36] [A-RES-37] [A-RES-38]', async ({
  page,
  signedIn,
}) => {
  for (let i = 0; i < 121; i++) {
    await book(page.request, { date: `2026-12-${10 + (i % 20)}`, time: '12:30', customerInfo: guest('Many People') });
  }
  await book(page.request, { date: '2026-12-30', customerInfo: guest('The Newest') });
  await signedIn('admin@demo.test');
  await open(page);
  await expect(cards(page)).toHaveCount(20);
  await expect(cards(page).first()).toContainText('The Newest');
  const pages = page.getByRole('navigation', { name: 'Pages of reservations' });
  const numbers = pages.getByRole('button', { name: /^Page \d+$/ });
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);
  await pages.getByRole('button', { name: 'Page 5' }).click();
  await expect(page.getByText(/^Showing 81 to 100 of/)).toBeVisible();
  await expect(numbers).toHaveCount(5);
  await expect(pages.getByRole('button', { name: 'Page 5' })).toHaveAttribute('aria-current', 'page');
});

test('staff open a reservation’s details and cancel it with a reason [A-RES-09] [A-RES-24] [A-RES-26] [A-RES-31] [A-ERR-90]', async ({
  page,
  signedIn,
  accessible,
}) => {
  const name = 'Taylor Desk';
  const made = await book(page.request, {
    date: '2026-11-28',
    specialRequests: 'By the window',
    customerInfo: guest(name),
  });
  await signedIn('staff.truro@demo.test');
  await open(page);
  await card(page, name)
    .getByRole('button', { name: /Details/ })
    .click();
  const details = page.getByRole('dialog', { name });
  for (const message of [made.reservationId, 'By the window', '(902) 555-0188', '6:00 p.m.', 'Confirmed']) {
    await expect(details).toContainText(message);
  }
  await accessible(page);

  await details.getByRole('button', { name: 'Cancel reservation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this reservation?' });
  const confirm = dialog.getByRole('button', { name: 'Cancel reservation' });
  await expect(dialog.getByRole('radio')).toHaveCount(8);
  await accessible(page);
  await dialog.getByRole('radio', { name: 'Kitchen emergency' }).check();
  await confirm.click();
  await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();
  await expect(card(page, name)).toContainText(/Cancelled Nov 20, 6:\d\d p\.m\., Kitchen emergency/);
  await expect(card(page, name).getByRole('button', { name: /Cancel/ })).toHaveCount(0);
});

test('the export contains all pages of the filtered list [A-RES-39] [A-RES-40] [A-RES-41]', async ({
  page,
  signedIn,
}) => {
  const odd = guest('Quinn Export');
  await book(page.request, { date: '2026-12-02', customerInfo: odd });
  await signedIn('admin@demo.test');
  await open(page);
  await page.getByRole('searchbox').fill('Quinn Export');
  await expect(page.getByText('Showing 1 to 1 of 1')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('reservations-2026-11-20.csv');
  const rows = parseCsv(await readFile(await file.path(), 'utf8'));
  expect(rows).toEqual([
    ['ID', 'Customer', 'Email', 'Phone', 'Location', 'Date', 'Time', 'Party Size', 'Status', 'Created'],
    [
      expect.stringMatching(/^RES-TRU-20261202-/),
      'Quinn Export',
      odd.email,
      "'+19025550188",
      'Truro Heights',
      '2026-12-02',
      '6:00 p.m.',
      '2',
      'confirmed',
      '2026-11-20',
    ],
  ]);
});

test('bookings and cancellations appear live, only at the person’s own locations [A-DATA-24]', async ({
  page,
  signedIn,
}) => {
  await signedIn('staff.truro@demo.test');
  await open(page);
  await expect(figure(page, 'Total Reservations')).toHaveText(/^\d+$/);
  const total = Number(await figure(page, 'Total Reservations').textContent());
  await book(page.request, { locationId: 'new-glasgow', date: '2026-12-03', customerInfo: guest('Else Where') });
  const made = await book(page.request, { date: '2026-12-03', customerInfo: guest('Live Wire') });
  await expect(card(page, 'Live Wire')).toBeVisible();
  await expect(figure(page, 'Total Reservations')).toHaveText(String(total + 1));
  await expect(card(page, 'Else Where')).toHaveCount(0);
  const token = new URL(made.manageUrl).searchParams.get('token');
  await page.request.post('/api/cancelReservation', {
    data: { reservationId: made.id, token, reason: 'Snow' },
    headers: { origin: new URL(page.url()).origin },
  });
  await expect(card(page, 'Live Wire')).toContainText('Snow');
});

test('a host books by phone, seats the party at a table and completes it', async ({ page, signedIn, accessible }) => {
  await signedIn('staff.truro@demo.test');
  await open(page);
  await page.getByRole('radio', { name: 'Tonight' }).check();
  const day = page.getByRole('region', { name: 'Friday, November 20' });
  await expect(day).toBeVisible();
  await accessible(page);

  await page.getByRole('button', { name: 'New reservation' }).click();
  const dialog = page.getByRole('dialog', { name: 'New reservation by phone' });
  await dialog.getByRole('textbox', { name: 'Phone Number' }).fill('902 555 0161');
  await expect(dialog.getByText('Existing Customer Found')).toBeVisible();
  await dialog.getByRole('button', { name: /^It is Priya/ }).click();
  await dialog.getByRole('combobox', { name: 'Time' }).selectOption('20:30');
  // A click outside the dialog does not discard input.
  await page.mouse.click(5, 5);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Book the table' }).click();

  await day.getByRole('button', { name: 'Priya Sharma', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Priya Sharma' });
  await expect(details).toContainText('by phone');
  await details.getByRole('combobox', { name: 'Table' }).fill('12');
  await details.getByRole('button', { name: 'Seat' }).click();
  await expect(details).toContainText('Seated');
  await expect(details).toContainText('Table 12');
  await details.getByRole('button', { name: 'Completed' }).click();
  await expect(details.getByRole('button', { name: 'Completed' })).toHaveCount(0);
});

test('a cancellation that a host makes offline is queued, and sent once the connection is back [A-OFF-09] [A-ERR-87]', async ({
  page,
  context,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await book(page.request, { date: '2026-12-04', customerInfo: guest('Off Line') });
  await signedIn('staff.truro@demo.test');
  await open(page);
  await card(page, 'Off Line')
    .getByRole('button', { name: /Cancel/ })
    .click();
  await context.setOffline(true);
  const dialog = page.getByRole('dialog', { name: 'Cancel this reservation?' });
  await dialog.getByRole('radio', { name: 'Weather conditions' }).check();
  await dialog.getByRole('button', { name: 'Cancel reservation' }).click();
  const waiting = page.getByRole('status', { name: 'Waiting for a connection' });
  await expect(waiting).toContainText('Queued for when online');
  await context.setOffline(false);
  await expect(waiting).toBeEmpty();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card(page, 'Off Line')).toContainText('Weather conditions');
});
