import { calls, type Call } from '@tiffin/contract';
import { isPostCall } from '@tiffin/contract/methods';
import {
  fieldsOf,
  hostileValuesFor,
  inputSchema,
  inputsOf,
  simplestValue,
  type SampleValues,
} from '@tiffin/contract/testing/request-values';
import { expect, test, vi } from 'vitest';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import { parseStorable } from './read-body.ts';

vi.setConfig({ testTimeout: 600_000 });

/** Every field gets one of so many hostile values, each field others. 1 sends all of them, which takes some minutes. */
const SHARE = Number(process.env['HOSTILE_SHARE'] ?? 6);

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');

const makePayload = await payloadMaker(server);
const placed = await server.call('createCustomerOrderCash', { body: { ...makePayload() } }, admin);
const { orderId, order } = placed.body;
const booked = await server.call('createReservation', { body: bookingOf({}) }, admin);
const { id: userId } = await db
  .selectFrom('users')
  .select('id')
  .where('email', '=', 'customer@demo.test')
  .executeTakeFirstOrThrow();
const itemId = order.items[0]?.id ?? '';
const [category] = (await server.call('getLocationMenu', { query: { locationId: 'truro' } })).body.categories;

/** A phone at a table of the plan. */
const table = {
  tableId: 't1',
  name: '1',
  area: 'Room',
  seats: 4,
  x: 0,
  y: 0,
  width: 100,
  height: 80,
  shape: 'circle',
} as const;
const plan = { locationId: 'truro', version: 0, areas: [{ name: 'Room' }], tables: [table] };
await server.call('saveFloor', { body: plan }, admin);
const tableOrdering = { isOn: true, firstRoundWaits: false };
await server.call('updateLocation', { body: { locationId: 'truro', updates: { tableOrdering } } }, admin);
await server.call('seatParty', { body: { tableId: 't1', partySize: 2 } }, admin);
const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, admin)).body;
const code = tables[0]?.sitting?.code ?? '';
const { token: tableToken } = (await server.call('joinTable', { body: { tableId: 't1', code } })).body;

/** Values that are right, by the name of their field. */
const SAMPLES: SampleValues = {
  locationId: 'truro',
  orderId,
  orderIds: [orderId],
  billId: orderId,
  reservationId: booked.body.reservation.id,
  userId,
  userIds: [userId],
  itemId,
  itemIds: [itemId],
  category: category?.id,
  chainId: itemId,
  time: '18:00',
  name: 'Robin Guest',
  email: 'robin@guest.test',
  phone: '9025550123',
  language: 'fr',
  templateId: 'promotional',
};
const ORDERS = /^create(CustomerOrder|CustomerPayment|AdminOrder|AdminPaymentLink)/;
/** Right values of single calls. */
const SAMPLES_OF: Readonly<Record<string, SampleValues>> = {
  validatePricing: { ...makePayload() },
  getOrderReceipt: { orderId, token: order.metadata.orderToken },
  getOrderReceiptPdf: { orderId, token: order.metadata.orderToken },
  getReservation: { ...SAMPLES, token: tokenOf(booked.body.manageUrl) },
  updateLocation: { locationId: 'truro' },
  addLocation: { id: 'elsewhere', name: 'Elsewhere', phone: '(902) 555-0199', email: 'a@b.ca', postalCode: 'B2N 5A9' },
  saveDaypart: { locationId: 'truro', name: 'Brunch', from: '11:00', until: '15:00' },
  createReservation: { ...SAMPLES, date: '2026-11-28' },
  addReservationByPhone: { ...SAMPLES, date: '2026-11-28' },
  changeReservation: { ...SAMPLES, date: '2026-11-28' },
  unlockTablet: { userId, pin: '123456' },
  setDishHours: { ...SAMPLES, onlyInDayparts: false },
  getTable: { tableId: 't1' },
  joinTable: { tableId: 't1', code },
  ...Object.fromEntries(
    ['getTableTab', 'addTableRound', 'payAtTable', 'callWaiter', 'takeBackCall'].map((name) => [
      name,
      { token: tableToken },
    ]),
  ),
};
/** These would end what other calls need, so nothing they name exists. */
const ENDS_DATA = /^(delete|deactivate|remove|cancel|revoke|stop|toggle)/;
/** These end the caller's session. */
const ENDS_SESSION = /^(deleteMe|signOut|setUpTablet)/;
/** Each attempt hashes a password, so these get few. */
const IS_SLOW = /^(deleteMe|confirmIdentity)$/;

async function samplesFor(name: string): Promise<SampleValues> {
  if (!ORDERS.test(name)) return SAMPLES_OF[name] ?? (ENDS_DATA.test(name) ? {} : SAMPLES);
  // From the menu as it is by now.
  const payload = (await payloadMaker(server))();
  return { ...payload, ...(/Payment/.test(name) && { orderData: payload }) };
}

async function newCustomer(): Promise<Caller> {
  const email = `${crypto.randomUUID()}@guest.test`;
  const body = JSON.stringify({ email, password: 'Good-pass-1', name: 'Robin Guest' });
  const headers = { 'content-type': 'application/json' };
  await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body });
  return server.signIn(email, 'Good-pass-1');
}

const inQuery = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value));

const FILES = new Set(['file', 'part']);

/** A form with a file in it, unless the file itself has a hostile value. */
function formOf(input: unknown): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(Object(input) as object)) {
    if (FILES.has(field) && value === 'x') form.set(field, new File(['not a picture'], 'a\0\u202e.png'));
    else form.set(field, inQuery(value));
  }
  return form;
}

function send(name: string, kind: string, input: unknown, as: Caller): Promise<Response> {
  const fields = kind === 'query' ? Object.entries(Object(input) as object) : [];
  const query = new URLSearchParams(fields.map(([field, value]) => [field, inQuery(value)])).toString();
  if (kind === 'form') return server.fetch(`/api/${name}`, { method: 'POST', body: formOf(input) }, as);
  const body = JSON.stringify(kind === 'body' ? input : {});
  const headers = { 'content-type': 'application/json' };
  return server.fetch(`/api/${name}?${query}`, isPostCall(name) ? { method: 'POST', headers, body } : {}, as);
}

/** A body that the contract refuses never reaches the code of the call. `hostile-input.test.ts` sends those. */
const isAccepted = (call: Call, input: unknown) =>
  !call.body || call.body.safeParse(parseStorable(JSON.stringify(input))).success;

function* hostileInputs(call: Call, kind: string, samples: SampleValues, share: number): Generator<[string, unknown]> {
  const shape = inputsOf(call).find((input) => input.kind === kind)?.shape;
  if (!shape) return;
  let turn = 0;
  for (const field of fieldsOf(inputSchema(shape), samples)) {
    for (const value of hostileValuesFor(field)) {
      const input = field.requestWith(value);
      if (input === undefined || !isAccepted(call, input)) continue;
      if (turn++ % share === 0) yield [`${field.path}: ${JSON.stringify(value).slice(0, 80)}`, input];
    }
  }
}

// Orders first, while the kitchen still takes them.
const INPUTS = Object.entries<Call>(calls)
  .toSorted(([a], [b]) => Number(ORDERS.test(b)) - Number(ORDERS.test(a)))
  .flatMap(([name, call]) => inputsOf(call).map(({ kind, shape }) => ({ name, call, kind, shape })));
const answeredCalls = new Set<string>();

test.each(INPUTS)('$name answers hostile values in each field of its $kind without a 5xx', async (input) => {
  const { name, call, kind, shape } = input;
  const samples = await samplesFor(name);
  const as = ENDS_SESSION.test(name) ? await newCustomer() : admin;
  const failed: string[] = [];
  const check = async (what: string, sent: unknown) => {
    const { status } = await send(name, kind, sent, as);
    if (status === 200) answeredCalls.add(name);
    if (status >= 500) failed.push(`${status} ${what}`);
  };
  await check('a right request', simplestValue(inputSchema(shape), samples));
  for (const [what, sent] of hostileInputs(call, kind, samples, IS_SLOW.test(name) ? SHARE * 10 : SHARE)) {
    await check(what, sent);
  }
  expect(failed).toEqual([]);
});

test('most calls were reached, and afterwards the server is healthy', async () => {
  expect(answeredCalls.size).toBeGreaterThan(INPUTS.length / 2);
  expect((await server.call('healthCheck', {})).body.status).toBe('healthy');
  expect((await server.call('getMe', {}, admin)).body.me?.role).toBe('admin');
});
