import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { endUnpaidBooking } from '../../reservations/end-unpaid-booking.ts';
import { closeSession } from '../sessions/refresh-session.ts';
import { sweepCards } from './let-card-go.ts';
import { settleDeposit } from './settle-deposit.ts';

const BATCH_SIZE = 50;

/** Ends bookings that were not paid in time, and settles deposits whose bill was paid or refunded since. */
export async function sweepDeposits(context: Context): Promise<void> {
  const { db, clock, log } = context;
  const unpaid = await db
    .selectFrom('reservations')
    .select(['id', 'deposit_session as session'])
    .where('held_until', '<=', clock.now())
    .orderBy('held_until')
    .limit(BATCH_SIZE)
    .execute();
  for (const { id, session } of unpaid) {
    // Without an answer of the provider the seats are free nevertheless: a payment that arrives later is returned.
    if (session !== null)
      await closeSession(context, session).catch((err: unknown) => log.warn({ err, id }, 'a payment page stays open'));
    await transaction(db, (tx) => endUnpaidBooking(context, tx, id));
  }
  const { rows: due } = await sql<{ id: string }>`
    select r.id from gift_cards c join reservations r on r.id = c.reservation_id
    where c.reservation_id is not null and c.balance_cents > 0 and (r.status not in ('confirmed', 'pending', 'seated')
      or exists (select from gift_entries e where e.card_id = c.id and e.kind = 'used')) order by c.created_at
  `.execute(db);
  // Without a limit, because a deposit may stay due, such as while its party owes a bill or after a refund that failed.
  for (const { id } of due) {
    await transaction(db, (tx) => settleDeposit(context, tx, id)).catch((err: unknown) =>
      log.warn({ err, id }, 'a deposit could not be settled'),
    );
  }
  await sweepCards(context);
}
