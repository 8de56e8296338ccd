import { accountCalls } from './account.ts';
import { healthCalls } from './health.ts';
import { keyCalls } from './keys.ts';
import { locationCalls } from './locations.ts';
import { menuCalls } from './menu.ts';
import { messageCalls } from './messages.ts';
import { orderCalls } from './orders.ts';
import { peopleCalls } from './people.ts';
import { settingsCalls } from './settings.ts';
import { userCalls } from './users.ts';

/** Every call of the API by its name. */
export const calls = {
  ...healthCalls,
  ...locationCalls,
  ...peopleCalls,
  ...menuCalls,
  ...orderCalls,
  ...accountCalls,
  ...userCalls,
  ...settingsCalls,
  ...messageCalls,
  ...keyCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
