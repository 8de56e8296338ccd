import { afterAll } from 'vitest';

/* Many files share a process. A timer that one of them left behind would run in a later file, and there start itself
   again on a fake clock, which then never comes to its end. */

declare global {
  /** The timers of this process that may still run. */
  var startedTimers: Set<ReturnType<typeof setTimeout>> | undefined;
}

if (!globalThis.startedTimers) {
  const started = new Set<ReturnType<typeof setTimeout>>();
  globalThis.startedTimers = started;
  const { setTimeout: startTimer, setInterval: startInterval } = globalThis;
  globalThis.setTimeout = Object.assign((...call: Parameters<typeof setTimeout>) => {
    const timer = startTimer(...call);
    started.add(timer);
    return timer;
  }, startTimer);
  globalThis.setInterval = Object.assign((...call: Parameters<typeof setInterval>) => {
    const timer = startInterval(...call);
    started.add(timer);
    return timer;
  }, startInterval);
}

afterAll(() => {
  for (const timer of globalThis.startedTimers ?? []) clearTimeout(timer);
  globalThis.startedTimers?.clear();
});
