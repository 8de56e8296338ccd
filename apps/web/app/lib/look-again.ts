import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

/**
 * Loads the page's data anew when it is older than so many milliseconds and somebody looks at it;
 * answers how to load it at once.
 */
export function useLookAgain(lifetimeMs: number): () => void {
  const revalidator = useRevalidator();
  const reload = () => {
    if (revalidator.state === 'idle') void revalidator.revalidate();
  };
  const again = useEffectEvent(reload);
  useEffect(() => {
    let looked = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - looked < lifetimeMs) return;
      looked = Date.now();
      again();
    };
    const timer = setInterval(look, lifetimeMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [lifetimeMs]);
  return reload;
}
