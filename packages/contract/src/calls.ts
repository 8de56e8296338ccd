import { accountCalls } from './account.ts';
import { healthCalls } from './health.ts';
import { locationCalls } from './locations.ts';
import { menuCalls } from './menu.ts';
import { orderCalls } from './orders.ts';
import { paymentCalls } from './payments.ts';
import { peopleCalls } from './people.ts';

/** Every call of the API by its name. */
export const calls = {
  ...healthCalls,
  ...locationCalls,
  ...peopleCalls,
  ...menuCalls,
  ...orderCalls,
  ...paymentCalls,
  ...accountCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
