import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { auditData } from '../data-audit/audit-data.ts';
import { writeOpenOrders } from './create-open-orders.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
await writeOpenOrders(server.context);
const admin = await server.signIn('admin@demo.test');

test('the demo shows two months of orders, an evening in progress and a week of reservations', async () => {
  const { body } = await server.call('getDashboardStats', { query: { period: 'month' } }, admin);
  expect(body.stats.orders).toBeGreaterThan(300);
  for (const locationId of ['truro', 'new-glasgow']) {
    const { body: now } = await server.call('getLocationOrderCounts', { query: { locationId } }, admin);
    // During opening hours, the latest orders are in progress as well.
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

test('the kitchens have learned their times from past orders', async () => {
  const { body } = await server.call('getPromisedTimeAccuracy', { query: { locationId: 'all' } }, admin);
  expect(body.places.map(({ locationId, source }) => [locationId, source])).toEqual([
    ['new-glasgow', 'learned'],
    ['truro', 'learned'],
  ]);
});

test('all audit rules hold', async () => {
  const { broken } = await auditData(server.context);
  expect(broken).toEqual([]);
});
