import { refuse, say } from '@tiffin/domain/core';
import { parseGiftCardCode, parsePrintedCode } from '@tiffin/domain/payment';
import { REQUEST_LIMITS } from '@tiffin/contract/rate-limits';
import type { Context, Tx } from '../../../context.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { withinGuesses, type LimitedCaller } from '../../../platform/http/rate-limiter.ts';

type GiftCardRow = Row<'gift_cards'>;

/**
 * The stored forms of a code that another system printed, by the current secret and those before. The secret is in them,
 * because short codes could be searched in a copy of the database or in an export.
 */
export function printedHashes({ linkKeys }: Pick<Context, 'linkKeys'>, code: string): string[] {
  return linkKeys.all('printed-card', code).map(hashKey);
}

/** The card with a typed code. A wrong code counts as a guess of this caller. */
export async function findGiftCard(context: Context, by: LimitedCaller, typed: string): Promise<GiftCardRow> {
  const [code, printed] = [parseGiftCardCode(typed), parsePrintedCode(typed)];
  const cards = context.db.selectFrom('gift_cards').selectAll();
  const card = await withinGuesses(context, REQUEST_LIMITS.guessGiftCard, by, () =>
    printed === null
      ? undefined
      : cards
          .where((eb) =>
            eb.or([
              eb('code_hash', '=', hashKey(code ?? '')),
              eb('printed_hash', 'in', printedHashes(context, printed)),
            ]),
          )
          .executeTakeFirst(),
  );
  if (!card) throw refuse('gift-card-unknown', undefined, { field: 'giftCardCode' });
  return card;
}

/** Refuses a card that was blocked, for example because it was lost. */
export function refuseIfBlocked({ blocked_reason: reason }: Pick<GiftCardRow, 'blocked_reason'>): void {
  if (reason !== null) throw refuse('gift-card-blocked', undefined, { field: 'giftCardCode' });
}

/** Locks a card that is about to pay, and refuses a blocked one. A block in the same moment waits, or is seen here. */
export async function requireUnblocked(tx: Tx, cardId: string): Promise<void> {
  refuseIfBlocked(await lockGiftCard(tx, cardId));
}

export async function lockGiftCard(tx: Tx, cardId: string): Promise<GiftCardRow> {
  const cards = tx.selectFrom('gift_cards').selectAll().where('id', '=', cardId);
  const card = await cards.forUpdate().executeTakeFirst();
  if (!card) throw refuse('not-found', say`Gift card not found`);
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
