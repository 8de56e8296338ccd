/** The address contains an access token: it is not sent to other sites, and the browser does not cache the page. */
export const accessTokenHeaders = () => ({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });

/**
 * The same for a page with a form. Without any referrer, a form that is sent before the scripts are there has no origin
 * either, and is refused.
 */
export const accessTokenFormHeaders = () => ({ ...accessTokenHeaders(), 'referrer-policy': 'same-origin' });
