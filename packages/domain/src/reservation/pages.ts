export const RESERVATIONS_PER_PAGE = 20;
export const PAGE_BUTTONS_MAX = 5;

/** Up to five numbers around the present one. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(pages, PAGE_BUTTONS_MAX);
  const first = Math.max(1, Math.min(page - Math.floor(PAGE_BUTTONS_MAX / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
