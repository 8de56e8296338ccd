/** When what is shown was asked for, in the browser's own running time: the document, then each page in it. */
let requestedAt = 0;

/** Another page is on its way. */
export function markPageRequested(): void {
  requestedAt = performance.now();
}

/** For how many milliseconds what is shown may have been made. */
export function pageAge(): number {
  return Math.round(performance.now() - requestedAt);
}

/** Whether the document is one of an earlier visit: given out by our worker, or by the browser on the way back. */
export function isOldDocument(): boolean {
  const documents = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return documents.some(
    ({ type, serverTiming }) => type === 'back_forward' || serverTiming?.some(({ name }) => name === 'kept'),
  );
}
