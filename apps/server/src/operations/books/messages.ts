import { sql } from 'kysely';
import { confirmOrders } from '../../modules/orders/confirm-order.ts';
import { tellGuests } from '../../modules/reservations/mails.ts';
import { wasReadBy, type Rule } from './rule.ts';

/** Who was promised a message has it, once. */
export const messagesRules: readonly Rule[] = [
  {
    holds: 'every guest whose order was taken has its confirmation, by mail and by text where we know how',
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
    holds: 'every guest whose table was booked has its confirmation',
    broken: () => sql`
      select r.reservation_id as subject, 'no confirmation was ever written' as detail
      from events e
      join reservations r on r.id = e.data->'reservation'->>'id'
      where e.type = 'reservation.created' and ${wasReadBy(tellGuests.name)}
        and r.status <> 'cancelled' and r.customer_email || r.customer_phone <> ''
        and not exists (select from messages m where m.once_key = 'reservation_confirmation:' || r.id)`,
  },
  {
    holds: 'nobody was told the same thing twice',
    broken: () => sql`
      select coalesce(order_id, reservation_id) as subject, format('%s, %s times', template, count(*)) as detail
      from messages
      where once_key is not null and coalesce(order_id, reservation_id) is not null and status <> 'cancelled'
        and template in ('order_confirmation', 'order_received', 'reservation_confirmation', 'reservation_cancelled')
      group by coalesce(order_id, reservation_id), template, channel having count(*) > 1`,
  },
  {
    holds: 'what counts as sent was sent, and what waits has a time for it',
    broken: () => sql`
      select id as subject, format('%s to %s is %s', template, recipient, status) as detail
      from messages
      where (status = 'sent' and sent_at is null) or (status = 'queued' and next_try_at is null and mailing_id is null)`,
  },
];
