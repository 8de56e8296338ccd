import type { Reaction } from './events/reactions.ts';
import { tellGuests } from './modules/reservations/tell-guests.ts';

/** What follows from events: messages, figures, pushes. */
export const reactions: readonly Reaction[] = [tellGuests];
