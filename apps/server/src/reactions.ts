import type { Reaction } from './events/reactions.ts';
import { keepFigures } from './modules/dashboard/keep-figures.ts';
import { confirmOrders } from './modules/orders/confirm-order.ts';
import { keepPhones } from './modules/orders/keep-phones.ts';
import { tellCancelled } from './modules/orders/tell-cancelled.ts';
import { textGuests } from './modules/orders/text-guests.ts';
import { sendRefundsOfCancelled } from './modules/payments/send-refund.ts';
import { tellRefunded } from './modules/payments/tell-refunded.ts';
import { pushNotices } from './modules/push/push-notices.ts';
import { tellGuests } from './modules/reservations/tell-guests.ts';

/** What follows from events: messages, figures, pushes. */
export const reactions: readonly Reaction[] = [
  keepFigures,
  confirmOrders,
  tellGuests,
  textGuests,
  tellCancelled,
  sendRefundsOfCancelled,
  tellRefunded,
  keepPhones,
  pushNotices,
];
