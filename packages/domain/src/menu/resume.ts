/** Uploads above this go in parts, so that a connection that breaks costs one part and not all of it. */
export const RESUMABLE_ABOVE_BYTES = 256 * 1024;
export const PART_BYTES_MIN = 256 * 1024;
export const PART_BYTES_MAX = 32 * 1024 * 1024;

/** How long one tries again: a file for ten minutes, anything else about a file for two. */
export const UPLOAD_RETRY_MS = 10 * 60_000;
export const FILE_OPERATION_RETRY_MS = 2 * 60_000;

const PAUSE_MIN_MS = 1000;
const PAUSE_MAX_MS = 30_000;

export function isResumable(size: number): boolean {
  return size > RESUMABLE_ABOVE_BYTES;
}

/** How many bytes the next part has: each one that arrives doubles the next. */
export function partSize(arrived: number, received: number, size: number): number {
  return Math.min(PART_BYTES_MIN * 2 ** arrived, PART_BYTES_MAX, size - received);
}

/** After which pause to try again; null when it has been tried for long enough. */
export function uploadPause(failures: number, sinceFirstMs: number, forMs: number = UPLOAD_RETRY_MS): number | null {
  const pause = Math.min(PAUSE_MIN_MS * 2 ** Math.max(0, failures - 1), PAUSE_MAX_MS);
  return sinceFirstMs + pause > forMs ? null : pause;
}
