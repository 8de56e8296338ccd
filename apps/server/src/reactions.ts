import type { Reaction } from './platform/events/reactions.ts';
import { correctClosedDays } from './modules/reports/accounting/correct-closed-days.ts';
import { rollUpSales } from './modules/figures/roll-up-orders.ts';
import { notifyDelivery } from './modules/messages/notices/notify-delivery.ts';
import { confirmOrders } from './modules/messages/notices/confirm-order.ts';
import { copyPhoneToProfile } from './modules/people/profile-phone.ts';
import { notifyCancelled } from './modules/messages/notices/notify-cancelled.ts';
import { notifyRescheduled } from './modules/messages/notices/notify-rescheduled.ts';
import { textStatusChanges } from './modules/messages/notices/text-order-status.ts';
import { settleDeposits } from './modules/money/deposits/settle-deposit.ts';
import { sendRefundsOfCancelled } from './modules/money/refunds/send-refund.ts';
import { notifyRefunded } from './modules/messages/notices/notify-refunded.ts';
import { pushNotices } from './modules/messages/notices/push/push-notices.ts';
import { notePrintJobs } from './modules/kitchen/printers/note-print-jobs.ts';
import { noteDeliveries } from './modules/webhooks/note-deliveries.ts';
import { notifyReservationGuests } from './modules/messages/notices/reservation-mails.ts';

/** What follows from events, besides their delivery to open pages. */
export const reactions: readonly Reaction[] = [
  rollUpSales,
  correctClosedDays,
  confirmOrders,
  notifyReservationGuests,
  settleDeposits,
  textStatusChanges,
  notifyCancelled,
  sendRefundsOfCancelled,
  notifyRefunded,
  copyPhoneToProfile,
  pushNotices,
  notifyDelivery,
  notifyRescheduled,
  noteDeliveries,
  notePrintJobs,
];
