import type { OrderRequest } from '@tiffin/contract/order-request';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { findAnswer, type Idempotency } from '../../http/implement.ts';
import { refuse } from '@tiffin/domain/core';
import { welcomeOffer } from '../offers/welcome-offer.ts';
import { usedOffer } from '../orders/offer-code.ts';
import { cartOrdered, orderOfCart } from '../orders/order-of-cart.ts';
import { closeEarlierPages, endEarlierPages } from '../payments/earlier-pages.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { openAtProvider, requestToKeep, writeSession } from '../payments/open-session.ts';
import { priceOrder } from '../orders/draft-order.ts';
import { paidOnce } from './asked-once.ts';
import { sessionAnswer, type SessionAnswer } from '../payments/sessions.ts';

type Once = <T extends object>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** A guest goes to pay by card. The same request again is the same session, and so one payment. */
export async function createCustomerPayment(
  context: Context,
  asked: {
    readonly actor: Actor;
    readonly once: Once;
    readonly idempotency: Idempotency | null;
    readonly request: OrderRequest;
  },
): Promise<SessionAnswer> {
  const { actor, once, idempotency, request: wanted } = asked;
  gatewayOf(context);
  // Asked again, it is the same page; asked anew, the page before it is over.
  const before = idempotency && (await findAnswer(context.db, idempotency));
  const about = paidOnce(actor, wanted);
  if (!before && !(await closeEarlierPages(context, about))) {
    // It cannot open a new page either, and the page before may be paid at this very moment.
    throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
  }
  const { sessionId } = await once(async (tx) => {
    await endEarlierPages(context, tx, about);
    const ordered = about.cart && (await orderOfCart(tx, about.cart));
    if (ordered) throw cartOrdered(ordered);
    const offer = await welcomeOffer(tx, actor, wanted.welcomeCode);
    const { menu, request, items, price, saved } = await priceOrder(context, wanted, offer?.percentOff);
    const id = await writeSession(context, tx, {
      kind: 'customer',
      locationId: menu.location.id,
      snapshot: {
        request: requestToKeep(request),
        items,
        price,
        userId: userIdOf(actor),
        adminCreated: false,
        actor,
        ...(offer && { metadata: usedOffer(offer.code, saved) }),
      },
      cartId: wanted.cartId,
      createdBy: userIdOf(actor),
    });
    return { sessionId: id };
  });
  return sessionAnswer(await openAtProvider(context, sessionId));
}
