import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { officePaths } from '../../office-paths.ts';
import { api } from '../../shared/api/api.ts';
import { isServerReachable } from '../../shared/offline/online.ts';
import { storedText } from '../../shared/offline/text-storage.ts';

/** An unused tablet locks after this time. */
export const LOCKS_AFTER_MS = 2 * 60_000;

/** Locks the shared tablet: on call, or when it is unused. */
export function useLock(isTablet: boolean): () => void {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const lock = async () => {
    markSignedOut();
    lockLocally();
    await navigate(officePaths.tablet(), { replace: true });
    // Offline it locks as well; the lock screen reports it to the server later.
    await announceLock().catch(() => {});
    // Clears the signed-in user from the page.
    await revalidator.revalidate();
  };
  const lockNow = useEffectEvent(() => void lock());
  useEffect(() => {
    if (!isTablet) return undefined;
    if (isLockedLocally()) lockNow();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(lockUnused, LOCKS_AFTER_MS);
    };
    // Without the server nobody could open it again, and the till would stop selling.
    const lockUnused = () => (isServerReachable() ? lockNow() : restart());
    restart();
    const activity = ['pointerdown', 'keydown'] as const;
    for (const type of activity) addEventListener(type, restart, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const type of activity) removeEventListener(type, restart, { capture: true });
    };
  }, [isTablet]);
  return () => void lock();
}

/** Stored for the device, not the tab, so that reopening the tab does not unlock it. */
const localLock = storedText('tiffin_locked');

/** Locks at once, with or without the server. */
function lockLocally(): void {
  localLock.write('yes');
}

/** Ends the session. Until the server confirms, the device stays locked locally. */
export async function announceLock(): Promise<void> {
  await api('lockTablet', { body: {} });
  localLock.write(null);
}

/** True if the server does not know about the lock; its session must then not open any page. */
export function isLockedLocally(): boolean {
  return localLock.read() !== null;
}

/** After someone entered their PIN. */
export function clearLocalLock(): void {
  localLock.write(null);
}
