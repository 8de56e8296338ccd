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

/** Where something is filled in for each reader: '{customerName}'. A translation keeps them, wherever they stand. */
export const PLACES = recordOf(NAMES, (name) => `{${name}}`);
