import { TENDER_PROPERTIES, TENDERS, type Tender } from '@tiffin/domain/payment';

/**
 * How an order is paid: by a tender, or by a link that the guest pays while the kitchen cooks ('link-later'). With the
 * tender 'link', the order exists only once it is paid.
 */
export type TillPayment = Tender | 'link-later';

const hasButton = (tender: Tender) => TENDER_PROPERTIES[tender].tillHint === null;

/** The tenders that are always in view. The others open with “More…”; “Pay later” is another button. */
export const FIRST_PAYMENTS: readonly Tender[] = TENDERS.filter(hasButton);
export const MORE_PAYMENTS: readonly TillPayment[] = ['link-later', ...TENDERS.filter((tender) => !hasButton(tender))];

/** The tender whose payment opens as soon as the order is placed unpaid; null if none does. */
export function tenderAfterOrder(payment: TillPayment | 'later'): Tender | null {
  if (payment === 'cash' || payment === 'link-later' || payment === 'later') return null;
  return TENDER_PROPERTIES[payment].waits ? null : payment;
}

export function needsProvider(payment: TillPayment): boolean {
  return payment === 'link' || payment === 'link-later';
}
