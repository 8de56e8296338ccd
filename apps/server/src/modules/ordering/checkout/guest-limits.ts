import { REQUEST_LIMITS } from '@tiffin/contract';
import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { addMinutes, refuse, say, ZERO, type Cents } from '@tiffin/domain/core';
import { largeOrderTotal } from '@tiffin/domain/restaurant';
import { OPEN_STATUSES, ORDER_TEXTS, requiredContactOf, type PromisedTime } from '@tiffin/domain/order';
import { isStaff, type Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import { isGuestBrowser } from '../../../platform/auth/session-cookie.ts';
import type { Context } from '../../../context.ts';
import { sqlList } from '../../../platform/db/sql-lists.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { addressOf, secondsUntilFree, countLimitUses, type LimitUse } from '../../../platform/http/rate-limiter.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import type { Contact } from '../../people/contact-channel.ts';
import { wasHandedOver } from '../../people/proven-contacts.ts';
import { hasNoAccount, requireGuestCheckoutAllowed } from '../../locations/restaurant/guest-checkout.ts';
import { readSite } from '../../locations/restaurant/site.ts';

/** What a guest without an account may order in cash without a confirmation code. */
export interface GuestLimits {
  /** False on servers without rate limits, where no code is ever needed. */
  readonly requiresProof: boolean;
  readonly maxTotal: Cents;
  readonly hasOpenOrder: boolean;
  /** Too many contacts were tried from this network address, so every order from it needs a code. */
  readonly hasTriedManyContacts: boolean;
}

/** A later order needs a code, because staff would not notice a flood of fake orders until it is time to cook them. */
const SOON_MINUTES = 120;

/** Why an order needs a confirmation code. */
export type CodeReason = 'open-order' | 'large-order' | 'later-order' | 'many-asked';

/**
 * Refuses an order without the phone number it needs; staff may leave it out. The validation of the body has checked that
 * there is a phone number or an address.
 */
export function requireContactDetails(actor: Actor, { customer, orderType }: OrderRequest): void {
  if (isStaff(actor)) return;
  if (requiredContactOf(orderType) === 'phone' && customer.phone === '')
    throw refuse('invalid-argument', ORDER_TEXTS.phone, { field: 'customerInfo.phone' });
}

/** Refuses an order that was started while signed in if the session has ended since. */
export function requireSameSession(actor: Actor, { customer }: OrderRequest, { req }: ApiContext): void {
  const isBrowser = hasNoAccount(actor) && !req.header('x-api-key') && isGuestBrowser(req.header('cookie') ?? null);
  if (isBrowser && customer.userId !== null) throw refuse('unauthenticated', say`Please sign in again to order.`);
}

/** Reads the limits of a guest without an account; null for others. */
export async function readGuestLimits(
  context: Context,
  { actor, contact, from }: { readonly actor: Actor; readonly contact: Contact; readonly from: RequestOrigin },
): Promise<GuestLimits | null> {
  if (!hasNoAccount(actor)) return null;
  await requireGuestCheckoutAllowed(context, actor);
  if (!context.config.RATE_LIMITS) {
    return { requiresProof: false, maxTotal: ZERO, hasOpenOrder: false, hasTriedManyContacts: false };
  }
  const [hasOpenOrder, secondsToWait, { currency }] = await Promise.all([
    contactHasOpenOrder(context, contact),
    secondsUntilFree(context, openOrderGuess(from)),
    readSite(context.db),
  ]);
  const maxTotal = largeOrderTotal(currency);
  return { requiresProof: true, maxTotal, hasOpenOrder, hasTriedManyContacts: secondsToWait > 0 };
}

const openOrderGuess = (from: RequestOrigin): LimitUse => [REQUEST_LIMITS.guessOpenOrder, addressOf(from)];

/**
 * Looks for an unpaid order without an account and not taken at the till, by phone number and by e-mail address. An order
 * that a driver has, or brought back, is open too.
 */
async function contactHasOpenOrder({ db }: Context, contact: Contact): Promise<boolean> {
  const { rows } = await openOrderOf(contact).execute(db);
  return rows.length > 0;
}

/**
 * The query for a contact's open order. Each select uses its own index: with the states in one condition, the first two
 * would read every order.
 */
export function openOrderOf({ phone, email }: Contact): RawBuilder<unknown> {
  const isUnpaid = sql`user_id is null and not admin_created and payment_status in ('unpaid', 'pending')`;
  const isOpen = sql`status in (${sqlList(OPEN_STATUSES)})`;
  const isOnItsWay = sql`status = 'completed' and courier is not null and not ${wasHandedOver()}`;
  const isContact = sql`coalesce(customer_phone, customer_email) = ${phone || email}`;
  return sql`
    select from orders where ${isContact} and ${isUnpaid} and ${isOpen}
    union all
    select from orders where ${isContact} and ${isUnpaid} and ${isOnItsWay}
    union all
    select from orders where customer_email = ${email} and ${isUnpaid} and (${isOpen} or ${isOnItsWay})
    limit 1
  `;
}

/** Why this order needs a confirmation code; null if it needs none. */
export function codeReasonFor(
  { requiresProof, maxTotal, hasOpenOrder, hasTriedManyContacts }: GuestLimits,
  { total, promised, now }: { readonly total: Cents; readonly promised: PromisedTime; readonly now: Date },
): CodeReason | null {
  // Reasons that apply to everybody come first: they reveal nothing about the contact in the order.
  if (requiresProof && total > maxTotal) return 'large-order';
  if (requiresProof && promised.fireAt !== null && promised.window.to > addMinutes(now, SOON_MINUTES)) {
    return 'later-order';
  }
  if (hasTriedManyContacts) return 'many-asked';
  return hasOpenOrder ? 'open-order' : null;
}

/** Limits how often an address can find out whether a contact has an open order. */
export async function countCodeRequest(context: Context, reason: CodeReason, from: RequestOrigin): Promise<void> {
  if (reason === 'open-order') await countLimitUses(context, openOrderGuess(from));
}
