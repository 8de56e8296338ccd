import type { OrderRequest } from '@tiffin/contract/order-request';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { findAnswer, type Idempotency, type OnceWith } from '../../http/implement.ts';
import { refuse } from '@tiffin/domain/core';
import { welcomeOffer } from '../offers/welcome-offer.ts';
import { usedOffer } from '../orders/offer-code.ts';
import { cartOrdered, orderOfCart } from '../orders/order-of-cart.ts';
import { closeEarlierPages, endEarlierPages } from '../payments/earlier-pages.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { openAtProvider, requestToKeep, writeSession } from '../payments/open-session.ts';
import { priceOrder } from '../orders/draft-order.ts';
import { paidOnceOf } from './paid-once-of.ts';
import { sessionAnswer, type SessionAnswer } from '../payments/sessions.ts';

interface OpenedSession {
  readonly sessionId: string;
}

/** A guest goes to pay by card. The same request again is the same session, and so one payment. */
export async function createCustomerPayment(
  context: Context,
  asked: {
    readonly actor: Actor;
    readonly onceWith: OnceWith;
    readonly idempotency: Idempotency | null;
    readonly request: OrderRequest;
  },
): Promise<SessionAnswer> {
  const { actor, onceWith, idempotency, request: wanted } = asked;
  gatewayOf(context);
  const before = idempotency && (await findAnswer<OpenedSession>(context.db, idempotency));
  const about = paidOnceOf(actor, wanted);
  const refuseOrdered = async (db: Db | Tx) => {
    const ordered = about.cart && (await orderOfCart(db, about.cart));
    if (ordered) throw cartOrdered(ordered);
  };
  const priceNow = async () => {
    await refuseOrdered(context.db);
    const offer = await welcomeOffer(context.db, actor, wanted.welcomeCode);
    const priced = await priceOrder(context, wanted, offer);
    // Asked anew, and nothing speaks against it, the page before it is over.
    if (!(await closeEarlierPages(context, about))) {
      // It cannot open a new page either, and the page before may be paid at this very moment.
      throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
    }
    return { offer, ...priced };
  };
  const open = async (
    tx: Tx,
    { offer, menu, request, items, price, adjustments, saved }: Awaited<ReturnType<typeof priceNow>>,
  ) => {
    await endEarlierPages(context, tx, about);
    // Nobody else can take the cart or the offer now; somebody may have since they were looked at.
    await refuseOrdered(tx);
    await welcomeOffer(tx, actor, wanted.welcomeCode);
    const id = await writeSession(context, tx, {
      kind: 'customer',
      locationId: menu.location.id,
      snapshot: {
        request: requestToKeep(request),
        items,
        price,
        adjustments,
        userId: userIdOf(actor),
        adminCreated: false,
        actor,
        ...(offer && { metadata: usedOffer(offer.code, saved) }),
      },
      cartId: wanted.cartId,
      createdBy: userIdOf(actor),
    });
    return { sessionId: id };
  };
  // Asked again, it is the same page, whatever is told or refused by now.
  const { sessionId } = before ?? (await onceWith(priceNow, open));
  return sessionAnswer(await openAtProvider(context, sessionId));
}
