import { recordOf } from '../core/variants.ts';

const NAMES = [
  'customerName',
  'orderId',
  'orderType',
  'estimatedTime',
  'reservationDate',
  'reservationTime',
  'partySize',
  'offerTitle',
  'validUntil',
  'terms',
  'total',
  'paymentUrl',
] as const;

/** Placeholders such as '{customerName}'. Translations must contain them, in any position. */
export const PLACEHOLDERS = recordOf(NAMES, (name) => `{${name}}`);
