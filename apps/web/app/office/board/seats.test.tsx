import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dalForOne, ordersOf } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

type Order = typeof dalForOne;

const [dal] = dalForOne.items;
const dish = (line: number, name: string, seat?: number) => ({ ...dal!, line, name, seat });
const dishes = [dish(1, 'Rice'), dish(2, 'Korma', 2), dish(3, 'Dal', 1), dish(4, 'Naan', 2)];

/** A round of a tab without a table, or of table 12. */
function round(code: string, change: Partial<Order> & { tableNumber?: string; label?: string }): Order {
  const { tableNumber = '', label = '', ...rest } = change;
  const id = `TRU-20261120-${code}`;
  return {
    ...dalForOne,
    id,
    orderId: id,
    status: 'preparing',
    orderType: 'dine-in',
    orderTime: new Date().toISOString(),
    items: dishes,
    tableInfo: { tableNumber, partySize: 3 },
    tab: { label, tableName: tableNumber, sittingId: null },
    ...rest,
  };
}

function board(...orders: Order[]) {
  return openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : orders),
    getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
  });
}

/** The lists of dishes with the names that screen readers say. */
const dishesBySeat = (card: HTMLElement) =>
  within(card)
    .getAllByRole('list')
    .flatMap((list) => {
      const names = list.textContent.match(/Rice|Korma|Dal|Naan/g) ?? [];
      return names.length === 0 ? [] : [[list.getAttribute('aria-label'), ...names]];
    });
const BY_SEAT = [
  ['Seat 1', 'Dal'],
  ['Seat 2', 'Korma', 'Naan'],
  ['Table', 'Rice'],
];

test('card and details of a round show whose dish each is, those that the table shares last', async () => {
  const { press } = board(round('AAAAA', { tableNumber: '12' }));
  const card = await screen.findByRole('article', { name: /^AAAAA, Table 12/ });
  expect(dishesBySeat(card)).toEqual(BY_SEAT);
  await press('Details of AAAAA');
  expect(dishesBySeat(await screen.findByRole('dialog', { name: 'Details of AAAAA' }))).toEqual(BY_SEAT);
});

test('on the pass a runner reads in one line what each seat gets', async () => {
  board(round('AAAAA', { tableNumber: '12', status: 'ready', readyTime: new Date().toISOString() }));
  const card = await screen.findByRole('article', { name: /^AAAAA/ });
  expect(card.textContent).toContain('Seat 1: 1 Dal. Seat 2: 1 Korma, 1 Naan. Table: 1 Rice');
});

test('an order without seats is a plain list', async () => {
  const order = round('AAAAA', { tableNumber: '12', items: dishes.map((each) => ({ ...each, seat: undefined })) });
  board(order);
  const card = await screen.findByRole('article', { name: /^AAAAA/ });
  expect(dishesBySeat(card)).toEqual([[null, 'Rice', 'Korma', 'Dal', 'Naan']]);
  expect(card.textContent).not.toMatch(/Seat|Table:/);
});

test.each(['full', 'compact'])('in the %s view, a tab without a table is called by its name', async (view) => {
  localStorage.setItem('tiffin_board_view', view);
  board(round('AAAAA', { label: 'Bob Bar' }));
  const card = await screen.findByRole('article', { name: /^AAAAA, Bob Bar/ });
  expect(within(card).getByText(/^Bob Bar/)).toBeTruthy();
  expect(card.textContent).not.toMatch(/no table yet|seat them/i);
});
