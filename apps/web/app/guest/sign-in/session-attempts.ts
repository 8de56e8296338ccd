import { attempt, type AttemptVerdict } from '@tiffin/domain/people';

/**
 * One more try at something one may do a few times in a quarter of an hour, counted in this tab's
 * session. It spares people a refusal of the server, which counts for itself.
 */
export function attemptInSession(what: string, now = Date.now()): AttemptVerdict {
  const key = `attempts:${what}`;
  const verdict = attempt(instantsIn(readSession(key)), now);
  writeSession(key, JSON.stringify(verdict.attempts));
  return verdict;
}

function instantsIn(text: string | null): number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((at) => typeof at === 'number') : [];
  } catch {
    return [];
  }
}

/** Storage may be blocked or full: then nothing is counted here. */
function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeSession(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // the server counts
  }
}
