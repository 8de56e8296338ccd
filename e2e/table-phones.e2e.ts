import type { Browser, Page } from '@playwright/test';
import { clientOf } from './api-client.ts';
import { planWithTable, tableTest } from './bookings.ts';
import { answers, expect } from './fixtures.ts';

const test = tableTest();

const CARD = '4242 4242 4242 4242';
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'block',
} as const;
let site = '';
let tableId = '';

test.beforeAll(async ({ baseURL }) => {
  site = baseURL ?? '';
  const api = await clientOf(site, 'admin@demo.test');
  const tableOrdering = { isOn: true, firstRoundWaits: true };
  await api.call('updateLocation', { body: { locationId: 'truro', updates: { tableOrdering } } });
  tableId = await planWithTable(api, '7');
});

/** A phone of its own at the table, after its guest typed the code. */
async function phoneAt(browser: Browser, code: string): Promise<Page> {
  const page = await (await browser.newContext({ ...PHONE, locale: 'en-CA' })).newPage();
  await page.goto(`${site}/table/${tableId}`);
  await answers(page);
  await page.getByRole('textbox', { name: 'The code of your table' }).fill(code);
  await page.getByRole('button', { name: 'Join the table' }).click();
  await expect(page.getByText(/ \(you\)$/)).toBeVisible();
  return page;
}

async function sendRound(phone: Page, dish: string): Promise<void> {
  await phone.getByRole('link', { name: 'Menu', exact: true }).click();
  await phone
    .getByRole('button', { name: `Add ${dish}`, exact: true })
    .first()
    .click();
  await phone.getByRole('link', { name: 'My order (1)' }).click();
  await phone.getByRole('button', { name: 'Send 1 dish' }).click();
  await expect(phone.getByRole('heading', { name: 'Running bill' })).toBeVisible();
}

async function payByCard(phone: Page, part: RegExp): Promise<void> {
  await phone.getByRole('link', { name: /^Bill/ }).click();
  await phone.getByRole('radio', { name: part }).check();
  await phone.getByRole('radio', { name: 'No Tip' }).check();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.waitForURL(/\/pay\/sandbox\//);
  await phone.getByRole('textbox', { name: 'Card number' }).fill(CARD);
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
}

test('two phones order two rounds after a waiter’s yes and pay their own and the rest, and the floor shows the table paid', async ({
  page,
  browser,
  signedIn,
  accessible,
}) => {
  await signedIn('staff.truro@demo.test');
  await page.goto('/admin/dashboard#floor');
  await answers(page);
  const table = page.getByRole('main').getByRole('button', { name: /^Table 7\b/ });
  await table.click();
  await page.getByRole('button', { name: /^Seat 2 guests at table 7/ }).click();
  const api = await clientOf(site, 'staff.truro@demo.test');
  const sitting = async () =>
    (await api.call('getFloor', { query: { locationId: 'truro' } })).tables.find((each) => each.tableId === tableId)
      ?.sitting;
  await expect.poll(async () => (await sitting())?.code).toMatch(/^[A-Z2-9]{4}$/);
  const code = (await sitting())?.code ?? '';

  const first = await phoneAt(browser, code.toLowerCase());
  const second = await phoneAt(browser, code);
  await accessible(first);
  await sendRound(first, 'Mango Lassi');
  await expect(first.getByText('One moment: your waiter confirms your order.')).toBeVisible();
  const requests = page.getByRole('list', { name: 'From phones' }).first();
  await expect(requests).toContainText('1 × Mango Lassi');
  await accessible(page);
  await requests.getByRole('button', { name: 'Yes, to the kitchen' }).click();
  await expect(first.getByText('One moment: your waiter confirms your order.')).toHaveCount(0);

  // Later rounds need no yes, and the other phone sees them at once.
  await sendRound(second, 'Salted Lassi');
  await expect(second.getByText('One moment: your waiter confirms your order.')).toHaveCount(0);
  await first.getByRole('link', { name: /^Bill/ }).click();
  await expect(first.getByText('Salted Lassi')).toBeVisible();
  await accessible(first);

  await second.getByRole('button', { name: 'Call the waiter' }).click();
  await second.getByRole('button', { name: 'The bill, please' }).click();
  await expect(first.getByText('Somebody is on the way.')).toBeVisible();
  await requests.getByRole('button', { name: 'I am coming' }).click();
  await expect(first.getByText('Somebody is on the way.')).toHaveCount(0);

  // A guest who cancels is back at the bill, and nothing is kept from the others.
  await first.getByRole('link', { name: /^Bill/ }).click();
  await first.getByRole('button', { name: /^Pay \$/ }).click();
  await first.waitForURL(/\/pay\/sandbox\//);
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect(first.getByRole('heading', { name: 'Running bill' })).toBeVisible();
  await expect(second.getByText(/ is paying /)).toHaveCount(0);
  await payByCard(first, /^My dishes/);
  await second.getByRole('link', { name: /^Bill/ }).click();
  await expect(second.getByText(/^Paid by /)).toBeVisible();
  await payByCard(second, /^All that is open/);
  await expect.poll(async () => (await sitting())?.due).toBe(0);
  await first.goto(`${site}/table/${tableId}?view=bill`);
  await expect(first.getByText('The table is paid. Thank you!')).toBeVisible();
  await expect(table).toContainText('paid');
});
