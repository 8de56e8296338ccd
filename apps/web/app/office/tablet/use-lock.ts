import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { officePaths } from '../../office-paths.ts';
import { api } from '../../shared/api/api.ts';
import { storedText } from '../../shared/offline/text-storage.ts';

/** An unused tablet locks after this time. */
export const LOCKS_AFTER_MS = 2 * 60_000;

/** Locks the shared tablet: on call, or when it is unused. */
export function useLock(isTablet: boolean): () => void {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const lock = async () => {
    markSignedOut();
    shutHere();
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

/** Stored for the device, not the tab, so that reopening the tab does not unlock it. */
const mark = storedText('tiffin_locked');

/** Locks at once, with or without the server. */
function shutHere(): void {
  mark.write('yes');
}

/** Ends the session. Until the server confirms, the device stays locked locally. */
export async function announceLock(): Promise<void> {
  await api('lockTablet', { body: {} });
  mark.write(null);
}

/** True if the server does not know about the lock; its session must then not open any page. */
export function isLockedLocally(): boolean {
  return mark.read() !== null;
}

/** Someone entered their PIN. */
export function clearLocalLock(): void {
  mark.write(null);
}
