import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dalDish, guest, truro } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';
import * as samples from '../../testing/samples.ts';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';

const tax = (code: string, rate: number) => ({
  code,
  label: code,
  registration: null,
  small: null,
  rates: { meal: rate, liquor: rate, charge: rate },
});
const gatineau: Partial<typeof truro> = {
  region: 'QC',
  postalCode: 'J8X 2K1',
  taxRate: 0.1498,
  taxLabel: 'GST + QST',
  taxes: [tax('GST', 0.05), tax('QST', 0.09975)],
  tipBase: 'before-tax',
};

async function openCheckout(more: Partial<typeof truro> = {}) {
  const line = { id: 'dal', name: 'Dal Tadka', price: 10.1, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  Object.assign(samples.rootData.locations[0] ?? {}, gatineau, more);
  const answers = {
    getPaymentOptions: { cards: false } as never,
    getWelcomeOffer: { offer: null },
    getMyAddresses: { addresses: [] },
    getLocationMenu: {
      locationId: 'truro',
      items: [{ ...dalDish, price: 10.1 }],
      categories: [],
      version: 1,
    },
  };
  const page = openPage(checkoutRoute, '/checkout?location=truro', answers, guest);
  const tips = within(await screen.findByRole('group', { name: 'Tip' })).getAllByRole<HTMLInputElement>('radio');
  return { ...page, tips };
}

test('suggested tips are percentages of the amount before tax, and the page says so', async () => {
  const { tips, press } = await openCheckout();
  expect(tips.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'No Tip',
    '5%$0.51',
    '10%$1.01',
    '15%$1.52',
    'Custom',
  ]);
  await press(/^15%/, 'radio');
  const summary = await screen.findByRole('complementary', { name: /Order summary/ });
  expect(summary.textContent).toContain('Tip$1.52');
  expect(summary.textContent).toContain('GST (5%)$0.51');
  expect(summary.textContent).toContain('QST (9.975%)$1.01');
  expect(summary.textContent).toContain('$13.14');
  expect(summary.textContent).toContain('Suggested tips are calculated before tax.');
});

test('a guest is offered the percentages of the location, and a stored one that it does not offer is no tip', async () => {
  localStorage.setItem('tiffin_checkout', JSON.stringify({ uid: guest?.uid, tip: '15' }));
  const { tips, press } = await openCheckout({ guestTipPercents: [12, 18] });
  expect(tips.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'No Tip',
    '12%$1.21',
    '18%$1.82',
    'Custom',
  ]);
  const summary = await screen.findByRole('complementary', { name: /Order summary/ });
  expect(summary.textContent).not.toContain('Tip$');
  await press(/^18%/, 'radio');
  expect(summary.textContent).toContain('Tip$1.82');
});

test('no choice is preselected, and “No Tip” and an own amount look like the percentages', async () => {
  const { tips, press } = await openCheckout();
  expect(tips.map(({ checked }) => checked)).toEqual([false, false, false, false, false]);
  expect(new Set(tips.map(({ parentElement }) => parentElement?.className)).size).toBe(1);
  await press('Custom', 'radio');
  await typeIn('Custom tip', '0.75');
  const summary = await screen.findByRole('complementary', { name: /Order summary/ });
  expect(summary.textContent).toContain('Tip$0.75');
});

test('no words about tips judge a choice', async () => {
  const { tips, press } = await openCheckout();
  await press('Custom', 'radio');
  const part = tips[0]?.closest('section');
  const contents = [part?.textContent];
  for (const tip of ['5000', '-1']) {
    await typeIn('Custom tip', tip);
    contents.push(part?.textContent);
  }
  expect(contents.join(' ')).toMatch(/Add a tip.*Up to .*The highest tip we accept.*A tip cannot be negative/);
  expect(contents.join(' ')).not.toMatch(/good|great|best|kind|generous|excellent|fair|popular|recommend|usual|thank/i);
});
