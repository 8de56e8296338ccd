import { currentLanguage, Refusal } from '@tiffin/domain/core';
import { GIFT_CARD, maskedGiftCard } from '@tiffin/domain/payment';
import { userIdOf } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import { transaction, retryOnConflict } from '../../../platform/db/transaction.ts';
import { trackedPortions } from '../../menu/stock/shortage.ts';
import { insertOrder, outcomeOfViolation, type InsertOutcome } from '../../orders/insert-order.ts';
import { newOrder } from '../../orders/new-order.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import type { OrderInsert } from '../../orders/order-columns.ts';
import { ledgerOfNewPayment } from '../../ledger/ledger.ts';
import type { OrderLedger } from '../../../platform/db/order-row.ts';
import { cancelEarlierPages } from '../../money/sessions/close-earlier-pages.ts';
import { syncGiftCards } from '../../money/gift-cards/gift-card-balance.ts';
import { explainGiftCardShort, planGiftPayment, recordGiftPayment } from '../../money/gift-cards/pay-with-gift-card.ts';
import { orderFactsOf, slotClaimOfPricedOrder, type PricedOrder } from '../../orders/pricing/priced-order.ts';
import { usedOfferMetadata } from '../../orders/pricing/offer-code.ts';
import { findWelcomeOffer } from '../../orders/pricing/welcome-offer.ts';
import { refuseIfOrdered, type CashCheckout } from './cash-checkout.ts';
import type { Verification } from './verify-guest.ts';

type Gift = ReturnType<typeof planGiftPayment>;

/** Inserts the order and reserves its stock and time slots. Returns the contact code if nothing was inserted. */
export async function insertCashOrder(
  context: Context,
  checkout: CashCheckout,
  draft: PricedOrder,
  { isContactUnproven, code }: Verification,
): Promise<{ readonly outcome: InsertOutcome; readonly order: OrderInsert }> {
  const gift = planGiftPayment(checkout.card, draft.price.total);
  const order = buildOrder(context, checkout, draft, { isContactUnproven, gift });
  const outcome = await reserveAndInsert(context, checkout, order, gift)
    .catch(explainGiftCardShort(context, gift?.card.id))
    .catch(outcomeOfViolation)
    .catch(async (error: unknown) => {
      await code?.giveBack();
      if (error instanceof Refusal) await refuseIfOrdered(context, checkout);
      throw error;
    });
  if (outcome !== 'inserted') await code?.giveBack();
  return { outcome, order };
}

/** In the same transaction, an offer is reserved before its order is inserted, and a gift card pays it afterwards. */
function reserveAndInsert(
  context: Context,
  checkout: CashCheckout,
  order: OrderInsert,
  gift: Gift,
): Promise<InsertOutcome> {
  const { actor, offer, cartAndOffer } = checkout;
  if (!offer && !gift) return retryOnConflict(() => insertOrder(context, context.db, order));
  return transaction(context.db, async (tx) => {
    if (offer) {
      await cancelEarlierPages(context, tx, cartAndOffer);
      await findWelcomeOffer(tx, actor, offer.code);
    }
    const outcome = await insertOrder(context, tx, order);
    if (gift && outcome === 'inserted') {
      const payment = await recordGiftPayment(context, tx, order.row, gift);
      await syncGiftCards(tx, [payment], checkout.now);
    }
    return outcome;
  });
}

/** The payment that `recordGiftPayment` writes after the order. */
function ledgerOfGift({ card, amount }: NonNullable<Gift>): OrderLedger {
  const reference = maskedGiftCard(card.last4);
  return ledgerOfNewPayment({ method: GIFT_CARD, tender: GIFT_CARD, reference, amount_cents: amount });
}

function buildOrder(
  context: Context,
  { actor, request, idempotency, offer, now }: CashCheckout,
  draft: PricedOrder,
  { isContactUnproven, gift }: { readonly isContactUnproven: boolean; readonly gift: Gift },
): OrderInsert {
  // Promotions and points can take everything off, and a gift card can pay the rest.
  const isPaid = draft.price.total === 0 || gift?.rest === 0;
  const facts = {
    ...orderFactsOf(draft),
    userId: userIdOf(actor),
    paymentMethod: gift?.rest === 0 ? GIFT_CARD : ('cash' as const),
    paymentStatus: isPaid ? ('paid' as const) : gift ? ('pending' as const) : ('unpaid' as const),
    ...(gift?.rest === 0 && { paidAt: now }),
    actor,
    language: currentLanguage(),
    cartId: request.cartId,
    contactUnproven: isContactUnproven && !gift,
    ...(offer && !draft.promotion && { metadata: usedOfferMetadata(offer.code, draft.saved) }),
  };
  const row = { ...newOrder(facts, now, context), ...(gift && { due_cents: gift.rest, ledger: ledgerOfGift(gift) }) };
  const order = orderAnswer(row, now, context);
  return {
    row,
    answer: { orderId: order.orderId, order },
    actor,
    stamp: draft.menu.stamp,
    portions: trackedPortions(draft.menu, draft.items),
    slots: slotClaimOfPricedOrder(draft),
    promotion: draft.promotion,
    points: draft.points,
    idempotency,
  };
}
