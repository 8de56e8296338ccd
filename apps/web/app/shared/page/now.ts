import { useEffect, useState } from 'react';
import { onServerSaid, serverNow } from '../live/server-clock.ts';

/** The restaurant's time, a minute exact; unknown while the server renders, whose page may be kept for a while. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const look = () => setNow(serverNow());
    look();
    const timer = setInterval(look, 60_000);
    const stop = onServerSaid(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return now;
}
