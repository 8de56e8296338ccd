import type { Implemented } from './platform/http/implement.ts';
import { checkoutRoutes } from './api/checkout.ts';
import { dashboardRoutes } from './api/dashboard.ts';
import { deliveryRoutes } from './api/deliveries.ts';
import { healthRoutes } from './api/health.ts';
import { keyRoutes } from './api/api-keys.ts';
import { locationAdminRoutes } from './api/location-admin.ts';
import { locationRoutes } from './api/locations.ts';
import { menuRoutes } from './api/menu.ts';
import { guestOrderRoutes } from './api/guest-orders.ts';
import { orderRoutes } from './api/orders.ts';
import { menuEditorRoutes } from './api/menu-editor.ts';
import { menuFileRoutes } from './api/menu-file.ts';
import { chainRoutes, daypartRoutes, optionRoutes, textRoutes } from './api/option-groups.ts';
import { stockRoutes } from './api/stock.ts';
import { imageRoutes } from './api/images.ts';
import { ledgerRoutes } from './api/ledger.ts';
import { readerRoutes } from './api/readers.ts';
import { paymentRoutes } from './api/payments.ts';
import { messageRoutes } from './api/messages.ts';
import { serviceRoutes } from './api/service.ts';
import { deviceRoutes, passkeyRoutes, tabletRoutes } from './api/devices.ts';
import { peopleRoutes } from './api/account.ts';
import { reservationRoutes } from './api/reservations.ts';
import { userRoutes } from './api/users.ts';
import { pushRoutes } from './api/push.ts';
import { settingsRoutes } from './api/settings.ts';

/** Every call of the contract with its handler. A test compares the two. */
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
