import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');

const address = {
  id: 'water-street',
  name: 'Water Street',
  address: '1 Water Street',
  postalCode: 'B3J 1A1',
  phone: '(902) 555-0161',
  email: 'water@example.test',
  features: ['Takeout' as const],
};
let made = 0;
const added = (more: object) =>
  server.call('addLocation', { body: { location: { ...address, id: `place-${++made}`, ...more } } }, admin);

test('a location has the given country and region; in Canada the postal code sets the province', async () => {
  const { body } = await added({ city: 'Halifax' });
  expect(body.location).toMatchObject({ city: 'Halifax', region: 'NS', country: 'CA', code: null });
  const lisbon = { city: 'Lisboa', region: '', country: 'PT', postalCode: '1100-048', phone: '+351 21 555 0101' };
  const { body: abroad } = await added(lisbon);
  // Outside Canada no taxes are proposed.
  expect(abroad.location).toMatchObject({ ...lisbon, taxSettings: { follows: null, codes: [] } });
});

test.each([
  [{ postalCode: '1100-048' }, 'Province is required'],
  [{ region: '' }, 'Province is required'],
  [{ region: 'Lisboa' }, 'Not a province of Canada'],
  [{ country: 'ZZ' }, 'Invalid country'],
  [{ country: 'PT' }, 'Phone must begin with + and the country’s number'],
  [{ code: 'wat' }, 'Three letters, A to Z'],
  [{ city: 'x'.repeat(101) }, /100/],
])('refuses a location at %o', async (more, message) => {
  const { status, body } = await added(more);
  expect(status).toBe(400);
  expect(body.error).toMatch(message);
});

test('moving a location to Canada needs a province', async () => {
  const { body } = await added({ country: 'PT', postalCode: '1100-048', phone: '+351 21 555 0101' });
  const updates = { country: 'CA' };
  const move = (more: object) =>
    server.call('updateLocation', { body: { locationId: body.location.id, updates: { ...updates, ...more } } }, admin);
  expect((await move({})).body.error).toBe('Province is required');
  expect((await move({ region: 'QC' })).body.location).toMatchObject({ country: 'CA', region: 'QC' });
});

test('a phone number without a country code belongs to the country of the default location', async () => {
  const guest = await server.signIn('customer@demo.test');
  const move = (updates: object) =>
    server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin).then(({ status }) => status);
  const stored = async () =>
    (await server.call('updateMe', { body: { phoneNumber: '06 12 34 56 78' } }, guest)).body.me?.phoneNumber;
  const { body } = await server.call('updateMe', { body: { phoneNumber: '06 12 34 56 78' } }, guest);
  expect(body.error).toBe('Please enter a valid phone number');
  expect(await move({ country: 'FR', region: '', postalCode: '75011', phone: '+33 1 23 45 67 89' })).toBe(200);
  await expect.poll(stored).toBe('+33612345678');
  expect(await move({ country: 'CA', region: 'NS', postalCode: 'B2N 1A1', phone: '(902) 555-0123' })).toBe(200);
  await expect.poll(stored).toBeUndefined();
});

test('new orders begin with the letters of their location', async () => {
  const payload = await payloadMaker(server);
  const order = async (tipCents: number) =>
    (await server.call('createCustomerOrderCash', { body: payload({ tipCents }) }, SITE_KEY)).body.orderId;
  expect(await order(0)).toMatch(/^TRU-20261120-/);
  await server.call('updateLocation', { body: { locationId: 'truro', updates: { code: 'WAT' } } }, admin);
  expect(await order(100)).toMatch(/^WAT-20261120-/);
  await server.call('updateLocation', { body: { locationId: 'truro', updates: { code: null } } }, admin);
  expect(await order(200)).toMatch(/^LOC-20261120-/);
});
