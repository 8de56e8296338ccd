import { useState } from 'react';
import { activePacingPeriods, currentPacing, pausedUntilText, type OrderType } from '@tiffin/domain/order';
import { formatTime, dayUnlessToday } from '../../ui/format.ts';
import { useRunAt } from '../live/use-moment.ts';
import { serverNow } from '../live/server-clock.ts';
import type { Location } from './site.ts';

/** The pause or busy period for this order type. The page was rendered during it; its end follows the clock. */
export function usePace(location: Location, type: OrderType): ReturnType<typeof currentPacing> {
  const [shownRate, setShownRate] = useState(0);
  const paces = location.pace ?? [];
  const now = new Date(shownRate);
  const [first] = activePacingPeriods(paces, now)
    .map(({ until }) => until)
    .toSorted();
  useRunAt(first, () => setShownRate(serverNow().getTime()));
  return currentPacing(paces, type, now);
}

/** When ordering goes on, and that or for when one can order now, in words. */
export function pauseText(until: Date, zone: string, firstTime?: string): string {
  const now = serverNow();
  const orderFor = firstTime ? dayUnlessToday(new Date(firstTime), now, zone, 'weekday') : null;
  return pausedUntilText(formatTime(until, 'time', zone), dayUnlessToday(until, now, zone), orderFor);
}
