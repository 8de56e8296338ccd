import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { eveningTest as test, openBoard, place, placePaid, signIn, ticket } from './board-page.ts';

const accept = (page: Page) => page.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
async function placePaidInCash(page: Page, url: string): Promise<string> {
  const code = await place(page, url);
  await accept(page);
  await ticket(page, 'Under Preparation', code).getByRole('button', { name: 'Collect Cash Payment' }).click();
  await page.getByRole('button', { name: 'Yes, received' }).click();
  await expect(ticket(page, 'Under Preparation', code)).toContainText('paid in cash');
  return code;
}

async function openDetails(page: Page, column: string, code: string): Promise<Locator> {
  const name = `Details of ${code}`;
  await ticket(page, column, code).getByRole('button', { name }).click();
  return page.getByRole('dialog', { name });
}

/** Opens the refund dialog and selects one portion of the first dish. */
async function chooseOne(page: Page, details: Locator): Promise<Locator> {
  await details.getByRole('button', { name: 'Refund items…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund items' });
  await refund
    .getByRole('button', { name: /^One more/ })
    .first()
    .click();
  return refund;
}

const alertSaying = (page: Page, pattern: RegExp) => page.getByRole('listitem').filter({ hasText: pattern });

async function cancel(page: Page, code: string, button: RegExp) {
  await ticket(page, 'Under Preparation', code).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel order ${code}?` });
  await dialog.getByRole('button', { name: 'Kitchen emergency' }).click();
  await dialog.getByRole('button', { name: button }).click();
  return dialog;
}

test('a manager refunds one dish of a card order, then cancels the order, which refunds the rest [A-CANCEL-10] [A-CANCEL-13]', async ({
  page,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await openBoard(page, url, 'manager.truro@demo.test');
  const code = await placePaid(page, url);
  await accept(page);
  const cooking = ticket(page, 'Under Preparation', code);
  await expect(cooking).toContainText('paid by card');

  const details = await openDetails(page, 'Under Preparation', code);
  await expect(details).toContainText('Asha Menon');
  await expect(details.getByRole('heading', { name: 'Payments and refunds' })).toBeVisible();
  await accessible(page);
  const refund = await chooseOne(page, details);
  const go = refund.getByRole('button', { name: /^Refund \$[1-9]/ });
  await expect(go).toBeVisible();
  await accessible(page);
  await go.click();
  await expect(refund).toContainText('Please provide a reason for the refund');
  await refund.getByLabel('Reason').fill('Served cold');
  const amount = ((await go.textContent()) ?? '').replace('Refund ', '');
  await go.click();
  await expect(refund).toBeHidden();
  await expect(alertSaying(page, /was refunded/)).toContainText(`${amount} was refunded`);
  await expect(details).toContainText(`${amount} refunded, card`);
  await expect(details).toContainText('Served cold');
  await expect(details.getByText(/^(1 of \d+ )?refunded$/)).toBeVisible(); // Beside the dish.
  await page.keyboard.press('Escape');

  await cancel(page, code, /^Cancel and refund \$/);
  await expect(alertSaying(page, /Order cancelled/)).toContainText(
    /Refund of \$[\d.]+ \(sbr_[\w-]+\): succeeded, via the original card payment method\./,
  );
  await expect(cooking).toHaveCount(0);
});

test('a cash refund is handed back; the button waits for the response, and an error appears in the dialog [A-CANCEL-05] [A-CANCEL-11] [A-CANCEL-14]', async ({
  page,
  evening,
  browser,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const { url } = evening;
  await openBoard(page, url, 'manager.truro@demo.test');
  const code = await placePaidInCash(page, url);

  // The dialog shows the cash rounding before anything is refunded.
  const details = await openDetails(page, 'Under Preparation', code);
  const some = await chooseOne(page, details);
  await expect(some).toContainText(/Cash rounding[-−]\$0\.02/);
  await some.getByRole('button', { name: 'Cancel' }).click();
  await details.getByRole('button', { name: 'Close' }).click();

  const reserved = Promise.withResolvers<void>();
  await page.route('**/api/cancelOrder', async (route) => {
    await reserved.promise;
    await route.fulfill({
      status: 409,
      json: { success: false, code: 'invalid-transition', error: 'Cannot change status from ready to cancelled' },
    });
  });
  const dialog = await cancel(page, code, /^Cancel order/);
  await expect(dialog.getByRole('button', { name: /^Cancel order/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('button', { name: 'Keep order' })).toBeDisabled();
  reserved.resolve();
  await expect(dialog.getByRole('alert')).toContainText('Cannot change status from ready to cancelled');
  await page.unroute('**/api/cancelOrder');
  await dialog.getByRole('button', { name: /^Cancel order/ }).click();
  await expect(alertSaying(page, /Order cancelled/)).toContainText(
    /Please handle the cash refund of \$[\d.]+ manually\./,
  );
  const due = page.getByRole('list', { name: 'Money to hand back' });
  await expect(due.getByRole('listitem')).toContainText(new RegExp(`^\\$[\\d.]+ to .*, order ${code}`));
  await due.getByRole('button', { name: 'Handed back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, handed back' }).click();
  await expect(alertSaying(page, /is refunded/)).toContainText(`${code} is refunded`);
  await expect(due).toHaveCount(0);

  // A refund that was not marked as handed back is still listed after a reload, also in the payments section.
  const other = await placePaidInCash(page, url);
  const kitchen = await browser.newPage();
  await openBoard(kitchen, url, 'staff.truro@demo.test');
  // Orders of other tests can push this one from the first page of the kitchen, so the board shows that it arrived.
  await expect(ticket(kitchen, 'Under Preparation', other)).toBeVisible();
  await kitchen.getByRole('button', { name: 'Kitchen' }).click();
  await expect(kitchen.getByRole('region', { name: 'Kitchen' })).toBeVisible();
  await cancel(page, other, /^Cancel order/);
  await expect(kitchen.getByText(`${other} was cancelled`)).toBeVisible();
  await kitchen.close();
  await expect(alertSaying(page, new RegExp('handle the cash refund')).last()).toBeVisible();
  await page.reload();
  await expect(due).toContainText(other);
  const desk = await browser.newPage();
  await signIn(desk, url, 'admin@demo.test');
  await desk.goto(`${url}/admin/dashboard#payments`);
  const waiting = desk.getByRole('article').filter({ hasText: other });
  await expect(waiting).toBeVisible();
  await expect(desk.getByRole('article').filter({ hasText: code })).toHaveCount(0);
  await waiting.getByRole('button', { name: 'Handed back' }).click();
  await expect(waiting).toHaveCount(0);
  await desk.close();
  await expect(due).toHaveCount(0);
});

test('staff read an order’s details but cannot refund it', async ({ page, evening, accessible }) => {
  const { url } = evening;
  await openBoard(page, url, 'staff.truro@demo.test');
  const code = await placePaid(page, url);
  await accept(page);
  await ticket(page, 'Under Preparation', code).getByRole('button', { name: 'Mark as Ready' }).click();
  await ticket(page, 'Ready', code).getByRole('button', { name: 'Mark as Completed' }).click();
  const details = await openDetails(page, 'Completed', code);
  await expect(details.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await accessible(page);
  const orderId = await details.getByText(new RegExp(`^TRU-\\d{8}-${code}$`)).textContent();
  const refused = await page.request.post(`${url}/api/refundOrderItems`, {
    data: { orderId, items: [{ line: 1, quantity: 1 }], reason: 'Cold' },
    headers: { origin: url },
  });
  expect(refused.status()).toBe(403);
});
