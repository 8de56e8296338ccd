import type { DateText } from '@tiffin/domain/core';
import { OPEN_STATUSES } from '@tiffin/domain/order';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Db } from '../../../context.ts';
import { sqlList } from '../../../platform/db/sql-lists.ts';
import { dayOf } from '../../locations/business-day-sql.ts';

/** The guests who are awaited at a location on a day: with a booking, or with a planned order. */
export async function readGuestsOfDay(db: Db, { locationId, date }: { locationId: string; date: DateText }) {
  const { rows } = await sql<{ email: string; name: string; phone: string; userId: string | null }>`
    select customer_email as email, customer_name as name, customer_phone as phone, user_id as "userId"
    from reservations
    where location_id = ${locationId} and date = ${date} and status in (${sqlList(AWAITED_STATUSES)})
      and erased_at is null
    union
    select coalesce(o.customer_email, ''), o.customer_name, coalesce(o.customer_phone, ''), o.user_id
    from orders o join locations l on l.id = o.location_id
    where o.location_id = ${locationId} and o.status in (${sqlList(OPEN_STATUSES)}) and o.wanted_for is not null
      and ${dayOf(sql`o.wanted_for`)} = ${date} and o.erased_at is null
    order by name
  `.execute(db);
  return rows;
}
