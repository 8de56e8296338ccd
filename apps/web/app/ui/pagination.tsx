import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './lists.module.css';
import { texts } from './texts.ts';

/** One button per page; the list decides which ones show. */
export function PageButtons({
  label,
  page,
  pages,
  buttons,
  onPage,
}: {
  label: string;
  /** Starts at 1. */
  page: number;
  pages: number;
  buttons: readonly number[];
  onPage: (page: number) => void;
}) {
  return (
    <nav aria-label={label} className="flex justify-center gap-4">
      <IconButton label={texts.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
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
          aria-label={texts.page(number)}
          {...(number === page && { 'aria-current': 'page' })}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <IconButton label={texts.nextPage} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}

export interface PaginationProps {
  label: string;
  /** Starts at 1. */
  page: number;
  /** Unknown while pages are loaded one by one. */
  pages?: number;
  hasNext?: boolean;
  onPage: (page: number) => void;
}

export function Pagination({
  label,
  page,
  pages,
  hasNext = pages !== undefined && page < pages,
  onPage,
}: PaginationProps) {
  return (
    <nav aria-label={label} className="row flex-wrap justify-center gap-12 text-sm soft">
      <Button look="quiet" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
        {texts.previous}
      </Button>
      <span className="num" aria-current="page">
        {pages === undefined ? texts.page(page) : texts.pageOf(page, pages)}
      </span>
      <Button look="quiet" size="sm" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {texts.next}
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}
