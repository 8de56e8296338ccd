import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
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
  const [turned, setTurned] = useState({ restart, turn: 0 });
  const turn = turned.restart === restart ? turned.turn : 0;
  const isEmpty = list.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) return undefined;
    const measure = () => {
      const available = ref.current?.clientHeight ?? 0;
      const row = ref.current?.firstElementChild?.getBoundingClientRect().height ?? 0;
      if (available > 0 && row > 0) setPerPage(Math.max(1, Math.floor((available + 1) / row)));
    };
    measure();
    // Also without a new window size: the notice about a lost connection takes some of the height.
    const observer = new ResizeObserver(measure);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isEmpty]);
  const turnPage = useEffectEvent(() => setTurned({ restart, turn: turn + 1 }));
  useEffect(() => {
    const timer = setInterval(() => turnPage(), TURN_MS);
    return () => clearInterval(timer);
  }, []);
  return { ref, ...pageOfList(list, perPage, turn) };
}
