import { useState, type FormEvent } from 'react';
import { ChevronLeft } from 'lucide-react';
import { cartQuantity, type Cart } from '@tiffin/domain/cart';
import { rateFromDecimal } from '@tiffin/domain/core';
import { CONTACT_TEXTS, contactToSend, estimatedReadyAt, orderTypeLabel, type OrderType } from '@tiffin/domain/order';
import { firstPaymentMethod } from '@tiffin/domain/payment';
import { priceAfterOffer, priceOf, savedByOffer } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import { CartChanges } from '../../shared/cart/cart-changes.tsx';
import { clearCart } from '../../shared/cart/carts.ts';
import { formatMoney, formatTime } from '../../ui/format.ts';
import { useMenuDishes } from '../../shared/cart/menu-dishes.ts';
import { useNow } from '../../shared/page/now.ts';
import { useCartChanges } from '../../shared/cart/use-cart-changes.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useOrderType } from '../../shared/cart/order-type.ts';
import type { Me } from '../../shared/api/server-context.ts';
import type { Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TextLink } from '../../ui/link.tsx';
import { useAfterPress } from './after-press.ts';
import { DetailsPart, HowPart, InstructionsPart, PaymentPart, TipPart } from './checkout-fields.tsx';
import styles from './checkout-page.module.css';
import { tipChoice, useDraft, type Draft } from './draft.ts';
import { OrderSummary } from './order-summary.tsx';
import { usePlaceOrder, type Failed, type PaymentSession, type PlacedOrder } from './place-order.ts';
import {
  checkoutProblems,
  FIELD_ORDER,
  problemOnLeaving,
  whyNotYet,
  type ProblemField,
  type Problems,
  type TypedField,
} from './problems.ts';
import { texts } from './texts.ts';

const FORM = 'checkout';

export interface CheckoutPageProps {
  me: NonNullable<Me>;
  location: Location;
  cart: Cart;
  /** Can one pay by card here? */
  cards: boolean;
  /** What the welcome mail promised, while it holds. */
  offer: Answer<'getWelcomeOffer'>['offer'];
  onPlaced: (order: PlacedOrder) => void;
  /** The guest goes to pay by card; the cart stays until the money is there. */
  onPay: (session: PaymentSession, customer: { readonly name: string; readonly email: string }) => void;
  /** The session ended while they were typing. */
  onSignedOut: () => void;
}

export function CheckoutPage({
  me,
  location,
  cart: wanted,
  cards,
  offer: promised,
  onPlaced,
  onPay,
  onSignedOut,
}: CheckoutPageProps) {
  const { draft, change: keep, forget } = useDraft(me);
  const type = useOrderType(location);
  const [problems, setProblems] = useState<Problems>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [agrees, setAgrees] = useState(false);
  // The server knows better than a page that has been open for an hour.
  const [foundClosed, setFoundClosed] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const { dishes, reload } = useMenuDishes(location.id);
  const { changes, dismiss } = useCartChanges(location.id, dishes);
  const online = useOnline();
  const afterPress = useAfterPress();
  const now = useNow();

  const isClosed = location.isActive && (!location.isOpen || foundClosed !== null);
  const opensAt = foundClosed ?? location.nextOpening;
  const method = (cards && draft.payment) || firstPaymentMethod(cards);
  const offer = isOver ? null : promised;
  const cart = offer
    ? wanted.map((line) => ({ ...line, price: priceAfterOffer(line.price, offer.percentOff) }))
    : wanted;
  const price = priceOf(
    asLines(cart),
    { rate: rateFromDecimal(location.taxRate), label: location.taxLabel },
    tipChoice(draft),
  );
  const ready = now && readyText(location, type, cart, now, isClosed ? opensAt : null);

  const { busy, place } = usePlaceOrder(me.uid, {
    placed(order) {
      forget();
      onPlaced(order);
      clearCart(location.id);
    },
    toPay: (session) => onPay(session, contactToSend(draft)),
    failed: ({ message, because, nextOpening }: Failed) => {
      setFailed(message);
      if (because === 'session') onSignedOut();
      if (because === 'menu') reload();
      if (because === 'offer') setIsOver(true);
      if (because === 'closed' && nextOpening) setFoundClosed(nextOpening);
    },
  });

  function change(fields: Partial<Draft>) {
    keep(fields);
    setFailed(null);
    // a field that is being mended is left in peace until the next try
    setProblems((before) => {
      const kept = Object.entries(before).filter(([field]) => !(field in fields));
      return kept.length === Object.keys(before).length ? before : Object.fromEntries(kept);
    });
  }

  function leave(field: TypedField) {
    const problem = problemOnLeaving(field, draft, type);
    if (problem) afterPress(() => setProblems((before) => ({ ...before, [field]: problem })));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = checkoutProblems(draft, type, isClosed, agrees);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      setFailed(CONTACT_TEXTS.form);
      focusFirst(form, found);
      return;
    }
    if (!online) return;
    setFailed(null);
    void place(
      {
        customer: contactToSend(draft),
        userId: me.uid,
        lines: cart,
        location,
        orderType: type,
        price,
        address: draft.address,
        deliveryInstructions: draft.deliveryInstructions,
        tableNumber: draft.tableNumber,
        partySize: Number(draft.partySize),
        specialInstructions: draft.instructions,
      },
      method,
      { agreesToWait: isClosed, welcomeCode: offer?.code ?? null },
    );
  }

  const notYet = whyNotYet(draft);
  const placeButton = (
    <>
      {online && notYet && <p className="below-8 soft text-sm text-center">{notYet}</p>}
      <Button
        type="submit"
        form={FORM}
        size="lg"
        block
        spread={!busy}
        busy={busy}
        disabledReason={online ? notYet : texts.offline}
      >
        {busy ? (
          method === 'cash' ? (
            texts.placingCash
          ) : (
            texts.placingOnline
          )
        ) : (
          <>
            <span>{texts.place}</span>
            <span className="num">{formatMoney(price.total)}</span>
          </>
        )}
      </Button>
    </>
  );

  return (
    <div className={`wrap ${styles.page}`}>
      <TextLink href={paths.menu(location.id)}>
        <ChevronLeft aria-hidden="true" width={20} /> {texts.back}
      </TextLink>
      <h1>{texts.title}</h1>
      <p className="soft">
        {texts.where(orderTypeLabel(type), location.name)}
        {ready && !isClosed && location.isActive && (
          <>
            {texts.ready}
            <b className="ink weight-600 nowrap">{ready}</b>
          </>
        )}
      </p>
      <div className={`stack gap-40 ${styles.columns}`}>
        <form id={FORM} noValidate className={`grid content-start ${styles.form}`} onSubmit={submit}>
          {!online && (
            <Banner tone="offline" title={texts.offline} announce="status">
              {texts.offlineText}
            </Banner>
          )}
          {!location.isActive && <Banner tone="bad" title={location.openText} />}
          {isClosed && (
            <Banner tone="warn" title={texts.closedTitle}>
              <p>
                {opensAt && ready
                  ? texts.closedText(formatTime(opensAt, 'weekday-time', location.timeZone), ready)
                  : texts.closedUnknown}
              </p>
              <Checkbox
                name="agree"
                label={texts.agree}
                checked={agrees}
                onChange={(event) => {
                  setAgrees(event.target.checked);
                  setProblems((before) => Object.fromEntries(Object.entries(before).filter(([f]) => f !== 'agree')));
                }}
              />
              <FieldError error={problems.agree} />
            </Banner>
          )}
          <CartChanges changes={changes} onRead={dismiss} />
          <HowPart
            draft={draft}
            problems={problems}
            change={change}
            leave={leave}
            type={type}
            services={location.services}
          />
          <DetailsPart draft={draft} problems={problems} change={change} leave={leave} />
          <TipPart draft={draft} problems={problems} change={change} price={price} />
          <PaymentPart method={method} offersOnline={cards} onMethod={(payment) => change({ payment })} />
          <InstructionsPart draft={draft} change={change} />
          {failed && (
            <Banner tone="bad" announce="alert">
              {failed}
            </Banner>
          )}
        </form>
        <OrderSummary
          cart={cart}
          price={price}
          locationId={location.id}
          place={location.name}
          type={orderTypeLabel(type)}
          paysCash={method === 'cash'}
          offer={
            offer &&
            texts.offer(offer.percentOff, offer.code, formatMoney(savedByOffer(asLines(wanted), offer.percentOff)))
          }
        >
          <div className={styles.wideOnly}>{placeButton}</div>
        </OrderSummary>
      </div>
      <div className={styles.payBar} data-bottom-bar>
        {placeButton}
      </div>
    </div>
  );
}

function asLines(cart: Cart) {
  return cart.map((line) => ({ unitPrice: line.price, quantity: line.quantity }));
}

function readyText(location: Location, type: OrderType, cart: Cart, now: Date, opensAt: string | null): string {
  const ready = estimatedReadyAt(
    { orderType: type, dishes: cartQuantity(cart) },
    now,
    opensAt === null ? null : new Date(opensAt),
  );
  return formatTime(ready, opensAt === null ? 'time' : 'weekday-time', location.timeZone);
}

function focusFirst(form: HTMLFormElement, problems: Partial<Record<ProblemField, string>>) {
  const first = FIELD_ORDER.find((field) => problems[field]);
  const input = first && form.elements.namedItem(first);
  const shown = input instanceof HTMLInputElement && input.type === 'hidden' ? input.parentElement : input;
  const target =
    shown instanceof HTMLInputElement ? shown : shown instanceof HTMLElement ? shown.querySelector('input') : null;
  target?.focus();
}
