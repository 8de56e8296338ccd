import { beforeEach, expect, test } from 'vitest';
import { deliverMessages } from '../../outbox/deliver-messages.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const truro = await payloadMaker(server);
const cook = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const menu = (await server.call('getLocationMenu', { query: { locationId: 'truro' } }, { 'x-api-key': 'pk_demo' }))
  .body;
const categoryOf = (id: string) => menu.items.find((item) => item.id === id)?.category ?? '';

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const CURRY = 'butter-chicken';
const LASSI = 'mango-lassi';

async function save(fields: object, as: Caller = manager) {
  const body = { locationId: 'truro', name: 'Grill', ...fields };
  const saved = await server.call('saveStation', { body }, { ...as, ...newKey() });
  return saved as typeof saved & { body: { station: { stationId: string; version: number } } };
}
const stationId = async (fields: object) => (await save(fields)).body.station.stationId;
const list = async () => (await server.call('getStations', { query: { locationId: 'truro' } }, cook)).body.stations;
const tickets = async (id: string) => (await server.call('getStationTickets', { query: { stationId: id } }, cook)).body;
const bump = (orderId: string, more: object = {}, as: Caller = cook) =>
  server.call('bumpLines', { body: { orderId, ...more } }, { ...as, ...newKey() });
const recall = (orderId: string, more: object = {}, as: Caller = cook) =>
  server.call('recallTicket', { body: { orderId, ...more } }, { ...as, ...newKey() });
/** A manager cancels an order that the kitchen has started. */
const cancel = (orderId: string) =>
  server.call('cancelOrder', { body: { orderId, reason: 'Not wanted' } }, { ...manager, ...newKey() });
const setStatus = (orderId: string, status: 'preparing' | 'ready' | 'completed') =>
  server.call('updateOrderStatus', { body: { orderId, status } }, { ...cook, ...newKey() });
const read = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
const linesOf = (answer: Awaited<ReturnType<typeof tickets>>, orderId: string) =>
  answer.tickets.find((ticket) => ticket.orderId === orderId)?.lines.map(({ name }) => name);

async function cooking(dishes: Record<string, number> = { [CURRY]: 1, [LASSI]: 2 }, more: object = {}) {
  const body = { ...truro({ dishes }), ...more };
  const placed = await server.call('createAdminOrderUnpaid', { body }, { ...cook, ...newKey() });
  if (!placed.body.success) throw new Error(placed.body.error);
  const { orderId } = placed.body;
  await setStatus(orderId, 'preparing');
  return orderId;
}

beforeEach(async () => {
  await context.db.deleteFrom('stations').execute();
});

/** The curry at the grill, drinks at the bar, everything else at the pass. */
async function grillAndBar() {
  const bar = await stationId({ name: 'Bar', categories: [categoryOf(LASSI)] });
  const grill = await stationId({ name: 'Grill', itemIds: [CURRY], fallbackId: bar });
  return { bar, grill };
}

test('a station sees only its lines and what the rest of the order waits for; the pass sees everything', async () => {
  const { bar, grill } = await grillAndBar();
  const pass = await stationId({ name: 'Pass', kind: 'pass' });
  const orderId = await cooking();
  const atGrill = await tickets(grill);
  expect(linesOf(atGrill, orderId)).toEqual(['Butter Chicken']);
  expect(atGrill.tickets.find((ticket) => ticket.orderId === orderId)?.waitingFor).toEqual([
    { stationId: bar, name: 'Bar', open: 1, done: 0 },
  ]);
  expect(linesOf(await tickets(pass), orderId)).toHaveLength(2);
  expect(JSON.stringify(atGrill.tickets)).not.toMatch(/price|phone|customer/i);
  expect((await tickets(bar)).allDay.find(({ id }) => id === LASSI)?.count).toBeGreaterThanOrEqual(2);

  await bump(orderId, { stationId: grill });
  expect(linesOf(await tickets(grill), orderId)).toBeUndefined();
  expect((await tickets(bar)).tickets.find((ticket) => ticket.orderId === orderId)?.waitingFor).toEqual([
    { stationId: grill, name: 'Grill', open: 0, done: 1 },
  ]);
});

test('of two stations that bump the last lines at once, one makes the order ready, once', async () => {
  const { bar, grill } = await grillAndBar();
  const orderId = await cooking();
  const answers = await Promise.all([bump(orderId, { stationId: grill }), bump(orderId, { stationId: bar })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const order = await read(orderId);
  expect(order.status).toBe('ready');
  expect(order.statusHistory.filter(({ status }) => status === 'ready')).toHaveLength(1);
});

test('a repeated bump changes nothing, whatever its key, and a late one finds the order handed over', async () => {
  const orderId = await cooking();
  const [first] = (await read(orderId)).items;
  const lines = [first?.line];
  await bump(orderId, { lines });
  const { version } = await read(orderId);
  expect((await bump(orderId, { lines })).status).toBe(200);
  expect((await read(orderId)).version).toBe(version);
  await bump(orderId);
  expect((await read(orderId)).status).toBe('ready');
  expect((await bump(orderId)).body.order.status).toBe('ready');
  await setStatus(orderId, 'completed');
  expect((await bump(orderId)).body.order.status).toBe('completed');
});

test('a bump is refused for lines the order does not have, another location’s station, and cancelled orders', async () => {
  const orderId = await cooking();
  expect((await bump(orderId, { lines: [77] })).body.code).toBe('invalid-argument');
  expect((await bump(orderId, { stationId: 'gone' })).status).toBe(404);
  await cancel(orderId);
  const refused = await bump(orderId);
  expect([refused.status, refused.body.code]).toEqual([409, 'failed-precondition']);
});

async function takenAtTill(dishes: Record<string, number> = { [CURRY]: 1, [LASSI]: 2 }) {
  const body = truro({ dishes });
  return (await server.call('createAdminOrderUnpaid', { body }, { ...cook, ...newKey() })).body.orderId;
}
const startsOf = async (orderId: string) =>
  (await read(orderId)).statusHistory.filter(({ status }) => status === 'preparing');

test('an order taken at the till is at its stations at once, and the first dish that is done starts it', async () => {
  const { bar, grill } = await grillAndBar();
  const orderId = await takenAtTill();
  expect(linesOf(await tickets(grill), orderId)).toEqual(['Butter Chicken']);
  expect((await tickets(bar)).tickets.find((ticket) => ticket.orderId === orderId)?.status).toBe('pending');
  const first = await bump(orderId, { stationId: grill });
  expect(first.body.order).toMatchObject({ status: 'preparing', acceptedBy: 'Arjun Patel' });
  expect(first.body.order.prepStartTime).not.toBeNull();
  expect((await bump(orderId, { stationId: bar })).body.order.status).toBe('ready');
  expect(await startsOf(orderId)).toHaveLength(1);
});

test('two stations that bump a new order at once start it once, and one bump of all of it makes it ready', async () => {
  const { bar, grill } = await grillAndBar();
  const orderId = await takenAtTill();
  const answers = await Promise.all([bump(orderId, { stationId: grill }), bump(orderId, { stationId: bar })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await read(orderId)).status).toBe('ready');
  expect(await startsOf(orderId)).toHaveLength(1);
  const other = await takenAtTill();
  expect((await bump(other)).body.order.status).toBe('ready');
});

test('a ticket names the tab or the table, and the seat of each dish', async () => {
  const grill = await stationId({ name: 'Grill', isDefault: true });
  const item = (id: string, seat?: number) => ({ id, name: id, price: 1, quantity: 1, seat });
  const body = { locationId: 'truro', label: 'Bob Bar', items: [item(LASSI, 2), item('vegetable-samosas')] };
  const { orderId } = (await server.call('addRound', { body }, { ...cook, ...newKey() })).body;
  const ticket = (await tickets(grill)).tickets.find((each) => each.orderId === orderId);
  expect([ticket?.servedAt, ticket?.lines.map(({ id, seat }) => [id, seat])]).toEqual([
    'Bob Bar',
    [
      [LASSI, 2],
      ['vegetable-samosas', undefined],
    ],
  ]);
  const pickup = await takenAtTill();
  expect((await tickets(grill)).tickets.find((each) => each.orderId === pickup)).not.toHaveProperty('servedAt');
});

test('a dish that is crossed off starts an order too; a bump that arrives late finds it started and starts nothing', async () => {
  const orderId = await takenAtTill();
  const [first, second] = (await read(orderId)).items;
  const strike = { orderId, line: first?.line ?? 0, done: true };
  const struck = await server.call('strikeOrderItem', { body: strike }, { ...cook, ...newKey() });
  expect(struck.body.order.status).toBe('preparing');
  expect((await setStatus(orderId, 'preparing')).status).toBe(200);
  await bump(orderId, { lines: [second?.line] });
  expect((await read(orderId)).status).toBe('ready');
  expect(await startsOf(orderId)).toHaveLength(1);
});

test('an order for later is at no station before its time, and one that nobody has accepted is not started by a dish', async () => {
  const { grill } = await grillAndBar();
  const later = await takenAtTill();
  const future = new Date(clock.now().getTime() + 3_600_000);
  await context.db.updateTable('orders').set({ wanted_for: future, fire_at: future }).where('id', '=', later).execute();
  expect(linesOf(await tickets(grill), later)).toBeUndefined();
  const orderId = await takenAtTill({ [CURRY]: 1 });
  await context.db.updateTable('orders').set({ accepted_at: null }).where('id', '=', orderId).execute();
  expect(linesOf(await tickets(grill), orderId)).toBeUndefined();
  expect((await bump(orderId)).body.order.status).toBe('pending');
});

test('a ready order is recalled before a dish is made again', async () => {
  const orderId = await takenAtTill({ [CURRY]: 1 });
  await bump(orderId);
  expect((await read(orderId)).status).toBe('ready');
  expect((await bump(orderId, { done: false })).body.code).toBe('failed-precondition');
});

test('a dish with an allergy is bumped alone only after it was confirmed, and never with others', async () => {
  const { bar, grill } = await grillAndBar();
  const orderId = await cooking(undefined, { allergies: [{ code: 'milk' }] });
  const before = await read(orderId);
  for (const request of [{}, { stationId: grill }, { stationId: bar }]) {
    const refused = await bump(orderId, request);
    expect([refused.status, refused.body.code]).toEqual([409, 'allergy-unconfirmed']);
  }
  expect((await read(orderId)).items).toEqual(before.items);
  const dish = before.items.find(({ id }) => id === CURRY);
  await server.call('confirmAllergies', { body: { orderId, lines: [dish?.line ?? 0] } }, { ...cook, ...newKey() });
  expect((await bump(orderId, { stationId: grill })).status).toBe(200);
  expect((await bump(orderId)).body.code).toBe('allergy-unconfirmed');
  expect((await read(orderId)).status).toBe('preparing');
});

test('the fallback shows the dishes of a station whose screen is offline, until it is seen again', async () => {
  const { bar, grill } = await grillAndBar();
  const orderId = await cooking();
  expect(linesOf(await tickets(bar), orderId)).toEqual(['Mango Lassi']);
  expect((await list()).map(({ wasSeen }) => wasSeen)).toEqual([false, false]);
  clock.forward(61_000);
  const atBar = await tickets(bar);
  expect(linesOf(atBar, orderId)).toEqual(['Butter Chicken', 'Mango Lassi']);
  expect(atBar.tickets.find((ticket) => ticket.orderId === orderId)?.coveredFor).toEqual([
    { stationId: grill, name: 'Grill' },
  ]);
  expect((await list()).map(({ name, isOnline }) => `${name} ${isOnline}`)).toEqual(['Bar true', 'Grill false']);
  expect((await list()).map(({ wasSeen }) => wasSeen)).toEqual([true, false]);
  await server.call('getStations', { query: { locationId: 'truro', screenOf: grill } }, cook);
  expect(linesOf(await tickets(bar), orderId)).toEqual(['Mango Lassi']);
});

test('open dishes stay at their station when its rules change; the next order follows the new rules', async () => {
  const { bar, grill } = await grillAndBar();
  const first = await cooking();
  await save({ stationId: grill, name: 'Grill', itemIds: [] });
  await save({ stationId: bar, name: 'Bar', categories: [categoryOf(LASSI)], itemIds: [CURRY] });
  const second = await cooking();
  expect(linesOf(await tickets(grill), first)).toEqual(['Butter Chicken']);
  expect(linesOf(await tickets(grill), second)).toBeUndefined();
  expect(linesOf(await tickets(bar), second)).toHaveLength(2);
  // An edit of the order keeps the dish where it is.
  const { version, items } = await read(first);
  const line = items.find(({ id }) => id === CURRY)?.line ?? 0;
  const body = { orderId: first, version, change: [{ line, quantity: 2 }] };
  expect((await server.call('changeOrder', { body }, { ...manager, ...newKey() })).status).toBe(200);
  expect(linesOf(await tickets(grill), first)).toEqual(['Butter Chicken']);
});

test('deleting a station moves its open dishes and its rules to the fallback, or to the pass', async () => {
  const { bar, grill } = await grillAndBar();
  const orderId = await cooking();
  const remove = (body: { stationId: string; moveTo?: string }) =>
    server.call('deleteStation', { body }, { ...manager, ...newKey() });
  const toBar = await remove({ stationId: grill });
  expect(toBar.body).toMatchObject({ movedTo: bar });
  expect(toBar.body.movedDishes).toBeGreaterThanOrEqual(1);
  expect(linesOf(await tickets(bar), orderId)).toHaveLength(2);
  const next = await cooking();
  expect(linesOf(await tickets(bar), next)).toHaveLength(2);
  expect((await tickets(bar)).station).toMatchObject({ itemIds: [CURRY] });
  expect((await remove({ stationId: grill })).status).toBe(404);
  expect((await remove({ stationId: bar, moveTo: 'gone' })).body.code).toBe('invalid-argument');
  expect((await remove({ stationId: bar })).body.movedTo).toBeNull();
  // A default that comes later does not get what was moved to the pass.
  const rest = await stationId({ name: 'Rest', isDefault: true });
  expect(linesOf(await tickets(rest), orderId)).toBeUndefined();
  const last = await cooking();
  expect(linesOf(await tickets(rest), last)).toHaveLength(2);
});

test('a removed dish is a void at its own station only, and an added one appears at its station', async () => {
  const { bar, grill } = await grillAndBar();
  const orderId = await cooking({ [CURRY]: 1, [LASSI]: 1, 'chana-masala': 1 });
  clock.forward(5_000);
  const { version, items } = await read(orderId);
  const line = items.find(({ id }) => id === LASSI)?.line ?? 0;
  const body = { orderId, version, remove: [line], add: [{ id: LASSI, quantity: 3 }], why: 'Wrong dish' };
  expect((await server.call('changeOrder', { body }, { ...manager, ...newKey() })).body.success).toBe(true);
  const changesAt = async (id: string) =>
    (await tickets(id)).tickets
      .find((ticket) => ticket.orderId === orderId)
      ?.changes.map(({ kind, name, quantity }) => `${kind} ${quantity} ${name}`);
  expect(await changesAt(bar)).toEqual(['void 1 Mango Lassi', 'added 3 Mango Lassi']);
  expect(await changesAt(grill)).toEqual([]);
});

test('a recall has no time limit, brings the station’s dishes back, and corrects a guest who was told “ready” once', async () => {
  const { grill } = await grillAndBar();
  const orderId = await cooking(undefined, { customerInfo: { name: 'Asha', email: '', phone: '(902) 555-0177' } });
  const messagesOf = async () =>
    (await context.db.selectFrom('messages').select(['template', 'status']).where('order_id', '=', orderId).execute())
      .filter(({ template }) => ['order_preparing', 'order_ready', 'order_news'].includes(template ?? ''))
      .map(({ template }) => template);
  await bump(orderId);
  await server.settle();
  clock.forward(3_600_000);
  await deliverMessages(context);
  expect(await messagesOf()).toEqual(['order_ready']);

  const recalled = await recall(orderId, { stationId: grill });
  expect(recalled.body.order).toMatchObject({ status: 'preparing', readyTime: null });
  expect(recalled.body.order.items.map(({ doneAt }) => doneAt !== null)).toEqual([false, true]);
  await server.settle();
  // Other changes of the recalled order send nothing more.
  await recall(orderId, { stationId: grill });
  await bump(orderId, { lines: [2], done: false });
  await server.settle();
  expect((await messagesOf()).toSorted()).toEqual(['order_news', 'order_ready']);
  await bump(orderId);
  await server.settle();
  expect((await messagesOf()).toSorted()).toEqual(['order_news', 'order_ready', 'order_ready']);
});

test('a recall before the guest was told withdraws the message and sends no correction', async () => {
  const orderId = await cooking();
  await bump(orderId);
  await server.settle();
  await recall(orderId);
  await server.settle();
  const messages = await context.db
    .selectFrom('messages')
    .select(['template', 'status'])
    .where('order_id', '=', orderId)
    .execute();
  expect(messages.filter(({ template }) => template === 'order_news')).toEqual([]);
  expect(messages.filter(({ template, status }) => template === 'order_ready' && status !== 'cancelled')).toEqual([]);
});

test('an order that was handed over or cancelled cannot be recalled, and says so', async () => {
  const { grill } = await grillAndBar();
  const orderId = await cooking();
  await bump(orderId);
  await setStatus(orderId, 'completed');
  const refused = await recall(orderId, { stationId: grill });
  expect([refused.status, refused.body.code]).toEqual([409, 'invalid-transition']);
  expect(refused.body.error).toContain('handed over');
  expect((await tickets(grill)).recallable.find((each) => each.orderId === orderId)?.whyNot).toContain('handed over');
  const other = await cooking();
  await cancel(other);
  expect((await recall(other)).body.error).toContain('cancelled');
});

test('a station needs a name of its own, and each rule belongs to one station', async () => {
  const { bar, grill } = await grillAndBar();
  expect((await save({ name: 'GRILL' })).body).toMatchObject({ code: 'already-exists', field: 'name' });
  expect((await save({ name: 'Fryer', itemIds: [CURRY] })).body.error).toContain('Grill');
  expect((await save({ name: 'Fryer', fallbackId: 'gone' })).body.code).toBe('invalid-argument');
  expect((await save({ stationId: grill, fallbackId: grill })).body.code).toBe('invalid-argument');
  expect((await save({ stationId: 'gone' })).status).toBe(404);
  expect((await save({ stationId: bar, name: 'Bar', version: 7 })).body).toMatchObject({
    code: 'conflict',
    station: { stationId: bar, name: 'Bar' },
  });
  await save({ name: 'Rest', isDefault: true });
  await save({ name: 'Other', isDefault: true });
  expect((await list()).filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Other']);
  await save({ name: 'Pass', kind: 'pass' });
  expect((await save({ name: 'Second pass', kind: 'pass' })).body.code).toBe('failed-precondition');
});

test('staff cannot change stations, and nobody those of another location', async () => {
  const { grill } = await grillAndBar();
  expect((await save({ name: 'Mine' }, cook)).status).toBe(403);
  expect((await save({ name: 'Mine', locationId: 'new-glasgow' })).status).toBe(403);
  await context.db.updateTable('stations').set({ location_id: 'new-glasgow' }).where('id', '=', grill).execute();
  expect((await server.call('getStationTickets', { query: { stationId: grill } }, cook)).status).toBe(403);
  const orderId = await cooking();
  expect((await bump(orderId, { stationId: grill })).status).toBe(403);
});
