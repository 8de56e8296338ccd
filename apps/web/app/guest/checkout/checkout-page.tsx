import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { ChevronLeft } from 'lucide-react';
import { cartQuantity, type Cart } from '@tiffin/domain/cart';
import { addMinutes, sayNow, type Cents } from '@tiffin/domain/core';
import {
  CONTACT_TEXTS,
  contactToSend,
  estimatedReadyAt,
  goesTo,
  notesIn,
  ORDER_TEXTS,
  orderTypeLabel,
  type OrderType,
} from '@tiffin/domain/order';
import { firstPaymentMethod, type GuestPaymentMethod } from '@tiffin/domain/payment';
import { phoneText } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import { api } from '../../shared/api/api.ts';
import { CodeDialog } from '../../shared/session/code-dialog.tsx';
import { CartChanges } from '../../shared/cart/cart-changes.tsx';
import { cartIdOf, lineHref } from '../../shared/cart/carts.ts';
import { chooseTime, instantOf, useOrderTime, type OrderTime } from '../../shared/cart/order-time.ts';
import { ChooseTime } from '../../shared/order/choose-time.tsx';
import { useSoonest } from '../../shared/order/soonest.tsx';
import { useOrderedCartNotice } from '../../shared/cart/ordered-notice.ts';
import { useCartChanges } from '../../shared/cart/use-cart-changes.ts';
import { formatMoney, formatTime, coin } from '../../ui/format.ts';
import { useDelivery, wayMinutes } from '../../shared/order/use-delivery.ts';
import { useMenuDishes } from '../../shared/cart/menu-dishes.ts';
import { useIgnoreClicksWhenNew } from '../../shared/page/ignore-early-clicks.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useNow } from '../../shared/page/now.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useOrderType } from '../../shared/cart/order-type.tsx';
import type { Me } from '../../shared/api/server-context.ts';
import { useReload } from '../../shared/live/revalidate.ts';
import { PaceNote } from '../../shared/site/pace-note.tsx';
import { pausedWords, usePace } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/link.tsx';
import { billOf, type Offer, OrderSummary } from './order-summary.tsx';
import { ClosedNotice, FailedNotice } from './notices.tsx';
import { CurbsidePart, WhenWhere } from './when-where.tsx';
import { DeliveryPart, foodOf, missingDeliveryDetails } from './delivery-part.tsx';
import { DetailsPart, HowPart, NotesPart, PaymentPart, TipPart } from './checkout-fields.tsx';
import { usePlaceOrder, type CodeRequired, type Failed, type PaymentSession, type PlacedOrder } from './place-order.ts';
import { isDestinationMissing, whyNotYet } from './problems.ts';
import { texts } from './texts.ts';
import type { Draft } from './draft.ts';
import { useDetails, type Details } from './use-details.ts';
import { FORM, PlaceButton, useIsWide } from './place-button.tsx';
import styles from './checkout.module.css';

export interface CheckoutPageProps {
  /** Null for a guest without an account. */
  me: Me;
  location: Location;
  cart: Cart;
  /** True if card payments are available. */
  cards: boolean;
  offer: Offer;
  onPlaced: (order: PlacedOrder) => void;
  /** The cart was ordered already, in another tab or by a payment. */
  onOrdered: (order: { readonly orderId: string; readonly at: string }) => void;
  /** The guest goes to the payment page. The cart stays until the payment arrives. */
  onPay: (
    session: PaymentSession,
    customer: { readonly name: string; readonly email: string },
    paid: { readonly cartId: string; readonly cart: Cart },
  ) => void;
  /** The session ended while the guest was typing. */
  onSignedOut: () => void;
}

export function CheckoutPage({
  me,
  location,
  cart: requested,
  cards,
  offer: promised,
  onPlaced,
  onOrdered,
  onPay,
  onSignedOut,
}: CheckoutPageProps) {
  useOrderedCartNotice(location);
  const type = useOrderType(location);
  const details = useDetails(me, type);
  const { draft } = details;
  const [failed, setFailed] = useState<Pick<Failed, 'message' | 'because' | 'nearest'> | null>(null);
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  // The server may report other opening hours than this page knows. That applies only to the request that it answered.
  const request = JSON.stringify([location.id, type, cartQuantity(requested)]);
  const [found, setFound] = useState<{ readonly requestKey: string; readonly opensAt: string } | null>(null);
  const now = useNow();
  const isPast = (at: string | null) => at !== null && now !== null && Date.parse(at) <= now.getTime();
  const foundClosed = found?.requestKey === request && !isPast(found.opensAt) ? found.opensAt : null;
  const [isOver, setIsOver] = useState(false);
  const [unavailableTime, setUnavailableTime] = useState<string | null>(null);
  const [codeRequest, setCodeRequest] = useState<CodeRequired | null>(null);
  const [codeRefused, setCodeRefused] = useState<string | null>(null);
  // If an order fails for another reason, its code is reused, so that the guest need not enter it twice.
  const code = useRef<string | null>(null);
  const when = useOrderTime(location.id);
  const chosen = instantOf(when);
  const { dishes, reload } = useMenuDishes(location.id, chosen);
  const { changes, dismiss } = useCartChanges(location.id, dishes);
  const unsettled = changes.find(({ kind }) => kind === 'choice');
  // The total differs from the one that the guest agreed to.
  const isTotalChanged = changes.length > 0 || failed?.because === 'offer';
  // The cart changes a moment before the notice appears. Until then a press was meant for the previous total.
  const cartNow = JSON.stringify(requested);
  const [cartRead, setCartRead] = useState(cartNow);
  const isNews = useIgnoreClicksWhenNew(JSON.stringify(changes) + cartNow);
  const ignoresClicks = isNews && (changes.length > 0 || cartNow !== cartRead);
  const isWide = useIsWide();
  const online = useOnline();
  const reloadPage = useReload();
  useLiveEvents(['location.changed', 'reset'], reloadPage);
  // The location opens while the guest is typing: reload at that minute.
  const openedBy = !location.isOpen && isPast(location.nextOpening) ? now : null;
  const opens = useEffectEvent(reloadPage);
  useEffect(() => {
    if (openedBy) opens();
  }, [openedBy]);

  const { pausedUntil } = usePace(location, type);
  // A scheduled order does not depend on whether the location is open now.
  const isClosed = when === 'asap' && location.isActive && (!location.isOpen || foundClosed !== null);
  const isPaused = when === 'asap' && pausedUntil !== null;
  const opensAt = foundClosed ?? location.nextOpening;
  // The agreement holds for one opening time only.
  const opening = opensAt ?? 'unknown';
  const agrees = agreedTo === opening;
  const method = (cards && draft.payment) || firstPaymentMethod(cards);
  const offer = isOver ? null : promised;
  const delivered = useDelivery(location, type, draft);
  const bill = billOf(requested, location, offer, draft, delivered.delivery);
  const leaves = cards && goesTo(type, 'address') && draft.leaveAtDoor !== '';
  const deliveryProblem =
    missingDeliveryDetails(delivered.delivery, foodOf(bill.price)) ??
    (leaves && method === 'cash' ? sayNow(ORDER_TEXTS.cashAtDoor) : null);
  const isMissing = deliveryProblem !== null || when === 'unchosen' || isDestinationMissing(draft, type);
  const way = wayMinutes(delivered.delivery);
  const soonest = useSoonest(
    location,
    {
      orderType: type,
      dishes: cartQuantity(requested),
      wayMinutes: way,
      isEnabled: when === 'asap' && !isClosed && location.isActive,
    },
    now,
  );
  const ready = isClosed
    ? now && opensAt && readyFrom(location, { type, dishes: cartQuantity(requested), way }, opensAt)
    : soonest;

  const { busy, place } = usePlaceOrder(me?.uid ?? null, {
    placed(order) {
      details.forget();
      onPlaced(order);
    },
    toPay: (session, cartId, cart) => onPay(session, contactToSend(draft), { cartId, cart }),
    failed: ({ message, because, nearest, code: wantsCode, nextOpening, ordered }: Failed) => {
      if (ordered) {
        details.forget();
        onOrdered(ordered);
        return;
      }
      setFailed({ message, because, nearest });
      if (because === 'code') code.current = null;
      setCodeRequest((before) => wantsCode ?? (because === 'code' ? before : null));
      setCodeRefused(because === 'code' && !wantsCode ? message : null);
      if (because === 'session') onSignedOut();
      if (because === 'menu') reload();
      // The delivery fee may have changed, so it is requested again.
      if (because === 'menu' || because === 'zone') delivered.again();
      if (because === 'offer') setIsOver(true);
      if (because === 'paused') reloadPage();
      // The page does not choose another time. The guest picks one of the current times.
      if (because === 'time') {
        setUnavailableTime(chosen);
        chooseTime(location.id, 'unchosen');
      }
      if (because === 'closed' && nextOpening) setFound({ requestKey: request, opensAt: nextOpening });
    },
  });

  const filledIn: Details = {
    ...details,
    change(fields) {
      details.change(fields);
      setFailed(null);
    },
  };

  function wantAt(at: OrderTime) {
    chooseTime(location.id, at);
    setUnavailableTime(null);
    setFailed(null);
  }

  function agreeToChanges() {
    dismiss();
    setCartRead(cartNow);
    setFailed(null);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!details.areRight(event.currentTarget, isClosed, agrees)) {
      setFailed({ message: CONTACT_TEXTS.form, because: null, nearest: [] });
      return;
    }
    if (!online || ignoresClicks || unsettled || isPaused || when === 'unchosen' || deliveryProblem !== null) return;
    agreeToChanges();
    send();
  }

  function send(typed?: string) {
    code.current = typed ?? code.current;
    void place(
      {
        customer: contactToSend(draft),
        userId: me?.uid ?? null,
        lines: bill.cart,
        location,
        orderType: type,
        price: bill.price,
        address: draft.address,
        deliveryInstructions: draft.deliveryInstructions,
        leaveAtDoor: leaves,
        postalCode: location.delivers && draft.postalCode,
        point: delivered.point,
        vehicle: location.curbside && draft.curbside !== '' ? draft.vehicle : undefined,
        tableNumber: draft.seatUs ? '' : draft.tableNumber,
        partySize: Number(draft.partySize),
        ...notesIn(draft),
        wantedFor: chosen ?? undefined,
      },
      method,
      {
        agreesToWait: isClosed,
        welcomeCode: offer?.code ?? null,
        cartId: cartIdOf(location.id),
        contactCode: code.current,
      },
    );
  }

  // The newest notice replaces older ones and shows next to the button.
  const notice =
    changes.length > 0 ? (
      <CartChanges changes={changes} hrefOf={(key) => lineHref(location.id, key)} onRead={agreeToChanges} />
    ) : (
      failed && !codeRequest && <FailedNotice {...failed} zone={location.timeZone} onTime={wantAt} />
    );
  const placeButton = (
    <PlaceButton
      notice={notice}
      isTotalChanged={isTotalChanged}
      sum={sumToPay(bill.price.total, method)}
      notYet={
        online
          ? isPaused && pausedUntil
            ? pausedWords(pausedUntil, location.timeZone)
            : when === 'unchosen'
              ? texts.chooseTime
              : unsettled
                ? texts.chooseAgain(unsettled.name)
                : (deliveryProblem ?? whyNotYet(draft, details.asked))
          : null
      }
      placing={busy ? method : null}
      online={online}
    />
  );

  const summary = (
    <OrderSummary
      bill={bill}
      locationId={location.id}
      place={location.name}
      type={orderTypeLabel(type)}
      paysCash={method === 'cash'}
      isFolded={!isWide}
    >
      {isWide && placeButton}
    </OrderSummary>
  );

  return (
    <div className={`wrap ${styles.page}`}>
      <TextLink href={paths.menu(location.id)}>
        <ChevronLeft aria-hidden="true" width={20} /> {texts.back}
      </TextLink>
      <h1 className="below-8">{texts.title}</h1>
      {!me && (
        <p className="text-sm soft above-8">
          {texts.noAccount}{' '}
          <TextLink href={paths.login({ from: paths.checkout({ location: location.id }) })}>
            {texts.signInHere}
          </TextLink>{' '}
          {texts.haveOne}
        </p>
      )}
      <div className={`stack gap-40 ${styles.columns}`}>
        {!isWide && summary}
        <form id={FORM} noValidate className={`grid content-start gap-32 ${styles.form}`} onSubmit={submit}>
          {!online && (
            <Banner tone="offline" title={texts.offline} announce="status">
              {texts.offlineText}
            </Banner>
          )}
          <PaceNote location={location} />
          {!location.isActive && <Banner tone="bad" title={location.openText} />}
          {isClosed && (
            <ClosedNotice
              title={location.isOpen ? texts.lateTitle : texts.closedTitle}
              opens={opensAt && formatTime(opensAt, 'weekday-time', location.timeZone)}
              ready={ready}
              agrees={agrees}
              problem={details.problems.agree}
              onAgrees={(next) => {
                setAgreedTo(next ? opening : null);
                details.mend(['agree']);
              }}
            />
          )}
          <WhenWhere
            location={location}
            type={type}
            where={whereOf(type, location, draft)}
            isDelivery={way > 0}
            when={when}
            ready={isClosed || !location.isActive ? null : ready}
            isMissing={isMissing}
          >
            <HowPart details={filledIn} type={type} location={location}>
              {goesTo(type, 'counter') && location.curbside && <CurbsidePart details={filledIn} />}
              {goesTo(type, 'address') && (
                <DeliveryPart
                  details={filledIn}
                  isSavedAddress={me !== null}
                  location={location}
                  price={bill.price}
                  deliveryState={delivered}
                  mayLeave={cards}
                />
              )}
            </HowPart>
            {location.isActive && (
              <section className="stack gap-16">
                <h3>{texts.whenTitle}</h3>
                <ChooseTime
                  place={location}
                  orderType={type}
                  dishes={cartQuantity(requested)}
                  wayMinutes={way}
                  value={when}
                  onValue={wantAt}
                  soonest={isClosed ? null : ready}
                  unavailableTime={unavailableTime}
                />
              </section>
            )}
          </WhenWhere>
          <DetailsPart details={filledIn} />
          {location.asksTips !== false && <TipPart details={filledIn} price={bill.price} />}
          <PaymentPart method={method} offersOnline={cards} onMethod={(payment) => filledIn.change({ payment })} />
          <NotesPart details={filledIn} />
        </form>
        {isWide && summary}
      </div>
      {codeRequest && (
        <CodeDialog
          title={texts.code.title[codeRequest.channel]}
          description={texts.code.because[codeRequest.because]}
          confirmLabel={texts.code.place}
          notSent={texts.code.notSent(phoneText(location.phone))}
          send={() => {
            const { phone, email } = contactToSend(draft);
            return api('sendOrderCode', { body: { ...(phone && { phone }), ...(email && { email }) } });
          }}
          refused={codeRefused}
          busy={busy}
          onCode={send}
          onClose={() => {
            setCodeRequest(null);
            setFailed(null);
          }}
        />
      )}
      {!isWide && (
        <div className={styles.payBar} data-bottom-bar>
          {placeButton}
        </div>
      )}
    </div>
  );
}

function whereOf(type: OrderType, { curbside }: Location, draft: Draft): string {
  if (goesTo(type, 'address')) return draft.address.trim();
  if (!goesTo(type, 'counter') || !curbside) return '';
  return draft.curbside === '' ? texts.curbside.counter : texts.curbside.car;
}

/** The amount to pay. In cash it is rounded to 5 cents and may differ from the bill. */
function sumToPay(total: Cents, method: GuestPaymentMethod): string {
  const { due, rounding } = cashDue(total, coin);
  return method === 'cash' && rounding !== 0 ? texts.inCash(formatMoney(due)) : formatMoney(total);
}

/** When a closed kitchen would have the order ready: it starts at the opening time. */
function readyFrom(
  location: Location,
  { type, dishes, way }: { readonly type: OrderType; readonly dishes: number; readonly way: number },
  opensAt: string,
): string {
  const ready = addMinutes(estimatedReadyAt({ orderType: type, dishes }, new Date(opensAt)), way);
  return formatTime(ready, 'weekday-time', location.timeZone);
}
