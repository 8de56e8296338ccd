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

/**
 * The filter of a list, stored in the address: it survives a reload and can be shared. The fallback is not written to
 * the address.
 */
export function useAddressState(name: string, fallback: string): [string, (value: string) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  const value = new URLSearchParams(search).get(name) ?? fallback;
  return [value, (next) => write(name, next === fallback ? null : next)];
}

function write(name: string, value: string | null): void {
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  history.replaceState(history.state, '', url);
  changed.dispatchEvent(new Event('change'));
}
