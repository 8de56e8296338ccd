/** Addresses of the back office, kept apart so that guests do not download them. The others are in `paths`. */
export const officePaths = {
  /** The guide from an empty restaurant to its first order. */
  setUp: (step?: string) => (step ? `/admin/set-up#${step}` : '/admin/set-up'),
  /** The back office for an admin who postpones the guide. */
  later: () => '/admin/dashboard?setUp=later',
  /** Redirects to the board. */
  ordersShort: () => '/admin/orders',
  /** An order's own page in the back office. */
  order: (orderId: string) => `#find-order/${encodeURIComponent(orderId)}`,
  /** A search in the orders of all days. */
  orders: (search: string) => `#find-order?${encodeURIComponent(search)}`,
  /** The page of a guest, named by an email address or a phone number; null without one. */
  guest: ({ email, phone }: { readonly email: string; readonly phone: string }) =>
    email || phone ? `#find-order/guest/${encodeURIComponent(email || phone)}` : null,
  settings: () => '#settings',
  reportsByMail: () => '/admin/dashboard?page=mails#report',
  costs: (locationId: string) => `/admin/dashboard?location=${encodeURIComponent(locationId)}&page=costs#report`,
  /** The page that erases a guest, named by an order or reservation number or a contact. */
  forgetPerson: (text: string) => `#privacy/${encodeURIComponent(text)}`,
  /** The same for an account. */
  forgetUser: (userId: string) => `#privacy/${encodeURIComponent(`user:${userId}`)}`,
  /** The handbook for staff; `page` is the page it opens at. */
  handbook: (page?: string) => (page ? `/admin/handbook#${page}` : '/admin/handbook'),
  tablet: () => '/tablet',
} as const;
