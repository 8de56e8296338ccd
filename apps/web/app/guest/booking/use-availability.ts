import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import type { Day, Slot } from './booking.ts';

/** How often what is on the screen is reloaded, because others book too. */
const SLOTS_RELOAD_MS = 5_000;
const DAYS_RELOAD_MS = 60_000;

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
  request: (signal: AbortSignal) => Promise<T>,
  everyMs: number,
  initial: Loaded<T> | null = null,
): Availability<T> {
  const [loaded, setLoaded] = useState<Loaded<T> | null>(initial);
  const [attempt, setAttempt] = useState(0);
  const requestNow = useEffectEvent(request);
  const isLoaded = useEffectEvent(() => loaded?.key === key && loaded.problem === null);

  useEffect(() => {
    if (key === null) return undefined;
    const stop = new AbortController();
    const load = () => {
      requestNow(stop.signal).then(
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
    if (attempt > 0 || !isLoaded()) load();
    const onReturn = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) load();
    };
    const timer = setInterval(onReturn, everyMs);
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('online', onReturn);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('online', onReturn);
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

/** The days with their free tables; `initial` came with the page. */
export function useAvailableDays(
  locationId: string,
  partySize: number,
  initial: { key: string; answer: AvailableDays | null; problem: string | null },
): Availability<AvailableDays> {
  return useAvailability(
    daysKey(locationId, partySize),
    (signal) => api('getReservationDays', { query: { locationId, partySize } }, { signal }),
    DAYS_RELOAD_MS,
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
  readonly deposit?:
    | { readonly amount: number; readonly freeUntilHours: number; readonly isFee?: true | undefined }
    | undefined;
}

/** The times of a day; none are requested before a day is chosen. */
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
    SLOTS_RELOAD_MS,
  );
}
