import { say, ZERO, type Cents } from '../core/index.ts';
import { refundRouteOf, type PaymentMethod, type PaymentStatus, type RefundRoute } from './status.ts';

/** How long a card refund takes to show on the guest's statement. */
export const CARD_REFUND_TIME = say`5-10 business days`;

/** What a cancelled order owes the guest for one of its payments. */
export type CancellationRefund =
  | { readonly kind: 'nothing'; readonly amount: Cents }
  /** Sent automatically through the payment provider. */
  | { readonly kind: 'card-refund'; readonly amount: Cents }
  /** Paid out at the counter, rounded to coins. */
  | { readonly kind: 'cash-refund'; readonly amount: Cents }
  /** Goes back to the gift card at once. */
  | { readonly kind: 'gift-refund'; readonly amount: Cents }
  /** Paid in another way, so staff must decide. */
  | { readonly kind: 'manual-review'; readonly amount: Cents };

export interface CancelledOrder {
  readonly paymentStatus: PaymentStatus;
  readonly paymentMethod: PaymentMethod;
  /** The part of the payment that was not refunded and has no refund in progress. */
  readonly refundable: Cents;
  /** The same in cash: the sum received less the sum paid out. */
  readonly coins: Cents;
}

export function refundOnCancel(order: CancelledOrder): CancellationRefund {
  const isWithUs = order.paymentStatus === 'paid' || order.paymentStatus === 'pending';
  if (!isWithUs || order.refundable <= 0) return { kind: 'nothing', amount: ZERO };
  const way = refundRouteOf(order.paymentMethod);
  return { kind: DEBTS[way], amount: way === 'cash' ? order.coins : order.refundable };
}

const DEBTS = {
  card: 'card-refund',
  cash: 'cash-refund',
  'gift-card': 'gift-refund',
  manual: 'manual-review',
} as const satisfies Record<RefundRoute, CancellationRefund['kind']>;
