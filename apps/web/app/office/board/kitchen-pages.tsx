import { ChevronLeft, ChevronRight } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import styles from './kitchen.module.css';
import { texts } from './texts.ts';
import type { PackedPage } from './ticket-columns.tsx';

const words = texts.kitchenMode;

/** Turns the pages of tickets. */
export function Pager({
  packed: { page, pages, before, after },
  turn,
}: {
  packed: PackedPage;
  turn: (by: number) => void;
}) {
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
        aria-keyshortcuts="PageUp"
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
        aria-keyshortcuts="PageDown"
        onClick={() => !isLast && turn(1)}
      >
        {after > 0 && words.more(after)} <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}
