import { setImmediate as turn } from 'node:timers/promises';
import type { Slices } from '@tiffin/domain/core';

/** Short enough that other requests do not notice the pause. */
const AT_ONCE_MS = 10;

/** Runs long work in slices and lets other requests run in between. */
export async function runInSlices<T>(work: Slices<T>): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < AT_ONCE_MS) continue;
    await turn();
    startedAt = performance.now();
  }
}
