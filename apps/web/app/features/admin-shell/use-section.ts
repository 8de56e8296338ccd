import { useState, useSyncExternalStore } from 'react';
import type { Section } from '@tiffin/domain/people';
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
  // By its id: the list is made anew at every render.
  const [lastId, setLastId] = useState<Section | null>(null);
  if (hash === null) return undefined;
  const chosen = chooseSection(hash, visible, lastId);
  const id = chosen?.id ?? null;
  if (id !== lastId) setLastId(id);
  return chosen;
}
