import { cents, orRefuse, refuse, say, subtractCents, toDollars, type Cents } from '@tiffin/domain/core';
import { authorise, userIdOf } from '@tiffin/domain/people';
import {
  DISCOUNT_REASON_LABELS,
  staffDiscountLabel,
  staffDiscountSum,
  type StaffDiscount,
} from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { recordChange, actorColumns, type Author } from '../audit/record-change.ts';
import { openBill, readLedger } from '../ledger/ledger.ts';
import { readLocation } from '../locations/queries.ts';
import { givenLimit, givenOf, readGiven, requireMayGive, writeGiven } from '../pricing/discounts.ts';
import { orderAnswer, wentBack } from '../orders/order-answer.ts';
import { countForPerson } from '../orders/person-totals.ts';
import { appendOrderUpdated } from '../orders/apply-status.ts';
import { findOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import {
  isReckonedAlike,
  reckonPlaced,
  rewriteBill,
  taxesMoved,
  type ReckonedBill,
} from '../orders/recalculate-bill.ts';
import { lockBill } from '../payments/add-payment.ts';
import { giveBack } from '../payments/refund-amount.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';
import { readSite } from '../settings/site.ts';
import { moneyText } from '../outbox/templates/words.ts';

/** Something taken off, or the id of what is taken back; of the order as it was seen, or as it is. */
export interface BillWish {
  readonly billId: string;
  readonly version: number | null;
  readonly give?: Omit<StaffDiscount, 'id'>;
  readonly takeBack?: string;
}

/**
 * Somebody takes something off a placed bill, or takes that back. What is paid of a bill is never more than the bill:
 * of one that is paid the difference goes back instead, and the bill says what was sold. Answers the refunds it made.
 */
export async function adjustBill(
  context: Context,
  tx: Tx,
  by: Author,
  { billId, version, give, takeBack }: BillWish,
): Promise<readonly string[]> {
  const order = await lockBill(tx, billId);
  orRefuse(authorise('order.discount', by.actor, { locationId: order.location_id }));
  const now = context.clock.now();
  if (version !== null && order.version !== version) {
    const words = say`This order changed meanwhile. Please look at it again.`;
    throw refuse('conflict', words, { order: orderAnswer(order, now, context) });
  }
  if (order.status === 'cancelled') throw refuse('failed-precondition', say`This order was cancelled.`);
  const location = await readLocation(tx, order.location_id);
  if (!location) throw refuse('location-not-found');
  const ledger = await readLedger(tx, order.bill_id);
  const { total, paid, held } = openBill(ledger);
  const isPaid = paid > 0 && paid >= total;
  const rows = await readGiven(tx, order.bill_id);
  const standing = rows.map((row) => givenOf(row, order.items));
  const { price, parts } = reckonPlaced(order, location, standing);
  if (!isReckonedAlike(order, { total_cents: price.total, parts })) throw taxesMoved();

  if (takeBack) {
    const known = rows.find(({ id }) => id === takeBack);
    if (!known) throw refuse('not-found', say`This does not stand on the bill any more.`);
    if (isPaid) throw refuse('failed-precondition', say`This bill is paid: nothing can be put on it any more.`);
    const who = actorColumns(by.actor);
    await tx
      .updateTable('given_discounts')
      .set({ taken_back_at: now, taken_back_by: who.actor_id, taken_back_by_name: who.actor_name })
      .where('id', '=', known.id)
      .execute();
    const reckoned = reckonPlaced(
      order,
      location,
      standing.filter(({ id }) => id !== known.id),
    );
    await settle(context, tx, order, reckoned, by, { takenBack: staffDiscountLabel(known), reason: known.reason });
    return [];
  }

  if (!give) throw refuse('invalid-argument');
  const given: StaffDiscount = { ...give, id: context.ids.uuid(), line: placeOf(order, give.line) };
  const reckoned = reckonPlaced(order, location, [...standing, given]);
  const off = subtractCents(total, reckoned.price.total);
  if (off <= 0) throw refuse('invalid-argument', say`This takes nothing off the bill.`, { field: 'value' });
  const approvedBy = await requireMayGive(tx, by.actor, order.location_id, {
    limit: await givenLimit(tx),
    subtotal: cents(order.subtotal_cents),
    sum: staffDiscountSum(reckoned.adjustments),
    manager: by.from.manager,
  });
  const told = { gave: staffDiscountLabel(given), reason: DISCOUNT_REASON_LABELS[given.reason], note: given.note };
  if (isPaid) {
    const reason = [`${told.gave}: ${told.reason}`, given.note].filter(Boolean).join(', ');
    if (order.items.some((item) => item.line === give.line && wentBack(order, item))) {
      throw refuse('failed-precondition', say`This dish went back to its guest already.`, { field: 'line' });
    }
    const refunds = await giveBack(context, tx, order, ledger, { amount: off, reason, ...by });
    // Whoever saw the bill before this, and presses too, gives nothing twice.
    await tx
      .updateTable('orders')
      .set((set) => ({ version: set('version', '+', 1) }))
      .where('id', '=', order.id)
      .execute();
    const row = await findOrder(tx, order.id);
    if (row) await appendOrderUpdated(context, tx, row, now);
    return refunds;
  }
  const most = subtractCents(total, cents(paid + held));
  if (off > most) throw await tooMuch(tx, order, { paid, held, most });
  await writeGiven(tx, order.bill_id, [{ ...given, line: give.line }], {
    actor: by.actor,
    at: now,
    approvedBy,
  });
  await settle(context, tx, order, reckoned, by, { ...told, ...(approvedBy && { approvedBy: approvedBy.name }) });
  return [];
}

/** A line's place on the order by its number. */
function placeOf(order: OrderRow, line: number | null): number | null {
  if (line === null) return null;
  const place = order.items.findIndex((item) => item.line === line);
  if (place === -1) throw refuse('invalid-argument', say`This order has no line ${line}.`, { field: 'line' });
  return place;
}

async function tooMuch(
  tx: Tx,
  order: OrderRow,
  { paid, held, most }: { readonly paid: Cents; readonly held: Cents; readonly most: Cents },
) {
  const { currency } = await readSite(tx);
  const dollars = (amount: Cents) => moneyText(amount, currency);
  if (held > 0) {
    const words = await holding(tx, order.bill_id, dollars(held));
    return refuse('failed-precondition', words, { held: toDollars(held) });
  }
  const words = say`${dollars(paid)} of this bill is paid: no more than ${dollars(most)} can come off it, taxes included. Give back the rest once it is paid.`;
  return refuse('failed-precondition', words, { most: toDollars(most) });
}

/** What holds so much of a bill, and what to do about it. */
async function holding(tx: Tx, billId: string, held: string): Promise<string> {
  const holders = await tx
    .selectFrom('payments as p')
    .innerJoin('payment_sessions as s', 's.id', 'p.session_id')
    .leftJoin('card_readers as r', 'r.id', 's.reader_id')
    .select('r.name')
    .where('p.bill_id', '=', billId)
    .where('p.status', '=', 'pending')
    .execute();
  const readers = holders.flatMap(({ name }) => name ?? []);
  if (readers.length === 0) return say`A payment page for ${held} is open. Close it first, then take something off.`;
  if (readers.length < holders.length) {
    return say`A card reader and a payment page hold ${held}. Cancel both first, then take something off.`;
  }
  const [only = ''] = readers;
  if (readers.length === 1) return say`${only} holds ${held} for a card. Cancel that first, then take something off.`;
  const all = readers.slice(1).reduce((before, name) => say`${before} and ${name}`, only);
  return say`${all} hold ${held} for a card. Cancel that first, then take something off.`;
}

/** The bill as it stands now, its guest's figures, the line in the audit log; and everybody hears of it. */
async function settle(
  context: Context,
  tx: Tx,
  order: OrderRow,
  reckoned: ReckonedBill,
  by: Author,
  told: object,
): Promise<void> {
  const now = context.clock.now();
  const row = await rewriteBill(tx, order, reckoned);
  await context.reach('adjust.rewritten');
  await countForPerson(tx, row, order, row, now, userIdOf(by.actor));
  await recordChange(tx, {
    at: now,
    ...by,
    action: 'adjust-bill',
    subject: { kind: 'order', id: order.id },
    locationId: order.location_id,
    before: { total: toDollars(cents(order.total_cents)) },
    after: { total: toDollars(reckoned.price.total), ...told },
  });
  await syncPaymentStatus(context, tx, row, by);
}
