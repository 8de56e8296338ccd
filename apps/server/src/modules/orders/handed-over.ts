import { sql } from 'kysely';

/**
 * Whether an order reached whoever ordered it, as a condition on `orders` or a name for it. What a driver took leaves the
 * kitchen as completed: it shows nothing of a guest until it is delivered, or paid.
 */
export function handedOver(orders = 'orders') {
  const of = (column: string) => sql.ref(`${orders}.${column}`);
  return sql<boolean>`(${of('status')} = 'completed' and (${of('courier')} is null
    or ${of('courier')} ->> 'state' is not distinct from 'delivered' or ${of('payment_status')} in ('paid', 'refunded')))`;
}
