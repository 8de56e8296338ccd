import { say } from '@tiffin/domain/core';
import { Banner } from '../../ui/banner.tsx';
import { useOrderType } from '../cart/order-type.tsx';
import { pausedUntilText, usePace } from './pace.ts';
import type { Location } from './site.ts';

/** A note that the kitchen is paused or needs longer than usual; empty otherwise. */
export function PaceNote({ location }: { location: Location }) {
  const { pausedUntil, plus } = usePace(location, useOrderType(location));
  if (!location.isActive || (pausedUntil === null && plus === 0)) return null;
  return pausedUntil === null ? (
    <Banner announce="status" title={say`We are busy: about ${plus} minutes longer than usual`} />
  ) : (
    <Banner tone="warn" announce="status" title={pausedUntilText(pausedUntil, location.timeZone)}>
      {say`The kitchen is very busy. Your order stays here.`}
    </Banner>
  );
}
