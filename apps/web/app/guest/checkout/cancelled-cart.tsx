import { cartQuantity, type Cart } from '@tiffin/domain/cart';
import { orderTypeAtLocationText, orderTypeGoesTo, orderTypeLabel, type WelcomeOffer } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import type { Me } from '../../shared/api/server-context.ts';
import { chosenInstant, useOrderTime } from '../../shared/cart/order-time.ts';
import { useOrderType } from '../../shared/cart/order-type.tsx';
import { SoonestLine } from '../../shared/checkout/soonest.tsx';
import { useDelivery } from '../../shared/checkout/use-delivery.ts';
import { useNow } from '../../shared/page/now.ts';
import type { Location } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { useDraft } from './draft.ts';
import { OrderSummary, OrderSums } from './order-summary.tsx';
import { useBill, useOffers } from './use-checkout-state.ts';
import styles from './checkout.module.css';

interface Props {
  me: Me;
  location: Location;
  cart: Cart;
  /** The offer of the customer's welcome mail. */
  mailedOffer: WelcomeOffer | null;
}

/** What the guest was about to pay, and how to pay for it after all. */
export function CancelledCart({ me, location, cart, mailedOffer }: Props) {
  const type = useOrderType(location);
  const { draft, change } = useDraft(me);
  const when = useOrderTime(location.id);
  const { offers } = useOffers(location, mailedOffer, { draft, change }, type, chosenInstant(when));
  const deliveryState = useDelivery(location, type, draft);
  const { bill, leavesAtDoor } = useBill({ location, cart, cards: true, deliveryState }, type, draft, offers);
  const isAsap = when === 'asap';
  const now = useNow();
  const isDelivery = orderTypeGoesTo(type, 'address');
  const checkoutUrl = paths.checkout({ location: location.id });
  return (
    <div className={`stack gap-24 ${styles.columns}`}>
      <div className="stack content-start gap-16">
        {now && isAsap && location.isOpen && !isDelivery && (
          <p className={`round-md tinted ${styles.known}`}>
            <b className="block">{orderTypeAtLocationText(location.name, type)}</b>
            <SoonestLine
              location={location}
              now={now}
              orderType={type}
              dishes={cartQuantity(cart)}
              formatLine={(time) => say`Order now and it’s ready about ${time}`}
            />
          </p>
        )}
        <LinkButton href={checkoutUrl} size="lg" block spread>
          <span>{say`Try Again`}</span>
          <Money cents={bill.price.total} />
        </LinkButton>
        {!leavesAtDoor && (
          <LinkButton href={checkoutUrl} look="plain" size="lg" block onClick={() => change({ payment: 'cash' })}>
            {isDelivery ? say`Pay cash at the door` : say`Pay cash at the restaurant`}
          </LinkButton>
        )}
        <LinkButton href={paths.menuStart()} look="bare">
          {say`Back to Menu`}
        </LinkButton>
      </div>
      <OrderSummary bill={bill} location={location} type={orderTypeLabel(type)}>
        <OrderSums bill={bill} tipBase={location.tipBase} paysCash={false} />
      </OrderSummary>
    </div>
  );
}
