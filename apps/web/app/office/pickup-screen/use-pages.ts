import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pageOfList } from '@tiffin/domain/kitchen';

const TURN_MS = 8_000;
/** Before anything was measured. */
const FIRST_ROWS = 6;

/**
 * The rows of a list that fit on the screen. More than fit turn by pages; a change of `restart` begins with the first.
 */
export function usePages<T>(list: readonly T[], restart: string) {
  const ref = useRef<HTMLUListElement>(null);
  const [perPage, setPerPage] = useState(FIRST_ROWS);
  const [turn, setTurn] = useState(0);
  const isEmpty = list.length === 0;
  useLayoutEffect(() => {
    const measure = () => {
      const available = ref.current?.clientHeight ?? 0;
      const row = ref.current?.firstElementChild?.getBoundingClientRect().height ?? 0;
      if (available > 0 && row > 0) setPerPage(Math.max(1, Math.floor((available + 1) / row)));
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [isEmpty]);
  useEffect(() => {
    setTurn(0);
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [restart]);
  return { ref, ...pageOfList(list, perPage, turn) };
}
