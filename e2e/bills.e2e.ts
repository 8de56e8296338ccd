import { StripeStandIn } from '@tiffin/server/testing/stripe-stand-in';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { EVENING, eveningTest as test, goToPay, paidOrder, place, signIn } from './board-page.ts';
import { expect } from './fixtures.ts';

const ADD = /^Add to Order/;

/** Signs in, and dismisses the alarm of waiting orders. */
async function work(page: Page, url: string, email: string): Promise<void> {
  await signIn(page, url, email);
  await page.addLocatorHandler(page.getByRole('button', { name: 'Snooze for a minute' }), (button) => button.click());
}

async function openTill(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/dashboard#create-order`);
  // The first page of a new server takes a while.
  await page.getByRole('button', { name: /^Mango Lassi/ }).click({ timeout: 30_000 });
}

/**
 * Places the order of the till as a phone order to be paid at pickup. Returns the last five characters of its number.
 */
async function takeIt(page: Page, name: string): Promise<string> {
  await page.getByRole('textbox', { name: /^Name/ }).fill(name);
  await page.getByRole('button', { name: 'Pay later' }).click();
  const heading = page.getByText(/^Order \w{5} created$/).first();
  await expect(heading).toBeVisible();
  return (await heading.textContent())?.split(' ')[1] ?? '';
}

/** Opens an order from its ticket on the board. */
async function openOrder(page: Page, url: string, code: string): Promise<Locator> {
  await page.goto(`${url}/admin/dashboard#orders`);
  const name = `Details of ${code}`;
  await page.getByRole('button', { name }).click({ timeout: 30_000 });
  return page.getByRole('dialog', { name });
}

const bill = (page: Page, code: string) => page.getByRole('dialog', { name: new RegExp(`order ${code}$`) });

const dollars = async (element: Locator) => Number(/\$(\d+\.\d\d)/.exec((await element.textContent()) ?? '')?.[1]);

test('a phone order with an item that is not on the menu and a ten per cent discount is paid by debit at pickup', async ({
  page,
  evening: { url },
}) => {
  await work(page, url, 'staff.truro@demo.test');
  await openTill(page, url);
  await page.getByRole('button', { name: 'Other item…' }).click();
  const typed = page.getByRole('dialog', { name: 'Something not on the menu' });
  await typed.getByRole('textbox', { name: /^Name/ }).fill('Birthday cake');
  await typed.getByLabel('Price of one, before tax').fill('40');
  await typed.getByRole('button', { name: ADD }).click();
  await page.getByRole('button', { name: 'Discount' }).click();
  const provided = page.getByRole('dialog', { name: 'Discount on this order' });
  await provided.getByLabel('Percent off').fill('10');
  await provided.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Discount 10%')).toBeVisible();
  const code = await takeIt(page, 'Dinesh');

  const order = await openOrder(page, url, code);
  await expect(order.getByText('Birthday cake').first()).toBeVisible();
  await order.getByRole('button', { name: 'Take a payment' }).click();
  const dialog = bill(page, code);
  await dialog.getByRole('radio', { name: 'Debit' }).check({ force: true });
  await dialog.getByLabel('Number on the slip').fill('4711');
  await dialog.getByRole('button', { name: /^Take \$/ }).click();
  await expect(dialog).toContainText('All paid');
  await expect(dialog).toContainText('4711');
});

test('an enlarged order has an amount due, and reversing the change refunds it', async ({ page, evening: { url } }) => {
  await work(page, url, 'manager.truro@demo.test');
  await openTill(page, url);
  const code = await takeIt(page, 'Leela');
  const order = await openOrder(page, url, code);
  const change = page.getByRole('dialog', { name: `Change order ${code}` });

  await order.getByRole('button', { name: 'Change order' }).click();
  await change.getByRole('button', { name: /^One more Mango Lassi/ }).click();
  const more = await dollars(change.getByText(/^To collect: \$/));
  await change.getByRole('button', { name: /^Save, \$[\d.]+ more to pay$/ }).click();
  await expect(change).toBeHidden();
  await order.getByRole('button', { name: 'Take a payment' }).click();
  await expect(bill(page, code).getByRole('status').filter({ hasText: 'Still to pay' })).toContainText(
    `$${more.toFixed(2)}`,
  );
  await bill(page, code).getByRole('radio', { name: 'Card terminal' }).check({ force: true });
  await bill(page, code)
    .getByRole('button', { name: `Take $${more.toFixed(2)}` })
    .click();
  await bill(page, code).getByRole('button', { name: 'Done' }).click();

  await order.getByRole('button', { name: 'Change order' }).click();
  await change.getByRole('button', { name: /^One fewer Mango Lassi/ }).click();
  const back = await dollars(change.getByText(/^To refund: \$/));
  expect(back).toBeCloseTo(more / 2, 1);
  await change.getByRole('button', { name: `Save and refund $${back.toFixed(2)}` }).click();
  await expect(change).toBeHidden();
  await order.getByRole('button', { name: 'See the bill' }).click();
  await expect(bill(page, code)).toContainText('All paid');
  await expect(bill(page, code)).toContainText(`$${(more - back).toFixed(2)}`);
});

test('cash with change and a card with a tip settle one bill', async ({ page, context, evening: { url } }) => {
  await work(page, url, 'staff.truro@demo.test');
  const code = await place(page, url, { dishes: { 'butter-chicken': 2 } });
  const order = await openOrder(page, url, code);
  await order.getByRole('button', { name: 'Take a payment' }).click();
  const dialog = bill(page, code);
  await dialog.getByRole('radio', { name: 'Cash' }).check({ force: true });
  await dialog.getByLabel('This guest pays').fill('10');
  await dialog.getByLabel('Cash given').fill('20');
  await dialog.getByRole('button', { name: 'Take $10.00' }).click();
  await expect(dialog).toContainText('change $10.00');

  await dialog.getByRole('radio', { name: 'Payment link' }).check({ force: true });
  await dialog.getByLabel('Tip on top').fill('5');
  await dialog.getByRole('button', { name: /^Make a link for \$/ }).click();
  const address = await dialog.getByRole('link', { name: /\/pay\// }).getAttribute('href');
  const phone = await context.newPage();
  await phone.goto(address ?? '');
  await phone.getByRole('textbox', { name: 'Card number' }).fill('4242 4242 4242 4242');
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.waitForURL(/order-success/);
  await expect(dialog).toContainText('All paid', { timeout: 20_000 });
  await expect(dialog).toContainText('tip $5.00');
  await phone.close();
});

test('a manager undoes a cash payment recorded by mistake, and the guest pays by debit', async ({
  page,
  evening: { url },
}) => {
  await work(page, url, 'manager.truro@demo.test');
  const code = await place(page, url, { dishes: { 'mango-lassi': 2 } });
  const order = await openOrder(page, url, code);
  await order.getByRole('button', { name: 'Take a payment' }).click();
  const dialog = bill(page, code);
  await dialog.getByRole('button', { name: /^Take \$/ }).click();
  await expect(dialog).toContainText('All paid');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await order.getByRole('button', { name: 'See the bill' }).click();
  await dialog.getByRole('button', { name: /^Undo Cash/ }).click();
  await dialog.getByRole('button', { name: 'Paid another way' }).click();
  await dialog.getByRole('button', { name: 'Undo it' }).click();
  await expect(dialog).toContainText('Cash · undone');
  await expect(dialog).toContainText('Still to pay');
  await dialog.getByRole('radio', { name: 'Debit' }).check({ force: true });
  await dialog.getByRole('button', { name: /^Take \$/ }).click();
  await expect(dialog).toContainText('All paid');
});

/** Starts the fake Stripe with the clock of this evening. `tell` delivers its events to a server. */
async function standIn(request: APIRequestContext) {
  const stripe = await StripeStandIn.start();
  stripe.clock = () => new Date(EVENING.env.CLOCK_AT);
  const env = {
    ...EVENING.env,
    STRIPE_SECRET_KEY: 'sk_test_stand_in',
    STRIPE_WEBHOOK_SECRET: stripe.secret,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
    STRIPE_API_BASE: stripe.base,
  };
  const notify = async (url: string, type: string, about: object) => {
    const { raw, signature } = stripe.event(type, about, stripe.clock());
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    expect((await request.post(`${url}/api/webhooks/stripe`, { data: raw, headers })).status()).toBe(200);
  };
  return { stripe, env, tell: notify };
}

test('a refund made in the provider’s dashboard appears on the order’s page', async ({ page, ownServer, request }) => {
  const { stripe, env, tell: notify } = await standIn(request);
  const { url } = await ownServer({ env });
  const { sessionId } = await goToPay(page, url);
  const session = stripe.pay(sessionId);
  await notify(url, 'checkout.session.completed', session);
  const orderId = await paidOrder(page, url, sessionId);

  await work(page, url, 'manager.truro@demo.test');
  await page.goto(`${url}/admin/dashboard#find-order/${orderId}`);
  await expect(page.getByRole('heading', { name: 'Payments and refunds' })).toBeVisible({ timeout: 30_000 });
  await notify(url, 'refund.created', stripe.refundInDashboard(session.payment_intent ?? '', 500));
  // The open page updates without a reload.
  await expect(page.getByText('Refunded at Stripe')).toBeVisible();
  await expect(page.getByText(/^\$5\.00 /)).toBeVisible();
  await stripe.stop();
});

test('a reader is added to a location, and an order at the till is paid with cash and by a card that is declined once', async ({
  page,
  ownServer,
  request,
}) => {
  const { stripe, env, tell: notify } = await standIn(request);
  const { url } = await ownServer({ env });
  const { terminal } = stripe;
  await work(page, url, 'admin@demo.test');
  await page.goto(`${url}/admin/dashboard#locations`);
  await page.getByRole('button', { name: 'Card readers of Truro Heights' }).click({ timeout: 30_000 });
  const readers = page.getByRole('dialog', { name: 'Card readers of Truro Heights' });
  await readers.getByLabel('Code on the reader').fill('simulated-wpe');
  await readers.getByLabel('Name').fill('Counter 1');
  await readers.getByLabel('Town').fill('Truro');
  await readers.getByRole('button', { name: 'Add a reader' }).click();
  await expect(readers.getByRole('button', { name: 'Remove Counter 1' })).toBeVisible();
  // The notice about the new reader has a button with the same name.
  await readers.getByRole('button', { name: 'Close' }).first().click();

  await openTill(page, url);
  const code = await takeIt(page, 'Dinesh');
  await page.getByRole('button', { name: 'Take a payment' }).click();
  const dialog = bill(page, code);
  await dialog.getByRole('radio', { name: 'Cash' }).check({ force: true });
  await dialog.getByLabel('This guest pays').fill('2');
  await dialog.getByRole('button', { name: 'Take $2.00' }).click();
  await expect(dialog).toContainText('−$2.00');
  await dialog.getByRole('radio', { name: 'Card terminal' }).check({ force: true });
  await dialog.getByRole('button', { name: /^Send \$.+ to Counter 1$/ }).click();
  await expect(dialog).toContainText('Waiting for the card on Counter 1');

  const reader = terminal.reader('Counter 1');
  terminal.giveUp(reader, 'card_declined', 'Your card was declined.', 'generic_decline');
  await notify(url, 'terminal.reader.action_failed', reader);
  await expect(dialog).toContainText('The card was declined.', { timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  await expect(dialog).toContainText('Waiting for the card on Counter 1');
  // Without an event the till polls for the result.
  terminal.tap(reader, { brand: 'visa', last4: '4242' });
  await expect(dialog).toContainText('All paid', { timeout: 20_000 });
  await expect(dialog).toContainText('Visa ending in 4242');
  await stripe.stop();
});
