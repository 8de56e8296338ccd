import { reservationNotices } from '@tiffin/domain/errors';

export const texts = {
  booked: 'Your table is booked',
  cancelled: reservationNotices.cancelled,
  refused: (problem: string) => `Still waiting: ${problem}`,
  see: 'See it',
} as const;
