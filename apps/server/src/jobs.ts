import { forgetUsedChallenges } from './platform/auth/passkey-proof.ts';
import { forgetUsedCodes } from './platform/auth/second-step.ts';
import type { Context } from './context.ts';
import type { Job } from './platform/jobs/jobs.ts';
import { learnTimes } from './modules/capacity/learn-times.ts';
import { deleteUnusedImages } from './modules/images/delete-unused-images.ts';
import { removeStoredFiles } from './modules/images/remove-stored-files.ts';
import { changeCoin } from './modules/locations/restaurant/coins.ts';
import { beginMenuDay } from './modules/menu/dishes/begin-menu-day.ts';
import { redactOldMessages } from './modules/outbox/redact-messages.ts';
import { reconcileDay, previousBusinessDay } from './modules/money/provider/reconcile.ts';
import { sweepPayments } from './modules/money/sessions/sweep-sessions.ts';
import { applyNewTaxRates } from './modules/ordering/change/apply-new-tax-rates.ts';
import { sendScheduledReports } from './modules/reports/scheduled/send-scheduled-reports.ts';
import { forgetAddressesOfSessions } from './modules/money/sessions/erase-sessions.ts';
import { forgetAddressesOfReservations } from './modules/reservations/erase-reservations.ts';
import { endWaits } from './modules/reservations/end-waits.ts';
import { deleteOldResponses } from './platform/http/implement.ts';
import { deleteOldLimits } from './platform/http/rate-limiter.ts';
import { forgetOldGuests } from './modules/privacy/forget-old-guests.ts';
import { mailPinApprovals } from './modules/people/mail-pin-approvals.ts';
import { logExpiredKeys } from './modules/people/api-keys.ts';
import { deleteExpiredCodes } from './modules/people/confirmation-codes.ts';
import { forgetOldAddresses } from './modules/privacy/forget-old-addresses.ts';
import { deleteOldPrintJobs } from './modules/kitchen/printers/print-jobs.ts';
import { deleteOldDeliveries } from './modules/webhooks/webhook-deliveries.ts';
import { warnOfTextLimit } from './modules/messages/notices/warn-of-text-limit.ts';
import { remindGuests } from './modules/messages/notices/remind-guests.ts';

// In seconds.
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The work that runs on a schedule, in one copy of the server at a time. */
export const jobs: readonly Job[] = [
  { name: 'sweep-payments', every: MINUTE, atStart: true, run: sweepPayments },
  { name: 'change-coin', every: MINUTE, atStart: true, run: changeCoin },
  { name: 'expire-specials', every: MINUTE, run: beginMenuDay },
  { name: 'log-expired-api-keys', every: MINUTE, run: logExpiredKeys },
  { name: 'end-waits', every: MINUTE / 2, run: endWaits },
  { name: 'warn-of-text-limit', every: MINUTE, run: warnOfTextLimit },
  { name: 'remind-guests', every: 5 * MINUTE, run: remindGuests },
  { name: 'send-scheduled-reports', every: 5 * MINUTE, run: sendScheduledReports },
  { name: 'mail-pin-approvals', every: HOUR, offsetSeconds: 6 * MINUTE, run: mailPinApprovals },
  { name: 'move-tax-days', every: HOUR, offsetSeconds: MINUTE, atStart: true, run: applyNewTaxRates },
  { name: 'expire-idempotency-keys', every: HOUR, offsetSeconds: 17 * MINUTE, run: deleteExpiredRecords },
  { name: 'empty-messages', every: 10 * MINUTE, run: redactOldMessages },
  { name: 'forget-addresses', every: DAY, offsetSeconds: 7 * HOUR + 11 * MINUTE, run: forgetAddresses },
  { name: 'forget-logged-addresses', every: DAY, offsetSeconds: 7 * HOUR + 23 * MINUTE, run: forgetOldAddresses },
  { name: 'drop-unused-images', every: HOUR, offsetSeconds: 29 * MINUTE, run: deleteUnusedImages },
  { name: 'remove-stored-files', every: HOUR, offsetSeconds: 31 * MINUTE, run: removeStoredFiles },
  { name: 'forget-guests', every: DAY, offsetSeconds: 7 * HOUR + 23 * MINUTE, run: forgetOldGuests },
  { name: 'learn-times', every: DAY, offsetSeconds: 8 * HOUR + 41 * MINUTE, run: learnTimes },
  { name: 'delete-old-print-jobs', every: DAY, offsetSeconds: 3 * HOUR + 29 * MINUTE, run: deleteOldPrintJobs },
  { name: 'delete-old-deliveries', every: DAY, offsetSeconds: 3 * HOUR + 31 * MINUTE, run: deleteOldDeliveries },
  {
    name: 'trim-events',
    every: DAY,
    offsetSeconds: 3 * HOUR + 43 * MINUTE,
    run: ({ events, clock }) => events.trim(clock.now()),
  },
  // At night in Halifax, when the previous day is over.
  { name: 'reconcile-payments', every: DAY, offsetSeconds: 8 * HOUR + 25 * MINUTE, run: reconcileYesterday },
];

/**
 * Deletes client addresses that limits no longer need: a reservation's after its time, a payment page's after it
 * expires.
 */
async function forgetAddresses({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY * 1000);
  await forgetAddressesOfReservations(db, before);
  await forgetAddressesOfSessions(db, before);
}

const IDEMPOTENCY_KEYS_RETENTION_MS = 7 * DAY * 1000;

/** Deletes responses that no working client asks for again, and expired rate limits, codes and challenges. */
async function deleteExpiredRecords(context: Context): Promise<void> {
  const { db, clock } = context;
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_KEYS_RETENTION_MS);
  await deleteOldResponses(db, before);
  await deleteOldLimits(db, before);
  await forgetUsedCodes(context);
  await forgetUsedChallenges(context);
  await deleteExpiredCodes(context);
}

async function reconcileYesterday(context: Context): Promise<void> {
  if (context.payments) await reconcileDay(context, await previousBusinessDay(context));
}
