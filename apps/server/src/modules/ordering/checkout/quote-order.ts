import type { ResponseOf } from '@tiffin/contract';
import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { refuse, toDollars } from '@tiffin/domain/core';
import { ORDER_TEXTS, totalProblem, translateOrderForGuest } from '@tiffin/domain/order';
import { maxGuestTip, type Price } from '@tiffin/domain/pricing';
import { userIdOf } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import type { LimitedCaller } from '../../../platform/http/rate-limiter.ts';
import { findGiftCardOf } from '../../money/gift-cards/find-gift-card.ts';
import { planGiftPayment } from '../../money/gift-cards/pay-with-gift-card.ts';
import { newOrder } from '../../orders/new-order.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { orderFactsOf } from '../../orders/pricing/priced-order.ts';
import { priceOrder } from '../../orders/pricing/price-order.ts';
import { resolveTypedCode } from '../../orders/promotions/offer-terms.ts';

type Quote = ResponseOf<'quoteOrder'>;

/**
 * Returns what an order would cost and when it would be ready, or refuses it as the order would be refused. The order
 * is built and shown like one that is placed, so that both agree to the cent. Nothing is reserved.
 */
export async function quoteGuestOrder(
  context: Context,
  { actor, from }: LimitedCaller,
  original: OrderRequest,
): Promise<Quote> {
  const request = await resolveTypedCode(context, { actor, from }, original);
  const priced = await priceOrder(context, request, userIdOf(actor), { isQuote: true });
  refuseInvalidFigures(priced.price);
  const card = await findGiftCardOf(context, { actor, from }, request);
  const gift = planGiftPayment(card, priced.price.total);
  const now = context.clock.now();
  const order = newOrder(
    {
      ...orderFactsOf(priced),
      paymentMethod: request.paymentMethod,
      paymentStatus: 'pending',
      actor,
      userId: userIdOf(actor),
    },
    now,
    context,
  );
  const { orderType, pricing, items, adjustments, charges, taxes, promised } = translateOrderForGuest(
    orderAnswer(order, now, context),
  );
  return {
    orderType,
    pricing,
    lines: items.map(({ line, id, name, price, unitPrice, quantity, lineTotal, options, note }) => ({
      line,
      id,
      name,
      price,
      unitPrice,
      quantity,
      lineTotal,
      options,
      note,
    })),
    adjustments,
    pointsWorth: priced.points && toDollars(priced.points.worth),
    giftCard: gift ? { pays: toDollars(gift.amount), rest: toDollars(gift.rest) } : undefined,
    charges,
    taxes,
    // A delivery below the minimum cannot be ordered, so it gets no time.
    promised: priced.missing > 0 ? null : promised,
    missing: toDollars(priced.missing),
  };
}

/** The limits of the figures that an order contains. A quote contains none, so they are checked here. */
function refuseInvalidFigures(price: Price): void {
  if (price.tip > maxGuestTip(price)) throw refuse('invalid-argument', ORDER_TEXTS.tipLarge, { field: 'tipAmount' });
  const problem = totalProblem({ ...price, off: price.discount });
  if (problem !== null) throw refuse('invalid-argument', problem, { field: 'items' });
}
