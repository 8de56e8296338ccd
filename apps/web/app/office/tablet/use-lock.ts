import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { leaving } from '../../shared/offline/forget.ts';
import { officePaths } from '../../office-paths.ts';
import { api } from '../../shared/api/api.ts';
import { stored } from '../../shared/offline/stored.ts';

/** A tablet nobody touches for so long locks by itself. */
export const LOCKS_AFTER_MS = 2 * 60_000;

/** Locks the shared tablet: now, or by itself once nobody touches it. */
export function useLock(isTablet: boolean): () => void {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const lock = async () => {
    leaving();
    shutHere();
    await navigate(officePaths.tablet(), { replace: true });
    // Without the server it is shut all the same; the lock screen goes on telling it.
    await announceLock().catch(() => {});
    // The page forgets who was here.
    await revalidator.revalidate();
  };
  const lockNow = useEffectEvent(() => void lock());
  useEffect(() => {
    if (!isTablet) return undefined;
    if (isLockedHere()) lockNow();
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

/** Of the device, not of its tab: one that is closed and opened again is still locked. */
const mark = stored('tiffin_locked');

/** At once, whether the server can be reached or not. */
function shutHere(): void {
  mark.write('yes');
}

/** Ends the session; until the server has heard of it, the device stays shut by itself. */
export async function announceLock(): Promise<void> {
  await api('lockTablet', { body: {} });
  mark.write(null);
}

/** Whether it was locked and the server has not heard of it: the session it knows opens nothing here. */
export function isLockedHere(): boolean {
  return mark.read() !== null;
}

/** Somebody showed their PIN. */
export function openedHere(): void {
  mark.write(null);
}
