import { useEffect, useState, type FormEvent } from 'react';
import { cartQuantity, type Cart, type OrderDraft } from '@tiffin/domain/cart';
import { CONTACT_TEXTS, contactToSend, pickGuestNotes, type OrderType } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { cartIdOf, useCart } from '../../shared/cart/carts.ts';
import type { OrderTime } from '../../shared/cart/order-time.ts';
import { orderAllergies } from '../../shared/cart/stated-allergies.ts';
import { useOrderType } from '../../shared/cart/order-type.tsx';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useReload } from '../../shared/live/revalidate.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useLastOrders } from '../../shared/checkout/last-orders.tsx';
import { soonestText, useSoonestWindow } from '../../shared/checkout/soonest.tsx';
import { useTimeAfterPause } from '../../shared/checkout/time-after-pause.ts';
import { deliveryMinutes, useDelivery } from '../../shared/checkout/use-delivery.ts';
import { useNow } from '../../shared/page/now.ts';
import { pauseText } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import type { CheckoutPageProps } from './checkout-props.ts';
import { CHECKOUT_FORM_ID } from './place-button.tsx';
import { usePlaceOrder, type PlaceOrderFailure } from './place-order.ts';
import { usePromiseNotes } from './promise-notes.ts';
import { isDestinationMissing, submitBlockedReason } from './problems.ts';
import {
  useBill,
  useOffers,
  useChangedCart,
  useChosenTime,
  useContactCode,
  useClosedAgreement,
} from './use-checkout-state.ts';
import { useCheckoutDetails, type CheckoutDetails } from './use-details.ts';
import { forgetChosenPoints } from '../../shared/checkout/points-part.tsx';
import { forgetGiftCard } from './gift-card-part.tsx';
import { codeEffect, codeProblem } from '../../shared/checkout/code-effect.ts';

export type Checkout = ReturnType<typeof useCheckout>;

/** What the order consists of and what depends on it, before it is sent. */
function useOrderState(props: CheckoutPageProps) {
  const { me, location, cards } = props;
  const { offer } = props.welcomeOffer;
  const cart = useCart(location.id);
  const type = useOrderType(location);
  const details = useCheckoutDetails(me, type);
  const code = useContactCode();
  const now = useNow();
  const deliveryState = useDelivery(location, type, details.draft);
  const size = {
    orderType: type,
    dishes: cartQuantity(cart),
    wayMinutes: deliveryMinutes(deliveryState.delivery),
  };
  const pause = useTimeAfterPause(location, size);
  const time = useChosenTime(location.id, pause?.firstTime ?? null);
  const changedCart = useChangedCart(location.id, cart, time.instant);
  const online = useOnline();
  const reloadPage = useReload();
  useLiveEvents(['location.changed', 'reset'], reloadPage);
  const lastOrders = useLastOrders(location, size, now);
  const opening = useClosedAgreement(location, { type, cart, when: time.when, lastOrders }, now, reloadPage);
  const { code: offerCode, offers, end: endPromotions } = useOffers(location, offer, details, type, time.instant);
  const payment = useBill({ location, cart, cards, deliveryState }, type, details.draft, offers);
  const readyTime = useReadyTime(location, { ...size, when: time.when, opening }, now);
  return {
    cart,
    type,
    details,
    code,
    time,
    changedCart,
    online,
    reloadPage,
    opening,
    pause,
    offerCode,
    codeEffect: codeEffect(offerCode.shown, cart, offers.moment, payment.bill),
    isCodeValid: codeProblem(offerCode.promotion, cart, offers.moment) === null,
    endPromotions,
    payment,
    wayMinutes: size.wayMinutes,
    readyTime,
    promise: usePromiseNotes(location, { type, time, pause, opening, lastOrders, readyTime }),
  };
}

/** The state of the checkout page: the order, why it failed or cannot be sent yet, and the functions that send it. */
export function useCheckout(props: CheckoutPageProps) {
  const { me, location } = props;
  const state = useOrderState(props);
  const { cart, type, details, code, time, changedCart, online, opening, pause, offerCode, payment } = state;
  const { draft } = details;
  const { promise } = state;
  const isAgreementMissing = opening.isClosed && !opening.agreesToWait;
  const [failed, setFailed] = useState<Pick<PlaceOrderFailure, 'message' | 'cause' | 'nearest'> | null>(null);

  const { busy, place } = usePlaceOrder(me?.uid ?? null, {
    onPlaced(order) {
      details.forget();
      props.onPlaced(order);
    },
    onSession: (session, cartId, cartToPay) => props.onPay(session, contactToSend(draft), { cartId, cart: cartToPay }),
    onFailed: handleFailure,
  });

  function handleFailure(failure: PlaceOrderFailure) {
    const { message, cause, nearest, nextOpening, ordered } = failure;
    if (ordered) {
      details.forget();
      props.onOrdered(ordered);
      return;
    }
    setFailed({ message, cause, nearest });
    code.handleFailure(failure);
    if (cause === 'session') props.onSignedOut();
    if (cause === 'menu') changedCart.reload();
    // The delivery fee may have changed, so it is requested again.
    if (cause === 'menu' || cause === 'zone') payment.deliveryState.again();
    if (cause === 'points') forgetChosenPoints();
    if (cause === 'gift') forgetGiftCard();
    if (cause === 'offer') {
      if (failure.promotions.length === 0) offerCode.end(message);
      else state.endPromotions(failure.promotions);
    }
    if (cause === 'paused') state.reloadPage();
    if (cause === 'time') time.reject();
    if (failure.later) state.readyTime.setLater(failure.later);
    if (cause === 'closed' && nextOpening) opening.closeUntil(nextOpening);
  }

  // The box to agree is above what the guest looks at when the button is pressed.
  useEffect(() => {
    if (failed?.cause === 'closed') focusAgreement();
  }, [failed]);

  function agreeToChanges() {
    changedCart.markRead();
    setFailed(null);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!details.validate(event.currentTarget, isAgreementMissing)) {
      setFailed({ message: CONTACT_TEXTS.form, cause: null, nearest: [] });
      return;
    }
    if (!online || changedCart.ignoresClicks || promise.ignoresClicks || changedCart.undecided) return;
    if (isPauseWithoutTime(state)) return;
    if (time.when === 'unchosen' || payment.deliveryProblem !== null || offerCode.isUnchecked) return;
    agreeToChanges();
    send();
  }

  function send(typedCode?: string) {
    const contactCode = code.codeToSend(typedCode);
    void place(orderToPlace(props, { ...state, instant: time.instant }), payment.method, {
      agreesToWait: opening.isClosed,
      welcomeCode: offerCode.welcome?.code ?? null,
      points: payment.bill.spent,
      giftCardCode: payment.giftPayment.pays > 0 ? (payment.giftCard?.code ?? null) : null,
      promoCode: (state.isCodeValid && offerCode.promotion?.code) || null,
      cartId: cartIdOf(location.id),
      contactCode,
    });
  }

  const filledIn: CheckoutDetails = {
    ...details,
    change(fields) {
      details.change(fields);
      setFailed(null);
    },
  };

  return {
    cart,
    type,
    details: filledIn,
    failed,
    code,
    offerCode,
    codeEffect: state.codeEffect,
    time,
    changes: changedCart.changes,
    // The total differs from the one that the guest agreed to.
    isTotalChanged: changedCart.changes.length > 0 || failed?.cause === 'offer',
    online,
    opening,
    payment,
    readyTime: state.readyTime.text,
    wayMinutes: state.wayMinutes,
    pause,
    promise,
    isMissing:
      payment.deliveryProblem !== null ||
      isPauseWithoutTime(state) ||
      time.when === 'unchosen' ||
      isDestinationMissing(draft, type),
    whyNot: online ? whyNotReady(location, state) : null,
    busy,
    submit,
    send,
    agreeToChanges,
    /** Marks what is missing and focuses the first field of it. */
    showMissing() {
      const form = document.getElementById(CHECKOUT_FORM_ID);
      if (form instanceof HTMLFormElement) details.validate(form, isAgreementMissing);
    },
    chooseTime(at: OrderTime) {
      time.choose(at);
      setFailed(null);
    },
    closeCode() {
      code.close();
      setFailed(null);
    },
  };
}

/** Why the order cannot be sent yet; null when it can. */
function whyNotReady(location: Location, state: ReturnType<typeof useOrderState>): string | null {
  const { pause, time, changedCart, payment, details, offerCode } = state;
  if (location.takesMoney === false) return say`This restaurant can’t take orders online yet`;
  if (pause && isPauseWithoutTime(state)) return pauseText(pause.until, location.timeZone);
  if (time.when === 'unchosen') return say`Choose a time first`;
  if (changedCart.undecided) return say`Choose again for ${changedCart.undecided.name} first`;
  if (offerCode.isUnchecked) return say`Use or remove the code first`;
  return payment.deliveryProblem ?? submitBlockedReason(details.draft, details.requiredContact);
}

/** True during a pause while the first time after it is unknown. */
function isPauseWithoutTime({ pause, time }: ReturnType<typeof useOrderState>): boolean {
  return pause !== null && time.when === 'asap';
}

/**
 * When the order would be ready. A closed kitchen starts at the opening time. A refused order tells a later time, which
 * holds until the next answer of the server.
 */
function useReadyTime(
  location: Location,
  {
    when,
    opening: { isClosed, opensAt },
    ...size
  }: {
    readonly orderType: OrderType;
    readonly dishes: number;
    readonly wayMinutes: number;
    readonly when: OrderTime;
    readonly opening: ReturnType<typeof useClosedAgreement>;
  },
  now: Date | null,
) {
  const from = isClosed ? opensAt : null;
  const isEnabled = when === 'asap' && location.isActive && (!isClosed || opensAt !== null);
  const soonest = useSoonestWindow(location, { ...size, opensAt: from, isEnabled }, now);
  const [later, setLater] = useState<(PlaceOrderFailure['later'] & { readonly insteadOf: string }) | null>(null);
  const insteadOf = String(soonest?.to);
  const isLater = soonest !== null && later?.insteadOf === insteadOf;
  const shown = isLater ? later : soonest;
  return {
    text: shown && soonestText(shown, location, from),
    isLater,
    readyBy: shown ? new Date(shown.to).toISOString() : undefined,
    setLater: (window: NonNullable<PlaceOrderFailure['later']>) => setLater({ ...window, insteadOf }),
  };
}

function focusAgreement(): void {
  document.querySelector<HTMLElement>(`#${CHECKOUT_FORM_ID} [name=agree]`)?.focus();
}

function orderToPlace(
  { me, location }: CheckoutPageProps,
  order: {
    readonly cart: Cart;
    readonly type: OrderType;
    readonly details: CheckoutDetails;
    readonly payment: ReturnType<typeof useBill>;
    readonly readyTime: ReturnType<typeof useReadyTime>;
    readonly instant: string | null;
  },
): OrderDraft {
  const { draft } = order.details;
  const { bill, deliveryState, leavesAtDoor, withoutCharges } = order.payment;
  return {
    customer: contactToSend(draft),
    userId: me?.uid ?? null,
    lines: order.cart,
    location,
    orderType: order.type,
    price: bill.price,
    withoutCharges,
    address: draft.address,
    deliveryInstructions: draft.deliveryInstructions,
    leaveAtDoor: leavesAtDoor,
    postalCode: location.delivers && draft.postalCode,
    point: deliveryState.point,
    vehicle: location.curbside && draft.curbside !== '' ? draft.vehicle : undefined,
    tableNumber: draft.seatUs ? '' : draft.tableNumber,
    partySize: Number(draft.partySize),
    ...pickGuestNotes(draft),
    allergies: orderAllergies(location.id),
    wantedFor: order.instant ?? undefined,
    shownReadyBy: order.instant === null ? order.readyTime.readyBy : undefined,
  };
}
