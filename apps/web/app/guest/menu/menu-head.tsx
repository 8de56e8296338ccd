import { lazy, Suspense } from 'react';
import { ChevronDown } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { addressLine } from '@tiffin/domain/locations';
import { useAskLocation } from '../../shared/cart/ask-location.tsx';
import { OrderTypeChoice, useOrderType } from '../../shared/cart/order-type.tsx';
import { usePace } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import { OpenBadge } from '../../ui/badge.tsx';
import styles from './menu.module.css';

/** The location, whether it is open, and the order type. */
export function MenuHead({ location }: { location: Location }) {
  const type = useOrderType(location);
  const { pausedUntil } = usePace(location, type);
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
const DeliveryNote = lazy(async () => ({ default: (await loadDeliveryNote()).DeliveryNote }));
const PaceNote = lazy(async () => ({ default: (await import('../../shared/site/pace-note.tsx')).PaceNote }));
const NoOrdersNote = lazy(async () => ({
  default: (await import('../../shared/site/no-orders-note.tsx')).NoOrdersNote,
}));

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
