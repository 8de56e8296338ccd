import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import styles from './kitchen.module.css';
import { texts } from './texts.ts';

const words = texts.kitchenMode;

/** The visible page, and how many tickets are before and after it. */
interface PageState {
  readonly page: number;
  readonly pages: number;
  readonly before: number;
  readonly after: number;
}

interface Pages {
  /** The scroll container; its first child contains the tickets. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly pageState: PageState;
  readonly turn: (by: number) => void;
}

/** The layout of the tickets. */
interface Layout {
  /** The distance between pages. */
  readonly step: number;
  /** The first and last page of each ticket. */
  readonly places: readonly { readonly first: number; readonly last: number }[];
}

/** Measures the layout in the browser only when a ticket is added, removed or resized. */
export function useTicketPages(tickets: readonly unknown[]): Pages {
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

/** The width of a page: its columns and the gap to the next one. */
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
    // Tolerates rounding by a pixel or two.
    return { first: Math.floor((left - start + 2) / step), last: Math.floor((right - start - 2) / step) };
  });
  return { step, places };
}

/** Scroll snap points, one per page; also makes room for an incomplete last page. */
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

export function Pager({ pageState, turn }: Pick<Pages, 'pageState' | 'turn'>) {
  const { page, pages, before, after } = pageState;
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
