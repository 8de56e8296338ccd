import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf, thaliDish, truro } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const order = { ...dalForOne, orderTime: new Date().toISOString(), status: 'preparing' as const, version: 4 };
const ID = order.orderId;
const sums = (total: number) => ({ subtotal: total, tax: 0, total });
const changed = (saved: boolean): Answer<'changeOrder'> => ({
  orderId: ID,
  message: `Order ${ID} was changed. $9.00 goes back.`,
  saved,
  difference: -9,
  change: {
    lines: [],
    amounts: [{ line: 1, difference: -9 }],
    facts: [],
    was: sums(20),
    now: sums(11),
    due: 0,
    back: 9,
    ways: [{ method: 'cash', amount: 9 }],
  },
  order,
});
const answers: Answers = {
  getLocationOrders: ordersOf([order]),
  getOrderDetails: { order },
  getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
  getLocationMenu: { items: [], categories: [] } as never,
  changeOrder: ({ preview }) => changed(preview !== true),
};

async function openChange(more: Answers = {}) {
  const page = openOffice(`find-order/${ID}`, { ...answers, ...more });
  await page.user.click(await screen.findByRole('button', { name: 'Change order' }));
  const dialog = await screen.findByRole('dialog', { name: /^Change order/ });
  const [item] = order.items;
  const more1 = () => within(dialog).getByRole('button', { name: `One more ${item?.name}` });
  return { ...page, dialog, more1 };
}

test('shows the former total, the new total and the refund before an order change is saved', async () => {
  const { user, sent, dialog, more1 } = await openChange();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await user.click(more1());
  await user.click(await within(dialog).findByRole('button', { name: 'Save and refund $9.00' }));
  expect(within(dialog).queryByText(/To refund: \$9\.00, \$9\.00 in cash/)).toBeTruthy();
  expect(within(dialog).queryByText('−$9.00')).toBeTruthy();
  await waitFor(() => expect(sent('changeOrder').at(-1)).not.toHaveProperty('preview'));
  expect(sent('changeOrder').at(-1)).toMatchObject({ orderId: ID, version: 4, total: 11 });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Change order/ })).toBeNull());
});

test('a new time is saved only with a reason, because the guest reads it beside both times', async () => {
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const promised = { from: new Date(Date.now() + 3_000_000).toISOString(), to };
  const soon = { ...order, promised, estimatedReady: to };
  const { user, sent, dialog } = await openChange({
    getLocationOrders: ordersOf([soon]),
    getOrderDetails: { order: soon },
  });
  const save = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  fireEvent.change(within(dialog).getByRole('combobox', { name: /^Change time/ }), { target: { value: '30' } });
  await waitFor(() => expect(sent('changeOrder').at(-1)).toMatchObject({ preview: true }));
  expect(save().disabled).toBe(true);
  await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'A large order');
  await waitFor(() => expect(save().disabled).toBe(false));
  await user.click(save());
  const wantedFor = new Date(Date.parse(to) + 30 * 60_000).toISOString();
  await waitFor(() => expect(sent('changeOrder').at(-1)).not.toHaveProperty('preview'));
  expect(sent('changeOrder').at(-1)).toMatchObject({ wantedFor, why: 'A large order' });
});

test('a dish that the kitchen has is taken off a tab only with a reason', async () => {
  const round = { ...order, tab: { label: 'Bar', tableName: '', sittingId: null } };
  const { user, sent, dialog } = await openChange({ getOrderDetails: { order: round } });
  await user.click(within(dialog).getByRole('button', { name: 'One fewer Dal' }));
  const save = await within(dialog).findByRole<HTMLButtonElement>('button', { name: 'Save and refund $9.00' });
  expect(save.disabled).toBe(true);
  await user.type(within(dialog).getByLabelText(/^Reason for the void/), 'Wrong table');
  await waitFor(() => expect(save.disabled).toBe(false));
  await user.click(within(dialog).getByRole('button', { name: 'Save and refund $9.00' }));
  await waitFor(() => expect(sent('changeOrder').at(-1)).not.toHaveProperty('preview'));
  expect(sent('changeOrder').at(-1)).toMatchObject({ remove: [1], why: 'Wrong table' });
});

test('adds dishes to a scheduled order from the menu of its time', async () => {
  const later = { ...order, wantedFor: '2099-11-20T22:15:00.000Z' };
  const { sent } = await openChange({ getLocationOrders: ordersOf([later]), getOrderDetails: { order: later } });
  await waitFor(() => expect(sent('getLocationMenu').at(-1)).toEqual({ locationId: 'truro', at: later.wantedFor }));
});

test('edits a line of a scheduled order with the menu of its time, and with that of the new time when it moves', async () => {
  const wantedFor = new Date(Date.now() + 86_400_000).toISOString();
  const later = { ...order, wantedFor, promised: { from: wantedFor, to: wantedFor }, estimatedReady: wantedFor };
  const { user, sent, dialog } = await openChange({
    getLocationOrders: ordersOf([later]),
    getOrderDetails: { order: later },
    getLocationMenu: { items: [{ ...thaliDish, id: order.items[0]?.id }], categories: [] } as never,
  });
  const request = () => sent('getLocationMenu').map(({ at }) => at);
  const name = `Change ${order.items[0]?.name}`;
  await user.click(within(dialog).getByRole('button', { name }));
  const sheet = await screen.findByRole('dialog', { name });
  await within(sheet).findByRole('radio', { name: /^Large/ });
  expect(new Set(request())).toEqual(new Set([wantedFor]));
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  const moved = new Date(Date.parse(wantedFor) + 3_600_000).toISOString();
  fireEvent.change(within(dialog).getByRole('combobox', { name: /^Change time/ }), { target: { value: '60' } });
  await waitFor(() => expect(request().at(-1)).toBe(moved));
});

test('saves an order with many lines under a key the server accepts, and repeats the same change under the same key', async () => {
  const items = Array.from({ length: 8 }, (_, index) => ({
    ...dalForOne.items[0]!,
    line: index + 1,
    name: `Dal ${index}`,
  }));
  const many = { ...order, items };
  const { user, sent, dialog } = await openChange({
    getLocationOrders: ordersOf([many]),
    getOrderDetails: { order: many },
    changeOrder: ({ preview }) => (preview ? changed(false) : { ...changed(true), message: 'It was changed.' }),
  });
  await user.click(within(dialog).getByRole('button', { name: 'One more Dal 0' }));
  await user.type(within(dialog).getByRole('textbox', { name: /^Special instructions/ }), 'Nut allergy – “please”');
  await user.click(await within(dialog).findByRole('button', { name: 'Save and refund $9.00' }));
  await expect(screen).toShow('It was changed.');
  expect(sent('changeOrder').at(-1)).toMatchObject({ note: expect.stringContaining('Nut allergy') });
});

test('asks before Escape or the close button discards an unsaved change', async () => {
  const { user, press, sent, dialog, more1 } = await openChange();
  await user.click(more1());
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  await expect(screen).toShow('Discard what you typed?');
  await press('Keep editing');
  expect(await within(dialog).findByRole('button', { name: 'Save and refund $9.00' })).toBeTruthy();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  await press('Discard');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Change order/ })).toBeNull());
  expect(sent('changeOrder').filter(({ preview }) => preview !== true)).toEqual([]);
});

test('sends only changed values, so edits by others in the meantime are preserved', async () => {
  const { user, sent, dialog, more1 } = await openChange();
  await user.click(within(dialog).getByRole('textbox', { name: /^Special instructions/ }));
  await user.tab();
  await user.click(more1());
  await user.click(await within(dialog).findByRole('button', { name: 'Save and refund $9.00' }));
  await waitFor(() => expect(sent('changeOrder').at(-1)).not.toHaveProperty('preview'));
  expect(sent('changeOrder').at(-1)).not.toHaveProperty('note');
});

test('shows what prevents a change and disables saving', async () => {
  const words = 'Part of this order was already refunded.';
  const { user, dialog, more1 } = await openChange({ changeOrder: refusal('failed-precondition', words) });
  await user.click(more1());
  expect(await within(dialog).findByText(words)).toBeTruthy();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

const thali = {
  ...dalForOne.items[0]!,
  id: 'thali',
  name: 'Thali',
  options: [
    { group: 'size', groupName: 'Size', id: 'regular', name: 'Regular', units: 1, unitPrice: 14.95, isSize: true },
    { group: 'out', groupName: 'Leave out', id: 'onion', name: 'Onion', units: 1, unitPrice: 0, isDefault: true },
  ],
};

test('sends only what changed when a line gets other options and another note', async () => {
  const withThali = { ...order, items: [thali] };
  const { user, press, sent, dialog } = await openChange({
    getLocationOrders: ordersOf([withThali]),
    getOrderDetails: { order: withThali },
    getLocationMenu: { items: [thaliDish], categories: [] } as never,
  });
  await user.click(within(dialog).getByRole('button', { name: 'Change Thali' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change Thali' }));
  expect((await sheet.findByRole<HTMLInputElement>('radio', { name: /^Regular/ })).checked).toBe(true);
  await press(/^Large/, 'radio');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await expect(screen).toShow(/Large · − Coriander/);
  await user.click(await within(dialog).findByRole('button', { name: 'Save and refund $9.00' }));
  await waitFor(() => expect(sent('changeOrder').at(-1)).not.toHaveProperty('preview'));
  expect(sent('changeOrder').at(-1)?.change).toEqual([
    {
      line: 1,
      options: [
        { groupId: 'size', optionId: 'large', units: 1 },
        { groupId: 'out', optionId: 'onion', units: 1 },
      ],
    },
  ]);
});

test('shows the allergy of a line, and staff take it off', async () => {
  const withThali = { ...order, items: [{ ...thali, allergies: [{ code: 'milk' as const }] }] };
  const { user, sent, dialog } = await openChange({
    getLocationOrders: ordersOf([withThali]),
    getOrderDetails: { order: withThali },
    getLocationMenu: { items: [thaliDish], categories: [] } as never,
  });
  expect(within(dialog).getByText(/Allergy: Milk/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Change Thali' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change Thali' }));
  await user.click(await sheet.findByRole('checkbox', { name: 'Milk' }));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('changeOrder').at(-1)?.change).toEqual([{ line: 1, allergies: [] }]));
  expect(within(dialog).queryByText(/Allergy: Milk/)).toBeNull();
});

test('adds an open item at the typed price; two prices make two lines', async () => {
  const { user, press, sent, dialog } = await openChange();
  const type = async (price: string) => {
    await press('Other item…');
    const typed = screen.getByRole('form', { name: 'Something not on the menu' });
    await user.type(within(typed).getByRole('textbox', { name: 'Name' }), 'Corkage');
    await typeIn(/^Price of one/, price);
    await user.click(screen.getByRole('checkbox', { name: /^The kitchen makes it/ }));
    await press(/^Add to Order/);
  };
  await type('15');
  await type('12.50');
  expect(within(dialog).getByText('$15.00 · new')).toBeTruthy();
  await user.click(await within(dialog).findByRole('button', { name: 'Save and refund $9.00' }));
  await waitFor(() => expect(sent('changeOrder').at(-1)).not.toHaveProperty('preview'));
  const line = { quantity: 1, name: 'Corkage', open: { taxClass: 'meal', isCooked: false } };
  expect(sent('changeOrder').at(-1)).toMatchObject({
    add: [
      { ...line, price: 15 },
      { ...line, price: 12.5 },
    ],
  });
});

test('warns about sold-out dishes and sells them once confirmed, even if stock runs out only on saving', async () => {
  const items = [{ id: 'dal', name: 'Dal Tadka', reason: 'sold-out', left: 1 }];
  const { user, sent, dialog, more1 } = await openChange({
    changeOrder: ({ preview, sellAnyway }) =>
      preview || sellAnyway
        ? changed(preview !== true)
        : refusal('item-unavailable', 'Only 1 left of Dal Tadka.', { items }),
  });
  await user.click(more1());
  await user.click(await within(dialog).findByRole('button', { name: 'Save and refund $9.00' }));
  expect(await within(dialog).findByText('Only 1 left of Dal Tadka.')).toBeTruthy();
  expect(sent('changeOrder').at(-1)).not.toHaveProperty('sellAnyway');
  await user.click(within(dialog).getByRole('button', { name: 'Sell anyway' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Save and refund $9.00' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Change order/ })).toBeNull());
  expect(sent('changeOrder').at(-1)).toMatchObject({ sellAnyway: ['dal'], change: [{ line: 1 }] });
});

test('staff change pickup to delivery beside the order as it was, and the button carries what to collect', async () => {
  const paid = { ...order, due: 0, paymentStatus: 'paid' as const };
  const after = changed(false);
  const { user, sent, dialog, press } = await openChange({
    getOrderDetails: { order: paid },
    getLocations: { locations: [{ ...truro, services: ['pickup', 'delivery'] }] },
    quoteDelivery: refusal('outside-delivery'),
    changeOrder: {
      ...after,
      difference: 5.69,
      change: {
        ...after.change,
        facts: ['orderType', 'address', 'time'],
        now: { ...sums(17.09), charges: 4.99 },
        promised: { from: '2026-11-20T22:50:00.000Z', to: '2026-11-20T23:05:00.000Z' },
        due: 5.69,
        back: 0,
        ways: [],
      },
    },
  });
  const side = (name: string) => within(within(dialog).getByRole('region', { name }));
  expect(side('Before').getByText(/^Pickup/)).toBeTruthy();
  await press(/^Delivery/, 'radio');
  expect(sent('changeOrder')).toEqual([]);
  await typeIn(/^Address/, '22 Willow Street, Truro');
  expect(await within(dialog).findByRole('button', { name: 'Save and collect $5.69' })).toBeTruthy();
  expect(side('After').getByText('Delivery, 6:50–7:05 p.m.')).toBeTruthy();
  expect(side('After').getByText('$4.99')).toBeTruthy();
  expect(sent('changeOrder').at(-1)).toMatchObject({
    orderType: 'delivery',
    deliveryInfo: { address: '22 Willow Street, Truro' },
    preview: true,
  });
  await user.click(within(dialog).getByRole('button', { name: 'Save and collect $5.69' }));
  await waitFor(() => expect(sent('changeOrder').at(-1)).not.toHaveProperty('preview'));
});

test('allergies that staff add to a placed order are sent with the change', async () => {
  const { sent, press } = await openChange();
  await press('Milk', 'checkbox');
  await waitFor(() =>
    expect(sent('changeOrder').at(-1)).toMatchObject({ allergies: [{ code: 'milk' }], preview: true }),
  );
});

test('staff take an allergy off a seat, and those of other seats stay', async () => {
  const stated = {
    ...order,
    allergies: [
      { code: 'milk' as const, seat: 1 },
      { code: 'tree-nuts' as const, seat: 3 },
    ],
  };
  const { sent, press, user, dialog } = await openChange({
    getLocationOrders: ordersOf([stated]),
    getOrderDetails: { order: stated },
  });
  await user.selectOptions(within(dialog).getByLabelText('Whose allergies'), 'Seat 3');
  await press('Tree nuts', 'checkbox');
  await waitFor(() => expect(sent('changeOrder').at(-1)?.allergies).toEqual([{ code: 'milk', seat: 1 }]));
});

test('what is added for a table leaves the allergies of its seats and other words as they are', async () => {
  const stated = {
    ...order,
    allergies: [{ text: 'Kiwi' }, { text: 'Sesame oil' }, { code: 'tree-nuts' as const, seat: 3 }],
  };
  const { sent, press, dialog } = await openChange({
    getLocationOrders: ordersOf([stated]),
    getOrderDetails: { order: stated },
  });
  expect(within(dialog).getByText('Seat 3: Tree nuts')).toBeTruthy();
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Tree nuts' }).checked).toBe(false);
  await press('Milk', 'checkbox');
  await waitFor(() =>
    expect(sent('changeOrder').at(-1)?.allergies).toEqual([
      { code: 'milk' },
      { text: 'Kiwi' },
      { text: 'Sesame oil' },
      { code: 'tree-nuts', seat: 3 },
    ]),
  );
});
