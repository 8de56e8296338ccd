import type { ResponseOf } from '@tiffin/contract';
import { cents, valueOrThrow, refuse, say, toDollars, type Cents } from '@tiffin/domain/core';
import { dueOfBill } from '@tiffin/domain/payment';
import { authorise, type Actor } from '@tiffin/domain/people';
import { parseBillId, partId } from '@tiffin/domain/tabs';
import { sql } from 'kysely';
import type { Context, Db } from '../../../context.ts';
import { toOpenBill, readLedger, findUndoRefund, type BillRow, type Ledger } from '../../ledger/ledger.ts';
import { openPart, openParts, readParts, type OpenPart } from '../../ledger/bill-parts.ts';
import { staffDiscountAnswer, readStaffDiscounts } from '../../orders/pricing/discounts.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { readLocation } from '../../locations/queries.ts';
import { chargesAnswer, toCharges } from '../../orders/order-parts.ts';
import { orderIdsOfBill } from '../../orders/queries.ts';
import { findBillOrder, mergedBillId } from '../../orders/rounds.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { paymentAnswer, refundAnswer } from '../bills/payment-answers.ts';
import { PROVIDER_NOT_ANSWERING, isBeingSentToReader, writeReaderMessage } from '../provider/provider-status.ts';
import { depositLeft } from '../deposits/hold-deposit.ts';
import { refreshSession } from '../sessions/refresh-session.ts';

type WireBill = ResponseOf<'getBill'>['bill'];

/** Shows a bill to staff of its location. The id is that of the bill, of one of its orders, or of one of its parts. */
export async function showBill(context: Context, actor: Actor, id: string): Promise<WireBill> {
  const { billId, part } = parseBillId(id);
  const order = (await findBillOrder(context.db, billId)) ?? (await findEmptyTab(context.db, billId));
  if (!order) throw refuse('not-found', say`Bill not found`);
  valueOrThrow(authorise('order.take-payment', actor, { locationId: order.location_id }));
  await refreshReaderPayments(context, order.bill_id);
  return billAnswer(context, order, part);
}

/** A tab on which nothing was ordered yet, in the form of its order. */
async function findEmptyTab(db: Db, id: string) {
  const billId = await mergedBillId(db, id);
  const bill = await db.selectFrom('bills').select('location_id').where('id', '=', billId).executeTakeFirst();
  return bill && { ...bill, bill_id: billId, status: 'pending' as const, parts: null };
}

/** Refreshes the card reader payments of the order, because the provider's event may be late or lost. */
async function refreshReaderPayments(context: Context, orderId: string): Promise<void> {
  const waiting = await context.db
    .selectFrom('payment_sessions')
    .select(['id', 'provider_session_id', 'reader_asked', 'reader_handing_until'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'reader')
    .where('status', '=', 'open')
    .execute();
  for (const session of waiting) {
    const { id, provider_session_id: providerSessionId } = session;
    if (providerSessionId !== null) await refreshSession(context, id);
    // The process stopped before it could send the payment to the reader, and the payment was not sent again.
    else if (!isBeingSentToReader(session, context.clock.now()))
      await writeReaderMessage(context, session, PROVIDER_NOT_ANSWERING);
  }
}

/** A bill with its parts, payments, refunds and discounts; with a part number, the amounts are those of that part. */
export async function billAnswer(
  context: Context,
  order: Pick<OrderRow, 'bill_id' | 'status' | 'parts'>,
  partNumber: number | null = null,
): Promise<WireBill> {
  const ledger = await readLedger(context.db, order.bill_id);
  const { bill } = ledger;
  const open = toOpenBill(ledger);
  const staffDiscounts = await readStaffDiscounts(context.db, order.bill_id);
  const pages = await context.db
    .selectFrom('payment_sessions as s')
    .leftJoin('card_readers as r', 'r.id', 's.reader_id')
    .select(['s.id', 's.payment_url', 's.reader_said', 'r.id as reader_id', 'r.name as reader_name'])
    .where('s.order_id', '=', order.bill_id)
    .where('s.status', '=', 'open')
    .execute();
  const parts = bill.opened_at ? openParts(ledger, await readParts(context.db, bill.id)) : [];
  const shownPart = partNumber === null ? undefined : openPart(ledger, parts, partNumber);
  return {
    billId: bill.id,
    locationId: bill.location_id,
    state: bill.state,
    orderIds: bill.opened_at ? await readOrderIds(context.db, bill.id) : [bill.id],
    subtotal: toDollars(cents(bill.subtotal_cents)),
    discount: toDollars(cents(bill.discount_cents)),
    charges: chargesAnswer(toCharges(order.parts?.charges)),
    tax: toDollars(cents(bill.tax_cents)),
    tip: toDollars(cents(bill.tip_cents)),
    total: toDollars(shownPart ? cents(shownPart.row.amount_cents) : open.total),
    tipOn: toDollars(await readTipBase(context, bill)),
    paid: toDollars(shownPart?.paid ?? open.paid),
    held: toDollars(shownPart?.held ?? open.held),
    due: order.status === 'cancelled' ? 0 : toDollars(shownPart?.due ?? dueOfBill(open)),
    part: shownPart && partId(bill.id, shownPart.row.position),
    parts: parts.length > 0 ? parts.map(partAnswer) : undefined,
    deposit: bill.sitting_id === null ? undefined : await depositLeft(context, bill.id),
    tab: bill.opened_at ? await tabOfBill(context.db, bill) : undefined,
    payments: ledger.payments.map((row) => {
      const page = row.status === 'pending' ? pages.find(({ id }) => id === row.session_id) : undefined;
      return {
        ...paymentAnswer(row),
        part: row.part === null ? undefined : partId(bill.id, row.part),
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

/** What percentages of a tip apply to: the bill with its taxes, or without those that are added to it. */
async function readTipBase({ db, clock }: Context, bill: BillRow): Promise<Cents> {
  const location = await readLocation(db, bill.location_id);
  const isWithTax = !location || taxationAt(location, clock.now()).tipBase === 'with-tax';
  return cents(bill.total_cents - bill.tip_cents - (isWithTax ? 0 : bill.tax_cents));
}

/** A part of a split bill, with what is still due of it. */
export function partAnswer({ row, paid, due }: OpenPart): NonNullable<WireBill['parts']>[number] {
  return {
    billId: partId(row.bill_id, row.position),
    label: row.label,
    total: toDollars(cents(row.amount_cents)),
    paid: toDollars(paid),
    due: toDollars(due),
    lines: row.lines.map((line) => ({ ...line, amount: toDollars(line.amount) })),
  };
}

async function readOrderIds(db: Db, billId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${orderIdsOfBill(sql`${billId}`)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function tabOfBill(db: Db, bill: BillRow): Promise<NonNullable<WireBill['tab']>> {
  const table = await db
    .selectFrom('sittings as s')
    .select(sql<string>`names_of_tables(tables_of_sitting(s.table_id, s.joined))`.as('name'))
    .where('s.id', '=', bill.sitting_id ?? '')
    .executeTakeFirst();
  return {
    label: bill.label ?? '',
    tableName: table?.name ?? '',
    sittingId: bill.sitting_id,
    billOutAt: bill.bill_out_at?.toISOString() ?? null,
    continues: bill.continues,
    mergedInto: bill.merged_into,
  };
}

function undoneAnswer(ledger: Ledger, paymentId: string): WireBill['payments'][number]['undone'] {
  const undo = findUndoRefund(ledger, paymentId);
  return undo ? { at: undo.requested_at.toISOString(), reason: undo.reason } : null;
}
