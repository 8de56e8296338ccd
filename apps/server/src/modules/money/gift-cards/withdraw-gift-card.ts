import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { REQUEST_LIMITS } from '@tiffin/contract/rate-limits';
import { cents, currentLanguage, refuse, say, toDollars } from '@tiffin/domain/core';
import { withdrawalProblem } from '@tiffin/domain/law';
import { parseGiftCardCode } from '@tiffin/domain/payment';
import type { Context, Tx } from '../../../context.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import { withinGuesses, type LimitedCaller } from '../../../platform/http/rate-limiter.ts';
import { inLanguageOf, inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { readLocation } from '../../locations/queries.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { refundableOfPayment } from '../../ledger/ledger.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf, giftCardWithdrawalMail } from '../../outbox/templates/index.ts';
import { refundMethodFor } from '../refunds/refund-items.ts';
import { readSaleOfCard, recordCardEntry, refundSaleOfCard } from './card-sale.ts';
import { lockGiftCard } from './find-gift-card.ts';

type Input = ValidatedInput<'withdrawGiftCard'>['body'];

/** The card with a typed code or number of its payment. A wrong one counts as a guess of a code. */
export async function findCardToWithdraw(context: Context, by: LimitedCaller, { contract }: Input): Promise<string> {
  const code = parseGiftCardCode(contract);
  const bought = context.db.selectFrom('payments').select('gift_card_id').where('bill_id', 'is', null);
  const cards = context.db.selectFrom('gift_cards').select('id');
  const card = await withinGuesses(context, REQUEST_LIMITS.guessGiftCard, by, () =>
    (code === null
      ? cards.where('id', '=', bought.where('id', '=', contract))
      : cards.where('code_hash', '=', hashKey(code))
    ).executeTakeFirst(),
  );
  const words = say`We know no gift card with this code or number of a payment. Both are in the emails we sent.`;
  if (!card) throw refuse('gift-card-unknown', words, { field: 'contract' });
  return card.id;
}

/**
 * A consumer withdraws from the purchase of a card: what is left on it goes back as it was paid, the card has nothing
 * any more, and the receipt of the withdrawal is mailed. A second withdrawal waits for the lock on the card.
 */
export async function withdrawGiftCard(
  context: Context,
  tx: Tx,
  by: Author,
  { cardId, name, email }: Input & { readonly cardId: string },
): Promise<ResponseOf<'withdrawGiftCard'>> {
  const card = await lockGiftCard(tx, cardId);
  const sale = await readSaleOfCard(tx, card.id);
  const location = await readLocation(tx, card.location_id);
  if (!location) throw refuse('location-not-found');
  const now = context.clock.now();
  const [refundable] = await refundableOfPayment(tx, sale);
  const amount = cents(Math.min(refundable, card.balance_cents));
  const isBoughtOnline = sale.provider !== 'till';
  const ageMs = now.getTime() - card.created_at.getTime();
  const problem = withdrawalProblem({ country: location.country, isBoughtOnline, ageMs, left: amount });
  if (problem !== null) throw refuse('failed-precondition', problem);
  const { id } = await refundSaleOfCard(context, tx, by, sale, {
    amount_cents: amount,
    method: refundMethodFor(sale),
    reason: inRestaurantLanguage(() => say`Withdrawal of the buyer`),
  });
  await recordCardEntry(context, tx, by, 'withdraw-gift-card', card, sale, { amountCents: amount });
  const brand = brandOf(await readSite(tx), context.publicUrl);
  const about = { brand, name, paymentId: sale.id, last4: card.last4, amount, at: now, zone: location.time_zone };
  const mail = inLanguageOf({ language: currentLanguage() }, () => giftCardWithdrawalMail(about));
  const kind = { template: 'gift_card_withdrawal', onceKey: `gift_card_withdrawal:${id}` };
  await queueMessages(tx, context, [{ channel: 'mail', to: email, ...kind, ...mail }]);
  return { withdrawnAt: now.toISOString(), amount: toDollars(amount), last4: card.last4 };
}
