/** The id of the cart on the page of a menu. */
export const CART_ID = 'your-order';

/** What the key of a cart of a phone at a table starts with, as its page does. */
export const TABLE = 'table/';

const menuPath = (place: string) => (place.startsWith(TABLE) ? `/${place}` : `/menu/${encodeURIComponent(place)}`);

/** Builds every address of the site; no other code writes a path as text. */
export const paths = {
  home: () => '/',
  contact: () => '/contact',
  menuStart: () => '/menu',
  /** Of a location, or of a table with its `placeOf`. */
  menu: menuPath,
  allergens: (locationId: string) => `/menu/${encodeURIComponent(locationId)}/allergens`,
  /** The cart, beside the menu or above it. */
  cart: (locationId: string) => `/menu/${encodeURIComponent(locationId)}#${CART_ID}`,
  menuCategory: (place: string, categoryId: string) => `${menuPath(place)}#${encodeURIComponent(categoryId)}`,
  /** `line` is the cart line to change. */
  menuDish: (place: string, dishId: string, line?: string) => withQuery(menuPath(place), { dish: dishId, line }),
  /** The page of the code at a table; `view` is what is shown instead of the menu. */
  table: (tableId: string, view?: 'round' | 'bill') => withQuery(`/${TABLE}${encodeURIComponent(tableId)}`, { view }),
  checkout: (query: { location?: string } = {}) => withQuery('/checkout', query),
  orderSuccess: (query: { orderId?: string; session_id?: string } = {}) => withQuery('/order-success', query),
  /** An order's link with its access token; needs no account. */
  order: (orderId: string, token: string) => withQuery(`/orders/${encodeURIComponent(orderId)}`, { token }),
  receipt: (orderId: string, token?: string) => withQuery(`/receipt/${encodeURIComponent(orderId)}`, { token }),
  /** A file, not a page. */
  receiptPdf: (orderId: string, token: string) => withQuery('/api/getOrderReceiptPdf', { orderId, token }),
  /** A file, not a page. */
  exportMyData: () => '/api/exportMyData',
  reservations: (query: { location?: string; day?: 'tonight' } = {}) => withQuery('/reservations', query),
  reservation: (reservationId: string, token?: string) =>
    withQuery(`/reservations/${encodeURIComponent(reservationId)}`, { token }),
  /** The query preselects what the reservation is changed to. */
  changeReservation: (
    reservationId: string,
    query: { token?: string | undefined; date?: string; time?: string; party?: string } = {},
  ) => withQuery(`/reservations/${encodeURIComponent(reservationId)}/change`, query),
  /** Sends the links to reservations again. */
  findReservation: () => '/reservations/find',
  /** Behind the code at the door; with its id and token, the place of a party. */
  waitlist: (locationId: string, query: { party?: string } = {}) =>
    withQuery(`/waitlist/${encodeURIComponent(locationId)}`, query),
  /** A calendar file, not a page. */
  reservationCalendar: (reservationId: string, token?: string) =>
    withQuery('/api/getReservationCalendar', { reservationId, token }),
  login: (query: { from?: string | undefined; step?: 'code' | 'over' | 'sign-in' } = {}) => withQuery('/login', query),
  signup: (query: { from?: string | undefined } = {}) => withQuery('/signup', query),
  forgotPassword: () => '/forgot-password',
  resetPassword: (query: { token?: string } = {}) => withQuery('/reset-password', query),
  join: () => '/join',
  /** `new` after signing up. */
  confirmEmail: (query: { new?: string } = {}) => withQuery('/confirm-email', query),
  signOut: () => '/sign-out',
  dashboard: () => '/dashboard',
  devices: (query: { from?: string } = {}) => withQuery('/devices', query),
  /** A customer's name, phone, data and account deletion. */
  details: () => '/dashboard/details',
  /** A television; its key may follow the address. */
  pickupScreen: (key?: string) => (key ? `/pickup-screen#${key}` : '/pickup-screen'),
  admin: () => '/admin',
  adminDashboard: (section?: string) => (section ? `/admin/dashboard#${section}` : '/admin/dashboard'),
  /** The import of a menu, with a way back to the set-up. */
  menuImport: (location: string) => `${withQuery('/admin/dashboard', { location, import: 'set-up' })}#menu`,
  giftCards: () => '/gift-cards',
  /** The link in the mail of a card has its code. */
  giftBalance: (token?: string) => withQuery('/gift-balance', { token }),
  /** The number of the payment that bought the card may be known. */
  giftWithdrawal: (number?: string) => withQuery('/gift-withdrawal', { number }),
  paymentCancel: (query: { order_id?: string; location?: string } = {}) => withQuery('/payment-cancel', query),
  unsubscribe: (token?: string) => withQuery('/unsubscribe', { token }),
  privacy: () => '/privacy',
  accessibility: () => '/accessibility',
  terms: () => '/terms',
  clientError: () => '/client-error',
  /** Switches the language, remembers it, and opens the page. */
  inLanguage: (language: string, page: string) => `/in/${language}${page}`,
  sitemap: () => '/sitemap.xml',
  manifest: () => '/manifest.webmanifest',
  securityTxt: () => '/.well-known/security.txt',
  /** A stylesheet with these two colours. */
  brandColours: (query: { brand?: string | undefined; accent?: string | undefined }) => withQuery('/house.css', query),
} as const;

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
