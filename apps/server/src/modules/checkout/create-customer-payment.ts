import type { OrderRequest } from '@tiffin/contract/order-request';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { findAnswer, type From, type Idempotency } from '../../http/implement.ts';
import { LIMITS, spend } from '../../http/limits.ts';
import { closePagesWithOffer, redeemOffer } from '../offers/redeem-offer.ts';
import { usedOffer } from '../orders/offer-code.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { openAtProvider, requestToKeep, writeSession } from '../payments/open-session.ts';
import { priceOrder } from '../payments/price-order.ts';
import { sessionAnswer, type SessionAnswer } from '../payments/session-answer.ts';

type Once = <T extends object>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** A guest goes to pay by card. The same request again is the same session, and so one payment. */
export async function createCustomerPayment(
  context: Context,
  asked: {
    readonly actor: Actor;
    readonly from: From;
    readonly once: Once;
    readonly idempotency: Idempotency | null;
    readonly request: OrderRequest;
  },
): Promise<SessionAnswer> {
  const { actor, from, once, idempotency, request: wanted } = asked;
  gatewayOf(context);
  await spend(context, LIMITS.placeOrder, userIdOf(actor) ?? from.address ?? 'unknown');
  // Asked again, it is the same page; asked anew, the page before it is over.
  const before = idempotency && (await findAnswer(context.db, idempotency));
  if (!before) await closePagesWithOffer(context, actor, wanted.welcomeCode);
  const { sessionId } = await once(async (tx) => {
    const offer = await redeemOffer(context, tx, actor, wanted.welcomeCode);
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
      createdBy: userIdOf(actor),
    });
    return { sessionId: id };
  });
  return sessionAnswer(await openAtProvider(context, sessionId));
}
