import type { ResponseOf } from '@tiffin/contract';
import { sql } from 'kysely';
import { addCents, cents, centsOf, refuse, toDollars, ZERO } from '@tiffin/domain/core';
import { isCardMethod } from '@tiffin/domain/payment';
import { cashDue } from '@tiffin/domain/pricing';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import type { Context } from '../../context.ts';
import type { PaymentRow } from '../ledger/ledger.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { orderAnswer, orderForLinkHolder } from './order-answer.ts';
import { findBillOrder } from './rounds.ts';
import { showOrderOfToken } from './show-order.ts';

export type Receipt = ResponseOf<'getOrderReceipt'>;

/** The content of a receipt: the order, the business, and the cash rounding of the total. */
export async function readReceipt(context: Context, orderId: string, token: string): Promise<Receipt> {
  const order = await showOrderOfToken(context, orderId, token);
  return order.tab ? readBillReceipt(context, order.billId) : receiptOf(context, order);
}

/** The receipt of a bill, with all rounds of a tab. */
export async function readBillReceipt(context: Context, billId: string): Promise<Receipt> {
  const row = await findBillOrder(context.db, billId);
  if (!row) throw refuse('order-not-found');
  return receiptOf(context, orderForLinkHolder(orderAnswer(row, context.clock.now(), context)));
}

async function receiptOf(context: Context, order: WireOrder): Promise<Receipt> {
  const { name, phone, email, hstNumber, currency, coin } = await readSite(context.db);
  return {
    order,
    receiptUrl: order.receiptUrl,
    business: { name, phone, email, hstNumber, currency },
    ...(await paidAmounts(context, order, coin)),
  };
}

type Part = Pick<PaymentRow, 'tender' | 'method' | 'card_brand' | 'card_last4' | 'amount_cents' | 'tip_cents'> & {
  readonly rounding: number;
};

/** What was or is to be paid. If the bill was paid in parts, each cash payment was rounded separately; else the total is. */
async function paidAmounts(context: Context, order: WireOrder, coin: number) {
  const total = centsOf(order.pricing.total);
  // Less the amounts that order changes refunded.
  const { rows: parts } = await sql<Part>`
    select p.tender, p.method, p.card_brand, p.card_last4, p.amount_cents - coalesce(r.amount, 0) as amount_cents,
           p.tip_cents - coalesce(r.tip, 0) as tip_cents, p.cash_rounding_cents - coalesce(r.rounding, 0) as rounding
    from payments p
    left join lateral (
      select sum(amount_cents)::int as amount, sum(tip_cents)::int as tip, sum(cash_rounding_cents)::int as rounding
      from refunds where payment_id = p.id and of_change
    ) r on true
    where p.bill_id = ${order.billId} and p.status = 'succeeded' and p.amount_cents > coalesce(r.amount, 0)
    order by p.created_at, p.id
  `.execute(context.db);
  // Payments are listed while something is left to pay, if one is not plain cash, and if one has an extra tip, because a
  // refund could otherwise exceed what the receipt shows. An old payment by hand has no tender and counts as cash.
  const hasDetails = parts.some(
    ({ tip_cents: tip, tender, method }) => tip > 0 || (tender ?? 'cash') !== 'cash' || isCardMethod(method),
  );
  const isPartPaid = parts.length > 0 && order.paymentStatus === 'pending' && order.due > 0;
  if (parts.length > 1 || hasDetails || isPartPaid) {
    const coins = addCents(...parts.map((part) => cents(part.rounding)));
    return {
      cashDue: toDollars(addCents(total, coins)),
      cashRounding: toDollars(coins),
      parts: parts.map(
        ({ tender, method, card_brand: brand, card_last4: last4, amount_cents, tip_cents, rounding }) => ({
          tender: tender ?? method,
          card: brand === null ? undefined : { brand, last4: last4 ?? '' },
          taken: toDollars(cents(amount_cents + tip_cents + rounding)),
          tip: toDollars(cents(tip_cents)),
        }),
      ),
    };
  }
  const { due, rounding } = order.paymentMethod === 'cash' ? cashDue(total, coin) : { due: total, rounding: ZERO };
  return { cashDue: toDollars(due), cashRounding: toDollars(rounding), parts: [] };
}
