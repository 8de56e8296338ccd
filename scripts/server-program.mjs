import { inRoot } from './root.mjs';

/**
 * What Node is given to run the server. What requests leave behind is swept early, and the heap may grow to
 * 768 MB, far more than it needs: Node lets what is swept seldom grow in proportion to that bound, and without
 * the two the process grows by 150 MB under load, for nothing.
 */
export const serverProgram = ['--max-semi-space-size=8', '--max-old-space-size=768', inRoot('apps/server/src/main.ts')];
