import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { probeServer } from '../offline/online.ts';
import { isOldDocument, markPageRequested } from './page-age.ts';

/**
 * Reloads the page's data if the server can be reached. Without a response the page would be lost, and the last known
 * data is better.
 */
export function useReload(): () => void {
  const revalidator = useRevalidator();
  const reload = async () => {
    // A request already in progress may be older than the reason to reload, so another follows.
    if (await probeServer()) await revalidator.revalidate();
  };
  return () => void reload();
}

/** Tracks the age of the page, and reloads one of an earlier visit. */
export function useTrackPageAge(): void {
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

/** Reloads the page's data when it is older than this and the page is visible. Returns a function to reload at once. */
export function useRevalidate(lifetimeMs: number): () => void {
  const reload = useReload();
  const again = useEffectEvent(reload);
  useEffect(() => {
    let checkedAt = Date.now();
    const reloadIfOld = () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < lifetimeMs) return;
      checkedAt = Date.now();
      again();
    };
    const timer = setInterval(reloadIfOld, lifetimeMs);
    document.addEventListener('visibilitychange', reloadIfOld);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reloadIfOld);
    };
  }, [lifetimeMs]);
  return reload;
}
