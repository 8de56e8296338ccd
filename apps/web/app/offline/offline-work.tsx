import { useEffect } from 'react';
import { waitingFlag } from './waiting-flag.ts';

/** Sends what waits, whatever page is open. Hardly anybody has something waiting: the queue comes for those who do. */
export function OfflineWork() {
  useEffect(() => {
    const look = () => {
      if (waitingFlag.read() !== null) void import('./the-queue.ts').then(({ theQueue }) => theQueue());
    };
    look();
    return waitingFlag.subscribe(look);
  }, []);
  return null;
}
