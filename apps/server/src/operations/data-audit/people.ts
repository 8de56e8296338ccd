import { AWAITED_STATUSES, SEATED_STATUSES } from '@tiffin/domain/reservation';
import { sql, type RawBuilder } from 'kysely';
import { confirmOrders } from '../../modules/messages/notices/confirm-order.ts';
import { notifyReservationGuests } from '../../modules/messages/notices/reservation-mails.ts';
import { sqlList } from '../../platform/db/sql-lists.ts';
import { dollarsSql, wasReadBy, type Rule } from './rule.ts';

/** Points and totals match the orders. Deleted accounts are excluded. */
export const peopleRules: readonly Rule[] = [
  {
    holds: 'every customer’s points are the sum of their ledger',
    broken: () => sql`
      select u.email as subject, format('%s points, %s in the ledger', u.loyalty_points, coalesce(l.points, 0)) as detail
      from users u left join (select user_id, sum(points) as points from loyalty_entries group by 1) l on l.user_id = u.id
      where u.loyalty_points <> coalesce(l.points, 0)`,
  },
  {
    holds: 'every completed order of a customer earned its points once, and a full refund took them back',
    broken: () => sql`
      select o.id as subject, format('%s points, due are %s', coalesce(l.points, 0), d.due) as detail
      from orders o
      join users u on u.id = o.user_id and not u.is_deleted
      left join (select order_id, sum(points) as points from loyalty_entries group by 1) l on l.order_id = o.id
      cross join lateral (select case when o.status = 'completed' and o.total_cents > o.refunded_cents
                                      then (o.subtotal_cents - o.discount_cents) / 100 else 0 end as due) d
      where coalesce(l.points, 0) <> d.due`,
  },
  {
    holds: 'what an order or a payment page keeps of the points spent on it is in the ledger',
    broken: () => sql`
      select coalesce(u.order_id, u.session_id) as subject, format('%s kept, %s in the ledger', u.kept, -coalesce(sum(e.points), 0)) as detail
      from points_uses u
      left join loyalty_entries e on e.user_id = u.user_id and e.spent_on in (u.order_id, u.session_id)
      group by u.id having u.kept <> -coalesce(sum(e.points), 0)`,
  },
  {
    holds: 'no cancelled or fully refunded order keeps points that were spent on it',
    broken: () => sql`
      select o.id as subject, format('%s points', u.kept) as detail
      from points_uses u join orders o on o.id = u.order_id
      where u.kept > 0 and (o.status = 'cancelled' or o.total_cents > 0 and o.refunded_cents >= o.total_cents)`,
  },
  {
    holds: 'every customer’s totals are their completed orders less refunds',
    broken: () => sql`
      select u.email as subject, format('%s orders for %s, kept as %s for %s', coalesce(o.orders, 0),
        ${dollarsSql(sql`coalesce(o.spent, 0)`)}, u.total_orders, ${dollarsSql(sql`u.total_spent_cents`)}) as detail
      from users u
      left join (
        select user_id, count(*) filter (where total_cents > refunded_cents) as orders, sum(total_cents - refunded_cents) as spent
        from orders where status = 'completed' group by 1
      ) o on o.user_id = u.id
      where not u.is_deleted
        and (u.total_orders::bigint, u.total_spent_cents::bigint) <> (coalesce(o.orders, 0), coalesce(o.spent, 0)::bigint)`,
  },
  {
    holds: 'no guest has two upcoming tables at one location',
    broken: () => sql`
      select min(reservation_id) as subject, format('%s bookings of %s at %s', count(*), customer_email, location_id) as detail
      from reservations where status in (${sql.join(AWAITED_STATUSES)}) and not is_over and customer_email <> '' and import_id is null
      group by customer_email, location_id having count(*) > 1`,
  },
];

/** Joined tables may be named in any order. */
const sortedNames = (name: RawBuilder<unknown>) =>
  sql`(select array_agg(trim(part) order by trim(part)) from unnest(string_to_array(lower(${name}), '+')) part)`;

/** Who sits where. */
export const floorRules: readonly Rule[] = [
  {
    holds: 'no two parties sit at one table at the same time',
    broken: () => sql`
      with at as (select s.*, seat.id as seat from sittings s cross join unnest(tables_of_sitting(s.table_id, s.joined)) as seat (id))
      select distinct a.id as subject, format('at table %s until %s, while %s came at %s', a.table_id, a.ended_at, b.id, b.table_since) as detail
      from at a
      join at b on b.seat = a.seat and b.id <> a.id and (b.table_since, b.id) >= (a.table_since, a.id)
      where tstzrange(a.table_since, a.ended_at) && tstzrange(b.table_since, b.ended_at)`,
  },
  {
    holds: 'no two bookings have one table at the same time, and none has a table of another location',
    broken: () => sql`
      select a.reservation_id as subject, format('at table %s from %s', a.table_id, a.starts_at) as detail
      from table_plans a
      left join table_plans b on b.table_id = a.table_id and b.reservation_id <> a.reservation_id
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      join floor_tables t on t.id = a.table_id
      left join reservations r on r.id = a.reservation_id
      where b.table_id is not null or r.location_id is distinct from t.location_id
        or r.status not in (${sqlList(SEATED_STATUSES)})`,
  },
  {
    holds: 'every party sits at a table of its location, and nobody at a table that was removed',
    broken: () => sql`
      select s.id as subject, format('at %s, its table %s is at %s', s.location_id, at.id, t.location_id) as detail
      from sittings s cross join unnest(tables_of_sitting(s.table_id, s.joined)) as at (id) left join floor_tables t on t.id = at.id
      where t.location_id is distinct from s.location_id or (s.ended_at is null and t.removed_at is not null)`,
  },
  {
    holds: 'every seated reservation names the table where its party sits',
    broken: () => sql`
      select r.reservation_id as subject, format('at table %s, its party is at %s', r.table_number, t.name) as detail
      from sittings s cross join names_of_tables(tables_of_sitting(s.table_id, s.joined)) as t (name)
      join reservations r on r.id = s.reservation_id
      where s.ended_at is null and r.status = 'seated'
        and (r.location_id <> s.location_id or ${sortedNames(sql`coalesce(r.table_number, '')`)} <> ${sortedNames(sql`t.name`)})`,
  },
];

/** Each due message exists once. */
export const messagesRules: readonly Rule[] = [
  {
    holds: 'every accepted order has a confirmation, by mail and by text where possible',
    broken: () => sql`
      select o.id as subject, w.template || ' was never written' as detail
      from events e
      join orders o on o.id = e.data->'order'->>'id'
      cross join lateral (values ('order_confirmation', o.customer_email), ('order_received', o.customer_phone)) w (template, reach)
      where e.type = 'order.created' and ${wasReadBy(confirmOrders.name)}
        and o.status <> 'cancelled' and coalesce(w.reach, '') <> ''
        and not exists (select from messages m where m.once_key = w.template || ':' || o.id)`,
  },
  {
    holds: 'every reservation has a confirmation',
    broken: () => sql`
      select r.reservation_id as subject, 'no confirmation was ever written' as detail
      from events e
      join reservations r on r.id = e.data->'reservation'->>'id'
      where e.type = 'reservation.created' and ${wasReadBy(notifyReservationGuests.name)}
        and r.status not in ('cancelled', 'pending') and r.customer_email || r.customer_phone <> ''
        -- A party that was seated before it paid its deposit was never sent one.
        and (e.data->'reservation'->'deposit' is null or exists (select from events c where c.type = 'reservation.updated'
          and c.data->>'isConfirmed' = 'true' and c.data->'reservation'->>'id' = r.id))
        and not exists (select from messages m where m.once_key = 'reservation_confirmation:' || r.id)`,
  },
  {
    holds: 'no message was sent twice',
    broken: () => sql`
      select coalesce(order_id, reservation_id) as subject, format('%s, %s times', template, count(*)) as detail
      from messages
      where once_key is not null and coalesce(order_id, reservation_id) is not null and status <> 'cancelled'
        and template in ('order_confirmation', 'order_received', 'reservation_confirmation', 'reservation_cancelled')
      group by coalesce(order_id, reservation_id), template, channel having count(*) > 1`,
  },
  {
    holds: 'every sent message has a time of sending, and every waiting one a time to try',
    broken: () => sql`
      select id as subject, format('%s to %s is %s', template, recipient, status) as detail
      from messages
      where (status = 'sent' and sent_at is null) or (status = 'queued' and next_try_at is null and mailing_id is null)`,
  },
];
