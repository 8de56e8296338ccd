import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, dalForOne, ordersOf, staff, truro } from '../../testing/samples.ts';
import { openOffice, sendLiveEvent, typeIn } from '../../testing/show.tsx';

type Order = typeof dalForOne;

let made = 0;
/** Builds a new order with the given changes. */
function order(change: Partial<Order> = {}): Order {
  const id = `TRU-20261120-${String.fromCodePoint(65 + (made++ % 26)).repeat(5)}`;
  return { ...dalForOne, id, orderId: id, orderTime: new Date().toISOString(), ...change };
}
const priced = (total: number) => ({ ...dalForOne.pricing, total });

/** Opens the board with these orders. */
function board(orders: Order[], more: Answers = {}, me = admin) {
  return openOffice(
    'orders',
    {
      getLocationOrders: ({ status }) =>
        ordersOf(orders.filter((each) => (status === 'completed') === (each.status === 'completed'))),
      ...more,
    },
    me,
  );
}
const preparing = (change: Partial<Order> = {}) => order({ status: 'preparing', ...change });
const stepped = (from: Order, status: Order['status']): Answers => ({
  updateOrderStatus: {
    orderId: from.id,
    oldStatus: from.status,
    newStatus: status,
    message: '',
    order: { ...from, status, version: from.version + 1 },
  },
});

async function ticket(of: Order): Promise<HTMLElement> {
  const code = of.orderId.slice(-5);
  return screen.findByRole('article', { name: new RegExp(`^${code}`) });
}

test('requests open orders oldest first, and today’s completed ones [A-BOARD-07]', async () => {
  const { sent } = board([]);
  await expect(screen).toShow('Nothing is being cooked.');
  const request = sent('getLocationOrders');
  expect(request[0]).toMatchObject({ locationId: 'truro', status: 'open', sortOrder: 'asc' });
  expect(request[1]).toMatchObject({ locationId: 'truro', status: 'completed' });
});

test('the section has a title, a location and a refresh button [A-BOARD-01] [A-BOARD-02] [A-BOARD-04]', async () => {
  const { press, sent } = board([]);
  await expect(screen).toShow('Nothing is being cooked.');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order Management');
  expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('truro');
  const before = sent('getLocationOrders').length;
  await press('Refresh');
  await waitFor(() => expect(sent('getLocationOrders').length).toBeGreaterThan(before));
});

test.each([
  ['an admin can choose all locations at once', admin, ['All Locations', 'Truro Heights', 'New Glasgow']],
  ['staff of one location see theirs', staff, ['Truro Heights']],
] as const)('%s [A-ROLE-07]', async (_what, me, names) => {
  const both = [truro, { ...truro, id: 'new-glasgow', name: 'New Glasgow' }];
  openOffice('orders', { getLocationOrders: ordersOf([]) }, me, undefined, both);
  const locations = await screen.findByLabelText<HTMLSelectElement>('Location');
  expect([...locations.options].map(({ textContent }) => textContent)).toEqual(names);
});

test('shows four columns, each with a count [A-BOARD-05] [A-BOARD-06]', async () => {
  const done = order({ status: 'completed', completedTime: new Date().toISOString() });
  board([preparing(), preparing(), order({ status: 'ready' }), done]);
  await expect(screen).toShow('Mark as Completed');
  const columns = [...document.querySelectorAll('[data-column]')];
  expect(columns.map((column) => column.getAttribute('aria-label'))).toEqual([
    'Pending Orders',
    'Under Preparation',
    'Ready',
    'Completed',
  ]);
  const tiles = columns.map((column) => column.firstElementChild?.textContent);
  expect(tiles.map((tile) => Number.parseInt(tile ?? '', 10))).toEqual([0, 2, 1, 1]);
});

test('the search finds an order by code or guest [A-BOARD-03]', async () => {
  const one = preparing();
  const other = preparing({ customerInfo: { ...dalForOne.customerInfo, name: 'Ravi Nair' } });
  board([one, other]);
  await ticket(one);
  await typeIn('Find an order', 'ravi');
  await waitFor(() => expect(screen.queryByText(one.orderId.slice(-5))).toBeNull());
  expect(screen.getByText(other.orderId.slice(-5))).toBeTruthy();
});

const expectStep = async (status: Order['status'], label: string, to: Order['status']) => {
  const it = order({ status, paymentStatus: 'paid' });
  const { sent, user } = board([it], stepped(it, to));
  await user.click(within(await ticket(it)).getByRole('button', { name: label }));
  await waitFor(() => expect(sent('updateOrderStatus')).toEqual([{ orderId: it.id, status: to }]));
};

test('Start Preparing moves a pending order to preparing [A-BOARD-11]', () =>
  expectStep('pending', 'Start Preparing', 'preparing'));
test('Mark as Ready moves a preparing order to ready [A-BOARD-14]', () =>
  expectStep('preparing', 'Mark as Ready', 'ready'));
test('Mark as Completed moves a ready order to completed [A-BOARD-15]', () =>
  expectStep('ready', 'Mark as Completed', 'completed'));

test('an order that must not be picked up yet stays, with the reason', async () => {
  const it = preparing();
  const { user } = board([it], { updateOrderStatus: refusal('invalid-transition') });
  await user.click(within(await ticket(it)).getByRole('button', { name: 'Mark as Ready' }));
  await expect(screen).toShow('Failed to update order status');
});

test.each([
  ['pending', 'card', 'pending', 'Record payment of $11.40'],
  ['unpaid', 'card', 'unpaid', 'Collect Cash Payment'],
  ['pending', 'cash', 'unpaid', 'Collect Cash Payment'],
] as const)(
  'a %s order by %s shows %s and the button %s [A-BOARD-17] [A-BOARD-20] [A-BOARD-21]',
  async (paymentStatus, paymentMethod, look, button) => {
    const it = preparing({ paymentStatus, paymentMethod });
    board([it]);
    const shown = within(await ticket(it));
    expect(shown.getByText(new RegExp(`\\$11\\.40.*${look}|${look}`))).toBeTruthy();
    expect(shown.getByRole('button', { name: button })).toBeTruthy();
  },
);

test('a pending cash order made by an admin has no payment button [A-BOARD-20]', async () => {
  const it = preparing({ paymentStatus: 'pending', metadata: { orderToken: 't', adminCreated: true } });
  board([it]);
  expect(within(await ticket(it)).queryByRole('button', { name: 'Collect Cash Payment' })).toBeNull();
});

test.each([
  ['paid', 'paid in cash'],
  ['failed', 'payment failed'],
  ['refunded', 'refunded'],
] as const)(
  'an order that is %s shows "%s" and no payment button [A-BOARD-22] [A-BOARD-23]',
  async (paymentStatus, words) => {
    const it = preparing({ paymentStatus });
    board([it]);
    const shown = within(await ticket(it));
    expect(shown.getByText(words)).toBeTruthy();
    expect(shown.queryByRole('button', { name: /Collect|Record/ })).toBeNull();
  },
);

test.each([
  [['cash', 'terminal'], 'paid: Cash, Card terminal'],
  [['debit'], 'paid: Debit'],
  [undefined, 'paid in cash'],
])('an order with %s received shows "%s"', async (paidWith, words) => {
  const it = preparing({ paymentStatus: 'paid', paymentMethod: 'cash', ...(paidWith && { paidWith }) });
  board([it]);
  expect(within(await ticket(it)).getByText(words)).toBeTruthy();
});

test('a partly paid order shows what is left', async () => {
  const it = preparing({ paymentStatus: 'pending' });
  board([{ ...it, due: 5 }]);
  const shown = within(await ticket(it));
  expect(shown.getByText('$5.00')).toBeTruthy();
  expect(shown.getByText(/^left of \$\d/)).toBeTruthy();
});

test('a completed order has no payment button, paid or not [A-BOARD-18]', async () => {
  const it = order({ status: 'completed', completedTime: new Date().toISOString() });
  board([it]);
  await expect(screen).toShow(it.orderId.slice(-5));
  expect(screen.queryByRole('button', { name: /Collect|Record/ })).toBeNull();
});

test.each([
  [100.01, 1, 'High urgency'],
  [100, 5, 'Medium urgency'],
  [20, 6, 'High urgency'],
  [50.01, 1, 'Medium urgency'],
  [50, 4, 'Medium urgency'],
  [50, 3, null],
] as const)(
  'an order of $%s with %s dishes is marked %s [A-BOARD-25] [A-BOARD-26]',
  async (total, itemCount, title) => {
    const it = preparing({ pricing: priced(total), itemCount });
    board([it]);
    expect(within(await ticket(it)).queryByTitle(/urgency/)?.title ?? null).toBe(title);
  },
);

test('a cash payment is confirmed first, then the order shows as paid', async () => {
  const it = preparing();
  const { press, user, sent } = board([it], {
    processOrderPayment: { orderId: it.id, message: '', order: { ...it, paymentStatus: 'paid', version: 2 } } as never,
  });
  await user.click(within(await ticket(it)).getByRole('button', { name: 'Collect Cash Payment' }));
  await press('Yes, received');
  await expect(screen).toShow('paid in cash');
  expect(sent('processOrderPayment')).toMatchObject([{ orderId: it.id, paymentData: { method: 'manual' } }]);
});

test('collecting cash asks for the amount given and shows the change', async () => {
  const it = preparing();
  const { user, press, sent } = board([it], {
    getDrawers: { drawers: [], denominations: [], currency: 'CAD', closedDay: { number: 12 } },
    processOrderPayment: { orderId: it.id, message: '', order: { ...it, paymentStatus: 'paid', version: 2 } } as never,
  });
  await user.click(within(await ticket(it)).getByRole('button', { name: 'Collect Cash Payment' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take $11.40?' });
  expect(await within(dialog).findByText(/^This day is closed, No\. 12\./)).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Amount given'), '10');
  expect(within(dialog).getByRole('status').textContent).toContain('$1.40 is still missing');
  await press('Yes, received');
  expect(sent('processOrderPayment')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: '$20' }));
  expect(within(dialog).getByRole('status').textContent).toContain('$8.60');
  await press('Yes, received');
  await expect(screen).toShow('paid in cash');
  expect(sent('processOrderPayment')).toMatchObject([{ collected: 11.4 }]);
});

test('the payment dialog of a partly paid order asks for what is left', async () => {
  const it = preparing({ paymentStatus: 'pending', due: 4.4 });
  const { user } = board([it]);
  await user.click(within(await ticket(it)).getByRole('button', { name: 'Collect Cash Payment' }));
  const request = await screen.findByRole('dialog', { name: 'Take $4.40?' });
  expect(request.textContent).toContain('The rest of $11.40 was paid before.');
});

test('a failed cash refund says that the payment status is unchanged [A-ERR-05]', async () => {
  const { press } = board([], {
    getManualRefunds: {
      refunds: [
        {
          refundId: 'f1',
          orderId: 'TRU-20261120-ZZZZZ',
          customerName: 'Asha',
          amount: 11.4,
          method: 'cash',
          status: 'requested',
          requestedAt: '2026-11-20T12:00:00.000Z',
          items: [],
        } as never,
      ],
    },
    updateOrderPaymentStatus: refusal('conflict'),
  });
  await press(/^Handed back/);
  await press('Yes, handed back');
  await expect(screen).toShow('Failed to update payment status');
});

test('money that was taken twice is listed until it was handed back, and can be recorded without refunding the order', async () => {
  const due = {
    refundId: 'f2',
    orderId: 'TRU-20261120-ZZZZZ',
    customerName: 'Asha',
    amount: 11.4,
    method: 'cash',
    status: 'requested',
    requestedAt: '2026-11-20T12:00:00.000Z',
    items: [],
    isOverpaid: true,
  };
  const { press, sent } = board([], {
    getManualRefunds: { refunds: [due as never] },
    settleManualRefund: { refund: due, order: preparing() } as never,
  });
  await expect(screen).toShow('$11.40 to Asha, order ZZZZZ, paid too much');
  await press(/^Handed back/);
  await press('Yes, handed back');
  await expect(screen).toShow('ZZZZZ is refunded');
  expect(sent('settleManualRefund')).toEqual([{ refundId: 'f2' }]);
  expect(sent('updateOrderPaymentStatus')).toEqual([]);
});

async function select(orders: Order[], more: Answers) {
  const office = board(orders, more);
  await ticket(orders[0] as Order);
  await office.press('Select');
  for (const each of orders) await office.press(`Select order ${each.orderId.slice(-5)}`, 'checkbox');
  return office;
}

test('several orders advance in one call in their order on screen, and failures are named [A-BOARD-34]', async () => {
  const both = [preparing(), preparing()];
  const { press, sent } = await select(both, {
    updateMultipleOrderStatuses: {
      results: [],
      summary: { total: 2, successful: 1, failed: 1, successRate: 50 },
      batchId: 'b',
    },
  });
  await press('Mark as Ready (2)');
  await expect(screen).toShow('1 updated, 1 failed');
  expect(sent('updateMultipleOrderStatuses')).toMatchObject([
    { updates: both.map(({ id }) => ({ orderId: id, newStatus: 'ready' })), locationId: 'truro' },
  ]);
});

const arrives = (it: Order) => sendLiveEvent('order.created', { locationId: 'truro', order: it });

test('a new order opens the popup over the board until it is accepted [A-BOARD-30] [A-BOARD-32]', async () => {
  const it = order();
  const { press, sent } = board([], stepped(it, 'preparing'));
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  arrives(it);
  const popup = await screen.findByRole('dialog', { name: 'New order' });
  expect(popup.textContent).toContain(it.orderId.slice(-5));
  await awake();
  await press('Accept Order & Start Preparing');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New order' })).toBeNull());
  expect(sent('updateOrderStatus')).toEqual([{ orderId: it.id, status: 'preparing' }]);
});

test('orders from before the board was opened pop up too, oldest first; accepted ones do not return [A-BOARD-27] [A-BOARD-31]', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const [oldest, newer] = [order({ orderTime: ago(9) }), order({ orderTime: ago(2) })];
  const { press } = board([oldest, preparing(), newer], stepped(oldest, 'preparing'));
  const popup = await screen.findByRole('dialog', { name: 'New order' });
  const inFront = () => popup.querySelector('b')?.textContent;
  expect(inFront()).toBe(oldest.orderId.slice(-5));
  await awake();
  await press(ACCEPT);
  const next = await screen.findByRole('dialog', { name: 'New order' });
  await waitFor(() => expect(next.querySelector('b')?.textContent).toBe(newer.orderId.slice(-5)));
  expect(next.textContent).not.toContain(oldest.orderId.slice(-5));
});

const ACCEPT = 'Accept Order & Start Preparing';
/** Waits until the popup accepts input. */
async function awake(name = ACCEPT): Promise<void> {
  const isAwake = async () => (await screen.findByRole('button', { name })).getAttribute('aria-disabled') === null;
  await waitFor(async () => expect(await isAwake()).toBe(true), { timeout: 10_000 });
}

test('a click or key press meant for the screen before accepts nothing when an order opens or replaces another [A-BOARD-28]', async () => {
  const [first, second] = [order(), order()];
  const { sent, user } = board([], stepped(first, 'preparing'));
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  arrives(first);
  fireEvent.click(await screen.findByText(ACCEPT));
  expect(screen.getByText('Snooze for a minute').getAttribute('aria-disabled')).toBe('true');
  screen.getByText(ACCEPT).focus();
  await user.keyboard('{Enter} ');
  expect(sent('updateOrderStatus')).toEqual([]);
  arrives(second);
  await awake();
  fireEvent.click(screen.getByText(ACCEPT));
  fireEvent.click(screen.getByText(ACCEPT));
  const popup = await screen.findByRole('dialog', { name: 'New order' });
  expect(popup.textContent).toContain(second.orderId.slice(-5));
  expect(sent('updateOrderStatus')).toEqual([{ orderId: first.id, status: 'preparing' }]);
  await awake();
});

test('the popup shows the allergy first, and every dish [A-BOARD-29]', async () => {
  const items = ['Dal', 'Naan', 'Raita', 'Lassi', 'Kheer'].map((name, at) => ({
    ...dalForOne.items[0],
    name,
    line: at + 1,
  }));
  const it = order({ items: items as Order['items'], specialInstructions: 'Allergic to peanuts' });
  board([]);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  arrives(it);
  const text = (await screen.findByRole('dialog', { name: 'New order' })).textContent;
  const inTurn = ['Allergic to peanuts', it.orderId.slice(-5), 'Dal', 'Raita', '2 more items', 'Lassi', 'Kheer'];
  const places = inTurn.map((words) => text.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('all waiting orders are shown with spice and notes before they are accepted together', async () => {
  const noted = { ...dalForOne.items[0]!, spiceLevelName: 'Hot', selectedSpiceLevel: 3, note: 'cut in half' };
  board([]);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  arrives(order({ items: [noted] }));
  arrives(order({}));
  const popup = await screen.findByRole('dialog', { name: 'New order' });
  await awake();
  fireEvent.click(await within(popup).findByRole('button', { name: /^Show all/ }));
  const all = within(await screen.findByRole('dialog', { name: 'New order' }));
  expect(all.getByText('Hot')).toBeTruthy();
  expect(all.getByText(/cut in half/)).toBeTruthy();
});

test('the popup can be snoozed for a minute, and a strip shows the waiting orders meanwhile', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { press } = board([]);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  arrives(order());
  await awake();
  await press('Snooze for a minute');
  await screen.findByRole('alert', { name: 'New order' });
  expect(screen.queryByRole('dialog', { name: 'New order' })).toBeNull();
  await vi.advanceTimersByTimeAsync(55_000);
  expect(screen.queryByRole('dialog', { name: 'New order' })).toBeNull();
  await vi.advanceTimersByTimeAsync(6_000);
  await screen.findByRole('dialog', { name: 'New order' });
});

const bothAccepted: Answers = {
  updateMultipleOrderStatuses: {
    results: [],
    summary: { total: 2, successful: 2, failed: 0, successRate: 100 },
    batchId: 'b',
  },
};

test.each<[string, Partial<Order>]>([
  ['a dish to confirm', { awaitsAllergyCheck: true }],
  ['an allergy in its note', { specialInstructions: 'Allergic to peanuts' }],
])('“Accept all” leaves out an order with %s and names it', async (_case, details) => {
  const [first, second, allergic] = [order(), order(), order(details)];
  const { press, sent } = board([], bothAccepted);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  for (const each of [first, second, allergic]) arrives(each);
  await awake();
  await press('Show all 3');
  await awake('Accept all 2');
  const list = (await screen.findByRole('dialog', { name: 'New order' })).textContent;
  expect(list).toContain(`accepted one by one: ${allergic.orderId.slice(-5)}`);
  await press('Accept all 2');
  await waitFor(() =>
    expect(sent('updateMultipleOrderStatuses')).toMatchObject([
      { updates: [first, second].map(({ id }) => ({ orderId: id, newStatus: 'preparing' })) },
    ]),
  );
  // The other one is still to be accepted alone.
  expect((await screen.findByRole('dialog', { name: 'New order' })).textContent).toContain(allergic.orderId.slice(-5));
});

test('“Accept all” leaves the orders with an allergy and names each allergy', async () => {
  const [first, second, stated, written] = [
    order(),
    order(),
    order({ allergies: [{ code: 'milk' }, { code: 'sesame' }] }),
    order({ specialInstructions: 'Allergic to peanuts' }),
  ];
  const { press, sent } = board([], bothAccepted);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  for (const each of [stated, first, written, second]) arrives(each);
  await awake();
  await press('Show all 4');
  await awake('Accept all 2');
  const stays = within(await screen.findByRole('dialog', { name: 'New order' })).getByRole('status').textContent;
  expect(stays).toContain(`${stated.orderId.slice(-5)} (Milk, Sesame seeds)`);
  expect(stays).toContain(`${written.orderId.slice(-5)} (Allergic to peanuts)`);
  await press('Accept all 2');
  await waitFor(() =>
    expect(sent('updateMultipleOrderStatuses')).toMatchObject([
      { updates: [first, second].map(({ id }) => ({ orderId: id, newStatus: 'preparing' })) },
    ]),
  );
});

test('orders that all have an allergy are not offered together', async () => {
  board([]);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  for (const code of ['milk', 'sesame'] as const) arrives(order({ allergies: [{ code }] }));
  const popup = within(await screen.findByRole('dialog', { name: 'New order' }));
  await popup.findByText('1 of 2 waiting');
  expect(popup.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

test('several orders are accepted together after they were shown in a list', async () => {
  const [first, second] = [order(), order({ specialInstructions: 'Extra napkins' })];
  const { press, sent } = board([], bothAccepted);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  arrives(first);
  arrives(second);
  await awake();
  expect(screen.queryByRole('button', { name: 'Accept all 2' })).toBeNull();
  await press('Show all 2');
  expect(screen.getByText('One by one').getAttribute('aria-disabled')).toBe('true');
  // The list has just opened and ignores input.
  fireEvent.click(screen.getByText('Accept all 2'));
  const list = (await screen.findByRole('dialog', { name: 'New order' })).textContent;
  for (const words of [first.orderId.slice(-5), second.orderId.slice(-5), '1Dal', 'Extra napkins'])
    expect(list).toContain(words);
  expect(sent('updateMultipleOrderStatuses')).toEqual([]);
  await awake('Accept all 2');
  await press('Accept all 2');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New order' })).toBeNull());
  expect(sent('updateMultipleOrderStatuses')).toMatchObject([
    { updates: [first, second].map(({ id }) => ({ orderId: id, newStatus: 'preparing' })) },
  ]);
});

const naanAndDal = (refunded: Readonly<Record<number, number>>): Order['items'] =>
  ['Naan', 'Dal'].map((name, at) => ({
    ...(dalForOne.items[0] as Order['items'][number]),
    line: at + 1,
    name,
    quantity: 2,
    ...(refunded[at + 1] !== undefined && { refundedQuantity: refunded[at + 1] }),
  }));

test('a refund of an order being prepared strikes the dish through and is announced; if the refund fails, the dish is restored', async () => {
  const it = preparing({ items: naanAndDal({}), paymentStatus: 'paid' });
  const code = it.orderId.slice(-5);
  board([it]);
  const lines = async () => {
    const items = within(await ticket(it)).getAllByRole('listitem');
    return items.map((line) => [line.textContent.replace('Mild', '').trim(), line.className.includes('line-through')]);
  };
  expect(await lines()).toEqual([
    ['2Naan', false],
    ['2Dal', false],
  ]);
  const text = (refunded: Readonly<Record<number, number>>, version: number) =>
    sendLiveEvent('order.updated', { locationId: 'truro', order: { ...it, items: naanAndDal(refunded), version } });
  text({ 1: 1, 2: 2 }, 2);
  await expect(screen).toShow(`${code}: do not cook 1 Naan, 2 Dal, refunded`);
  await vi.waitFor(async () =>
    expect(await lines()).toEqual([
      ['1Naan 1 of 2 refunded', false],
      ['2Dal refunded', true],
    ]),
  );
  text({ 1: 1 }, 3);
  await expect(screen).toShow(`${code}: cook 2 Dal after all`);
  await vi.waitFor(async () => expect((await lines())[1]).toEqual(['2Dal', false]));
});

test('a cancelled order is not counted again when older data about it arrives', async () => {
  const it = preparing({ version: 2 });
  const cancelled = { ...it, status: 'cancelled' as const, version: 3 };
  const slow = Promise.withResolvers<void>();
  let request = 0;
  const { press } = board([it], {
    getLocationOrders: async ({ status }) => {
      if (status !== 'completed' && ++request > 1) await slow.promise;
      return ordersOf(status === 'completed' ? [] : [it]);
    },
  });
  await ticket(it);
  const tile = within(screen.getByRole('region', { name: 'Under Preparation' })).getAllByRole('button')[0];
  const counts: (string | undefined)[] = [];
  const watch = new MutationObserver(() => counts.push(tile?.textContent.slice(0, 1)));
  watch.observe(tile as HTMLElement, { subtree: true, characterData: true, childList: true });
  // A list requested before the cancellation, and an event delivered out of order.
  await press('Refresh');
  sendLiveEvent('order.updated', { locationId: 'truro', order: cancelled });
  await waitFor(() => expect(counts.at(-1)).toBe('0'));
  slow.resolve();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-busy')).toBe('false'));
  watch.disconnect();
  expect(counts.slice(counts.indexOf('0'))).not.toContain('1');
  sendLiveEvent('order.updated', { locationId: 'truro', order: it });
  const next = preparing();
  arrives(next);
  await ticket(next);
  expect(tile?.textContent.slice(0, 1)).toBe('1');
});

async function cancelling(it: Order, more: Answers = {}, me = admin) {
  const office = board([it], more, me);
  await office.user.click(within(await ticket(it)).getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('heading', { name: `Cancel order ${it.orderId.slice(-5)}?` });
  return office;
}

test('cancelling is confirmed with what happens to the money; an unpaid order has none to refund [A-CANCEL-01] [A-CANCEL-02] [A-CANCEL-09]', async () => {
  const { sent } = await cancelling(preparing());
  await expect(screen).toShow('Nothing to refund.');
  expect(screen.getByRole('button', { name: 'Cancel order' })).toBeTruthy();
  expect(sent('cancelOrder')).toEqual([]);
});

test('cancelling an order that was paid in part names what was paid, not its total', async () => {
  const it = preparing();
  await cancelling({ ...it, paymentMethod: 'online', paymentStatus: 'pending', due: 4 });
  const back = `$${(it.pricing.total - 4).toFixed(2)}`;
  expect(await screen.findByRole('button', { name: `Cancel and refund ${back}` })).toBeTruthy();
});

test('cancelling needs a reason [A-CANCEL-03] [A-CANCEL-04]', async () => {
  const { press, sent } = await cancelling(preparing());
  const confirm = screen.getByRole('button', { name: 'Cancel order' });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  const reason = screen.getByLabelText(/^Tell the team what happened/);
  const errorInDialog = () =>
    (reason.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(errorInDialog()).not.toContain('Please provide a reason for cancellation');
  fireEvent.blur(reason);
  expect(errorInDialog()).toContain('Please provide a reason for cancellation');
  await typeIn(/^Tell the team what happened/, '   ');
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  await press('Cancel order');
  expect(sent('cancelOrder')).toEqual([]);
  await typeIn(/^Tell the team what happened/, 'Out of rice');
  expect(confirm.getAttribute('aria-disabled')).toBeNull();
});

test('a cancelled order leaves the board, and the dialog closes [A-CANCEL-13]', async () => {
  const it = preparing();
  const { press } = await cancelling(it, {
    cancelOrder: {
      orderId: it.id,
      message: '',
      order: { ...it, status: 'cancelled', version: 2 },
      refund: null,
      refunds: [],
    },
  });
  await press('Kitchen emergency');
  await press('Cancel order');
  await expect(screen).toShow('Order cancelled.');
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Cancel order/ })).toBeNull());
  await waitFor(() => expect(screen.queryByText(it.orderId.slice(-5))).toBeNull());
});

test('only pending and preparing orders can be cancelled [A-CANCEL-05] [A-BOARD-16]', async () => {
  const [cooked, waiting] = [order({ status: 'ready' }), preparing()];
  board([cooked, waiting]);
  expect(within(await ticket(waiting)).getByRole('button', { name: 'Cancel' })).toBeTruthy();
  expect(within(await ticket(cooked)).queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('the dialog of a paid card order announces an automatic refund [A-CANCEL-06]', async () => {
  await cancelling(preparing({ paymentStatus: 'paid', paymentMethod: 'stripe_checkout' as never }));
  await expect(screen).toShow('$11.40 goes back to the card');
  expect(await screen.findByText(/Allow 5-10 business days/)).toBeTruthy();
});

test('the dialog names the way of each refund, and afterwards what became of each', async () => {
  const goesBack = [
    { method: 'card', amount: 4.4 },
    { method: 'gift-card', amount: 5, giftCard: '•••• 7KQ4' },
    { method: 'cash', amount: 2 },
  ] as const;
  const it = preparing({ paymentStatus: 'paid', paymentMethod: 'online', goesBack: [...goesBack] });
  const message = 'Order cancelled. $5.00 went back to the gift card. Hand back $2.00 in cash.';
  const refunds = goesBack.map((part) => ({ ...part, refundId: 'f', status: 'requested', success: true, error: null }));
  const { press } = await cancelling(it, {
    cancelOrder: {
      orderId: it.id,
      message,
      order: { ...it, status: 'cancelled' },
      refund: refunds[0],
      refunds,
    } as never,
  });
  await expect(screen).toShow('$4.40 goes back to the card');
  await expect(screen).toShow('$5.00 goes back to the gift card •••• 7KQ4');
  await expect(screen).toShow('$2.00 to hand back in cash');
  expect(screen.queryByText(/\$11\.40 goes back/)).toBeNull();
  await press('Kitchen emergency');
  await press('Cancel and refund $9.40');
  await expect(screen).toShow(message);
});

test('the dialog of a paid cash order says that the cash must be handed back [A-CANCEL-07]', async () => {
  await cancelling(preparing({ paymentStatus: 'paid', paymentMethod: 'cash' }));
  await expect(screen).toShow('This cash refund has to be given by hand.');
});

test('the dialog of an order paid another way asks to check the payment [A-CANCEL-08]', async () => {
  await cancelling(preparing({ paymentStatus: 'paid', paymentMethod: 'manual' }));
  await expect(screen).toShow('Paid another way: the refund needs a manual review.');
});

test('a refund that must be made by hand is announced when the order is cancelled [A-CANCEL-12] [A-CANCEL-15]', async () => {
  const it = preparing({ paymentStatus: 'paid', paymentMethod: 'manual' });
  const byHand = { method: 'manual', success: false, amount: 11.4, refundId: 'f', status: 'requested', error: null };
  const { press, sent } = await cancelling(it, {
    cancelOrder: {
      orderId: it.id,
      message: '',
      order: { ...it, status: 'cancelled', version: 2 },
      refund: byHand,
      refunds: [byHand],
    } as never,
  });
  await press('Kitchen emergency');
  await press('Cancel order');
  await expect(screen).toShow(/Refund warning: please process \$11.40 manually/);
  expect(sent('cancelOrder')).toEqual([{ orderId: it.id, cancelReason: 'Kitchen emergency' }]);
});

test('an order that cannot be cancelled shows an error in the dialog [A-ERR-07]', async () => {
  const { press } = await cancelling(preparing(), { cancelOrder: refusal('conflict', '') });
  await press('Kitchen emergency');
  await press('Cancel order');
  await expect(screen).toShow('Failed to cancel order');
});

test('staff work on the board but refund nothing without a manager’s PIN [A-ROLE-08]', async () => {
  const it = preparing({ paymentStatus: 'paid' });
  const managers = [
    { userId: 'u2', name: 'Robin Example' },
    { userId: 'u3', name: 'Drew Example' },
  ];
  const { press, sent, answer } = await cancelling(
    it,
    { cancelOrder: refusal('manager-needed', 'The server says for what.', { managers }) },
    staff,
  );
  await expect(screen).toShow('This sends money back: a manager allows it with their PIN.');
  await press('Kitchen emergency');
  await press('Cancel order');
  await expect(screen).toShow('Manager approval');
  await expect(screen).toShow(
    'The server says for what. Their PIN is valid for this once, and the log records both names.',
  );
  await press('Drew Example');
  answer({ cancelOrder: refusal('wrong-pin', 'Wrong PIN. 4 tries left.') });
  for (const digit of '111111') await press(digit);
  await expect(screen).toShow('Wrong PIN. 4 tries left.');
  answer({
    cancelOrder: { orderId: it.id, message: '', order: { ...it, status: 'cancelled' }, refund: null, refunds: [] },
  });
  // Drew stays chosen for the next try.
  for (const digit of '123456') await press(digit);
  await expect(screen).toShow('Order cancelled.');
  const request = { orderId: it.id, cancelReason: 'Kitchen emergency' };
  expect(sent('cancelOrder')).toEqual([request, request, request]);
});

test('the PIN dialog says when no manager has one, and closing it returns to the unchanged dialog', async () => {
  const it = preparing({ paymentStatus: 'paid' });
  const { press } = await cancelling(
    it,
    { cancelOrder: refusal('manager-needed', undefined, { managers: [] }) },
    staff,
  );
  await press('Kitchen emergency');
  await press('Cancel order');
  await expect(screen).toShow('No manager has a PIN here');
  await press('Not now');
  await expect(screen).toShow('A manager has to do this.');
  expect(screen.getByDisplayValue('Kitchen emergency')).toBeTruthy();
});

test('advancing a removed order shows an error [A-ERR-12]', async () => {
  const it = preparing({ paymentStatus: 'paid' });
  const { user } = board([it], { updateOrderStatus: refusal('order-not-found') });
  await user.click(within(await ticket(it)).getByRole('button', { name: 'Mark as Ready' }));
  await expect(screen).toShow('Failed to update order status');
  await expect(screen).toShow('Order not found');
});

test('a ticket’s next step stays enabled while another order’s step is being sent', async () => {
  const [one, other] = [preparing({ paymentStatus: 'paid' }), preparing({ paymentStatus: 'paid' })];
  const slow = Promise.withResolvers<never>();
  const { user } = board([one, other], { updateOrderStatus: () => slow.promise });
  await user.click(within(await ticket(one)).getByRole('button', { name: 'Mark as Ready' }));
  const next = within(await ticket(other)).getByRole<HTMLButtonElement>('button', { name: 'Mark as Ready' });
  expect([next.disabled, next.getAttribute('aria-disabled')]).toEqual([false, null]);
});

test.each([
  ['paid', 0, '22 Willow Street, Truro. Leave at the door'],
  ['to be paid there', 5, '22 Willow Street, Truro'],
] as const)(
  'for a drop-off at the door, %s: the ticket and its details show where the order goes',
  async (_how, due, where) => {
    const deliveryInfo = { address: '22 Willow Street, Truro', instructions: '', leaveAtDoor: true };
    const delivered = order({ status: 'ready', orderType: 'delivery', due, deliveryInfo });
    const { press } = board([delivered]);
    const its = await ticket(delivered);
    expect(within(its).getByText(/22 Willow Street/).textContent).toBe(where);
    await press(/^Details of/);
    const details = await screen.findByRole('dialog', { name: /^Details of/ });
    expect(within(details).getByText(/22 Willow Street/).textContent).toBe(where);
  },
);

test('a failed delivery is a line with the reason, a mark and a toast on the board, until somebody has seen it', async () => {
  const courier = { state: 'on-the-way' as const, at: '2026-11-20T22:00:00.000Z' };
  const deliveryInfo = { address: '22 Willow Street, Truro', instructions: '', courier };
  const left = order({ status: 'completed', orderType: 'delivery', deliveryInfo });
  const code = left.orderId.slice(-5);
  const { press } = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [left] : []),
  });
  expect(await screen.findByText(code)).toBeTruthy();
  const step = { at: '2026-11-20T22:20:00.000Z', by: 'Sam', note: 'Nobody came to the door' };
  const failed = {
    ...left,
    version: left.version + 1,
    deliveryInfo: { ...deliveryInfo, courier: { ...courier, state: 'failed' as const } },
    statusHistory: [{ ...step, status: 'completed' as const, from: 'completed' as const }],
  };
  sendLiveEvent('order.updated', { locationId: 'truro', order: failed });
  const list = within(await screen.findByRole('list', { name: 'Deliveries that failed' }));
  expect(list.getByText('Could not be delivered: Nobody came to the door')).toBeTruthy();
  await expect(screen).toShow(`${code}: Could not be delivered: Nobody came to the door`);
  await expect(screen).toShow('Not delivered');
  await press(`Seen ${code}`);
  expect(screen.queryByRole('list', { name: 'Deliveries that failed' })).toBeNull();
  // Back at the restaurant and paid: somebody decides about the money.
  const returned = { ...deliveryInfo, courier: { state: 'returned' as const, at: '2026-11-20T22:40:00.000Z' } };
  const back = { ...failed, version: failed.version + 1, paymentStatus: 'paid' as const, deliveryInfo: returned };
  sendLiveEvent('order.updated', { locationId: 'truro', order: back });
  await expect(screen).toShow('It came back to the restaurant and is paid. Refund it, or deliver it again');
});

test('on a tablet the board opens on the first column with orders', async () => {
  openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [order({ status: 'preparing' })]),
  });
  const head = (name: RegExp) => screen.findByRole('button', { name });
  expect((await head(/Under Preparation/)).getAttribute('aria-pressed')).toBe('true');
  expect((await head(/Pending Orders/)).getAttribute('aria-pressed')).toBe('false');
});

test('the popup begins with the dishes that contain the allergen, then those to confirm, however long the order is', async () => {
  const check = (contains: readonly string[]) => ({ allergies: [{ code: 'milk' }], contains, by: null, at: null });
  const items = ['Dal', 'Naan', 'Raita', 'Lassi', 'Kheer'].map((name, at) => ({
    ...dalForOne.items[0],
    name,
    line: at + 1,
    ...(name === 'Lassi' && { allergyCheck: check([]) }),
    ...(name === 'Kheer' && { allergyCheck: check(['milk']) }),
  }));
  const it = order({ items: items as Order['items'], allergies: [{ code: 'milk' }], awaitsAllergyCheck: true });
  board([]);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  arrives(it);
  const popup = within(await screen.findByRole('dialog', { name: 'New order' }));
  const dishes = popup
    .getAllByRole('listitem')
    .map(({ textContent: text }) => items.find(({ name }) => text.includes(name))?.name);
  expect(dishes.filter(Boolean)).toEqual(['Kheer', 'Lassi', 'Dal', 'Naan', 'Raita']);
});
