import { amountWithCurrency, cents, refuse, say, toDollars, ZERO, type Cents, type Refusal } from '@tiffin/domain/core';
import { GIFT_CARD, payWithGiftCard } from '@tiffin/domain/payment';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { isCheckViolation } from '../../../platform/db/connection.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { GiftPayment } from '../../../platform/db/stored-json.ts';
import type { BilledOrder } from '../../ledger/ledger.ts';
import { recordPayment } from '../../ledger/record-payment.ts';
import { refuseIfBlocked, requireUnblocked } from './find-gift-card.ts';

/** What a card pays of an order now. Null without a card. */
export function planGiftPayment(
  card: Row<'gift_cards'> | null,
  total: Cents,
): (GiftPayment & { readonly rest: Cents }) | null {
  if (card === null) return null;
  refuseIfBlocked(card);
  const balance = cents(card.balance_cents);
  if (balance === 0) throw giftCardShort(balance);
  const { pays, rest } = payWithGiftCard(total, balance);
  return pays === 0 ? null : { card: { id: card.id, last4: card.last4 }, amount: pays, rest };
}

function giftCardShort(balance: Cents): Refusal {
  const words =
    balance === 0
      ? say`Nothing is left on this gift card. Please pay another way.`
      : say`There is ${amountWithCurrency(balance)} on this gift card. Use that much, and pay the rest another way.`;
  return refuse('gift-card-short', words, { field: 'giftCardCode', balance: toDollars(balance) });
}

/** Names what is left on the card if something took more than that. Other errors stay as they are. */
export const explainGiftCardShort =
  (context: Context, cardId: string | undefined) =>
  async (error: unknown): Promise<never> => {
    if (cardId === undefined || !isCheckViolation(error, 'gift_card_enough')) throw error;
    const cards = context.db.selectFrom('gift_cards').select('balance_cents').where('id', '=', cardId);
    const card = await cards.executeTakeFirst();
    throw giftCardShort(cents(card?.balance_cents ?? 0));
  };

/** Records what a card pays of an order. What it paid is taken off it by `syncGiftCards`. */
export async function recordGiftPayment(context: Context, tx: Tx, order: BilledOrder, { card, amount }: GiftPayment) {
  await requireUnblocked(tx, card.id);
  const payment = { actor: SYSTEM_ACTOR, from: null, tender: GIFT_CARD, amount, tip: ZERO, rounding: ZERO };
  return recordPayment(context, tx, order, { ...payment, giftCard: card });
}
