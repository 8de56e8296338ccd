import type { Page } from '@playwright/test';
import { answers, expect, test } from './fixtures.ts';

const OWNER = { email: 'owner@bread.example', password: 'A-long-way-to-bread-1' };
/** A Friday evening in Canada, before Québec required certified tills; every location in these tests is open. */
const ENV = {
  DEMO: '0',
  CLOCK_AT: '2025-05-23T22:15:00Z',
  ADMIN_EMAIL: OWNER.email,
  ADMIN_PASSWORD: OWNER.password,
};

/** Fills fields by their labels and returns their number. */
async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<number> {
  for (const [label, value] of Object.entries(fields)) {
    await page
      .getByRole('main')
      .getByLabel(new RegExp(`^${label}`))
      .fill(value);
  }
  return Object.keys(fields).length;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const step = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

/** Signs in to the empty restaurant and enters its profile. */
async function begin(page: Page, url: string, look: Readonly<Record<string, string>>): Promise<number> {
  await page.goto(`${url}/login?from=%2Fadmin%2Fset-up`);
  let fields = await fill(page, { Email: OWNER.email, Password: OWNER.password });
  await press(page, 'Sign in');
  await step(page, 'What is your restaurant called?');
  fields += await fill(page, look);
  await press(page, 'Save and continue');
  await step(page, 'Where are you, and when?');
  return fields;
}

/** Adds a dish and confirms the remaining steps. */
async function rest(page: Page, dish: Readonly<Record<string, string>>): Promise<number> {
  await step(page, 'What do you cook?');
  const fields = await fill(page, dish);
  await press(page, 'Put it on the menu');
  await press(page, 'Start with this');
  await press(page, 'That is everybody for now');
  await press(page, 'I have printed it');
  await step(page, 'Order something yourself');
  return fields;
}

const ENGLISH = { add: 'Add', name: 'Full Name', phone: 'Phone Number', cash: /^Cash/ };
const FRENCH = { add: 'Ajouter', name: 'Nom complet', phone: 'Numéro de téléphone', cash: /^Comptant/ };

/** Places a guest's first order with cash. */
async function order(guest: Page, url: string, dish: string, texts = ENGLISH) {
  await guest.goto(`${url}/menu`);
  await answers(guest);
  await guest.getByRole('button', { name: `${texts.add} ${dish}`, exact: true }).click();
  await guest.locator('a[href^="/checkout"]:visible').first().click();
  await expect(guest).toHaveURL(/checkout/);
  const fields = await fill(guest, { [texts.name]: 'Robin Example', [texts.phone]: '(514) 555-0177' });
  await guest.getByRole('radio', { name: texts.cash }).check();
  return fields;
}

test('an empty restaurant shows Opening soon and needs at most 40 fields to its first order: a bakery in Montréal, in French', async ({
  ownServer,
  page,
  context,
  accessible,
}) => {
  test.slow();
  const { url } = await ownServer({ env: ENV });

  await page.goto(`${url}/menu`);
  await expect(page.getByRole('heading', { level: 1, name: 'Opening soon' })).toBeVisible();
  await expect(page.getByRole('link', { name: /set it up/ })).toHaveCount(0);
  await accessible(page);

  let fields = await begin(page, url, { Name: 'Bread & Salt', Cuisine: 'Bakery', Email: 'hello@bread.example' });
  // Leave the setup and continue it later.
  await page.getByRole('link', { name: 'Continue later' }).click();
  await expect(page).toHaveURL(/admin\/dashboard/);
  await page.goto(`${url}/admin/dashboard`);
  await step(page, 'Where are you, and when?');
  await accessible(page);
  fields += await fill(page, {
    'Location Name': 'Mile End',
    Address: '1 Saint-Viateur',
    City: 'Montréal',
    'Postal code': 'H2T 1A1',
    Phone: '(514) 555-0101',
    'Monday closes': '23:00',
  });
  await press(page, 'Same hours every day');
  await press(page, 'Save and continue');

  await expect(page.getByText('A meal of $100.00 pays GST 5 %: $5.00 and QST 9.975 %: $9.98.')).toBeVisible();
  await accessible(page);
  await press(page, 'That is correct');
  fields += await rest(page, {
    Category: 'Pains',
    Dish: 'Pain au levain',
    'What is in it': 'Seigle et sel',
    Price: '7.50',
  });

  // The owner wrote the menu in French and sets that language.
  const spoken = await page.request.post(`${url}/api/updateSettings`, {
    data: { settings: { languages: ['fr', 'en'] } },
    headers: { origin: url },
  });
  expect(spoken.status(), await spoken.text()).toBe(200);

  const guest = await context.newPage();
  await guest.goto(`${url}/en/`);
  await expect(guest.getByRole('heading', { level: 1, name: 'Bread & Salt' })).toBeVisible();
  await expect(guest).toHaveTitle('Mile End: Bakery · Bread & Salt');
  fields += await order(guest, url, 'Pain au levain', FRENCH);
  await expect(guest.locator('html')).toHaveAttribute('lang', 'fr-CA');
  // Prices are before tax, and each tax has its legal French name.
  for (const tax of [/^TPS/, /^TVQ/]) await expect(guest.getByText(tax).first()).toBeVisible();
  // Tips are calculated before tax: 15 % of 7.50, not of 8.62.
  await expect(guest.getByText('1,13\u00a0$').first()).toBeVisible();
  await guest.locator('button:visible', { hasText: 'Passer la commande' }).last().click();
  await expect(guest).toHaveURL(/order-success/);
  await guest.getByRole('link', { name: 'Voir le reçu' }).click();
  await expect(guest).toHaveURL(/\/receipt\//);
  await expect(guest.getByText('Pain au levain').first()).toBeVisible();
  await expect(guest.getByText('8,63\u00a0$').first()).toBeVisible();

  await step(page, 'Your restaurant is open');
  expect(fields).toBeLessThanOrEqual(40);
});

test('a trattoria in Amsterdam has a Dutch menu in euro with tax included and no tips', async ({
  ownServer,
  page,
  context,
}) => {
  test.slow();
  const { url } = await ownServer({ env: { ...ENV, CLOCK_AT: '2026-11-20T18:15:00Z' } });
  await begin(page, url, { Name: 'Da Rita', Cuisine: 'Trattoria', Email: 'hello@rita.example' });
  await page.getByLabel('Country').selectOption('NL');
  await fill(page, {
    'Location Name': 'Jordaan',
    Address: 'Elandsgracht 1',
    City: 'Amsterdam',
    'Postal code': '1016 TN',
    Phone: '+31 20 555 0100',
    'Monday closes': '23:30',
  });
  await press(page, 'Same hours every day');
  await press(page, 'Save and continue');
  await fill(page, { 'Its name': 'BTW', 'On meals': '13', 'On liquor': '23' });
  await press(page, 'Save and continue');
  await expect(page.getByText('A meal of €100.00 includes BTW 13 %: €11.50.')).toBeVisible();
  await expect(page.getByLabel('Currency')).toHaveValue('EUR');
  await press(page, 'That is correct');
  // The law on tills of the Netherlands was not looked up.
  const declared = await page.request.post(`${url}/api/updateLocation`, {
    data: { locationId: 'jordaan', updates: { tillDeclaration: 'Our accountant wrote that none is needed' } },
    headers: { origin: url },
  });
  expect(declared.status(), await declared.text()).toBe(200);
  await rest(page, {
    Category: 'Gerechten',
    Dish: 'Haring met ui',
    'What is in it': 'Haring, ui en augurk',
    Price: '14.53',
  });

  const answer = await page.request.post(`${url}/api/updateLocation`, {
    data: { locationId: 'jordaan', updates: { asksTips: false } },
    headers: { origin: url },
  });
  expect(answer.status(), await answer.text()).toBe(200);

  const { categories } = await (await page.request.get(`${url}/api/getCategories`)).json();
  const wine = {
    name: 'Witte wijn',
    category: categories[0].id,
    price: 6,
    description: 'Een glas',
    taxClass: 'liquor',
  };
  const added = await page.request.post(`${url}/api/addMenuItem`, {
    data: { locationId: 'jordaan', item: wine },
    headers: { origin: url },
  });
  expect(added.status(), await added.text()).toBe(200);

  const guest = await context.newPage();
  await guest.goto(`${url}/menu`);
  await answers(guest);
  await guest.getByRole('button', { name: 'Add Witte wijn', exact: true }).click();
  await order(guest, url, 'Haring met ui');
  // The taxes on food and drinks, each once, both included in the prices.
  await expect(guest.getByText('BTW (13%) included').first()).toBeVisible();
  await expect(guest.getByText('BTW (23%) included').first()).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'Tip' })).toBeHidden();
  await guest.locator('button:visible', { hasText: 'Place Order' }).last().click();
  await expect(guest).toHaveURL(/order-success/);
  // To the cent, because euro coins include one cent.
  await expect(guest.getByText('€20.53').first()).toBeVisible();
});
