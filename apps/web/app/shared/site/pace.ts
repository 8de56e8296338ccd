import { useState } from 'react';
import { inForce, paceOf, type OrderType } from '@tiffin/domain/order';
import { formatTime, otherDay } from '../../ui/format.ts';
import { useMoment } from '../live/use-moment.ts';
import { serverNow } from '../live/server-clock.ts';
import { paceTexts } from './pace-texts.ts';
import type { Location } from './site.ts';

/** The pause or busy period for this order type. The page was rendered during it; its end follows the clock. */
export function usePace(location: Location, type: OrderType): ReturnType<typeof paceOf> {
  const [shownRate, setShownRate] = useState(0);
  const paces = location.pace ?? [];
  const now = new Date(shownRate);
  const [first] = inForce(paces, now)
    .map(({ until }) => until)
    .toSorted();
  useMoment(first, () => setShownRate(serverNow().getTime()));
  return paceOf(paces, type, now);
}

/** 'Takes orders again at 6:35 p.m.', '… tomorrow at 11:30 a.m.' */
export function pausedWords(until: Date, zone: string): string {
  const day = otherDay(until, serverNow(), zone);
  const time = formatTime(until, 'time', zone);
  return day === null ? paceTexts.againAt(time) : paceTexts.againOn(day, time);
}
