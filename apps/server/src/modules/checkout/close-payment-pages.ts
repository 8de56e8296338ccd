import type { Failure } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { closePages, endEarlierPages, openPages } from '../payments/close-earlier-pages.ts';
import type { PaidOnce } from '../payments/single-payment.ts';

/** Somebody has it who may have it no more: the portions of a dish, or a place in the kitchen. */
export function isTaken({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'item-unavailable' || code === 'time-unavailable';
}

/** Closes the pages this cart was left at, which may hold the very dishes, or the time, it asks for; false when there are none. */
export async function letGo(context: Context, about: PaidOnce): Promise<boolean> {
  const pages = await openPages(context.db, about);
  if (pages.length === 0 || !(await closePages(context, pages))) return false;
  await transaction(context.db, (tx) => endEarlierPages(context, tx, about));
  return true;
}
