import { Refusal } from '@tiffin/domain/core';
import { WAITING_GUEST_KEPT_HOURS } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { endUnansweredCall } from './waitlist.ts';

/** Ends calls that nobody answered, and removes names and phone numbers after the evening. */
export async function endWaits(context: Context): Promise<void> {
  const { db } = context;
  const now = context.clock.now();
  const unanswered = await db
    .selectFrom('waits')
    .select('id')
    .where('ended_at', 'is', null)
    .where('is_coming', '=', false)
    .where('answer_by', '<=', now)
    .orderBy('answer_by')
    .execute();
  for (const { id } of unanswered) {
    await transaction(db, (tx) => endUnansweredCall(context, tx, id)).catch((error: unknown) => {
      // A location that takes no reservations any more refuses. The other calls still end.
      if (!(error instanceof Refusal)) throw error;
    });
  }
  await sql`
    update waits set name = '', phone = '', language = null, ended_at = coalesce(ended_at, ${now}),
      ended_as = coalesce(ended_as, (select 'seated' from reservations r
        where r.id = waits.reservation_id and r.status in ('seated', 'completed')), 'left')
    where joined_at < ${now}::timestamptz - make_interval(hours => ${WAITING_GUEST_KEPT_HOURS}) and (name <> '' or phone <> '' or ended_at is null)
  `.execute(db);
}

/** Ends the waits of guests with these phone numbers, and removes the guests. The numbers lack the 1 of North America. */
export async function eraseWaits(tx: Tx, phones: readonly string[], at: Date): Promise<void> {
  await sql`
    update waits set name = '', phone = '', language = null, ended_at = coalesce(ended_at, ${at}),
      ended_as = coalesce(ended_as, 'left')
    where phone <> '' and regexp_replace(regexp_replace(phone, '\\D', '', 'g'), '^1(?=\\d{10}$)', '') = any(${[...phones]}::text[])
  `.execute(tx);
}
