import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { valueOrThrow, refuse } from '@tiffin/domain/core';
import { authorise, type Action, type Actor } from '@tiffin/domain/people';

const COLUMNS = sql`
  o.*, b.total_cents - b.paid_cents as due_cents,
  l.name as location_name, l.address as location_address, l.phone as location_phone,
  l.postal_code as location_postal_code, l.time_zone as location_time_zone,
  l.confirms_allergies as location_confirms_allergies,
  json_build_object('country', l.country, 'region', l.region, 'legal_form', l.legal_form, 'fiscal_since', l.fiscal_since,
    'fiscal_grace_until', l.fiscal_grace_until) as location_money,
  (select json_agg(i order by i.line) from (
     select line, item_id, name, unit_price_cents, unit_list_cents, net_cents, tax_class, quantity, category, description,
            spice_level, spice_name, spice_id, cart_key, done_at, is_cooked, options, note, said,
            allergies, allergens, allergy_check, station_id
     from order_items where order_id = o.id) i) as items,
  (select json_agg(h order by h.id) from (
     select id, at, from_status, to_status, actor_kind, actor_name, note
     from order_status_history where order_id = o.id) h) as history,
  case when o.has_parts then json_build_object(
    'taxes', coalesce((select json_agg(t order by t.position) from bill_taxes t where t.bill_id = o.bill_id), '[]'),
    'charges', coalesce((select json_agg(c order by c.position) from order_charges c where c.bill_id = o.bill_id), '[]'),
    'adjustments', coalesce((select json_agg(a order by a.position) from adjustments a where a.bill_id = o.bill_id), '[]')
  ) end as parts,
  case when b.has_refunds then (select json_agg(r order by r.settled_at) from (
     select status, amount_cents, tip_cents, cash_rounding_cents, lines, settled_at, deed
     from refunds where bill_id = o.bill_id and status <> 'failed' and not of_change) r) end as given_back,
  case when b.paid_cents > 0 then (
     select json_agg(distinct coalesce(p.tender, p.method)) from payments p
     where p.bill_id = o.bill_id and p.status = 'succeeded'
       and not (b.has_refunds and exists (select from refunds r where r.payment_id = p.id and (r.is_undo or r.idempotency_key = 'overpayment:' || p.id)))) end as tenders
`;

/** Reads orders in one statement. `where` and `tail` name orders `o` and bills `b`: `o.location_id = …`, `order by o.order_time`. */
export async function readOrders(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown> = sql``,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${COLUMNS} from orders o join bills b on b.id = o.bill_id join locations l on l.id = o.location_id where ${where} ${tail}
  `.execute(db);
  return rows;
}

export async function findOrder(db: Db | Tx, orderId: string): Promise<OrderRow | null> {
  const [row] = await readOrders(db, sql`o.id = ${orderId}`);
  return row ?? null;
}

/**
 * Locks an order and reads it. The lock is a separate statement, so that the read sees the changes of the transaction
 * it waited for.
 */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow | null> {
  const locked = await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().executeTakeFirst();
  return locked ? findOrder(tx, orderId) : null;
}

/** Reads an order for staff. Staff of another location are refused. */
export async function readStaffOrder(db: Db | Tx, actor: Actor, orderId: string, action: Action): Promise<OrderRow> {
  return requireOrderAccess(await findOrder(db, orderId), actor, action);
}

/** Like `readStaffOrder`, but locks the order for a change. */
export async function lockStaffOrder(tx: Tx, actor: Actor, orderId: string, action: Action): Promise<OrderRow> {
  return requireOrderAccess(await lockOrder(tx, orderId), actor, action);
}

function requireOrderAccess(row: OrderRow | null, actor: Actor, action: Action): OrderRow {
  if (!row) throw refuse('order-not-found');
  // Checks only the rights of staff, without the owner: guests use other calls for their own orders.
  valueOrThrow(authorise(action, actor, { locationId: row.location_id }));
  return row;
}

/** The id of an account, unless it does not exist or was deleted. */
export async function findExistingAccount(tx: Tx, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  return found?.id ?? null;
}
