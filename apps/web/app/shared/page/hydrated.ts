import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the server renders and while React takes over its page, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
