import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { deliverMessages } from './deliver-messages.ts';

const WAIT_AT_MOST_MS = 15_000;

/**
 * Hands these messages over now, for somebody who waits for the answer. A slow server is not waited
 * for longer than a person would: the rest goes on behind their back.
 */
export async function deliverSoon(context: Context, ids: readonly string[]): Promise<void> {
  const delivering = deliverMessages(context, { ids }).catch((error: unknown) =>
    context.log.warn({ err: error }, 'messages could not be delivered at once; the courier tries again'),
  );
  const over = new AbortController();
  await Promise.race([
    delivering,
    pause(WAIT_AT_MOST_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined),
  ]);
  over.abort();
}
