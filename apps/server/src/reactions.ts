import type { Reaction } from './platform/events/reactions.ts';
import { correctClosedDays } from './modules/accounting/correct-closed-days.ts';
import { rollUpSales } from './modules/sales-figures/roll-up-orders.ts';
import { notifyDelivery } from './modules/notifications/notify-delivery.ts';
import { confirmOrders } from './modules/notifications/confirm-order.ts';
import { copyPhoneToProfile } from './modules/guest-orders/copy-phone-to-profile.ts';
import { notifyCancelled } from './modules/notifications/notify-cancelled.ts';
import { notifyRescheduled } from './modules/notifications/notify-rescheduled.ts';
import { textStatusChanges } from './modules/notifications/text-order-status.ts';
import { sendRefundsOfCancelled } from './modules/payments/send-refund.ts';
import { notifyRefunded } from './modules/notifications/notify-refunded.ts';
import { pushNotices } from './modules/notifications/push/push-notices.ts';
import { notifyReservationGuests } from './modules/notifications/reservation-mails.ts';

/** All reactions to events: messages, figures, push notifications. */
export const reactions: readonly Reaction[] = [
  rollUpSales,
  correctClosedDays,
  confirmOrders,
  notifyReservationGuests,
  textStatusChanges,
  notifyCancelled,
  sendRefundsOfCancelled,
  notifyRefunded,
  copyPhoneToProfile,
  pushNotices,
  notifyDelivery,
  notifyRescheduled,
];
