import type { ReactNode } from 'react';
import { cartQuantity, priceCart, type Cart, type PricedCart } from '@tiffin/domain/cart';
import {
  cashDue,
  foodSum,
  lineTotal,
  priceAfterOffer,
  takenOff,
  taxationFromWire,
  NO_TIP,
} from '@tiffin/domain/pricing';
import type { payWithGiftCard } from '@tiffin/domain/payment';
import { welcomeOfferOf, type OfferMoment, type OrderType, type Promotion, type RuleKind } from '@tiffin/domain/order';
import { cents, percentText, say, ZERO, type Cents } from '@tiffin/domain/core';
import { amountUntilMinimum } from '@tiffin/domain/delivery';
import { formatMoney, coin, currency } from '../../ui/format.ts';
import { paths } from '../../paths.ts';
import { BillDish, BillSum, BillTotal, PriceSums } from '../../shared/checkout/bill-lines.tsx';
import { shownHeatName, LineDifferences } from '../../shared/order/line-words.tsx';
import { TextLink } from '../../ui/link.tsx';
import { chargesAt, type ChargesPart } from '../../shared/checkout/charges-part.tsx';
import { knownCharges, type Delivery } from '../../shared/checkout/use-delivery.ts';
import { texts } from './texts.ts';
import type { Location } from '../../shared/site/site.ts';
import { tipChoice, type Draft } from './draft.ts';
import type { useChosenPoints } from '../../shared/checkout/points-part.tsx';
import billStyles from '../../shared/payment/payment.module.css';
import styles from './checkout.module.css';

const TAX_NOTES = {
  'with-tax': {
    delivered: say`Tax applies to the food and the delivery. The tip is added after tax.`,
    charged: say`Tax applies to the food and the charges. The tip is added after tax.`,
    food: say`Tax applies to the food only. The tip is added after tax.`,
  },
  'before-tax': {
    delivered: say`Tax applies to the food and the delivery. Suggested tips are calculated on the food before tax.`,
    charged: say`Tax applies to the food and the charges. Suggested tips are calculated on the food before tax.`,
    food: say`Tax applies to the food only. Suggested tips are calculated before tax.`,
  },
};

interface Bill extends PricedCart {
  readonly cart: Cart;
  /** What the code of the welcome mail saves, as a sentence; null without it. */
  readonly offer: string | null;
  /** The highest delivery fee while the address is not known; otherwise null. */
  readonly mostDelivery: Cents | null;
  /** What its charges depend on. */
  readonly charged: Parameters<typeof ChargesPart>[0]['order'];
}

/** The price of the dishes at this location, with the chosen tip and the offer with which the guest pays least. */
export function priceCheckout(
  cart: Cart,
  location: Location,
  { promotions, points, moment }: CheckoutOffers,
  draft: Draft,
  {
    type,
    delivery,
    without,
  }: { readonly type: OrderType; readonly delivery: Delivery; readonly without: readonly RuleKind[] },
): Bill {
  const chargesOn = (food: Cents) => knownCharges(delivery, location, type, food);
  const order = { orderType: type, partySize: Number(draft.partySize) };
  const priced = priceCart(cart, {
    taxation: taxationFromWire(location),
    // The tip may have been chosen at another location that asks for tips.
    tip: location.asksTips === false ? NO_TIP : tipChoice(draft, location.guestTipPercents),
    moment,
    promotions,
    points,
    chargesFor: (food) => [...chargesOn(food).charges, ...chargesAt(location, { ...order, food, without })],
    missingFor: (food) => (delivery.is === 'inside' ? amountUntilMinimum(delivery.terms, food) : ZERO),
  });
  const welcome = priced.promotion && welcomeOfferOf(priced.promotion);
  const saved = takenOff(priced.adjustments, welcome?.code ?? '');
  return {
    ...priced,
    cart: welcome ? cart.map((line) => ({ ...line, price: priceAfterOffer(line.price, welcome.percentOff) })) : cart,
    charged: { ...order, food: foodSum(priced.lines) },
    mostDelivery: chargesOn(priced.food).most,
    offer:
      welcome &&
      say`${percentText(welcome.percentOff)} off your first order, with ${welcome.code}: you save ${formatMoney(saved)}`,
  };
}

/** What may lower the price, and the moment at which it must apply. */
export interface CheckoutOffers {
  readonly promotions: readonly Promotion[];
  readonly points: ReturnType<typeof useChosenPoints>['points'];
  readonly moment: OfferMoment;
}

function taxNote({ charges }: Bill, tipBase: Location['tipBase']): string {
  const taxed = charges.filter(({ amount, off = ZERO, taxClass }) => amount > off && taxClass !== 'untaxed');
  const isDelivery = taxed.every(({ kind }) => kind === 'delivery');
  return TAX_NOTES[tipBase][taxed.length === 0 ? 'food' : isDelivery ? 'delivered' : 'charged'];
}

/** From about this many lines on, the list is higher than its box and scrolls. */
const LINES_WITHOUT_SCROLLING = 6;

/** The dishes; on wide screens also the sums, as children. */
export function OrderSummary({
  bill: { cart, offer },
  location,
  type,
  children,
}: {
  bill: Bill;
  location: Pick<Location, 'id' | 'name'>;
  type: string;
  children?: ReactNode;
}) {
  return (
    <aside className={`self-start round-lg surface shadow-1 ${styles.summary}`} aria-labelledby="order-summary">
      <div className="row flex-wrap between gap-8">
        <h2 id="order-summary" className="text-xl">
          {say`Order summary`}
        </h2>
        <TextLink href={paths.menu(location.id)}>{say`Edit`}</TextLink>
      </div>
      <p className={`text-sm soft ${styles.where}`}>
        {location.name || say`Selected Location`}, {type}. {texts.counts(cartQuantity(cart), cart.length)}
      </p>
      {/* A long order scrolls inside and can be scrolled with the keyboard. */}
      <ul
        className={`grid gap-14 scroll-y ${billStyles.dishes} ${styles.lines}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={cart.length > LINES_WITHOUT_SCROLLING ? 0 : undefined}
      >
        {cart.map((line) => (
          <BillDish
            key={line.cartKey}
            dish={line}
            cents={lineTotal({ unitPrice: line.price, quantity: line.quantity })}
          >
            <LineDifferences {...line} heat={shownHeatName(line)} />
          </BillDish>
        ))}
      </ul>
      {offer && <p className={`above-16 text-sm weight-550 ${styles.offer}`}>{offer}</p>}
      {children}
    </aside>
  );
}

/** The sums from the subtotal to the total, what a gift card pays, and notes about tax and cash rounding. */
export function OrderSums({
  bill,
  tipBase,
  giftPayment,
  paysCash,
}: {
  bill: Bill;
  tipBase: Location['tipBase'];
  giftPayment?: ReturnType<typeof payWithGiftCard>;
  paysCash: boolean;
}) {
  const { price } = bill;
  const { due, rounding } = cashDue(giftPayment?.rest ?? price.total, coin);
  return (
    <div className={styles.sums}>
      <dl className="grid gap-8 text-sm">
        <PriceSums {...bill} />
        {price.tip > 0 && <BillSum label={say`Tip`} cents={price.tip} />}
        <BillTotal label={say`Total (${currency})`} cents={price.total} />
        {giftPayment && giftPayment.pays > 0 && (
          <>
            <BillSum label={say`Gift card`} cents={cents(0 - giftPayment.pays)} />
            <BillTotal label={say`To pay`} cents={giftPayment.rest} />
          </>
        )}
      </dl>
      {price.tax > 0 && <p className="hint above-12">{taxNote(bill, tipBase)}</p>}
      {paysCash && rounding !== 0 && <p className="hint above-12">{say`Cash total, rounded: ${formatMoney(due)}`}</p>}
    </div>
  );
}
