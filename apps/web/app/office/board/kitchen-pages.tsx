import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import styles from './kitchen.module.css';
import { texts } from './texts.ts';

const words = texts.kitchenMode;

/** Which screenful of tickets is seen, and how many stand before and after it. */
interface PageState {
  readonly page: number;
  readonly pages: number;
  readonly before: number;
  readonly after: number;
}

interface Pages {
  /** What scrolls sideways; its first child holds the tickets. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly pageState: PageState;
  readonly turn: (by: number) => void;
}

/** Where the tickets stand. */
interface Layout {
  /** From one page to the next. */
  readonly step: number;
  /** The pages each ticket begins and ends on. */
  readonly places: readonly { readonly first: number; readonly last: number }[];
}

/** Where a ticket stands is for the browser to say: it is asked when one comes, goes or grows, and not by the way. */
export function usePages(tickets: readonly unknown[]): Pages {
  const frame = useRef<HTMLDivElement>(null);
  const [{ step, places }, setLayout] = useState<Layout>({ step: 0, places: [] });
  const [at, setAt] = useState(0);
  const measure = useCallback(() => {
    if (!frame.current) return;
    const next = layoutOf(frame.current);
    setLayout((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
    setAt(pageAt(frame.current, next.step));
  }, []);
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    measure();
    const sized = new ResizeObserver(measure);
    for (const each of [frame.current, ...(frame.current.firstElementChild?.children ?? [])]) sized.observe(each);
    return () => sized.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whichever tickets there are now stand somewhere
  }, [measure, tickets]);
  const pages = Math.max(0, ...places.map(({ last }) => last)) + 1;
  const page = Math.min(pages - 1, at);
  return {
    frame,
    onScroll: () => frame.current && setAt(pageAt(frame.current, step)),
    pageState: {
      page,
      pages,
      before: places.filter(({ last }) => last < page).length,
      after: places.filter(({ first }) => first > page).length,
    },
    turn: (by) => frame.current?.scrollTo({ left: (page + by) * step }),
  };
}

function pageAt({ scrollLeft }: HTMLElement, step: number): number {
  return step > 0 ? Math.round(scrollLeft / step) : 0;
}

/** A page is as wide as its columns and the gap to the next one. */
function stepOf(frame: HTMLElement): number {
  const flow = frame.firstElementChild;
  return flow ? flow.clientWidth + (Number.parseFloat(getComputedStyle(flow).columnGap) || 0) : 0;
}

function layoutOf(frame: HTMLElement): Layout {
  const step = stepOf(frame);
  const flow = frame.firstElementChild;
  if (!flow || step <= 0) return { step: 0, places: [] };
  const start = flow.getBoundingClientRect().left;
  const places = [...flow.children].map((ticket) => {
    const { left, right } = ticket.getBoundingClientRect();
    // half a pixel is no column
    return { first: Math.floor((left - start + 2) / step), last: Math.floor((right - start - 2) / step) };
  });
  return { step, places };
}

/** One for each page: where a swipe comes to rest, and room for a last page that is not full. */
export function PageStops({ pages }: { pages: number }) {
  return Array.from({ length: pages }, (_, page) => (
    <i
      key={page}
      className={`absolute full-width ${styles.stop}`}
      style={{ left: `calc(${page} * (100% - var(--gap)))` }}
      aria-hidden="true"
    />
  ));
}

export function Pager({ pageState: visiblePages, turn }: Pick<Pages, 'pageState' | 'turn'>) {
  const { page, pages, before, after } = visiblePages;
  if (pages === 1) return null;
  const isFirst = page === 0;
  const isLast = page === pages - 1;
  return (
    <div role="group" aria-label={words.pages} className="row no-shrink gap-6">
      <button
        type="button"
        className={styles.control}
        aria-label={words.earlier(before)}
        aria-disabled={isFirst}
        onClick={() => !isFirst && turn(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <b className={classNames('text-center', styles.page, !isFirst && 'inverted')} aria-live="polite">
        {words.page(page + 1, pages)}
      </b>
      <button
        type="button"
        className={styles.control}
        aria-label={words.later(after)}
        aria-disabled={isLast}
        onClick={() => !isLast && turn(1)}
      >
        {after > 0 && words.more(after)} <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}
