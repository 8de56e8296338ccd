import { reservationNotices } from '@tiffin/domain/errors';

export const texts = {
  booked: 'Your table is booked',
  cancelled: reservationNotices.cancelled,
  refused: (problem: string) => `Still waiting: ${problem}`,
  failed: 'The server could not do it.',
  sent: (count: number) => (count === 1 ? '1 change sent' : `${count} changes sent`),
  see: 'See it',
  waiting: 'Waiting for a connection',
  queued: reservationNotices.queued,
  queuedText: 'It is sent by itself when you are connected again, or when you next come back to this site.',
  notYet: 'Not done yet',
  cancellation: 'A cancellation',
  remove: 'Remove',
  retry: 'Try Again',
  cannotKeep:
    'You are offline, and this device cannot keep changes for later: its storage is full or blocked. Nothing was changed.',
} as const;
