import { useEffect, useState } from 'react';
import { onServerTick, serverNow } from '../live/server-clock.ts';

/** The restaurant's time to the minute; null while the server renders, because its page may be cached. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const look = () => setNow(serverNow());
    look();
    return onServerTick(60_000, look);
  }, []);
  return now;
}
