import { Refusal, failure, currentLanguage, say, sumOf, valueOrThrow, refuse } from '@tiffin/domain/core';
import { checkPaymentPageLimit, mayHoldSlots } from '@tiffin/domain/payment';
import { isStaff, userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import type { PricedItem, SessionSnapshot } from '../../../platform/db/stored-json.ts';
import { OutdatedDataRefusal } from '../../../platform/db/transaction.ts';
import { addressOf, keepUseCounted } from '../../../platform/http/rate-limiter.ts';
import { findStoredResponse, type RunOnceWith } from '../../../platform/http/implement.ts';
import { reserveKitchenSlots, type SlotClaim } from '../../capacity/reserve-slots.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { resolveTypedCode } from '../../orders/promotions/offer-terms.ts';
import { holdPoints } from '../../people/spend-points.ts';
import { holdPromotion } from '../../orders/promotions/promotion-uses.ts';
import { findWelcomeOffer } from '../../orders/pricing/welcome-offer.ts';
import { slotClaimOfPricedOrder, type PricedOrder } from '../../orders/pricing/priced-order.ts';
import { priceOrder } from '../../orders/pricing/price-order.ts';
import { nameOrderOfCart } from '../../orders/cart-order.ts';
import { requireGuestCheckoutAllowed } from '../../locations/restaurant/guest-checkout.ts';
import type { CartAndOffer } from '../../money/sessions/cart-and-offer.ts';
import { closePages, cancelEarlierPages } from '../../money/sessions/close-earlier-pages.ts';
import { findGiftCardOf } from '../../money/gift-cards/find-gift-card.ts';
import { holdGiftCard } from '../../money/gift-cards/gift-card-balance.ts';
import { explainGiftCardShort, planGiftPayment } from '../../money/gift-cards/pay-with-gift-card.ts';
import { requireCurrentGateway } from '../../money/provider/find-gateway.ts';
import { newSessionId, openProviderPage, toSnapshotRequest, writeSession } from '../../money/sessions/open-session.ts';
import { sessionAnswer, type SessionAnswer, type SessionRow } from '../../money/sessions/sessions.ts';
import { isProvenCondition, isProvenPerson, lockForRateLimit } from '../../people/email-proof.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { holdStock } from '../../menu/stock/hold-stock.ts';
import { portionsOfLines } from '../../menu/stock/portions.ts';
import { hasTrackedStock } from '../../menu/stock/shortage.ts';
import { isTakenByOthers, closeOpenPages } from './close-payment-pages.ts';
import { cartAndOfferOf, type PlaceOrderInput } from './cart-and-offer-of.ts';
import { requireContactDetails } from './guest-limits.ts';

interface CustomerPaymentInput extends PlaceOrderInput {
  readonly onceWith: RunOnceWith;
}

/** Starts a guest's card payment. A repeated request returns the same session, so there is only one payment. */
export async function createCustomerPayment(context: Context, original: CustomerPaymentInput): Promise<SessionAnswer> {
  const { actor, onceWith, from } = original;
  const request = await resolveTypedCode(context, original, original.request);
  const input = { ...original, request };
  const clientAddress = isStaff(actor) || !context.config.RATE_LIMITS ? null : addressOf(from);
  requireCurrentGateway(context);
  await requireGuestCheckoutAllowed(context, actor);
  requireContactDetails(actor, request);
  const cartAndOffer = cartAndOfferOf(input);
  const giftCard = await findGiftCardOf(context, original, request);
  const newSession = { sessionId: newSessionId(context) };
  // The cast keeps the compiler from narrowing to null: `open` sets it.
  let session = null as SessionRow | null;
  /** Open payment pages of the same cart. They are closed at the provider outside the transaction that found them. */
  let pagesToClose: readonly string[] = [];
  const price = async () => {
    const priced = await priceCart(context, input, cartAndOffer);
    const gift = planGiftPayment(giftCard, priced.price.total);
    if (priced.price.total === 0 || gift?.rest === 0) {
      throw refuse('failed-precondition', say`There is nothing to pay. Choose cash, and the order is placed as paid.`);
    }
    // The new payment is possible, so the earlier payment pages can be closed.
    if (pagesToClose.length > 0 && !(await closePages(context, pagesToClose))) {
      // The provider is down: it cannot open a new payment page, and the earlier one may be paid right now.
      throw refuse('payment-provider-unavailable', undefined, { retryAfter: 5 });
    }
    return { ...priced, gift };
  };
  const open = async (tx: Tx, priced: PricedOrder & { gift: ReturnType<typeof planGiftPayment> }) => {
    const { menu, items, promised, gift } = priced;
    const openPages = await cancelEarlierPages(context, tx, cartAndOffer);
    if (openPages.length > 0 && pagesToClose.length === 0) {
      // Rolls back and starts again with `price`, which closes them.
      pagesToClose = openPages;
      throw new OutdatedDataRefusal(failure('conflict'));
    }
    const userId = userIdOf(actor);
    // The offer is locked now, but it may have been used since the first check.
    await findWelcomeOffer(tx, userId, request.welcomeCode);
    const isProven = clientAddress !== null && userId !== null && (await isProvenPerson(tx, userId));
    const pageInput = { menu, items, userId, isProven, clientAddress };
    await limitUnpaid(context, tx, pageInput);
    const slots = slotClaimOfPricedOrder({ menu, items, promised });
    const holdsSlots = await isWithinShareOfSlots(context, tx, pageInput, slots);
    session = await writeSession(context, tx, {
      id: newSession.sessionId,
      kind: 'customer',
      locationId: menu.location.id,
      snapshot: { ...snapshotOf(priced, actor), giftPayment: gift ?? undefined },
      amount: gift?.rest,
      cartId: request.cartId,
      clientAddress,
      createdBy: userId,
    });
    if (hasTrackedStock(menu, items)) await holdStock(context, tx, session, items);
    if (holdsSlots) await reserveKitchenSlots(tx, menu.location.id, { sessionId: session.id }, slots);
    if (priced.points) await holdPoints(tx, session.id, priced.points, context.clock.now());
    if (priced.promotion) await holdPromotion(tx, session.id, priced.promotion, context.clock.now());
    if (gift) await holdGiftCard(tx, session.id, gift, context.clock.now());
    return newSession;
  };
  const opened = onceWith(price, open, newSession);
  const { sessionId } = await opened.catch(explainGiftCardShort(context, giftCard?.id));
  // The session is stored, so a failure at the provider counts as a use of the rate limit. After a rollback another
  // request with the same key may have been first, so only the returned id counts.
  const sessionOrId = session?.id === sessionId ? session : sessionId;
  return sessionAnswer(await openProviderPage(context, sessionOrId).catch(keepUseCounted));
}

/** Prices the cart. If an earlier payment page of the same cart still reserves its dishes, it is closed first. */
async function priceCart(context: Context, input: CustomerPaymentInput, cartAndOffer: CartAndOffer) {
  const { actor, idempotency, request } = input;
  const price = () => priceOrder(context, request, userIdOf(actor));
  const priced = price().catch(nameOrderOfCart(context.db, cartAndOffer.cart));
  return priced.catch(async (refusal: unknown) => {
    const isTakenElsewhere = refusal instanceof Refusal && isTakenByOthers(refusal.failure);
    if (!isTakenElsewhere || (idempotency && (await findStoredResponse(context.db, idempotency)))) throw refusal;
    // A payment page that this cart opened earlier may still reserve the missing portions.
    if (!(await closeOpenPages(context, cartAndOffer))) throw refusal;
    await context.menus.exact(request.location.id);
    return price();
  });
}

/** What the session stores of the priced cart, to make an order of it once it is paid. */
function snapshotOf(priced: PricedOrder, actor: Actor): SessionSnapshot {
  const { request, items, price, adjustments, charges, metadata, promised, promotion, points } = priced;
  const { grounds } = promised;
  return {
    request: toSnapshotRequest(request),
    items,
    price,
    adjustments,
    charges: charges.length > 0 ? charges : undefined,
    userId: userIdOf(actor),
    adminCreated: false,
    actor,
    language: currentLanguage(),
    promotion,
    points,
    metadata,
    promised: promised.counted.length > 0 ? { readyAt: promised.readyAt.toISOString(), grounds } : undefined,
  };
}

/** What the limits of unpaid payment pages need to know of a new one. */
interface PageInput {
  readonly menu: LocationMenu;
  readonly items: readonly PricedItem[];
  readonly userId: string | null;
  /** The account's email address or phone number is confirmed. Then the limits of the address do not apply. */
  readonly isProven: boolean;
  /** The client address whose payment pages are limited; null for staff. */
  readonly clientAddress: string | null;
}

/**
 * Limits how many unpaid payment pages and reserved portions one account and one address (`begun_from`) can have, so
 * that pages, which cost nothing, cannot block the stock.
 */
async function limitUnpaid(context: Context, tx: Tx, { menu, items, userId, isProven, clientAddress }: PageInput) {
  if (clientAddress === null) return;
  await lockForRateLimit(tx, 'unpaid', { userId, address: clientAddress });
  const {
    rows: [row],
  } = await sql<Record<'own' | 'own_portions' | 'from' | 'from_portions', number>>`
    with waiting as (
      select s.user_id, s.begun_from,
        (select coalesce(sum(h.quantity), 0)::int from stock_holds h where h.session_id = s.id) as portions
      from payment_sessions s
      where s.status = 'open' and s.expires_at > ${context.clock.now()} and s.begun_from is not null
        and (s.begun_from = ${clientAddress} or s.user_id = ${userId})
    ), own as (select * from waiting where user_id = ${userId}),
    -- sessions of confirmed accounts count only for the account, not for the address
    from_there as (select * from waiting w where begun_from = ${clientAddress} and not ${isProvenCondition(sql`w.user_id`)})
    select
      (select count(*)::int from own) as own,
      (select coalesce(sum(portions), 0)::int from own) as own_portions,
      (select count(*)::int from from_there) as "from",
      (select coalesce(sum(portions), 0)::int from from_there) as from_portions
  `.execute(tx);
  const tracked = portionsOfLines(items).filter(({ itemId }) => menu.trackedStock.has(itemId));
  valueOrThrow(
    checkPaymentPageLimit(
      {
        portions: sumOf(tracked.map(({ quantity }) => quantity)),
        isProven,
        phone: menu.location.phone || (await readSite(tx)).phone,
      },
      {
        person: { pages: row?.own ?? 0, portions: row?.own_portions ?? 0 },
        address: { pages: row?.from ?? 0, portions: row?.from_portions ?? 0 },
      },
    ),
  );
}

/** Whether the page may hold its kitchen slots, given what other unpaid pages of the same guest and address hold. */
async function isWithinShareOfSlots(
  context: Context,
  tx: Tx,
  { menu, userId, isProven, clientAddress }: PageInput,
  { counted, units }: SlotClaim,
): Promise<boolean> {
  if (clientAddress === null || counted.length === 0) return true;
  const { rows: held } = await sql<{ isOwn: boolean; slot: string; units: number }>`
    select coalesce(s.user_id = ${userId}, false) as "isOwn", t.units,
      concat(t.location_id, t.service, extract(epoch from t.starts_at)::bigint) as slot
    from payment_sessions s join slot_takes t on t.session_id = s.id
    where s.status = 'open' and s.expires_at > ${context.clock.now()}
      and (s.user_id = ${userId} or s.begun_from = ${clientAddress} and not ${isProvenCondition(sql`s.user_id`)})
  `.execute(tx);
  const heldInShare = isProven ? held.filter(({ isOwn }) => isOwn) : held;
  const slots = counted.map((slot) => {
    // The same text as `slot` in the query.
    const name = `${menu.location.id}${slot.service ?? ''}${slot.startsAt.getTime() / 1000}`;
    const inSlot = heldInShare.filter((each) => each.slot === name);
    return { ...slot, held: { orders: inSlot.length, units: sumOf(inSlot.map((each) => each.units)) } };
  });
  const isFirstPage = heldInShare.length === 0;
  return mayHoldSlots(units, slots, isFirstPage);
}
