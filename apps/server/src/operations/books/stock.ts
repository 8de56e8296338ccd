import { sql } from 'kysely';
import type { Rule } from './rule.ts';

/** What is left of a dish is what came and went. */
export const stockRules: readonly Rule[] = [
  {
    holds: 'what is left of a counted dish is what its moves come to, less what payment pages hold of it',
    broken: () => sql`
      select format('%s at %s', item_id, location_id) as subject,
             format('%s left, %s by its moves, %s held', coalesce(s.left_count::text, 'not counted'),
               coalesce(m.sum, 0), coalesce(h.sum, 0)) as detail
      from stock s
      full join (select location_id, item_id, sum(amount) as sum from stock_moves group by 1, 2) m
        using (location_id, item_id)
      full join (select location_id, item_id, sum(quantity) as sum from stock_holds group by 1, 2) h
        using (location_id, item_id)
      where coalesce(s.left_count, 0) <> coalesce(m.sum, 0) - coalesce(h.sum, 0)`,
  },
  {
    holds: 'no line of an order gave back more portions than it took',
    broken: () => sql`
      select format('%s, line %s, %s', order_id, line, item_id) as subject, format('%s too many', sum(amount)) as detail
      from stock_moves where order_id is not null group by order_id, line, item_id having sum(amount) > 0`,
  },
];
