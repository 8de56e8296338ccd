import { useLayoutEffect, useMemo, useReducer, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { packTickets, pagesOf, type MeasuredTicket } from '@tiffin/domain/kitchen';
import { classNames } from '../../ui/class-names.ts';
import styles from './kitchen.module.css';
import { TEXT_SIZES, type TextSize } from './text-size.ts';
import { isSameView, type KitchenView } from './kitchen-view.ts';
import { texts } from '../board/texts.ts';

const GAP = 12;
/** The width of a column in em. The text size decides it; the screen decides how many columns fit. */
const COLUMN_EM = 14.5;
/** Below this width the tickets are one column that scrolls. */
const PHONE_PX = 767;

interface Frame {
  readonly width: number;
  /** Infinite on a phone, where the column scrolls. */
  readonly height: number;
  readonly columns: number;
  readonly columnWidth: number;
}

/** Distributes the tickets over columns and pages by their heights. A new `contentKey` measures all again. */
export function useTicketColumns(views: readonly KitchenView[], size: TextSize, contentKey: string) {
  const frameRef = useRef<HTMLDivElement>(null);
  const frame = useFrame(frameRef, size);
  const { measured, unmeasured, measureRef } = useHeights(views, frame.columnWidth, `${size} ${contentKey}`);
  const [requestedPage, requestPage] = useState(0);
  const columns = useMemo(() => packTickets(measured, { height: frame.height, gap: GAP }), [measured, frame.height]);
  const pages = useMemo(() => pagesOf(columns, frame.columns), [columns, frame.columns]);
  const packed = useMemo(() => packedPage(pages, requestedPage), [pages, requestedPage]);
  return {
    frameRef,
    frame,
    packed,
    turn: (by: number) => requestPage(Math.max(0, Math.min(packed.pages - 1, packed.page + by))),
    turnTo: (orderId: string) => requestPage(pages.findIndex((page) => page.flat().some(({ id }) => id === orderId))),
    /** Tickets to measure: they are rendered outside of the view once, before the screen is painted. */
    unmeasured,
    measureRef,
  };
}

type PackedPage = ReturnType<typeof packedPage>;

/** A page of packed tickets, and the orders that are only on the pages before and after it. */
function packedPage(pages: ReturnType<typeof pagesOf>, requestedPage: number) {
  const page = Math.max(0, Math.min(pages.length - 1, requestedPage));
  const shown = (pages[page] ?? []).flatMap((parts, column) => parts.map((part) => ({ ...part, column })));
  const ids = (from: number, to: number) =>
    new Set(
      pages
        .slice(from, to)
        .flat(2)
        .map(({ id }) => id),
    );
  const shownIds = new Set(shown.map(({ id }) => id));
  return {
    parts: shown,
    page,
    pages: pages.length,
    before: [...ids(0, page)].filter((id) => !shownIds.has(id)),
    after: [...ids(page + 1, pages.length)].filter((id) => !shownIds.has(id)),
  };
}

function useFrame(ref: RefObject<HTMLDivElement | null>, size: TextSize): Frame {
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  const inner = width - 2 * GAP;
  const isPhone = width <= PHONE_PX;
  const columns = isPhone ? 1 : Math.max(1, Math.floor((inner + GAP) / (COLUMN_EM * TEXT_SIZES[size] + GAP)));
  return {
    width,
    height: isPhone ? Number.POSITIVE_INFINITY : height,
    columns,
    columnWidth: Math.floor((inner - (columns - 1) * GAP) / columns),
  };
}

interface Measurement {
  readonly view: KitchenView;
  readonly key: string;
  readonly ticket: MeasuredTicket;
}

/** The heights of the tickets. A ticket is measured again only when it, the column or the text changes. */
function useHeights(views: readonly KitchenView[], width: number, contentKey: string) {
  const [measurements] = useState(() => new Map<string, Measurement>());
  const [round, measureAgain] = useReducer((count: number) => count + 1, 0);
  const measureRef = useRef<HTMLDivElement>(null);
  const key = `${width} ${contentKey}`;
  const unmeasured = views.filter((view) => {
    const last = measurements.get(view.order.id);
    return !last || last.key !== key || !isSameView(last.view, view);
  });
  useLayoutEffect(() => {
    if (unmeasured.length === 0) return;
    const byId = new Map(unmeasured.map((view) => [view.order.id, view]));
    for (const element of measureRef.current?.children ?? []) {
      const id = element instanceof HTMLElement ? element.dataset['measure'] : undefined;
      const view = id === undefined ? undefined : byId.get(id);
      if (view) measurements.set(view.order.id, { view, key, ticket: measureTicket(element, view.order.id) });
    }
    measureAgain();
  }, [unmeasured, measurements, key]);
  useFontsLoaded(() => {
    measurements.clear();
    measureAgain();
  });
  const measured = useMemo(
    () => views.flatMap(({ order }) => measurements.get(order.id)?.ticket ?? []),
    // oxlint-disable-next-line react/exhaustive-deps -- `round` counts the changes of the map
    [views, measurements, round],
  );
  return { measured, unmeasured, measureRef };
}

function useFontsLoaded(onLoaded: () => void): void {
  const run = useRef(onLoaded);
  useLayoutEffect(() => {
    let isGone = false;
    void document.fonts?.ready.then(() => !isGone && run.current());
    return () => {
      isGone = true;
    };
  }, []);
}

function measureTicket(element: Element, id: string): MeasuredTicket {
  const heightOf = (selector: string) =>
    [...element.querySelectorAll<HTMLElement>(selector)].map(({ offsetHeight }) => offsetHeight);
  const sumOf = (heights: readonly number[]) => heights.reduce((sum, height) => sum + height, 0);
  return {
    id,
    head: sumOf(heightOf('[data-block=head]')),
    seatHead: Math.max(0, ...heightOf('[data-block=seat]')),
    lines: heightOf('[data-block=line]'),
    foot: sumOf(heightOf('[data-block=foot]')),
  };
}

interface PlacedTicketProps {
  part: PackedPage['parts'][number];
  frame: Frame;
  children: ReactNode;
}

export function PlacedTicket({ part: { column, top }, frame, children }: PlacedTicketProps) {
  const left = GAP + column * (frame.columnWidth + GAP);
  return (
    <div className={`absolute ${styles.placed}`} style={{ width: frame.columnWidth, left, top }}>
      {children}
    </div>
  );
}

interface PagerProps {
  packed: PackedPage;
  /** The orders with a change that nobody has seen. */
  changed: ReadonlySet<string>;
  turn: (by: number) => void;
}

/** Turns the pages of tickets, and says how many tickets changed on the pages that are not shown. */
export function Pager({ packed, changed, turn }: PagerProps) {
  const { page, pages } = packed;
  if (pages === 1) return null;
  const [before, after] = [packed.before.length, packed.after.length];
  const [changedBefore, changedAfter] = [packed.before, packed.after].map((ids) => changedText(ids, changed));
  const isFirst = page === 0;
  const isLast = page === pages - 1;
  return (
    <div role="group" aria-label={say`Pages`} className="row no-shrink gap-6">
      <button
        type="button"
        className={classNames(styles.control, changedBefore && styles.undo)}
        aria-label={before === 1 ? say`1 order before these` : say`${before} orders before these`}
        aria-disabled={isFirst}
        aria-keyshortcuts="PageUp"
        onClick={() => !isFirst && turn(-1)}
      >
        <ChevronLeft /> {changedBefore}
      </button>
      <b className={classNames('text-center', styles.page, !isFirst && 'inverted')} aria-live="polite">
        {texts.pages(page + 1, pages)}
      </b>
      <button
        type="button"
        className={classNames(styles.control, changedAfter && styles.undo)}
        aria-label={after === 1 ? say`1 more order after these` : say`${after} more orders after these`}
        aria-disabled={isLast}
        aria-keyshortcuts="PageDown"
        onClick={() => !isLast && turn(1)}
      >
        {changedAfter ?? (after > 0 && say`${after} more`)} <ChevronRight />
      </button>
    </div>
  );
}

function changedText(ids: readonly string[], changed: ReadonlySet<string>): string | null {
  const count = ids.filter((id) => changed.has(id)).length;
  return count > 0 ? say`${count} changed` : null;
}

export function NothingToCook() {
  return (
    <div className={`absolute grid content-center text-center ${styles.clear}`}>
      <b>{say`All clear.`}</b>
      <p className="soft">{say`Orders appear here when they are accepted.`}</p>
    </div>
  );
}
