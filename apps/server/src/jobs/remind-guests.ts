import { remindGuests as remind } from '../modules/reservations/remind-guests.ts';
import type { Job } from './jobs.ts';

export const remindGuests: Job = {
  name: 'remind-guests',
  every: '*/5 * * * *',
  async run(context) {
    await remind(context);
  },
};
