import { refuse, say, type DateText } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { correctDay } from './correct-closed-days.ts';
import { calculateJournalLines } from './read-journal.ts';
import {
  readJournalAccounts,
  readJournalDays,
  requireAccounts,
  showJournal,
  type JournalInput,
} from './show-journal.ts';

/**
 * Closes the days of a period when they are exported. Days that are closed already stay as they are. Only days that have
 * ended can be closed, so that corrections can always be dated today.
 */
export async function closeDays(context: Context, actor: Actor, input: JournalInput, origin: RequestOrigin) {
  const { locationId } = input;
  const now = context.clock.now();
  const { closed, today } = await transaction(context.db, async (tx) => {
    const journal = await readJournalDays(context, actor, input, tx);
    if (input.to >= journal.today) {
      throw refuse('failed-precondition', say`Today is not over yet. Only days that have ended can be locked.`, {
        field: 'to',
      });
    }
    requireAccounts(journal.days, await readJournalAccounts(tx));
    const open = journal.days.filter(({ closedAt }) => closedAt === null).map(({ day }) => day);
    if (open[0] !== undefined) await correctLastClosedDay(tx, locationId, open[0], now);
    for (const day of open) {
      const lines = JSON.stringify(await calculateJournalLines(tx, locationId, day));
      await tx
        .insertInto('journal_days')
        .values({ location_id: locationId, business_day: day, lines, closed_at: now, closed_by: userIdOf(actor) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    if (open.length > 0) {
      await recordAuditEntry(tx, { at: now, actor, from: origin }, 'close-days', ['location', locationId], {
        locationId,
        after: { from: input.from, to: input.to },
      });
    }
    return { closed: open, today: journal.today };
  });
  // An order may have changed while the days were read. Its event found no closed day, so look once more.
  await transaction(context.db, async (tx) => {
    for (const day of closed) await correctDay(tx, { locationId, day, datedOn: today }, now);
  });
  return showJournal(context, actor, input);
}

/** Changing the hour at which days end moves sales into or out of the last closed day, without an event. */
async function correctLastClosedDay(tx: Tx, locationId: string, firstOpen: DateText, now: Date): Promise<void> {
  const last = await tx
    .selectFrom('journal_days')
    .select('business_day')
    .where('location_id', '=', locationId)
    .where('business_day', '<', firstOpen)
    .orderBy('business_day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last) await correctDay(tx, { locationId, day: last.business_day, datedOn: firstOpen }, now);
}
