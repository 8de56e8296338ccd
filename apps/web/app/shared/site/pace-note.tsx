import { useEffect, useState } from 'react';
import { cartQuantity } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { useCart } from '../cart/carts.ts';
import { setOrderTime, useOrderTime, type OrderTime } from '../cart/order-time.ts';
import { useOrderType } from '../cart/order-type.tsx';
import { useTimes } from '../checkout/choose-time.tsx';
import { pauseText, usePace } from './pace.ts';
import type { Location } from './site.ts';

interface Props {
  location: Location;
  /** The time for the delivery, if known. */
  wayMinutes?: number;
  /** Chooses the earliest later time during a pause, until the guest chooses. */
  choosesTimeAfterPause?: boolean;
}

/** A note that the kitchen is paused or needs longer than usual; empty otherwise, and when the guest chose a time. */
export function PaceNote({ location, wayMinutes = 0, choosesTimeAfterPause = false }: Props) {
  const orderType = useOrderType(location);
  const { pausedUntil, plus } = usePace(location, orderType);
  const isPaused = location.isActive && pausedUntil !== null;
  const dishes = cartQuantity(useCart(location.id)) || 1;
  const { answer: times } = useTimes(
    { locationId: location.id, orderType, dishes, wayMinutes, by: 'guest' },
    { isEnabled: isPaused },
  );
  const first = times?.days[0]?.times[0];
  const at = useOrderTime(location.id);
  const [suggested, setSuggested] = useState<OrderTime>('asap');
  const chooseFirst = () => setOrderTime(location.id, (first ?? 'unchosen') as OrderTime);
  if (choosesTimeAfterPause && isPaused && first !== undefined && at === suggested && at !== first)
    setSuggested(first as OrderTime);
  useEffect(() => {
    if (suggested !== 'asap') setOrderTime(location.id, suggested);
  }, [suggested, location.id]);
  if (!location.isActive || (at !== 'asap' && at !== suggested) || (pausedUntil === null && plus === 0)) return null;
  if (pausedUntil === null)
    return <Banner announce="status" title={say`We are busy: about ${plus} minutes longer than usual`} />;
  return (
    <Banner
      tone="warn"
      announce="status"
      title={pauseText(pausedUntil, location.timeZone, first)}
      action={at === 'asap' && <BannerButton label={say`Order for later`} onClick={chooseFirst} />}
    />
  );
}
