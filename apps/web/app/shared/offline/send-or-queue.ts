import { mustWait } from './queue-rules.ts';
import { ApiError } from '../api/api-error.ts';
import { api, type Answer, type CallOptions } from '../api/api.ts';
import { newKey } from '../api/new-key.ts';
import { isServerReachable } from './online.ts';
import { subjectsOf, type Change, type QueuedCall } from './changes.ts';
import { openQueue } from './open-queue.ts';

/** The server's response, or the key of the waiting change. */
export type SentOrQueued<C extends QueuedCall> =
  | { readonly queued: false; readonly answer: Answer<C> }
  | { readonly queued: true; readonly id: string };

/**
 * Sends a change now if the server is reachable and no earlier change of the same record waits; otherwise queues it.
 * Throws when the server refuses it, or when the device cannot store it. A second payment of an order is queued as well.
 */
export async function sendOrQueue<C extends QueuedCall>(
  change: Extract<Change, { readonly call: C }>,
  about: string,
  key: string = newKey(),
  options: Pick<CallOptions, 'headers'> = {},
): Promise<SentOrQueued<C>> {
  const queue = openQueue();
  const wait = async () => ({ queued: true, id: await queue.add(change, about, key) }) as const;
  if (!isServerReachable() || mustWait(queue.waiting(), subjectsOf(change))) return wait();
  try {
    // The types of call and body match.
    const answer = await api(change.call, { body: change.body } as never, { ...options, idempotencyKey: key });
    return { queued: false, answer };
  } catch (error) {
    // The change may have arrived, so it is sent again with the same key.
    if (error instanceof ApiError && error.status === 0) return wait();
    // The person must say whether they took the money too. The queue asks them.
    if (error instanceof ApiError && error.code === 'already-paid') return wait();
    throw error;
  }
}
