import { useState } from 'react';
import { activePacingPeriods, currentPacing, type OrderType } from '@tiffin/domain/order';
import { endWithFullStop, say } from '@tiffin/domain/core';
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

/** 'Ordering is paused until 6:35 p.m. You can order for later now.' */
export function pausedUntilText(until: Date, zone: string): string {
  const day = dayUnlessToday(until, serverNow(), zone);
  // '7:02 p.m.' ends with a full stop already, '19 h 02' does not.
  const time = endWithFullStop(formatTime(until, 'time', zone));
  return day === null
    ? say`Ordering is paused until ${time} You can order for later now.`
    : say`Ordering is paused until ${day}, ${time} You can order for later now.`;
}
