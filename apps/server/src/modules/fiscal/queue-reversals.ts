import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { DISPUTE_KEY_PATTERN, readLedger } from '../ledger/ledger.ts';
import { readOrders } from '../orders/queries.ts';
import { fiscalReversalOf, type ReversedBill } from './fiscal-reversal.ts';

interface DueRefund {
  readonly id: string;
  readonly bill_id: string;
}

/**
 * Queues each refund of a queued bill once, after the bill: when the money went back, or when the order was changed to
 * cost less. A chargeback is no refund. A payment that was undone is one only if the order was cancelled, because
 * otherwise the bill is paid again.
 */
export async function queueReversals(tx: Tx, orderIds: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<DueRefund>`
    select r.id, r.bill_id from refunds r
    join bills b on b.id = r.bill_id join fiscal_receipts f on f.bill_id = r.bill_id
    where r.bill_id in (select bill_id from orders where id = any(${[...orderIds]}::text[]))
      and not exists (select from fiscal_receipts known where known.refund_id = r.id)
      and r.idempotency_key not like ${DISPUTE_KEY_PATTERN}
      and (not r.is_undo or b.is_void)
      and case when r.of_change then r.requested_at >= f.queued_at else r.status = 'succeeded' end
    order by r.is_undo, r.requested_at, r.id
  `.execute(tx);
  for (const refund of rows) await queueReversal(tx, refund, now);
}

async function queueReversal(tx: Tx, { id, bill_id: billId }: DueRefund, now: Date): Promise<void> {
  const [order] = await readOrders(tx, sql`o.bill_id = ${billId}`);
  const ledger = await readLedger(tx, billId);
  const refund = ledger.refunds.find((row) => row.id === id);
  const reversed = await readReversedBill(tx, billId);
  if (!order || !refund || !reversed) return;
  const reversal = fiscalReversalOf(refund, { order, ledger, reversed }, now);
  if (reversal.total === 0) return;
  await tx
    .insertInto('fiscal_receipts')
    .values({
      reversed_bill_id: billId,
      refund_id: id,
      location_id: reversal.locationId,
      bill: JSON.stringify(reversal),
      queued_at: now,
      next_try_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The bill as it was queued, with its queued refunds. */
async function readReversedBill(tx: Tx, billId: string): Promise<ReversedBill | null> {
  const rows = await tx
    .selectFrom('fiscal_receipts')
    .select('bill')
    .where((eb) => eb.or([eb('bill_id', '=', billId), eb('reversed_bill_id', '=', billId)]))
    .orderBy('position')
    .execute();
  const documents = rows.map(({ bill }) => bill);
  const bill = documents.find((each) => each.kind === undefined);
  return bill ? { bill, reversals: documents.filter((each) => each.kind === 'reversal') } : null;
}
