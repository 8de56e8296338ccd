import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { announceDay, lockDayOf, releaseShifts } from '../../drawers/shifts.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { dayOf } from '../../locations/business-day-sql.ts';

/** A shift and the closing that contains it. `day` is the business day to which it belongs. */
type MisplacedShift = Readonly<
  Record<'id' | 'location' | 'drawer' | 'day', string> & Record<'number' | 'closing', number>
>;

/** All closings; `problem` says why one does not continue the chain of its location, which begins at `FIRST_HASH`. */
export function checkedClosings(): RawBuilder<unknown> {
  return sql`(
    select *, case when position <> number then format('it is number %s', position)
                   when previous_hash <> before then 'it does not follow the closing before'
                   when hash <> encode(sha256(convert_to(previous_hash || chr(10) || content, 'UTF8')), 'hex')
                     then 'its content does not have its hash' end as problem
    from (
      select *, row_number() over own as position, coalesce(lag(hash) over own, repeat('0', 64)) as before
      from closings window own as (partition by location_id order by number)
    ) numbered
  )`;
}

/**
 * The shifts that earlier versions froze in the closing of an earlier day. Newer closings contain the day of each
 * shift, which stays right when the location changes the hour at which its days end. The closings of a location whose
 * chain is broken prove nothing, and their content may be anything.
 */
export function misplacedShifts(): RawBuilder<MisplacedShift> {
  return sql`
    select s.id, s.location_id as location, d.name as drawer, s.number, s.closing, ${dayOf(sql`s.opened_at`)} as day
    from drawer_shifts s join drawers d on d.id = s.drawer_id join locations l on l.id = s.location_id
      join closings c on c.location_id = s.location_id and c.number = s.closing
    where ${dayOf(sql`s.opened_at`)} > c.business_day and case
      when s.location_id in (select location_id from ${checkedClosings()} checked where problem is not null) then false
      when json_typeof(c.content::json -> 'shifts') is distinct from 'array' then false
      else not exists (
        select from json_array_elements(c.content::json -> 'shifts') frozen
        where frozen ->> 'number' = s.number::text and frozen ->> 'day' is not null) end`;
}

/** Moves misplaced shifts to the next closing of their day or later. The frozen closings stay, and name the correction. */
export function correctClosings(context: Context): Promise<string[]> {
  return transaction(context.db, async (tx) => {
    const at = context.clock.now();
    const closed = tx.selectFrom('closings').select('location_id').distinct().orderBy('location_id');
    for (const { location_id: locationId } of await closed.execute()) await lockDayOf(tx, locationId);
    const { rows } = await misplacedShifts().execute(tx);
    await releaseShifts(tx, rows, at);
    for (const { location: locationId, drawer, number, closing, day } of rows) {
      const subject = ['closing', `${locationId} ${closing}`] as const;
      const after = { drawer, number, day };
      await recordAuditEntry(tx, { at, actor: SYSTEM_ACTOR, from: null }, 'correct-closing', subject, {
        locationId,
        after,
      });
      await announceDay(context, tx, locationId);
    }
    return rows.map(
      ({ location, drawer, number, closing, day }) =>
        `${location} No. ${closing}: ${drawer}, No. ${number} belongs to ${day} and will be in the next closing of that day or later.`,
    );
  });
}
