import { TENDER_PROPERTIES, TENDERS, type Tender } from '@tiffin/domain/payment';

/**
 * How an order is paid: by a tender, where a link is paid before the order exists, or by a link that is paid while the
 * kitchen cooks. An order that is paid later has none.
 */
export type TillPayment = Tender | 'link-later';

const hasButton = (tender: Tender) => TENDER_PROPERTIES[tender].tillHint === null;

/** Always in view. The others open with “More…”; paying later has a button of its own. */
export const FIRST_PAYMENTS: readonly Tender[] = TENDERS.filter(hasButton);
export const MORE_PAYMENTS: readonly TillPayment[] = ['link-later', ...TENDERS.filter((tender) => !hasButton(tender))];

/** The tender of a payment that follows at once after the order is placed unpaid. */
export function tenderAfterOrder(payment: TillPayment | 'later'): Tender | null {
  if (payment === 'cash' || payment === 'link-later' || payment === 'later') return null;
  return TENDER_PROPERTIES[payment].waits ? null : payment;
}

export function needsProvider(payment: TillPayment): boolean {
  return payment === 'link' || payment === 'link-later';
}
