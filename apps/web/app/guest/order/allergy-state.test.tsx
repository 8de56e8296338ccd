import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as route from '../../routes/guest/order-success.tsx';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

const order = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid } };
const [dal] = order.items;
const allergies = [{ code: 'milk' as const }];
const check = (at: string | null) => ({ allergies, contains: ['milk'], by: at && 'Mia', at });
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

test('after it, the guest reads for what and when, but not who checked', async () => {
  shown({ allergies, mentionsAllergy: true, items: [{ ...dal!, allergyCheck: check('2026-11-20T22:05:00.000Z') }] });
  await expect(screen).toShow('The kitchen has checked your dishes');
  await expect(screen).toShow('Allergy: Milk');
  await expect(screen).toShow('Checked 6:05 p.m.');
  expect(screen.queryByText(/Mia/)).toBeNull();
});

test('a dish that the guest wanted as it is says that it contains the allergen, not that it was checked', async () => {
  const agreed = { ...check('2026-11-20T22:05:00.000Z'), decision: 'guest-agreed' as const };
  shown({ allergies, mentionsAllergy: true, items: [{ ...dal!, allergyCheck: agreed }] });
  await expect(screen).toShow('It contains this. We called, and you wanted it as it is.');
  expect(screen.queryByText(/^Checked/)).toBeNull();
});

test('an order without an allergy says nothing about it', async () => {
  shown({});
  await expect(screen).toShow(/Thank you, Asha/);
  expect(screen.queryByText(/The kitchen (will|has)/)).toBeNull();
});
