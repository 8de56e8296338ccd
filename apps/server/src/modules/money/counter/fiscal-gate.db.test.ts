import { calls, type CallName } from '@tiffin/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { orderData } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { StripeStandIn } from '../../../testing/stripe-stand-in.ts';

const stripe = await StripeStandIn.start();
afterAll(() => stripe.stop());
const server = await testServer({
  env: {
    RATE_LIMITS: '0',
    STRIPE_SECRET_KEY: 'sk_test_stand_in',
    STRIPE_WEBHOOK_SECRET: stripe.secret,
    STRIPE_API_BASE: stripe.base,
  },
});
const { context } = server;
stripe.clock = () => server.clock.now();
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const deliveryOrder = await payloadMaker(server);
const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });

const reader = await server.call(
  'registerReader',
  { body: { locationId: 'truro', code: 'simulated-counter', name: 'Counter', city: 'Truro' } },
  keyed(admin),
);
const { readerId } = reader.body.reader;

const QUEBEC = { region: 'QC', postal_code: 'J8X 2K1' };
const NOVA_SCOTIA = { region: 'NS', postal_code: 'B2N 1A1' };

/** Moves the location without noting when, as if its bills had been placed by a server that does not know the rule. */
async function moveTo(address: typeof QUEBEC): Promise<void> {
  await context.db.updateTable('locations').set(address).where('id', '=', 'truro').execute();
  // Ends the lease of the cached location.
  await context.menus.exact('truro');
}

beforeEach(async () => {
  await moveTo(NOVA_SCOTIA);
  // Frees the card reader.
  const open = await context.db.selectFrom('payment_sessions').select('id').where('status', '=', 'open').execute();
  for (const { id } of open) await server.call('cancelPaymentLink', { body: { sessionId: id } }, staff);
});

async function openBill(): Promise<{ orderId: string; version: number }> {
  const body = await orderData(server, { paymentMethod: 'cash' });
  return (await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).body.order;
}

async function accountOrder(): Promise<string> {
  return (await server.call('createAdminOrderOnline', { body: await orderData(server) }, keyed(staff))).body.orderId;
}

/** A delivery that is on its way with cash to collect. */
async function deliveryOnTheWay(): Promise<string> {
  const body = deliveryOrder({
    dishes: { 'mango-lassi': 4 },
    orderType: 'delivery',
    address: '22 Willow Street, Truro',
  });
  const { orderId } = (await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).body;
  for (const status of ['preparing', 'ready'] as const) {
    await server.call('updateOrderStatus', { body: { orderId, status } }, manager);
  }
  for (const step of ['taken', 'on-the-way'] as const) {
    await server.call('stepDelivery', { body: { orderId, step } }, keyed(staff));
  }
  return orderId;
}

/** A card payment that the reader gave up. */
async function declinedAtReader(): Promise<string> {
  const { orderId: billId } = await openBill();
  const { sessionId } = (await server.call('payOnTerminal', { body: { billId, readerId, amount: 5 } }, keyed(staff)))
    .body;
  await context.db
    .updateTable('payment_sessions')
    .set({ reader_said: 'declined', reader_handing_until: null })
    .where('id', '=', sessionId ?? '')
    .execute();
  return sessionId ?? '';
}

/** An open bill that staff discounted to nothing. */
async function freeBill() {
  const { orderId, version: before } = await openBill();
  const body = { orderId, version: before, kind: 'percent', value: 100, reason: 'wait', note: 'An hour' } as const;
  const { order, bill } = (await server.call('addDiscount', { body }, keyed(admin))).body;
  return { orderId, version: order.version, discountId: bill.given[0]?.id ?? '' };
}

/** A phone of a party at a table of its own, with a round for it to send. */
async function phoneRound(firstRoundWaits: boolean) {
  const tableOrdering = { isOn: true, firstRoundWaits };
  await server.call('updateLocation', { body: { locationId: 'truro', updates: { tableOrdering } } }, admin);
  const { body: floor } = await server.call('getFloor', { query: { locationId: 'truro' } }, staff);
  const box = { x: 0, y: 0, width: 80, height: 80, shape: 'rectangle' } as const;
  const tables = ['p1', 'p2', 'p3'].map((tableId, index) => ({
    ...box,
    tableId,
    name: tableId,
    area: 'Room',
    seats: 4,
    x: index * 100,
  }));
  const plan = { locationId: 'truro', version: 0, areas: [{ name: 'Room' }], tables };
  if (floor.version === 0) await server.call('saveFloor', { body: plan }, manager);
  const now = (await server.call('getFloor', { query: { locationId: 'truro' } }, staff)).body;
  const tableId = now.tables.find(({ sitting }) => !sitting)?.tableId ?? '';
  await server.call('seatParty', { body: { tableId, partySize: 2 } }, staff);
  const seated = (await server.call('getFloor', { query: { locationId: 'truro' } }, staff)).body.tables;
  const code = seated.find((each) => each.tableId === tableId)?.sitting?.code ?? '';
  const { token } = (await server.call('joinTable', { body: { tableId, code } })).body;
  return { token, items: [{ id: 'butter-chicken', quantity: 1 }] };
}

type Attempt = () => Promise<{ status: number; body: Record<string, unknown> }>;

/** Every call that settles or promises payment: prepares it in Nova Scotia and returns the call itself. */
const MONEY_CALLS: Readonly<Partial<Record<CallName, () => Promise<Attempt>>>> = {
  createCustomerOrderCash: async () => {
    const body = await orderData(server, { paymentMethod: 'cash' });
    return () => server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY));
  },
  createCustomerPayment: async () => {
    const body = { orderData: await orderData(server) };
    return () => server.call('createCustomerPayment', { body }, keyed(SITE_KEY));
  },
  createAdminOrderCash: async () => {
    const body = { ...(await orderData(server, { paymentMethod: 'cash' })), cashConfirmed: true } as const;
    return () => server.call('createAdminOrderCash', { body }, keyed(staff));
  },
  createAdminOrderUnpaid: async () => {
    const body = await orderData(server);
    return () => server.call('createAdminOrderUnpaid', { body }, keyed(staff));
  },
  createAdminPaymentLink: async () => {
    const body = { orderData: await orderData(server) };
    return () => server.call('createAdminPaymentLink', { body }, keyed(staff));
  },
  createAdminOrderOnline: async () => {
    const body = await orderData(server);
    return () => server.call('createAdminOrderOnline', { body }, keyed(staff));
  },
  renewPaymentLink: async () => {
    const orderId = await accountOrder();
    return () => server.call('renewPaymentLink', { body: { orderId } }, keyed(staff));
  },
  processOrderPayment: async () => {
    const { orderId } = await openBill();
    return () => server.call('processOrderPayment', { body: { orderId } }, keyed(staff));
  },
  updateOrderPaymentStatus: async () => {
    const { orderId } = await openBill();
    return () => server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'paid' } }, staff);
  },
  addPayment: async () => {
    const { orderId: billId } = await openBill();
    return () => server.call('addPayment', { body: { billId, tender: 'cash', amount: 5 } }, keyed(staff));
  },
  payOnTerminal: async () => {
    const { orderId: billId } = await openBill();
    return () => server.call('payOnTerminal', { body: { billId, readerId, amount: 5 } }, keyed(staff));
  },
  retryTerminalPayment: async () => {
    const sessionId = await declinedAtReader();
    return () => server.call('retryTerminalPayment', { body: { sessionId } }, staff);
  },
  stepDelivery: async () => {
    const orderId = await deliveryOnTheWay();
    return () => server.call('stepDelivery', { body: { orderId, step: 'delivered', paidInCash: true } }, keyed(staff));
  },
  changeOrder: async () => {
    const { orderId, version } = await openBill();
    const body = { orderId, version, add: [{ id: 'butter-chicken', quantity: 1 }] };
    return () => server.call('changeOrder', { body }, keyed(staff));
  },
  textPaymentLink: async () => {
    const body = { orderData: await orderData(server) };
    const { sessionId } = (await server.call('createAdminPaymentLink', { body }, keyed(staff))).body;
    return () => server.call('textPaymentLink', { body: { sessionId } }, staff);
  },
  addRound: async () => {
    const body = { locationId: 'truro', label: 'Anna', items: [{ id: 'butter-chicken', quantity: 1 }] };
    return () => server.call('addRound', { body }, keyed(staff));
  },
  addTableRound: async () => {
    const body = await phoneRound(false);
    return () => server.call('addTableRound', { body }, keyed({}));
  },
  answerTableRound: async () => {
    const { roundId } = (await server.call('addTableRound', { body: await phoneRound(true) }, keyed({}))).body;
    return () => server.call('answerTableRound', { body: { roundId, isAccepted: true } }, keyed(staff));
  },
  payAtTable: async () => {
    const body = await phoneRound(false);
    await server.call('addTableRound', { body }, keyed({}));
    return () => server.call('payAtTable', { body: { token: body.token, rest: true, tip: 1 } }, keyed({}));
  },
  buyGiftCard: async () => {
    const body = { locationId: 'truro', amount: 25, tender: 'cash' } as const;
    return () => server.call('buyGiftCard', { body }, keyed(staff));
  },
  removeDiscount: async () => {
    const { orderId, version, discountId } = await freeBill();
    return () => server.call('removeDiscount', { body: { orderId, version, discountId } }, keyed(staff));
  },
};

/** Calls that take no money and promise none. A new call must be listed here or above. */
const OTHER_CALLS = `
  acceptInvitation inviteStaff resendInvitation withdrawInvitation
  createCalendarFeed addPrinter removePrinter testPrinter printOrder saveWebhook rotateWebhookSecret removeWebhook resendWebhook
  savePromotion deletePromotion previewPromotion
  saveFloor seatParty moveSitting endSitting resumeSitting openTab stateAllergies moveTab moveLines recordWalkOut fireCourse mergeTabs splitBill printBill closeTab
  joinTable callWaiter takeBackCall answerTableCall
  approveDiscount bumpLines deleteStation recallTicket saveStation nameDevice addPickupScreen removePickupScreen addWalkIn
  joinWaitlist callWaiting answerCall
  addCategory addDiscount addImagePart addLocation addMenuItem addPasskey addReservationByPhone addSharedDishToMenu
  closeJournalDays saveJournalAccounts
  cancelCustomerOrder cancelOrder cancelPaymentLink cancelReservation confirmReservation changePassword changeReservation claimOrder
  confirmAllergies confirmEmail confirmIdentity correctOrderStatus createApiKey createPasskeyChallenge createPin
  createReservation deactivateUser
  deleteCategory deleteDaypart deleteLocation deleteMe deleteMenuImage deleteMenuItem deleteOptionGroup
  copyMenu duplicateMenuItem editMenuItems endUserSessions followLocation followOrder forgetPerson getOrderBySessionId
  handInCash handOverDelivery importFile importMenu lockTablet markOptionSoldOut markSoldOut previewClaim previewEmail previewFileImport previewMenuImport
  saveDrawers openDrawer addDrawerEntry closeDrawer closeDay
  clockIn clockOut correctHours savePayTerms saveTipRule giveUndividedTips
  previewRefund quoteDelivery quoteOrder reconcilePayments addScheduledReport removeScheduledReport refundAmount refundLostPayment refundOrderItems
  registerReader
  removePasskey removeReader removeTablet renameCategory renamePasskey reorderCategories
  reorderMenuItems reportArrival reportBounce resetMetrics resetSecondStep resetSharedDishFields resolvePaymentIssue
  retryFailedWebhook retryMailing retryMessage retryRefund revokeApiKey settleManualRefund saveDaypart
  saveMenuTranslations setCosts saveOptionGroup sendBulkEmail sendClaimCode sendCustomEmail sendCustomSMS sendEmail
  sendEmailConfirmation sendOrderCode sendReservationConfirmation sendReservationLinks setDishHours setFavorite setMenuAvailability
  setOrderPacing setStock setUpTablet shareDish signInWithPasskey signOutDevice signOutEverywhere startImageUpload
  startMailing startPasskeyRegistration stopMailing stopSharingDish strikeOrderItem
  toggleLocationStatus undoClaim undoFileImport undoMenuImport undoPayment undoGiftCardSale withdrawGiftCard payOutGiftCard removeCharge waiveNoShow blockGiftCard mailGiftCard showGiftCardCode unfollow unlockTablet unsubscribe updateLocation updateMe
  updateMenuItem updateMultipleOrderStatuses updateOrderStatus updateReservationStatus updateSettings
  updateSharedDish updateUser updateUsers uploadBrandImage uploadMenuImage validatePricing
`;

/** They need an order or a booking that was paid online: pay-rest-online and deposits.db.test.ts try them. */
const TRIED_ELSEWHERE = ['payRestOnline', 'payWithDeposit', 'chargeNoShow'];

test('every call that changes something is known to take money or not to', () => {
  const listed = [...Object.keys(MONEY_CALLS), ...TRIED_ELSEWHERE, ...OTHER_CALLS.trim().split(/\s+/)];
  const posts = Object.entries(calls).flatMap(([name, { method }]) => (method === 'post' ? [name] : []));
  expect(listed.toSorted()).toEqual(posts.toSorted());
});

test.each(Object.entries(MONEY_CALLS))('%s is refused in Québec without a device', async (_name, prepare) => {
  const attempt = await prepare();
  await moveTo(QUEBEC);
  const { status, body } = await attempt();
  expect([status, body['code']]).toEqual([409, 'fiscal-needed']);
  expect(body['reason']).toMatch(/WEB-SRM/);
  expect(body['source']).toEqual({ title: 'Revenu Québec, mandatory billing', url: expect.stringMatching(/^https:/) });
  await moveTo(NOVA_SCOTIA);
  const { status: elsewhere, body: answer } = await attempt();
  expect([elsewhere, answer['error']]).toEqual([200, undefined]);
});

test('dishes are not added in Québec under a discount that hides what they cost', async () => {
  const { orderId, version } = await freeBill();
  await moveTo(QUEBEC);
  const body = { orderId, version, add: [{ id: 'butter-chicken', quantity: 3 }] };
  const { status, body: answer } = await server.call('changeOrder', { body }, keyed(staff));
  expect([status, answer.code]).toEqual([409, 'fiscal-needed']);
});

test('a bill that costs nothing is not recalculated with the taxes of another province', async () => {
  const { orderId, version, discountId } = await freeBill();
  const taxes = JSON.stringify({ follows: 'QC', codes: [] });
  await context.db.updateTable('locations').set({ taxes }).where('id', '=', 'truro').execute();
  await context.menus.exact('truro');
  const add = { orderId, version, add: [{ id: 'butter-chicken', quantity: 1 }] };
  const added = await server.call('changeOrder', { body: add }, keyed(staff));
  const removed = await server.call('removeDiscount', { body: { orderId, version, discountId } }, keyed(staff));
  await context.db.updateTable('locations').set({ taxes: null }).where('id', '=', 'truro').execute();
  await context.menus.exact('truro');
  for (const { status, body } of [added, removed]) {
    expect([status, body.error]).toEqual([409, expect.stringMatching(/^The taxes of this location changed/)]);
  }
});

test('a bill that gets no larger is changed in Québec without a device, because nothing more is promised', async () => {
  const { orderId, version } = await openBill();
  const body = { orderId, version, add: [{ id: 'butter-chicken', quantity: 1 }] };
  const { order } = (await server.call('changeOrder', { body }, keyed(staff))).body;
  const added = order.items.at(-1)?.line ?? 0;
  await moveTo(QUEBEC);
  const less = { orderId, version: order.version, remove: [added] };
  const reduced = await server.call('changeOrder', { body: less }, keyed(manager));
  expect([reduced.status, reduced.body.error]).toEqual([200, undefined]);
});

test('an old bill is settled after a move to Québec, and takes no tip that it did not have', async () => {
  const { orderId: billId } = await openBill();
  const waiting = await openBill();
  const asked = { billId: waiting.orderId, readerId, amount: 5, askTip: true };
  const { sessionId } = (await server.call('payOnTerminal', { body: asked }, keyed(staff))).body;
  const declined = { reader_said: 'declined', reader_handing_until: null };
  await context.db
    .updateTable('payment_sessions')
    .set(declined)
    .where('id', '=', sessionId ?? '')
    .execute();
  server.clock.forward(60_000);
  await moveTo(QUEBEC);
  const since = (at: Date | null) =>
    context.db.updateTable('locations').set({ fiscal_since: at }).where('id', '=', 'truro').execute();
  await since(server.clock.now());
  const pay = (more: object) =>
    server.call('addPayment', { body: { billId, tender: 'cash', amount: 5, ...more } }, keyed(staff));
  const atReader = (more: object) =>
    server.call('payOnTerminal', { body: { billId, readerId, amount: 5, ...more } }, keyed(staff));
  const again = await server.call('retryTerminalPayment', { body: { sessionId: sessionId ?? '' } }, staff);
  const answers = [await pay({ tip: 50 }), await atReader({ tip: 1 }), await atReader({ askTip: true }), again];
  const settled = await pay({});
  await since(null);
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([409, 'fiscal-needed']);
    expect(body.error).toContain('without a tip');
  }
  expect([settled.status, settled.body.error]).toEqual([200, undefined]);
});
