/** Non-essential resources load this long after the page starts. */
export const SETTLED_MS = 3000;
