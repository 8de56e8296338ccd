import { say } from '../core/language.ts';
import { ZERO, type Cents } from '../core/money.ts';
import { wayBack, type PaymentMethod, type PaymentStatus, type WayBack } from './status.ts';

/** How long a card refund takes to show on the guest's statement. */
export const CARD_REFUND_TIME = say`5-10 business days`;

/** What a cancelled order owes its guest, of one of its payments. */
export type CancelDebt =
  | { readonly kind: 'nothing'; readonly amount: Cents }
  /** Sent back by itself over the card provider. */
  | { readonly kind: 'card-refund'; readonly amount: Cents }
  /** Handed back over the counter, in coins that exist. */
  | { readonly kind: 'cash-refund'; readonly amount: Cents }
  /** Paid some other way: a person has to look. */
  | { readonly kind: 'manual-review'; readonly amount: Cents };

export interface CancelledOrder {
  readonly paymentStatus: PaymentStatus;
  readonly paymentMethod: PaymentMethod;
  /** What was paid and has not been given back, nor is on its way back. */
  readonly refundable: Cents;
  /** The same in coins: what was taken in cash, less what was handed back. */
  readonly coins: Cents;
}

export function refundOnCancel(order: CancelledOrder): CancelDebt {
  const isWithUs = order.paymentStatus === 'paid' || order.paymentStatus === 'pending';
  if (!isWithUs || order.refundable <= 0) return { kind: 'nothing', amount: ZERO };
  const way = wayBack(order.paymentMethod);
  return { kind: DEBTS[way], amount: way === 'cash' ? order.coins : order.refundable };
}

const DEBTS = { card: 'card-refund', cash: 'cash-refund', manual: 'manual-review' } as const satisfies Record<
  WayBack,
  CancelDebt['kind']
>;
