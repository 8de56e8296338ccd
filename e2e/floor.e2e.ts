import type { Page } from '@playwright/test';
import { book, tableTest } from './bookings.ts';
import { expect } from './fixtures.ts';

const test = tableTest();

const table = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^Table ${name}\\b`) });

test('an owner draws two tables by keyboard', async ({ page, signedIn, accessible }) => {
  await signedIn('manager.truro@demo.test');
  await page.goto('/admin/dashboard#floor');
  await page.getByRole('button', { name: 'Draw the plan' }).press('Enter');
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter');
  await table(page, '1').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Round table' }).press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('Window');
  await page.getByRole('button', { name: 'One fewer seat' }).press('Enter');
  await accessible(page);
  await page.getByRole('button', { name: 'Save the plan' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Floor', exact: true })).toBeVisible();
  await expect(table(page, 'Window')).toContainText('3 seats');
  const floor = await page.request.get('/api/getFloor?locationId=truro');
  expect(await floor.json()).toMatchObject({
    version: 1,
    areas: [{ name: 'Room' }],
    tables: [
      { name: 'Window', seats: 3, shape: 'circle' },
      { name: '1', seats: 4, x: 40, y: 120, shape: 'rectangle', state: 'free' },
    ],
  });
  // From the next visit on the floor is in the sidebar.
  await page.reload();
  await expect(page.getByRole('complementary').first().getByRole('link', { name: 'Floor' })).toBeVisible();
});

test('a host seats a walk-in and a booking, moves the walk-in and frees its table', async ({
  page,
  signedIn,
  accessible,
}) => {
  await book(page.request, {
    date: '2026-11-20',
    time: '18:30',
    partySize: 3,
    customerInfo: { name: 'Aisha Khan', email: 'aisha@example.com', phone: '902-555-0188' },
  });
  await signedIn('staff.truro@demo.test');
  await page.goto('/admin/dashboard#floor');
  await page.getByRole('button', { name: /^Walk-in/ }).click();
  await page.getByLabel('Name of the party').fill('Chen');
  await page.getByRole('button', { name: 'Seat 2 guests at table Window' }).click();
  await expect(table(page, 'Window')).toContainText('To order, 0 min');
  await accessible(page);
  // A round table is as large as its text, also while the panel narrows the plan.
  await page.setViewportSize({ width: 1180, height: 800 });
  expect(await table(page, 'Window').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);

  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('menuitem', { name: 'Table 1, 4 seats' }).click();
  await expect(table(page, '1')).toContainText('2 guests');
  await expect(table(page, 'Window')).toContainText('3 seats');

  await page.getByRole('button', { name: 'Seat Aisha Khan' }).click();
  await page.getByRole('button', { name: 'Seat 3 guests at table Window' }).click();
  await expect(page.getByRole('complementary', { name: 'Table' })).toContainText('Aisha Khan, 3 guests');

  await table(page, '1').click();
  await page.getByRole('link', { name: 'Move or free' }).click();
  await page.getByRole('button', { name: 'Free the table' }).click();
  await page.getByRole('button', { name: 'They left' }).click();
  await expect(table(page, '1')).toContainText('4 seats');
  await page.goto('/admin/dashboard#reservations');
  await expect(page.getByRole('region', { name: 'Seated' })).toContainText('Aisha Khan');
});
