import { useEffect, useState } from 'react';
import { isServerTimeKnown, onServerTick, serverNow } from '../live/server-clock.ts';

/** How long to wait for the server's time before the clock of the device is taken instead. */
const WAIT_MS = 2_000;

/**
 * The restaurant's time to the minute. Null while the server renders, because its page may be cached, and until the
 * server has told its time: a phone whose clock is wrong would say for a moment that the restaurant is closed.
 */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const look = () => setNow(serverNow());
    const stop = onServerTick(60_000, look);
    if (isServerTimeKnown()) {
      look();
      return stop;
    }
    const waiting = setTimeout(look, WAIT_MS);
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, []);
  return now;
}
