import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { api } from '../../shared/api/api.ts';
import { leaving } from '../../shared/offline/forget.ts';
import { paths } from '../../paths.ts';

/** A tablet nobody touches for so long locks by itself. */
export const LOCKS_AFTER_MS = 2 * 60_000;

/** Locks the shared tablet: now, or by itself once nobody touches it. */
export function useLock(isTablet: boolean): () => void {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const lock = async () => {
    leaving();
    // Without the server the session ends by itself; the screen is shut all the same.
    await api('lockTablet', { body: {} }).catch(() => {});
    await navigate(paths.tablet(), { replace: true });
    // The page forgets who was here.
    await revalidator.revalidate();
  };
  const lockNow = useEffectEvent(() => void lock());
  useEffect(() => {
    if (!isTablet) return undefined;
    let timer = setTimeout(lockNow, LOCKS_AFTER_MS);
    const touched = () => {
      clearTimeout(timer);
      timer = setTimeout(lockNow, LOCKS_AFTER_MS);
    };
    const signs = ['pointerdown', 'keydown'] as const;
    for (const sign of signs) addEventListener(sign, touched, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, touched, { capture: true });
    };
  }, [isTablet]);
  return () => void lock();
}
