/** When the shown data was requested, in `performance.now()` time: the document, then each navigation. */
let requestedAt = 0;

/** Called when a navigation starts. */
export function markPageRequested(): void {
  requestedAt = performance.now();
}

/** The maximum age of the shown data in milliseconds. */
export function pageAge(): number {
  return Math.round(performance.now() - requestedAt);
}

/** True for a document of an earlier visit, from the service worker or the browser's page cache. */
export function isOldDocument(): boolean {
  const documents = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return documents.some(
    ({ type, serverTiming }) => type === 'back_forward' || serverTiming?.some(({ name }) => name === 'kept'),
  );
}
