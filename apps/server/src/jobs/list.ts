import { expireIdempotencyKeys } from './expire-idempotency-keys.ts';
import type { Job } from './jobs.ts';
import { reconcilePaymentsJob } from './reconcile-payments.ts';
import { sweepPaymentsJob } from './sweep-payments.ts';
import { trimEvents } from './trim-events.ts';

export const jobs: readonly Job[] = [expireIdempotencyKeys, trimEvents, sweepPaymentsJob, reconcilePaymentsJob];
