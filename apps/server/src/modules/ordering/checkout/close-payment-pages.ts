import type { Failure } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import {
  cancelEarlierPages,
  closeEarlierPages,
  closePages,
  findOpenPages,
} from '../../money/sessions/close-earlier-pages.ts';
import type { SinglePayment } from '../../money/sessions/single-payment.ts';

/** True if another order or payment page has the portions or the time slot. */
export function isTakenByOthers({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'item-unavailable' || code === 'time-unavailable';
}

/**
 * Closes the open payment pages of the cart, which may hold the portions or the slot it needs. Returns false if there
 * were none.
 */
export async function closeOpenPages(context: Context, singlePayment: SinglePayment): Promise<boolean> {
  const pages = await findOpenPages(context.db, singlePayment);
  if (pages.length === 0 || !(await closePages(context, pages))) return false;
  await transaction(context.db, (tx) => cancelEarlierPages(context, tx, singlePayment));
  return true;
}

/** Closes the payment pages at the provider, then cancels those that were not paid. */
export async function closeUnpaidPages(context: Context, singlePayment: SinglePayment): Promise<void> {
  await closeEarlierPages(context, singlePayment);
  await transaction(context.db, (tx) => cancelEarlierPages(context, tx, singlePayment));
}
