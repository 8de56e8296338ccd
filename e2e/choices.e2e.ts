import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { EVENING, openBoard, signIn, ticket } from './board-page.ts';
import { answers, expect, test as base } from './fixtures.ts';

/** Nothing is preselected: guests choose what costs extra themselves. */
const servedWith = {
  name: 'Served with',
  kind: 'one',
  min: 1,
  options: [
    { name: 'Basmati rice', price: 0 },
    { name: 'Jeera rice', price: 1.5 },
    { name: 'Butter naan', price: 1.95, allergens: ['milk', 'wheat'], breaks: ['vegan', 'gluten-free'] },
  ],
};

/** A combo's parts: each option is a dish of the menu. */
const parts = (name: string, options: readonly object[]) => ({ name, kind: 'one', min: 1, options });
const combo = [
  parts('Your curry', [
    { name: 'Dal', price: 0, dishId: 'dal-tadka' },
    { name: 'Chicken', price: 2, dishId: 'butter-chicken' },
  ]),
  parts('Your bread', [{ name: 'Naan', price: 0, dishId: 'garlic-naan', isDefault: true }]),
  parts('Your drink', [{ name: 'Lassi', price: 0, dishId: 'mango-lassi', isDefault: true }]),
];

/** The manager of Truro, in a separate session. */
async function manager({ request }: PlaywrightWorkerArgs['playwright'], url: string): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  await post(context, 'auth/sign-in/email', { email: 'manager.truro@demo.test', password: 'Demo-pass-1!' });
  return context;
}

async function post(request: APIRequestContext, call: string, data: object) {
  const answer = await request.post(`/api/${call}`, { data });
  expect(answer.status(), `${call}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

/** An evening on which the thali of Truro has a size, a required choice, chutneys and removable ingredients. */
const test = base.extend<object, { evening: ServerProcess }>({
  evening: [
    async ({ playwright }, use) => {
      await using server = await startServer({ env: { RATE_LIMITS: '0', CHECK_ANSWERS: '1', ...EVENING.env } });
      const restaurant = await manager(playwright, server.url);
      const { group } = await post(restaurant, 'saveOptionGroup', servedWith);
      await post(restaurant, 'updateMenuItem', {
        locationId: 'truro',
        itemId: 'vegetable-thali',
        updates: { optionGroups: ['size', group.id, 'chutneys', 'on-top'].map((groupId) => ({ groupId })) },
      });
      const groups = [];
      for (const each of combo) groups.push((await post(restaurant, 'saveOptionGroup', each)).group.id);
      const butter = await post(restaurant, 'saveOptionGroup', {
        name: 'Butter on it',
        kind: 'one',
        options: [{ name: 'Salted butter', price: 0.5, allergens: ['milk'] }],
      });
      const give = (itemId: string, updates: object) =>
        post(restaurant, 'updateMenuItem', { locationId: 'truro', itemId, updates });
      await give('garlic-naan', { optionGroups: [{ groupId: butter.group.id }] });
      await give('rajma-chawal', {
        name: 'Evening Combo',
        price: 19.95,
        spiceLevel: 'none',
        optionGroups: groups.map((groupId) => ({ groupId })),
      });
      await restaurant.dispose();
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ evening }, use) => {
    await use(evening.url);
  },
});

/** The tablet in landscape and portrait orientation. */
const TABLET = { width: 1180, height: 820 };
const UPRIGHT = { width: 820, height: 1180 };
const ALLERGY = 'Nut allergy, please: no cashews';

interface Placed {
  readonly orderId: string;
  readonly pricing: { readonly subtotal: number; readonly tax: number; readonly total: number };
  readonly items: readonly { readonly price: number; readonly note?: string; readonly options?: object[] }[];
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`;

test('a guest orders a dish with size, side, extra chutneys, a removed ingredient and an allergy note, changes the line, reads it on the receipt and gets a partial refund @phone', async ({
  page,
  evening,
  playwright,
  accessible,
}, info) => {
  test.slow();
  if (!info.project.name.includes('phone')) await page.setViewportSize(UPRIGHT);
  await page.goto('/menu/truro');
  await answers(page);
  await page.getByRole('button', { name: 'Choose for Vegetable Thali' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Vegetable Thali' });
  // Pressed too early, the button scrolls to the missing choice.
  await sheet.getByRole('button', { name: /^Choose Size • from \$18\.95/ }).click();
  await expect(sheet.getByRole('radio', { name: /^Regular/ })).toBeFocused();
  await expect(sheet).toContainText('Choose a size first');
  await sheet.getByRole('radio', { name: /^Large/ }).check();
  await sheet.getByRole('button', { name: /^Choose Served with • from \$23\.95/ }).click();
  await expect(sheet.getByRole('radio', { name: /^Basmati rice/ })).toBeFocused();
  await expect(sheet).toContainText('Choose at least 1 for "Served with"');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await accessible(page);
  }
  await sheet.getByRole('radio', { name: /^Jeera rice/ }).check();
  await sheet.getByRole('checkbox', { name: /^Mint and coriander/ }).check();
  for (const _ of [2, 3]) await sheet.getByRole('button', { name: 'One more Mint and coriander' }).click();
  await sheet.getByRole('checkbox', { name: /^Mango/ }).check();
  await expect(sheet).toContainText('4 chosen: 2 included, 2 × $0.75.');
  await sheet.getByRole('checkbox', { name: 'No onion' }).check();
  const contains = sheet.getByRole('radio', { name: /^Butter naan/ }).locator('xpath=ancestor::label');
  await expect(contains).toContainText('Contains milk and wheat');
  await sheet.getByLabel('Note to the kitchen').fill(ALLERGY);
  // 23.95 + jeera rice 1.50 + two extra chutneys at 0.75 + mango 0.50.
  await sheet.getByRole('button', { name: 'Add • $27.45' }).click();
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: /View order/ }).click();
  const cart = page.getByRole('dialog', { name: 'Your order' });
  for (const words of ['Large, Jeera rice', '+ Mint and coriander ×3, Mango', '− Onion', `“${ALLERGY}”`, '$27.45'])
    await expect(cart).toContainText(words);
  await cart.getByRole('link', { name: 'Change Vegetable Thali' }).click();
  const edit = page.getByRole('dialog', { name: 'Change Vegetable Thali' });
  await expect(edit.getByRole('radio', { name: /^Large/ })).toBeChecked();
  await expect(edit.getByLabel('Note to the kitchen')).toHaveValue(ALLERGY);
  await edit.getByRole('radio', { name: /^Regular/ }).check();
  await edit.getByRole('button', { name: 'Save • $22.45' }).click();
  await expect(edit).toBeHidden();
  await cart.getByRole('button', { name: 'Close your order' }).click();

  // The quantity badge opens the existing line; adding another takes one press.
  await page.getByRole('button', { name: '1 Vegetable Thali in your order, change' }).first().click();
  await sheet.getByRole('button', { name: 'Same again' }).click();
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: /View order/ }).click();
  await cart.getByRole('link', { name: /^Checkout/ }).click();
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Asha Menon');
  await page.getByRole('textbox', { name: 'Email Address' }).fill('asha.guest@example.test');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.locator('button:visible', { hasText: 'Place Order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page).toHaveURL(/\/orders\/TRU-20261120-/);
  const orderId = new URL(page.url()).pathname.split('/')[2] ?? '';

  const restaurant = await manager(playwright, evening.url);
  const reported = await restaurant.get(`/api/getOrderDetails?orderId=${orderId}`);
  const { pricing, items } = ((await reported.json()) as { order: Placed }).order;
  expect(pricing).toMatchObject({ subtotal: 44.9, tax: 6.29, total: 51.19 });
  expect(items).toMatchObject([{ price: 22.45, quantity: 2, note: ALLERGY }]);
  const main = page.getByRole('main');
  for (const amount of [pricing.subtotal, pricing.tax, pricing.total])
    await expect(main).toContainText(dollars(amount));
  for (const words of ['Jeera rice', 'Mint and coriander ×3', 'Onion', ALLERGY])
    await expect(main).toContainText(words);
  await page.getByRole('link', { name: 'Click to View Receipt' }).click();
  const receipt = page.getByRole('article');
  for (const amount of [pricing.subtotal, pricing.tax, pricing.total])
    await expect(receipt).toContainText(amount.toFixed(2));
  for (const words of ['Regular', 'Jeera rice', '+ Mint and coriander ×3', '− Onion'])
    await expect(receipt).toContainText(words);

  await post(restaurant, 'updateOrderPaymentStatus', { orderId, paymentStatus: 'paid' });
  await post(restaurant, 'refundOrderItems', { orderId, items: [{ line: 1, quantity: 1 }], reason: 'Served cold' });
  await restaurant.dispose();
  await page.reload();
  // Half of 51.19, rounded to coins.
  await expect(receipt).toContainText(/Refunded.*1 × Vegetable Thali/);
  await expect(receipt).toContainText('25.60');
});

test('a guest orders a combo by its parts, and the receipt and the kitchen list each part @phone', async ({
  page,
  browser,
  evening,
  accessible,
}) => {
  test.slow();
  await page.goto('/menu/truro');
  await answers(page);
  await page.getByRole('button', { name: 'Choose for Evening Combo' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Evening Combo' });
  // Parts have the names of their dishes on the menu.
  await sheet.getByRole('radio', { name: /^Butter Chicken.*\$2\.00/ }).check();
  await expect(sheet.getByRole('radio', { name: /^Garlic Naan/ })).toBeChecked();
  await sheet.getByRole('radio', { name: /^Salted butter/ }).check();
  await accessible(page);
  // 19.95 + chicken 2.00 + butter on the naan 0.50.
  await sheet.getByRole('button', { name: 'Add • $22.45' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: /View order/ }).click();
  const cart = page.getByRole('dialog', { name: 'Your order' });
  for (const words of ['Butter Chicken', 'Garlic Naan', 'Salted butter', 'Mango Lassi', '$22.45'])
    await expect(cart).toContainText(words);
  await cart.getByRole('link', { name: /^Checkout/ }).click();
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Noor Haddad');
  await page.getByRole('textbox', { name: 'Email Address' }).fill('noor.guest@example.test');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.locator('button:visible', { hasText: 'Place Order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 20_000 });
  await expect(page).toHaveURL(/\/orders\/TRU-20261120-/);
  const code = (new URL(page.url()).pathname.split('/')[2] ?? '').slice(-5);
  for (const words of ['Butter Chicken', 'Garlic Naan', 'Salted butter', 'Mango Lassi', '$22.45'])
    await expect(page.getByRole('main')).toContainText(words);
  await page.getByRole('link', { name: 'Click to View Receipt' }).click();
  const receipt = page.getByRole('article');
  for (const words of ['Evening Combo', 'Butter Chicken', 'Garlic Naan', 'Mango Lassi', '22.45'])
    await expect(receipt).toContainText(words);

  const cook = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await openBoard(cook, evening.url, 'staff.truro@demo.test');
  await cook.getByRole('button', { name: 'Kitchen', exact: true }).click();
  const made = cook.getByRole('region', { name: 'Kitchen' }).getByRole('article').filter({ hasText: code });
  for (const words of ['Butter Chicken', 'Garlic Naan', 'Salted butter', 'Mango Lassi'])
    await expect(made).toContainText(words);
  await cook.context().close();
});

test('the till takes the same dish with choices and cash; the kitchen shows only differences, the allergy first, and one of two is refunded', async ({
  page,
  evening,
  accessible,
}, info) => {
  test.slow();
  const { url } = evening;
  const isPhone = info.project.name.includes('phone');
  if (!isPhone) await page.setViewportSize(TABLET);
  await signIn(page, url, 'manager.truro@demo.test');
  await page.goto('/admin/dashboard#create-order');
  await page
    .getByRole('button', { name: /^Vegetable Thali/ })
    .first()
    .click({ timeout: 20_000 });
  const sheet = page.getByRole('dialog', { name: 'Vegetable Thali' });
  await expect(sheet.getByRole('radio', { name: /^Basmati rice/ })).toBeFocused();
  await sheet.getByRole('radio', { name: /^Large/ }).check();
  await sheet.getByRole('radio', { name: /^Jeera rice/ }).check();
  await sheet.getByRole('checkbox', { name: /^Mint and coriander/ }).check();
  for (const _ of [2, 3]) await sheet.getByRole('button', { name: 'One more Mint and coriander' }).click();
  await sheet.getByRole('checkbox', { name: /^Mango/ }).check();
  await sheet.getByRole('checkbox', { name: 'No onion' }).check();
  await sheet.getByLabel('Note for the kitchen').fill('Nut allergy');
  await sheet.getByRole('button', { name: 'One more Vegetable Thali' }).click();
  await accessible(page);
  await sheet.getByRole('button', { name: /^Add to Order • \$54\.90/ }).click();
  if (isPhone) {
    await page.getByRole('button', { name: /^View order/ }).click();
    await page.getByRole('button', { name: /Pickup, Walk-in guest/ }).click();
  }
  await page.getByLabel('Name').fill('Wren Walker');
  if (isPhone) await page.getByRole('button', { name: /^View order/ }).click();
  await page.getByRole('button', { name: /^Take .* in cash/ }).click();
  // 54.90 + 14 % tax (7.69) = 62.59; in cash 62.60.
  const cash = page.getByRole('dialog', { name: 'Confirm cash payment of $62.60 has been received?' });
  await cash.getByRole('button', { name: 'Cash received, create order' }).click();
  const heading = page.getByRole('heading', { name: /^Order \w{5} created$/, includeHidden: true });
  await expect(heading).toHaveCount(1);
  const code = (await heading.textContent())?.split(' ')[1] ?? '';

  // The board is a tablet in the kitchen.
  if (isPhone) await page.setViewportSize(TABLET);
  await openBoard(page, url, 'manager.truro@demo.test');
  const cooking = ticket(page, 'Under Preparation', code);
  const differs = ['Large', 'Jeera rice', '+ Mint and coriander ×3', '+ Mango', '− Onion', 'Nut allergy'];
  for (const words of differs) await expect(cooking).toContainText(words);
  // The kitchen does not list standard ingredients.
  await expect(cooking).not.toContainText('Fresh coriander');
  await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
  const kitchen = page.getByRole('region', { name: 'Kitchen' }).getByRole('article').filter({ hasText: code });
  for (const words of differs) await expect(kitchen).toContainText(words);
  await expect(kitchen).not.toContainText('Fresh coriander');
  await page.getByRole('button', { name: 'Leave kitchen mode' }).click();

  const name = `Details of ${code}`;
  await cooking.getByRole('button', { name }).click();
  const details = page.getByRole('dialog', { name });
  await details.getByRole('button', { name: 'Refund items…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund items' });
  await refund.getByRole('button', { name: /^One more/ }).click();
  await refund.getByLabel('Reason').fill('Served cold');
  // Half of 62.59; in coins 31.30.
  await refund.getByRole('button', { name: /^Refund \$31\./ }).click();
  await expect(refund).toBeHidden();
  await expect(details).toContainText('1 of 2 refunded');
  const orders = await page.request.get(`${url}/api/getLocationOrders?locationId=truro&limit=100`);
  const found = ((await orders.json()) as { orders: Placed[] }).orders.find(({ orderId }) => orderId.endsWith(code));
  expect(found).toMatchObject({ pricing: { subtotal: 54.9, tax: 7.69, total: 62.59 }, items: [{ price: 27.45 }] });
  const money = await page.request.get(`${url}/api/getOrderPayments?orderId=${found?.orderId}`);
  const { payments, refunds, refundable } = await money.json();
  expect(payments).toMatchObject([{ amount: 62.59 }]);
  expect(refunds).toHaveLength(1);
  expect(Math.round((refunds[0].amount + refundable) * 100)).toBe(6259);
});
