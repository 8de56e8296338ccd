import { useState } from 'react';
import { inForce, paceOf, type OrderType } from '@tiffin/domain/order';
import { Banner } from '../../ui/banner.tsx';
import { formatTime, otherDay } from '../../ui/format.ts';
import { useOrderType } from '../cart/order-type.tsx';
import { useAt } from '../live/at.ts';
import { serverNow } from '../live/server-clock.ts';
import type { Location } from './site.ts';

const texts = {
  paused: (when: string) => `Takes orders again ${when}`,
  pausedText: 'The kitchen has its hands full. What you choose waits here.',
  busy: (plus: number) => `We are busy: about ${plus} minutes longer than usual`,
} as const;

/** What holds orders of this kind back. The page was made while it was in force; its end comes by the clock. */
export function usePace(location: Location, type: OrderType): ReturnType<typeof paceOf> {
  const [seen, setSeen] = useState(0);
  const paces = location.pace ?? [];
  const now = new Date(seen);
  const [first] = inForce(paces, now)
    .map(({ until }) => until)
    .toSorted();
  useAt(first, () => setSeen(serverNow().getTime()));
  return paceOf(paces, type, now);
}

/** 'at 6:35 p.m.', 'tomorrow at 11:30 a.m.' */
export function pausedWords(until: Date, zone: string): string {
  const day = otherDay(until, serverNow(), zone);
  return texts.paused(`${day === null ? '' : `${day} `}at ${formatTime(until, 'time', zone)}`);
}

/** That the kitchen takes no orders for a while, or needs longer than usual; nothing while all is as usual. */
export function PaceNote({ location }: { location: Location }) {
  const { pausedUntil, plus } = usePace(location, useOrderType(location));
  if (!location.isActive || (pausedUntil === null && plus === 0)) return null;
  return pausedUntil === null ? (
    <Banner announce="status" title={texts.busy(plus)} />
  ) : (
    <Banner tone="warn" announce="status" title={pausedWords(pausedUntil, location.timeZone)}>
      {texts.pausedText}
    </Banner>
  );
}
