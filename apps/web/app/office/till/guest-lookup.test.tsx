import { act, screen, waitFor } from '@testing-library/react';
import { toLookedUpPerson } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, menuAtTill, ordersOf, truro } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

type LookedUpGuest = Parameters<typeof toLookedUpPerson>[0];
/** The server's response for a known number. */
function found(...records: LookedUpGuest[]): Answers {
  const people = records.map((record) => ({
    ...toLookedUpPerson(record),
    totalSpent: 90,
    createdAt: null,
    lastOrderDate: null,
    isConfirmed: records.length === 1,
  }));
  return { lookupUserByPhone: { user: people[0] ?? null, people } };
}

async function numberTyped(more: Answers) {
  const office = openOffice('create-order', {
    ...menuAtTill(dalDish),
    getLocationOrders: ordersOf([]),
    ...more,
  });
  await typeIn(/^Phone/, '9025550101');
  return office;
}
const asha = { id: 'p1', displayName: 'Asha Menon', email: 'asha@example.test', totalOrders: 3 };

test('a known number shows the guest’s orders and spending, and fills in name and email [A-USER-16]', async () => {
  const { sent } = await numberTyped(found(asha));
  await expect(screen).toShow('Existing Customer Found');
  await expect(screen).toShow('Asha Menon, 3 orders, $90 spent. Name and email filled in.');
  expect((await field(/^Name/)).value).toBe('Asha Menon');
  expect((await field(/^Email/)).value).toBe('asha@example.test');
  expect(sent('lookupUserByPhone')).toEqual([{ phone: '9025550101' }]);
});

test('a known guest without a name is shown as Unknown User [A-USER-17]', async () => {
  await numberTyped(found({ id: 'p1', totalOrders: 1 }));
  await expect(screen).toShow(/^Unknown User, 1 order, /);
});

test.each([
  ['both, the profile’s', { id: 'p1', displayName: 'Asha Menon', name: 'asha' }, 'Asha Menon'],
  ['a plain one', { id: 'p1', name: 'asha' }, 'asha'],
])('shows the guest’s own name for a record with %s name [A-USER-20]', async (_which, record, name) => {
  await numberTyped(found(record));
  await waitFor(async () => expect((await field(/^Name/)).value).toBe(name));
});

test('a number that belongs to several guests is not assigned until one is chosen', async () => {
  const { press } = await numberTyped(found(asha, { id: 'p2', displayName: 'Ravi Nair', totalOrders: 1 }));
  expect((await field(/^Name/)).value).toBe('');
  await press('It is Ravi Nair, 1 order');
  expect((await field(/^Name/)).value).toBe('Ravi Nair');
});

test('an expired payment link cannot be texted, and an error says why [A-SMS-06]', async () => {
  const { press } = await numberTyped({
    lookupUserByPhone: { user: null, people: [] },
    createAdminPaymentLink: {
      sessionId: 's1',
      paymentUrl: 'http://localhost/pay/s1',
      pricing: { total: 11.4 },
    } as never,
    textPaymentLink: refusal('failed-precondition', 'No payment link available to send'),
  });
  await press(/Dal Tadka/);
  await typeIn(/^Name/, 'Asha');
  await press('Payment link', 'radio');
  await press(/^Create link/);
  await expect(screen).toShow('Payment link ready');
  await press(/^Send SMS/);
  await expect(screen).toShow('Failed to send SMS: No payment link available to send');
});

test('the till takes no orders while offline on a device that cannot store them, and says so [C-ERR-42]', async () => {
  const { press } = await numberTyped({ lookupUserByPhone: { user: null, people: [] } });
  await press(/Dal Tadka/);
  expect(screen.queryByText(/Cannot create orders while offline/)).toBeNull();
  act(() => void dispatchEvent(new Event('offline')));
  await expect(screen).toShow(/^Cannot create orders while offline: this device cannot save it/);
});

const jordan: Answer<'lookupGuestByPhone'> = {
  guest: {
    name: 'Jordan Example',
    orders: 14,
    lastOrder: {
      orderId: 'TRU-20261113-AAAAA',
      orderTime: '2026-11-13T22:00:00.000Z',
      orderType: 'delivery',
      total: 22.8,
      items: [
        {
          line: 1,
          id: dalDish.id,
          name: dalDish.name,
          quantity: 2,
          spiceLevelId: '',
          spiceLevelName: '',
          cartKey: `${dalDish.id}-default`,
        },
        {
          line: 2,
          id: 'gone',
          name: 'Crab Curry',
          quantity: 1,
          spiceLevelId: '',
          spiceLevelName: '',
          cartKey: 'gone-default',
        },
      ],
    },
    allergies: [{ code: 'tree-nuts' }],
    allergiesAt: '2026-10-03T22:00:00.000Z',
    delivery: { address: '22 Willow Street, Truro', instructions: 'Side door', postalCode: 'B2N 1A1' },
  },
};
const unknown: Answers = { lookupUserByPhone: { user: null, people: [] } };

test('a guest without an account is found by phone: name, allergies and last dishes', async () => {
  const { sent } = await numberTyped({ ...unknown, lookupGuestByPhone: jordan });
  await expect(screen).toShow('Jordan Example, 14 orders');
  await expect(screen).toShow('Tree nuts, stated Oct 3, 2026');
  await expect(screen).toShow(/2 Dal Tadka, 1 Crab Curry\./);
  expect((await field(/^Name/)).value).toBe('Jordan Example');
  expect(screen.queryByText('Complete number - no existing customer found')).toBeNull();
  expect(sent('lookupGuestByPhone')).toEqual([{ phone: '9025550101', locationId: 'truro' }]);
});

test('“Same as last time” adds the dishes in one press, names what is gone, and the order states the allergies', async () => {
  const { press, sent } = await numberTyped({
    ...unknown,
    lookupGuestByPhone: jordan,
    createAdminOrderUnpaid: refusal('conflict'),
  });
  await press('Same as last time');
  await expect(screen).toShow('Not added, because the menu has changed: Crab Curry');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).toMatchObject({
    customerInfo: { name: 'Jordan Example' },
    items: [{ id: dalDish.id, quantity: 2 }],
    allergies: [{ code: 'tree-nuts' }],
  });
});

test('the allergies of a guest leave with the phone number, and those that staff stated stay', async () => {
  const { press, answer } = await numberTyped({ ...unknown, lookupGuestByPhone: jordan });
  await expect(screen).toShow('Tree nuts: whole order');
  await press('Milk', 'checkbox');
  await expect(screen).toShow('Tree nuts, Milk: whole order');
  answer({ lookupGuestByPhone: { guest: null } });
  await typeIn(/^Phone/, '9025550102');
  await expect(screen).toShow('Milk: whole order');
  expect(screen.queryByText('Tree nuts, Milk: whole order')).toBeNull();
});

test('“Deliver there again” fills in the last address', async () => {
  const { press } = await numberTyped({
    ...unknown,
    lookupGuestByPhone: jordan,
    getLocations: { locations: [{ ...truro, services: ['pickup', 'delivery'] }] },
    quoteDelivery: refusal('outside-delivery'),
  });
  await press('Deliver there again');
  expect((await field(/^Address/)).value).toBe('22 Willow Street, Truro');
  expect((await field(/^Instructions/)).value).toBe('Side door');
});

test('a search for earlier orders without a response does not delay the order', async () => {
  const { press } = await numberTyped({ ...found(asha), lookupGuestByPhone: () => new Promise(() => undefined) });
  await press(/Dal Tadka/);
  await waitFor(async () => expect((await field(/^Name/)).value).toBe('Asha Menon'));
  expect(screen.queryByText('Same as last time')).toBeNull();
});
