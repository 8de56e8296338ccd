import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../../platform/db/transaction.ts';
import { testServer } from '../../../testing/server.ts';
import { bookingsOf, guestsOf } from './read-guests.ts';
import {
  cancelledOrders,
  paymentsReceived,
  refundsPaid,
  salesTakenBack,
  soldLines,
  soldOrders,
  soldTaxes,
} from './report-rows.ts';

const server = await testServer();
const scope = { locationIds: ['truro', 'new-glasgow'], from: '2026-11-01', to: '2026-11-30' };

/** Without sequential scans, because the planner prefers them while the tables are small. */
test.each([
  ['sold orders', soldOrders(scope), ['orders_location']],
  ['sold lines', soldLines(scope), ['orders_location', 'order_items_pkey']],
  ['sold taxes', soldTaxes(scope), ['orders_location', 'bill_taxes_pkey']],
  ['payments', paymentsReceived(scope), ['payments_captured']],
  ['refunds', refundsPaid(scope), ['refunds_paid']],
  ['sales taken back', salesTakenBack(scope), ['refunds_paid', 'orders_pkey', 'orders_cancelled']],
  ['cancelled orders', cancelledOrders(scope), ['orders_cancelled']],
  [
    'guests',
    guestsOf(scope),
    ['orders_location', 'counted_orders_pkey', 'orders_user', 'orders_by_phone', 'orders_of_address'],
  ],
  ['bookings', bookingsOf(scope, new Date('2026-11-20T12:00:00Z')), ['reservations_']],
])('a report reads the %s of its days through indexes', async (_rows, query, indexes) => {
  const plan = await transaction(server.context.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`explain (costs off) ${query}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN'] ?? '').join('\n');
  });
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toMatch(
    /Seq Scan on (orders|counted_orders|reservations|order_items|payments|refunds|bills|bill_taxes)\b/,
  );
});
