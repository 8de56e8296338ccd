import { addMinutes } from '@tiffin/domain/core';
import { estimatedReadyAt, promisedWindow, type OrderType } from '@tiffin/domain/order';
import { api } from '../api/api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { usePace } from '../site/pace.ts';
import type { Location } from '../site/site.ts';
import { formatTimeRange, formatTime } from '../../ui/format.ts';

const NO_PACE = { plus: 0, pausedUntil: null };
const REFRESH_MS = 3 * 60_000;

interface SoonestRequest {
  readonly orderType: OrderType;
  readonly dishes: number;
  /** The time for the delivery, if known. */
  readonly wayMinutes?: number;
  /** The next opening, if the location is closed and the order is for then. */
  readonly opensAt?: string | null;
  readonly isEnabled: boolean;
  /** Pauses and delays for guests do not apply at the till. */
  readonly by?: 'guest' | 'till';
}

interface TimeWindow {
  readonly from: string | Date;
  readonly to: string | Date;
}

/** The soonest time as a text, with its day if that is another opening. Null if no time is promised. */
export function useSoonestTime(location: Location, request: SoonestRequest, now: Date | null): string | null {
  const window = useSoonestWindow(location, request, now);
  return window && soonestText(window, location, request.opensAt);
}

export function soonestText({ from, to }: TimeWindow, { timeZone }: Location, opensAt: string | null = null): string {
  const time = formatTimeRange(from, to, timeZone);
  return opensAt === null ? time : `${formatTime(to, 'weekday', timeZone)}, ${time}`;
}

/**
 * When an order would be ready as soon as possible. The server knows the kitchen's queue; without its response the
 * general rule is used. Null if no time is promised.
 */
export function useSoonestWindow(location: Location, request: SoonestRequest, now: Date | null): TimeWindow | null {
  const { orderType, dishes, wayMinutes = 0, opensAt = null, isEnabled, by = 'guest' } = request;
  const pace = usePace(location, orderType);
  const { plus, pausedUntil } = by === 'till' ? NO_PACE : pace;
  const turn = now === null ? null : Math.floor(now.getTime() / REFRESH_MS);
  const key = JSON.stringify([location.id, orderType, dishes, wayMinutes, opensAt, plus, pausedUntil, by]);
  const isKnowable = isEnabled && turn !== null && dishes > 0;
  const query = {
    locationId: location.id,
    orderType,
    dishes: String(dishes),
    wayMinutes: String(wayMinutes),
    agreesToWait: opensAt === null ? undefined : 'true',
    by: by === 'till' ? by : undefined,
    only: 'soonest',
  } as const;
  // On failure the general rule is used; the server promises the actual time when the order is placed.
  const { answer } = useAnswer(isKnowable ? key : null, (signal) => api('getReadyTimes', { query }, { signal }), turn);
  if (now === null || !isKnowable || pausedUntil !== null) return null;
  const soonest = answer?.soonest;
  if (soonest === null && opensAt === null) return null;
  const estimate = () => {
    const ready = estimatedReadyAt({ orderType, dishes }, now, opensAt === null ? null : new Date(opensAt));
    // The quote counts only for a range learned from past orders, which this page does not know.
    return promisedWindow(addMinutes(ready, (opensAt === null ? plus : 0) + wayMinutes), { quote: 0 });
  };
  // An older server sends only the end.
  return soonest ? { from: soonest.from ?? soonest.readyAt, to: soonest.to ?? soonest.readyAt } : estimate();
}

interface SoonestLineProps {
  location: Location;
  now: Date;
  formatLine: (time: string) => string;
  orderType: OrderType;
  dishes: number;
}

/** The soonest time as a line, for places without a form. */
export function SoonestLine({ location, now, formatLine, ...request }: SoonestLineProps) {
  const soonest = useSoonestTime(location, { ...request, isEnabled: true }, now);
  return soonest && formatLine(soonest);
}
