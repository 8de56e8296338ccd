import { ChevronLeft, ChevronRight } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import styles from './kitchen.module.css';
import { texts } from './texts.ts';
import type { PackedPage } from './ticket-columns.tsx';

interface PagerProps {
  packed: PackedPage;
  turn: (by: number) => void;
}

export function Pager({ packed: { page, pages, before, after }, turn }: PagerProps) {
  if (pages === 1) return null;
  const isFirst = page === 0;
  const isLast = page === pages - 1;
  return (
    <div role="group" aria-label={say`Pages`} className="row no-shrink gap-6">
      <button
        type="button"
        className={styles.control}
        aria-label={before === 1 ? say`1 order before these` : say`${before} orders before these`}
        aria-disabled={isFirst}
        aria-keyshortcuts="PageUp"
        onClick={() => !isFirst && turn(-1)}
      >
        <ChevronLeft />
      </button>
      <b className={classNames('text-center', styles.page, !isFirst && 'inverted')} aria-live="polite">
        {texts.pages(page + 1, pages)}
      </b>
      <button
        type="button"
        className={styles.control}
        aria-label={after === 1 ? say`1 more order after these` : say`${after} more orders after these`}
        aria-disabled={isLast}
        aria-keyshortcuts="PageDown"
        onClick={() => !isLast && turn(1)}
      >
        {after > 0 && say`${after} more`} <ChevronRight />
      </button>
    </div>
  );
}
