/**
 * The taxes of every bill, with the columns of `bill_taxes`. The usual bill with one tax on everything has no row
 * there, because its order describes the tax. The registration number is that of the bill, else of the location, else
 * of the restaurant.
 */
export const ALL_BILL_TAXES_SQL = `(
  select t.bill_id, t.position, t.code, t.label, coalesce(t.registration, n.registration) as registration,
         t.rate, t.classes, t.base_cents, t.amount_cents, t.included
  from (
    select * from bill_taxes
    union all
    select o.bill_id, 1, o.tax_label, o.tax_label, null, o.tax_rate, null,
           o.subtotal_cents - o.discount_cents + o.charges_cents, o.tax_cents, false
    from orders o where not o.has_parts
  ) t
  join bills b on b.id = t.bill_id
  left join locations l on l.id = b.location_id
  left join settings s on s.key = 'site'
  cross join lateral (
    select coalesce(
      (select c ->> 'registration' from jsonb_array_elements(l.taxes -> 'codes') c where c ->> 'code' = t.code limit 1),
      case when t.code ~ 'HST|GST' then nullif(s.value ->> 'hstNumber', '') end) as registration
  ) n
)`;
