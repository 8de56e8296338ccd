import type { Implemented } from './http/implement.ts';
import { healthRoutes } from './modules/health/routes.ts';
import { locationRoutes } from './modules/locations/routes.ts';
import { menuRoutes } from './modules/menu/routes.ts';
import { orderRoutes } from './modules/orders/routes.ts';
import { accountRoutes } from './modules/people/account-routes.ts';
import { ledgerRoutes } from './modules/payments/ledger-routes.ts';
import { paymentRoutes } from './modules/payments/routes.ts';
import { peopleRoutes } from './modules/people/routes.ts';

/** Every call of the contract with its handler; a test holds the two against each other. */
export const routes: readonly Implemented[] = [
  ...healthRoutes,
  ...locationRoutes,
  ...peopleRoutes,
  ...paymentRoutes,
  ...ledgerRoutes,
  ...accountRoutes,
  ...menuRoutes,
  ...orderRoutes,
];
