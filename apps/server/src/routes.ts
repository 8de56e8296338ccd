import * as all from './api/all.ts';
import type { ImplementedCall } from './platform/http/implement.ts';

/** Every call of the contract with its handler. A test compares the two. */
export const routes: readonly ImplementedCall[] = Object.values(all).flat();
