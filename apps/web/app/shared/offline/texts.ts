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
  queuedText: 'It is sent automatically when you are connected again, or when you next visit this site.',
  notYet: 'Not done yet',
  cancellation: 'A cancellation',
  remove: 'Remove',
  retry: 'Try Again',
  work: 'Changes made without a connection',
  offlineBar: 'No connection',
  offlineText: (count: number) =>
    count === 0
      ? 'This page shows the last known state.'
      : count === 1
        ? '1 change waits on this device and will be sent automatically.'
        : `${count} changes wait on this device and will be sent automatically.`,
  lastContact: (time: string) => `Last heard from the server: ${time}`,
  sending: (count: number) => (count === 1 ? 'Sending 1 change' : `Sending ${count} changes`),
  stuckText: 'Nothing is lost. Please say what to do.',
  stuck: (count: number) => (count === 1 ? '1 change was not accepted' : `${count} changes were not accepted`),
  look: 'Look',
  close: 'Close',
  made: (time: string) => `Made at ${time}`,
  isWaiting: 'Waiting',
  now: 'On the server now',
  answersNeeded: (count: number) => (count === 1 ? '1 change needs an answer' : `${count} changes need an answer`),
  answerLater: 'Nothing is lost if you answer later. The list stays on this device.',
  giveBackTitle: (amount: string) => `Paid twice: give ${amount} back`,
  giveBackText: 'Both payments are recorded. The order needs attention until the money is returned.',
  notDueTitle: (amount: string) => `Nothing was due: give ${amount} back`,
  notDueText: 'The payment is recorded. The order needs attention until the money is returned.',
  giveBack: (amount: string) => `Give ${amount} back in cash`,
  leaveIt: 'Leave for a manager',
  gaveBack: (amount: string) => `${amount} given back`,
  removed: 'Your entry was removed',
  undo: 'Undo',
  drop: 'Discard this change',
  newVersion: 'A new version is ready',
  useIt: 'Use it now',
  noConnection: 'No connection',
  savedPage: (time: string) => `No connection: this page is from ${time}`,
  followFailed: 'Notifications are blocked',
  followRefused: 'This browser does not allow notifications from this site. You can change that in its settings.',
  followOrder: {
    label: 'Notify me on this device',
    hint: 'When the kitchen starts and when it is ready, even if this page is closed.',
  },
  followLocation: {
    label: 'New orders on this device',
    hint: 'A notification for each, even if the back office is closed.',
  },
  cannotKeep:
    'You are offline, and this device cannot save changes for later: its storage is full or blocked. Nothing was changed.',
} as const;
