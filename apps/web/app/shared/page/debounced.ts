import { useEffect, useState, useRef } from 'react';

export const SEARCH_DEBOUNCE_MS = 300;

/** The value once it has not changed for `ms`, for example for a search while typing. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Merges calls within `ms` into one. Nothing runs if the page is closed by then. */
export function useBatchedCall(work: () => void, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      work();
    }, ms);
  };
}
