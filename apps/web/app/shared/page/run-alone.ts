const queues = new Map<string, Promise<unknown>>();

/**
 * Runs one piece of work of this name at a time: in all windows of the browser, or only in this one on a page without TLS,
 * which has no locks.
 */
export function runAlone<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Missing outside secure pages, whatever its type says.
  // oxlint-disable-next-line no-restricted-properties -- the fallback is here
  const locks: LockManager | undefined = navigator.locks;
  if (locks) return locks.request(name, work);
  const result = (queues.get(name) ?? Promise.resolve()).then(work, work);
  queues.set(name, result);
  return result;
}
