import type { Page } from '@playwright/test';
import { clientOf } from './api-client.ts';
import { tableTest } from './bookings.ts';
import { answers, expect } from './fixtures.ts';

const test = tableTest();

const MANAGER = 'manager.truro@demo.test';
const WAITER = 'staff.truro@demo.test';

const plan = {
  locationId: 'truro',
  areas: [{ name: 'Room' }],
  tables: ['1', '2'].map((name, index) => ({
    name,
    area: 'Room',
    seats: 4,
    x: 40 + 300 * index,
    y: 60,
    width: 180,
    height: 180,
    shape: 'rectangle' as const,
  })),
};

test.beforeAll(async ({ baseURL }) => {
  const api = await clientOf(baseURL ?? '', MANAGER);
  const { version } = await api.call('getFloor', { query: { locationId: 'truro' } });
  await api.call('saveFloor', { body: { ...plan, version } });
});

const main = (page: Page) => page.getByRole('main');
const table = (page: Page, name: string) => main(page).getByRole('button', { name: new RegExp(`^Table ${name}\\b`) });
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click();
/** Of a segmented choice, the label covers the control. */
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByText(name, { exact: true }).click();

async function openFloor(page: Page): Promise<void> {
  await page.goto('/admin/dashboard#floor');
  await answers(page);
  // The first page of a new server takes a while.
  await expect(table(page, '1')).toBeVisible({ timeout: 30_000 });
}

test('a waiter serves a table of four: two rounds, mains held and fired, three guests pay by seat, and the table is free', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn(WAITER);
  await openFloor(page);
  await table(page, '1').click();
  await page.getByRole('button', { name: /more guest/ }).click({ clickCount: 2 });
  await press(page, 'Seat 4 guests at table 1');
  await expect(table(page, '1')).toContainText('4 guests');

  await main(page).getByRole('link', { name: 'Add dishes' }).click();
  await choose(page, 'Next dish for seat', '1');
  await press(page, /^Mango Lassi/);
  await choose(page, 'Next dish for seat', '2');
  await press(page, /^Salted Lassi/);
  await choose(page, 'Course', 'Mains');
  await press(page, /^Garlic Naan/);
  await choose(page, 'Next dish for seat', '3');
  await press(page, /^Butter Naan/);
  await accessible(page);
  await press(page, 'Send 2 now, 2 held');
  await page.getByRole('button', { name: 'Add more' }).click();
  await expect(main(page).getByText('Already sent, 4 dishes')).toBeVisible();
  await press(page, /^Masala Chai/);
  await press(page, 'Send 1 to the kitchen');
  await expect(page.getByText('Table 1: the round was sent').last()).toBeVisible();

  await openFloor(page);
  await table(page, '1').click();
  await main(page).getByRole('link', { name: 'Move or free' }).click();
  const bill = page.getByRole('region', { name: 'Bill of Table 1' });
  await expect(bill.getByText('Held', { exact: true })).toBeVisible();
  await accessible(page);
  await bill.getByRole('button', { name: 'Fire the mains' }).click();
  await expect(bill.getByText('Held', { exact: true })).toHaveCount(0);

  await bill.getByRole('button', { name: 'Split or pay' }).click();
  const pay = page.getByRole('dialog', { name: 'Pay Table 1' });
  await pay.getByRole('button', { name: 'By seat' }).click();
  await expect(pay.getByRole('button', { name: /^Seat 3/ })).toBeVisible();
  await accessible(page);
  await pay.getByRole('button', { name: /^Take \$/ }).click();
  await expect(pay.getByRole('button', { name: /^Seat 1 Paid/ })).toBeDisabled();
  await pay.getByRole('radio', { name: 'Debit' }).check();
  await pay.getByLabel('Number on the slip').fill('4711');
  await pay.getByRole('button', { name: /^Take \$/ }).click();
  await expect(pay.getByRole('button', { name: /^Seat 2 Paid/ })).toBeDisabled();
  await pay.getByRole('radio', { name: 'Card terminal' }).check();
  await pay.getByLabel('Tip on top').fill('2');
  await pay.getByLabel('Number on the slip').fill('4712');
  await pay.getByRole('button', { name: /^Take \$/ }).click();
  await expect(pay.getByText('All paid')).toBeVisible();
  await pay.getByRole('button', { name: 'Done' }).click();

  await press(page, 'Free the table');
  await expect(table(page, '1')).toContainText('4 seats');
});

test('a tablet sends a round without a connection; it arrives once, beside the round of a colleague', async ({
  page,
  context,
  baseURL,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/net::ERR_INTERNET_DISCONNECTED/);
  const api = await clientOf(baseURL ?? '', MANAGER);
  const query = { locationId: 'truro' };
  const { tables } = await api.call('getFloor', { query });
  const tableId = tables.find(({ name }) => name === '2')?.tableId ?? '';
  await api.call('seatParty', { body: { tableId, partySize: 2 } });
  const { items } = await api.call('getLocationMenu', { query });
  const lassi = items.find(({ name }) => name === 'Mango Lassi');

  await signedIn(WAITER);
  await page.goto('/admin/dashboard#create-order');
  await answers(page);
  await page.getByRole('button', { name: 'Table or tab' }).click({ timeout: 30_000 });
  await table(page, '2').click();
  await press(page, /^Masala Chai/);
  await context.setOffline(true);
  await press(page, 'Send 1 to the kitchen');
  await expect(main(page).getByText('Table 2: the round will be sent')).toBeVisible();
  await expect(main(page).getByRole('region', { name: 'Will be sent' })).toContainText('Masala Chai');

  const sent = await api.call('addRound', { body: { tableId, items: [{ id: lassi?.id ?? '', quantity: 1 }] } });
  await context.setOffline(false);
  await expect(main(page).getByText('Table 2: the round was sent')).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(
      async () => {
        const { orders } = await api.call('getTab', { query: { billId: sent.billId } });
        return orders.flatMap((order) => order.items.map(({ name }) => name)).toSorted();
      },
      { timeout: 30_000 },
    )
    .toEqual(['Mango Lassi', 'Masala Chai']);
  await expect(main(page).getByText('Already sent, 2 dishes')).toBeVisible();
});
