import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { setStreamAccess, useLiveEvents } from '../../shared/live/live-events.ts';
import { syncServerClock } from '../../shared/live/server-clock.ts';
import { useBatchedCall } from '../../shared/page/debounced.ts';

export type ShownScreen = NonNullable<Answer<'getPickupOrders'>['screen']>;

/** Also without events: ready orders leave with time, and a broken connection is noticed. */
const REFRESH_MS = 20_000;
/** Events within this time cause one request. */
const GATHER_MS = 250;

/** What the screen shows, kept up to date. `onEnded` is called when its key does not work any more. */
export function usePickupOrders(key: string, onEnded: () => void) {
  const [screen, setScreen] = useState<ShownScreen | null>(null);
  const [isLost, setIsLost] = useState(false);

  const load = useEffectEvent(async () => {
    const requestedAt = performance.now();
    try {
      const answer = await api('getPickupOrders', {}, { headers: { 'x-api-key': key } });
      const next = answer.screen;
      if (!next) return onEnded();
      syncServerClock(next.serverTime, requestedAt);
      // A slower, earlier response must not replace a later one.
      setScreen((before) => (before && before.serverTime > next.serverTime ? before : next));
      setIsLost(false);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) onEnded();
      else setIsLost(true);
    }
  });

  useEffect(() => {
    const first = setTimeout(() => void load(), 0);
    const timer = setInterval(() => void load(), REFRESH_MS);
    const loadNow = () => void load();
    addEventListener('online', loadNow);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener('online', loadNow);
    };
  }, []);
  useEffect(() => {
    setStreamAccess({ screenKey: key });
    return () => setStreamAccess(null);
  }, [key]);
  const loadSoon = useBatchedCall(() => void load(), GATHER_MS);
  useLiveEvents(['order.updated', 'reset'], loadSoon);
  return { screen, isLost };
}
