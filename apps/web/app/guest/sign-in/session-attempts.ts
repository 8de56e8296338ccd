import { parseJson } from '@tiffin/domain/core';
import { storedTextInTab } from '../../shared/offline/text-storage.ts';

const MAX_ATTEMPTS = 3;
const WINDOW_MS = 15 * 60_000;

/** Counts an attempt of this tab and returns 0, or returns the wait in ms. The server has its own limit, too. */
export function countSessionAttempt(attemptedAction: string, now = Date.now()): number {
  const storage = storedTextInTab(`attempts:${attemptedAction}`);
  const recent = instantsIn(storage.read()).filter((at) => at > now - WINDOW_MS);
  const oldest = recent.at(-MAX_ATTEMPTS);
  if (oldest !== undefined) return oldest + WINDOW_MS - now;
  storage.write(JSON.stringify([...recent, now]));
  return 0;
}

function instantsIn(text: string | null): number[] {
  const value = parseJson(text ?? '[]');
  return Array.isArray(value) ? value.filter((at) => typeof at === 'number') : [];
}
