import { useState, useSyncExternalStore } from 'react';
import { chooseSection, type AdminSection } from './sections.ts';

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The open section; `undefined` until the browser has said what the hash is, which no server knows. */
export function useSection(visible: readonly AdminSection[]): AdminSection | null | undefined {
  const hash = useSyncExternalStore<string | null>(
    subscribe,
    () => location.hash,
    () => null,
  );
  const [last, setLast] = useState<AdminSection['id'] | null>(null);
  if (hash === null) return undefined;
  const chosen = chooseSection(hash, visible, last);
  if (chosen && chosen.id !== last) setLast(chosen.id);
  return chosen;
}
