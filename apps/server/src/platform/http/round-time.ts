import { setTimeout as pause } from 'node:timers/promises';

const ROUND_MS = 100;

/**
 * Returns a function that waits until the time since `began` is a multiple of 100 ms. Writing a mail takes time, and
 * only existing accounts and reservations get one; rounded up, the response time does not show which exist.
 */
export function roundTimeFrom(began: number): () => Promise<void> {
  return () => pause(ROUND_MS - ((performance.now() - began) % ROUND_MS));
}
