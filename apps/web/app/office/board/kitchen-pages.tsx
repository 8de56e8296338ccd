import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import styles from './kitchen.module.css';
import { texts } from './texts.ts';

const words = texts.kitchenMode;

/** Which screenful of tickets is seen, and how many stand before and after it. */
interface Seen {
  readonly page: number;
  readonly pages: number;
  readonly before: number;
  readonly after: number;
}

interface Pages {
  /** What scrolls sideways; its first child holds the tickets. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly look: () => void;
  readonly seen: Seen;
  readonly turn: (by: number) => void;
}

/** Where a ticket stands is for the browser to say: it is asked after every change. */
export function usePages(): Pages {
  const frame = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<Seen>({ page: 0, pages: 1, before: 0, after: 0 });
  const look = useCallback(() => {
    if (!frame.current) return;
    const next = seenIn(frame.current);
    setSeen((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
  }, []);
  // No list of what it depends on: letters that have loaded and a longer word move tickets too.
  useLayoutEffect(look);
  useEffect(() => {
    if (!frame.current) return undefined;
    const sized = new ResizeObserver(look);
    sized.observe(frame.current);
    return () => sized.disconnect();
  }, [look]);
  const turn = (by: number) => {
    const left = (seen.page + by) * (frame.current ? stepOf(frame.current) : 0);
    frame.current?.scrollTo({ left });
  };
  return { frame, look, seen, turn };
}

/** A page is as wide as its columns and the gap to the next one. */
function stepOf(frame: HTMLElement): number {
  const flow = frame.firstElementChild;
  return flow ? flow.clientWidth + (Number.parseFloat(getComputedStyle(flow).columnGap) || 0) : 0;
}

function seenIn(frame: HTMLElement): Seen {
  const step = stepOf(frame);
  const flow = frame.firstElementChild;
  if (!flow || step <= 0) return { page: 0, pages: 1, before: 0, after: 0 };
  const start = flow.getBoundingClientRect().left;
  const places = [...flow.children].map((ticket) => {
    const { left, right } = ticket.getBoundingClientRect();
    // half a pixel is no column
    return { first: Math.floor((left - start + 2) / step), last: Math.floor((right - start - 2) / step) };
  });
  const pages = Math.max(0, ...places.map(({ last }) => last)) + 1;
  const page = Math.min(pages - 1, Math.round(frame.scrollLeft / step));
  return {
    page,
    pages,
    before: places.filter(({ last }) => last < page).length,
    after: places.filter(({ first }) => first > page).length,
  };
}

/** One for each page: where a swipe comes to rest, and room for a last page that is not full. */
export function PageStops({ pages }: { pages: number }) {
  return Array.from({ length: pages }, (_, page) => (
    <i key={page} className={styles.stop} style={{ left: `calc(${page} * (100% - var(--gap)))` }} aria-hidden="true" />
  ));
}

export function Pager({ seen, turn }: Pick<Pages, 'seen' | 'turn'>) {
  const { page, pages, before, after } = seen;
  if (pages === 1) return null;
  const isFirst = page === 0;
  const isLast = page === pages - 1;
  return (
    <div role="group" aria-label={words.pages} className={`row no-shrink ${styles.pager}`}>
      <button
        type="button"
        className={styles.recall}
        aria-label={words.earlier(before)}
        aria-disabled={isFirst}
        onClick={() => !isFirst && turn(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <b className={classNames('text-center', styles.page, !isFirst && styles.turned)} aria-live="polite">
        {words.page(page + 1, pages)}
      </b>
      <button
        type="button"
        className={styles.recall}
        aria-label={words.later(after)}
        aria-disabled={isLast}
        onClick={() => !isLast && turn(1)}
      >
        {after > 0 && words.more(after)} <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}
