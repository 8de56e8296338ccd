import { useSyncExternalStore } from 'react';
import { decodeOrKeep } from '@tiffin/domain/core';

function watchHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The hash of the URL. The server does not know it, so the value is `beforeHydration` until the page is hydrated. */
export function useHash<Unknown>(beforeHydration: Unknown): string | Unknown {
  return useSyncExternalStore<string | Unknown>(
    watchHash,
    () => location.hash,
    () => beforeHydration,
  );
}

/** Decodes the part of the hash after `start`. A hand-written URL may be invalid and is then used unchanged. */
export function hashAfter(start: string, hash: string): string {
  return hash.startsWith(start) ? decodeOrKeep(hash.slice(start.length)) : '';
}
