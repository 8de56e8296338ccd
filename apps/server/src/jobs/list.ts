import { dropUnusedImages } from './drop-unused-images.ts';
import { expireIdempotencyKeys } from './expire-idempotency-keys.ts';
import type { Job } from './jobs.ts';
import { remindGuests } from './remind-guests.ts';
import { trimEvents } from './trim-events.ts';
import { turnSpecials } from './turn-specials.ts';

export const jobs: readonly Job[] = [expireIdempotencyKeys, remindGuests, trimEvents, turnSpecials, dropUnusedImages];
