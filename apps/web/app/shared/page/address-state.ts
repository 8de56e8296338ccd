import { useSyncExternalStore } from 'react';

const changed = new EventTarget();

function subscribe(onChange: () => void): () => void {
  changed.addEventListener('change', onChange);
  addEventListener('popstate', onChange);
  return () => {
    changed.removeEventListener('change', onChange);
    removeEventListener('popstate', onChange);
  };
}

/** The query of the address, also while it changes. */
export function useAddressSearch(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
}

/** A value in the address: it survives a reload and can be shared. The fallback is not written to the address. */
export function useAddressState(name: string, fallback: string): [string, (value: string) => void] {
  const value = new URLSearchParams(useAddressSearch()).get(name) ?? fallback;
  return [value, (next) => writeAddress({ [name]: next === fallback ? null : next })];
}

/** Writes values to the address; null removes one. */
export function writeAddress(values: Readonly<Record<string, string | null>>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history.replaceState(history.state, '', url);
  changed.dispatchEvent(new Event('change'));
}
