import type { WireOrder } from '@tiffin/contract/order-answer';
import { FEW_PORTIONS } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { prepared } from '../../db/prepared.ts';
import type { Schema } from '../../db/schema.ts';
import type { Idempotency } from '../../http/implement.ts';
import { writeOut } from '../../http/written-out.ts';
import { whoColumns } from '../audit/record-change.ts';
import { COUNT_SLOTS, SLOT_ROW, slotRows, type Place } from '../capacity/take-slots.ts';
import type { LinePortions } from '../stock/portions.ts';
import type { OrderItemRow, OrderRow } from './queries.ts';

/** What a new order's row says, by the columns' types; of what comes later the table has its own beginning. */
const COLUMNS = {
  id: 'text',
  location_id: 'text',
  user_id: 'text',
  status: 'text',
  payment_status: 'text',
  payment_method: 'text',
  order_type: 'text',
  subtotal_cents: 'int',
  tax_cents: 'int',
  tip_cents: 'int',
  total_cents: 'int',
  tax_rate: 'int',
  tax_label: 'text',
  item_count: 'int',
  customer_name: 'text',
  customer_email: 'text',
  customer_phone: 'text',
  is_guest: 'bool',
  delivery_address: 'text',
  delivery_instructions: 'text',
  table_number: 'text',
  party_size: 'int',
  special_instructions: 'text',
  order_time: 'timestamptz',
  business_date: 'date',
  estimated_ready: 'timestamptz',
  paid_at: 'timestamptz',
  payment_processed_at: 'timestamptz',
  processed_by: 'text',
  receipt_token: 'text',
  admin_created: 'bool',
  created_by: 'text',
  session_id: 'text',
  payment_intent_id: 'text',
  payment_url: 'text',
  metadata: 'jsonb',
  updated_at: 'timestamptz',
  cart_id: 'text',
  bill_id: 'text',
  has_parts: 'bool',
  taxed_at: 'timestamptz',
  contact_unproven: 'bool',
  language: 'text',
  grounds: 'jsonb',
  fire_at: 'timestamptz',
  wanted_for: 'timestamptz',
  delivery: 'jsonb',
  vehicle: 'text',
  leave_at_door: 'bool',
} satisfies Record<Exclude<keyof Selectable<Schema['orders']>, Later>, string>;

type Later =
  // with the parts
  | 'discount_cents'
  | 'charges_cents'
  | 'refunded_cents'
  | 'promised_ready'
  | 'prep_start_time'
  | 'ready_time'
  | 'completed_time'
  | 'cancelled_time'
  | 'cancel_reason'
  | 'version'
  | 'claimed_at'
  | 'courier'
  | 'here_at'
  | 'changes';

const LINE = {
  line: 'int',
  item_id: 'text',
  name: 'text',
  unit_price_cents: 'int',
  quantity: 'int',
  category: 'text',
  description: 'text',
  spice_level: 'int',
  spice_name: 'text',
  spice_id: 'text',
  cart_key: 'text',
  unit_list_cents: 'int',
  net_cents: 'int',
  tax_class: 'text',
  is_cooked: 'bool',
  options: 'jsonb',
  note: 'text',
  said: 'jsonb',
} as const satisfies Record<Exclude<keyof OrderItemRow, 'done_at'>, string>;

const lines = Object.entries(LINE);
const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
/** The row's values come after the twelve that the statement names. */
const placeholders = columns.map((column, index) => `$${13 + index}::${COLUMNS[column]}`);
const valueOf = (column: keyof typeof COLUMNS) => placeholders[columns.indexOf(column)];
/** An order that is placed is its own bill; what pays it is written after it. */
const BILL = [
  'bill_id',
  'location_id',
  'business_date',
  'subtotal_cents',
  'tax_cents',
  'tip_cents',
  'total_cents',
] as const;
const guest = valueOf('user_id');
const cart = valueOf('cart_id');

/**
 * The counters of what its lines take (`portions`) are locked last, once all else is written: orders of one dish wait for
 * each other no longer than they must. Sorted, so that they never wait in a circle; where there is less than is wanted
 * `stock_enough` refuses the whole statement. Fewer than a few left is another menu.
 */
const counting = (portions: string): string => `, portions as (
     select * from jsonb_to_recordset(${portions}::jsonb) as p (line int, "itemId" text, quantity int)
   ), wanted as (
     select "itemId" as item_id, sum(quantity)::int as quantity from portions group by 1
   ), counted as (
     select s.item_id, w.quantity from stock s join wanted w using (item_id)
     where s.location_id = $1 and exists (select from placed) order by s.item_id for update of s
   ), taken as (
     update stock s set left_count = s.left_count - c.quantity from counted c
     where s.location_id = $1 and s.item_id = c.item_id
     returning s.item_id, s.left_count
   ), sold as (
     insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
     select $1, c.item_id, -p.quantity, 'sale', placed.id, p.line, 1, $3
     from placed, portions p join counted c on c.item_id = p."itemId"
   ), few as (
     update locations set menu_version = menu_version + 1
     where id = $1 and exists (select from taken where left_count < ${FEW_PORTIONS})
     returning menu_version
   ), told as (
     insert into events (type, location_id, at, data)
     select 'menu.changed', $1, $3, jsonb_build_object('change', 'availability', 'version', menu_version,
       'itemIds', (select jsonb_agg(item_id) from taken where left_count < ${FEW_PORTIONS})) from few
   )`;

/** What came of it, or what stood in its way. */
export type Outcome = 'placed' | 'asked-before' | 'page-open' | 'menu-changed' | 'number-taken';

interface Done {
  readonly came_of_it: Outcome;
  /** Of an order that was placed. */
  readonly event_id: number | null;
}

/**
 * Everything of a new order in one statement, and so in one trip and one commit. Columns are named one by one: to fill a
 * row from JSON, PostgreSQL copies all that the table is, its rules included, each time.
 */
const stated = (
  name: string,
  { columnsToo, valuesToo, more }: { columnsToo: string; valuesToo: string; more: string },
  besides: string,
) =>
  prepared<Done>(
    name,
    `with location as (
     select 1 from locations where id = $1 and ($8::xid is null or xmin = $8::xid)
   ), asked as (
     select 1 from idempotency_keys where actor = $9 and call = $10 and key = $11
   ), guest as (
     -- whoever deletes their account at this moment orders nothing in it any more
     select 1 from users where id = ${guest} and not is_deleted for key share
   ), page as (
     -- a payment page of this cart; the payment that is being settled now is no hindrance. Without a cart it is not looked for.
     select 1 from payment_sessions where location_id = $1 and cart_id = ${cart} and status = 'open' and id is distinct from ${valueOf('session_id')}
   ), placed as (
     insert into orders (${columns.join(', ')}${columnsToo})
     select ${placeholders.join(', ')}${valuesToo} from location
     where not exists (select from asked) and (${guest} is null or exists (select from guest))
       and (${cart} is null or not exists (select from page))
     on conflict (id) do nothing
     returning id, user_id
   ), bill as (
     insert into bills (id, location_id, business_date, subtotal_cents, tax_cents, tip_cents, total_cents${columnsToo})
     select ${BILL.map(valueOf).join(', ')}${valuesToo} from placed
   ), lines as (
     insert into order_items (order_id, ${lines.map(([column]) => column).join(', ')})
     select id, i.* from placed, jsonb_to_recordset($2::jsonb) as i (${typed(LINE)})
   ), history as (
     insert into order_status_history (order_id, at, to_status, actor_kind, actor_id, actor_name)
     select id, $3, 'pending', $4, $5, $6 from placed
   ), happening as (
     insert into events (type, location_id, user_id, at, data)
     select 'order.created', $1, user_id, $3, $7::jsonb from placed
     returning id
   ), answered as (
     insert into idempotency_keys (actor, call, key, request_hash, answer, created_at)
     select $9, $10, $11, $12, $7::jsonb, $3
     from placed where $11::text is not null
   )${more}${besides}
   select (select id from happening) as event_id,
     case when exists (select from placed) then 'placed'
       when exists (select from asked) then 'asked-before'
       when ${cart} is not null and exists (select from page) then 'page-open'
       when not exists (select from location) then 'menu-changed'
       else 'number-taken' end as came_of_it`,
  );

const AFTER = 13 + columns.length;
const [PARTS, DISCOUNT, CHARGES] = [`$${AFTER}`, `$${AFTER + 1}`, `$${AFTER + 2}`];

const typed = (columnsOf: Readonly<Record<string, string>>): string =>
  Object.entries(columnsOf)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

/** A part's table, filled from the list of its name; a row's place in it is its position. */
function fill(table: string, list: string, part: Readonly<Record<string, string>>): string {
  const names = Object.keys(part);
  return `, ${table}_rows as (
     insert into ${table} (bill_id, position, ${names.join(', ')})
     select ${valueOf('bill_id')}, p.position, ${names.map((name) => `p.${name}`).join(', ')}
     from placed, rows from (jsonb_to_recordset(${PARTS}::jsonb -> '${list}') as (${typed(part)})) with ordinality
       as p (${names.join(', ')}, position)
   )`;
}

const PLAIN = { columnsToo: '', valuesToo: '', more: '' };
const WITH_PARTS = {
  columnsToo: ', discount_cents, charges_cents',
  valuesToo: `, ${DISCOUNT}::int, ${CHARGES}::int`,
  more:
    fill('bill_taxes', 'taxes', {
      code: 'text',
      label: 'text',
      registration: 'text',
      rate: 'int',
      classes: 'text[]',
      base_cents: 'int',
      amount_cents: 'int',
      included: 'boolean',
    }) +
    fill('order_charges', 'charges', { kind: 'text', amount_cents: 'int', tax_class: 'text', source_id: 'text' }) +
    fill('adjustments', 'adjustments', {
      line: 'int',
      charge: 'int',
      amount_cents: 'int',
      kind: 'text',
      source_id: 'text',
      label: 'text',
    }),
};

/** Where quarters of an hour are limited it takes its place; one that is full refuses the whole statement. */
const slotsFrom = (rows: string) => `, slot_rows as (
     select s.* from placed, jsonb_to_recordset(${rows}::jsonb) as ${SLOT_ROW}
   ), slots as (
     ${COUNT_SLOTS}
   ), slot_takes_rows as (
     insert into slot_takes (location_id, service, starts_at, units, order_id)
     select $1, s.service, s.starts_at, s.units, placed.id from placed, slot_rows s
   )`;

/** The payment that an order is made of, with what it was paid on. */
const PAYMENT = {
  id: 'text',
  session_id: 'text',
  provider: 'text',
  method: 'text',
  amount_cents: 'int',
  tip_cents: 'int',
  provider_payment_id: 'text',
  card_brand: 'text',
  card_last4: 'text',
} as const;

/** It is booked with the order, and its page is over. */
const paidBy = (payment: string, page: string): string => `, payment as (
     select p.* from placed, jsonb_to_record(${payment}::jsonb) as p (${typed(PAYMENT)})
   ), booked as (
     insert into payments (bill_id, order_id, location_id, status, created_at, captured_at, ${Object.keys(PAYMENT).join(', ')})
     select placed.id, placed.id, $1, 'succeeded', $3, $3, payment.* from placed, payment
   ), closed as (
     update payment_sessions s
     set status = 'paid', order_id = placed.id, closed_at = $3, payment_id = payment.provider_payment_id,
       provider_session_id = ${page}
     from placed, payment where s.id = payment.session_id
   )`;

/** What an order has besides dishes with one tax on all of them; who has none of it does not pay for it. */
interface Besides {
  readonly parts: boolean;
  readonly paid: boolean;
  readonly counted: boolean;
  readonly slotted: boolean;
}

const statements = new Map<string, ReturnType<typeof stated>>();

function statementFor(besides: Besides): ReturnType<typeof stated> {
  const { parts, paid, counted, slotted } = besides;
  const name = ['write-order', ...Object.entries(besides).flatMap(([what, has]) => (has ? what : []))].join('-');
  const known = statements.get(name);
  if (known) return known;
  const paymentAt = AFTER + (parts ? 3 : 0);
  const portionsAt = paymentAt + (paid ? 2 : 0);
  const slotsAt = portionsAt + (counted ? 1 : 0);
  const made = stated(
    name,
    parts ? WITH_PARTS : PLAIN,
    (paid ? paidBy(`$${paymentAt}`, `$${paymentAt + 1}`) : '') +
      (counted ? counting(`$${portionsAt}`) : '') +
      (slotted ? slotsFrom(`$${slotsAt}`) : ''),
  );
  statements.set(name, made);
  return made;
}

export type StatedPayment = Pick<Selectable<Schema['payments']>, keyof typeof PAYMENT>;

export interface StatedOrder {
  readonly row: OrderRow;
  /** The same order as everybody will read it, as whoever placed it is answered. */
  readonly answer: { readonly orderId: string; readonly order: WireOrder };
  readonly actor: Actor;
  /** Only while the location and its menu have this stamp; null when the price was settled before. */
  readonly stamp: string | null;
  /** The payment that it is made of, and the page of its provider. */
  readonly paid?: { readonly payment: StatedPayment; readonly page: string };
  /** What its lines take of all that is counted; whoever works in a transaction counts it there (`moveStock`). */
  readonly portions?: readonly LinePortions[];
  /** Where it takes a place in the kitchen, and how much work it is. */
  readonly slots?: Place;
  /** Stored with the answer, so that the same request is answered once. */
  readonly idempotency: Idempotency | null;
}

/** Runs the statement with what this order has. */
export async function runOrderStatement(db: Db | Tx, { row, answer, actor, ...terms }: StatedOrder): Promise<Done> {
  const who = whoColumns(actor);
  const { idempotency, paid, portions = [], slots } = terms;
  const values: unknown[] = [
    row.location_id,
    JSON.stringify(row.items),
    row.order_time,
    who.actor_kind,
    who.actor_id,
    who.actor_name,
    // What everybody hears of it, and what whoever asks again is answered: read once.
    writeOut(answer),
    terms.stamp,
    idempotency?.actor ?? null,
    idempotency?.call ?? null,
    idempotency?.key ?? null,
    idempotency?.requestHash ?? null,
    ...columns.map((column) => row[column]),
  ];
  if (row.parts) values.push(JSON.stringify(row.parts), row.discount_cents, row.charges_cents);
  if (paid) values.push(JSON.stringify(paid.payment), paid.page);
  const counted = portions.length > 0;
  if (counted) values.push(JSON.stringify(portions));
  const slotted = slots !== undefined && slots.counted.length > 0;
  if (slotted) values.push(JSON.stringify(slotRows(slots)));
  const statement = statementFor({ parts: row.parts !== null, paid: paid !== undefined, counted, slotted });
  const [done] = (await statement(db, values)).rows;
  if (!done) throw new Error('the statement of an order told nothing');
  return done;
}
