import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { closePages, endEarlierPages, openPages } from '../payments/earlier-pages.ts';
import type { PaidOnce } from '../payments/paid-once.ts';

/** Closes the pages this cart was left at, which may hold the very dishes it asks for; false when there are none. */
export async function letGo(context: Context, about: PaidOnce): Promise<boolean> {
  const pages = await openPages(context.db, about);
  if (pages.length === 0 || !(await closePages(context, pages))) return false;
  await transaction(context.db, (tx) => endEarlierPages(context, tx, about));
  return true;
}
