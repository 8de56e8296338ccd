import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { isReachedNow } from '../offline/online.ts';
import { isOldDocument, markPageRequested } from './page-age.ts';

/** Loads the page's data anew when the server is there: without an answer the page would be gone, and what was last seen is better. */
export function useReload(): () => void {
  const revalidator = useRevalidator();
  const reload = async () => {
    // What is on its way already may have been made before the reason to load anew: it is asked for once more.
    if (await isReachedNow()) await revalidator.revalidate();
  };
  return () => void reload();
}

/** Knows how old the page is, and loads one of an earlier visit anew. */
export function usePageAge(): void {
  const reload = useEffectEvent(useReload());
  useEffect(() => {
    if (isOldDocument()) reload();
  }, []);
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  useEffect(() => {
    if (next !== pathname) markPageRequested();
  }, [next, pathname]);
}

/**
 * Loads the page's data anew when it is older than so many milliseconds and somebody looks at it;
 * answers how to load it at once.
 */
export function useRevalidate(lifetimeMs: number): () => void {
  const reload = useReload();
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
