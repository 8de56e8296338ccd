import { lazy, Suspense, useEffect, useState } from 'react';
import { isReached, useOnline, watchConnection } from './online.ts';
import { waitingFlag } from './stored.ts';

/** After the page has loaded and whatever comes with it has settled. */
const SETTLED_MS = 3000;

const loadNote = () => import('./offline-note.tsx');
const OfflineNote = lazy(loadNote);

/**
 * What every page does about its connection. It sends what waits; a guest is told when the server is
 * away (the back office has a bar of its own); and the worker comes, with which pages open without it.
 */
export function OfflineWork({ isStaff }: { isStaff: boolean }) {
  const online = useOnline();
  const [wasAway, setWasAway] = useState(false);
  if (!online && !wasAway) setWasAway(true);
  const hasNote = useLater();
  useQueueIfNeeded();
  return hasNote && wasAway && !isStaff ? (
    <Suspense>
      <OfflineNote online={online} />
    </Suspense>
  ) : null;
}

/** Hardly anybody has something waiting: the queue comes for those who do. */
function useQueueIfNeeded(): void {
  useEffect(() => {
    const look = () => {
      if (waitingFlag.read() !== null) void import('./the-queue.ts').then(({ theQueue }) => theQueue());
    };
    look();
    return waitingFlag.subscribe(look);
  }, []);
}

/** The parts that no page waits for: they come when it has settled and the server is there, or from the worker. */
function useLater(): boolean {
  const [hasNote, setHasNote] = useState(false);
  useEffect(() => {
    let stop = () => {};
    const begin = async () => {
      const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
      if (!isReached() && !hasWorker) return;
      stop();
      const [{ startWorker }] = await Promise.all([import('./worker.ts'), loadNote()]);
      setHasNote(true);
      await startWorker();
    };
    // The network may go while they come.
    const tryToBegin = () =>
      void begin().catch(() => {
        stop = watchConnection(tryToBegin);
      });
    const timer = setTimeout(() => {
      stop = watchConnection(tryToBegin);
      tryToBegin();
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return hasNote;
}
