import type { CallName, InputOf, ResponseOf } from '@tiffin/contract';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { bookingOf, tokenOf } from './bookings.ts';
import { CARDS } from './cards.ts';
import { payloadMaker, type PayloadOptions } from './order-payload.ts';
import { tillOf } from './payments.ts';
import { SITE_KEY, type Caller, type TestServer } from './server.ts';

/** The fields of a request that need something that exists: an order in this state, a link, a password. */
type Fields = Readonly<Record<string, unknown>>;
export type PreparedRequests = Readonly<Partial<Record<CallName, () => Promise<Fields> | Fields>>>;

type Act = <N extends CallName>(name: N, body: InputOf<N>['body'], as?: Caller) => Promise<ResponseOf<N>>;

interface Parts {
  readonly server: TestServer;
  /** Makes a call that must succeed, as the admin unless stated. */
  readonly act: Act;
  /** A number that was not used before. */
  readonly next: () => number;
}

/** Requests that the demo restaurant accepts. Each is prepared anew, because most can be made only once. */
export async function preparedRequests(server: TestServer, admin: Caller): Promise<PreparedRequests> {
  let count = 0;
  const act: Act = async (name, body, as = admin) => {
    const headers = { ...as, 'idempotency-key': crypto.randomUUID() };
    const answer = await server.call(name, { body } as never, headers);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body.error}`);
    return answer.body;
  };
  const parts: Parts = { server, act, next: () => ++count };
  const newOrder = await orderMaker(parts);
  return {
    ...orderRequests(parts, newOrder),
    ...paymentRequests(parts, newOrder),
    ...deliveryRequests(parts, newOrder),
    ...reservationRequests(parts),
    ...menuRequests(parts),
    ...menuFileRequests(parts),
    ...locationRequests(parts),
    ...peopleRequests(parts),
    ...messageRequests(parts, newOrder),
  };
}

interface NewOrder {
  readonly payload: (options?: PayloadOptions) => ReturnType<Awaited<ReturnType<typeof payloadMaker>>>;
  /** Places it with further fields of the request. */
  readonly place: (
    more?: Partial<InputOf<'createCustomerOrderCash'>['body']>,
    options?: PayloadOptions,
  ) => Promise<{ orderId: string; token: string | undefined; billId: string; version: number; due: number }>;
}

/** Each order is of another guest, because a repeated order is refused. */
async function orderMaker({ server, act, next }: Parts): Promise<NewOrder> {
  const make = await payloadMaker(server);
  const payload: NewOrder['payload'] = (options = {}) => {
    const number = next();
    const customer = { name: 'Asha Menon', email: `guest${number}@example.test`, phone: phoneOf(number) };
    return make({ dishes: { 'mango-lassi': 4 }, customer, ...options });
  };
  return {
    payload,
    async place(more = {}, options = {}) {
      const { order } = await act('createCustomerOrderCash', { ...payload(options), ...more }, SITE_KEY);
      return { ...order, token: order.metadata.orderToken ?? undefined };
    },
  };
}

const phoneOf = (number: number) => `902555${String(1000 + (number % 9000))}`;

function orderRequests({ act, next }: Parts, { payload, place }: NewOrder): PreparedRequests {
  const cart = { locationId: 'truro', orderType: 'pickup', items: [{ id: 'mango-lassi', quantity: 2 }] };
  const linked = async () => {
    const { orderId, token } = await place();
    return { orderId, token };
  };
  const preparing = async (...order: Parameters<typeof place>) => {
    const { orderId } = await place(...order);
    await act('updateOrderStatus', { orderId, status: 'preparing' });
    return { orderId };
  };
  return {
    quoteOrder: () => ({ ...cart, offerCode: null, wantedFor: null }),
    validatePricing: () => {
      const { items, locationInfo } = payload();
      return { items, locationInfo, tipAmount: 0, frontendPricing: {}, wantedFor: null };
    },
    createCustomerOrderCash: () => payload(),
    createAdminOrderUnpaid: () => payload(),
    createAdminOrderOnline: () => payload(),
    createAdminOrderCash: () => ({ ...payload(), cashConfirmed: true }),
    getOrderReceipt: linked,
    getOrderReceiptPdf: linked,
    reportArrival: async () => {
      await act('updateLocation', { locationId: 'truro', updates: { curbside: true } });
      const { orderId, token } = await place({ vehicle: 'A red van' });
      return { orderId, token };
    },
    changeOrder: async () => {
      const { orderId, token, version } = await place();
      return { orderId, token, version, add: [{ id: 'mango-lassi', quantity: 1 }], remove: [], change: [] };
    },
    updateOrderStatus: async () => ({ orderId: (await place()).orderId, status: 'preparing' }),
    updateMultipleOrderStatuses: async () => ({
      updates: [{ orderId: (await place()).orderId, newStatus: 'preparing' }],
      locationId: 'truro',
    }),
    correctOrderStatus: () => preparing(),
    strikeOrderItem: async () => ({ ...(await preparing()), line: 1 }),
    confirmAllergies: async () => ({
      ...(await preparing({ allergies: [{ code: 'milk' }] })),
      lines: [1],
      version: null,
    }),
    sendCustomEmail: async () => ({ orderId: (await place()).orderId }),
    sendCustomSMS: async () => ({ orderId: (await place()).orderId, phoneNumber: '(902) 555-0177' }),
    followOrder: async () => ({ ...(await linked()), subscription: deviceOf(next()) }),
    followLocation: () => ({ locationId: 'truro', subscription: deviceOf(next()) }),
    unfollow: () => ({ endpoint: deviceOf(next()).endpoint, locationId: 'truro', orderId: undefined }),
  };
}

const deviceOf = (number: number) => ({
  endpoint: `https://push.example.com/send/${number}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
});

function paymentRequests({ server, act }: Parts, { payload, place }: NewOrder): PreparedRequests {
  const till = tillOf(server);
  const session = async () => {
    const { sessionId } = await act('createAdminPaymentLink', { orderData: payload() });
    return { sessionId };
  };
  const paid = async () => {
    const { orderId } = await place();
    await act('processOrderPayment', { orderId });
    return { orderId, byHand: undefined };
  };
  return {
    createCustomerPayment: () => ({ orderData: payload() }),
    createAdminPaymentLink: () => ({ orderData: payload() }),
    cancelPaymentLink: session,
    textPaymentLink: session,
    renewPaymentLink: async () => ({ orderId: (await act('createAdminOrderOnline', payload())).orderId }),
    getOrderBySessionId: async () => {
      const { sessionId, paymentUrl } = await act('createCustomerPayment', { orderData: payload() }, SITE_KEY);
      await till.pay(paymentUrl, CARDS.pays);
      await till.deliver();
      return { sessionId };
    },
    refundAmount: async () => ({ ...(await paid()), amount: 1 }),
    refundOrderItems: async () => ({ ...(await paid()), items: [{ line: 1, quantity: 1 }] }),
    addPayment: async () => ({
      billId: (await place()).billId,
      tender: 'cash',
      amount: 5,
      given: null,
      tip: undefined,
      reference: undefined,
    }),
    undoPayment: async () => {
      const { billId } = await place();
      const { bill } = await act('addPayment', { billId, tender: 'cash', amount: 5 });
      return { billId, paymentId: bill.payments[0]?.paymentId };
    },
    addDiscount: async () => {
      const { orderId, version } = await place();
      return { orderId, version, kind: 'percent', value: 10, line: null, reason: 'wait' };
    },
    removeDiscount: async () => {
      const { orderId, version } = await place();
      const discount = { orderId, version, kind: 'percent', value: 10, reason: 'wait' } as const;
      const { order, bill } = await act('addDiscount', discount);
      return { orderId, version: order.version, discountId: bill.given[0]?.id };
    },
  };
}

function deliveryRequests({ act }: Parts, { place }: NewOrder): PreparedRequests {
  const delivery = { orderType: 'delivery', address: '22 Willow Street, Truro' } as const;
  const ready = async () => {
    const { orderId } = await place({}, delivery);
    for (const status of ['preparing', 'ready'] as const) await act('updateOrderStatus', { orderId, status });
    return { orderId, doneAt: null };
  };
  return {
    quoteDelivery: () => ({ locationId: 'truro', postalCode: 'B2N 5B3', point: undefined, zoneName: null }),
    stepDelivery: async () => ({ ...(await ready()), step: 'taken', paidInCash: null, collected: null }),
  };
}

function reservationRequests({ server, next }: Parts): PreparedRequests {
  /** Tables are few, so each reservation is on another day. */
  const table = () => {
    const number = next();
    const date = new Date(Date.UTC(2026, 10, 21 + (number % 26))).toISOString().slice(0, 10);
    return bookingOf({ date, time: number % 2 === 0 ? '17:00' : '20:00', specialRequests: null });
  };
  const booked = async () => {
    const { date, time, ...booking } = table();
    const { body } = await server.call('createReservation', { body: { ...booking, date, time } }, SITE_KEY);
    const id = body.reservation?.reservationId;
    if (id === undefined) throw new Error(`createReservation: ${body.error} on ${date}`);
    return { reservationId: id, token: tokenOf(body.manageUrl), date, time, email: booking.customerInfo.email };
  };
  const linked = async () => {
    const { reservationId, token } = await booked();
    return { reservationId, token };
  };
  const waiting = async () => {
    const party = { locationId: 'truro', name: 'Robin', phone: `902-555-${1000 + next()}`, partySize: 2 };
    const { body } = await server.call('joinWaitlist', { body: party }, SITE_KEY);
    return { waitId: body.waitId, token: tokenOf(body.manageUrl) };
  };
  return {
    getWait: waiting,
    answerCall: async () => ({ ...(await waiting()), coming: false }),
    createReservation: table,
    addReservationByPhone: table,
    getReservation: linked,
    getReservationCalendar: linked,
    cancelReservation: linked,
    confirmReservation: linked,
    changeReservation: async () => {
      const { reservationId, token, date, time } = await booked();
      return { reservationId, token, date, time, partySize: 1, version: undefined };
    },
    sendReservationLinks: async () => ({ email: (await booked()).email }),
    updateReservationStatus: async () => ({ reservationId: (await booked()).reservationId, status: 'confirmed' }),
  };
}

function menuRequests({ act, next }: Parts): PreparedRequests {
  const dish = async () => {
    const kulfi = { name: `Kulfi ${next()}`, description: 'Frozen', price: 4.5, category: 'drinks' };
    const { item } = await act('addMenuItem', { locationId: 'truro', item: kulfi });
    return { locationId: 'truro', itemId: item.id, version: item.version };
  };
  const shared = async () => {
    const { locationId, itemId } = await dish();
    const { dish: made } = await act('shareDish', { locationId, itemId });
    return { locationId, itemId, chainId: made.id };
  };
  const lunch = () => ({
    daypartId: undefined,
    version: undefined,
    locationId: 'truro',
    name: `Lunch ${next()}`,
    days: ['monday' as const],
    from: '11:30',
    until: '14:00',
  });
  return {
    editMenuItems: async () => {
      const { locationId, itemId, version } = await dish();
      return { locationId, items: [{ itemId, version }], change: { price: { by: 1 } } };
    },
    deleteMenuItem: async () => {
      const { locationId, itemId } = await dish();
      return { locationId, itemId };
    },
    addSharedDishToMenu: async () => ({ chainId: (await shared()).chainId, locationId: 'new-glasgow' }),
    resetSharedDishFields: async () => {
      const { locationId, itemId } = await shared();
      return { locationId, itemId };
    },
    deleteCategory: async () => {
      const { category } = await act('addCategory', { name: `Sweets ${next()}` });
      return { categoryId: category.id };
    },
    deleteOptionGroup: async () => {
      const options = [{ name: 'Raita', price: 1 }];
      const { group } = await act('saveOptionGroup', { name: `Dips ${next()}`, kind: 'some', options });
      return { groupId: group.id };
    },
    saveDaypart: lunch,
    deleteDaypart: async () => {
      const { daypart } = await act('saveDaypart', lunch());
      return { daypartId: daypart.id };
    },
  };
}

function menuFileRequests({ act, next }: Parts): PreparedRequests {
  const file = () => {
    const text = `name,category,price\nIced Kulfi ${next()},drinks,4.50\n`;
    return { file: Buffer.from(text).toString('base64'), locationIds: ['truro'] };
  };
  const previewed = async () => {
    const body = file();
    return { ...body, token: (await act('previewMenuImport', body)).token };
  };
  const own = 'Mango Lassi';
  return {
    getMenuCsv: () => ({ locationIds: 'truro' }),
    previewMenuImport: file,
    importMenu: previewed,
    undoMenuImport: async () => ({ importId: (await act('importMenu', await previewed())).importId }),
    saveMenuTranslations: () => ({
      locationId: 'truro',
      language: 'fr',
      texts: [{ kind: 'dish', id: 'mango-lassi', field: 'name', own, text: 'Lassi à la mangue' }],
    }),
  };
}

function locationRequests({ act, next }: Parts): PreparedRequests {
  const place = () => {
    const number = next();
    return {
      id: `halifax-${number}`,
      name: `Halifax ${number}`,
      address: '1 Water Street',
      city: 'Halifax',
      region: 'NS',
      country: 'CA',
      postalCode: 'B3J 1A1',
      phone: '(902) 555-0161',
      email: 'water@example.test',
      features: ['Takeout' as const],
    };
  };
  const added = async () => ({ locationId: (await act('addLocation', { location: place() })).location.id });
  return {
    addLocation: () => ({ location: place() }),
    updateLocation: async () => ({ ...(await added()), updates: { manager: 'Kim Sample' } }),
    toggleLocationStatus: added,
    deleteLocation: added,
  };
}

const STRONG_PASSWORD = 'Kettle-Orchard-71!';

function peopleRequests({ server, act, next }: Parts): PreparedRequests {
  const { db } = server.context;
  const guestFile = () => ({ kind: 'guests', file: btoa(`email,name\nguest${next()}@example.test,Noor`) }) as const;
  const guestImport = async (file = guestFile()) => ({ ...file, token: (await act('previewFileImport', file)).token });
  const person = () => ({ name: 'Noor Sample', email: `noor${next()}@example.test`, role: 'staff' as const });
  const invited = async () => {
    const { invitation } = await act('inviteStaff', { ...person(), locationIds: ['truro'] });
    return { invitationId: invitation.id, email: invitation.email };
  };
  const invitationId = async () => ({ invitationId: (await invited()).invitationId });
  const token = async () => {
    const mail = db
      .selectFrom('messages')
      .select('body_text')
      .where('recipient', '=', (await invited()).email);
    return /\/join\?token=([\w-]+)/.exec((await mail.executeTakeFirstOrThrow()).body_text)?.[1] ?? '';
  };
  const userId = async () => {
    const { email } = await act('acceptInvitation', { token: await token(), password: STRONG_PASSWORD }, {});
    const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    return { userId: id };
  };
  const key = () => ({ name: `Till ${next()}`, kind: 'admin', scopes: ['orders:read'] }) as const;
  return {
    confirmIdentity: () => ({ password: DEMO_PASSWORD, code: undefined, passkey: undefined }),
    inviteStaff: () => ({ ...person(), locationIds: ['truro'] }),
    resendInvitation: invitationId,
    withdrawInvitation: invitationId,
    getInvitation: async () => ({ token: await token() }),
    acceptInvitation: async () => ({ token: await token(), password: STRONG_PASSWORD }),
    createPin: userId,
    endUserSessions: userId,
    resetSecondStep: userId,
    deactivateUser: userId,
    previewFileImport: guestFile,
    importFile: guestImport,
    undoFileImport: async () => ({ kind: 'guests', importId: (await act('importFile', await guestImport())).importId }),
    updateUser: async () => ({ ...(await userId()), updates: { displayName: 'Noor Example' }, version: undefined }),
    updateUsers: async () => ({ userIds: [(await userId()).userId], updates: { isActive: false } }),
    createApiKey: () => ({ ...key(), locationIds: undefined, expiresAt: null }),
    revokeApiKey: async () => {
      const made = await act('createApiKey', { ...key(), scopes: ['orders:read'] });
      return { keyId: made.apiKey.id };
    },
    forgetPerson: () => ({
      email: `noor${next()}@example.test`,
      orderId: undefined,
      reservationId: undefined,
      phone: undefined,
      userId: undefined,
      dryRun: true,
    }),
  };
}

function messageRequests({ server, act }: Parts, { place }: NewOrder): PreparedRequests {
  const { db } = server.context;
  const mailingBody = { templateId: 'custom', templateData: { subject: 'Hello', message: 'We are open again.' } };
  /** One person may send one mailing a second. */
  const mailing = () => {
    server.clock.forward(1_000);
    return mailingBody;
  };
  const person = { to: 'customer@demo.test', orderId: undefined, metadata: undefined };
  const mailingId = async () => {
    const filter = { search: 'customer@demo.test', role: 'customer' } as const;
    const { mailing: started } = await act('startMailing', { ...mailing(), to: { filter } });
    return { mailingId: started.id };
  };
  /** A mail about a new order that has come this far. */
  const messageOf = async (status: 'failed' | 'sent' | null) => {
    const { orderId } = await place();
    await server.settle();
    const mail = db.selectFrom('messages').select('id').where('order_id', '=', orderId);
    const { id } = await mail.executeTakeFirstOrThrow();
    if (status) await db.updateTable('messages').set({ status }).where('id', '=', id).execute();
    return { messageId: id };
  };
  return {
    previewEmail: () => mailingBody,
    sendEmail: () => ({ ...mailing(), ...person }),
    sendBulkEmail: () => ({ ...mailing(), recipients: [person.to] }),
    startMailing: () => ({ ...mailing(), to: { filter: { search: person.to } } }),
    getMailing: mailingId,
    stopMailing: mailingId,
    getMessage: () => messageOf(null),
    retryMessage: () => messageOf('failed'),
    reportBounce: () => messageOf('sent'),
  };
}
