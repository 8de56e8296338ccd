import { sweepPayments } from '../modules/payments/sweep.ts';
import type { Job } from './jobs.ts';

/** What no event told us of is asked for; after a start at once, because a kill may have left something. */
export const sweepPaymentsJob: Job = {
  name: 'sweep-payments',
  every: '* * * * *',
  atStart: true,
  run: sweepPayments,
};
