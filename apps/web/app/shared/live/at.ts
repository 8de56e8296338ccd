import { useEffect, useEffectEvent } from 'react';
import { serverNow } from './server-clock.ts';

/** What a browser's timer can wait; a page is not open for longer. */
const LONGEST_MS = 2 ** 31 - 1;
/** Our clock may be ahead of the server's by a little. */
const LATER_MS = 50;

/** Does something once that moment has come, while the page is open. */
export function useAt(instant: string | undefined, work: () => void): void {
  const due = useEffectEvent(work);
  useEffect(() => {
    const wait = instant === undefined ? LONGEST_MS : Date.parse(instant) - serverNow().getTime() + LATER_MS;
    if (!(wait < LONGEST_MS)) return undefined;
    const timer = setTimeout(due, Math.max(LATER_MS, wait));
    return () => clearTimeout(timer);
  }, [instant]);
}
