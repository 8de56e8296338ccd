/** What a browser carries whose guest chose to go on without an account. It names nobody and opens nothing. */
export const GUEST_COOKIE = 'tiffin-guest';
