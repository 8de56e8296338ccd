import type { Reaction } from './events/reactions.ts';
import { keepFigures } from './modules/dashboard/keep-figures.ts';
import { textGuests } from './modules/orders/text-guests.ts';
import { tellGuests } from './modules/reservations/tell-guests.ts';

/** What follows from events: messages, figures, pushes. */
export const reactions: readonly Reaction[] = [keepFigures, tellGuests, textGuests];
import { confirmOrders } from './modules/orders/confirm-order.ts';
import { tellGuests } from './modules/reservations/tell-guests.ts';

/** What follows from events: messages, figures, pushes. */
export const reactions: readonly Reaction[] = [confirmOrders, tellGuests];
