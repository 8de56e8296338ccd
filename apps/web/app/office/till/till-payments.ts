import type { Tender } from '@tiffin/domain/payment';

/**
 * How an order is paid: cash in the drawer; a card or debit at the counter; a link that is paid before the order exists,
 * or while the kitchen cooks; later; or on a house account.
 */
export const TILL_PAYMENTS = ['cash', 'terminal', 'debit', 'link', 'link-later', 'later', 'account'] as const;
export type TillPayment = (typeof TILL_PAYMENTS)[number];

/** Always in view. The others open with “More…”. */
export const FIRST_PAYMENTS = ['cash', 'terminal', 'debit'] as const satisfies readonly TillPayment[];
export const MORE_PAYMENTS = ['link', 'link-later', 'later', 'account'] as const satisfies readonly TillPayment[];

/** The order is placed unpaid, and the payment by this tender follows at once. */
const TENDER_AFTER_ORDER: Readonly<Partial<Record<TillPayment, Tender>>> = {
  terminal: 'terminal',
  debit: 'debit',
  account: 'account',
};

export function tenderAfterOrder(payment: TillPayment): Tender | null {
  return TENDER_AFTER_ORDER[payment] ?? null;
}

/** True if the payment needs a card provider. */
export function needsProvider(payment: TillPayment): boolean {
  return payment === 'link' || payment === 'link-later';
}
