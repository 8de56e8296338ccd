import type { ImplementedCall } from './platform/http/implement.ts';
import { auditLogRoutes } from './api/audit-log.ts';
import { checkoutRoutes } from './api/checkout.ts';
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
import { daypartRoutes } from './api/dayparts.ts';
import { translationRoutes } from './api/menu-translations.ts';
import { optionRoutes } from './api/option-groups.ts';
import { sharedMenuRoutes } from './api/shared-menu.ts';
import { stationRoutes } from './api/stations.ts';
import { stockRoutes } from './api/stock.ts';
import { imageRoutes } from './api/images.ts';
import { invitationRoutes } from './api/invitations.ts';
import { ledgerRoutes } from './api/ledger.ts';
import { readerRoutes } from './api/readers.ts';
import { paymentRoutes } from './api/payments.ts';
import { messageRoutes } from './api/messages.ts';
import { staffOrderRoutes } from './api/staff-orders.ts';
import { deviceRoutes } from './api/devices.ts';
import { passkeyRoutes } from './api/passkeys.ts';
import { tabletRoutes } from './api/tablets.ts';
import { peopleRoutes } from './api/account.ts';
import { reportRoutes } from './api/reports.ts';
import { reservationRoutes } from './api/reservations.ts';
import { userRoutes } from './api/users.ts';
import { pickupScreenRoutes } from './api/pickup-screens.ts';
import { pushRoutes } from './api/push.ts';
import { settingsRoutes } from './api/settings.ts';

/** Every call of the contract with its handler. A test compares the two. */
export const routes: readonly ImplementedCall[] = [
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
  ...stationRoutes,
  ...pickupScreenRoutes,
  ...stockRoutes,
  ...optionRoutes,
  ...sharedMenuRoutes,
  ...daypartRoutes,
  ...translationRoutes,
  ...imageRoutes,
  ...checkoutRoutes,
  ...reportRoutes,
  ...invitationRoutes,
  ...orderRoutes,
  ...guestOrderRoutes,
  ...staffOrderRoutes,
  ...deliveryRoutes,
  ...reservationRoutes,
  ...userRoutes,
  ...tabletRoutes,
  ...settingsRoutes,
  ...auditLogRoutes,
  ...messageRoutes,
  ...keyRoutes,
  ...pushRoutes,
];
