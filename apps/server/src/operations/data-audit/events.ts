import { sql } from 'kysely';
import { HISTORY_WRITTEN } from '../demo/create-history.ts';
import type { Rule } from './rule.ts';

/**
 * The last published state of each order and reservation whose events are retained. Sorted by version, because
 * concurrent transactions may write their events in another order.
 */
const lastPublished = (kind: 'order' | 'reservation') => sql`(
  select distinct on (e.data->${sql.lit(kind)}->>'id') e.data->${sql.lit(kind)} as told
  from events e where e.type in (${sql.lit(`${kind}.created`)}, ${sql.lit(`${kind}.updated`)})
  order by e.data->${sql.lit(kind)}->>'id', (e.data->${sql.lit(kind)}->>'version')::int desc nulls last, e.transaction desc, e.id desc
)`;

/** The last published events match the current state. */
export const eventsRules: readonly Rule[] = [
  {
    holds: 'every new order and reservation has exactly one event',
    broken: () => sql`
      select coalesce(e.data->'order'->>'id', e.data->'reservation'->>'reservationId') as subject,
             format('%s events of its creation', count(*)) as detail
      from events e where e.type in ('order.created', 'reservation.created')
      group by 1 having count(*) > 1`,
  },
  {
    holds: 'every order of the last days has an event',
    broken: ({ eventsSince }) => sql`
      select o.id as subject, format('placed at %s, never told', o.order_time) as detail
      from orders o left join users u on u.id = o.user_id
      where o.order_time > ${eventsSince} and not coalesce(u.is_deleted, false)
        and not exists (select from events e where e.type = 'order.created' and e.data->'order'->>'id' = o.id)
        and not exists (select from audit_log a where a.action = ${HISTORY_WRITTEN} and a.at >= o.order_time)`,
  },
  {
    holds: 'every reservation of the last days has an event',
    broken: ({ eventsSince }) => sql`
      select r.reservation_id as subject, format('booked at %s, never told', r.reserved_at) as detail
      from reservations r left join users u on u.id = r.user_id
      where r.reserved_at > ${eventsSince} and not coalesce(u.is_deleted, false) and r.import_id is null
        and not exists (select from events e where e.type = case r.source when 'walk-in' then 'reservation.updated'
          else 'reservation.created' end and e.data->'reservation'->>'id' = r.id)`,
  },
  {
    holds: 'the last event of every order shows its current state',
    broken: () => sql`
      select o.id as subject, format('%s and %s, last event %s and %s', o.status, o.payment_status,
        l.told->>'status', l.told->>'paymentStatus') as detail
      from ${lastPublished('order')} l join orders o on o.id = l.told->>'id'
      where (l.told->>'status', l.told->>'paymentStatus') <> (o.status, o.payment_status)`,
  },
  {
    holds: 'the last event of every reservation shows its current state',
    broken: () => sql`
      select r.reservation_id as subject, format('%s, last event %s', r.status, l.told->>'status') as detail
      from ${lastPublished('reservation')} l join reservations r on r.id = l.told->>'id'
      where l.told->>'status' <> r.status`,
  },
];
