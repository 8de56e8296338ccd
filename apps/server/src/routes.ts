import type { Implemented } from './platform/http/implement.ts';
import { checkoutRoutes } from './modules/checkout/routes.ts';
import { dashboardRoutes } from './modules/dashboard/routes.ts';
import { deliveryRoutes } from './modules/deliveries/routes.ts';
import { healthRoutes } from './modules/health/routes.ts';
import { keyRoutes } from './modules/keys/routes.ts';
import { locationAdminRoutes } from './modules/locations/admin-routes.ts';
import { locationRoutes } from './modules/locations/routes.ts';
import { menuRoutes } from './modules/menu/routes.ts';
import { guestOrderRoutes } from './modules/orders/guest-routes.ts';
import { orderRoutes } from './modules/orders/routes.ts';
import { menuEditorRoutes } from './modules/menu/editor-routes.ts';
import { menuFileRoutes } from './modules/menu-file/routes.ts';
import { chainRoutes, daypartRoutes, optionRoutes, textRoutes } from './modules/menu/house-routes.ts';
import { stockRoutes } from './modules/menu/stock-routes.ts';
import { imageRoutes } from './modules/images/routes.ts';
import { ledgerRoutes } from './modules/payments/ledger-routes.ts';
import { readerRoutes } from './modules/payments/reader-routes.ts';
import { paymentRoutes } from './modules/payments/routes.ts';
import { messageRoutes } from './modules/messages/routes.ts';
import { serviceRoutes } from './modules/orders/service-routes.ts';
import { deviceRoutes, passkeyRoutes, tabletRoutes } from './modules/people/device-routes.ts';
import { peopleRoutes } from './modules/people/routes.ts';
import { reservationRoutes } from './modules/reservations/routes.ts';
import { userRoutes } from './modules/people/user-routes.ts';
import { pushRoutes } from './modules/push/routes.ts';
import { settingsRoutes } from './modules/settings/routes.ts';

/** Every call of the contract with its handler; a test holds the two against each other. */
export const routes: readonly Implemented[] = [
  ...healthRoutes,
  ...locationRoutes,
  ...locationAdminRoutes,
  ...peopleRoutes,
  ...deviceRoutes,
  ...passkeyRoutes,
  ...paymentRoutes,
  ...readerRoutes,
  ...ledgerRoutes,
  ...menuRoutes,
  ...menuEditorRoutes,
  ...menuFileRoutes,
  ...stockRoutes,
  ...optionRoutes,
  ...chainRoutes,
  ...daypartRoutes,
  ...textRoutes,
  ...imageRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  ...guestOrderRoutes,
  ...serviceRoutes,
  ...deliveryRoutes,
  ...dashboardRoutes,
  ...reservationRoutes,
  ...userRoutes,
  ...tabletRoutes,
  ...settingsRoutes,
  ...messageRoutes,
  ...keyRoutes,
  ...pushRoutes,
];
