import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { chooseDrawer } from '../../shared/api/till-headers.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { partInCash as payment, unpaidBill as bill } from '../../testing/bills.ts';
import { dalForOne, ordersOf, rootData } from '../../testing/samples.ts';
import { field, openBill, openOffice, sendLiveEvent, typeIn } from '../../testing/show.tsx';

type Bill = Answer<'getBill'>['bill'];
type Payment = Bill['payments'][number];

const partPaid: Bill = { ...bill, paid: 5, due: 6.4, payments: [payment] };
const order = { ...dalForOne, orderTime: new Date().toISOString(), status: 'ready' as const };
const took = (after: Bill, more: Partial<Answer<'addPayment'>> = {}): Answers => ({
  addPayment: {
    paymentId: 'p1',
    taken: 5,
    change: 15,
    paymentUrl: null,
    bill: after,
    order: { ...order, due: after.due, paymentStatus: after.due === 0 ? 'paid' : 'pending', version: 9 },
    ...more,
  },
});

const paying = (more: Answers = {}) => openBill(order, more);

test('takes a part in cash with change, shows the rest, and takes it by debit with its slip number', async () => {
  const { press, sent, answer } = await paying(took(partPaid));
  await typeIn(/^This guest pays/, '5');
  await typeIn(/^Cash given/, '20');
  await expect(screen).toShow('$15.00');
  await expect(screen).toShow('After this, $6.40 is still to pay.');
  await press('Take $5.00');
  await expect(screen).toShow('$6.40');
  await expect(screen).toShow('change $15.00');
  answer(took({ ...partPaid, paid: 11.4, due: 0, state: 'settled' }));
  await press('Debit', 'radio');
  await typeIn(/^Number on the slip/, '4711');
  await expect(screen).toShow(
    'Charge the card on the terminal first. This only records the payment. This pays the whole bill.',
  );
  await press('Take $6.40');
  await expect(screen).toShow('All paid');
  expect(sent('addPayment')).toEqual([
    { billId: order.id, tender: 'cash', amount: 5, tip: 0, given: 20 },
    { billId: order.id, tender: 'debit', amount: 6.4, tip: 0, reference: '4711' },
  ]);
});

test('guests who split evenly need no calculation: a press fills in one share of the rest', async () => {
  const { press, sent } = await paying(took(partPaid));
  await press('3 guests, $3.80 each');
  await press('Take $3.80');
  await waitFor(() => expect(sent('addPayment')).toMatchObject([{ tender: 'cash', amount: 3.8 }]));
});

test('a tip is added to the bill, and cash rounding includes it', async () => {
  await paying();
  await typeIn(/^Tip on top/, '1.03');
  await expect(screen).toShow('Take $12.45');
});

test.each([
  [/^This guest pays/, '11.41', 'Only $11.40 is left to pay.'],
  [/^Cash given/, '11', 'That is less than is due.'],
  [/^This guest pays/, 'ten', 'Please type an amount like 12.50.'],
  [/^This guest pays/, '0x5', 'Please type an amount like 12.50.'],
  [/^Tip on top/, '5.005', 'Please type an amount like 12.50.'],
])('an invalid payment is refused before it is sent: %s %s', async (label, words, message) => {
  const { sent } = await paying();
  await typeIn(label, words);
  await expect(screen).toShow(message);
  expect(sent('addPayment')).toEqual([]);
});

test('a usual tip is on what this guest pays, before taxes where the location says so', async () => {
  const { press, sent } = await paying({ ...took(partPaid), getBill: { bill: { ...bill, tipOn: 10 } } });
  await press(/^10/);
  await expect(screen).toShow('Take $12.40');
  await typeIn(/^This guest pays/, '5.70');
  await press(/^20/);
  await press('Take $6.70');
  await waitFor(() => expect(sent('addPayment')).toMatchObject([{ amount: 5.7, tip: 1 }]));
});

test('a gift card that lacks something pays what is on it, and the rest stays to be paid', async () => {
  const { press, sent, answer } = await paying({
    addPayment: refusal('gift-card-short', undefined, { balance: 5 }),
  });
  await press('Gift card', 'radio');
  await typeIn(/^Code of the card/, 'ABCD2345');
  answer({ getBill: { bill: partPaid } });
  const first = screen.getByRole('button', { name: 'Take $11.40' });
  answer({ addPayment: refusal('gift-card-short', undefined, { balance: 5 }) });
  first.click();
  await waitFor(() => expect(sent('addPayment').map(({ amount }) => amount)).toEqual([11.4, 5]));
  await expect(screen).toShow('The card had $5.00. Take the rest another way.');
});

test('once everything is paid, the change to give stays on the screen', async () => {
  const paid: Bill = { ...bill, paid: 11.4, due: 0, state: 'settled', payments: [{ ...payment, amount: 11.4 }] };
  const { press } = await paying(took(paid, { change: 8.6 }));
  await press('Take $11.40');
  await expect(screen).toShow('All paid');
  expect(screen.getByText('Change').parentElement?.textContent).toBe('Change$8.60');
});

test('a payment on account asks for the account’s name', async () => {
  const { press } = await paying();
  await press('House account', 'radio');
  await expect(screen).toShow('Whose account: please write it down.');
});

test('a payment another till took first is refused and shows what is left', async () => {
  const { press } = await paying({ addPayment: refusal('more-than-due', 'Only $6.40 is left to pay.') });
  await press('Take $11.40');
  await expect(screen).toShow('No payment was taken');
  await expect(screen).toShow('Only $6.40 is left to pay.');
});

test('a payment link holds its part, shows its address, and frees the part when closed', async () => {
  const open = {
    ...payment,
    tender: 'link',
    status: 'pending',
    given: null,
    sessionId: 's1',
    paymentUrl: 'https://pay.test/s1',
  };
  const reserved: Bill = { ...bill, held: 11.4, payments: [{ ...open, status: 'pending', amount: 11.4 }] };
  const { press, sent, answer } = await paying(took(reserved, { paymentUrl: open.paymentUrl, change: 0 }));
  await press('Payment link', 'radio');
  answer({ getBill: { bill: reserved } });
  await press('Make a link for $11.40');
  await expect(screen).toShow('https://pay.test/s1');
  await expect(screen).toShow(
    'The guest can still pay the rest by the open link. Close the link to take the money another way.',
  );
  answer({ getBill: { bill }, cancelPaymentLink: { sessionId: 's1', status: 'cancelled', orderId: order.id } });
  await press('Close this link');
  await waitFor(() => expect(sent('cancelPaymentLink')).toEqual([{ sessionId: 's1' }]));
  await expect(screen).toShow('Take $11.40');
});

const undone: Bill = { ...bill, payments: [{ ...payment, undone: { at: order.orderTime, reason: 'Wrong amount' } }] };

test('a payment recorded by mistake is undone with a reason and is due again', async () => {
  const { press, sent } = await paying({
    getBill: { bill: partPaid },
    undoPayment: { undone: 5, bill: undone, order: { ...order, due: 11.4, version: 9 } },
  });
  await press('Undo Cash $5.00');
  await expect(screen).toShow('It was recorded by mistake: no money goes back, and the amount is due again.');
  await press('Undo it');
  expect(sent('undoPayment')).toEqual([]);
  await press('Wrong amount');
  await press('Undo it');
  await expect(screen).toShow('Cash · undone');
  await expect(screen).toShow('Take $11.40');
  expect(screen.queryByRole('button', { name: 'Undo Cash $5.00' })).toBeNull();
  expect(sent('undoPayment')).toEqual([{ billId: order.id, paymentId: 'p1', reason: 'Wrong amount' }]);
});

test('undoing is refused with a message when a colleague was first or no manager approved', async () => {
  const { press, answer } = await paying({
    getBill: { bill: partPaid },
    undoPayment: refusal('failed-precondition', 'Somebody already undid this payment.'),
  });
  await press('Undo Cash $5.00');
  await typeIn(/^Why/, 'Another order');
  await press('Undo it');
  await expect(screen).toShow('Nothing was undone');
  await expect(screen).toShow('Somebody already undid this payment.');
  answer({ undoPayment: refusal('manager-needed', 'A manager has to allow it.', { managers: [] }) });
  await press('Undo it');
  await expect(screen).toShow('No manager has a PIN here');
  await press('Not now');
  await expect(screen).toShow('A manager has to allow it.');
  await press('Keep it');
  expect(screen.queryByText('Nothing was undone')).toBeNull();
});

test('a card payment cannot be undone, and a paid bill can be viewed', async () => {
  const card: Payment = {
    ...payment,
    paymentId: 'p2',
    provider: 'stripe',
    method: 'online',
    tender: 'link',
    given: null,
  };
  const cash = { ...payment, amount: 5.02, cashRounding: -0.02 };
  const paid: Bill = { ...bill, paid: 11.4, due: 0, state: 'settled', payments: [{ ...card, amount: 6.4 }, cash] };
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) =>
      ordersOf(status === 'completed' ? [] : [{ ...order, due: 0, paymentStatus: 'paid' }]),
    getBill: { bill: paid },
    getOrderPayments: { payments: [], refunds: [], refundable: 0, items: [] },
  });
  const ticket = await screen.findByRole('article', { name: new RegExp(`^${order.orderId.slice(-5)}`) });
  await office.user.click(within(ticket).getByRole('button', { name: /AAAAA/ }));
  await office.press('See the bill');
  await expect(screen).toShow('All paid');
  const undos = screen.getAllByRole('button', { name: /^Undo/ }).map((button) => button.getAttribute('aria-label'));
  expect(undos).toEqual(['Undo Cash $5.00']);
  await expect(screen).toShow('rounded to $5.00, change $15.00');
});

test('a bill that cannot be loaded shows an error', async () => {
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [order]),
    getBill: refusal('not-found'),
  });
  const ticket = await screen.findByRole('article', { name: new RegExp(`^${order.orderId.slice(-5)}`) });
  await office.user.click(within(ticket).getByRole('button', { name: /AAAAA/ }));
  await office.press('Take a payment');
  await expect(screen).toShow('The bill could not be loaded');
});

test('an event of another order does not reload the bill', async () => {
  const { sent } = await paying();
  sendLiveEvent('order.updated', { order: { ...order, id: 'other', orderId: 'other', billId: 'other' } });
  sendLiveEvent('order.updated', { order: { ...order, version: order.version + 1 } });
  await waitFor(() => expect(sent('getBill')).toHaveLength(2));
});

const till = (drawerId: string, name: string, isOpen: boolean) => ({
  drawerId,
  locationId: 'truro',
  name,
  kind: 'till' as const,
  personId: null,
  shift: isOpen
    ? { number: 1, openedAt: '2026-11-20T14:58:00.000Z', openedBy: null, float: 0, openingDifference: 0, entries: [] }
    : null,
  last: null,
});

test.each([
  ['its drawer is open', [till('d1', 'Till 1', true)], null, null],
  ['nobody has drawers', [], null, null],
  [
    'no drawer is open',
    [till('d1', 'Till 1', false)],
    null,
    'No drawer is open. Open one first, or this cash counts in no drawer.',
  ],
  [
    'its drawer is closed and one other is open',
    [till('d1', 'Till 1', false), till('d2', 'Bar', true)],
    null,
    'Till 1 is closed. This cash counts in Bar.',
  ],
  [
    'its drawer is closed and two others are open',
    [till('d1', 'Till 1', false), till('d2', 'Bar', true), till('d3', 'Door', true)],
    null,
    'Till 1 is closed. This cash counts in another open drawer.',
  ],
  [
    'its day is closed',
    [till('d1', 'Till 1', true)],
    { number: 12 },
    'This day is closed, No. 12. What you take now counts for tomorrow’s closing.',
  ],
])('when %s, the till says before it takes cash what happens', async (_, drawers, closedDay, words) => {
  localStorage.clear();
  chooseDrawer('d1');
  const { press, sent } = await paying({
    getDrawers: { drawers, denominations: [], currency: 'CAD', closedDay },
    ...took(partPaid),
  });
  const warnings = () =>
    [...document.querySelectorAll('p')]
      .map(({ textContent }) => textContent)
      .filter((each) => /closed|No drawer/.test(each));
  await waitFor(() => expect(warnings()).toEqual(words ? [words] : []));
  await press('Take $11.40');
  await waitFor(() => expect(sent('addPayment')).toHaveLength(1));
  expect(warnings()).toEqual(words ? [words] : []);
});

test('cash is taken although the drawers could not be loaded', async () => {
  const { press, sent } = await paying({ getDrawers: refusal('internal', 'Try again'), ...took(partPaid) });
  await press('Take $11.40');
  await waitFor(() => expect(sent('addPayment')).toHaveLength(1));
});

test('a table’s bill offers the tips of its location’s till', async () => {
  const [truro] = rootData.locations;
  if (truro) truro.tillTipPercents = [12];
  const { press } = await paying();
  await typeIn(/^This guest pays/, '10');
  await press(/^12%/);
  expect((await field(/^Tip on top/)).value).toBe('1.20');
  expect(screen.queryByRole('button', { name: /^15%/ })).toBeNull();
});

test('the deposit of a booking is taken off its bill with one press', async () => {
  const used = { ...payment, tender: null, method: 'deposit', given: null, reference: '•••• K3QX' } as const;
  const after: Bill = { ...bill, paid: 5, due: 6.4, payments: [used] };
  const { press, sent } = await paying({
    getBill: { bill: { ...bill, deposit: 5 } },
    payWithDeposit: { bill: after, order: { ...order, due: 6.4, version: 9 } },
  });
  await expect(screen).toShow('Deposit paid while booking: $5.00');
  await press('Take it off the bill');
  await expect(screen).toShow('$6.40');
  expect(screen.queryByText(/^Deposit paid while booking/)).toBeNull();
  // The number of a booking is no slip of a terminal.
  expect(screen.getByText('•••• K3QX')).toBeTruthy();
  expect(sent('payWithDeposit')).toEqual([{ billId: order.id }]);
});
