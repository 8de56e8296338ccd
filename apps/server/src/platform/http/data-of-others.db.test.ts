import type { CallName } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { payloadFor } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;

const owner = await server.signIn('customer@demo.test');
const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
const menu = (await server.call('getLocationMenu', { query: { locationId: 'truro' } })).body;
const placed = await server.call('createCustomerOrderCash', { body: { ...payloadFor(location, menu) } }, owner);
const { orderId } = placed.body;
const token = placed.body.order.metadata.orderToken;
const booked = await server.call(
  'createReservation',
  {
    body: {
      locationId: 'truro',
      date: '2026-11-27',
      time: '18:00',
      partySize: 2,
      customerInfo: { name: 'Priya Sharma', email: 'customer@demo.test', phone: '9025550161' },
    },
  },
  owner,
);
const { reservationId } = booked.body.reservation;
const { id: ownerId } = await context.db
  .selectFrom('users')
  .select('id')
  .where('email', '=', 'customer@demo.test')
  .executeTakeFirstOrThrow();

const admin = await server.signIn('admin@demo.test');
const table = (x: number, name: string) =>
  ({ tableId: `t${name}`, name, area: 'Room', seats: 4, x, y: 0, width: 80, height: 80, shape: 'rectangle' }) as const;
const plan = { locationId: 'truro', version: 0, areas: [{ name: 'Room' }], tables: [table(0, '1'), table(100, '2')] };
await server.call('saveFloor', { body: plan }, admin);
const { sittingId } = (await server.call('seatParty', { body: { tableId: 't1', partySize: 2 } }, admin)).body;
const { billId } = (await server.call('openTab', { body: { locationId: 'truro', sittingId } }, admin)).body;
const tableOrdering = { isOn: true, firstRoundWaits: true };
await server.call('updateLocation', { body: { locationId: 'truro', updates: { tableOrdering } } }, admin);
const [seated] = (await server.call('getFloor', { query: { locationId: 'truro' } }, admin)).body.tables;
const code = seated?.sitting?.code ?? '';
const phone = (await server.call('joinTable', { body: { tableId: 't1', code } })).body;
const lassi = { token: phone.token, items: [{ id: 'mango-lassi', quantity: 1 }] };
const { roundId } = (await server.call('addTableRound', { body: lassi })).body;
await server.call('callWaiter', { body: { token: phone.token, about: 'water' } });
const [called] = (await server.call('getFloor', { query: { locationId: 'truro' } }, admin)).body.tables;
const callId = called?.sitting?.calls?.[0]?.callId ?? '';
const drawers = [{ name: 'Till 1' }];
const drawerId =
  (await server.call('saveDrawers', { body: { locationId: 'truro', drawers } }, admin)).body.drawers[0]?.drawerId ?? '';
const wait = { locationId: 'truro', name: 'Priya', phone: '9025550161', partySize: 2 };
const { waitId } = (await server.call('joinWaitlist', { body: wait }, admin)).body;
const items = [{ id: 'mango-lassi', quantity: 1 }];

const OTHERS: Record<string, Caller> = {
  nobody: {},
  'the site': SITE_KEY,
  'another guest': await server.signIn('customer2@demo.test'),
  'staff elsewhere': await server.signIn('staff.glasgow@demo.test'),
};

/** Every call that takes the id of something that belongs to one guest and one location. */
const CALLS: Array<[call: CallName, input: { query?: Record<string, string>; body?: unknown }]> = [
  ['getOrderDetails', { query: { orderId } }],
  ['updateOrderStatus', { body: { orderId, status: 'preparing' } }],
  ['updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'paid' } }],
  ['processOrderPayment', { body: { orderId, paymentData: { method: 'manual' } } }],
  ['getBill', { query: { billId: orderId } }],
  ['addPayment', { body: { billId: orderId, tender: 'cash', amount: 1 } }],
  ['payOnTerminal', { body: { billId: orderId, readerId: 'x', amount: 1 } }],
  ['getReaders', { query: { locationId: 'truro' } }],
  ['undoPayment', { body: { billId: orderId, paymentId: 'x', reason: 'because' } }],
  ['addDiscount', { body: { orderId, version: 1, kind: 'comp', reason: 'wait' } }],
  ['removeCharge', { body: { orderId, version: 1, kind: 'bag', reason: 'x' } }],
  ['removeDiscount', { body: { orderId, version: 1, discountId: 'x' } }],
  ['cancelOrder', { body: { orderId, cancelReason: 'because' } }],
  ['refundAmount', { body: { orderId, amount: 1, reason: 'because' } }],
  ['refundOrderItems', { body: { orderId, items: [{ line: 1, quantity: 1 }], reason: 'because' } }],
  ['previewRefund', { body: { orderId, items: [{ line: 1, quantity: 1 }] } }],
  ['getOrderPayments', { query: { orderId } }],
  ['sendCustomSMS', { body: { orderId, message: 'hello', phoneNumber: '9025550161' } }],
  ['sendCustomEmail', { body: { orderId, message: 'hello' } }],
  ['getLocationOrders', { query: { locationId: 'truro' } }],
  ['getLocationOrderCounts', { query: { locationId: 'truro' } }],
  ['getDashboardStats', { query: { locationId: 'truro' } }],
  ['getDishStock', { query: { locationId: 'truro' } }],
  ['getStockMovements', { query: { locationId: 'truro', itemId: 'mango-lassi' } }],
  ['setStock', { body: { locationId: 'truro', itemId: 'mango-lassi', left: 1 } }],
  ['getCosts', { query: { locationId: 'truro' } }],
  ['setCosts', { body: { locationId: 'truro', costs: [{ itemId: 'mango-lassi', validFrom: '2026-11-20', cost: 1 }] } }],
  ['getMargins', { query: { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' } }],
  ['setOrderPacing', { body: { locationId: 'truro', kind: 'open' } }],
  ['getMenuTranslations', { query: { locationId: 'truro', language: 'fr' } }],
  [
    'saveMenuTranslations',
    {
      body: {
        locationId: 'truro',
        language: 'fr',
        texts: [{ kind: 'dish', id: 'mango-lassi', field: 'name', own: 'Mango Lassi', text: 'Lassi' }],
      },
    },
  ],
  ['getTabs', { query: { locationId: 'truro' } }],
  ['getTab', { query: { billId } }],
  ['openTab', { body: { locationId: 'truro', label: 'Anna' } }],
  ['addRound', { body: { billId, items } }],
  ['addRound', { body: { tableId: 't1', items } }],
  ['stateAllergies', { body: { billId, allergies: [{ code: 'milk' }] } }],
  ['fireCourse', { body: { billId } }],
  ['mergeTabs', { body: { from: billId, to: 'x' } }],
  ['moveTab', { body: { billId, tableId: 't1' } }],
  ['moveLines', { body: { billId, items: [{ orderId: billId, line: 1, quantity: 1 }], to: 'x' } }],
  ['splitBill', { body: { billId, by: 'parts', parts: 2 } }],
  ['printBill', { body: { billId } }],
  ['closeTab', { body: { billId } }],
  ['recordWalkOut', { body: { billId } }],
  ['getFloor', { query: { locationId: 'truro' } }],
  ['getTableCodes', { query: { locationId: 'truro' } }],
  ['getTableTab', { query: { token: 'x.y' } }],
  ['addTableRound', { body: { token: 'x.y', items } }],
  ['payAtTable', { body: { token: 'x.y', rest: true } }],
  ['callWaiter', { body: { token: 'x.y', about: 'water' } }],
  ['takeBackCall', { body: { token: 'x.y', about: 'water' } }],
  ['answerTableCall', { body: { callId } }],
  ['answerTableRound', { body: { roundId, isAccepted: true } }],
  ['saveFloor', { body: { locationId: 'truro', version: 0, areas: [], tables: [] } }],
  ['seatParty', { body: { tableId: 't1', partySize: 2 } }],
  ['moveSitting', { body: { sittingId, tableId: 't2' } }],
  ['endSitting', { body: { sittingId } }],
  ['resumeSitting', { body: { sittingId } }],
  ['getDrawers', { query: { locationId: 'truro' } }],
  ['saveDrawers', { body: { locationId: 'truro', drawers: [] } }],
  ['openDrawer', { body: { drawerId, counted: 100 } }],
  ['addDrawerEntry', { body: { drawerId, kind: 'no-sale', reason: 'Change', id: 'x' } }],
  ['closeDrawer', { body: { drawerId, counted: {} } }],
  ['getClosing', { query: { locationId: 'truro', date: '2026-11-20' } }],
  ['clockIn', { body: { locationId: 'truro' } }],
  ['clockOut', { body: { locationId: 'truro' } }],
  ['getHours', { query: { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' } }],
  [
    'correctHours',
    {
      body: { locationId: 'truro', userId: 'x', from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z', reason: 'x' },
    },
  ],
  ['savePayTerms', { body: { locationId: 'truro', userId: 'x', hourlyRate: 20 } }],
  ['saveTipRule', { body: { locationId: 'truro', rule: 'hours', percent: 35, decidedBy: 'staff' } }],
  ['getTipShares', { query: { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' } }],
  ['giveUndividedTips', { body: { locationId: 'truro', date: '2026-11-20', receiver: 'hours' } }],
  ['getPay', { query: { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' } }],
  ['getPayCsv', { query: { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' } }],
  ['closeDay', { body: { locationId: 'truro', date: '2026-11-20', reason: 'because' } }],
  ['getStations', { query: { locationId: 'truro' } }],
  ['saveStation', { body: { locationId: 'truro', name: 'Grill' } }],
  ['bumpLines', { body: { orderId } }],
  ['recallTicket', { body: { orderId } }],
  ['getDayparts', { query: { locationId: 'truro' } }],
  ['setDishHours', { body: { locationId: 'truro', itemIds: ['mango-lassi'], onlyInDayparts: false, dayparts: [] } }],
  ['resetSharedDishFields', { body: { locationId: 'truro', itemId: 'mango-lassi' } }],
  ['addSharedDishToMenu', { body: { locationId: 'truro', chainId: 'mango-lassi' } }],
  ['markSoldOut', { body: { locationId: 'truro', itemId: 'mango-lassi', until: 'put-back' } }],
  ['getCustomerOrderDetails', { query: { orderId } }],
  ['changeOrder', { body: { orderId, version: 1, note: 'for me' } }],
  ['payRestOnline', { body: { orderId } }],
  ['reportArrival', { body: { orderId } }],
  ['getDeliveries', { query: { locationId: 'truro' } }],
  ['stepDelivery', { body: { orderId, step: 'taken' } }],
  ['handInCash', { body: { locationId: 'truro', driverId: 'x', amount: 1 } }],
  ['cancelCustomerOrder', { body: { orderId, reason: 'because' } }],
  ['getOrderReceipt', { query: { orderId, token: 'x'.repeat(token.length) } }],
  ['confirmReservation', { body: { reservationId } }],
  ['cancelReservation', { body: { reservationId, reason: 'because' } }],
  ['changeReservation', { body: { reservationId, date: '2026-11-28', time: '18:00', partySize: 2 } }],
  ['getReservation', { query: { reservationId } }],
  ['getWait', { query: { waitId } }],
  ['getWaitlist', { query: { locationId: 'truro' } }],
  ['callWaiting', { body: { waitId } }],
  ['answerCall', { body: { waitId, coming: false } }],
  ['updateReservationStatus', { body: { reservationId, status: 'seated' } }],
  ['getUser', { query: { userId: ownerId } }],
  ['updateUser', { body: { userId: ownerId, updates: { role: 'admin' } } }],
  ['deactivateUser', { body: { userId: ownerId } }],
  ['resetSecondStep', { body: { userId: ownerId } }],
  ['forgetPerson', { body: { orderId, dryRun: true } }],
  ['forgetPerson', { body: { reservationId } }],
  ['forgetPerson', { body: { userId: ownerId } }],
];

async function everything() {
  return {
    order: await context.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst(),
    reservation: await context.db
      .selectFrom('reservations')
      .selectAll()
      .where('reservation_id', '=', reservationId)
      .executeTakeFirst(),
    user: await context.db.selectFrom('users').selectAll().where('id', '=', ownerId).executeTakeFirst(),
    waits: await context.db.selectFrom('waits').selectAll().execute(),
    sittings: await context.db.selectFrom('sittings').selectAll().execute(),
    tableRounds: await context.db.selectFrom('table_rounds').selectAll().execute(),
    messages: await context.db.selectFrom('messages').select('id').execute(),
  };
}

test('the order and the reservation of the following tests exist', () => {
  expect(placed.status).toBe(200);
  expect(booked.status).toBe(200);
  expect([roundId, callId]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
});

test.each(CALLS)('%s on data of another person is refused and changes nothing', async (name, input) => {
  await server.settle();
  const before = await everything();
  for (const [who, caller] of Object.entries(OTHERS)) {
    const { status, body } = await server.call(name, input as never, caller);
    expect([401, 403, 404], `${who}: ${JSON.stringify(body).slice(0, 200)}`).toContain(status);
    expect(JSON.stringify(body)).not.toContain('customer@demo.test');
  }
  await server.settle();
  expect(await everything()).toEqual(before);
});

test('the access token opens the receipt; a missing or wrong one does not [C-RCPT-01] [C-RCPT-02]', async () => {
  expect((await server.call('getOrderReceipt', { query: { orderId, token } })).body.order.orderId).toBe(orderId);
  for (const wrong of ['', 'nonsense', token.slice(0, -1)]) {
    expect((await server.call('getOrderReceipt', { query: { orderId, token: wrong } })).status).toBe(404);
  }
});
