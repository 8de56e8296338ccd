import { sql } from 'kysely';
import type { Db } from '../../context.ts';

/** The past bookings go back this far. Most of these parties came. */
const PAST_BOOKING_DAYS = 60;

/** Costs of dishes, dayparts, past bookings, and consents of past guests, so that no page of the report is empty. */
export async function addOwnerData(db: Db, now: Date): Promise<void> {
  await sql`
    insert into costs (location_id, item_id, valid_from, cost_cents, set_at)
    select location_id, id, ${now}::date - 1000, round(price_cents * (24 + length(name) % 14) / 100.0), ${now}
    from menu_items on conflict do nothing
  `.execute(db);
  await sql`
    insert into dayparts (id, name, days, from_time, until_time)
    select id, name, array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], from_time, until_time
    from (values ('past-lunch', 'Lunch', '11:00', '15:00'), ('past-dinner', 'Dinner', '17:00', '22:00')) d (id, name, from_time, until_time)
    on conflict do nothing
  `.execute(db);
  await sql`
    insert into reservations (id, reservation_id, location_id, customer_name, customer_email, customer_phone, date, time, starts_at,
      party_size, status, table_number, source, manage_token, reserved_at, updated_at, seated_at, cancelled_at, cancelled_by,
      cancellation_reason, search_text)
    select 'past-' || number, number, location_id, name, email, phone, date, time, starts_at, 2 + n % 4, status,
      case when status = 'completed' then (1 + n % 18)::text end, 'web', 'past-' || number, starts_at - interval '3 days',
      starts_at - interval '1 day', case when status = 'completed' then starts_at end,
      case when status = 'cancelled' then starts_at - interval '1 day' end, case when status = 'cancelled' then 'guest' end,
      case when status = 'cancelled' then 'Change of plans' end, lower(concat_ws(E'\n', number, name, email, phone))
    from (
      select *, (date + time::time) at time zone time_zone as starts_at,
             'RES-' || code || '-' || to_char(date, 'YYYYMMDD') || '-P' || lpad((n % 1000)::text, 3, '0') as number,
             case when n % 19 = 3 then 'no-show' when n % 9 = 5 then 'cancelled' else 'completed' end as status
      from (
        select l.id as location_id, l.code, l.time_zone, d::date as date, t.time,
               row_number() over (order by d, l.id, t.time) as n
        from locations l
        cross join generate_series(${now}::date - ${PAST_BOOKING_DAYS}::int, ${now}::date - 1, interval '1 day') d
        cross join (values ('12:30'), ('18:00'), ('19:00'), ('20:00')) t (time)
      ) slot
      join (
        select name, email, phone_number as phone, row_number() over (order by id) as guest, count(*) over () as guests
        from users where id like 'past-%' and role = 'customer'
      ) u on u.guest = 1 + n * 7 % u.guests
    ) booking
    on conflict do nothing
  `.execute(db);
  await sql`
    insert into consents (email, user_id, purpose, channel, source, given_at)
    select email, id, 'promotions', 'mail', 'sign-up page', created_at
    from users where id like 'past-%' and role = 'customer' and length(name) % 3 = 0
    on conflict do nothing
  `.execute(db);
}
