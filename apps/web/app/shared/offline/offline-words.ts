import { useEffect, useSyncExternalStore } from 'react';

/*
 * What being offline means for the section that is open. It is said in the shell's one bar, so that nobody reads
 * twice that there is no connection.
 */

let words: string | null = null;
const listeners = new Set<() => void>();

function say(next: string | null): void {
  words = next;
  for (const listener of listeners) listener();
}

function watch(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** What the bar says of being offline for as long as the section is open. */
export function useOfflineWords(ofSection: string): void {
  useEffect(() => {
    say(ofSection);
    return () => say(null);
  }, [ofSection]);
}

export function useSectionsWords(): string | null {
  return useSyncExternalStore(
    watch,
    () => words,
    () => null,
  );
}
