import { storedTextInTab } from '../../shared/offline/text-storage.ts';

const ATTEMPTS = 3;
const WINDOW_MS = 15 * 60_000;

/**
 * Counts an attempt at a limited action of this tab's session, if it is allowed. Otherwise returns how long to wait. It
 * spares people a refusal by the server, which has its own limit.
 */
export function countSessionAttempt(attemptedAction: string, now = Date.now()): number {
  const storage = storedTextInTab(`attempts:${attemptedAction}`);
  const recent = instantsIn(storage.read()).filter((at) => at > now - WINDOW_MS);
  const oldest = recent.at(-ATTEMPTS);
  if (oldest !== undefined) return oldest + WINDOW_MS - now;
  storage.write(JSON.stringify([...recent, now]));
  return 0;
}

function instantsIn(text: string | null): number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((at) => typeof at === 'number') : [];
  } catch {
    return [];
  }
}
