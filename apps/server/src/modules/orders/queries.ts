import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { valueOrThrow, refuse } from '@tiffin/domain/core';
import { authorise, type Action, type Actor } from '@tiffin/domain/people';

/** True for the part `alias` of a bill that belongs to the order `o`. */
const isOfOrder = (alias: string) => sql.raw(`coalesce(${alias}.order_id, ${alias}.bill_id) = o.id`);

/** The columns of `OrderRow`, from an order `o`, its bill `b` and its location `l`. */
const COLUMNS = sql`
  o.*, b.total_cents - b.paid_cents as due_cents,
  case when b.opened_at is not null then json_build_object('label', b.label, 'sitting_id', b.sitting_id) end as tab,
  l.name as location_name, l.address as location_address, l.phone as location_phone,
  l.postal_code as location_postal_code, l.time_zone as location_time_zone,
  l.confirms_allergies as location_confirms_allergies,
  json_build_object('country', l.country, 'region', l.region, 'legal_form', l.legal_form, 'fiscal_since', l.fiscal_since,
    'fiscal_grace_until', l.fiscal_grace_until, 'till_declaration', l.till_declaration) as location_money,
  (select json_agg(i order by i.line) from (
     select line, item_id, name, unit_price_cents, unit_list_cents, net_cents, tax_class, quantity, category, description,
            spice_level, spice_name, spice_id, done_at, is_cooked, options, note, said,
            allergies, allergens, contained_allergens, allergy_check, station_id, seat, course
     from order_items where order_id = o.id) i) as items,
  (select json_agg(h order by h.id) from (
     select id, at, from_status, to_status, actor_kind, actor_name, note
     from order_status_history where order_id = o.id) h) as history,
  case when o.has_parts then json_build_object(
    'taxes', coalesce((select json_agg(t order by t.position) from bill_taxes t where t.bill_id = o.bill_id and ${isOfOrder('t')}), '[]'),
    'charges', coalesce((select json_agg(c order by c.position) from order_charges c where c.bill_id = o.bill_id and ${isOfOrder('c')}), '[]'),
    'adjustments', coalesce((select json_agg(a order by a.position) from adjustments a where a.bill_id = o.bill_id and ${isOfOrder('a')}), '[]')
  ) end as parts,
  case when b.has_refunds then (select json_agg(r order by r.settled_at) from (
     select status, method, payment_id, amount_cents, tip_cents, cash_rounding_cents, lines, settled_at, deed
     from refunds where bill_id = o.bill_id and (order_id = o.id or b.opened_at is null) and status <> 'failed' and not of_change) r) end as given_back,
  case when b.paid_cents > 0 then json_build_object(
    'payments', (select json_agg(p order by p.created_at, p.id) from (
       select id, status, method, tender, reference, amount_cents, tip_cents, cash_rounding_cents, created_at
       from payments where bill_id = o.bill_id and status = 'succeeded') p),
    'refunds', case when b.has_refunds then (select json_agg(r) from (
       select payment_id, status, amount_cents, tip_cents, cash_rounding_cents, of_change, is_undo, idempotency_key
       from refunds where bill_id = o.bill_id) r) else '[]' end
  ) end as ledger
`;

/** Reads orders in one statement. `where` and `tail` name orders `o` and bills `b`: `o.location_id = …`, `order by o.order_time`. */
export async function readOrders(db: Db | Tx, where: RawBuilder<unknown>, tail: RawBuilder<unknown> = sql``) {
  const { rows } = await sql<OrderRow>`
    select ${COLUMNS} from orders o join bills b on b.id = o.bill_id join locations l on l.id = o.location_id where ${where} ${tail}
  `.execute(db);
  return rows;
}

/** Reads an order; null if there is none with this number. */
export async function findOrder(db: Db | Tx, orderId: string): Promise<OrderRow | null> {
  const [row] = await readOrders(db, sql`o.id = ${orderId}`);
  return row ?? null;
}

/** A query for the ids of a bill's orders. The first one has the id of the bill, so each select uses its own index. */
export const orderIdsOfBill = (billId: RawBuilder<unknown>) => sql<string>`
  select id from orders where id = ${billId} and bill_id = id
  union all select id from orders where bill_id = ${billId} and bill_id <> id`;

/**
 * Locks an order and reads it. The lock is a separate statement, so that the read sees the changes of the transaction
 * it waited for. For a round of a tab it locks the bill and then all rounds, sorted by id, as everywhere: a payment or a
 * change of one round concerns the others.
 */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow | null> {
  for (;;) {
    // The count makes PostgreSQL lock the bill before it looks for orders.
    const { rows } = await sql<{ id: string; bill_id: string; tab_id: string | null }>`
      with tab as materialized (
        select id from bills
        where id = (select bill_id from orders where id = ${orderId}) and opened_at is not null for update
      )
      select o.id, o.bill_id, (select id from tab) as tab_id from orders o
      where (select count(*) from tab) >= 0 and o.id = any(array(
        select ${orderId}::text
        union (${orderIdsOfBill(sql`(select bill_id from orders where id = ${orderId})`)})
      )) order by o.id for update
    `.execute(tx);
    const locked = rows.find(({ id }) => id === orderId);
    if (!locked) return null;
    if (locked.tab_id === null) return findOrder(tx, orderId);
    const { rows: rounds } = await sql<{ id: string }>`${orderIdsOfBill(sql`${locked.bill_id}`)}`.execute(tx);
    // Another round was added, or the tab was merged, while this one waited.
    const isCurrent = locked.tab_id === locked.bill_id && rounds.every(({ id }) => rows.some((row) => row.id === id));
    if (isCurrent) return findOrder(tx, orderId);
  }
}

/** Locks the rounds of tabs whose bills are locked. */
export async function lockRounds(tx: Tx, billIds: readonly string[]): Promise<void> {
  await sql`
    select from orders where id = any(${billIds}::text[]) or bill_id = any(${billIds}::text[]) and bill_id <> id
    order by id for update
  `.execute(tx);
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
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  return account?.id ?? null;
}
