import type { CallName } from '@tiffin/contract';
import type { Actor } from '@tiffin/domain/people';

/**
 * Fields with which anyone who has them can read or cancel an order or a reservation. The id of a payment session leads
 * to the order's link, and so does a payment page once it is paid.
 */
const LINKS: ReadonlySet<string> = new Set([
  'orderToken',
  'receiptUrl',
  'manageUrl',
  'sessionId',
  'paymentUrl',
  'paymentLink',
  'qrCodeData',
]);

/** Calls that create the order or the reservation. A program passes the link on to the guest. */
const GIVE_LINKS: ReadonlySet<string> = new Set<CallName>([
  'createCustomerOrderCash',
  'createCustomerPayment',
  'createAdminOrderCash',
  'createAdminOrderUnpaid',
  'createAdminOrderOnline',
  'createAdminPaymentLink',
  'createReservation',
  'addReservationByPhone',
]);

/**
 * True if links are left out for this actor, in the answers of this call. A limited API key does not see them: a link
 * does not know scopes and locations, and works after the key expired or was revoked. A key without limits sees them all.
 */
export function hidesLinks(actor: Actor, call: string | null = null): boolean {
  return actor.kind === 'machine' && actor.isLimited === true && (call === null || !GIVE_LINKS.has(call));
}

/** A copy in which the links and sessions that the actor does not see are empty. */
export function hideLinks<T extends object>(actor: Actor, shown: T, call: string | null = null): T {
  if (!hidesLinks(actor, call)) return shown;
  // of the same type, because only texts were emptied
  return JSON.parse(jsonWithoutLinks(JSON.stringify(shown))) as T;
}

const LINK_FIELDS = new RegExp(`("(?:${[...LINKS].join('|')})": ?)"(?:[^"\\\\]|\\\\.)*"`, 'g');

/** Empties the links in JSON. Quotes within its texts are escaped, so only fields match. */
export function jsonWithoutLinks(json: string): string {
  return json.replace(LINK_FIELDS, '$1""');
}
