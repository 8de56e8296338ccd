/** How work done offline is sent once the connection is back. */
export const QUEUE_RETRIES = 3;
export const QUEUE_PAUSE_MS = 200;
/** A menu change that failed goes back into the queue for this long. */
export const MENU_REQUEUE_MS = 5000;
export const QUEUE_COUNT_REFRESH_MS = 1000;

/** An order action is tried three times more after its first failure; then a person has to look. */
export function staysQueued(failures: number): boolean {
  return failures <= QUEUE_RETRIES;
}
