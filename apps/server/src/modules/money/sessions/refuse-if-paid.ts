import { amountWithCurrency, refuse, Refusal, say, toDollars } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { capturedPayments, readLedger, type Ledger } from '../../ledger/ledger.ts';
import { collectedCents } from '../../ledger/record-overpayment.ts';
import { readStaffOrder } from '../../orders/queries.ts';

/**
 * Refuses a payment of an order that is already paid, and says who took the money and when, because the tablet then asks
 * whether money was taken twice. For a card payment online it names the guest.
 */
export function refuseIfPaid(order: OrderRow, ledger: Ledger): void {
  const payment = capturedPayments(ledger).at(-1);
  if (!payment || order.payment_status !== 'paid') return;
  const paidBy = payment.processed_by ?? order.customer_name;
  const amount = collectedCents(payment);
  throw refuse('already-paid', say`${paidBy} already paid or collected ${amountWithCurrency(amount)} for this order.`, {
    paidBy,
    paidAt: (payment.captured_at ?? payment.created_at).toISOString(),
    amount: toDollars(amount),
    tender: payment.tender ?? payment.method,
  });
}

/**
 * Earlier versions of the board made the idempotency key of a payment from the order, so two tablets with the same
 * account sent the same key for different requests. Refuses such a request as a second payment, if the order is paid.
 */
export async function explainReusedKey<T>(context: Context, actor: Actor, orderId: string, work: Promise<T>) {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.failure.code === 'idempotency-key-reused') {
      const order = await readStaffOrder(context.db, actor, orderId, 'order.take-payment');
      refuseIfPaid(order, await readLedger(context.db, order.bill_id));
    }
    throw error;
  }
}
