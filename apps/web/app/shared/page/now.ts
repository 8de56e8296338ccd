import { useEffect, useState } from 'react';
import { onTime, serverNow } from '../live/server-clock.ts';

/** The restaurant's time, a minute exact; unknown while the server renders, whose page may be kept for a while. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const look = () => setNow(serverNow());
    look();
    return onTime(60_000, look);
  }, []);
  return now;
}
