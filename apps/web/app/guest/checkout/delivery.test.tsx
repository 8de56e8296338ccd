import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest, rootData } from '../../testing/samples.ts';
import { field, openPage, typeIn } from '../../testing/show.tsx';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';

const zone = { id: 'near', name: 'Truro', minimum: 15, freeOver: 45, fees: [{ from: 0, fee: 3.99 }], extraMinutes: 0 };
const answers: Answers = {
  getPaymentOptions: { cards: false } as never,
  getWelcomeOffer: { offer: null },
  getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
  createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne },
  quoteDelivery: { zone },
  getMyAddresses: { addresses: [] },
};
const drawn = { areas: ['Truro'], byPostalCode: false, byPlace: true };

/** Opens the checkout of a delivery order of this many dishes at $10.00, at a location with delivery zones. */
async function toDeliver(
  more: Answers = {},
  { dals = 3, delivers = { areas: ['Truro'], byPostalCode: true, byPlace: false } } = {},
) {
  const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: dals, maxQuantity: 10, cartKey: 'dal-default' };
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  localStorage.setItem('tiffin_order_type', 'delivery');
  Object.assign(rootData.locations[0] ?? {}, { delivers });
  const page = openPage(checkoutRoute, '/checkout?location=truro', { ...answers, ...more }, guest);
  await expect(screen).toShow('How would you like it?');
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await typeIn(/^Delivery address/, '22 Willow Street, Truro');
  return page;
}
const summary = async () => (await screen.findByRole('complementary', { name: /Order summary/ })).textContent;

test('a postal code is enough to show fee, free delivery and minimum, and the total includes the fee with its tax', async () => {
  const { press, sent } = await toDeliver();
  await expect(screen).toShow('Enter the postal code first');
  await typeIn(/^Postal code/, 'b2n 4z1');
  await expect(screen).toShow('Your dishes cost $30.00, so the fee is $3.99. Add $15.00 for free delivery.');
  expect(sent('quoteDelivery')).toEqual([{ locationId: 'truro', postalCode: 'B2N4Z1', point: null }]);
  expect(await summary()).toContain('Delivery$3.99');
  // 14 % of 33.99
  expect(await summary()).toContain('HST (14%)$4.76');
  expect(await summary()).toContain('$38.75');
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({
    deliveryInfo: { address: '22 Willow Street, Truro', postalCode: 'b2n 4z1' },
    pricing: { subtotal: 30, charges: 3.99, tax: 4.76, total: 38.75 },
  });
});

test.each([0, 10])('a delivery of %i minutes more arrives, and is not ready', async (extraMinutes) => {
  const to = '2099-11-20T22:40:00.000Z';
  const soonest = { readyAt: to, from: '2099-11-20T22:30:00.000Z', to };
  const getReadyTimes = { timeZone: 'America/Halifax', days: [], soonest };
  await toDeliver({ getReadyTimes, quoteDelivery: { zone: { ...zone, extraMinutes } } });
  await typeIn(/^Postal code/, 'b2n 4z1');
  await expect(screen).toShow('Arriving about 6:30–6:40 p.m.');
  await expect(screen).toShow(/^Delivery from Truro Heights, arriving about/);
});

test('a postal code inside the address is used without a second field', async () => {
  const { sent } = await toDeliver();
  await typeIn(/^Delivery address/, '22 Willow Street, Truro, B2N 4Z1');
  await expect(screen).toShow(/so the fee is \$3\.99/);
  expect(sent('quoteDelivery')).toEqual([{ locationId: 'truro', postalCode: 'B2N4Z1', point: null }]);
});

test('outside every zone the button is disabled and one press switches to pickup without losing typed text', async () => {
  const words = 'We do not deliver to this address. We bring food to Truro. You can pick it up instead.';
  const { press, sent } = await toDeliver({ quoteDelivery: refusal('outside-delivery', words) });
  await typeIn(/^Postal code/, 'B2H 2T2');
  await expect(screen).toShow(words);
  await press(/^Place/);
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await press('Pick it up instead');
  expect(await summary()).toContain('Truro Heights, Pickup.');
  expect(await summary()).not.toContain('Delivery$');
  await press('Delivery', 'radio');
  expect((await field(/^Postal code/)).value).toBe('B2H 2T2');
});

test('below the minimum, the missing amount shows at the address and at the button', async () => {
  const { press, sent } = await toDeliver({}, { dals: 1 });
  await typeIn(/^Postal code/, 'B2N 4Z1');
  await expect(screen).toShow('$5.00 more to reach the minimum. Your dishes cost $10.00.');
  await press(/^Place/);
  expect(sent('createCustomerOrderCash')).toEqual([]);
});

test('delivery is free above its threshold, and the page shows that', async () => {
  await toDeliver({}, { dals: 5 });
  await typeIn(/^Postal code/, 'B2N 4Z1');
  await expect(screen).toShow('Delivery is free.');
  expect(await summary()).not.toContain('Delivery$');
});

test('accepts an address without a number and asks for directions', async () => {
  await toDeliver();
  await typeIn(/^Delivery address/, 'Rose Cottage, Truro');
  await expect(screen).toShow('No house number? Tell your driver below how to find it.');
});

test('asks for the device position only when pressed, where zones are drawn', async () => {
  const getCurrentPosition = vi.fn<(found: (at: object) => void) => void>((found) =>
    found({ coords: { latitude: 45.36, longitude: -63.29 } }),
  );
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  const { press, sent } = await toDeliver({}, { delivers: drawn });
  await expect(screen).toShow('Enter the delivery address first');
  expect(getCurrentPosition).not.toHaveBeenCalled();
  await press('Show where I am');
  await expect(screen).toShow(/so the fee is \$3\.99/);
  expect(sent('quoteDelivery')).toEqual([{ locationId: 'truro', postalCode: '', point: { lat: 45.36, lng: -63.29 } }]);
});

test('a zone that changed meanwhile is requested again, and the new fee shows before the next press', async () => {
  let fee = 3.99;
  const { press, sent } = await toDeliver({
    quoteDelivery: () => ({ zone: { ...zone, fees: [{ from: 0, fee }] } }),
    createCustomerOrderCash: () => {
      fee = 5.99;
      return refusal('pricing-mismatch', 'Pricing validation failed: pricing has changed');
    },
  });
  await typeIn(/^Postal code/, 'B2N 4Z1');
  await expect(screen).toShow(/so the fee is \$3\.99/);
  await press(/^Place/);
  await expect(screen).toShow(/so the fee is \$5\.99/);
  expect(sent('createCustomerOrderCash')).toHaveLength(1);
});

test('a failed fee request shows the reason and is repeated when the address changes', async () => {
  const { answer } = await toDeliver({ quoteDelivery: refusal('conflict', 'Please look again.') });
  await typeIn(/^Postal code/, 'B2N 4Z1');
  await expect(screen).toShow('Please look again.');
  answer({ quoteDelivery: { zone } });
  fireEvent.change(await field(/^Postal code/), { target: { value: 'B2N 4Z2' } });
  await expect(screen).toShow(/so the fee is \$3\.99/);
});

test('a customer chooses a saved address with one press', async () => {
  const addresses = [{ address: '5 Elm Street, Truro', postalCode: 'B2N 1A1', instructions: 'Ring twice' }];
  const { press, sent } = await toDeliver({ getMyAddresses: { addresses } });
  await press(/^5 Elm Street/, 'radio');
  await expect(screen).toShow(/so the fee is \$3\.99/);
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({
    deliveryInfo: { address: '5 Elm Street, Truro', postalCode: 'B2N 1A1', instructions: 'Ring twice' },
  });
});

test('an online order may be left at the door; for cash the page explains that it must be handed over', async () => {
  const { press, sent } = await toDeliver({
    getPaymentOptions: { cards: true } as never,
    createCustomerPayment: refusal('pricing-mismatch', 'pricing does not match the menu.'),
  });
  await typeIn(/^Postal code/, 'B2N 4Z1');
  await expect(screen).toShow(/so the fee is \$3\.99/);
  await press(/^Leave it at the door/, 'radio');
  await press(/^Cash/, 'radio');
  await expect(screen).toShow('Cash cannot be left at the door. Pay online, or have it handed to you.');
  await press(/^Place/);
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await press(/^Pay online/, 'radio');
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerPayment')).toHaveLength(1));
  expect(sent('createCustomerPayment')[0]).toMatchObject({ orderData: { deliveryInfo: { leaveAtDoor: true } } });
});

test('does not offer to leave at the door where only cash is accepted', async () => {
  await toDeliver();
  expect(screen.queryByRole('radio', { name: /^Leave it at the door/ })).toBeNull();
});
