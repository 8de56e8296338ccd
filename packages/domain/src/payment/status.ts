import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { entryOf, plainWord } from '../core/variants.ts';

export const PAYMENT_STATUSES = ['unpaid', 'pending', 'paid', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_STATUS_LABELS: Readonly<Record<PaymentStatus, string>> = {
  unpaid: 'Payment Pending',
  pending: 'Payment Pending',
  paid: 'Payment Confirmed',
  failed: 'Payment Failed',
  refunded: 'Payment Refunded',
};

/** Of any code: a tab that is older than the server names plainly what it does not know. */
export function paymentStatusLabel(status: string): string {
  return entryOf<string>(PAYMENT_STATUS_LABELS, status) ?? plainWord(status);
}

/** What a guest may choose at checkout. */
export const GUEST_PAYMENT_METHODS = ['online', 'cash'] as const;
export type GuestPaymentMethod = (typeof GUEST_PAYMENT_METHODS)[number];

/** Every way an order may be marked as paid with. */
export const PAYMENT_METHODS = [
  ...GUEST_PAYMENT_METHODS,
  'card',
  'stripe_checkout',
  'stripe_elements',
  'manual',
  'unknown',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The payment dialog shows for this long that the browser is about to leave. */
export const PAYMENT_REDIRECT_MS = 1000;

/** Where the money came through a card provider and can go back the same way. */
/** Who took money by hand, as an order says it; the ledger and the audit log name the person. */
export const PROCESSED_BY_HAND = 'admin';

export function isCardMethod(method: PaymentMethod): boolean {
  return method === 'online' || method === 'card' || method === 'stripe_checkout' || method === 'stripe_elements';
}

/** Checkout starts on online where cards are configured, else on cash. */
export function firstPaymentMethod(cardsConfigured: boolean): GuestPaymentMethod {
  return cardsConfigured ? 'online' : 'cash';
}

/** From each payment status, where the money may take it. */
export const PAYMENT_STEPS: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  unpaid: ['paid'],
  pending: ['paid', 'failed'],
  failed: ['paid'],
  paid: ['refunded'],
  refunded: [],
};

export const REFUND_STATUSES = ['requested', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A bank may send a refund back days after it succeeded; trying again is a refund of its own. */
export const REFUND_STEPS: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  requested: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
};

/** Whether anything changes; setting the present status again changes nothing. */
export interface Move<Status> {
  readonly from: Status;
  readonly to: Status;
  readonly changed: boolean;
}

export function movePayment(from: PaymentStatus, to: PaymentStatus): Result<Move<PaymentStatus>> {
  return move('payment', PAYMENT_STEPS, from, to);
}

export function moveRefund(from: RefundStatus, to: RefundStatus): Result<Move<RefundStatus>> {
  return move('refund', REFUND_STEPS, from, to);
}

function move<Status extends string>(
  what: string,
  steps: Readonly<Record<Status, readonly Status[]>>,
  from: Status,
  to: Status,
): Result<Move<Status>> {
  if (from === to) return ok({ from, to, changed: false });
  if (steps[from].includes(to)) return ok({ from, to, changed: true });
  return err(failure('invalid-transition', `Cannot change ${what} from ${from} to ${to}`, { from, to }));
}
