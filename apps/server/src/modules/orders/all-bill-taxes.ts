/**
 * The taxes of an order `o` as they are stored. The usual bill with one tax on everything has no row in `bill_taxes`,
 * because its order describes the tax.
 */
export const STORED_TAXES_OF_ORDER_SQL = `(
  select position, code, label, registration, rate, classes, base_cents, amount_cents, included
  from bill_taxes where o.has_parts and bill_id = o.bill_id and coalesce(order_id, bill_id) = o.id
  union all
  select 1, o.tax_label, o.tax_label, null, o.tax_rate, null,
         o.subtotal_cents - o.discount_cents + o.charges_cents, o.tax_cents, false
  where not o.has_parts
)`;

/**
 * The taxes of the bill of an order `o`, with the columns of `bill_taxes` after `bill_id`. The registration number is
 * that of the bill, else of the location, else of the restaurant. It starts from the order, so that a report reads only
 * the bills of its orders.
 */
export const TAXES_OF_ORDER_SQL = `(
  select t.position, t.code, t.label,
         coalesce(
           t.registration,
           (select c ->> 'registration' from locations l, jsonb_array_elements(l.taxes -> 'codes') c
            where l.id = o.location_id and c ->> 'code' = t.code limit 1),
           case when t.code ~ 'HST|GST' then (select nullif(value ->> 'hstNumber', '') from settings where key = 'site') end
         ) as registration,
         t.rate, t.classes, t.base_cents, t.amount_cents, t.included
  from ${STORED_TAXES_OF_ORDER_SQL} t
)`;

/** The taxes of every order, with the columns of `bill_taxes`. */
export const ALL_BILL_TAXES_SQL = `(select o.bill_id, t.*, o.id as order_id from orders o cross join lateral ${TAXES_OF_ORDER_SQL} t)`;
