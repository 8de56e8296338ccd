import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the server renders and during hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
