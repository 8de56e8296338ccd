/** The database of the back office's last known answers. */
export const KEPT_ANSWERS = 'tiffin_kept';
/** The worker's cache of pages and what belongs to a person. */
export const KEPT_PAGES = 'tiffin-pages';

/**
 * What this device kept for whoever was here before: nobody else may see it. The changes that wait
 * stay, for they are somebody's work; only their own session sees and sends them.
 */
export function forgetPerson(): void {
  try {
    indexedDB.deleteDatabase(KEPT_ANSWERS);
    if ('caches' in globalThis) void caches.delete(KEPT_PAGES);
  } catch {
    // What cannot be opened was never written.
  }
}
