import { reconcile, yesterday } from '../modules/payments/reconcile.ts';
import type { Job } from './jobs.ts';

/** In the small hours, when yesterday is over in Halifax and everybody sleeps. */
export const reconcilePaymentsJob: Job = {
  name: 'reconcile-payments',
  every: '25 8 * * *',
  async run(context) {
    if (context.payments) await reconcile(context, await yesterday(context));
  },
};
