/** The cookie of a guest who chose to continue without an account. It identifies and grants nothing. */
export const GUEST_COOKIE = 'tiffin-guest';
