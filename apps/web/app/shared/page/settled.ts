/** What nobody waits for loads this long after the page has started, so that the page's own work is done first. */
export const SETTLED_MS = 3000;
