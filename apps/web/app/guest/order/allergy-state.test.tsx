import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as route from '../../routes/guest/order-success.tsx';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

const order = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid } };
const [dal] = order.items;
const allergies = [{ code: 'milk' as const }];
const check = (at: string | null) => ({ allergies, contains: [] as string[], by: at && 'Mia', at });
const shown = (change: Partial<typeof order>) =>
  openPage(
    route,
    `/order-success?orderId=${order.orderId}`,
    { getCustomerOrderDetails: { orderId: order.orderId, order: { ...order, ...change } } },
    guest,
  );

test('before the check, the guest reads that the kitchen will check the dishes', async () => {
  shown({ allergies, mentionsAllergy: true, items: [{ ...dal!, allergyCheck: check(null) }] });
  await expect(screen).toShow('The kitchen will check your dishes');
  await expect(screen).toShow('Allergy: Milk');
  await expect(screen).toShow('The kitchen checks it before it is ready.');
});

test('the guest of a dish that contains the allergen reads it before the kitchen decided', async () => {
  const awaits = { allergies, mentionsAllergy: true, awaitsAllergyCheck: true };
  shown({ ...awaits, items: [{ ...dal!, allergyCheck: { ...check(null), contains: ['milk'] } }] });
  await expect(screen).toShow(
    'Dal contains milk. Before it is ready, the kitchen decides what to do, and may call you.',
  );
});

test('after it, the guest reads for what and when, but not who checked', async () => {
  shown({ allergies, mentionsAllergy: true, items: [{ ...dal!, allergyCheck: check('2026-11-20T22:05:00.000Z') }] });
  await expect(screen).toShow('The kitchen has checked your dishes');
  await expect(screen).toShow('Allergy: Milk');
  await expect(screen).toShow('Checked 6:05 p.m.');
  expect(screen.queryByText(/Mia/)).toBeNull();
});

test.each([
  ['guest-agreed', 'Dal contains milk. We called, and you wanted it as it is.'],
  ['without', 'Dal contains milk. Yours is made without milk.'],
  // From an earlier version, which did not ask.
  [undefined, 'Dal contains milk. The kitchen has checked it.'],
] as const)(
  'a dish that contains the allergen says what was decided (%s), not only that it was checked',
  async (decision, text) => {
    const decided = { ...check('2026-11-20T22:05:00.000Z'), contains: ['milk'], ...(decision && { decision }) };
    shown({ allergies, mentionsAllergy: true, items: [{ ...dal!, allergyCheck: decided }] });
    await expect(screen).toShow(text);
    expect(screen.queryByText(/^Checked/)).toBeNull();
  },
);

test('an order without an allergy says nothing about it', async () => {
  shown({});
  await expect(screen).toShow(/Thank you, Asha/);
  expect(screen.queryByText(/The kitchen (will check|has checked)/)).toBeNull();
});
