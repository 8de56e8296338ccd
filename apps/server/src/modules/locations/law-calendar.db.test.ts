import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

const calendar = (locationId: string, who = admin) => server.call('getLawCalendar', { query: { locationId } }, who);
const namesOf = (lines: { locations: { name: string }[] }[]) =>
  lines.map(({ locations }) => locations.map(({ name }) => name));

test('an admin sees all locations, switched-off ones included; the law of the address and the day applies', async () => {
  const abroad = { country: 'ES', region: 'Madrid', postalCode: '28001', phone: '+34 915 550 101' };
  const location = { id: 'madrid', name: 'Madrid', address: 'Calle Mayor 1', email: 'madrid@example.test' };
  await server.call('addLocation', { body: { location: { ...location, ...abroad, isActive: false } } }, admin);
  const { status, body } = await calendar('all');
  expect(status).toBe(200);
  expect(body.calendar).toMatchObject({ today: '2026-11-20', until: '2027-11-19' });
  expect(namesOf(body.calendar.lines)).toEqual([['Madrid'], ['New Glasgow', 'Truro Heights']]);
  expect(body.calendar.lines[0]?.changes).toMatchObject([{ date: '2027-01-01', topic: 'fiscal' }]);
  expect(body.calendar.lines[1]).toMatchObject({ changes: [], fiscal: 'free' });
  const [hst] = body.calendar.inForce;
  expect(hst).toMatchObject({
    date: '2025-04-01',
    handling: 'till',
    source: { url: expect.stringContaining('gazette') },
  });
  expect(hst?.examples.map(({ amount, amounts }) => [amount, amounts])).toEqual([
    [100, [{ label: 'HST', expected: 15, calculated: 15 }]],
    [100, [{ label: 'HST', expected: 14, calculated: 14 }]],
  ]);
});

test('the law of Spain begins half a year later for the self-employed', async () => {
  const updates = { legalForm: 'self-employed' as const };
  await server.call('updateLocation', { body: { locationId: 'madrid', updates } }, admin);
  const { lines } = (await calendar('madrid')).body.calendar;
  expect(lines[0]?.changes).toMatchObject([{ date: '2027-07-01', topic: 'fiscal' }]);
});

test('a manager sees the law of their own locations only', async () => {
  expect(namesOf((await calendar('all', manager)).body.calendar.lines)).toEqual([['Truro Heights']]);
  expect((await calendar('truro', manager)).body.calendar.lines).toHaveLength(1);
  expect((await calendar('new-glasgow', manager)).status).toBe(403);
});

test('a location that sets its own rate is named apart from the law', async () => {
  const updates = { taxRateOverride: 0.15 };
  await server.call('updateLocation', { body: { locationId: 'new-glasgow', updates } }, admin);
  const { body } = await calendar('new-glasgow');
  expect(body.calendar.inForce[0]).toMatchObject({ date: '2025-04-01', handling: 'other-rates' });
});

test('an unknown location is not found', async () => {
  expect((await calendar('nowhere')).body.code).toBe('location-not-found');
});
