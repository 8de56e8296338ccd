import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, dalForOne, ordersOf, rootData } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const lastWeek = {
  ...dalForOne,
  id: 'TRU-20261113-BBBBB',
  orderId: 'TRU-20261113-BBBBB',
  status: 'completed' as const,
  paymentStatus: 'paid' as const,
  orderTime: '2026-11-13T22:00:00.000Z',
  receiptUrl: 'http://localhost/receipt/TRU-20261113-BBBBB?token=t',
};
const ID = lastWeek.orderId;
const answers: Answers = {
  getLocationOrders: ordersOf([lastWeek]),
  getOrderDetails: { order: lastWeek },
  getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
  getSMSTemplates: {
    templates: [
      { id: 'order_ready', name: 'Ready', message: 'Hi {customerName}, your order {orderId} is ready.' },
      { id: 'payment_link', name: 'Payment Link', message: 'Please pay {total} here: {paymentUrl}' },
    ],
  },
};

test('finds orders of any day by text, dates and status', async () => {
  const { sent } = openOffice('find-order', answers);
  await expect(screen).toShow('BBBBB');
  await typeIn('Search every order', 'Asha');
  await typeIn('From', '2026-11-01');
  await typeIn('To', '2026-11-15');
  await typeIn('Status', 'completed');
  await waitFor(() =>
    expect(sent('getLocationOrders').at(-1)).toMatchObject({
      search: 'Asha',
      startDate: '2026-11-01',
      endDate: '2026-11-15',
      status: 'completed',
      locationId: 'all',
    }),
  );
});

test('a row links to the order’s page with receipt, printing, messages, refund and history', async () => {
  const { user } = openOffice('find-order', answers);
  const row = await screen.findByRole('link', { name: /BBBBB/ });
  expect(row.getAttribute('href')).toBe(`#find-order/${ID}`);
  await user.click(row);
  expect(await screen.findByRole('heading', { level: 1, name: 'Details of BBBBB' })).toBeTruthy();
  for (const name of ['Print', 'Kitchen ticket', 'Text the guest', 'Refund items…']) {
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  }
  const [receipt] = await screen.findAllByRole('link', { name: 'Receipt' });
  expect(receipt?.getAttribute('href')).toBe(lastWeek.receiptUrl);
  expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('#find-order');
});

const cash = {
  paymentId: 'p1',
  method: 'cash',
  tender: 'cash',
  status: 'succeeded',
  amount: 11.42,
  tip: 2,
  cashRounding: -0.02,
  createdAt: lastWeek.orderTime,
};
const undone = {
  refundId: 'r1',
  amount: 13.4,
  status: 'succeeded',
  method: 'cash',
  reason: 'Wrong order',
  isUndo: true,
};
const lines = async () =>
  [...(await screen.findByText('Total')).closest('dl')!.children].map((line) => line.textContent);

test('a paid order’s bill shows tips, cash rounding and refunds, and every line follows from those above', async () => {
  const order = {
    ...lastWeek,
    paymentStatus: 'refunded' as const,
    pricing: { ...lastWeek.pricing, subtotal: 10.02, total: 11.42, refunded: 11.42 },
    refunds: [{ amount: 13.4, at: lastWeek.orderTime, items: [] }],
  };
  openOffice(`find-order/${ID}`, {
    ...answers,
    getOrderDetails: { order },
    getOrderPayments: {
      payments: [cash],
      refunds: [],
      refundable: 0,
      beside: { tips: 2, cashRounding: -0.02 },
    } as never,
  });
  await expect(screen).toShow('$13.40 paid, Cash');
  expect((await lines()).slice(-5)).toEqual([
    'Total$11.42',
    'Tip on top$2.00',
    'Cash rounding-$0.02',
    'In total$13.40',
    'Refunded-$13.40',
  ]);
});

test('an order set back to unpaid still lists its payments and their undoing; one never paid lists none', async () => {
  const order = { ...lastWeek, paymentStatus: 'unpaid' as const };
  const ledger = { payments: [cash], refunds: [undone], refundable: 0, beside: { tips: 0, cashRounding: 0 } };
  const page = { ...answers, getOrderDetails: { order } };
  openOffice(`find-order/${ID}`, { ...page, getOrderPayments: ledger as never });
  await expect(screen).toShow('Payments and refunds');
  await expect(screen).toShow(/recorded by mistake, undone/);
  cleanup();
  const { sent } = openOffice(`find-order/${ID}`, page);
  await waitFor(() => expect(sent('getOrderPayments')).toHaveLength(1));
  await expect(screen).toShow('What happened');
  expect(screen.queryByText('Payments and refunds')).toBeNull();
});

test('an unpaid order whose payments cannot be loaded shows an error with a retry', async () => {
  const order = { ...lastWeek, paymentStatus: 'unpaid' as const };
  const page = { ...answers, getOrderDetails: { order }, getOrderPayments: refusal('order-not-found') };
  const { press, answer } = openOffice(`find-order/${ID}`, page);
  await expect(screen).toShow('Earlier payments could not be loaded.');
  answer({ getOrderPayments: { payments: [], refunds: [], refundable: 0, items: [] } });
  await press('Try Again');
  await waitFor(() => expect(screen.queryByText(/Earlier payments could not be loaded/)).toBeNull());
  expect(screen.queryByText('Payments and refunds')).toBeNull();
});

test('a search on the board continues in the search of all orders', async () => {
  const { user } = openOffice('orders', answers);
  await typeIn('Find an order', 'Asha');
  await user.click(await screen.findByRole('link', { name: /Search for “Asha” in all orders/ }));
  await waitFor(async () => expect((await field('Search every order')).value).toBe('Asha'));
});

test('rows of payments link to their order', async () => {
  const payment = {
    paymentId: 'p1',
    orderId: ID,
    amount: 11.4,
    tip: 0,
    cashRounding: 0,
    method: 'cash',
    provider: 'till',
    processedBy: 'Sam',
  };
  const more = { status: 'succeeded', createdAt: lastWeek.orderTime, capturedAt: null, refunds: [] };
  const { press } = openOffice('payments', {
    ...answers,
    getPaymentIssues: { sessions: [], refunds: [] },
    getFailedWebhooks: { failures: [], nextCursor: null },
    getPaymentOptions: { title: null } as never,
    getPayments: { payments: [{ ...payment, ...more }], nextCursor: null } as never,
  });
  await press('Payments', 'tab');
  const links = await screen.findAllByRole('link', { name: ID });
  for (const link of links) expect(link).toHaveProperty('hash', `#find-order/${ID}`);
});

test('an administrator filters payments by business day, tender and who took them', async () => {
  const { press, sent } = openOffice('payments', {
    ...answers,
    getPaymentIssues: { sessions: [], refunds: [] },
    getFailedWebhooks: { failures: [], nextCursor: null },
    getPaymentOptions: { title: null } as never,
    getPayments: { payments: [], nextCursor: null },
  });
  await press('Payments', 'tab');
  await expect(screen).toShow('No payments yet');
  await typeIn('Business days from', '2026-11-27');
  await typeIn('To', '2026-11-28');
  await typeIn('Tender', 'terminal');
  await typeIn('Taken by', 'Nora');
  await waitFor(() =>
    expect(sent('getPayments').at(-1)).toMatchObject({
      startDate: '2026-11-27',
      endDate: '2026-11-28',
      tender: 'terminal',
      person: 'Nora',
      locationId: 'all',
    }),
  );
  await expect(screen).toShow('No payment matches');
});

test.each([
  [{ processedBy: 'Nora Quinn', takenOn: 'Till 1' }, 'Nora Quinn, on Till 1'],
  [{ processedBy: 'Nora Quinn' }, 'Nora Quinn'],
  [{ processedBy: null }, 'The guest, online'],
])('the details of an order say who took its payment: %j', async (taken, text) => {
  const ledger = { payments: [{ ...cash, ...taken }], refunds: [], refundable: 0 };
  openOffice(`find-order/${ID}`, { ...answers, getOrderPayments: ledger as never });
  await expect(screen).toShow(text);
});

test('an order that cannot be loaded shows an error [A-ERR-08]', async () => {
  openOffice(`find-order/${ID}`, { ...answers, getOrderDetails: refusal('order-not-found') });
  await expect(screen).toShow('Failed to fetch order details');
});

const cooking = { ...lastWeek, status: 'preparing' as const };

async function texting(
  more: Answers = {},
  order: Omit<typeof lastWeek, 'status'> & { readonly status: string } = cooking,
) {
  const office = openOffice(`find-order/${ID}`, { ...answers, getOrderDetails: { order } as never, ...more });
  await office.press('Text the guest');
  return office;
}

test('a URL that is not valid percent-encoding is used unchanged', async () => {
  openOffice('find-order/50%', { getOrderDetails: refusal('not-found') });
  await expect(screen).toShow('50%');
});

test('a guest is notified of “10 minutes late” in two presses, with the text shown before it is sent', async () => {
  const { press, sent } = await texting({ sendCustomSMS: { message: '', to: '+19025550101', sent: true } });
  await press('10 minutes late');
  const words = `Hi Asha Rao, your order ${ID} will be about 10 minutes late. We are sorry.`;
  expect((await field('Message')).value).toBe(words);
  await press(/^Send to/);
  await expect(screen).toShow('The text to Asha Rao is on its way');
  expect(sent('sendCustomSMS')).toEqual([{ orderId: ID, message: words }]);
});

test('the dialog tells how many text messages a long text takes, and that a foreign letter makes it longer', async () => {
  await texting();
  await typeIn('Message', 'a'.repeat(160));
  await expect(screen).toShow('480 characters left');
  expect(screen.queryByText(/Sent as/)).toBeNull();
  await typeIn('Message', `${'a'.repeat(159)}李`);
  await expect(screen).toShow('480 characters left. Sent as 3 text messages');
});

test('templates are filled in; those that need a missing link or another status are not offered', async () => {
  const { press } = await texting({}, { ...lastWeek, status: 'ready' });
  await press('Ready');
  expect((await field('Message')).value).toBe(`Hi Asha Rao, your order ${ID} is ready.`);
  for (const name of ['Payment Link', '10 minutes late']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a custom text can be sent when the templates cannot be loaded [A-ERR-11]', async () => {
  const { press, sent } = await texting({
    getSMSTemplates: refusal('conflict'),
    sendCustomSMS: refusal('conflict'),
  });
  await expect(screen).toShow('Failed to fetch SMS templates');
  await press(/^Send to/);
  await expect(screen).toShow('Write something, or choose a template');
  expect(sent('sendCustomSMS')).toEqual([]);
  await typeIn('Message', 'Your table is ready');
  await press(/^Send to/);
  await expect(screen).toShow(/^Failed to send SMS: /);
});

test('without a phone number no text can be sent, and the button says why [A-SMS-05]', async () => {
  const nobody = { ...lastWeek, customerInfo: { ...lastWeek.customerInfo, phone: '', email: '' } };
  openOffice(`find-order/${ID}`, { ...answers, getOrderDetails: { order: nobody } });
  const button = await screen.findByRole('button', { name: /Text the guest/ });
  expect(button.getAttribute('title')).toBe(
    'Customer phone number is required to send SMS; there is no email address either',
  );
});

const { customerInfo } = lastWeek;
const byMail = { ...cooking, customerInfo: { ...customerInfo, phone: '', email: 'asha@example.test' } };

test('a guest who only left an email gets the same message by mail, and failures are shown', async () => {
  let refused = true;
  const { press, sent } = openOffice(`find-order/${ID}`, {
    ...answers,
    getOrderDetails: { order: byMail },
    sendCustomEmail: () => (refused ? refusal('conflict', 'The order is gone') : { message: '', sent: true }),
  });
  await press('Email the guest');
  await press('10 minutes late');
  await press('Send to asha@example.test');
  await expect(screen).toShow(/^Failed to send email: /);
  refused = false;
  await press('Send to asha@example.test');
  await expect(screen).toShow('The email to Asha Rao is on its way');
  expect(sent('sendCustomEmail').at(-1)).toEqual({
    orderId: ID,
    message: `Hi Asha Rao, your order ${ID} will be about 10 minutes late. We are sorry.`,
  });
});

test.each([
  [byMail, 'Customer phone number is required to send SMS; email is not set up for this restaurant'],
  [lastWeek, 'Text messages are not set up for this restaurant'],
])('the button says when the restaurant has no way to send messages', async (order, words) => {
  const site = { ...rootData.site, sends: [] };
  openOffice(`find-order/${ID}`, { ...answers, getOrderDetails: { order } }, admin, site);
  expect((await screen.findByRole('button', { name: /Text the guest/ })).getAttribute('title')).toBe(words);
});

test('closing asks before discarding a typed message', async () => {
  const { press } = await texting();
  await typeIn('Message', 'Your table is ready');
  await press('Close');
  await expect(screen).toShow('Discard what you typed?');
  await press('Keep editing');
  expect((await field('Message')).value).toBe('Your table is ready');
});

test('without a receipt printer, ticket and receipt use the system’s print dialog', async () => {
  const business = { name: 'Sizzle & Spice', phone: '', email: '', hstNumber: null, currency: 'CAD' };
  const receipt = { order: lastWeek, receiptUrl: '', business, cashRounding: 0, cashDue: 11.4, parts: [] };
  const papers: string[] = [];
  vi.stubGlobal('print', () => papers.push(document.body.lastElementChild?.textContent ?? ''));
  const { press } = openOffice(`find-order/${ID}`, { ...answers, getOrderReceipt: receipt });
  await press('Kitchen ticket');
  await waitFor(() => expect(papers).toHaveLength(1));
  expect(papers[0]).toMatch(/PICKUPBBBBB.*CustomerAsha Rao.*1 DalMILD.*1 dish/);
  await press('Print');
  await waitFor(() => expect(papers).toHaveLength(2));
  expect(papers[1]).toMatch(/Sizzle & Spice.*1 x Dal10\.00.*Total.*11\.40/s);
  dispatchEvent(new Event('afterprint'));
  expect(document.documentElement.dataset['print']).toBeUndefined();
  vi.unstubAllGlobals();
});
