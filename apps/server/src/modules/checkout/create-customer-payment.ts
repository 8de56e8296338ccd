import type { OrderRequest } from '@tiffin/contract/order-request';
import { isStaff, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { Overtaken } from '../../db/transaction.ts';
import { findAnswer, type From, type Idempotency, type OnceWith } from '../../http/implement.ts';
import { addressOf, keepUse } from '../../http/hold-to-rates.ts';
import { failure, language, Refusal, refuse } from '@tiffin/domain/core';
import { welcomeOffer } from '../offers/welcome-offer.ts';
import { usedOffer } from '../orders/offer-code.ts';
import { cartOrdered, orderOfCart } from '../orders/order-of-cart.ts';
import { closePages, endEarlierPages } from '../payments/earlier-pages.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { newSessionId, openAtProvider, requestToKeep, writeSession } from '../payments/open-session.ts';
import { takeSlots } from '../capacity/take-slots.ts';
import { priceOrder, slotsOf } from '../orders/draft-order.ts';
import { holdStock } from '../stock/hold-stock.ts';
import { isCounted } from '../stock/short.ts';
import { checkUnpaid } from './check-unpaid.ts';
import { isTaken, letGo } from './let-go.ts';
import { requireWelcome } from '../orders/without-account.ts';
import { requireReached } from './strangers.ts';
import { paidOnceOf } from './paid-once-of.ts';
import { sessionAnswer, type SessionAnswer, type SessionRow } from '../payments/sessions.ts';

/** A guest goes to pay by card. The same request again is the same session, and so one payment. */
export async function createCustomerPayment(
  context: Context,
  asked: {
    readonly actor: Actor;
    readonly onceWith: OnceWith;
    readonly idempotency: Idempotency | null;
    readonly request: OrderRequest;
    readonly from: From;
  },
): Promise<SessionAnswer> {
  const { actor, onceWith, idempotency, request: wanted, from } = asked;
  const begunFrom = isStaff(actor) || !context.config.RATE_LIMITS ? null : addressOf(from);
  gatewayOf(context);
  await requireWelcome(context, actor);
  requireReached(actor, wanted.customer);
  const about = paidOnceOf(actor, wanted);
  const known = { sessionId: newSessionId(context) };
  let session = null as SessionRow | null;
  /** What may still be paid of the same cart is closed at the provider, outside of the transaction that found it. */
  let stillOpen: readonly string[] = [];
  const priceWithOffer = async () => {
    const offer = await welcomeOffer(context.db, actor, wanted.welcomeCode);
    return { offer, ...(await priceOrder(context, wanted, offer)) };
  };
  const priceNow = async () => {
    const priced = await priceWithOffer().catch(async (refusal: unknown) => {
      // What is an order already has used its offer, and need not be on the menu any more.
      const ordered = about.cart && (await orderOfCart(context.db, about.cart));
      if (ordered) throw cartOrdered(ordered);
      const isGone = refusal instanceof Refusal && isTaken(refusal.failure);
      if (!isGone || (idempotency && (await findAnswer(context.db, idempotency)))) throw refusal;
      // What is gone may be held by the page before this one.
      if (!(await letGo(context, about))) throw refusal;
      await context.menus.exact(wanted.location.id);
      return priceWithOffer();
    });
    // Nothing speaks against it: the page before it is over.
    if (stillOpen.length > 0 && !(await closePages(context, stillOpen))) {
      // It cannot open a new page either, and the page before may be paid at this very moment.
      throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
    }
    return priced;
  };
  const open = async (
    tx: Tx,
    { offer, menu, request, items, price, adjustments, charges, saved, promised }: Awaited<ReturnType<typeof priceNow>>,
  ) => {
    const wereOpen = await endEarlierPages(context, tx, about);
    if (wereOpen.length > 0 && stillOpen.length === 0) {
      stillOpen = wereOpen;
      throw new Overtaken(failure('conflict'));
    }
    // Nobody else can take the offer now; somebody may have since it was looked at.
    await welcomeOffer(tx, actor, wanted.welcomeCode);
    await checkUnpaid(context, tx, { menu, items, userId: userIdOf(actor), begunFrom });
    session = await writeSession(context, tx, {
      id: known.sessionId,
      kind: 'customer',
      locationId: menu.location.id,
      snapshot: {
        request: requestToKeep(request),
        items,
        price,
        adjustments,
        ...(charges.length > 0 && { charges }),
        userId: userIdOf(actor),
        adminCreated: false,
        actor,
        language: language(),
        ...(offer && { metadata: usedOffer(offer.code, saved) }),
        ...(promised.counted.length > 0 && {
          promised: { readyAt: promised.readyAt.toISOString(), grounds: promised.grounds },
        }),
      },
      cartId: wanted.cartId,
      begunFrom,
      createdBy: userIdOf(actor),
    });
    if (isCounted(menu, items)) await holdStock(context, tx, session, items);
    await takeSlots(tx, menu.location.id, { sessionId: session.id }, slotsOf({ menu, items, promised }));
    return known;
  };
  const { sessionId } = await onceWith(priceNow, open, known);
  // It is written down, and the provider is asked: whatever it says, that was one.
  // What a try wrote that was undone is no session: a request with the same key may have been first then.
  const written = session?.id === sessionId ? session : sessionId;
  return sessionAnswer(await openAtProvider(context, written).catch(keepUse));
}
