import { localDate, instantOf } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import type { Context } from '../../../context.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { queueMessages, type NewMessage } from '../../outbox/queue-message.ts';
import { reservationMessages } from './reservation-mails.ts';
import { markReminded } from '../../reservations/write-reservation.ts';
import { selectReservations } from '../../reservations/queries.ts';

const HOUR = 3_600_000;
const BATCH = 100;
/** No reminder when the reservation begins in less than this. */
const MIN_NOTICE_HOURS = 2;
/** No reminder for a guest who booked or changed less than this before it. */
const JUST_BOOKED_HOURS = 2;
/** A day has at most 25 hours. */
const LONGEST_DAY_HOURS = 25;

/**
 * Reminds guests the day before at the local time of their reservation. The mark and the message are in one
 * transaction, so a crash never sends it twice. Returns how many reservations were handled.
 */
export async function remindGuests(context: Context): Promise<number> {
  let handled = 0;
  for (;;) {
    const count = await remindBatch(context);
    handled += count;
    if (count < BATCH) return handled;
  }
}

function remindBatch(context: Context): Promise<number> {
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const due = await selectReservations(tx)
      .leftJoin('users as u', 'u.id', 'r.user_id')
      .select(['l.time_zone', 'u.notifications'])
      .where('r.status', 'in', AWAITED_STATUSES)
      .where('r.reminded_at', 'is', null)
      // A table that is held for a deposit is not booked yet.
      .where('r.held_until', 'is', null)
      .where('r.starts_at', '<=', new Date(now.getTime() + LONGEST_DAY_HOURS * HOUR))
      .where('r.starts_at', '>', now)
      .orderBy('r.starts_at')
      .limit(BATCH)
      .forUpdate('r')
      .skipLocked()
      .execute();
    const ready = due.filter((row) => reminderTime(row) <= now);
    if (ready.length === 0) return 0;
    const write = reservationMessages(context, tx);
    const messages: NewMessage[] = [];
    const sent: string[] = [];
    for (const row of ready) {
      const chosenAt = row.last_change ? new Date(row.last_change.at) : row.reserved_at;
      // A fee may depend on the reminder (`noShowLaw`).
      const justBooked =
        !row.deposit?.isFee && chosenAt.getTime() > reminderTime(row).getTime() - JUST_BOOKED_HOURS * HOUR;
      const tooLate = row.starts_at.getTime() - now.getTime() < MIN_NOTICE_HOURS * HOUR;
      if (justBooked || tooLate || row.notifications === false) continue;
      sent.push(row.id);
      messages.push({
        ...(row.move_offered_at === null ? await write.reminder(row) : await write.move(row, '')),
        onceKey: `reservation_reminder:${row.id}:${row.starts_at.toISOString()}`,
      });
    }
    await markReminded(tx, idsOf(ready), sent, now);
    await queueMessages(tx, context, messages);
    return ready.length;
  });
}

/** The same local time on the day before. */
function reminderTime({ starts_at: at, time, time_zone: zone }: { starts_at: Date; time: string; time_zone: string }) {
  return instantOf(addDays(localDate(at, zone), -1), time, zone);
}
