/** The addresses that only who works here is led to: no guest waits for them. The rest are in `paths`. */
export const officePaths = {
  /** The guide from an empty house to its first order. */
  setUp: (step?: string) => (step ? `/admin/set-up#${step}` : '/admin/set-up'),
  /** The back office, for who goes on with the guide later. */
  later: () => '/admin/dashboard?setUp=later',
  /** Leads on to the board. */
  ordersShort: () => '/admin/orders',
  /** An order's own page in the back office. */
  order: (orderId: string) => `#find-order/${encodeURIComponent(orderId)}`,
  /** Every order of any day, looked through for this. */
  orders: (search: string) => `#find-order?${encodeURIComponent(search)}`,
  /** For whoever works here; `page`: where it opens. */
  handbook: (page?: string) => (page ? `/admin/handbook#${page}` : '/admin/handbook'),
  tablet: () => '/tablet',
  design: () => '/design',
} as const;
