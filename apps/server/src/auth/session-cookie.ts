/** What the names of the sign-in cookies begin with. */
export const COOKIE_PREFIX = 'tiffin';
