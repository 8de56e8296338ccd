import type { Failure } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import {
  cancelEarlierPages,
  closeEarlierPages,
  closePages,
  findOpenPages,
} from '../../money/sessions/close-earlier-pages.ts';
import type { CartAndOffer } from '../../money/sessions/cart-and-offer.ts';

/** True if another order or payment page has the portions, the time slot or the last use of a promotion. */
export function isTakenByOthers({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'item-unavailable' || code === 'time-unavailable' || code === 'promo-over';
}

/**
 * Closes the open payment pages of the cart, which may hold the portions or the slot it needs. Returns false if there
 * were none.
 */
export async function closeOpenPages(context: Context, cartAndOffer: CartAndOffer): Promise<boolean> {
  const pages = await findOpenPages(context.db, cartAndOffer);
  if (pages.length === 0 || !(await closePages(context, pages))) return false;
  await transaction(context.db, (tx) => cancelEarlierPages(context, tx, cartAndOffer));
  return true;
}

/** Closes the payment pages at the provider, then cancels those that were not paid. */
export async function closeUnpaidPages(context: Context, cartAndOffer: CartAndOffer): Promise<void> {
  await closeEarlierPages(context, cartAndOffer);
  await transaction(context.db, (tx) => cancelEarlierPages(context, tx, cartAndOffer));
}
