import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { NewMessage } from '../outbox/queue-message.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';

/**
 * The messages about orders, each marked as unproven unless its recipient is known to be the guest's. The mark limits
 * how many messages a recipient gets, so nothing is marked where rate limits are off.
 */
export async function markUnprovenRecipients(
  context: Context,
  tx: Tx,
  rows: readonly OrderRow[],
  messagesOf: (row: OrderRow) => readonly NewMessage[],
): Promise<NewMessage[]> {
  const proven = context.config.RATE_LIMITS ? await provenContacts(tx, rows) : null;
  return rows.flatMap((row) =>
    messagesOf(row).map((message) => ({
      ...message,
      locationId: row.location_id,
      unproven: proven !== null && !row.admin_created && !proven.has(`${row.id} ${message.to}`),
    })),
  );
}

/**
 * The contacts on these orders that belong to the guest's account, as `id contact`: its confirmed email address, and a
 * phone number that is also on an order of the account that was handed over.
 */
async function provenContacts(tx: Tx, orders: readonly OrderRow[]): Promise<ReadonlySet<string>> {
  const ids = orders.map(({ id }) => id);
  const { rows } = await sql<{ id: string; contact: string }>`
    select o.id, o.customer_email as contact from orders o join users u on u.id = o.user_id
    where o.id = any(${ids}) and u.email_verified and u.email = o.customer_email
    union all
    select o.id, o.customer_phone from orders o
    where o.id = any(${ids}) and exists (
      select from orders proof where proof.user_id = o.user_id and proof.customer_phone = o.customer_phone
        and ${wasHandedOver('proof')})
  `.execute(tx);
  return new Set(rows.map(({ id, contact }) => `${id} ${contact}`));
}

/**
 * A condition on `orders` (or an alias) that the order reached the person who placed it. An order that a driver took
 * (`courier`) leaves the kitchen as completed; it proves nothing about the guest until it is delivered or paid. The
 * condition is never null, because some queries negate it.
 */
export function wasHandedOver(orders = 'orders') {
  const of = (column: string) => sql.ref(`${orders}.${column}`);
  return sql<boolean>`(${of('status')} = 'completed' and (${of('courier')} is null
    or ${of('courier')} ->> 'state' is not distinct from 'delivered' or ${of('payment_status')} in ('paid', 'refunded')))`;
}
