import { HALIFAX, HOME_CURRENCY } from '@tiffin/domain/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { unpaidBill } from '../../testing/bills.ts';
import { dalDish, ownHeats, dalForOne, menuAtTill, ordersOf, tableForTwo, truro } from '../../testing/samples.ts';
import { field, openOffice, sendLiveEvent, typeIn } from '../../testing/show.tsx';
import { setFormats } from '../../ui/format.ts';

const answers: Answers = {
  ...menuAtTill(dalDish),
  getAllReservations: { reservations: [], total: 0, nextCursor: null, asOf: '2026-11-20T12:00:00.000Z' },
};

async function open(more: Answers = {}) {
  return openOffice('create-order', { ...answers, ...more });
}

/** A till with one dal for Asha. */
async function till(more: Answers = {}) {
  const office = await open(more);
  await office.press(/Dal Tadka/);
  await typeIn(/^Name/, 'Asha');
  return office;
}

async function payCash(more: Answers) {
  const office = await till(more);
  await office.press(/^Take .* in cash/);
  await expect(screen).toShow(/Confirm cash payment of \$11.40 has been received\?/);
  await office.press('Exact');
  await office.press('Cash received, create order');
  return office;
}

test('a cash order that fails shows its own error, not a general one [A-ERR-01] [A-ERR-13]', async () => {
  await payCash({ createAdminOrderCash: refusal('conflict') });
  await expect(screen).toShow('Failed to create cash order');
  expect(screen.queryByText('Failed to process order')).toBeNull();
});

test('an outdated price shows an error [C-ERR-06]', async () => {
  const answer = { success: false, error: 'pricing has changed', code: 'some-other' };
  await payCash({ createAdminOrderCash: Response.json(answer, { status: 400 }) });
  await expect(screen).toShow('Price validation failed. Please refresh and try again.');
});

const menuOf = (...items: (typeof dalDish)[]): Answers => ({
  getLocationMenu: {
    locationId: 'truro',
    items,
    categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: items.length }],
    version: 1,
  },
});
const vindaloo = { ...dalDish, id: 'vindaloo', menuItemId: 'vindaloo', name: 'Vindaloo', spiceLevel: 'hot' as const };

async function spiceDialog() {
  const office = await open(menuOf(dalDish, vindaloo));
  await office.press(/^Vindaloo/);
  return { ...office, dialog: within(await screen.findByRole('dialog', { name: 'Vindaloo' })) };
}

test('the heat dialog explains three levels and starts at Medium; Escape adds nothing [A-NEW-15] [A-NEW-16] [A-NEW-20] [A-NEW-23]', async () => {
  const { dialog } = await spiceDialog();
  const heats = dialog.getAllByRole<HTMLInputElement>('radio');
  expect(heats.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    expect.stringMatching(/Mild.*Gentle warmth/),
    expect.stringMatching(/Medium.*A clear heat/),
    expect.stringMatching(/Hot.*Really hot/),
  ]);
  expect(heats.map(({ checked }) => checked)).toEqual([false, true, false]);
  fireEvent(screen.getByRole('dialog', { name: 'Vindaloo' }), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Vindaloo' })).toBeNull());
  await expect(screen).toShow('Nothing in the order yet');
});

test('digits choose a restaurant’s own heat levels by position; sold-out levels are disabled and surcharges are in the total', async () => {
  const { getLocationMenu } = menuOf(vindaloo);
  const office = await open({ getLocationMenu: { ...(getLocationMenu as object), heats: ownHeats } as never });
  await office.press(/^Vindaloo/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Vindaloo' }));
  const radio = (name: RegExp) => dialog.getByRole<HTMLInputElement>('radio', { name });
  expect([radio(/Mild/).checked, radio(/Hot.*Sold out/).disabled]).toEqual([true, true]);
  const add = dialog.getByRole('button', { name: 'Add to Order • $10.00' });
  fireEvent.keyDown(add, { key: '2' });
  expect(radio(/Mild/).checked).toBe(true);
  fireEvent.keyDown(add, { key: '3' });
  expect(radio(/Phaal.*\+\$1\.25/).checked).toBe(true);
  await office.press('Add to Order • $11.25');
  await expect(screen).toShow(/Phaal/);
});

test('the dialog starts at one, shows the choice, and its button shows the sum [A-NEW-17] [A-NEW-18] [A-NEW-19] [A-NEW-22]', async () => {
  const { dialog, press } = await spiceDialog();
  expect(dialog.getByText('1 × Vindaloo, Medium')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'One fewer Vindaloo' }).getAttribute('aria-disabled')).toBe('true');
  await press('One more Vindaloo');
  expect(dialog.getByText('2 × Vindaloo, Medium')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Add to Order • $20.00' })).toBeTruthy();
});

test('an unavailable dish cannot be added and can be filtered out [A-NEW-03] [A-NEW-04] [A-NEW-54]', async () => {
  const { press } = await open(menuOf(dalDish, { ...dalDish, id: 'poori', name: 'Poori Bhaji', isAvailable: false }));
  await expect(screen).toShow('1 available of 2');
  await press(/^Poori Bhaji/);
  await expect(screen).toShow('Cannot add unavailable items to order');
  await press(/Show only available items/, 'checkbox');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Poori Bhaji/ })).toBeNull());
});

test('the phone field counts the missing digits and says when a full number is unknown [A-NEW-61] [A-NEW-62] [A-NEW-63] [A-NEW-64]', async () => {
  const { sent } = await open({ lookupUserByPhone: { user: null, people: [] } });
  const missing = 'Enter complete 10-digit phone number to search';
  await typeIn(/^Phone/, '902555');
  expect(screen.queryByText(missing)).toBeNull();
  await typeIn(/^Phone/, '9025550');
  await expect(screen).toShow(missing);
  expect(sent('lookupUserByPhone')).toEqual([]);
  await typeIn(/^Phone/, '2015550000');
  await expect(screen).toShow('Complete number - no existing customer found');
  expect(sent('lookupUserByPhone')).toEqual([{ phone: '2015550000' }]);
});

async function paidOrder() {
  const { sent } = await payCash({ createAdminOrderCash: { orderId: dalForOne.id, order: dalForOne, message: '' } });
  await waitFor(() => expect(sent('createAdminOrderCash')).toHaveLength(1));
  return sent('createAdminOrderCash')[0];
}

test('a blank name is a walk-in, but a typed phone number needs a name before the order is sent [A-NEW-53]', async () => {
  const { press, sent } = await open({
    createAdminOrderUnpaid: { orderId: dalForOne.id, order: dalForOne, message: '' },
    lookupUserByPhone: { user: null, people: [] },
  });
  await press(/Dal Tadka/);
  const isDisabled = async (name: RegExp | string) =>
    (await screen.findByRole('button', { name })).getAttribute('aria-disabled') === 'true';
  expect([await isDisabled(/^Take .* in cash/), await isDisabled('Pay later')]).toEqual([false, false]);
  await typeIn(/^Phone/, '9025550101');
  await typeIn(/^Name/, '  ');
  await expect(screen).toShow('Enter the customer’s name first');
  expect(await isDisabled(/^Take .* in cash/)).toBe(true);
  await press('Pay later');
  expect(sent('createAdminOrderUnpaid')).toEqual([]);
  await typeIn(/^Name/, 'Asha');
  await waitFor(async () => expect(await isDisabled(/^Take .* in cash/)).toBe(false));
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toMatchObject([{ customerInfo: { name: 'Asha' } }]));
});

test('the button is disabled while an order is sent; afterwards the form is reset [A-NEW-47] [A-NEW-51]', async () => {
  const arrived = Promise.withResolvers<Answer<'createAdminOrderCash'>>();
  const { press, sent } = await open({ createAdminOrderCash: () => arrived.promise });
  await press(/Dal Tadka/);
  await typeIn(/^Name/, 'Asha');
  await press(/^Take .* in cash/);
  await press('Exact');
  await press('Cash received, create order');
  await waitFor(() => expect(sent('createAdminOrderCash')).toHaveLength(1));
  await press(/Cash received, create order/);
  expect(sent('createAdminOrderCash')).toHaveLength(1);
  arrived.resolve({ orderId: dalForOne.id, order: dalForOne, message: '' });
  await expect(screen).toShow('Add a dish to the order first');
  expect((await field(/^Name/)).value).toBe('');
});

test.each([
  ['counter', () => Promise.resolve(), 'Walk-in guest'],
  ['a table', chooseTable, 'Table 5'],
])('a guest at %s needs no name, also with Ctrl+Enter, and pays later in one press', async (_where, sit, name) => {
  const placed = { createAdminOrderUnpaid: { orderId: dalForOne.id, order: dalForOne, message: '' } };
  const { press, sent, user } = await open(placed);
  await press(/Dal Tadka/);
  await sit(press);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect(screen).toShow(/Confirm cash payment of/);
  await press('Back');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toMatchObject([{ customerInfo: { name } }]));
});

async function chooseTable(press: (name: string, role: string) => Promise<void>) {
  await press('Dine-in', 'radio');
  await typeIn('Table number', '5');
}

test('Ctrl+Enter without the name of a caller moves to the name', async () => {
  const { press, user } = await open();
  await press(/Dal Tadka/);
  await typeIn(/^Phone/, '902555');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(document.activeElement).toBe(await field(/^Name/)));
});

test('Escape leaves the search, so the next letter is a shortcut, and Tab stops at one dish', async () => {
  const { user } = await open(menuOf(dalDish, vindaloo));
  const dishes = await screen.findAllByRole('button', { name: /^(Dal Tadka|Vindaloo)/ });
  expect(dishes.map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  await user.type(screen.getByRole('searchbox', { name: 'Search the menu' }), 'dal');
  await user.keyboard('{Escape}p');
  expect(document.activeElement).toBe(await field(/^Phone/));
});

test('the order shows its breakdown, and what cash is rounded to', async () => {
  const { press } = await open(menuOf({ ...dalDish, price: 10.05 }));
  await press(/Dal Tadka/);
  expect(await screen.findByRole('heading', { name: 'Price Breakdown' })).toBeTruthy();
  await expect(screen).toShow('$11.45 in cash, rounded to coins');
  await press('Debit', 'radio');
  await waitFor(() => expect(screen.queryByText(/rounded to coins/)).toBeNull());
});

test('the dialog of a cash payment names the smallest coin of the restaurant', async () => {
  setFormats({ currency: HOME_CURRENCY, timeZone: HALIFAX, coin: 10 });
  onTestFinished(() => setFormats({ currency: HOME_CURRENCY, timeZone: HALIFAX }));
  const office = await till();
  await office.press(/^Take .* in cash/);
  await expect(screen).toShow('Cash rounding, nearest $0.10');
});

test('sends dishes with their menu ids, the location and the counted amounts [A-ENT-14] [A-ENT-19]', async () => {
  const order = await paidOrder();
  expect(order).toMatchObject({
    customerInfo: { name: 'Asha' },
    items: [{ id: 'dal', menuItemId: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, category: 'veg-curries' }],
    locationInfo: { id: 'truro', name: 'Truro Heights', postalCode: 'B2N 1A1' },
    orderType: 'pickup',
    tipAmount: 0,
    pricing: { subtotal: 10, tax: 1.4, tip: 0, total: 11.4 },
  });
  expect(order).toMatchObject({ cashConfirmed: true, finalTotal: 11.4 });
});

test('omits fields the order does not have [A-ENT-15] [A-ENT-16] [A-ENT-17] [A-ENT-18]', async () => {
  const order = await paidOrder();
  expect(order).not.toHaveProperty('deliveryInfo');
  expect(order).not.toHaveProperty('tableInfo');
  expect(order).not.toHaveProperty('specialInstructions');
  expect(JSON.stringify(order)).not.toMatch(/:""|:null|:\[\]/);
});

test('the number keys choose the tender, but not while something is typed', async () => {
  const { user } = await till();
  const name = await field(/^Name/);
  await user.type(name, '2');
  expect(name.value).toBe('Asha2');
  expect(screen.queryByRole('button', { name: /^Take .* in cash/ })).toBeTruthy();
  act(() => name.blur());
  await user.keyboard('2');
  expect(await screen.findByRole('button', { name: /^Take .* by card/ })).toBeTruthy();
  await user.keyboard('3');
  expect(await screen.findByRole('button', { name: /^Take .* by debit/ })).toBeTruthy();
  await user.keyboard('4');
  expect(await screen.findByRole('button', { name: /^Create link for/ })).toBeTruthy();
  await user.keyboard('5');
  expect(await screen.findByRole('dialog', { name: /^More ways to pay/ })).toBeTruthy();
  await user.keyboard('1');
  expect(screen.queryByRole('button', { name: /^Create link for/, hidden: true })).toBeTruthy();
});

test.each([
  ['a banknote', ['$20'], '$8.60'],
  ['digits of the keypad', ['2', '5'], '$13.60'],
])('Enter confirms the cash after pressing %s', async (_what, keys, change) => {
  const taken = { createAdminOrderCash: { orderId: dalForOne.id, order: dalForOne, message: '' } };
  const { press, user, sent } = await till(taken);
  await press(/^Take .* in cash/);
  for (const key of keys) await press(key);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent('createAdminOrderCash')).toHaveLength(1));
  await expect(screen).toShow(change);
});

test.each(['abc', '20.505', '-5'])('%s as the cash amount shows an error and creates no order', async (typed) => {
  const taken = { createAdminOrderCash: { orderId: dalForOne.id, order: dalForOne, message: '' } };
  const { press, user, sent } = await till(taken);
  await press(/^Take .* in cash/);
  await user.type(await field(/^Amount given/), `${typed}{Enter}`);
  await expect(screen).toShow('Enter the amount given, like 20 or 20.50, or choose Exact.');
  expect(sent('createAdminOrderCash')).toEqual([]);
  await user.clear(await field(/^Amount given/));
  await user.keyboard('{Enter}');
  expect(sent('createAdminOrderCash')).toEqual([]);
  await press('Exact');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent('createAdminOrderCash')).toHaveLength(1));
});

test('placing an order clears the menu search, and the next starts with every dish', async () => {
  const taken = { createAdminOrderCash: { orderId: dalForOne.id, order: dalForOne, message: '' } };
  const { press } = await till(taken);
  await typeIn('Search the menu', 'dal');
  await press(/^Take .* in cash/);
  await press('Cash received, create order');
  await expect(screen).toShow('Order AAAAA created');
  expect((await field('Search the menu')).value).toBe('');
});

test('the order scrolls to the dish that was added', async () => {
  const { press } = await open();
  const rect = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.tagName === 'LI' ? new DOMRect(0, 460, 300, 40) : new DOMRect(0, 0, 300, 320);
  });
  await press(/Dal Tadka/);
  const list = (await screen.findByLabelText(/^Dal Tadka$/)).closest('ul')?.parentElement;
  await waitFor(() => expect(list?.scrollTop).toBe(180));
  rect.mockRestore();
});

const atTable = { ...dalForOne, orderType: 'dine-in' as const, tableInfo: { tableNumber: '4', partySize: 2 } };

test('warns about a table with another open order, and about no other table', async () => {
  const { press } = await till({ getLocationOrders: ordersOf([atTable]) });
  await press(/Dine-in/, 'radio');
  await typeIn(/^Table number/, '4');
  await expect(screen).toShow('Somebody is at table 4');
  await expect(screen).toShow(/Order AAAAA for Asha Rao/);
  await typeIn(/^Table number/, '5');
  await waitFor(() => expect(document.body.textContent).not.toContain('Somebody is at table'));
  await typeIn(/^Table number/, '4');
  await typeIn(/^Name/, 'Asha Rao');
  await waitFor(() => expect(document.body.textContent).not.toContain('Somebody is at table'));
});

const onAccount = {
  orderId: dalForOne.id,
  order: { ...dalForOne, paymentMethod: 'online' as const, paymentStatus: 'pending' as const },
  message: '',
  sessionId: 's1',
  pricing: { subtotal: 10, tax: 1.4, tip: 0, total: 11.4, taxRate: 0.14 },
  paymentUrl: 'http://localhost/pay/s1',
  paymentLink: 'http://localhost/pay/s1',
  taxes: [],
  qrCodeData: 'http://localhost/pay/s1',
};

test('an order on account is placed at once and shows what is left to pay, and how', async () => {
  const { press, sent } = await till({ createAdminOrderOnline: onAccount });
  await press('More…');
  await press(/^Payment link, cook now/);
  await press(/^Order, link/);
  await expect(screen).toShow('Order AAAAA created');
  await expect(screen).toShow('$11.40 still to be paid by link or at the counter.');
  expect(sent('createAdminOrderOnline')).toMatchObject([{ customerInfo: { name: 'Asha' }, pricing: { total: 11.4 } }]);
  await press('Show the code again');
  await expect(screen).toShow('Payment QR code');
});

test('an order on account that fails shows an error [A-ERR-02]', async () => {
  const { press } = await till({ createAdminOrderOnline: refusal('payment-failed') });
  await press('More…');
  await press(/^Payment link, cook now/);
  await press(/^Order, link/);
  await expect(screen).toShow('Failed to create online order');
});

test('a payment link that fails shows an error [A-ERR-03]', async () => {
  const { press } = await till({ createAdminPaymentLink: refusal('payment-failed') });
  await press('Payment link', 'radio');
  await press(/^Create link/);
  await expect(screen).toShow('Failed to create payment link');
});

test('locations that cannot be loaded show an error with the reason [A-ERR-17]', async () => {
  await open({ getLocations: refusal('conflict') });
  await expect(screen).toShow('Failed to load locations: Somebody else changed this at the same time.');
});

test('a menu that cannot be loaded shows an error with the reason [A-ERR-18]', async () => {
  await open({ getLocationMenu: refusal('conflict') });
  await expect(screen).toShow(/Error loading menu: Somebody else changed this at the same time\./);
});

test.each([
  ['No Tip', '$0.00', 11.4],
  ['10%', '$1.14', 12.54],
  ['15%', '$1.71', 13.11],
  ['18%', '$2.05', 13.45],
  ['20%', '$2.28', 13.68],
])('the tip %s is %s of subtotal plus tax [A-NEW-60]', async (label, _amount, total) => {
  const { press } = await till();
  await press(new RegExp(`^${label}`), 'radio');
  await expect(screen).toShow(`$${total.toFixed(2)}`);
});

test('a custom tip is a dollar amount of at least zero [A-NEW-59]', async () => {
  const { press } = await till();
  await press(/^Other/, 'radio');
  await typeIn('Custom tip', '2.25');
  await expect(screen).toShow('$13.65');
  await typeIn('Custom tip', '-2');
  await expect(screen).toShow('$11.40');
});

test('a tip chosen at another location is not charged at one without tips', async () => {
  const quiet = { ...truro, id: 'quiet', name: 'Quiet', asksTips: false };
  const { press, user } = await till({ getLocations: { locations: [truro, quiet] } });
  await press(/^15/, 'radio');
  await expect(screen).toShow('$13.11');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Location' }), 'quiet');
  await press(/Dal Tadka/);
  await expect(screen).toShow('$11.40');
});

test('a dine-in order needs a table number or “No table yet”', async () => {
  const { press, sent } = await till({ createAdminOrderCash: refusal('conflict') });
  await press(/Dine-in/, 'radio');
  await press(/^Take .* in cash/);
  await expect(screen).toShow('Give the table number, or choose ‘No table yet’');
  expect(sent('createAdminOrderCash')).toEqual([]);
  await press('No table yet', 'checkbox');
  await waitFor(() => expect(screen.queryByText(/^Give the table number/)).toBeNull());
});

test('a table number below 1 is refused with words, and nothing is sent [A-NEW-56]', async () => {
  const { press, sent } = await till();
  await press(/Dine-in/, 'radio');
  await typeIn(/^Table number/, '0');
  await press(/^Take .* in cash/);
  await expect(screen).toShow('Table number must be at least 1');
  expect(sent('createAdminOrderCash')).toEqual([]);
});

test('Party size must be at least 1, not 0 [A-NEW-57]', async () => {
  const { press, sent } = await till();
  await press(/Dine-in/, 'radio');
  await typeIn(/^Party size/, '0');
  const at = await field(/^Party size/);
  expect(at.min === '1' || at.value !== '0').toBe(true);
  await press(/^Take .* in cash/);
  expect(sent('createAdminOrderCash')).toEqual([]);
});

async function linkReady(more: Answers, change: Record<string, unknown> = {}, phone = '') {
  const office = await till({
    createAdminPaymentLink: {
      sessionId: 's1',
      paymentUrl: 'http://localhost/pay/s1',
      pricing: { total: 11.4 },
      ...change,
    } as never,
    ...more,
  });
  if (phone) await typeIn(/^Phone/, phone);
  await office.press('Payment link', 'radio');
  await office.press(/^Create link/);
  await expect(screen).toShow('Payment link ready');
  return office;
}

test('the order has a tip, its dishes, ways to pay and a price breakdown [A-NEW-09] [A-NEW-10] [A-NEW-11] [A-NEW-14]', async () => {
  await till();
  expect(within(screen.getByRole('group', { name: /^Tip/ })).getAllByRole('radio')).toHaveLength(6);
  expect(screen.getByRole('button', { name: 'One more Dal Tadka' })).toBeTruthy();
  const ways = within(screen.getByRole('group', { name: 'Payment Method' }));
  for (const way of ['Cash', 'Card terminal']) expect(ways.getByRole('radio', { name: way })).toBeTruthy();
  expect(screen.getByLabelText('Price Breakdown').textContent).toMatch(/Subtotal\$10\.00.*HST.*\$1\.40/);
});

test('the code of a link can be printed, and the next order starts when it is closed [A-NEW-24] [A-NEW-25] [A-NEW-49]', async () => {
  const { press } = await linkReady({ getOrderBySessionId: refusal('order-not-found') });
  await press('Show QR Code');
  const picture = await screen.findByRole('img', { name: 'QR code for the payment link' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['300', '300']);
  expect(screen.getByRole('button', { name: 'Print QR Code' })).toBeTruthy();
  await press('Close');
  await expect(screen).toShow('1 link out, $11.40');
  expect((await field(/^Name/)).value).toBe('');
});

test('a link without an address has no QR code [A-ERR-14]', async () => {
  const { press } = await linkReady({}, { paymentUrl: null, paymentLink: null });
  await press('Show QR Code');
  await expect(screen).toShow('No payment link available to generate QR code');
});

test('without a phone number no link can be texted, and the button says so [A-SMS-05]', async () => {
  await linkReady({});
  const button = await screen.findByRole('button', { name: /^Send SMS/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.body.textContent).toContain('Customer phone number is required to send SMS');
});

test.each([
  [refusal('conflict', ''), 'Failed to send SMS'],
  [Response.json({ success: true, sms: { sent: false, error: 'no credit' } }), 'Failed to send SMS: no credit'],
])('a text message that fails shows an error with the reason [A-ERR-09] [A-ERR-10]', async (textPaymentLink, words) => {
  const found = { lookupUserByPhone: { user: null, people: [] } };
  const { press } = await linkReady({ ...found, textPaymentLink }, {}, '9025550101');
  await press(/^Send SMS/);
  await expect(screen).toShow(new RegExp(`^${words}`));
});

test('a link that may have been paid is looked up 15 times and then says so, and a late payment still arrives [C-PAY-15]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { press, sent } = await linkReady({ getOrderBySessionId: refusal('order-not-found') });
  const endOfLookup =
    'Order not found after payment. Your order was successful - please check your email/SMS for confirmation.';
  await press('Show QR Code');
  act(() => sendLiveEvent('reset', {}));
  await act(() => vi.advanceTimersByTimeAsync(64_000));
  expect(screen.queryByText(endOfLookup)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(screen.getAllByText(endOfLookup).length).toBeGreaterThan(0));
  expect(sent('getOrderBySessionId')).toHaveLength(15);
  const paid = { ...dalForOne, sessionId: 's1', paymentStatus: 'paid' };
  act(() => sendLiveEvent('order.updated', { order: paid }));
  await waitFor(() => expect(screen.queryByText(endOfLookup)).toBeNull());
  await expect(screen).toShow(/^Paid\. Order/);
});

test('a link that the provider reports as unpaid keeps waiting, and nobody reads that the order was successful', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const unpaid = refusal('order-not-found', '', { sessionStatus: 'open' });
  const { sent } = await linkReady({ getOrderBySessionId: unpaid });
  act(() => sendLiveEvent('reset', {}));
  await act(() => vi.advanceTimersByTimeAsync(80_000));
  expect(sent('getOrderBySessionId')).toHaveLength(15);
  await expect(screen).toShow('Waiting for payment');
  expect(document.body.textContent).not.toContain('successful');
});

test('a new order appears as a strip while the till is in use, and fills the screen only on request [A-BOARD-27]', async () => {
  const { press } = await till();
  (document.activeElement as HTMLElement).blur();
  sendLiveEvent('order.created', { locationId: 'truro', order: { ...dalForOne, orderTime: new Date().toISOString() } });
  await screen.findByRole('alert', { name: 'New order' });
  expect(screen.queryByRole('dialog', { name: 'New order' })).toBeNull();
  await press('Show the order');
  await screen.findByRole('dialog', { name: 'New order' });
});

test('a search with a typo finds the dish and names the correction [A-NEW-02]', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('searchbox', { name: 'Search the menu' }), 'dal tdaka');
  await expect(screen).toShow('No match for “dal tdaka”. Showing 1 dish for “dal tadka”.');
  expect(screen.getByRole('button', { name: /Dal Tadka/ })).toBeTruthy();
});

test('an order to pay later is placed unpaid and shows the amount due', async () => {
  const placed = { createAdminOrderUnpaid: { orderId: dalForOne.id, order: dalForOne, message: '' } };
  const { press, sent } = await till(placed);
  await press('Pay later');
  await expect(screen).toShow('To pay');
  await expect(screen).toShow('$11.40');
  expect(sent('createAdminOrderUnpaid')).toEqual([
    expect.objectContaining({ pricing: expect.objectContaining({ tip: 0, total: 11.4 }) }),
  ]);
  expect(sent('createAdminOrderUnpaid')[0]).not.toHaveProperty('cashConfirmed');
  expect(screen.getByRole('button', { name: 'Take a payment' })).toBeTruthy();
});

test.each([
  ['Card terminal', /^Take \$11\.40 by card/, 'terminal', 'Take $11.40'],
  ['Debit', /^Take \$11\.40 by debit/, 'debit', 'Take $11.40'],
])(
  'an order paid by %s is placed, and its payment opens at once with that tender',
  async (name, create, tender, take) => {
    const order = { ...dalForOne, due: 11.4 };
    const { press, sent } = await till({
      createAdminOrderUnpaid: { orderId: order.id, order, message: '' },
      getBill: { bill: { ...unpaidBill, billId: order.id } },
      getReaders: { readers: [], canAdd: false },
      addPayment: refusal('conflict'),
    });
    await press(name, 'radio');
    await press(create);
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay order AAAAA' }));
    await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(true));
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: take }).getAttribute('aria-disabled')).not.toBe('true'),
    );
    await press(take);
    await waitFor(() => expect(sent('addPayment')).toMatchObject([{ billId: order.id, tender, amount: 11.4 }]));
    await expect(screen).toShow('No payment was taken');
    expect(sent('createAdminOrderUnpaid')).toHaveLength(1);
  },
);

test('the confirmation tells when the order is ready, and the till while it grows', async () => {
  const soonest = {
    readyAt: '2026-11-20T22:40:00.000Z',
    from: '2026-11-20T22:30:00.000Z',
    to: '2026-11-20T22:40:00.000Z',
  };
  const promised = { from: '2026-11-20T22:35:00.000Z', to: '2026-11-20T22:45:00.000Z' };
  const { press, sent } = await till({
    getReadyTimes: { timeZone: 'America/Halifax', soonest, days: [] },
    createAdminOrderUnpaid: { orderId: dalForOne.id, order: { ...dalForOne, promised }, message: '' },
  });
  await expect(screen).toShow('Ready 6:30–6:40 p.m.');
  expect(sent('getReadyTimes').at(-1)).toMatchObject({ dishes: '1', orderType: 'pickup', by: 'till', only: 'soonest' });
  await press('Pay later');
  await expect(screen).toShow('Ready 6:35–6:45 p.m.');
});

test('an order to pay later that fails shows an error', async () => {
  const { press } = await till({ createAdminOrderUnpaid: refusal('conflict') });
  await press('Pay later');
  await expect(screen).toShow('Failed to create the order');
});

test('the typed table number returns when “No table yet” is unchecked', async () => {
  const taken = { createAdminOrderCash: { orderId: dalForOne.id, order: dalForOne, message: '' } };
  const { press, sent } = await till({ ...taken, getLocationOrders: ordersOf([atTable]) });
  await press(/Dine-in/, 'radio');
  await typeIn(/^Table number/, '4');
  await expect(screen).toShow('Somebody is at table 4');
  await press('No table yet', 'checkbox');
  expect((await field(/^Table number/)).value).toBe('');
  expect(screen.queryByText('Somebody is at table 4')).toBeNull();
  await press('No table yet', 'checkbox');
  expect((await field(/^Table number/)).value).toBe('4');
  await press('No table yet', 'checkbox');
  await press(/^Take .* in cash/);
  await press('Cash received, create order');
  await waitFor(() => expect(sent('createAdminOrderCash')).toHaveLength(1));
  expect(sent('createAdminOrderCash')[0]).toHaveProperty('tableInfo', { partySize: 1 });
});

test('an event at another location does not reload the seating', async () => {
  const { press, sent } = await till({ getLocationOrders: ordersOf([]) });
  await press(/Dine-in/, 'radio');
  await typeIn(/^Table number/, '4');
  const request = () => sent('getLocationOrders').filter(({ orderType }) => orderType === 'dine-in');
  await waitFor(() => expect(request()).toHaveLength(1));
  sendLiveEvent('order.created', { order: { ...atTable, location: 'bayers-lake' } });
  sendLiveEvent('order.created', { order: atTable });
  await waitFor(() => expect(request()).toHaveLength(2));
});

test('warns about a table with a seated party, but not for an order of that party', async () => {
  const now = new Date().toISOString();
  const seated = { ...tableForTwo, status: 'seated' as const, tableNumber: '7', seatedAt: now };
  const { press, user } = await till({
    getLocationOrders: ordersOf([]),
    getAllReservations: { reservations: [seated], total: 1, nextCursor: null, asOf: now },
  });
  await press(/Dine-in/, 'radio');
  await typeIn(/^Table number/, '7');
  await expect(screen).toShow('Somebody is at table 7');
  await expect(screen).toShow(/Ravi Nair, party of 2, was seated there/);
  await user.clear(await field(/^Name/));
  await typeIn(/^Name/, 'Ravi Nair');
  await waitFor(() => expect(screen.queryByText('Somebody is at table 7')).toBeNull());
});

test('closing the payment code stores the order, which can be resumed after another is taken', async () => {
  const { press, sent } = await linkReady(
    {
      getOrderBySessionId: refusal('order-not-found'),
      cancelPaymentLink: { sessionId: 's1', status: 'cancelled', orderId: null },
    },
    {},
  );
  await press('Show QR Code');
  await press('Close');
  // One line, so that the dishes of the next order stay visible.
  const out = (await screen.findByText('1 link out, $11.40')).closest('details') as HTMLDetailsElement;
  expect(out.open).toBe(false);
  expect(out.textContent).toContain('Asha 1 Dal Tadka');
  expect((await field(/^Name/)).value).toBe('');
  await press(/Dal Tadka/);
  await expect(screen).toShow('Finish or clear the current order first');
  await press('Clear');
  await press('Change the order of Asha');
  await waitFor(async () => expect((await field(/^Name/)).value).toBe('Asha'));
  expect(sent('cancelPaymentLink')).toEqual([{ sessionId: 's1' }]);
  expect(screen.queryByText(/link out/)).toBeNull();
});
