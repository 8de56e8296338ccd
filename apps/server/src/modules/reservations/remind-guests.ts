import { dateIn, instantOf } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import type { Context } from '../../context.ts';
import { idsOf } from '../../platform/db/listed.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { queueMessages, type NewMessage } from '../messages/queue-message.ts';
import { mailsFor } from './mails.ts';
import { selectReservations } from './queries.ts';

const HOUR = 3_600_000;
const BATCH = 100;
/** With less than this to go a reminder would only startle. */
const TOO_LATE_HOURS = 2;
/** Who booked so shortly before the reminder knows. */
const JUST_BOOKED_HOURS = 2;
/** A day has at most 25 hours. */
const LONGEST_DAY_HOURS = 25;

/**
 * Reminds everybody whose table is the day after, at the hour of the dinner by the clock of the location.
 * The mark and the message are one transaction: once, whatever is killed in between. Answers how many.
 */
export async function remindGuests(context: Context): Promise<number> {
  let reminded = 0;
  for (let batch = BATCH; batch === BATCH; reminded += batch) batch = await remindSome(context);
  return reminded;
}

function remindSome(context: Context): Promise<number> {
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const due = await selectReservations(tx)
      .leftJoin('users as u', 'u.id', 'r.user_id')
      .select(['l.time_zone', 'u.notifications'])
      .where('r.status', 'in', AWAITED_STATUSES)
      .where('r.reminded_at', 'is', null)
      .where('r.starts_at', '<=', new Date(now.getTime() + LONGEST_DAY_HOURS * HOUR))
      .where('r.starts_at', '>', now)
      .orderBy('r.starts_at')
      .limit(BATCH)
      .forUpdate('r')
      .skipLocked()
      .execute();
    const ready = due.filter((row) => remindAt(row) <= now);
    if (ready.length === 0) return 0;
    await tx.updateTable('reservations').set({ reminded_at: now }).where('id', 'in', idsOf(ready)).execute();
    const write = mailsFor(context, tx);
    const messages: NewMessage[] = [];
    for (const row of ready) {
      const justBooked = row.reserved_at.getTime() > remindAt(row).getTime() - JUST_BOOKED_HOURS * HOUR;
      const tooLate = row.starts_at.getTime() - now.getTime() < TOO_LATE_HOURS * HOUR;
      if (justBooked || tooLate || row.notifications === false) continue;
      messages.push({ ...(await write.reminder(row)), onceKey: `reservation_reminder:${row.id}` });
    }
    await queueMessages(tx, context, messages);
    return ready.length;
  });
}

/** The same time on the day before, by the clock of the location. */
function remindAt({
  starts_at: startsAt,
  time,
  time_zone: zone,
}: {
  starts_at: Date;
  time: string;
  time_zone: string;
}) {
  return instantOf(addDays(dateIn(startsAt, zone), -1), time, zone);
}
