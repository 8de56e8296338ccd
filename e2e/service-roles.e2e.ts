import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { eveningTest as test, openBoard, place, ticket } from './board-page.ts';

const sections = (page: Page) => page.getByRole('complementary').first().getByRole('navigation').getByRole('link');
const section = (page: Page, name: string) => sections(page).filter({ hasText: name });

function names(page: Page): Promise<string[]> {
  return sections(page).evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''));
}

/** The statuses of calls that this person may not make. */
async function refused(page: Page, url: string, calls: readonly string[]): Promise<void> {
  for (const call of calls) {
    const answer = await page.request.get(`${url}/api/${call}`);
    expect(answer.status(), call).toBe(403);
  }
}

test('a host sees the queue, books a table by phone and seats it, and has no other sections', async ({
  page,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  expect(await names(page)).toEqual(['Orders', 'Till', 'Kitchen', 'Deliveries', 'Reservations', 'Find an Order']);
  const code = await place(page, url);
  await page.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
  await expect(ticket(page, 'Under Preparation', code)).toBeVisible();

  await section(page, 'Reservations').click();
  await page.getByRole('button', { name: 'New reservation' }).click();
  const dialog = page.getByRole('dialog', { name: 'New reservation by phone' });
  await dialog.getByRole('textbox', { name: 'Phone Number' }).fill('902 555 0162');
  // No order has confirmed the number of this profile, and no other journey of the evening places one, so the host is
  // asked who it is.
  await dialog.getByRole('button', { name: /^It is Liam/ }).click();
  await expect(dialog.getByText('Existing Customer Found')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Time' }).selectOption('20:30');
  await dialog.getByRole('button', { name: 'Book the table' }).click();
  await page.getByRole('button', { name: 'Liam MacDonald', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Liam MacDonald' });
  await details.getByRole('combobox', { name: 'Table' }).fill('7');
  await details.getByRole('button', { name: 'Seat' }).click();
  await expect(details).toContainText('Table 7');
  await accessible(page);
  await page.keyboard.press('Escape');

  // Typing the address of another section does not open it.
  await page.goto(`${url}/admin/dashboard#settings`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toHaveCount(0);
  await refused(page, url, ['getDashboardStats?locationId=truro', 'getUsers', 'getAuditLog', 'getPayments']);
  await section(page, 'Orders').click();
  await ticket(page, 'Under Preparation', code).getByRole('button', { name: 'Mark as Ready' }).click();
  await expect(ticket(page, 'Ready', code)).toBeVisible();
});

test('a manager has the figures, the menu and the money of their own location only', async ({ page, evening }) => {
  const { url } = evening;
  await openBoard(page, url, 'manager.truro@demo.test');
  expect(await names(page)).toEqual(['Dashboard', 'Orders', 'Till', 'Kitchen', 'Reservations', 'Deliveries']);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog', { name: 'Search or jump' }).getByRole('option')).toHaveText([
    'Floor',
    'Orders',
    'Till',
    'Kitchen',
    'Deliveries',
    /^Reservations/,
    'Find an Order',
    'Menu',
    'Closing',
    'Tips and hours',
    'Dashboard',
    'Report',
    'Payments',
    'Gift cards',
    'Stations',
  ]);
  await page.keyboard.press('Escape');
  const code = await place(page, url);
  await page.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
  const cooking = ticket(page, 'Under Preparation', code);
  await cooking.getByRole('button', { name: 'Collect Cash Payment' }).click();
  await page.getByRole('button', { name: 'Yes, received' }).click();
  await cooking.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel order ${code}?` });
  await expect(dialog).toContainText('to hand back in cash');
  await dialog.getByRole('button', { name: 'Keep order' }).click();

  await section(page, 'Dashboard').click();
  await expect(page.getByRole('heading', { name: 'Total Revenue' })).toBeVisible();
  await expect(page.getByLabel('Location').getByRole('option')).toHaveText(['Truro Heights']);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('option', { name: 'Menu' }).click();
  await expect(page.getByText(/\d+ of \d+ items/)).toBeVisible();
  await refused(page, url, [
    'getDashboardStats?locationId=new-glasgow',
    'getLocationOrders?locationId=new-glasgow',
    'getUsers',
    'getAuditLog',
    'getPayments',
  ]);
});
