import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dalForOne, ordersOf } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

afterEach(() => vi.restoreAllMocks());

test('counts the tickets that do not fit on the kitchen screen and shows them on the next page', async () => {
  // The test DOM has no layout: the screen is 1000 wide, and each ticket takes a column of half of it.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const column = this.tagName === 'ARTICLE' ? [...(this.parentElement?.children ?? [])].indexOf(this) : 0;
    return new DOMRect(column * 500, 0, 500, 600);
  });
  const orders = ['AAAAA', 'BBBBB', 'CCCCC'].map((code) => {
    const id = `TRU-20261120-${code}`;
    return { ...dalForOne, id, orderId: id, status: 'preparing' as const, orderTime: new Date().toISOString() };
  });
  const { press } = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : orders),
  });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Kitchen');
  const pages = within(await screen.findByRole('group', { name: 'Pages' }));
  expect(pages.getByText('1 of 2')).toBeTruthy();
  await press('1 order after these');
  expect(await pages.findByText('2 of 2')).toBeTruthy();
  await press('2 orders before these');
  expect(await pages.findByText('1 of 2')).toBeTruthy();
});

test('a refunded dish is struck through in the kitchen and cannot be ticked; the rest completes the order', async () => {
  const [dal] = dalForOne.items;
  const items = ['Naan', 'Dal', 'Raita'].map((name, at) => ({ ...dal, line: at + 1, name, quantity: 2 }));
  const order = { ...dalForOne, status: 'preparing' as const, orderTime: new Date().toISOString() };
  const refunded = [2, 1, undefined];
  const { press, sent, user } = openOffice('orders', {
    getLocationOrders: ({ status }) =>
      ordersOf(
        status === 'completed'
          ? []
          : [{ ...order, items: items.map((item, at) => ({ ...item, refundedQuantity: refunded[at] })) as never }],
      ),
  });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Kitchen');
  const kitchen = within(await screen.findByRole('region', { name: 'Kitchen' }));
  const naan = await kitchen.findByRole('button', { name: '2 Naan: refunded, not to be cooked' });
  expect(naan.className).toContain('struck');
  await user.click(naan);
  expect(sent('strikeOrderItem')).toEqual([]);
  expect(kitchen.getByRole('button', { name: '1 Dal: done' }).textContent).toContain('1 of 2 refunded');
  // Three dishes are left to make.
  expect(kitchen.getByRole('button', { name: 'All 3' })).toBeTruthy();
});

test('a cook sees how a dish differs from the standard, and the allergy is emphasised', async () => {
  const [dal] = dalForOne.items;
  const option = { group: 'with', groupName: 'With', units: 1, unitPrice: 0 };
  const items = [
    {
      ...dal!,
      options: [
        { ...option, id: 'paneer', name: 'Extra paneer', kitchenName: 'PANEER', units: 2 },
        { ...option, id: 'onion', name: 'Onion', units: 0, isDefault: true, isRemoval: true },
        { ...option, id: 'rice', name: 'Rice', isDefault: true },
      ],
      note: 'no peanuts',
    },
  ];
  const order = { ...dalForOne, items, status: 'preparing' as const, orderTime: new Date().toISOString() };
  const { press } = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [order]),
  });
  const card = within(await screen.findByRole('article', { name: /^AAAAA/ }));
  expect(card.getByText('− Onion')).toBeTruthy();
  await press('Kitchen');
  const kitchen = within(await screen.findByRole('region', { name: 'Kitchen' }));
  const line = await kitchen.findByRole('button', { name: '1 Dal, + PANEER ×2, − Onion, “no peanuts”: done' });
  expect(line.textContent).not.toContain('Rice');
  expect(kitchen.getByText('Dal: no peanuts')).toBeTruthy();
});
