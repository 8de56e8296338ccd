import type { OrderStatus } from '../core/order-status.ts';
import type { Cents } from '../core/money.ts';
import { paysBill, type SessionKind, type SessionStatus } from './payment-session.ts';

/**
 * What to do with a payment that the provider reports to a database that was restored to an earlier moment.
 * `known`: nothing. `settle`: its session exists, so it is settled as usual. `attach`: its session is lost, but its bill
 * exists. `raise`: a person must decide.
 */
export type Recovery = 'known' | 'settle' | 'attach' | 'raise';

export function recoveryOf(payment: {
  readonly amount: Cents;
  readonly isRecorded: boolean;
  /** Everything went back to the guest already. */
  readonly isRefunded: boolean;
  readonly session: { readonly kind: SessionKind; readonly status: SessionStatus } | null;
  /** The order whose bill it pays, if its session is lost, and what the bill still owes with the tip of the payment. */
  readonly order: { readonly status: OrderStatus; readonly room: Cents } | null;
}): Recovery {
  const { amount, isRecorded, isRefunded, session, order } = payment;
  if (isRecorded) return 'known';
  if (session) {
    // A session is paid once, so this is a second payment.
    if (session.status === 'paid') return 'raise';
    // Nobody cooks an order whose money went back.
    return isRefunded && !paysBill(session.kind) ? 'raise' : 'settle';
  }
  return order !== null && order.status !== 'cancelled' && amount <= order.room ? 'attach' : 'raise';
}
