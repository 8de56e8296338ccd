import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';

const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
const naan = { ...line, id: 'naan', name: 'Naan', cartKey: 'naan-default' };
const answers: Answers = {
  getPaymentOptions: { cards: false } as never,
  getWelcomeOffer: { offer: null },
  getMyAddresses: { addresses: [] },
  getLocationMenu: {
    locationId: 'truro',
    items: [
      { ...dalDish, allergens: ['milk'] },
      { ...dalDish, id: 'naan', name: 'Naan', allergens: [] },
    ],
    categories: [],
    version: 1,
  },
  createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne },
};

async function checkout(...lines: object[]) {
  localStorage.setItem(
    'sizzle_spice_location_carts',
    JSON.stringify({ truro: lines.length > 0 ? lines : [line, naan] }),
  );
  const page = openPage(checkoutRoute, '/checkout?location=truro', answers, guest);
  await expect(screen).toShow('Allergies for the whole order');
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Phone( number)?/i, '9025550101');
  return page;
}
const list = () => screen.getByText('Allergies for the whole order', { selector: 'b' }).closest('details')!;
const part = () => within(list().parentElement!);
/** Everything that the part says about a dish. */
const statements = () =>
  part()
    .queryAllByText(/Dal Tadka|Naan/)
    .map(({ textContent }) => textContent);

test('a guest who skips the question orders without allergies', async () => {
  const { press, sent } = await checkout();
  expect(list().open).toBe(false);
  expect(part().getByText('None stated')).toBeTruthy();
  expect(statements()).toEqual([]);
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).not.toHaveProperty('allergies');
});

test('an allergy for the whole order names each dish and what is known of it, and goes with the order', async () => {
  const { press, sent } = await checkout();
  await press('Milk', 'checkbox');
  await expect(screen).toShow('Dal Tadka contains milk.');
  expect(statements()).toEqual([
    'Dal Tadka contains milk.',
    'Naan: milk is not among its listed ingredients. Our kitchen also uses milk.',
  ]);
  await typeIn(/^Another allergy/, 'kiwi');
  expect(statements()).toContain('We cannot rule out kiwi in Dal Tadka.');

  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({ allergies: [{ code: 'milk' }, { text: 'kiwi' }] });
  // Nothing is remembered for the next order.
  await waitFor(() => expect(localStorage.getItem('tiffin_allergies')).toBeNull());
});

test('an allergy in words counts as the allergen, in the list and in notes', async () => {
  await checkout({ ...line, note: 'Severe milk allergy!!' }, naan);
  await expect(screen).toShow('Dal Tadka contains milk.');
  expect(statements()).toEqual(['Dal Tadka contains milk.']);
  await typeIn(/^Special instructions/, 'Je suis allergique au lait');
  expect(statements()).toEqual([
    'Dal Tadka contains milk.',
    'Naan: milk is not among its listed ingredients. Our kitchen also uses milk.',
  ]);
  await typeIn(/^Special instructions/, 'Extra milk please');
  expect(statements()).toEqual(['Dal Tadka contains milk.']);
  await typeIn(/^Another allergy/, 'dairy');
  expect(statements()).toEqual([
    'Dal Tadka contains milk.',
    'Naan: milk is not among its listed ingredients. Our kitchen also uses milk.',
  ]);
});

test('an allergy of one dish is said of that dish alone, stands on its line, and goes with the order', async () => {
  const { press, sent } = await checkout({ ...line, allergies: [{ code: 'peanuts' }] }, naan);
  await expect(screen).toShow('Dal Tadka: peanuts are not among its listed ingredients.');
  expect(statements()).toEqual(['Dal Tadka: peanuts are not among its listed ingredients.']);
  expect(document.body.textContent).not.toMatch(/contains none|free of/);
  expect(screen.getByText('Allergy: Peanuts').closest('li')?.textContent).toContain('Dal Tadka');
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  const [body] = sent('createCustomerOrderCash') as { items: object[] }[];
  expect(body).not.toHaveProperty('allergies');
  expect(body?.items).toMatchObject([{ allergies: [{ code: 'peanuts' }] }, { name: 'Naan' }]);
  expect(body?.items[1]).not.toHaveProperty('allergies');
});

test('the opened list stays open when its last allergy is unticked, until the guest closes it', async () => {
  const { press, user } = await checkout();
  await user.click(part().getByText('Add'));
  fireEvent(list(), new Event('toggle'));
  await press('Milk', 'checkbox');
  await press('Milk', 'checkbox');
  expect(list().open).toBe(true);
  expect(part().getByText('None stated')).toBeTruthy();
  expect(statements()).toEqual([]);
  await user.click(part().getByText('Close'));
  expect(list().open).toBe(false);
});

test('the counter of a long text appears at 400 characters', async () => {
  const { user } = await checkout();
  const field = part().getByRole('textbox', { name: /^Another allergy/ });
  await user.click(field);
  await user.paste('k'.repeat(399));
  expect(part().queryByText(/of 500 characters/)).toBeNull();
  await user.paste('k');
  expect(part().getByText('400 of 500 characters')).toBeTruthy();
});
