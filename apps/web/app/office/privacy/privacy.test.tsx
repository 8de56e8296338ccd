import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import type { FoundPerson } from './found-person.tsx';

const found: FoundPerson = {
  erased: false,
  counts: { orders: 2, reservations: 1, messages: 1, paymentPages: 1, consents: 0 },
  orders: ['TRU-20261120-AAAAA', 'TRU-20261119-BBBBB'].map((orderId) => ({
    orderId,
    orderTime: '2026-11-20T22:00:00.000Z',
    locationId: 'truro',
    status: 'completed',
    total: 31.05,
    customerName: 'Zebedee Quint',
    email: 'zebedee@example.test',
    phone: '+19025550142',
  })),
  reservations: [
    {
      reservationId: 'RES-TRU-20261121-KQWX',
      startsAt: '2026-11-21T22:00:00.000Z',
      locationId: 'truro',
      status: 'completed',
      partySize: 2,
      customerName: 'Zebedee Quint',
      email: 'zebedee@example.test',
      phone: null,
    },
  ],
  messages: [
    {
      messageId: 'm1',
      createdAt: '2026-11-20T22:01:00.000Z',
      channel: 'sms',
      recipient: '+19025550142',
      template: 'order_received',
      subject: null,
    },
  ],
  accounts: [],
  obstacles: [],
};
const nobody: FoundPerson = {
  ...found,
  counts: { orders: 0, reservations: 0, messages: 0, paymentPages: 0, consents: 0 },
  orders: [],
  reservations: [],
  messages: [],
};

async function search(text: string, answers: Answers) {
  const office = openOffice('privacy', answers);
  await typeIn(/^Order or reservation number/, text);
  await office.press('Show what would be erased');
  return office;
}

test('an admin sees what would be erased and whose it is, and erases it after a confirmation', async () => {
  const { press, sent, answer } = await search('zebedee@example.test', { forgetPerson: found });
  await expect(screen).toShow('2 orders, 1 reservation, 1 message, 1 payment page');
  for (const text of [
    'TRU-20261119-BBBBB',
    'RES-TRU-20261121-KQWX',
    /Zebedee Quint · zebedee@example\.test · \(902\) 555-0142/,
  ]) {
    await expect(screen).toShow(text);
  }
  expect(sent('forgetPerson')).toEqual([{ email: 'zebedee@example.test', dryRun: true }]);
  await press('Erase for good…');
  await expect(screen).toShow('Erase this person for good?');
  answer({ forgetPerson: { ...found, erased: true } });
  await press('Erase for good');
  await expect(screen).toShow('Orders and reservations stay without name, contacts and notes.');
  expect(sent('forgetPerson').at(-1)).toEqual({ email: 'zebedee@example.test' });
  expect(screen.queryByText(/Zebedee/)).toBeNull();
});

test('a person who is still expected cannot be erased, and the reasons are shown', async () => {
  const message = 'Order TRU-20261120-AAAAA is still in progress. Please wait until it is finished.';
  await search('9025550142', {
    forgetPerson: { ...found, obstacles: [{ kind: 'order', id: 'TRU-20261120-AAAAA', message }] },
  });
  await expect(screen).toShow(message);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Erase for good…' }).disabled).toBe(true);
});

test('an account with the same address is opened instead', async () => {
  const account = {
    userId: 'u1',
    name: 'Wanda Both',
    email: 'wanda@example.test',
    role: 'customer' as const,
    isActive: true,
  };
  const { press, sent } = await search('wanda@example.test', {
    forgetPerson: ({ userId }) =>
      userId === 'u1'
        ? { ...found, accounts: [{ ...account, match: 'user' }] }
        : { ...nobody, accounts: [{ ...account, match: 'email' }] },
  });
  await press('Show the account');
  await expect(screen).toShow('The account of Wanda Both');
  expect(sent('forgetPerson').at(-1)).toEqual({ userId: 'u1', dryRun: true });
});

test('a search that names nobody, and one that finds nobody, say so', async () => {
  const { press, sent } = await search('Zebedee', { forgetPerson: nobody });
  await expect(screen).toShow('Enter an order or reservation number, an email address or a phone number');
  expect(sent('forgetPerson')).toEqual([]);
  await typeIn(/^Order or reservation number/, '902 555 0199');
  await press('Show what would be erased');
  await expect(screen).toShow('Nothing found');
});

test('a link opens the section with the order, and a failure can be tried again', async () => {
  const { sent, answer, press } = openOffice('privacy/TRU-20261120-AAAAA', {
    forgetPerson: refusal('order-not-found'),
  });
  await expect(screen).toShow('The search failed');
  answer({ forgetPerson: found });
  await press('Try Again');
  await expect(screen).toShow(/^2 orders, 1 reservation/);
  expect(sent('forgetPerson')[0]).toEqual({ orderId: 'TRU-20261120-AAAAA', dryRun: true });
  answer({ forgetPerson: refusal('failed-precondition', 'Someone ordered meanwhile') });
  await press('Erase for good…');
  await press('Erase for good');
  await expect(screen).toShow('Someone ordered meanwhile');
  await expect(screen).toShow(/^2 orders, 1 reservation/);
});
