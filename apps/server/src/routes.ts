import type { Implemented } from './http/implement.ts';
import { healthRoutes } from './modules/health/routes.ts';
import { keyRoutes } from './modules/keys/routes.ts';
import { locationRoutes } from './modules/locations/routes.ts';
import { messageRoutes } from './modules/messages/routes.ts';
import { peopleRoutes } from './modules/people/routes.ts';
import { userRoutes } from './modules/people/user-routes.ts';
import { settingsRoutes } from './modules/settings/routes.ts';

/** Every call of the contract with its handler; a test holds the two against each other. */
export const routes: readonly Implemented[] = [
  ...healthRoutes,
  ...locationRoutes,
  ...peopleRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...messageRoutes,
  ...keyRoutes,
];
