import { reservationNotices } from '@tiffin/domain/errors';

export const texts = {
  booked: 'Your table is booked',
  cancelled: reservationNotices.cancelled,
  refused: (problem: string) => `Still waiting: ${problem}`,
  see: 'See it',
  waiting: 'Waiting for a connection',
  queued: reservationNotices.queued,
  queuedText: 'It is sent by itself when you are connected again, or when you next come back to this site.',
  notYet: 'Not done yet',
  cancellation: 'A cancellation',
  remove: 'Remove',
  retry: 'Try Again',
} as const;
