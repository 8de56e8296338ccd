import { lazy, Suspense } from 'react';
import { cartQuantity, type Cart } from '@tiffin/domain/cart';
import { orderTypeAtLocationText, promisesArrival } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import plate from '../../assets/dishes/plate.svg';
import { formatTime } from '../../ui/format.ts';
import { useOrderType } from '../../shared/cart/order-type.tsx';
import { chosenInstant, useOrderTime } from '../../shared/cart/order-time.ts';
import { isNearClosing, pauseText, usePace } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';

const itemsText = (count: number) => (count === 1 ? say`1 item` : say`${count} items`);

/** Loaded only when the cart has dishes. */
const SoonestLine = lazy(() =>
  import('../../shared/checkout/soonest.tsx').then(
    (module) => ({ default: module.SoonestLine }),
    () => ({ default: () => null }),
  ),
);

const LastOrdersLine = lazy(() =>
  import('../../shared/checkout/last-orders.tsx').then(
    (module) => ({ default: module.LastOrdersLine }),
    () => ({ default: () => null }),
  ),
);

export function CartHead({ cart, location, now }: { cart: Cart; location: Location; now: Date | null }) {
  const type = useOrderType(location);
  const { pausedUntil } = usePace(location, type);
  const chosen = chosenInstant(useOrderTime(location.id));
  const count = cartQuantity(cart);
  return (
    <p className="text-sm soft">
      {orderTypeAtLocationText(location.name, type)}
      {now && count > 0 && pausedUntil === null && chosen === null && location.isOpen && (
        <Suspense>
          <SoonestLine
            location={location}
            now={now}
            orderType={type}
            dishes={count}
            formatLine={(time: string) =>
              promisesArrival(type) ? say`, arriving about ${time}` : say`, ready about ${time}`
            }
          />
        </Suspense>
      )}
      {chosen !== null && say`, ready ${formatTime(chosen, 'weekday-time', location.timeZone)}`}
      {count > 0 && pausedUntil === null && chosen === null && isNearClosing(location, now) && (
        <Suspense>
          <LastOrdersLine location={location} now={now} orderType={type} dishes={count} />
        </Suspense>
      )}
      {pausedUntil && chosen === null && `. ${pauseText(pausedUntil, location.timeZone)}`}
    </p>
  );
}

export function CartCount({ cart }: { cart: Cart }) {
  return <Badge tone="plum">{itemsText(cartQuantity(cart))}</Badge>;
}

export function NothingInCart() {
  return (
    <EmptyState
      level={3}
      title={say`Nothing here yet`}
      text={say`Choose a dish. It stays here even if you close the page.`}
      picture={<StateArt src={plate} />}
    />
  );
}
