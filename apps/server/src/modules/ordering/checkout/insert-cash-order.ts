import { currentLanguage, Refusal } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import { transaction, retryOnConflict } from '../../../platform/db/transaction.ts';
import { trackedPortions } from '../../menu/stock/shortage.ts';
import { insertOrder, outcomeOfViolation, type InsertOutcome } from '../orders/insert-order.ts';
import { newOrder } from '../orders/new-order.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import type { OrderInsert } from '../orders/order-columns.ts';
import { cancelEarlierPages } from '../../money/sessions/close-earlier-pages.ts';
import { orderFactsOf, slotClaimOfDraft, type OrderDraft } from '../pricing/draft-order.ts';
import { usedOfferMetadata } from '../pricing/offer-code.ts';
import { findWelcomeOffer } from '../pricing/welcome-offer.ts';
import { refuseIfOrdered, type CashCheckout } from './cash-checkout.ts';
import type { Verification } from './verify-guest.ts';

/** Inserts the order and reserves its stock and time slots. Returns the contact code if nothing was inserted. */
export async function insertCashOrder(
  context: Context,
  checkout: CashCheckout,
  draft: OrderDraft,
  { isContactUnproven, code }: Verification,
): Promise<{ readonly outcome: InsertOutcome; readonly order: OrderInsert }> {
  const order = buildOrder(context, checkout, draft, isContactUnproven);
  const outcome = await reserveAndInsert(context, checkout, order)
    .catch(outcomeOfViolation)
    .catch(async (error: unknown) => {
      await code?.giveBack();
      if (error instanceof Refusal) await refuseIfOrdered(context, checkout);
      throw error;
    });
  if (outcome !== 'inserted') await code?.giveBack();
  return { outcome, order };
}

/** An offer is reserved in the same transaction, before its order is inserted. */
function reserveAndInsert(context: Context, checkout: CashCheckout, order: OrderInsert): Promise<InsertOutcome> {
  const { actor, offer, cartAndOffer } = checkout;
  if (!offer) return retryOnConflict(() => insertOrder(context, context.db, order));
  return transaction(context.db, async (tx) => {
    await cancelEarlierPages(context, tx, cartAndOffer);
    await findWelcomeOffer(tx, actor, offer.code);
    return insertOrder(context, tx, order);
  });
}

function buildOrder(
  context: Context,
  { actor, request, idempotency, offer, now }: CashCheckout,
  draft: OrderDraft,
  contactUnproven: boolean,
): OrderInsert {
  const facts = {
    ...orderFactsOf(draft),
    userId: userIdOf(actor),
    paymentMethod: 'cash' as const,
    // Promotions and points can take everything off.
    paymentStatus: draft.price.total === 0 ? ('paid' as const) : ('unpaid' as const),
    actor,
    language: currentLanguage(),
    cartId: request.cartId,
    contactUnproven,
    ...(offer && !draft.promotion && { metadata: usedOfferMetadata(offer.code, draft.saved) }),
  };
  const row = newOrder(facts, now, context);
  const order = orderAnswer(row, now, context);
  return {
    row,
    answer: { orderId: order.orderId, order },
    actor,
    stamp: draft.menu.stamp,
    portions: trackedPortions(draft.menu, draft.items),
    slots: slotClaimOfDraft(draft),
    promotion: draft.promotion,
    points: draft.points,
    idempotency,
  };
}
