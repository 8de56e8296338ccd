import { useEffect, useEffectEvent } from 'react';
import { serverNow } from './server-clock.ts';

/** The longest delay of a browser timer; no page is open for longer. */
const LONGEST_MS = 2 ** 31 - 1;
/** A margin, because the local clock may be slightly ahead of the server's. */
const LATER_MS = 50;

/** Runs the work at that time, while the page is open. */
export function useRunAt(instant: string | undefined, work: () => void): void {
  const due = useEffectEvent(work);
  useEffect(() => {
    const wait = instant === undefined ? LONGEST_MS : Date.parse(instant) - serverNow().getTime() + LATER_MS;
    if (!(wait < LONGEST_MS)) return undefined;
    const timer = setTimeout(due, Math.max(LATER_MS, wait));
    return () => clearTimeout(timer);
  }, [instant]);
}
