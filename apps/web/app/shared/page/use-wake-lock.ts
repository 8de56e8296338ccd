import { useEffect } from 'react';

/** Keeps the screen awake while mounted, where the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isUnmounted = false;
    const request = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      const sentinel = await navigator.wakeLock.request('screen').catch(() => null);
      if (isUnmounted) await sentinel?.release();
      else lock = sentinel;
    };
    // A hidden page loses its wake lock.
    const requestAgain = () => void request();
    document.addEventListener('visibilitychange', requestAgain);
    void request();
    return () => {
      isUnmounted = true;
      document.removeEventListener('visibilitychange', requestAgain);
      void lock?.release();
    };
  }, []);
}
