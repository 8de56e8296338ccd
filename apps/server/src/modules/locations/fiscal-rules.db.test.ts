import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { orderData, tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { grantGracePeriods } from './grant-grace-periods.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const admin = await server.signIn('admin@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });

/** Open at midnight too. */
const NIGHT_AND_DAY = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    { open: '04:00', close: '03:00', closed: false },
  ]),
);

const GATINEAU = {
  id: 'gatineau',
  name: 'Gatineau',
  address: '18 rue Principale',
  city: 'Gatineau',
  region: 'QC',
  postalCode: 'J8X 2K1',
  phone: '(819) 555-0123',
  email: 'gatineau@example.test',
  timeZone: 'America/Toronto',
  features: ['Dine-in', 'Takeout'] as const,
  hours: NIGHT_AND_DAY,
};
const MADRID = {
  ...GATINEAU,
  id: 'madrid',
  name: 'Madrid',
  address: 'Calle Mayor 1',
  city: 'Madrid',
  region: 'Madrid',
  country: 'ES',
  postalCode: '28013',
  phone: '+34 91 555 0101',
  timeZone: 'Europe/Madrid',
  tillDeclaration: 'The maker of our till has declared it',
};
const TEA = { name: 'Tea', price: 3.5, description: 'A pot of tea', category: 'drinks' };

async function addLocation(location: typeof GATINEAU): Promise<void> {
  const added = await server.call('addLocation', { body: { location: location as never } }, keyed(admin));
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  const made = await server.call('addMenuItem', { body: { locationId: location.id, item: TEA } }, keyed(admin));
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
}
await addLocation(GATINEAU);
await addLocation(MADRID);

const order = async (locationId: string) => {
  const payload = await payloadMaker(server, locationId);
  return server.call('createCustomerOrderCash', { body: payload() }, keyed(SITE_KEY));
};
const update = (locationId: string, updates: object, as = admin) =>
  server.call('updateLocation', { body: { locationId, updates } }, keyed(as));
const stateOf = async (locationId: string, as = admin) =>
  (await server.call('getFiscalStates', {}, as)).body.locations.find((each) => each.locationId === locationId);

beforeEach(() => server.clock.set('2026-11-20T22:00:00.000Z'));

test('in Gatineau the menu answers and a table is booked, but an order is refused with the reason and its source', async () => {
  const refused = await order('gatineau');
  expect([refused.status, refused.body.code]).toEqual([409, 'fiscal-needed']);
  expect(refused.body.error).toBe('This restaurant can’t take orders online yet. Please call (819) 555-0123.');
  expect(refused.body['reason']).toMatch(/^Québec asks restaurants/);
  expect(refused.body['source']).toMatchObject({ title: 'Revenu Québec, mandatory billing' });

  const menu = await server.call('getLocationMenu', { query: { locationId: 'gatineau' } }, SITE_KEY);
  expect(menu.body.items.map(({ name }) => name)).toEqual(['Tea']);
  const { location } = (await server.call('getLocation', { query: { locationId: 'gatineau' } }, SITE_KEY)).body;
  expect(location.takesMoney).toBe(false);
  const booked = await server.call(
    'addReservationByPhone',
    {
      body: {
        locationId: 'gatineau',
        date: '2026-11-21',
        time: '18:00',
        partySize: 2,
        customerInfo: { name: 'Asha Menon', phone: '(819) 555-0177' },
      },
    },
    keyed(admin),
  );
  expect([booked.status, booked.body.error]).toEqual([200, undefined]);
  expect(await stateOf('gatineau')).toMatchObject({ state: 'refused', openBills: 0, refusedFrom: null });
});

test('a location that moves from Nova Scotia to Québec settles its 40 open bills and takes no 41st order', async () => {
  const body = await orderData(server, { paymentMethod: 'cash' });
  const placed: string[] = [];
  for (let count = 0; count < 40; count++) {
    placed.push((await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).body.orderId);
  }
  server.clock.forward(60_000);
  expect((await update('truro', { region: 'QC', postalCode: 'J8X 2K1' })).status).toBe(200);
  server.clock.forward(60_000);

  const before = await stateOf('truro');
  expect(before?.state).toBe('refused');
  expect(before?.openBills).toBeGreaterThanOrEqual(40);
  const next = await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY));
  expect([next.status, next.body.code]).toEqual([409, 'fiscal-needed']);
  for (const orderId of placed) {
    const paid = await server.call('processOrderPayment', { body: { orderId } }, keyed(staff));
    expect([paid.status, paid.body.error]).toEqual([200, undefined]);
  }
  expect((await stateOf('truro'))?.openBills).toBe((before?.openBills ?? 0) - 40);
  const refund = await server.call(
    'refundAmount',
    { body: { orderId: placed[0] ?? '', amount: 1, reason: 'Cold' } },
    keyed(admin),
  );
  expect([refund.status, refund.body.error]).toEqual([200, undefined]);
  expect((await update('truro', { region: 'NS', postalCode: 'B2N 1A1' })).status).toBe(200);
  expect((await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).status).toBe(200);
});

test('a move to Québec closes the payment pages of new orders and refunds what arrives there anyway', async () => {
  const till = tillOf(server);
  const account = (await server.call('createAdminOrderOnline', { body: await till.payload() }, keyed(staff))).body;
  const page = await till.start();
  const link = await server.call('createAdminPaymentLink', { body: { orderData: await till.payload() } }, keyed(staff));
  const paidMeanwhile = await till.start();
  await till.pay(paidMeanwhile.paymentUrl);
  server.clock.forward(1_000);
  expect((await update('truro', { region: 'QC', postalCode: 'J8X 2K1' })).status).toBe(200);
  await server.settle();

  for (const { sessionId, paymentUrl } of [page, link.body]) {
    expect((await till.pay(paymentUrl)).status).toBe(409);
    const { status, body } = await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);
    expect([status, body['sessionStatus']]).toEqual([404, 'cancelled']);
    expect(body.error).toMatch(/^This restaurant can’t take orders online yet. Please call/);
  }
  await till.deliver();
  await server.settle();
  const refunds = await context.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.status', 'r.reason'])
    .where('p.session_id', '=', paidMeanwhile.sessionId)
    .execute();
  expect(refunds).toEqual([
    { status: 'succeeded', reason: 'A payment arrived for a location that cannot take money with this till' },
  ]);
  const { status: found, body: after } = await server.call(
    'getOrderBySessionId',
    { body: { sessionId: paidMeanwhile.sessionId } },
    SITE_KEY,
  );
  expect([found, after['sessionStatus']]).toEqual([404, 'paid']);
  expect(after.error).toMatch(/^This restaurant can’t take orders online yet. Please call/);
  const orders = await context.db
    .selectFrom('orders')
    .select('id')
    .where('session_id', 'in', [page.sessionId, link.body.sessionId, paidMeanwhile.sessionId])
    .execute();
  expect(orders).toEqual([]);
  // The bill from before the move is still paid by its link.
  expect((await till.pay(account.paymentUrl ?? '')).status).toBeLessThan(400);
  await till.deliver();
  const { body } = await server.call('getOrderDetails', { query: { orderId: account.orderId } }, staff);
  expect(body.order.paymentStatus).toBe('paid');
  expect((await update('truro', { region: 'NS', postalCode: 'B2N 1A1' })).status).toBe(200);
});

test('in Madrid orders stop at midnight of New Year’s Eve, without a restart', async () => {
  server.clock.set('2026-12-31T22:59:00.000Z');
  const owner = await server.signIn('admin@demo.test');
  expect(await stateOf('madrid', owner)).toMatchObject({ state: 'notice', refusedFrom: '2027-01-01' });
  const last = await order('madrid');
  expect([last.status, last.body.error]).toEqual([200, undefined]);
  server.clock.set('2026-12-31T23:00:00.000Z');
  const refused = await order('madrid');
  expect([refused.status, refused.body.code]).toEqual([409, 'fiscal-needed']);
  const paid = await server.call('processOrderPayment', { body: { orderId: last.body.orderId } }, keyed(owner));
  expect([paid.status, paid.body.error]).toEqual([200, undefined]);

  expect((await update('madrid', { legalForm: 'self-employed' }, owner)).body.location.legalForm).toBe('self-employed');
  expect(await stateOf('madrid', owner)).toMatchObject({ state: 'notice', refusedFrom: '2027-07-01' });
  expect((await order('madrid')).status).toBe(200);
});

test('a location that sold when the rule became known goes on for 14 days; one that did not sell is refused', async () => {
  await context.db.deleteFrom('fiscal_rules_seen').execute();
  const address = { region: 'QC', postal_code: 'J8X 2K1' };
  await context.db.updateTable('locations').set(address).where('id', '=', 'truro').execute();
  await grantGracePeriods(context);
  await context.menus.exact('truro');

  const body = await orderData(server, { paymentMethod: 'cash' });
  const attempt = async () => (await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).status;
  expect(await stateOf('truro')).toMatchObject({ state: 'grace', refusedFrom: '2026-12-05' });
  expect((await order('gatineau')).status).toBe(409);
  expect(await attempt()).toBe(200);
  server.clock.set('2026-12-05T04:59:00.000Z');
  expect((await stateOf('truro'))?.state).toBe('refused');
  expect(await attempt()).toBe(409);

  // A restart or a second copy of the server grants nothing again.
  await grantGracePeriods(context);
  expect(await attempt()).toBe(409);
  await context.db
    .updateTable('locations')
    .set({ region: 'NS', postal_code: 'B2N 1A1', fiscal_grace_until: null })
    .where('id', '=', 'truro')
    .execute();
});

test('where the law was not looked up, an order waits for the declaration of an admin, which is logged and ends with the country', async () => {
  const lagos = { region: 'Lagos', country: 'NG', postalCode: '101233', phone: '+234 1 555 0100' };
  expect((await update('gatineau', lagos)).body.error).toBeUndefined();
  expect(await stateOf('gatineau')).toMatchObject({ state: 'refused', mayDeclare: true, source: null });
  const refused = await order('gatineau');
  expect([refused.status, refused.body['reason']]).toEqual([409, expect.stringMatching(/^We have not looked up/)]);
  const tillDeclaration = 'The tax office wrote on 1 December that none is needed';
  const manager = await server.signIn('manager.truro@demo.test');
  expect((await update('gatineau', { tillDeclaration }, manager)).status).toBe(403);
  expect((await update('gatineau', { tillDeclaration: ' ' })).status).toBe(400);
  expect((await update('gatineau', { tillDeclaration })).body.location.tillDeclaration).toBe(tillDeclaration);
  expect(await stateOf('gatineau')).toMatchObject({ state: 'free', mayDeclare: true });
  const placed = await order('gatineau');
  expect([placed.status, placed.body.error]).toEqual([200, undefined]);
  const logged = await context.db
    .selectFrom('audit_log')
    .select('actor_name')
    .where('action', '=', 'update-location')
    .where(sql<boolean>`after ->> 'tillDeclaration' = ${tillDeclaration}`)
    .execute();
  expect(logged).toEqual([{ actor_name: 'Anjali Rao' }]);

  server.clock.forward(60_000);
  expect((await update('gatineau', { country: 'KE', region: 'Nairobi' })).body.location.tillDeclaration).toBeNull();
  server.clock.forward(60_000);
  expect((await order('gatineau')).status).toBe(409);
  const paid = await server.call('processOrderPayment', { body: { orderId: placed.body.orderId } }, keyed(admin));
  expect([paid.status, paid.body.error]).toEqual([200, undefined]);
});

test('an admin who takes the declaration back stops new orders, and open bills are settled', async () => {
  const placed = await order('madrid');
  expect(placed.status).toBe(200);
  server.clock.forward(60_000);
  expect((await update('madrid', { tillDeclaration: null })).status).toBe(200);
  server.clock.forward(60_000);
  expect((await order('madrid')).status).toBe(409);
  const paid = await server.call('processOrderPayment', { body: { orderId: placed.body.orderId } }, keyed(admin));
  expect([paid.status, paid.body.error]).toEqual([200, undefined]);
});

test('staff see the state of their own location, admins of all', async () => {
  const own = (await server.call('getFiscalStates', {}, staff)).body.locations.map(({ locationId }) => locationId);
  expect(own).toEqual(['truro']);
  const all = (await server.call('getFiscalStates', {}, admin)).body.locations.map(({ locationId }) => locationId);
  expect(all).toContain('gatineau');
});
