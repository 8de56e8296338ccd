import { sql, type Kysely } from 'kysely';

/**
 * What dishes sold is kept by the dish, not by what it was called: a renamed dish keeps its figures. They are
 * counted anew from the orders that are in the figures; what is still to be counted comes by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table dish_figures;
    -- Dishes by day, week and month, so that the best of a month are read from as many rows as there are dishes.
    create table dish_figures (
      location_id text not null,
      span text not null check (span in ('day', 'week', 'month')),
      starts date not null,
      item_id text not null,
      -- as it was sold last, for dishes that are on no menu any more
      name text not null,
      count integer not null,
      revenue_cents bigint not null,
      primary key (location_id, span, starts, item_id)
    );
    insert into dish_figures
    select o.location_id, s.span, s.starts, i.item_id,
           coalesce(nullif(trim((array_agg(i.name order by o.order_time desc, o.id desc))[1]), ''), 'Unknown Item'),
           sum(i.quantity), sum(i.quantity * i.unit_price_cents)
    from counted_orders c
    join orders o on o.id = c.order_id
    join order_items i on i.order_id = c.order_id
    cross join lateral (values
      ('day', o.business_date), ('week', date_trunc('week', o.business_date::timestamp)::date),
      ('month', date_trunc('month', o.business_date::timestamp)::date)
    ) s (span, starts)
    where c.status <> 'cancelled'
    group by 1, 2, 3, 4;
  `.execute(db);
}
