import { ChevronLeft, ChevronRight } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './lists.module.css';

interface PageButtonsProps {
  /** Starts at 1. */
  page: number;
  pages: number;
  buttons: readonly number[];
  onPage: (page: number) => void;
}

/** One button per page; the list decides which ones show. */
export function PageButtons({ page, pages, buttons, onPage }: PageButtonsProps) {
  return (
    <nav aria-label={say`Pages of reservations`} className="flex justify-center gap-4">
      <IconButton label={say`Previous page`} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft />
      </IconButton>
      {buttons.map((number) => (
        <button
          key={number}
          type="button"
          className={classNames(
            'touch-width touch-height round-control digits',
            styles.page,
            number === page && styles.current,
          )}
          aria-label={say`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <IconButton label={say`Next page`} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
