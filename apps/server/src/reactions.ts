import type { Reaction } from './events/reactions.ts';

/** What follows from events: messages, figures, pushes. */
export const reactions: readonly Reaction[] = [];
