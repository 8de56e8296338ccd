import type { CallName } from '@tiffin/contract';
import { hasScope, type Actor } from '@tiffin/domain/people';

/** Fields with a token that lets anyone who has it read or cancel an order or a reservation. */
const LINKS: ReadonlySet<string> = new Set(['orderToken', 'receiptUrl', 'manageUrl']);
/** With the id of a payment session anyone can read the order's link. */
const LINKS_AND_SESSIONS: ReadonlySet<string> = new Set([...LINKS, 'sessionId', 'paymentUrl']);

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
 * The fields that a limited API key does not see: a link does not know scopes and locations, and works after the key
 * expired or was revoked. A key without limits sees them all.
 */
function hiddenFields(actor: Actor): ReadonlySet<string> | null {
  if (actor.kind !== 'machine' || !actor.isLimited) return null;
  return hasScope({ scopes: actor.scopes ?? null }, 'payments:write') ? LINKS : LINKS_AND_SESSIONS;
}

/** True if links are left out of the answers of this call. */
export function hidesLinks(actor: Actor, call: string | null = null): boolean {
  return hiddenFields(actor) !== null && (call === null || !GIVE_LINKS.has(call));
}

/** A copy in which the links and sessions that the actor does not see are empty. */
export function withoutLinks<T extends object>(actor: Actor, shown: T): T {
  const hidden = hiddenFields(actor);
  if (!hidden) return shown;
  const json = JSON.stringify(shown, (name, value: unknown) =>
    hidden.has(name) && typeof value === 'string' ? '' : value,
  );
  // only texts have changed
  return JSON.parse(json) as T;
}
