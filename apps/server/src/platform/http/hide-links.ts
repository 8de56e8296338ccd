import type { CallName } from '@tiffin/contract';
import type { Actor } from '@tiffin/domain/people';

/** Fields with a token that lets anyone who has it read or cancel an order or a reservation. */
const TOKENS = ['orderToken', 'receiptUrl', 'manageUrl'];
/** With the id of a payment session anyone can read the order's link, and a payment page leads to it once it is paid. */
const LINKS: ReadonlySet<string> = new Set([...TOKENS, 'sessionId', 'paymentUrl']);
/** In the answers of calls that open a payment page. */
const LINKS_WITHOUT_PAGE: ReadonlySet<string> = new Set([...TOKENS, 'sessionId']);

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

/** Calls that open a page to pay an existing order. The page is closed and sent by the id of its payment. */
const OPEN_PAGES: ReadonlySet<string> = new Set<CallName>(['addPayment', 'renewPaymentLink']);

/**
 * True if links are left out for this actor, in the answers of this call. A limited API key does not see them: a link
 * does not know scopes and locations, and works after the key expired or was revoked. A key without limits sees them all.
 */
export function hidesLinks(actor: Actor, call: string | null = null): boolean {
  return actor.kind === 'machine' && actor.isLimited === true && (call === null || !GIVE_LINKS.has(call));
}

/** A copy in which the links and sessions that the actor does not see are empty. */
export function withoutLinks<T extends object>(actor: Actor, shown: T, call: string | null = null): T {
  if (!hidesLinks(actor, call)) return shown;
  const hidden = call !== null && OPEN_PAGES.has(call) ? LINKS_WITHOUT_PAGE : LINKS;
  const json = JSON.stringify(shown, (name, value: unknown) =>
    hidden.has(name) && typeof value === 'string' ? '' : value,
  );
  // only texts have changed
  return JSON.parse(json) as T;
}
