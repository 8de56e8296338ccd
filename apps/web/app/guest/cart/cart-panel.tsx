import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { cartQuantity, priceCart, setQuantity, type Cart, type CartLine } from '@tiffin/domain/cart';
import { say, ZERO, type Cents, percentText } from '@tiffin/domain/core';
import { amountUntilMinimum, deliveryCharges } from '@tiffin/domain/delivery';
import { ORDER_DEFAULTS, type Promotion } from '@tiffin/domain/order';
import { foodSum, lineTotal, NO_TIP, taxationFromWire } from '@tiffin/domain/pricing';
import { useState } from 'react';
import { changeCart, placeOf } from '../../shared/cart/carts.ts';
import { useCheckoutLink } from '../../shared/cart/checkout-link.ts';
import { useOrderType } from '../../shared/cart/order-type.tsx';
import { useOrderedCartNotice } from '../../shared/cart/ordered-notice.ts';
import { removeLine } from '../../shared/cart/remove-line.ts';
import { chosenInstant, useOrderTime } from '../../shared/cart/order-time.ts';
import { chargesAt, ChargesPart, useDeclinedCharges } from '../../shared/checkout/charges-part.tsx';
import { codeEffect } from '../../shared/checkout/code-effect.ts';
import { CodePart } from '../../shared/checkout/code-part.tsx';
import { storedPromoCode, useOfferMoment, usePromotions } from '../../shared/checkout/promotions.ts';
import { PointsPart, useChosenPoints } from '../../shared/checkout/points-part.tsx';
import { useOffer } from '../../shared/checkout/use-offer.ts';
import { lastOrdersText, useLastOrders } from '../../shared/checkout/last-orders.tsx';
import { PriceSums } from '../../shared/checkout/bill-lines.tsx';
import { shownHeatName, LineDifferences } from '../../shared/order/line-words.tsx';
import { deliveryMissingText } from '../../shared/checkout/delivery-missing.ts';
import { useDeliveryTerms } from '../../shared/checkout/delivery-place.ts';
import { chargesBeforeAddress } from '../../shared/checkout/use-delivery.ts';
import { pauseText } from '../../shared/site/pace.ts';
import { type Location, useMe } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import { api } from '../../shared/api/api.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';
import styles from './cart-panel.module.css';

export function CartLines({ cart, location }: { cart: Cart; location: Location }) {
  useOrderedCartNotice(location);
  return (
    <ul className="ruled">
      {cart.map((line) => (
        <Line key={line.cartKey} line={line} locationId={placeOf(location)} />
      ))}
    </ul>
  );
}

function Line({ line, locationId }: { line: CartLine; locationId: string }) {
  function change(quantity: number) {
    changeCart(locationId, (cart) => {
      const { cart: changed, limitMessage } = setQuantity(cart, line.cartKey, quantity);
      if (limitMessage) toast.warning(limitMessage, { id: 'cart' });
      return changed;
    });
  }
  const remove = () => removeLine(locationId, line);
  return (
    <li className={`grid column-and-end align-center gap-6-12 ${styles.line}`}>
      <div>
        <p className="text-sm weight-600 leading-140">{line.name}</p>
        <LineDifferences {...line} heat={shownHeatName(line)} />
      </div>
      <Money
        cents={lineTotal({ unitPrice: line.price, quantity: line.quantity })}
        className="self-start text-sm weight-600"
      />
      <div className="row gap-4">
        {/* No maximum here: going over the limit shows its message. */}
        <Stepper
          label={line.name}
          value={line.quantity}
          onValue={(quantity) => (quantity < 1 ? remove() : change(quantity))}
        />
        <Link
          className={`inline-row touch-height text-sm weight-600 ${styles.change}`}
          to={paths.menuDish(locationId, line.id, line.cartKey)}
          preventScrollReset
        >
          <span>
            {say`Change`} <span className="sr-only">{line.name}</span>
          </span>
        </Link>
      </div>
      <IconButton label={say`Remove ${line.name}`} className={styles.remove} onClick={remove}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

/** The cart only announces the welcome offer (WelcomeOfferNote); the checkout applies it. */
const NO_WELCOME_OFFER = null;

/** The price of the cart with every fee that is known, as the law requires of the first total that a guest sees. */
function usePricedCart(cart: Cart, location: Location, typed: Promotion | null = null) {
  const type = useOrderType(location);
  const terms = useDeliveryTerms(location, type);
  const { promotions } = usePromotions(location, typed ? [typed] : []);
  const moment = useOfferMoment(location, type, chosenInstant(useOrderTime(location.id)));
  const { balance, points } = useChosenPoints();
  const without = useDeclinedCharges(location);
  // The checkout asks how many people come.
  const order = { orderType: type, partySize: ORDER_DEFAULTS.partySize };
  const chargesOn = (sum: Cents) =>
    terms ? { charges: deliveryCharges(terms, sum), most: null } : chargesBeforeAddress(location, type, sum);
  const priced = priceCart(cart, {
    taxation: taxationFromWire(location),
    tip: NO_TIP,
    moment,
    promotions,
    points,
    chargesFor: (sum) => [...chargesOn(sum).charges, ...chargesAt(location, { ...order, food: sum, without })],
    missingFor: (sum) => (terms ? amountUntilMinimum(terms, sum) : ZERO),
  });
  const { food } = priced;
  return {
    ...priced,
    balance,
    order: { ...order, food: foodSum(priced.lines) },
    codeEffect: codeEffect(typed, cart, moment, priced),
    mostDelivery: chargesOn(food).most,
    missing: terms && deliveryMissingText(terms, food),
  };
}

/** Above the button of the cart: a pause, the last orders, or what is missing to the minimum or to free delivery. */
export function CartHint({
  cart,
  location,
  pausedUntil,
  now,
}: {
  cart: Cart;
  location: Location;
  pausedUntil: Date | null;
  now: Date | null;
}) {
  const { missing } = usePricedCart(cart, location);
  const request = { orderType: useOrderType(location), dishes: cartQuantity(cart) };
  const last = useLastOrders(location, request, now);
  const isAsap = useOrderTime(location.id) === 'asap';
  const text = pausedUntil
    ? pauseText(pausedUntil, location.timeZone)
    : last && isAsap
      ? lastOrdersText(last, location.timeZone)
      : missing;
  return text && <p className={`text-sm surface round-md shadow-3 ${styles.missing}`}>{text}</p>;
}

/** The total, after “from” if the address decides about the delivery fee. It says that tax is in it, which the menu's prices lack. */
export function CartTotal({ cart, location }: { cart: Cart; location: Location }) {
  const { price, mostDelivery } = usePricedCart(cart, location);
  return (
    <span>
      <Total cents={price.total} mayBeMore={mostDelivery !== null} />
      {price.tax > 0 && <small className="weight-400"> {say`with tax`}</small>}
    </span>
  );
}

function Total({ cents, mayBeMore }: { cents: Cents; mayBeMore: boolean }) {
  return (
    <span>
      {mayBeMore && say`from`} <Money cents={cents} />
    </span>
  );
}

export function CartFoot({ cart, location }: { cart: Cart; location: Location }) {
  const [offerCode, setOfferCode] = useState(() => storedPromoCode.read() ?? '');
  const code = useOffer(location.id, NO_WELCOME_OFFER, {
    offerCode,
    change(typed) {
      setOfferCode(typed.offerCode);
      storedPromoCode.write(typed.offerCode || null);
    },
  });
  const priced = usePricedCart(cart, location, code.promotion);
  const { price, mostDelivery, missing, codeEffect: effect } = priced;
  return (
    <div className="stack gap-16 full-width" data-bottom-bar>
      <dl className="grid gap-8 text-sm">
        <PriceSums {...priced} />
      </dl>
      {missing && <p className="text-sm">{missing}</p>}
      <CodePart code={code} effect={effect} />
      <PointsPart balance={priced.balance} priced={priced} />
      <ChargesPart location={location} order={priced.order} />
      <WelcomeOfferNote />
      <LinkButton {...useCheckoutLink(location.id)} size="lg" block spread>
        <span>{say`Checkout`}</span>
        <Total cents={price.total} mayBeMore={mostDelivery !== null} />
      </LinkButton>
      {mostDelivery !== null && <p className="hint">{say`The delivery fee depends on your address.`}</p>}
    </div>
  );
}

/** That the welcome offer of a signed-in customer applies at checkout, or why it does not. */
function WelcomeOfferNote() {
  const uid = useMe()?.uid;
  // The cart does without the note when the server is out of reach; checkout asks again.
  const { answer: welcome } = useAnswer(uid ?? null, (signal) => api('getWelcomeOffer', { query: {} }, { signal }));
  const text = welcome?.offer
    ? say`Your welcome offer takes ${percentText(welcome.offer.percentOff)} off each dish at checkout.`
    : welcome?.problem?.message;
  return text && <p className="hint">{text}</p>;
}
