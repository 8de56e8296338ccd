import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { auditBooks } from '../books/audit-books.ts';
import { layLife } from './lay-life.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const began = performance.now();
await layLife(server.context);
const took = performance.now() - began;
const admin = await server.signIn('admin@demo.test');

test('who looks for the first time finds two months, tonight and a week ahead', async () => {
  const { body } = await server.call('getDashboardStats', { query: { period: 'month' } }, admin);
  expect(body.stats.orders).toBeGreaterThan(300);
  for (const locationId of ['truro', 'new-glasgow']) {
    const { body: now } = await server.call('getLocationOrderCounts', { query: { locationId } }, admin);
    expect(now.counts).toMatchObject({ pending: 2, preparing: 3, ready: 2 });
    const { body: tables } = await server.call('getAllReservations', { query: { locationId } }, admin);
    expect(tables.reservations.length).toBeGreaterThan(15);
  }
  await server.settle();
  const { body: mail } = await server.call('getMessages', { query: {} }, admin);
  expect(mail.messages.length).toBeGreaterThan(15);
});

test('all books add up', async () => {
  const { broken } = await auditBooks(server.context);
  expect(broken).toEqual([]);
});

test('it is laid within eight seconds, on a machine that has other work', () => {
  expect(took).toBeLessThan(8_000);
});
