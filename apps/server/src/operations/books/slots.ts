import { sql } from 'kysely';
import type { Rule } from './rule.ts';

/** What a quarter of an hour counts is who stands in it. */
export const slotRules: readonly Rule[] = [
  {
    holds: 'a limited quarter of an hour counts the orders and payment pages that stand in it',
    broken: () => sql`
      select format('%s, %s %s', k.location_id, k.starts_at, k.service) as subject,
             format('%s orders of %s units counted, %s of %s stand in it', k.orders, k.units, coalesce(t.orders, 0), coalesce(t.units, 0)) as detail
      from kitchen_slots k
      left join (
        select location_id, service, starts_at, count(*) as orders, sum(units) as units from slot_takes group by 1, 2, 3
      ) t using (location_id, service, starts_at)
      where k.orders <> coalesce(t.orders, 0) or k.units <> coalesce(t.units, 0)`,
  },
  {
    holds: 'no cancelled order keeps its place in the kitchen',
    broken: () => sql`
      select o.id as subject, format('%s units at %s', t.units, t.starts_at) as detail
      from slot_takes t join orders o on o.id = t.order_id where o.status = 'cancelled'`,
  },
];
