import { dropUnusedImages } from './drop-unused-images.ts';
import { expireIdempotencyKeys } from './expire-idempotency-keys.ts';
import type { Job } from './jobs.ts';
import { remindGuests } from './remind-guests.ts';
import { reconcilePaymentsJob } from './reconcile-payments.ts';
import { sweepPaymentsJob } from './sweep-payments.ts';
import { trimEvents } from './trim-events.ts';
import { turnSpecials } from './turn-specials.ts';

export const jobs: readonly Job[] = [
  // one a line
  dropUnusedImages,
  expireIdempotencyKeys,
  reconcilePaymentsJob,
  remindGuests,
  sweepPaymentsJob,
  trimEvents,
  turnSpecials,
];
