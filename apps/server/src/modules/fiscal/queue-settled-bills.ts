import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { orderIdsOf } from '../../platform/events/order-ids.ts';
import type { Reaction } from '../../platform/events/reactions.ts';
import { readLedger } from '../ledger/ledger.ts';
import { connectedAdapters, moneyPermission } from '../locations/money-permission.ts';
import { readLocations } from '../locations/queries.ts';
import { readOrders } from '../orders/queries.ts';
import { readSite } from '../settings/site.ts';
import { fiscalBillOf } from './fiscal-bill.ts';

/**
 * Queues each settled bill of a location with a fiscal device once, in the order in which the bills were settled. A
 * bill that is settled again after a correction is not queued again.
 */
export const queueSettledBills: Reaction = {
  name: 'fiscal-receipts',
  types: ['order.created', 'order.updated'],
  inBrief: true,
  async react(context, tx, events) {
    const adapters = connectedAdapters(context);
    if (adapters.length === 0) return;
    const orderIds = [...new Set(orderIdsOf(events))];
    const settled = await settledBills(tx, orderIds);
    if (settled.length === 0) return;
    const now = context.clock.now();
    const rows = await readLocations(tx);
    const signing = new Set(
      rows.filter((row) => moneyPermission(row, now, adapters).state === 'device').map(({ id }) => id),
    );
    const { currency } = await readSite(tx);
    const bySequence = new Map(orderIds.map((id, index) => [id, index]));
    const orders = await readOrders(tx, sql`o.id = any(${settled}::text[])`);
    for (const order of orders.toSorted((a, b) => (bySequence.get(a.id) ?? 0) - (bySequence.get(b.id) ?? 0))) {
      if (!signing.has(order.location_id)) continue;
      const bill = fiscalBillOf(order, await readLedger(tx, order.bill_id), currency, now);
      await tx
        .insertInto('fiscal_receipts')
        .values({
          bill_id: order.bill_id,
          location_id: order.location_id,
          bill: JSON.stringify(bill),
          queued_at: now,
          next_try_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  },
};

/** Those of the orders whose bill is settled and not queued yet. */
async function settledBills(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('orders as o')
    .innerJoin('bills as b', 'b.id', 'o.bill_id')
    .select('o.id')
    .where('o.id', 'in', orderIds)
    .where('b.state', '=', 'settled')
    .where('b.is_void', '=', false)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('fiscal_receipts as f').select('f.bill_id').whereRef('f.bill_id', '=', 'b.id')),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
