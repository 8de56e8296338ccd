import type { Page } from '@playwright/test';
import { eveningTest as test, place, signIn } from './board-page.ts';
import { expect } from './fixtures.ts';

const BOARD = '/admin/dashboard#orders';

/** A phone order of one dish, to be paid when it is fetched; answers its last five. */
async function phoneOrder(page: Page, url: string, name: string): Promise<string> {
  await page.goto(`${url}/admin/dashboard#create-order`);
  // the first page of a server just started takes its time
  await page.getByRole('button', { name: /^Mango Lassi/ }).click({ timeout: 30_000 });
  await page.getByLabel('Name').fill(name);
  await page.getByRole('radio', { name: 'At pickup' }).check({ force: true });
  await page.getByRole('button', { name: 'Create order, pay at pickup' }).click();
  const said = page.getByRole('heading', { name: /^Order \w{5} created$/ });
  return (await said.textContent())?.split(' ')[1] ?? '';
}

/** An order's own page, as it is opened from its ticket. */
async function open(page: Page, url: string, code: string): Promise<void> {
  await page.goto(`${url}${BOARD}`);
  await page
    .getByRole('article', { name: new RegExp(`^${code}`) })
    .getByRole('button', { name: new RegExp(code) })
    .click();
}

const bill = (page: Page, code: string) => page.getByRole('dialog', { name: `Pay order ${code}` });

test('a phone order with something that is on no menu, less ten per cent, is paid by debit when it is fetched', async ({
  page,
  evening: { url },
}) => {
  await signIn(page, url, 'staff.truro@demo.test');
  await page.goto(`${url}/admin/dashboard#create-order`);
  await page.getByRole('button', { name: /^Mango Lassi/ }).click({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Other item…' }).click();
  const typed = page.getByRole('dialog', { name: 'Something not on the menu' });
  await typed.getByLabel('Name').fill('Birthday cake');
  await typed.getByLabel('Price of one, before tax').fill('40');
  await typed.getByRole('button', { name: /^Add to Order/ }).click();
  await page.getByRole('button', { name: 'Take something off…' }).click();
  const given = page.getByRole('dialog', { name: 'Take something off this order' });
  await given.getByLabel('Per cent off').fill('10');
  await given.getByRole('button', { name: 'Take it off' }).click();
  await expect(page.getByText('Discount 10%')).toBeVisible();
  await page.getByLabel('Name').fill('Dinesh');
  await page.getByRole('radio', { name: 'At pickup' }).check({ force: true });
  await page.getByRole('button', { name: 'Create order, pay at pickup' }).click();
  const said = page.getByRole('heading', { name: /^Order \w{5} created$/ });
  const code = (await said.textContent())?.split(' ')[1] ?? '';

  await open(page, url, code);
  await expect(page.getByText('Birthday cake').first()).toBeVisible();
  await page.getByRole('button', { name: 'Take a payment' }).click();
  await bill(page, code).getByRole('radio', { name: 'Debit' }).check({ force: true });
  await bill(page, code)
    .getByRole('button', { name: /^Take \$/ })
    .click();
  await expect(bill(page, code)).toContainText('All paid');
});

test('an order that was changed after it was placed has more to pay', async ({ page, evening: { url } }) => {
  await signIn(page, url, 'staff.truro@demo.test');
  const code = await phoneOrder(page, url, 'Leela');
  await open(page, url, code);
  await page.getByRole('button', { name: 'Change order' }).click();
  const change = page.getByRole('dialog', { name: `Change order ${code}` });
  await change.getByRole('button', { name: 'One more Mango Lassi' }).click();
  const told = change.getByText(/^To collect: \$/);
  await expect(told).toBeVisible();
  const sum = ((await told.textContent()) ?? '').replace('To collect: ', '');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  await page.getByRole('button', { name: 'Take a payment' }).click();
  await expect(bill(page, code).getByRole('status')).toContainText(sum);
});

test('a part in cash and the rest by card settle one bill', async ({ page, context, evening: { url } }) => {
  await signIn(page, url, 'staff.truro@demo.test');
  const code = await place(page, url, { dishes: { 'butter-chicken': 2 } });
  await open(page, url, code);
  await page.getByRole('button', { name: 'Take a payment' }).click();
  const dialog = bill(page, code);
  await dialog.getByRole('radio', { name: 'Cash' }).check({ force: true });
  await dialog.getByLabel('This guest pays').fill('10');
  await dialog.getByRole('button', { name: 'Take $10.00' }).click();
  await expect(dialog.getByText('−$10.00')).toBeVisible();
  await dialog.getByRole('radio', { name: /link/i }).check({ force: true });
  await dialog.getByRole('button', { name: /^Make a link for \$/ }).click();
  const address = await dialog.getByRole('link', { name: /\/pay\// }).getAttribute('href');
  const card = await context.newPage();
  await card.goto(address ?? '');
  await card.getByRole('textbox', { name: 'Card number' }).fill('4242 4242 4242 4242');
  await card.getByRole('button', { name: /^Pay \$/ }).click();
  await card.waitForURL(/order-success/);
  await card.close();
  await expect(dialog).toContainText('All paid', { timeout: 20_000 });
});
