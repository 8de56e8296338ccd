import { failure, refuse, Refusal, say, type Cents } from '@tiffin/domain/core';
import { tipBaseOfPayment } from '@tiffin/domain/payment';
import { includedTaxSum } from '@tiffin/domain/pricing';
import type { Context, Db, Tx } from '../../../context.ts';
import { isUniqueViolation } from '../../../platform/db/connection.ts';
import type { ReservedReader } from '../sessions/open-session.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { priceFiguresOf, taxesOfOrder } from '../../orders/order-parts.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { readLocation } from '../../locations/queries.ts';
import { refreshSession } from '../sessions/refresh-session.ts';

/** The payment that currently uses a reader. While `reader_said` is null, the reader asks for the card. */
function holderOf(db: Db | Tx, readerId: string) {
  return db
    .selectFrom('payment_sessions')
    .select(['id', 'order_id'])
    .where('reader_id', '=', readerId)
    .where('status', '=', 'open')
    .where('reader_said', 'is', null)
    .executeTakeFirst();
}

/** Reserves a free reader at the bill's location. */
export async function reserveReader(
  tx: Tx,
  order: OrderRow,
  request: { readonly readerId: string; readonly askTip: boolean; readonly amount: Cents; readonly now: Date },
): Promise<ReservedReader> {
  const { readerId, askTip, amount, now } = request;
  await requireFreeReader(tx, readerId, order.location_id);
  if (!askTip) return { readerId, tipOn: null };
  const location = await readLocation(tx, order.location_id);
  const tipBase = location ? taxationAt(location, now).tipBase : 'with-tax';
  const bill = { ...priceFiguresOf(order), taxIn: includedTaxSum(taxesOfOrder(order)) };
  return { readerId, tipOn: tipBaseOfPayment(amount, bill, tipBase) };
}

/** Refuses a reader that another payment uses, or that the location does not have. */
export async function requireFreeReader(tx: Tx, readerId: string, locationId: string): Promise<void> {
  const reader = await tx
    .selectFrom('card_readers')
    .select('id')
    .where('id', '=', readerId)
    .where('location_id', '=', locationId)
    .where('removed_at', 'is', null)
    // Another request may be moving it to another location.
    .forShare()
    .executeTakeFirst();
  if (!reader) throw refuse('not-found', say`This card reader no longer exists. Please choose another one.`);
  const holder = await holderOf(tx, readerId);
  if (holder) throw readerBusyRefusal(holder.order_id);
}

/** If two tills reserve a reader at the same moment, the unique index lets only one of them do so. */
function refuseTakenReader(error: unknown): never {
  throw isUniqueViolation(error, 'payment_sessions_reader') ? readerBusyRefusal(null) : error;
}

class ReaderBusy extends Refusal {}

function readerBusyRefusal(orderId: string | null): ReaderBusy {
  const words =
    orderId === null
      ? say`This reader waits for the card of another order. Finish or cancel that payment, or take another reader.`
      : say`This reader waits for the card of order ${orderId}. Finish or cancel that payment, or take another reader.`;
  return new ReaderBusy(failure('failed-precondition', words));
}

/** Retries once if the reader is busy, because its earlier payment may be over without us having received the event. */
export async function retryWhenReaderFree<T>(context: Context, readerId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work().catch(refuseTakenReader);
  } catch (error) {
    if (!(error instanceof ReaderBusy)) throw error;
    const holder = await holderOf(context.db, readerId);
    if (holder) await refreshSession(context, holder.id);
    return work().catch(refuseTakenReader);
  }
}
