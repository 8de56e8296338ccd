import type { ResponseOf } from '@tiffin/contract';
import { cents, toDollars } from '@tiffin/domain/core';
import { giftCardRule } from '@tiffin/domain/law';
import type { Context } from '../../../context.ts';
import type { LimitedCaller } from '../../../platform/http/rate-limiter.ts';
import { findGiftCard, refuseIfBlocked } from './find-gift-card.ts';

/** The balance of a gift card, and up to which balance the law of its region pays it out in cash. */
export async function showBalance(
  context: Context,
  by: LimitedCaller,
  code: string,
): Promise<ResponseOf<'getGiftCardBalance'>> {
  const card = await findGiftCard(context, by, code);
  refuseIfBlocked(card);
  const { last4, balance_cents: balance, location_id: id } = card;
  const locations = context.db.selectFrom('locations').select('region').where('id', '=', id);
  const { paidOutUpTo } = giftCardRule((await locations.executeTakeFirstOrThrow()).region);
  return { last4, balance: toDollars(cents(balance)), paidOutUpTo: toDollars(paidOutUpTo) };
}
