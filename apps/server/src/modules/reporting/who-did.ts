import { sql, type RawBuilder } from 'kysely';

/** The person behind a row with `kind`, `order_id` and `at`, whose name differs from those of the tables here. Null for guests and programs. */
export function whoDid(row: RawBuilder<unknown>): RawBuilder<string | null> {
  const isThen = (at: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${at}) = ${row}.at`;
  return sql`case ${row}.kind
    when 'payment' then (select string_agg(distinct paid.processed_by, ', ') from payments paid
      where paid.bill_id = ${row}.order_id and ${isThen(sql`paid.captured_at`)})
    when 'refund' then (select string_agg(distinct coalesce(person.name, returned.requested_by), ', ')
      from refunds returned left join users person on person.id = returned.requested_by
      where returned.bill_id = ${row}.order_id and ${isThen(sql`returned.settled_at`)})
    when 'cancellation' then (select step.actor_name from order_status_history step
      where step.order_id = ${row}.order_id and step.to_status = 'cancelled' order by step.id desc limit 1)
    when 'sale' then (select person.name from orders taken join users person on person.id = taken.created_by
      where taken.id = ${row}.order_id)
    end`;
}
