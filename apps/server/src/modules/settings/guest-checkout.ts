import { refuse, say } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { readSite } from './site.ts';

/** Whoever comes without an account, by the site's public key or in a browser that goes on without one. */
export function hasNoAccount(actor: Actor): boolean {
  return actor.kind === 'site';
}

/** Refused where the house wants to know its guests. */
export async function requireGuestCheckoutAllowed(context: Context, actor: Actor): Promise<void> {
  if (!hasNoAccount(actor) || (await readSite(context.db)).guestCheckout) return;
  throw refuse('unauthenticated', say`Please sign in to order.`);
}
