import { mustWait } from './queue-rules.ts';
import { ApiError } from '../api/api-error.ts';
import { api, type Answer } from '../api/api.ts';
import { newKey } from '../api/new-key.ts';
import { isReached } from './online.ts';
import { subjectsOf, type Change, type QueuedCall } from './changes.ts';
import { theQueue } from './the-queue.ts';

/** Done with the server's answer, or waiting under a key. */
export type DoneOrWaits<C extends QueuedCall> =
  | { readonly queued: false; readonly answer: Answer<C> }
  | { readonly queued: true; readonly id: string };

/**
 * Makes a change now, when the server is reached and nothing earlier of the same thing waits; else
 * keeps it for later. It throws when the server says no, and when the device can keep nothing.
 */
export async function doOrWait<C extends QueuedCall>(
  change: Extract<Change, { readonly call: C }>,
  about: string,
  key: string = newKey(),
): Promise<DoneOrWaits<C>> {
  const queue = theQueue();
  const wait = async () => ({ queued: true, id: await queue.add(change, about, key) }) as const;
  if (!isReached() || mustWait(queue.waiting(), subjectsOf(change))) return wait();
  try {
    // Call and body belong together.
    const answer = await api(change.call, { body: change.body } as never, { idempotencyKey: key });
    return { queued: false, answer };
  } catch (error) {
    // Nobody knows whether it arrived: it is sent again under its key.
    if (error instanceof ApiError && error.status === 0) return wait();
    throw error;
  }
}
