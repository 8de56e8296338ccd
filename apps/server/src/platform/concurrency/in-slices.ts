import { setImmediate as turn } from 'node:timers/promises';
import type { Slices } from '@tiffin/domain/core';

/** Nobody notices that somebody else had so long. */
const AT_ONCE_MS = 10;

/** Does long work without keeping all others waiting: they have their turn in between. */
export async function inSlices<T>(work: Slices<T>): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < AT_ONCE_MS) continue;
    await turn();
    startedAt = performance.now();
  }
}
