import type { ResponseOf } from '@tiffin/contract';
import { cents, valueOrThrow, refuse, say, toDollars } from '@tiffin/domain/core';
import { dueOfBill } from '@tiffin/domain/payment';
import { authorise, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import { toOpenBill, readLedger, findUndoRefund, type Ledger } from '../ledger/ledger.ts';
import { staffDiscountAnswer, readStaffDiscounts } from '../../ordering/pricing/discounts.ts';
import { findOrder } from '../../ordering/orders/queries.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { paymentAnswer, refundAnswer } from '../bills/payment-answers.ts';
import { PROVIDER_NOT_ANSWERING, isBeingSentToReader, writeReaderMessage } from '../provider/provider-status.ts';
import { refreshSession } from '../sessions/refresh-session.ts';

type WireBill = ResponseOf<'getBill'>['bill'];

/** Shows a bill to staff of its location. Each bill has exactly one order and is addressed by the order's id. */
export async function showBill(context: Context, actor: Actor, billId: string): Promise<WireBill> {
  const order = await findOrder(context.db, billId);
  if (!order) throw refuse('not-found', say`Bill not found`);
  valueOrThrow(authorise('order.take-payment', actor, { locationId: order.location_id }));
  await seeReaders(context, order.id);
  return billAnswer(context, order);
}

/** Refreshes the card reader payments of the order, because the provider's event may be late or lost. */
async function seeReaders(context: Context, orderId: string): Promise<void> {
  const waiting = await context.db
    .selectFrom('payment_sessions')
    .select(['id', 'provider_session_id', 'reader_asked', 'reader_handing_until'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'reader')
    .where('status', '=', 'open')
    .execute();
  for (const session of waiting) {
    const { id, provider_session_id: there } = session;
    if (there !== null) await refreshSession(context, id);
    // The process stopped before it could send the payment to the reader, and the payment was not sent again.
    else if (!isBeingSentToReader(session, context.clock.now()))
      await writeReaderMessage(context, session, PROVIDER_NOT_ANSWERING);
  }
}

export async function billAnswer(
  context: Context,
  order: Pick<OrderRow, 'id' | 'bill_id' | 'status' | 'parts'>,
): Promise<WireBill> {
  const ledger = await readLedger(context.db, order.bill_id);
  const { bill } = ledger;
  const open = toOpenBill(ledger);
  const staffDiscounts = await readStaffDiscounts(context.db, order.bill_id);
  const pages = await context.db
    .selectFrom('payment_sessions as s')
    .leftJoin('card_readers as r', 'r.id', 's.reader_id')
    .select(['s.id', 's.payment_url', 's.reader_said', 'r.id as reader_id', 'r.name as reader_name'])
    .where('s.order_id', '=', order.id)
    .where('s.status', '=', 'open')
    .execute();
  return {
    billId: bill.id,
    locationId: bill.location_id,
    state: bill.state,
    orderIds: [order.id],
    subtotal: toDollars(cents(bill.subtotal_cents)),
    discount: toDollars(cents(bill.discount_cents)),
    tax: toDollars(cents(bill.tax_cents)),
    tip: toDollars(cents(bill.tip_cents)),
    total: toDollars(open.total),
    paid: toDollars(open.paid),
    held: toDollars(open.held),
    due: order.status === 'cancelled' ? 0 : toDollars(dueOfBill(open)),
    payments: ledger.payments.map((row) => {
      const page = row.status === 'pending' ? pages.find(({ id }) => id === row.session_id) : undefined;
      return {
        ...paymentAnswer(row),
        given: row.given_cents === null ? null : toDollars(cents(row.given_cents)),
        sessionId: row.status === 'pending' ? row.session_id : null,
        paymentUrl: page?.payment_url ?? null,
        reader: page?.reader_id
          ? { readerId: page.reader_id, name: page.reader_name ?? '', said: page.reader_said }
          : null,
        undone: undoneAnswer(ledger, row.id),
      };
    }),
    refunds: ledger.refunds.map(refundAnswer),
    given: staffDiscounts.map((row) => staffDiscountAnswer(row, order)),
  };
}

function undoneAnswer(ledger: Ledger, paymentId: string): WireBill['payments'][number]['undone'] {
  const undo = findUndoRefund(ledger, paymentId);
  return undo ? { at: undo.requested_at.toISOString(), reason: undo.reason } : null;
}
