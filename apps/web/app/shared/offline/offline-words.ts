import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../page/store.ts';

/* What being offline means for the open section. It shows in the back office's offline bar, so that the missing
   connection is reported once. */
const section = createStore<string | null>(null);

/** Sets the text of the offline bar while the section is open. */
export function useSetOfflineText(ofSection: string): void {
  useEffect(() => {
    section.set(ofSection);
    return () => section.set(null);
  }, [ofSection]);
}

export function useOfflineText(): string | null {
  return useSyncExternalStore(section.subscribe, section.get, () => null);
}
