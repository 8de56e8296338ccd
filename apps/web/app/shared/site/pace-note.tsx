import { say } from '@tiffin/domain/core';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { setOrderTime, useOrderTime } from '../cart/order-time.ts';
import { useOrderType } from '../cart/order-type.tsx';
import { pauseText, usePace } from './pace.ts';
import type { Location } from './site.ts';

/** A note that the kitchen is paused or needs longer than usual; empty otherwise, and for an order for later. */
export function PaceNote({ location }: { location: Location }) {
  const { pausedUntil, plus } = usePace(location, useOrderType(location));
  const isAsap = useOrderTime(location.id) === 'asap';
  if (!location.isActive || !isAsap || (pausedUntil === null && plus === 0)) return null;
  return pausedUntil === null ? (
    <Banner announce="status" title={say`We are busy: about ${plus} minutes longer than usual`} />
  ) : (
    <Banner
      tone="warn"
      announce="status"
      title={pauseText(pausedUntil, location.timeZone)}
      action={<BannerButton label={say`Order for later`} onClick={() => setOrderTime(location.id, 'unchosen')} />}
    />
  );
}
