/** The address contains an access token: it is not sent to other sites, and the browser does not cache the page. */
export const accessTokenHeaders = () => ({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });
