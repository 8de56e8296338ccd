import { act, screen, waitFor } from '@testing-library/react';
import { lookedUp } from '@tiffin/domain/people';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, menuAtTill, ordersOf } from '../../testing/samples.ts';
import { field, typeIn } from '../../testing/show.tsx';

// A till keeps its order for as long as the page lives: each test has a page of its own.
beforeEach(() => void vi.resetModules());

type Known = Parameters<typeof lookedUp>[0];
/** What the server makes of a record of somebody with this number, who was here before. */
function found(...records: Known[]): Answers {
  const people = records.map((record) => ({
    ...lookedUp(record),
    totalSpent: 90,
    createdAt: null,
    lastOrderDate: null,
    isConfirmed: records.length === 1,
  }));
  return { lookupUserByPhone: { user: people[0] ?? null, people } };
}

async function numberTyped(more: Answers) {
  const { openOffice } = await import('../../testing/show.tsx');
  const office = openOffice('create-order', {
    ...menuAtTill(dalDish),
    getLocationOrders: ordersOf([]),
    ...more,
  });
  await typeIn(/^Phone/, '9025550101');
  return office;
}
const asha = { id: 'p1', displayName: 'Asha Menon', email: 'asha@example.test', totalOrders: 3 };

test('a known number shows who it is, what they ordered and spent, and fills name and e-mail in [A-USER-16]', async () => {
  const { sent } = await numberTyped(found(asha));
  await expect(screen).toShow('Existing Customer Found');
  await expect(screen).toShow('Asha Menon, 3 orders, $90 spent. Name and email filled in.');
  expect((await field(/^Name/)).value).toBe('Asha Menon');
  expect((await field(/^Email/)).value).toBe('asha@example.test');
  expect(sent('lookupUserByPhone')).toEqual([{ phone: '9025550101' }]);
});

test('somebody known without a name is an Unknown User [A-USER-17]', async () => {
  await numberTyped(found({ id: 'p1', totalOrders: 1 }));
  await expect(screen).toShow(/^Unknown User, 1 order, /);
});

test.each([
  ['both, the profile’s', { id: 'p1', displayName: 'Asha Menon', name: 'asha' }, 'Asha Menon'],
  ['a plain one', { id: 'p1', name: 'asha' }, 'asha'],
])('of a record with %s name, that is the guest’s [A-USER-20]', async (_which, record, name) => {
  await numberTyped(found(record));
  await waitFor(async () => expect((await field(/^Name/)).value).toBe(name));
});

test('a number of several people is nobody’s until somebody chooses', async () => {
  const { press } = await numberTyped(found(asha, { id: 'p2', displayName: 'Ravi Nair', totalOrders: 1 }));
  expect((await field(/^Name/)).value).toBe('');
  await press('It is Ravi Nair, 1 order');
  expect((await field(/^Name/)).value).toBe('Ravi Nair');
});

test('a link that is no longer there cannot be texted, and it is said [A-SMS-06]', async () => {
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
  await press('Card', 'radio');
  await press('Create payment link');
  await expect(screen).toShow('Payment link ready');
  await press(/^Send SMS/);
  await expect(screen).toShow('Failed to send SMS: No payment link available to send');
});

test('without a connection no order is made, and the till says so [C-ERR-42]', async () => {
  await numberTyped({ lookupUserByPhone: { user: null, people: [] } });
  expect(screen.queryByText('Cannot create orders while offline')).toBeNull();
  act(() => void dispatchEvent(new Event('offline')));
  await expect(screen).toShow('Cannot create orders while offline');
});
