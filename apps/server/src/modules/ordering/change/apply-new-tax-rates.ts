import { isDeepStrictEqual } from 'node:util';
import { cents, toDollars } from '@tiffin/domain/core';
import { OPEN_STATUSES } from '@tiffin/domain/order';
import { SYSTEM_ACTOR, userIdOf } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { sqlList } from '../../../platform/db/sql-lists.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { toOpenBill, readLedger } from '../../ledger/ledger.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { readLocation } from '../../locations/queries.ts';
import { staffDiscountOf, readStaffDiscounts } from '../../orders/pricing/discounts.ts';
import { updatePersonTotals } from '../../people/person-totals.ts';
import { appendOrderUpdated } from '../../orders/apply-status.ts';
import { lockOrder } from '../../orders/queries.ts';
import { updateOrder } from '../../orders/update-order.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import {
  hasSameTotalsAndRates,
  recalculatePlacedOrder,
  rewriteBill,
  taxTimeOf,
} from '../../orders/recalculate-bill.ts';

const BATCH_SIZE = 500;
/** Open orders that are older than a week keep their taxes. */
const MAX_ORDER_AGE_MS = 7 * 24 * 3_600_000;

/**
 * Applies a new tax rate to open orders from before midnight. Meals are taxed by the day they are paid or handed out,
 * whichever is first, so these orders are recalculated and every screen shows the new total before payment. Orders with
 * a partial payment or an open payment page keep the amount the guest saw.
 */
export async function applyNewTaxRates(context: Context): Promise<void> {
  for (let after = ''; ;) {
    const ids = await readOpenOrders(context, after);
    for (const id of ids) {
      await transaction(context.db, async (tx) => {
        const order = await lockOrder(tx, id);
        if (order) await moveTaxDay(context, tx, order);
      });
    }
    if (ids.length < BATCH_SIZE) return;
    after = ids.at(-1) ?? '';
  }
}

/** A batch of the open orders from before midnight, sorted by id, after the last one of the batch before. */
async function readOpenOrders({ clock, db }: Context, after: string): Promise<string[]> {
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join locations l on l.id = o.location_id
    where o.status in (${sqlList(OPEN_STATUSES)}) and o.payment_status in ('unpaid', 'pending', 'failed')
      and coalesce(o.taxed_at, o.order_time)
        < date_trunc('day', ${now}::timestamptz, l.time_zone)
      and o.order_time > ${new Date(now.getTime() - MAX_ORDER_AGE_MS)} and o.id > ${after}
    order by o.id limit ${BATCH_SIZE}
  `.execute(db);
  return rows.map(({ id }) => id);
}

async function moveTaxDay(context: Context, tx: Tx, order: OrderRow): Promise<void> {
  const now = context.clock.now();
  // A tab keeps the taxes of the day on which it was opened.
  if (order.completed_time !== null || order.cancelled_time !== null || order.tab) return;
  const location = await readLocation(tx, order.location_id);
  if (!location || isDeepStrictEqual(taxationAt(location, taxTimeOf(order)), taxationAt(location, now))) return;
  const { paid, held: onPaymentPages } = toOpenBill(await readLedger(tx, order.bill_id));
  if (paid + onPaymentPages > 0) return;
  const discounts = (await readStaffDiscounts(tx, order.bill_id)).map((each) => staffDiscountOf(each, order.items));
  // If the location changed its tax settings since the order, the bill stays as agreed.
  const { price, parts } = recalculatePlacedOrder(order, location, discounts);
  if (!hasSameTotalsAndRates(order, { total_cents: price.total, tax_rate: price.taxRate, parts })) return;
  const moved = await updateOrder(tx, order, { taxed_at: now }, now);
  const row = await rewriteBill(tx, moved, recalculatePlacedOrder(moved, location, discounts));
  await updatePersonTotals(tx, row, order, row, now, userIdOf(SYSTEM_ACTOR));
  await recordAuditEntry(tx, { at: now, actor: SYSTEM_ACTOR, from: null }, 'tax-day', ['order', order.id], {
    locationId: order.location_id,
    before: { total: toDollars(cents(order.total_cents)) },
    after: { total: toDollars(cents(row.total_cents)) },
  });
  await appendOrderUpdated(context, tx, { ...row, due_cents: row.total_cents }, now);
}
