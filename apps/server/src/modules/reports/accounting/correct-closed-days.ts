import type { DateText } from '@tiffin/domain/core';
import { journalDifference } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import { orderIdsOf } from '../../../platform/events/order-ids.ts';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { dayOf } from '../../locations/business-day-sql.ts';
import { calculateJournalLines } from './read-journal.ts';
import { insertRow } from '../../../platform/db/write-row.ts';

/** A closed day, and the day on which a correction of it is dated. */
interface Correction {
  readonly locationId: string;
  readonly day: DateText;
  readonly datedOn: DateText;
}

/** An order that arrives or changes after its day was exported leaves that day, and adds the difference to today. */
export const correctClosedDays: Reaction = {
  name: 'journal-corrections',
  types: ['order.created', 'order.updated'],
  needsIdAndStatusOnly: true,
  runsInOwnTransaction: true,
  async react(context, tx, events) {
    const ids = [...new Set(orderIdsOf(events))];
    const now = context.clock.now();
    for (const correction of await readClosedDaysOf(tx, ids, now)) await correctDay(tx, correction, now);
  },
};

/** The closed days on which these orders, their payments and their refunds count. */
async function readClosedDaysOf(tx: Tx, orderIds: readonly string[], now: Date): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    with times as (
      select o.location_id, t.at from orders o cross join lateral (
        values (o.order_time), (o.cancelled_time)
      ) t (at) where o.id = any(${orderIds}::text[])
      union select p.location_id, p.captured_at from payments p join orders o on o.bill_id = p.bill_id
        where o.id = any(${orderIds}::text[])
      union select r.location_id, r.settled_at from refunds r join orders o on o.bill_id = r.bill_id
        where o.id = any(${orderIds}::text[])
    )
    select distinct d.location_id as "locationId", d.business_day as day, ${dayOf(sql`${now}::timestamptz`)} as "datedOn"
    from times t join locations l on l.id = t.location_id
    join journal_days d on d.location_id = t.location_id and d.business_day = ${dayOf(sql`t.at`)}
    order by 1, 2
  `.execute(tx);
  return rows;
}

/** Writes the difference between the day as it is now and as it was exported and corrected before. */
export async function correctDay(tx: Tx, { locationId, day, datedOn }: Correction, now: Date): Promise<void> {
  const closed = await tx
    .selectFrom('journal_days')
    .select('lines')
    .where('location_id', '=', locationId)
    .where('business_day', '=', day)
    .forUpdate()
    .executeTakeFirst();
  if (!closed) return;
  const corrections = await tx
    .selectFrom('journal_corrections')
    .select('lines')
    .where('location_id', '=', locationId)
    .where('corrected_day', '=', day)
    .execute();
  const booked = [closed, ...corrections].flatMap(({ lines }) => lines);
  const lines = journalDifference(await calculateJournalLines(tx, locationId, day), booked);
  if (lines.length === 0) return;
  await insertRow(tx, 'journal_corrections', {
    location_id: locationId,
    business_day: datedOn,
    corrected_day: day,
    lines: JSON.stringify(lines),
    at: now,
  });
}
