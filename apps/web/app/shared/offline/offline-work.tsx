import { lazy, Suspense, useEffect, useState } from 'react';
import { SETTLED_MS } from '../page/settled.ts';
import { isServerReachable, useOnline, watchConnection } from './online.ts';
import { waitingFlag } from './text-storage.ts';

const loadNote = () => import('./offline-note.tsx');
const OfflineNote = lazy(loadNote);

/**
 * Offline support of every page: sends waiting changes, tells guests when the server is unreachable (the back office
 * has its own bar), and starts the service worker.
 */
export function OfflineWork({ isStaff, hasNote = true }: { isStaff: boolean; hasNote?: boolean }) {
  const online = useOnline();
  const [wasAway, setWasAway] = useState(false);
  if (!online && !wasAway) setWasAway(true);
  const isLoaded = useBackgroundModules();
  useQueueIfNeeded();
  return isLoaded && wasAway && !isStaff ? (
    <Suspense>
      <OfflineNote online={online} isShown={hasNote} />
    </Suspense>
  ) : null;
}

/** The queue is loaded only if changes wait, which is rare. */
function useQueueIfNeeded(): void {
  useEffect(() => {
    const look = () => {
      if (waitingFlag.read() !== null) void import('./open-queue.ts').then(({ openQueue }) => openQueue());
    };
    look();
    return waitingFlag.subscribe(look);
  }, []);
}

/**
 * Loads the modules that no page waits for, when the page is idle and the server is reachable, or from the service
 * worker. Returns true once they are there.
 */
function useBackgroundModules(): boolean {
  const [hasNote, setHasNote] = useState(false);
  useEffect(() => {
    let stop = () => {};
    const begin = async () => {
      const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
      if (!isServerReachable() && !hasWorker) return;
      stop();
      const [{ startWorker }] = await Promise.all([import('./worker.ts'), loadNote()]);
      setHasNote(true);
      await startWorker();
    };
    // The network may be lost while they load.
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
