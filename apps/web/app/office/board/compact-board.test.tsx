import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

type Order = typeof dalForOne;

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

function order(code: string, change: Partial<Order> = {}): Order {
  const id = `TRU-20261120-${code}`;
  const at = change.orderTime ?? ago(1);
  return { ...dalForOne, id, orderId: id, orderTime: at, updatedAt: at, status: 'preparing', ...change };
}

function board(orders: Order[], more: Answers = {}) {
  return openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : orders),
    getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
    ...more,
  });
}
const ticket = (code: string) => screen.findByRole('article', { name: new RegExp(`^${code}`) });
const switches = () => screen.findByRole('button', { name: 'Compact view' });

async function compactBoard(orders: Order[], more: Answers = {}) {
  localStorage.setItem('tiffin_board_view', 'compact');
  const shown = board(orders, more);
  await ticket(orders[0]!.orderId.slice(-5));
  return shown;
}

test('the compact view shows code, time, guest, dishes and payment, but no dishes by name', async () => {
  const dueAt = new Date(Date.now() + 5.5 * MINUTE_MS).toISOString();
  await compactBoard([order('AAAAA', { estimatedReady: dueAt, paymentStatus: 'unpaid', itemCount: 3 })]);
  const shown = await ticket('AAAAA');
  for (const words of ['AAAAA', 'due in 6 min', 'Asha Rao, 3 dishes', 'unpaid'])
    expect(shown.textContent).toContain(words);
  expect(shown.textContent).not.toContain('Dal');
});

test('a compact ticket shows how long an order has waited, and its table instead of the guest', async () => {
  const tableInfo = { tableNumber: '7', partySize: 4 } as Order['tableInfo'];
  await compactBoard([
    order('AAAAA', { status: 'ready', readyTime: ago(4), orderType: 'dine-in', tableInfo }),
    order('BBBBB', { status: 'ready', readyTime: ago(0), itemCount: 1 }),
  ]);
  expect((await ticket('AAAAA')).textContent).toMatch(/4 min.*Table 7, 1 dish/);
  expect((await ticket('BBBBB')).textContent).toContain('Now');
});

test('the choice of view is remembered on the device and can be switched by the key V', async () => {
  const { user } = board([order('AAAAA')]);
  expect((await ticket('AAAAA')).textContent).toContain('Dal');
  await user.click(await switches());
  expect((await ticket('AAAAA')).textContent).not.toContain('Dal');
  expect((await switches()).getAttribute('aria-pressed')).toBe('true');
  expect(localStorage.getItem('tiffin_board_view')).toBe('compact');
  (await ticket('AAAAA')).focus();
  await user.keyboard('v');
  expect((await ticket('AAAAA')).textContent).toContain('Dal');
  expect(localStorage.getItem('tiffin_board_view')).toBe('full');
});

test('a compact ticket advances by its button', async () => {
  const it = order('AAAAA');
  const next = { ...it, status: 'ready' as const, version: 2, readyTime: ago(0) };
  const { sent, user } = await compactBoard([it], {
    updateOrderStatus: { orderId: it.id, oldStatus: 'preparing', newStatus: 'ready', message: '', order: next },
  });
  await user.click(within(await ticket('AAAAA')).getByRole('button', { name: 'Mark as Ready' }));
  await waitFor(() => expect(sent('updateOrderStatus')).toEqual([{ orderId: it.id, status: 'ready' }]));
});

test('a compact ticket opens the details by its code', async () => {
  const { user } = await compactBoard([order('AAAAA')]);
  await user.click(within(await ticket('AAAAA')).getByRole('button', { name: 'Details of AAAAA' }));
  expect(await screen.findByRole('dialog', { name: 'Details of AAAAA' })).toBeTruthy();
});

test('a compact ticket names the allergy, and asks for a decision about a dish that contains it instead of “Ready”', async () => {
  const line = dalForOne.items[0]!;
  const allergies = [{ code: 'milk' as const }];
  const allergyCheck = { allergies, contains: ['milk'], by: null, at: null } as never;
  const it = order('AAAAA', { allergies, awaitsAllergyCheck: true, items: [{ ...line, allergyCheck }] });
  const { user, sent } = await compactBoard([it]);
  const shown = within(await ticket('AAAAA'));
  expect(shown.getByTitle('Milk').textContent).toBe('Allergy: Milk');
  expect(shown.queryByRole('button', { name: 'Mark as Ready' })).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Stop. Decide' }));
  expect(await screen.findByRole('dialog', { name: 'Allergy on order AAAAA' })).toBeTruthy();
  expect(sent('updateOrderStatus')).toEqual([]);
});

test('the arrow keys follow the two stacks of the compact view', async () => {
  const codes = ['AAAAA', 'BBBBB', 'CCCCC', 'DDDDD'];
  const dueIn = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const { user } = await compactBoard([
    ...codes.map((code, at) => order(code, { estimatedReady: dueIn(20 + at) })),
    order('READY', { status: 'ready', readyTime: ago(1) }),
  ]);
  const focused = () => document.activeElement?.getAttribute('aria-label')?.slice(0, 5);
  (await ticket('AAAAA')).focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('CCCCC');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('DDDDD');
  await user.keyboard('{ArrowUp}{ArrowRight}');
  expect(focused()).toBe('READY');
});

/** Opens the board on a device whose clock is wrong by these hours; the server's responses have the right time. */
async function withWrongClock(hours: number, build: (at: (minutes: number) => string) => Order[]) {
  const rightNow = Date.now();
  const at = (minutes: number) => new Date(rightNow + minutes * MINUTE_MS).toISOString();
  vi.useFakeTimers({ toFake: ['Date'], now: rightNow + hours * 60 * MINUTE_MS });
  const list = (orders: Order[]) => {
    const answer = ordersOf(orders);
    return { ...answer, metadata: { ...answer.metadata, serverTime: at(0) } };
  };
  const orders = build(at);
  const shown = board([], {
    getLocationOrders: ({ status }) => list(status === 'completed' ? [] : orders),
  });
  await ticket(orders[0]!.orderId.slice(-5));
  return shown;
}

test.each([3, -3])('a device clock wrong by %i hours changes no time on the board', async (hours) => {
  await withWrongClock(hours, (at) => [
    order('AAAAA', { orderTime: at(-10), updatedAt: at(-10), estimatedReady: at(5.5) }),
    order('BBBBB', { orderTime: at(-40), updatedAt: at(-40), estimatedReady: at(-6.5) }),
    order('CCCCC', { orderTime: at(-30), updatedAt: at(-3.5), status: 'ready', readyTime: at(-3.5) }),
  ]);
  // The board may appear a moment before it knows the server's time.
  await waitFor(async () => expect((await ticket('AAAAA')).textContent).toContain('due in 6 min'));
  expect((await ticket('BBBBB')).textContent).toMatch(/[67] min late/);
  expect((await ticket('CCCCC')).textContent).toContain('3 min');
});

test('a late ticket says that its guest has no new time, unless nobody can be told', async () => {
  const late = { estimatedReady: ago(7) };
  const nobody = { ...dalForOne.customerInfo, phone: '', email: '' };
  const { user } = await compactBoard([order('AAAAA', late), order('BBBBB', { ...late, customerInfo: nobody })]);
  expect((await ticket('AAAAA')).textContent).toMatch(/min late, guest not told/);
  expect((await ticket('BBBBB')).textContent).not.toContain('guest not told');
  await user.click(await switches());
  await waitFor(async () => expect((await ticket('AAAAA')).textContent).toContain('The guest has no new time yet'));
  expect((await ticket('BBBBB')).textContent).not.toContain('no new time');
});
