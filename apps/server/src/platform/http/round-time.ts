import { setTimeout as pause } from 'node:timers/promises';

const ROUND_MS = 100;

/**
 * Only existing accounts and reservations cost time to write a mail. Rounding up the response time hides which exist.
 */
export function roundTimeFrom(began: number): () => Promise<void> {
  return () => pause(ROUND_MS - ((performance.now() - began) % ROUND_MS));
}
