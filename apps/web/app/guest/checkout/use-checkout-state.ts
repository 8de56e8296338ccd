import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cartQuantity, type Cart } from '@tiffin/domain/cart';
import { say, sayNow, ZERO } from '@tiffin/domain/core';
import { orderTypeGoesTo, ORDER_TEXTS, type OrderType, type WelcomeOffer } from '@tiffin/domain/order';
import { firstPaymentMethod, payWithGiftCard } from '@tiffin/domain/payment';
import { setOrderTime, chosenInstant, useOrderTime, type OrderTime } from '../../shared/cart/order-time.ts';
import { useMenuDishes } from '../../shared/cart/menu-dishes.ts';
import { useCartChanges } from '../../shared/cart/use-cart-changes.ts';
import type { LastOrders } from '../../shared/checkout/last-orders.tsx';
import type { useDelivery } from '../../shared/checkout/use-delivery.ts';
import { useIgnoreClicksWhenNew } from '../../shared/page/ignore-early-clicks.ts';
import type { Location } from '../../shared/site/site.ts';
import { discountedSubtotal, missingDeliveryDetails } from './delivery-part.tsx';
import type { Draft } from './draft.ts';
import { priceCheckout, type CheckoutOffers } from './order-summary.tsx';
import { useOfferMoment, usePromotions } from '../../shared/checkout/promotions.ts';
import { useDeclinedCharges } from '../../shared/checkout/charges-part.tsx';
import { useChosenPoints } from '../../shared/checkout/points-part.tsx';
import { useGiftCard } from './gift-card-part.tsx';
import { useOffer } from '../../shared/checkout/use-offer.ts';
import type { CheckoutDetails } from './use-details.ts';
import type { CodeRequired, PlaceOrderFailure } from './place-order.ts';

/** The time that the guest chose or that a pause decides, and the one that the server refused. */
export function useChosenTime(locationId: string, timeAfterPause: OrderTime | null) {
  const stored = useOrderTime(locationId);
  const when = (stored === 'asap' && timeAfterPause) || stored;
  const instant = chosenInstant(when);
  const [unavailable, setUnavailable] = useState<string | null>(null);
  return {
    when,
    instant,
    unavailable,
    choose(at: OrderTime) {
      setOrderTime(locationId, at);
      setUnavailable(null);
    },
    /** The page does not choose another time. The guest picks one of the current times. */
    reject() {
      setUnavailable(instant);
      setOrderTime(locationId, 'unchosen');
    },
  };
}

/** Whether the location is closed for this order, until when, and whether the guest agrees to wait. */
export function useClosedAgreement(
  location: Location,
  order: {
    readonly type: OrderType;
    readonly cart: Cart;
    readonly when: OrderTime;
    readonly lastOrders: LastOrders | null;
  },
  now: Date | null,
  reloadPage: () => void,
) {
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  // The server may report other opening hours than this page knows. That applies only to the request that it answered.
  const requestKey = JSON.stringify([location.id, order.type, cartQuantity(order.cart)]);
  const [reported, setReported] = useState<{ readonly requestKey: string; readonly opensAt: string } | null>(null);
  const isPast = (at: string | null) => at !== null && now !== null && Date.parse(at) <= now.getTime();
  const reportedOpening = reported?.requestKey === requestKey && !isPast(reported.opensAt) ? reported.opensAt : null;
  const hasClosed = isPast(location.closesAt ?? null);
  // The location opens or closes while the guest is typing: reload each minute until the page knows it.
  const reloadMinute = (location.isOpen ? hasClosed : isPast(location.nextOpening)) ? now : null;
  const reload = useEffectEvent(reloadPage);
  useEffect(() => {
    if (reloadMinute) reload();
  }, [reloadMinute]);

  const isTooLate = order.lastOrders?.isOver === true;
  const opensAt = reportedOpening ?? (isTooLate ? order.lastOrders.nextOpening : location.nextOpening);
  // The agreement holds for one opening time only.
  const opening = opensAt ?? 'unknown';
  return {
    opensAt,
    // A scheduled order does not depend on whether the location is open now.
    isClosed:
      order.when === 'asap' &&
      location.isActive &&
      (!location.isOpen || hasClosed || isTooLate || reportedOpening !== null),
    title: location.isOpen && !hasClosed ? say`It is too late to cook this today.` : say`We are closed now.`,
    agreesToWait: agreedTo === opening,
    setAgreesToWait: (agrees: boolean) => setAgreedTo(agrees ? opening : null),
    closeUntil: (at: string) => setReported({ requestKey, opensAt: at }),
  };
}

/** Changes of the menu that affect the cart, until the guest has read them. */
export function useChangedCart(locationId: string, cart: Cart, instant: string | null) {
  const { dishes, reload } = useMenuDishes(locationId, instant);
  const { changes, dismiss } = useCartChanges(locationId, dishes);
  // The cart changes a moment before the notice appears. Until then a press was meant for the previous total.
  const cartNow = JSON.stringify(cart);
  const [cartWhenRead, setCartWhenRead] = useState(cartNow);
  const isNew = useIgnoreClicksWhenNew(JSON.stringify(changes) + cartNow);
  return {
    changes,
    /** A dish whose options the guest must choose again. */
    undecided: changes.find(({ kind }) => kind === 'choice'),
    ignoresClicks: isNew && (changes.length > 0 || cartNow !== cartWhenRead),
    reload,
    markRead() {
      dismiss();
      setCartWhenRead(cartNow);
    },
  };
}

/** The code that confirms a guest's phone number or email address. */
export function useContactCode() {
  const [request, setRequest] = useState<CodeRequired | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  // If an order fails for another reason, its code is reused, so that the guest need not enter it twice.
  const lastCode = useRef<string | null>(null);
  return {
    request,
    refused,
    /** The code to send: the one just typed, or the previous one. */
    codeToSend(typed?: string): string | null {
      lastCode.current = typed ?? lastCode.current;
      return lastCode.current;
    },
    handleFailure({ cause, code: required, message }: PlaceOrderFailure) {
      if (cause === 'code') lastCode.current = null;
      setRequest((before) => required ?? (cause === 'code' ? before : null));
      setRefused(cause === 'code' && !required ? message : null);
    },
    close: () => setRequest(null),
  };
}

/** The offers that may apply to the order, and the code that the guest typed. */
export function useOffers(
  location: Location,
  mailedOffer: WelcomeOffer | null,
  { draft: { offerCode }, change }: Pick<CheckoutDetails, 'draft' | 'change'>,
  type: OrderType,
  wantedFor: string | null,
) {
  const code = useOffer(location.id, mailedOffer, { offerCode, change });
  const { promotions, end } = usePromotions(location, code.own);
  const { points } = useChosenPoints();
  const offers: CheckoutOffers = { promotions, points, moment: useOfferMoment(location, type, wantedFor) };
  return { code, offers, end };
}

/** What the order costs, how it is paid and delivered, and why it cannot be delivered. */
export function useBill(
  {
    location,
    cart,
    cards,
    deliveryState,
  }: {
    readonly location: Location;
    readonly cart: Cart;
    readonly cards: boolean;
    readonly deliveryState: ReturnType<typeof useDelivery>;
  },
  type: OrderType,
  draft: Draft,
  offers: CheckoutOffers,
) {
  const withoutCharges = useDeclinedCharges(location);
  const order = { type, delivery: deliveryState.delivery, without: withoutCharges };
  const bill = priceCheckout(cart, location, offers, draft, order);
  const giftCard = useGiftCard();
  const giftPayment = payWithGiftCard(bill.price.total, giftCard?.balance ?? ZERO);
  // With nothing to pay there is no payment page.
  const canPayOnline = cards && giftPayment.rest > 0;
  const method = (canPayOnline && draft.payment) || firstPaymentMethod(canPayOnline);
  const leavesAtDoor = cards && orderTypeGoesTo(type, 'address') && draft.leaveAtDoor !== '';
  const deliveryProblem =
    missingDeliveryDetails(deliveryState.delivery, discountedSubtotal(bill.price)) ??
    (leavesAtDoor && method === 'cash' ? sayNow(ORDER_TEXTS.cashAtDoor) : null);
  return {
    method,
    deliveryState,
    bill,
    withoutCharges,
    giftCard,
    giftPayment,
    leavesAtDoor,
    deliveryProblem,
  };
}
