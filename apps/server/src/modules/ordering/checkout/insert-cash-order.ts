import { currentLanguage } from '@tiffin/domain/core';
import { GIFT_CARD, maskedGiftCard } from '@tiffin/domain/payment';
import { userIdOf } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import type { OrderLedger } from '../../../platform/db/order-row.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { transaction, retryOnConflict } from '../../../platform/db/transaction.ts';
import { trackedPortions } from '../../menu/stock/shortage.ts';
import { insertOrder, outcomeOfViolation, type InsertedOrder, type NewOrder } from '../../orders/insert-order.ts';
import { newOrder } from '../../orders/new-order.ts';
import { ledgerOfNewPayment } from '../../ledger/ledger.ts';
import type { CartAndOffer } from '../../money/sessions/cart-and-offer.ts';
import { cancelEarlierPages } from '../../money/sessions/close-earlier-pages.ts';
import { syncGiftCards } from '../../money/gift-cards/gift-card-balance.ts';
import { explainGiftCardShort, planGiftPayment, recordGiftPayment } from '../../money/gift-cards/pay-with-gift-card.ts';
import { orderFactsOf, slotClaimOfPricedOrder, type PricedOrder } from '../../orders/pricing/priced-order.ts';
import { findWelcomeOffer } from '../../orders/pricing/welcome-offer.ts';
import type { PlaceOrderInput } from './cart-and-offer-of.ts';
import type { Verification } from './verify-guest.ts';

/** A cash order that was priced, and whose guest was verified. */
export interface CashOrder extends PlaceOrderInput {
  readonly now: Date;
  /** The cart and the offer that can be paid only once. */
  readonly cartAndOffer: CartAndOffer;
  /** The gift card that pays as much as is on it. */
  readonly card: Row<'gift_cards'> | null;
  readonly priced: PricedOrder;
  readonly verification: Verification;
}

type Gift = ReturnType<typeof planGiftPayment>;

/** Inserts the order and reserves its stock and time slots. Returns the contact code if nothing was inserted. */
export async function insertCashOrder(context: Context, order: CashOrder): Promise<InsertedOrder> {
  const { code } = order.verification;
  const gift = planGiftPayment(order.card, order.priced.price.total);
  const inserted = await reserveAndInsert(context, order, gift)
    .catch(explainGiftCardShort(context, gift?.card.id))
    .catch(outcomeOfViolation)
    .catch(async (error: unknown) => {
      await code?.giveBack();
      throw error;
    });
  if (inserted.outcome !== 'inserted') await code?.giveBack();
  return inserted;
}

/** In the same transaction, an offer is reserved before its order is inserted, and a gift card pays it afterwards. */
function reserveAndInsert(context: Context, order: CashOrder, gift: Gift): Promise<InsertedOrder> {
  const { cartAndOffer, now } = order;
  const { offer } = cartAndOffer;
  const built = buildOrder(context, order, gift);
  if (!offer && !gift) return retryOnConflict(() => insertOrder(context, context.db, built));
  return transaction(context.db, async (tx) => {
    if (offer) {
      await cancelEarlierPages(context, tx, cartAndOffer);
      await findWelcomeOffer(tx, offer.userId, offer.code);
    }
    const inserted = await insertOrder(context, tx, built);
    if (gift && inserted.outcome === 'inserted') {
      const payment = await recordGiftPayment(context, tx, built.row, gift);
      await syncGiftCards(tx, [payment], now);
    }
    return inserted;
  });
}

/** The payment that `recordGiftPayment` writes after the order. */
function ledgerOfGift({ card, amount }: NonNullable<Gift>): OrderLedger {
  const reference = maskedGiftCard(card.last4);
  return ledgerOfNewPayment({ method: GIFT_CARD, tender: GIFT_CARD, reference, amount_cents: amount });
}

function buildOrder(
  context: Context,
  { actor, request, idempotency, now, priced, verification }: CashOrder,
  gift: Gift,
): NewOrder {
  // Promotions and points can take everything off, and a gift card can pay the rest.
  const isPaid = priced.price.total === 0 || gift?.rest === 0;
  const facts = {
    ...orderFactsOf(priced),
    userId: userIdOf(actor),
    paymentMethod: gift?.rest === 0 ? GIFT_CARD : ('cash' as const),
    paymentStatus: isPaid ? ('paid' as const) : gift ? ('pending' as const) : ('unpaid' as const),
    paidAt: gift?.rest === 0 ? now : null,
    actor,
    language: currentLanguage(),
    cartId: request.cartId,
    contactUnproven: verification.isContactUnproven && !gift,
  };
  const row = newOrder(facts, now, context);
  return {
    row: gift ? { ...row, due_cents: gift.rest, ledger: ledgerOfGift(gift) } : row,
    actor,
    menuStamp: priced.menu.stamp,
    portions: trackedPortions(priced.menu, priced.items),
    slots: slotClaimOfPricedOrder(priced),
    promotion: priced.promotion,
    points: priced.points,
    idempotency,
  };
}
