import { refuse, say } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import { readSite } from './site.ts';

/**
 * True for a guest without an account: a caller with the site's public key, or a browser that continues without one.
 */
export function hasNoAccount(actor: Actor): boolean {
  return actor.kind === 'site';
}

/** Refuses a guest without an account if the restaurant wants all guests to sign in. */
export async function requireGuestCheckoutAllowed(context: Context, actor: Actor): Promise<void> {
  if (!hasNoAccount(actor) || (await readSite(context.db)).guestCheckout) return;
  throw refuse('unauthenticated', say`Please sign in to order.`);
}
