import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

export interface PaginationProps {
  label: string;
  /** From 1. */
  page: number;
  /** Unknown while pages are fetched one after the other. */
  pages?: number;
  hasNext?: boolean;
  onPage: (page: number) => void;
  previousLabel?: string;
  nextLabel?: string;
}

export function Pagination({
  label,
  page,
  pages,
  hasNext = pages !== undefined && page < pages,
  onPage,
  previousLabel = 'Previous',
  nextLabel = 'Next',
}: PaginationProps) {
  return (
    <nav aria-label={label} className="row flex-wrap justify-center gap-12 text-sm soft">
      <Button look="quiet" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
        {previousLabel}
      </Button>
      <span className="num" aria-current="page">
        {pages === undefined ? `Page ${page}` : `Page ${page} of ${pages}`}
      </span>
      <Button look="quiet" size="sm" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {nextLabel}
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}
