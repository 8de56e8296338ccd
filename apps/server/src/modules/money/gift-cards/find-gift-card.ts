import { refuse } from '@tiffin/domain/core';
import { parseGiftCardCode } from '@tiffin/domain/payment';
import { REQUEST_LIMITS } from '@tiffin/contract/rate-limits';
import type { Context } from '../../../context.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { withinGuesses, type LimitedCaller } from '../../../platform/http/rate-limiter.ts';

type GiftCardRow = Row<'gift_cards'>;

/** The card with a typed code. A wrong code counts as a guess of this caller. */
export async function findGiftCard(context: Context, by: LimitedCaller, typed: string): Promise<GiftCardRow> {
  const code = parseGiftCardCode(typed);
  const cards = context.db.selectFrom('gift_cards').selectAll();
  const card = await withinGuesses(context, REQUEST_LIMITS.guessGiftCard, by, () =>
    code === null ? undefined : cards.where('code_hash', '=', hashKey(code)).executeTakeFirst(),
  );
  if (!card) throw refuse('gift-card-unknown', undefined, { field: 'giftCardCode' });
  return card;
}

/** The card with which an order is paid; null without a code. */
export async function findGiftCardOf(
  context: Context,
  by: LimitedCaller,
  { giftCardCode: code }: { readonly giftCardCode: string },
): Promise<GiftCardRow | null> {
  return code === '' ? null : findGiftCard(context, by, code);
}
