import { Suspense } from 'react';
import { ChevronDown } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { addressLine } from '@tiffin/domain/locations';
import { cartQuantity } from '@tiffin/domain/cart';
import { useAskLocation } from '../../shared/cart/ask-location.tsx';
import { useCart } from '../../shared/cart/carts.ts';
import { OrderTypeChoice, useOrderType } from '../../shared/cart/order-type.tsx';
import { useReload } from '../../shared/live/revalidate.ts';
import { useRunAt } from '../../shared/live/use-moment.ts';
import { latePart } from '../../shared/offline/late-part.ts';
import { useNow } from '../../shared/page/now.ts';
import { isNearClosing, usePace } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import { OpenBadge } from '../../ui/badge.tsx';
import styles from './menu.module.css';

/** The location, whether it is open, and the order type. */
export function MenuHead({ location }: { location: Location }) {
  const type = useOrderType(location);
  const { pausedUntil } = usePace(location, type);
  const dishes = cartQuantity(useCart(location.id));
  const now = useNow();
  // A page that stays open notices the hour.
  useRunAt((location.isOpen ? location.closesAt : location.nextOpening) ?? undefined, useReload());
  const preloadDeliveryNote = () => {
    if (location.delivers) loadDeliveryNote().catch(() => undefined);
  };
  return (
    // Loaded as soon as the pointer or the focus comes near, so that it is there when a guest chooses delivery.
    <div className={`grid gap-16 ${styles.head}`} onPointerOver={preloadDeliveryNote} onFocus={preloadDeliveryNote}>
      <div>
        <h1>
          <LocationSwitch location={location} />
        </h1>
        <p className={`row flex-wrap text-sm soft ${styles.facts}`}>
          {/* Beside a pause, the green mark would say the opposite. */}
          {pausedUntil === null ? (
            <OpenBadge open={location.isOpen}>{location.openText}</OpenBadge>
          ) : (
            <span>{location.openText}</span>
          )}
          <span>{addressLine(location)}</span>
        </p>
      </div>
      {/* Loaded on demand, because few menus need it. */}
      {location.pace && location.pace.length > 0 && (
        <Suspense fallback={null}>
          <PaceNote location={location} />
        </Suspense>
      )}
      {pausedUntil === null && isNearClosing(location, now) && (
        <Suspense fallback={null}>
          <LastOrdersNote location={location} orderType={type} dishes={dishes} now={now} />
        </Suspense>
      )}
      {location.takesMoney === false && (
        <Suspense fallback={null}>
          <NoOrdersNote location={location} />
        </Suspense>
      )}
      <OrderTypeChoice location={location} className={styles.type ?? ''} />
      {type === 'delivery' && (
        <Suspense fallback={null}>
          <DeliveryNote location={location} />
        </Suspense>
      )}
    </div>
  );
}

const loadDeliveryNote = () => import('./delivery-note.tsx');
const DeliveryNote = latePart(async () => (await loadDeliveryNote()).DeliveryNote);
const PaceNote = latePart(async () => (await import('../../shared/site/pace-note.tsx')).PaceNote);
const LastOrdersNote = latePart(async () => (await import('../../shared/checkout/last-orders.tsx')).LastOrdersNote);
const NoOrdersNote = latePart(async () => (await import('../../shared/site/no-orders-note.tsx')).NoOrdersNote);

function LocationSwitch({ location }: { location: Location }) {
  const { ask, question } = useAskLocation(location);
  return (
    <>
      <button
        type="button"
        className={`inline-row gap-8 touch-height no-padding text-left ${styles.switch}`}
        aria-label={say`${location.name}, change location`}
        aria-haspopup="dialog"
        onClick={ask}
      >
        {location.name}
        <ChevronDown className="faint" />
      </button>
      {question}
    </>
  );
}
