export const RESERVATIONS_PER_PAGE = 20;
export const PAGE_BUTTONS_MAX = 5;

export interface Page<T> {
  readonly items: readonly T[];
  /** From 1; a page that no longer exists becomes the last one. */
  readonly page: number;
  readonly pages: number;
  /** The page numbers that have a button. */
  readonly buttons: readonly number[];
}

export function pageOf<T>(all: readonly T[], wanted: number, size: number = RESERVATIONS_PER_PAGE): Page<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages);
  return { items: all.slice((page - 1) * size, page * size), page, pages, buttons: pageButtons(page, pages) };
}

/** Up to five numbers around the present one. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(pages, PAGE_BUTTONS_MAX);
  const first = Math.max(1, Math.min(page - Math.floor(PAGE_BUTTONS_MAX / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
