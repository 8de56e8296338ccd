import type { AnswerOf } from '@tiffin/contract';
import type { getOrderReceipt } from '@tiffin/contract/orders';
import { addCents, cents, fromDollars, toDollars, ZERO, type Cents } from '@tiffin/domain/core';
import { cashDue } from '@tiffin/domain/pricing';
import type { WireOrder } from '@tiffin/contract/order-answer';
import type { Context } from '../../context.ts';
import { readSite } from '../settings/site.ts';
import { showOrderOfToken } from './show-order.ts';

export type Receipt = AnswerOf<typeof getOrderReceipt>;

/** What a receipt shows: the order, whose business it is, and what the coins make of the total. */
export async function readReceipt(context: Context, orderId: string, token: string): Promise<Receipt> {
  const order = await showOrderOfToken(context, orderId, token);
  const { name, phone, email, hstNumber } = await readSite(context.db);
  return {
    order,
    receiptUrl: order.receiptUrl,
    business: { name, phone, email, hstNumber },
    ...(await inCoins(context, order)),
  };
}

/** Paid in parts, each part in cash was rounded by itself; else the coins make it of the whole. */
async function inCoins(
  context: Context,
  order: WireOrder,
): Promise<Pick<Receipt, 'cashDue' | 'cashRounding' | 'parts'>> {
  const total = amount(order.pricing.total);
  const parts = await context.db
    .selectFrom('payments')
    .select(['tender', 'method', 'amount_cents', 'tip_cents', 'cash_rounding_cents as rounding'])
    .where('bill_id', '=', order.billId)
    .where('status', '=', 'succeeded')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  if (parts.length > 1) {
    const coins = addCents(...parts.map((part) => cents(part.rounding)));
    return {
      cashDue: toDollars(addCents(total, coins)),
      cashRounding: toDollars(coins),
      parts: parts.map(({ tender, method, amount_cents, tip_cents, rounding }) => ({
        tender: tender ?? method,
        taken: toDollars(cents(amount_cents + tip_cents + rounding)),
        tip: toDollars(cents(tip_cents)),
      })),
    };
  }
  const { due, rounding } = order.paymentMethod === 'cash' ? cashDue(total) : { due: total, rounding: ZERO };
  return { cashDue: toDollars(due), cashRounding: toDollars(rounding), parts: [] };
}

/** An amount of the wire in cents again. */
function amount(dollars: number): Cents {
  return fromDollars(dollars) ?? ZERO;
}
