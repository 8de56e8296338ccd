import { useState } from 'react';
import { activePacingPeriods, currentPacing, type OrderType } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
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

/** 'Takes orders again at 6:35 p.m.', '… tomorrow at 11:30 a.m.' */
export function pausedUntilText(until: Date, zone: string): string {
  const day = dayUnlessToday(until, serverNow(), zone);
  const time = formatTime(until, 'time', zone);
  return day === null ? say`Takes orders again at ${time}` : say`Takes orders again ${day} at ${time}`;
}
