/** What stands in the address is a key: it goes to nobody else, and the browser keeps no copy of what it opens. */
export const keyInAddress = () => ({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });
