import { accountCalls } from './account.ts';
import { billCalls } from './bills.ts';
import { chainMenuCalls } from './chain-menu.ts';
import { dashboardCalls } from './dashboard.ts';
import { daypartCalls } from './dayparts.ts';
import { deliveriesCalls } from './deliveries.ts';
import { deliveryCalls } from './delivery.ts';
import { deviceCalls } from './devices.ts';
import { healthCalls } from './health.ts';
import { keyCalls } from './keys.ts';
import { ledgerCalls } from './ledger.ts';
import { locationCalls } from './locations.ts';
import { menuCalls } from './menu.ts';
import { messageCalls } from './messages.ts';
import { optionGroupCalls } from './option-groups.ts';
import { orderChangeCalls } from './order-change.ts';
import { guestOrderCalls } from './guest-orders.ts';
import { orderCalls } from './orders.ts';
import { imageCalls } from './images.ts';
import { locationAdminCalls } from './location-admin.ts';
import { menuEditorCalls } from './menu-editor.ts';
import { paceCalls } from './pace.ts';
import { menuFileCalls } from './menu-file.ts';
import { menuTextCalls } from './menu-texts.ts';
import { passkeyCalls } from './passkeys.ts';
import { paymentCalls } from './payments.ts';
import { peopleCalls } from './people.ts';
import { pushCalls } from './push.ts';
import { readerCalls } from './readers.ts';
import { reservationCalls } from './reservations.ts';
import { serviceCalls } from './service.ts';
import { settingsCalls } from './settings.ts';
import { stockCalls } from './stock.ts';
import { tabletCalls } from './tablets.ts';
import { userCalls } from './users.ts';

/** Every call of the API by its name. */
export const calls = {
  ...healthCalls,
  ...locationCalls,
  ...locationAdminCalls,
  ...menuEditorCalls,
  ...chainMenuCalls,
  ...daypartCalls,
  ...menuFileCalls,
  ...menuTextCalls,
  ...stockCalls,
  ...paceCalls,
  ...deliveryCalls,
  ...deliveriesCalls,
  ...optionGroupCalls,
  ...imageCalls,
  ...peopleCalls,
  ...menuCalls,
  ...orderCalls,
  ...orderChangeCalls,
  ...guestOrderCalls,
  ...paymentCalls,
  ...ledgerCalls,
  ...billCalls,
  ...readerCalls,
  ...accountCalls,
  ...deviceCalls,
  ...passkeyCalls,
  ...reservationCalls,
  ...userCalls,
  ...tabletCalls,
  ...settingsCalls,
  ...messageCalls,
  ...keyCalls,
  ...serviceCalls,
  ...dashboardCalls,
  ...pushCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
