import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import type { Day, Slot } from './booking.ts';

/** How often the free times on the screen are reloaded, because others book too. */
const LOOK_AGAIN_MS = 5_000;

interface Loaded<T> {
  /** The request that this result belongs to. It stays on the screen until the next result arrives. */
  readonly key: string;
  readonly answer: T | null;
  readonly problem: string | null;
}

export interface Availability<T> {
  readonly answer: T | null;
  readonly problem: string | null;
  /** True while the shown result belongs to an earlier request. */
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Loads and reloads while the page is visible. Drops results that arrive too late. */
function useAvailability<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  everyMs: number,
  initial: Loaded<T> | null = null,
): Availability<T> {
  const [loaded, setLoaded] = useState<Loaded<T> | null>(initial);
  const [attempt, setAttempt] = useState(0);
  const askNow = useEffectEvent(ask);
  const exists = useEffectEvent(() => loaded?.key === key && loaded.problem === null);

  useEffect(() => {
    if (key === null) return undefined;
    const stop = new AbortController();
    const look = () => {
      askNow(stop.signal).then(
        (answer) => setLoaded({ key, answer, problem: null }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          // A short outage does not clear the screen.
          setLoaded((before) =>
            before?.key === key && before.answer !== null
              ? before
              : { key, answer: null, problem: reservationErrorText(error) },
          );
        },
      );
    };
    if (attempt > 0 || !exists()) look();
    const onSight = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) look();
    };
    const timer = setInterval(onSight, everyMs);
    document.addEventListener('visibilitychange', onSight);
    addEventListener('online', onSight);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onSight);
      removeEventListener('online', onSight);
    };
  }, [key, everyMs, attempt]);

  return {
    answer: loaded?.answer ?? null,
    problem: loaded?.key === key ? (loaded?.problem ?? null) : null,
    isLoading: key !== null && loaded?.key !== key,
    reload: () => setAttempt((count) => count + 1),
  };
}

export interface AvailableDays {
  readonly days: readonly Day[];
  readonly timeZone: string;
}

export function useAvailableDays(
  locationId: string,
  partySize: number,
  initial: { key: string; answer: AvailableDays | null; problem: string | null },
): Availability<AvailableDays> {
  return useAvailability(
    daysKey(locationId, partySize),
    (signal) => api('getReservationDays', { query: { locationId, partySize } }, { signal }),
    60_000,
    initial,
  );
}

export function daysKey(locationId: string, partySize: number): string {
  return `${locationId} ${partySize}`;
}

export interface AvailableSlots {
  readonly date: string;
  readonly slots: readonly Slot[];
  readonly isClosed: boolean;
}

export function useAvailableSlots(
  locationId: string,
  partySize: number,
  date: string | null,
  /** The id of a reservation that is changed, whose seats count as free. */
  changing?: string,
): Availability<AvailableSlots> {
  return useAvailability(
    date === null ? null : `${locationId} ${partySize} ${date}`,
    async (signal) => {
      const day = date ?? '';
      const answer = await api(
        'getReservationSlots',
        { query: { locationId, partySize, date: day, changing } },
        { signal },
      );
      return { date: day, ...answer };
    },
    LOOK_AGAIN_MS,
  );
}
