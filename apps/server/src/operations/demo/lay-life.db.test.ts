import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { auditData } from '../books/audit-books.ts';
import { writeOpenOrders } from './lay-life.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
await writeOpenOrders(server.context);
const admin = await server.signIn('admin@demo.test');

test('who looks for the first time finds two months, tonight and a week ahead', async () => {
  const { body } = await server.call('getDashboardStats', { query: { period: 'month' } }, admin);
  expect(body.stats.orders).toBeGreaterThan(300);
  for (const locationId of ['truro', 'new-glasgow']) {
    const { body: now } = await server.call('getLocationOrderCounts', { query: { locationId } }, admin);
    // At an hour when the house is open, the last of its two months are under way as well.
    for (const [state, least] of [
      ['pending', 2],
      ['preparing', 3],
      ['ready', 2],
    ] as const) {
      expect(now.counts[state]).toBeGreaterThanOrEqual(least);
    }
    const { body: tables } = await server.call('getAllReservations', { query: { locationId } }, admin);
    expect(tables.reservations.length).toBeGreaterThan(15);
  }
  await server.settle();
  const { body: mail } = await server.call('getMessages', { query: {} }, admin);
  expect(mail.messages.length).toBeGreaterThan(15);
});

test('its kitchens know from their own past how long orders take', async () => {
  const { body } = await server.call('getPromisedTimeAccuracy', { query: { locationId: 'all' } }, admin);
  expect(body.places.map(({ locationId, source }) => [locationId, source])).toEqual([
    ['new-glasgow', 'learned'],
    ['truro', 'learned'],
  ]);
});

test('all books add up', async () => {
  const { broken } = await auditData(server.context);
  expect(broken).toEqual([]);
});
