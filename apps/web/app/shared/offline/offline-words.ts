import { useEffect, useSyncExternalStore } from 'react';

/* What being offline means for the open section. It shows in the back office's offline bar, so that the missing
   connection is reported once. */

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

/** Sets the text of the offline bar while the section is open. */
export function useSetOfflineText(ofSection: string): void {
  useEffect(() => {
    say(ofSection);
    return () => say(null);
  }, [ofSection]);
}

export function useOfflineText(): string | null {
  return useSyncExternalStore(
    watch,
    () => words,
    () => null,
  );
}
