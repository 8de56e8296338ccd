import { useEffect } from 'react';

/** Keeps the screen awake while the component is there; a browser that cannot lets it sleep. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const ask = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      const held = await navigator.wakeLock.request('screen').catch(() => null);
      if (gone) await held?.release();
      else lock = held;
    };
    // A page that was hidden has lost its lock.
    const askAgain = () => void ask();
    document.addEventListener('visibilitychange', askAgain);
    void ask();
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', askAgain);
      void lock?.release();
    };
  }, []);
}
