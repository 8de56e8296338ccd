import { healthCalls } from './health.ts';
import { locationCalls } from './locations.ts';
import { peopleCalls } from './people.ts';

/** Every call of the API by its name. */
export const calls = {
  ...healthCalls,
  ...locationCalls,
  ...peopleCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
