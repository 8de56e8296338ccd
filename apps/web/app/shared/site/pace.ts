import { useState } from 'react';
import { activePacingPeriods, currentPacing, pausedUntilText, type OrderType } from '@tiffin/domain/order';
import { formatTime, dayUnlessToday } from '../../ui/format.ts';
import { useRunAt } from '../live/use-moment.ts';
import { serverNow } from '../live/server-clock.ts';
import type { Location } from './site.ts';

/** The pause or busy period for this order type, as the server rendered it until the clock passes its end. */
export function usePace(location: Location, type: OrderType): ReturnType<typeof currentPacing> {
  const [shownAt, setShownAt] = useState(0);
  const paces = location.pace ?? [];
  const now = new Date(shownAt);
  const [first] = activePacingPeriods(paces, now)
    .map(({ until }) => until)
    .toSorted();
  useRunAt(first, () => setShownAt(serverNow().getTime()));
  return currentPacing(paces, type, now);
}

const MINUTE_MS = 60_000;
/** So long before closing the server is asked for the last orders. Few kitchens take longer. */
const CLOSING_CHECK_MINUTES = 180;

/** True shortly before closing, when there may be a last order. */
export function isNearClosing({ isActive, closesAt }: Location, now: Date | null): now is Date {
  if (now === null || !isActive || closesAt === undefined) return false;
  const msLeft = Date.parse(closesAt) - now.getTime();
  // After the hour the page loads anew. A device whose clock is days ahead asks for nothing.
  return msLeft > 0 && msLeft < CLOSING_CHECK_MINUTES * MINUTE_MS;
}

/** Says when the pause ends and, with `firstTime`, for when a guest can order meanwhile. */
export function pauseText(until: Date, zone: string, firstTime?: string): string {
  const now = serverNow();
  const orderFor = firstTime ? dayUnlessToday(new Date(firstTime), now, zone, 'weekday') : null;
  return pausedUntilText(formatTime(until, 'time', zone), dayUnlessToday(until, now, zone), orderFor);
}
