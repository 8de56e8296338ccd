import { codeWord } from '../core/code-word.ts';
import { say, sayNow } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { entryOf, keysOf, plainWord } from '../core/variants.ts';

export const PAYMENT_STATUSES = ['unpaid', 'pending', 'paid', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_STATUS_LABELS: Readonly<Record<PaymentStatus, string>> = {
  unpaid: say`Payment Pending`,
  pending: say`Payment Pending`,
  paid: say`Payment Confirmed`,
  failed: say`Payment Failed`,
  refunded: say`Payment Refunded`,
};

/** Of any code: a tab that is older than the server names plainly what it does not know. */
export function paymentStatusLabel(status: string): string {
  return sayNow(entryOf<string>(PAYMENT_STATUS_LABELS, status) ?? plainWord(status));
}

/** All that is known of a way an order is paid. */
interface MethodFacts {
  /** A guest may choose it at checkout. */
  readonly isForGuests: boolean;
  /** How its money goes back: by itself over the card provider, over the counter, or as a person sees fit. */
  readonly goesBack: WayBack;
  /** What the order's page calls it. */
  readonly guestWord: string;
}

export type WayBack = 'card' | 'cash' | 'manual';

const METHODS = {
  online: { isForGuests: true, goesBack: 'card', guestWord: say`Online` },
  cash: { isForGuests: true, goesBack: 'cash', guestWord: say`Cash` },
  card: { isForGuests: false, goesBack: 'card', guestWord: say`Online` },
  stripe_checkout: { isForGuests: false, goesBack: 'card', guestWord: say`Online` },
  stripe_elements: { isForGuests: false, goesBack: 'card', guestWord: say`Online` },
  manual: { isForGuests: false, goesBack: 'manual', guestWord: say`Online` },
  unknown: { isForGuests: false, goesBack: 'manual', guestWord: say`Online` },
} as const satisfies Record<string, MethodFacts>;

/** Every way an order may be marked as paid with. */
export type PaymentMethod = keyof typeof METHODS;
export const PAYMENT_METHODS = keysOf<PaymentMethod>(METHODS);

/** What a guest may choose at checkout. */
export type GuestPaymentMethod = {
  [Method in PaymentMethod]: (typeof METHODS)[Method]['isForGuests'] extends true ? Method : never;
}[PaymentMethod];
export const GUEST_PAYMENT_METHODS = PAYMENT_METHODS.filter(
  (method): method is GuestPaymentMethod => METHODS[method].isForGuests,
);

export function paymentMethodOf(text: string): PaymentMethod {
  return PAYMENT_METHODS.find((method) => method === text) ?? 'unknown';
}

/** Of any code; a person has to look at one that nobody knows. */
export function wayBack(method: string): WayBack {
  return entryOf<MethodFacts>(METHODS, method)?.goesBack ?? 'manual';
}

/** Counted in coins that exist, when it is taken and when it is handed back. */
export function isCoins(method: string): boolean {
  return wayBack(method) === 'cash';
}

/** The money came through a card provider and can go back the same way. */
export function isCardMethod(method: string): boolean {
  return wayBack(method) === 'card';
}

/** Of any code: a tab that is older than the server names plainly what it does not know. */
export function paymentMethodWord(method: string): string {
  return sayNow(entryOf<MethodFacts>(METHODS, method)?.guestWord ?? plainWord(method));
}

/** The payment dialog shows for this long that the browser is about to leave. */
export const PAYMENT_REDIRECT_MS = 1000;

/** Who took money by hand, as an order says it; the ledger and the audit log name the person. */
export const PROCESSED_BY_HAND = 'admin';

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
  return move(PAYMENT_STEPS, from, to, (was, target) => say`Cannot change payment from ${was} to ${target}`);
}

export function moveRefund(from: RefundStatus, to: RefundStatus): Result<Move<RefundStatus>> {
  return move(REFUND_STEPS, from, to, (was, target) => say`Cannot change refund from ${was} to ${target}`);
}

function move<Status extends string>(
  steps: Readonly<Record<Status, readonly Status[]>>,
  from: Status,
  to: Status,
  text: (was: string, target: string) => string,
): Result<Move<Status>> {
  if (from === to) return ok({ from, to, changed: false });
  if (steps[from].includes(to)) return ok({ from, to, changed: true });
  return err(failure('invalid-transition', text(codeWord(from), codeWord(to)), { from, to }));
}
