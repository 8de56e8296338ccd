import { useEffect, useState, useRef } from 'react';

export const SEARCH_DEBOUNCE_MS = 300;

/** The value once it has stood still for so long: a search that waits until the typing pauses. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Many calls within a moment are one: it is done when they were gathered, unless the page is gone by then. */
export function useGathered(work: () => void, ms: number): () => void {
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
