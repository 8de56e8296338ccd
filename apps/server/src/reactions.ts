import type { Reaction } from './platform/events/reactions.ts';
import { rollUpSales } from './modules/dashboard/roll-up.ts';
import { tellBrought } from './modules/deliveries/tell-brought.ts';
import { confirmOrders } from './modules/orders/confirm-order.ts';
import { copyPhoneToProfile } from './modules/orders/copy-phone-to-profile.ts';
import { tellCancelled } from './modules/orders/tell-cancelled.ts';
import { tellMoved } from './modules/orders/tell-moved.ts';
import { textGuests } from './modules/orders/text-guests.ts';
import { sendRefundsOfCancelled } from './modules/payments/send-refund.ts';
import { tellRefunded } from './modules/payments/tell-refunded.ts';
import { pushNotices } from './modules/push/push-notices.ts';
import { tellGuests } from './modules/reservations/mails.ts';

/** What follows from events: messages, figures, pushes. */
export const reactions: readonly Reaction[] = [
  rollUpSales,
  confirmOrders,
  tellGuests,
  textGuests,
  tellCancelled,
  sendRefundsOfCancelled,
  tellRefunded,
  copyPhoneToProfile,
  pushNotices,
  tellBrought,
  tellMoved,
];
