import { stored } from '../lib/stored.ts';

/** What this device follows. */
export const FOLLOWED = 'tiffin_followed';
/** The database of the back office's last known answers. */
export const KEPT_ANSWERS = 'tiffin_kept';
/** The worker's cache of pages and what belongs to a person. */
export const KEPT_PAGES = 'tiffin-pages';

/**
 * What this device kept for whoever was here before: nobody else may see it. The changes that wait
 * stay, for they are somebody's work; only their own session sees and sends them.
 */
export async function forgetPerson(): Promise<void> {
  try {
    indexedDB.deleteDatabase(KEPT_ANSWERS);
    if (stored(FOLLOWED).read() !== null) await (await import('./push.ts')).forgetFollowing();
    if (!('caches' in globalThis)) return;
    await caches.delete(KEPT_PAGES);
    // The page that is open now is this person's own.
    keepThisPage();
  } catch {
    // What cannot be opened was never written.
  }
}

/** Asks the worker for the page as it is, for when there is no network; without a worker nothing is kept. */
export function keepThisPage(): void {
  const isStaff = location.pathname.startsWith('/admin/');
  navigator.serviceWorker.controller?.postMessage({ wish: 'keep', url: location.href, isStaff });
}
