import type { OrderRequest } from '@tiffin/contract/order-request';
import { Refusal, failure, language, orRefuse, refuse } from '@tiffin/domain/core';
import { mayOpenPage } from '@tiffin/domain/payment';
import { isStaff, userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { PricedItem } from '../../platform/db/kept-json.ts';
import { StatementRefused } from '../../platform/db/transaction.ts';
import { addressOf, keepUse } from '../../platform/http/hold-to-rates.ts';
import { findAnswer, type From, type Idempotency, type OnceWith } from '../../platform/http/implement.ts';
import { takeSlots } from '../fulfilment/reserve-slots.ts';
import type { LocationMenu } from '../catalog/menu/location-menu.ts';
import { findWelcomeOffer } from '../pricing/welcome-offer.ts';
import { priceOrder, slotsOf } from '../pricing/draft-order.ts';
import { usedOffer } from '../pricing/offer-code.ts';
import { cartOrdered, orderOfCart } from '../orders/cart-order.ts';
import { requireGuestCheckoutAllowed } from '../settings/guest-checkout.ts';
import { closePages, cancelEarlierPages } from '../payments/close-earlier-pages.ts';
import { gatewayOf } from '../payments/find-gateway.ts';
import { newSessionId, openAtProvider, requestToKeep, writeSession } from '../payments/open-session.ts';
import { sessionAnswer, type SessionAnswer, type SessionRow } from '../payments/sessions.ts';
import { isProven, isProvenPerson, lockForLimits } from '../people/email-proof.ts';
import { readSite } from '../settings/site.ts';
import { holdStock } from '../catalog/stock/hold-stock.ts';
import { portionsOfLines } from '../catalog/stock/portions.ts';
import { hasTrackedStock } from '../catalog/stock/shortage.ts';
import { isTakenByOthers, closeOpenPages } from './close-payment-pages.ts';
import { singlePaymentOf } from './single-payment-of.ts';
import { requireContactDetails } from './guest-limits.ts';

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
  await requireGuestCheckoutAllowed(context, actor);
  requireContactDetails(actor, wanted.customer);
  const about = singlePaymentOf(actor, wanted);
  const known = { sessionId: newSessionId(context) };
  let session = null as SessionRow | null;
  /** What may still be paid of the same cart is closed at the provider, outside of the transaction that found it. */
  let stillOpen: readonly string[] = [];
  const priceWithOffer = async () => {
    const offer = await findWelcomeOffer(context.db, actor, wanted.welcomeCode);
    return { offer, ...(await priceOrder(context, wanted, offer)) };
  };
  const priceNow = async () => {
    const priced = await priceWithOffer().catch(async (refusal: unknown) => {
      // What is an order already has used its offer, and need not be on the menu any more.
      const ordered = about.cart && (await orderOfCart(context.db, about.cart));
      if (ordered) throw cartOrdered(ordered);
      const isGone = refusal instanceof Refusal && isTakenByOthers(refusal.failure);
      if (!isGone || (idempotency && (await findAnswer(context.db, idempotency)))) throw refusal;
      // What is gone may be held by the page before this one.
      if (!(await closeOpenPages(context, about))) throw refusal;
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
    const wereOpen = await cancelEarlierPages(context, tx, about);
    if (wereOpen.length > 0 && stillOpen.length === 0) {
      stillOpen = wereOpen;
      throw new StatementRefused(failure('conflict'));
    }
    // Nobody else can take the offer now; somebody may have since it was looked at.
    await findWelcomeOffer(tx, actor, wanted.welcomeCode);
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
    if (hasTrackedStock(menu, items)) await holdStock(context, tx, session, items);
    await takeSlots(tx, menu.location.id, { sessionId: session.id }, slotsOf({ menu, items, promised }));
    return known;
  };
  const { sessionId } = await onceWith(priceNow, open, known);
  // It is written down, and the provider is asked: whatever it says, that was one.
  // What a try wrote that was undone is no session: a request with the same key may have been first then.
  const written = session?.id === sessionId ? session : sessionId;
  return sessionAnswer(await openAtProvider(context, written).catch(keepUse));
}

interface Wanted {
  readonly menu: LocationMenu;
  readonly items: readonly PricedItem[];
  readonly userId: string | null;
  /** The address whose pages are counted; null for whoever works here. */
  readonly begunFrom: string | null;
}

/** A stranger with free pages does not take all there is: what waits to be paid of one person and one address has an end. */
async function checkUnpaid(context: Context, tx: Tx, { menu, items, userId, begunFrom }: Wanted): Promise<void> {
  if (begunFrom === null) return;
  await lockForLimits(tx, 'unpaid', { userId, address: begunFrom });
  const {
    rows: [row],
  } = await sql<Record<'own' | 'own_portions' | 'from' | 'from_portions', number>>`
    with waiting as (
      select s.user_id, s.begun_from,
        (select coalesce(sum(h.quantity), 0)::int from stock_holds h where h.session_id = s.id) as portions
      from payment_sessions s
      where s.status = 'open' and s.expires_at > ${context.clock.now()} and s.begun_from is not null
        and (s.begun_from = ${begunFrom} or s.user_id = ${userId})
    ), own as (select * from waiting where user_id = ${userId}),
    -- those of guests we know count to themselves alone
    from_there as (select * from waiting w where begun_from = ${begunFrom} and not ${isProven(sql`w.user_id`)})
    select
      (select count(*)::int from own) as own,
      (select coalesce(sum(portions), 0)::int from own) as own_portions,
      (select count(*)::int from from_there) as "from",
      (select coalesce(sum(portions), 0)::int from from_there) as from_portions
  `.execute(tx);
  const counted = portionsOfLines(items).filter(({ itemId }) => menu.counted.has(itemId));
  orRefuse(
    mayOpenPage(
      {
        portions: counted.reduce((sum, { quantity }) => sum + quantity, 0),
        isProven: userId !== null && (await isProvenPerson(tx, userId)),
        phone: menu.location.phone || (await readSite(tx)).phone,
      },
      {
        person: { pages: row?.own ?? 0, portions: row?.own_portions ?? 0 },
        address: { pages: row?.from ?? 0, portions: row?.from_portions ?? 0 },
      },
    ),
  );
}
