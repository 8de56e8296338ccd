import type { Db, Tx } from '../../platform/db/connection.ts';
import { columnDefinitions, columnList, type StatementSource } from '../../platform/db/statement-source.ts';
import { prepared } from '../../platform/db/prepared-statements.ts';
import { stringifyOnce } from '../../platform/http/stringified-response.ts';
import { ORDER_COLUMNS, ORDER_FIELDS, LINE_COLUMNS, type OrderField, type OrderInsert } from './order-columns.ts';
import { RELATED_ROWS } from './related-rows.ts';

/** The columns that a new bill copies from its order. */
const BILL_SUMS = [
  'location_id',
  'business_date',
  'subtotal_cents',
  'discount_cents',
  'charges_cents',
  'tax_cents',
  'tip_cents',
  'total_cents',
] as const satisfies readonly (typeof ORDER_COLUMNS)[number][];

/**
 * What the statement's checks found. `payment-page-open`: the cart has a payment page that may have been paid and must be
 * closed first. `number-taken`: another order has this number.
 */
export type CheckedOutcome =
  | 'inserted'
  | 'repeated-request'
  | 'cart-already-ordered'
  | 'payment-page-open'
  | 'menu-changed'
  | 'number-taken';

export interface InsertResult {
  readonly id: string;
  readonly outcome: CheckedOutcome;
  /** Null if the order was not inserted. */
  readonly event_id: number | null;
}

/**
 * What each order is checked for before it is inserted. `stamp` is the version of the location's row by which it was
 * priced, `caller`, `call` and `key` identify the request.
 */
const checksOf = ({ $, fromEach }: StatementSource) =>
  `select ${$('id')} as id,
       exists (
         select from locations where id = ${$('location_id')} and (${$('stamp')} is null or xmin = ${$('stamp')}) offset 0
       ) as is_menu_current,
       exists (
         select from idempotency_keys where actor = ${$('caller')} and call = ${$('call')} and key = ${$('key')} offset 0
       ) as is_repeated,
       ${$('cart_id')} is not null and exists (
         select from orders where location_id = ${$('location_id')} and cart_id = ${$('cart_id')} and status <> 'cancelled' offset 0
       ) as is_ordered,
       -- The page whose payment is being settled now does not count.
       ${$('cart_id')} is not null and exists (
         select from payment_sessions where location_id = ${$('location_id')} and cart_id = ${$('cart_id')}
           and status = 'open' and id is distinct from ${$('session_id')} offset 0
       ) as has_page
     ${fromEach}`;

/**
 * Inserts orders in one statement, which is one round trip and one commit. PostgreSQL runs data-modifying CTEs in an
 * unspecified order unless one reads another, so the lock order is spelled out by reads: account → order → its other
 * rows (`afterRows`) → stock counters → kitchen slots → promotions. Columns are listed by name, because filling a whole row from
 * JSON copies the table's type with its constraints each time. `offset 0` keeps PostgreSQL from scanning a whole table
 * for the lookups of a batch.
 */
const insertStatement = (
  name: string,
  source: StatementSource,
  { billSql, relatedRowsSql }: { readonly billSql: string; readonly relatedRowsSql: string },
) => {
  const { $, list, fromEach, checked, inserted, nowait } = source;
  return prepared<InsertResult>(
    name,
    `with ${list}checked as (
     ${checksOf(source)}
   ), account as (
     -- An account that is being deleted cannot order.
     select id from users where id = any(array(select ${$('user_id')} ${fromEach})) and not is_deleted for key share${nowait}
   ), inserted as (
     insert into orders (${ORDER_COLUMNS.join(', ')})
     select ${ORDER_COLUMNS.map($).join(', ')} from ${checked}
     where is_menu_current and not is_repeated and not is_ordered and not has_page
       and (${$('user_id')} is null or ${$('user_id')} in (select id from account))
     on conflict (id) do nothing
     returning id
   ), bill as (
     ${billSql}
   ), items as (
     insert into order_items (order_id, ${columnList(LINE_COLUMNS)})
     select inserted.id, i.* from ${inserted}, jsonb_to_recordset(${$('lines')}) as i (${columnDefinitions(LINE_COLUMNS)})
     returning line
   ), history as (
     insert into order_status_history (order_id, at, to_status, actor_kind, actor_id, actor_name)
     select inserted.id, ${['order_time', 'status', 'actor_kind', 'actor_id', 'actor_name'].map($).join(', ')} from ${inserted}
     returning id
   ), created_event as (
     insert into events (type, location_id, user_id, at, data)
     select 'order.created', ${['location_id', 'user_id', 'order_time', 'answer'].map($).join(', ')} from ${inserted}
     returning id, data ->> 'orderId' as order_id
   ), stored_response as (
     -- The event holds the response for a cart. When it is gone, and by copies that do not look there, the repeated
     -- request is refused with the order of its cart.
     insert into idempotency_keys (actor, call, key, request_hash, asked_as, answer, event_id, created_at)
     select ${['caller', 'call', 'key', 'request_hash', 'asked_as'].map($).join(', ')},
       coalesce(${$('response')}, case when ${$('cart_id')} is null then ${$('answer')} end),
       case when ${$('cart_id')} is not null then created_event.id end, ${$('order_time')}
     from ${inserted} join created_event on created_event.order_id = inserted.id
     where ${$('key')} is not null
     returning key
   )${relatedRowsSql}
   select checked.id, created_event.id as event_id,
     case when created_event.id is not null then 'inserted'
       when is_repeated then 'repeated-request'
       when is_ordered then 'cart-already-ordered'
       when has_page then 'payment-page-open'
       when not is_menu_current then 'menu-changed'
       else 'number-taken' end as outcome
   from checked left join created_event on created_event.order_id = checked.id`,
  );
};

const insertBill = ({ $, inserted }: StatementSource) =>
  `insert into bills (id, ${BILL_SUMS.join(', ')})
     select ${$('bill_id')}, ${BILL_SUMS.map($).join(', ')} from ${inserted}
     returning id`;

/** A round is added to the bill of its tab. */
const addToBill = ({ $, inserted }: StatementSource) =>
  `update bills set ${BILL_SUMS.filter((column) => column.endsWith('_cents'))
    .map((column) => `${column} = bills.${column} + ${$(column)}`)
    .join(', ')}, is_void = false
     from ${inserted} where bills.id = ${$('bill_id')}
     returning bills.id`;

/**
 * Conditions that are always true, because counts are never negative. A CTE with such a condition runs after those that
 * it counts: this one after every CTE that writes a row of the order itself.
 */
const AFTER_ROWS = `(${['bill', 'items', 'history', 'created_event', 'stored_response']
  .map((rows) => `(select count(*) from ${rows})`)
  .join(' + ')}) >= 0`;

const AFTER_PROMOTIONS = '(select count(*) from promotion_uses_rows) >= 0';
const AFTER_SLOTS = '(select count(*) from slot_takes_rows) >= 0';
const AFTER_STOCK = '(select count(*) from changed_menus) >= 0';

type Related = keyof typeof RELATED_ROWS;
const ALL_RELATED = Object.keys(RELATED_ROWS) as Related[];

interface Statement {
  readonly run: ReturnType<typeof insertStatement>;
  readonly fields: readonly (OrderField & { readonly name: string })[];
}

const statements = new Map<string, Statement>();

function statementFor(kind: 'write-order' | 'write-orders' | 'write-round', related: readonly Related[]): Statement {
  const name = [kind, ...related].join('-');
  const cached = statements.get(name);
  if (cached) return cached;
  const fieldsByName: Record<string, OrderField> = Object.assign(
    {},
    ORDER_FIELDS,
    ...related.map((each) => RELATED_ROWS[each].fields),
  );
  const fields = Object.entries(fieldsByName).map(([field, { type, read }]) => ({ name: field, type, read }));
  const isRound = kind === 'write-round';
  const source = (kind === 'write-orders' ? sourceOfMany : sourceOfOne)([...fields, { name: 'answer', type: 'jsonb' }]);
  const locksStock = related.includes('stock');
  const afterStock = locksStock ? AFTER_STOCK : AFTER_ROWS;
  const after = related.includes('slots') ? AFTER_SLOTS : afterStock;
  const afterAll = related.includes('promotion') ? AFTER_PROMOTIONS : after;
  const others = { locksStock, isRound, after, afterAll };
  const relatedRowsSql = related.map((each) => RELATED_ROWS[each].sql(source, others)).join('');
  const billSql = (isRound ? addToBill : insertBill)(source);
  const statement = { run: insertStatement(name, source, { billSql, relatedRowsSql }), fields };
  statements.set(name, statement);
  return statement;
}

type Columns = readonly { readonly name: string; readonly type: string }[];

/** For one order each field is a parameter. */
function sourceOfOne(columns: Columns): StatementSource {
  const parameters = new Map(columns.map(({ name, type }, index) => [name, `$${index + 1}::${type}`]));
  return {
    $(field) {
      const parameter = parameters.get(field);
      if (!parameter) throw new Error(`an order has no field ${field}`);
      return parameter;
    },
    list: '',
    fromEach: '',
    checked: 'checked',
    inserted: 'inserted',
    nowait: '',
    afterRows: AFTER_ROWS,
  };
}

/** When several orders are inserted at once, their values come from one JSON array, with a column for each field. */
function sourceOfMany(columns: Columns): StatementSource {
  const list = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return {
    $: (field) => `new_order.${field}`,
    list: `new_order as (select * from jsonb_to_recordset($1::jsonb) as o (${list})), `,
    fromEach: 'from new_order',
    checked: 'checked join new_order using (id)',
    inserted: 'inserted join new_order using (id)',
    nowait: ' nowait',
    afterRows: AFTER_ROWS,
  };
}

function relatedTo(order: OrderInsert): Related[] {
  return ALL_RELATED.filter((each) => RELATED_ROWS[each].isNeededFor(order));
}

/** True if the order locks counters that other orders wait for. */
export function locksCounters(order: OrderInsert): boolean {
  return relatedTo(order).some((each) => RELATED_ROWS[each].locksCounters);
}

/** Inserts an order with all its rows in one statement. */
export async function insertOneOrder(db: Db | Tx, order: OrderInsert): Promise<InsertResult> {
  const { run, fields } = statementFor(order.isRound ? 'write-round' : 'write-order', relatedTo(order));
  const values = fields.map(({ type, read }) => {
    const value = read(order);
    return type === 'jsonb' && typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
  // `answer` is the last parameter of the statement.
  values.push(stringifyOnce(order.answer));
  return resultOf(order, (await run(db, values)).rows);
}

/** Inserts all of the orders, or none of them if a constraint refuses one. */
export async function insertManyOrders(db: Db, orders: readonly OrderInsert[]) {
  const related = ALL_RELATED.filter((each) => orders.some((order) => RELATED_ROWS[each].isNeededFor(order)));
  const { run, fields } = statementFor('write-orders', related);
  const sorted = orders.toSorted((one, other) => (lockKeyOf(one) < lockKeyOf(other) ? -1 : 1));
  const list = sorted.map((order) => {
    const values: Record<string, unknown> = {};
    // JSON leaves out undefined; the statement reads it as null.
    for (const { name, read } of fields) values[name] = read(order) ?? undefined;
    // The response is JSON already.
    return `${JSON.stringify(values).slice(0, -1)},"answer":${stringifyOnce(order.answer)}}`;
  });
  const { rows } = await run(db, [`[${list.join(',')}]`]);
  return new Map(orders.map((order) => [order, resultOf(order, rows)]));
}

/** Batches insert in this order, so that those of several servers do not deadlock on unique indexes. */
function lockKeyOf({ row, idempotency }: OrderInsert): string {
  return `${row.location_id} ${row.cart_id ?? ''} ${idempotency?.actor ?? ''} ${idempotency?.key ?? ''}`;
}

function resultOf({ row }: OrderInsert, rows: readonly InsertResult[]): InsertResult {
  const result = rows.find(({ id }) => id === row.id);
  if (!result) throw new Error(`the insert returned no result for order ${row.id}`);
  return result;
}
