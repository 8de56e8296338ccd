import { translateCode } from '../core/translate-code.ts';
import { say, sayNow } from '../core/language.ts';
import { ok, type Result, fail } from '../core/result.ts';
import { entryOf, keysOf, humaniseCode } from '../core/variants.ts';

export const PAYMENT_STATUSES = ['unpaid', 'pending', 'paid', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_STATUS_LABELS: Readonly<Record<PaymentStatus, string>> = {
  unpaid: say`Payment Pending`,
  pending: say`Payment Pending`,
  paid: say`Payment Confirmed`,
  failed: say`Payment Failed`,
  refunded: say`Payment Refunded`,
};

/** The label of a payment status. Accepts any code, because a browser tab can be older than the server. */
export function paymentStatusLabel(status: string): string {
  return sayNow(entryOf<string>(PAYMENT_STATUS_LABELS, status) ?? humaniseCode(status));
}

interface MethodFacts {
  /** True if guests can choose it at checkout. */
  readonly isForGuests: boolean;
  /** How it is refunded: automatically through the payment provider, at the counter, to the card, or as staff decide. */
  readonly goesBack: RefundRoute;
  /** The name on the order page. */
  readonly guestWord: string;
}

export const REFUND_ROUTES = ['card', 'cash', 'gift-card', 'manual'] as const;
export type RefundRoute = (typeof REFUND_ROUTES)[number];

const METHODS = {
  online: { isForGuests: true, goesBack: 'card', guestWord: say`Online` },
  cash: { isForGuests: true, goesBack: 'cash', guestWord: say`Cash` },
  card: { isForGuests: false, goesBack: 'card', guestWord: say`Online` },
  stripe_checkout: { isForGuests: false, goesBack: 'card', guestWord: say`Online` },
  stripe_elements: { isForGuests: false, goesBack: 'card', guestWord: say`Online` },
  'gift-card': { isForGuests: false, goesBack: 'gift-card', guestWord: say`Gift card` },
  deposit: { isForGuests: false, goesBack: 'card', guestWord: say`Deposit` },
  manual: { isForGuests: false, goesBack: 'manual', guestWord: say`Online` },
  unknown: { isForGuests: false, goesBack: 'manual', guestWord: say`Online` },
} as const satisfies Record<string, MethodFacts>;

/** All methods with which an order can be marked as paid. */
export type PaymentMethod = keyof typeof METHODS;
export const PAYMENT_METHODS = keysOf<PaymentMethod>(METHODS);

/** The methods that guests can choose at checkout. */
export type GuestPaymentMethod = {
  [Method in PaymentMethod]: (typeof METHODS)[Method]['isForGuests'] extends true ? Method : never;
}[PaymentMethod];
export const GUEST_PAYMENT_METHODS = PAYMENT_METHODS.filter(
  (method): method is GuestPaymentMethod => METHODS[method].isForGuests,
);

/** The method with this code; `unknown` for codes that are not in the table. */
export function parsePaymentMethod(text: string): PaymentMethod {
  return PAYMENT_METHODS.find((method) => method === text) ?? 'unknown';
}

/** How a method is refunded. Staff must handle unknown methods. */
export function refundRouteOf(method: string): RefundRoute {
  return entryOf<MethodFacts>(METHODS, method)?.goesBack ?? 'manual';
}

/** The routes of refunds that are sent without staff. */
export const SENT_REFUND_ROUTES: readonly RefundRoute[] = ['card', 'gift-card'];

export function isSentRefund(route: RefundRoute): boolean {
  return SENT_REFUND_ROUTES.includes(route);
}

/** True if payments and refunds are rounded to coins. */
export function isRoundedToCoins(method: string): boolean {
  return refundRouteOf(method) === 'cash';
}

/** True if the money came through a payment provider and can be refunded there. */
export function isCardMethod(method: string): boolean {
  return refundRouteOf(method) === 'card';
}

/** The name of a payment method. Accepts any code, because a browser tab can be older than the server. */
export function paymentMethodWord(method: string): string {
  return sayNow(entryOf<MethodFacts>(METHODS, method)?.guestWord ?? humaniseCode(method));
}

/** How long the payment dialog announces the redirect. */
export const PAYMENT_REDIRECT_MS = 1000;

/** The processor shown on orders that staff marked as paid. The ledger and the audit log name the person. */
export const PROCESSED_BY_HAND = 'admin';

/** Online if card payments are configured, otherwise cash. */
export function firstPaymentMethod(cardsConfigured: boolean): GuestPaymentMethod {
  return cardsConfigured ? 'online' : 'cash';
}

/** The statuses that can follow each payment status. */
export const PAYMENT_STEPS: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  unpaid: ['paid'],
  pending: ['paid', 'failed'],
  failed: ['paid'],
  paid: ['refunded'],
  refunded: [],
};

export const REFUND_STATUSES = ['requested', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A bank can reject a refund days after it succeeded. A retry is a new refund. */
export const REFUND_STEPS: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  requested: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
};

/** A status change; `changed` is false if the status stays the same. */
export interface StatusTransition<Status> {
  readonly from: Status;
  readonly to: Status;
  readonly changed: boolean;
}

/** Checks that a payment may go from one status to another. */
export function changePaymentStatus(from: PaymentStatus, to: PaymentStatus): Result<StatusTransition<PaymentStatus>> {
  return changeStatus(PAYMENT_STEPS, from, to, (was, target) => say`Cannot change payment from ${was} to ${target}`);
}

/** Checks that a refund may go from one status to another. */
export function changeRefundStatus(from: RefundStatus, to: RefundStatus): Result<StatusTransition<RefundStatus>> {
  return changeStatus(REFUND_STEPS, from, to, (was, target) => say`Cannot change refund from ${was} to ${target}`);
}

function changeStatus<Status extends string>(
  steps: Readonly<Record<Status, readonly Status[]>>,
  from: Status,
  to: Status,
  text: (was: string, target: string) => string,
): Result<StatusTransition<Status>> {
  if (from === to) return ok({ from, to, changed: false });
  if (steps[from].includes(to)) return ok({ from, to, changed: true });
  return fail('invalid-transition', text(translateCode(from), translateCode(to)), { from, to });
}
