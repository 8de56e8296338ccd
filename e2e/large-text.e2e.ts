import type { Page } from '@playwright/test';
import { pagesOfEvening as test } from './board-page.ts';
import { answers, expect } from './fixtures.ts';

test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% !important }');
    document.adoptedStyleSheets = [sheet];
  }),
);

/** Nothing is wider than the phone, and no button is narrower than its words. */
async function expectFits(page: Page, where: string): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const buttons = [...document.querySelectorAll('[data-bottom-bar] :is(a, button)')].filter(
        (button) =>
          button.checkVisibility() &&
          [...button.children].some(
            (child) => child.getBoundingClientRect().right > button.getBoundingClientRect().right,
          ),
      );
      return [
        ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px to scroll sideways`] : []),
        ...buttons.map((button) => `cut off: ${button.textContent}`),
      ];
    });
  await expect.poll(tooWide, { message: where }).toEqual([]);
}

for (const { language, add, open, checkout, name, mail, cash, place } of [
  {
    language: '',
    add: 'Add Mango Lassi',
    open: /View order/,
    checkout: /^Checkout/,
    name: 'Full Name',
    mail: 'Email Address',
    cash: /^Cash/,
    place: /^Place Order/,
  },
  {
    language: '/fr',
    add: 'Ajouter Lassi à la mangue',
    open: /Voir la commande/,
    checkout: /^Finaliser la commande/,
    name: 'Nom complet',
    mail: 'Adresse courriel',
    cash: /^Comptant/,
    place: /^Passer la commande/,
  },
]) {
  test(`a guest whose phone doubles the size of text orders and books without scrolling sideways, ${language || 'in English'} @phone`, async ({
    page,
  }) => {
    test.slow();
    for (const path of ['/', '/reservations?location=truro', '/gift-cards', '/login', '/menu/truro']) {
      await page.goto(language + path);
      await answers(page);
      await expectFits(page, path);
    }
    await page.getByRole('button', { name: add, exact: true }).first().click();
    await page.getByRole('button', { name: open }).click();
    await expect(page.getByRole('link', { name: checkout })).toBeVisible();
    await expectFits(page, 'the cart');
    await page.getByRole('link', { name: checkout }).click();
    await page.getByRole('textbox', { name }).fill('Asha Menon');
    await page.getByRole('textbox', { name: mail }).fill('asha.large@example.test');
    await page.getByText(language ? 'Allergies pour toute la commande' : 'Allergies for the whole order').click();
    await page.getByRole('checkbox', { name: language ? 'Lait' : 'Milk' }).click();
    await page.getByRole('radio', { name: cash }).click();
    await expectFits(page, 'checkout');
    await page.getByRole('button', { name: place }).click();
    await page.waitForURL(/\/orders\//);
    await answers(page);
    await expectFits(page, 'the order');
  });
}
