import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { orderIdsOf } from '../../platform/events/order-ids.ts';
import type { Reaction } from '../../platform/events/reactions.ts';
import { readLedger } from '../ledger/ledger.ts';
import { connectedAdapters, isSignedByDevice } from '../locations/money-permission.ts';
import { readOrders } from '../orders/queries.ts';
import { readSite } from '../settings/site.ts';
import { fiscalBillOf } from './fiscal-bill.ts';
import { queueReversals } from './queue-reversals.ts';

/**
 * Queues each settled bill of a location with a fiscal device once, in the order in which the bills were settled, and
 * its refunds. A bill that is settled again after a correction is not queued again.
 */
export const queueSettledBills: Reaction = {
  name: 'fiscal-receipts',
  types: ['order.created', 'order.updated'],
  inBrief: true,
  async react(context, tx, events) {
    if (connectedAdapters(context).length === 0) return;
    const orderIds = [...new Set(orderIdsOf(events))];
    await queueBills(context, tx, orderIds);
    await queueReversals(tx, orderIds, context.clock.now());
  },
};

async function queueBills(context: Context, tx: Tx, orderIds: readonly string[]): Promise<void> {
  const settled = await readOrders(
    tx,
    sql`o.id = any(${[...orderIds]}::text[]) and b.state = 'settled' and not b.is_void
      and not exists (select from fiscal_receipts f where f.bill_id = b.id)`,
  );
  const orders = settled.filter((order) => isSignedByDevice(context, order));
  if (orders.length === 0) return;
  const now = context.clock.now();
  const { currency } = await readSite(tx);
  const bySequence = new Map(orderIds.map((id, index) => [id, index]));
  for (const order of orders.toSorted((a, b) => (bySequence.get(a.id) ?? 0) - (bySequence.get(b.id) ?? 0))) {
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
}
