import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse } from '@tiffin/domain/core';
import { FEW_PORTIONS } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import { isUniqueViolation, type Db, type Tx } from '../../db/connection.ts';
import { prepared } from '../../db/prepared.ts';
import type { Schema } from '../../db/schema.ts';
import { onCommit, Overtaken } from '../../db/transaction.ts';
import type { Idempotency } from '../../http/implement.ts';
import { whoColumns } from '../audit/record-change.ts';
import { isSlotFull, slotFilled, slotRows, type Place } from '../capacity/take-slots.ts';
import { portionsOfRows } from '../stock/portions.ts';
import { tooFew, type Short } from '../stock/short.ts';
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
  grounds: 'jsonb',
  fire_at: 'timestamptz',
  wanted_for: 'timestamptz',
  delivery: 'jsonb',
  vehicle: 'text',
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

/** Where nothing is counted, no counter is looked for. */
const UNCOUNTED = { before: '', only: '', after: '', short: 'null::jsonb' };
/**
 * The counters of what its lines take (`portions`) are locked sorted before anything is written, so that orders never wait
 * for each other in a circle; of whom there is less than is wanted, nothing is written. Fewer than a few left is another menu.
 */
const counted = (portions: string): typeof UNCOUNTED => ({
  before: `, portions as (
     select * from jsonb_to_recordset(${portions}::jsonb) as p (line int, "itemId" text, quantity int)
   ), wanted as (
     select "itemId" as item_id, sum(quantity)::int as quantity from portions group by 1
   ), counted as (
     select s.item_id, s.left_count, w.quantity from stock s join wanted w using (item_id)
     where s.location_id = $1 order by s.item_id for update of s
   ), short as (
     select item_id, left_count from counted where left_count < quantity
   )`,
  only: `
       and not exists (select from short)`,
  after: `, taken as (
     update stock s set left_count = s.left_count - c.quantity from counted c, placed
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
   )`,
  short: `(select jsonb_agg(jsonb_build_object('itemId', item_id, 'left', left_count) order by item_id) from short)`,
});

/**
 * Everything of a new order in one statement, and so in one trip and one commit. Columns are named one by one: to fill a
 * row from JSON, PostgreSQL copies all that the table is, its rules included, each time.
 */
const statement = (
  name: string,
  { columnsToo, valuesToo, more }: { columnsToo: string; valuesToo: string; more: string },
  counters = UNCOUNTED,
  slots = '',
) =>
  prepared<{
    menu_holds: boolean;
    was_asked: boolean;
    page_open: boolean;
    is_placed: boolean;
    short: readonly Short[] | null;
  }>(
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
   )${counters.before}, placed as (
     insert into orders (${columns.join(', ')}${columnsToo})
     select ${placeholders.join(', ')}${valuesToo} from location
     where not exists (select from asked) and (${guest} is null or exists (select from guest))
       and (${cart} is null or not exists (select from page))${counters.only}
     on conflict (id) do nothing
     returning id, user_id
   ), bill as (
     insert into bills (id, location_id, business_date, subtotal_cents, tax_cents, tip_cents, total_cents${columnsToo})
     select ${BILL.map(valueOf).join(', ')}${valuesToo} from placed
   ), lines as (
     insert into order_items (order_id, ${lines.map(([column]) => column).join(', ')})
     select id, i.* from placed, jsonb_to_recordset($2::jsonb) as i (${lines.map((line) => line.join(' ')).join(', ')})
   ), history as (
     insert into order_status_history (order_id, at, to_status, actor_kind, actor_id, actor_name)
     select id, $3, 'pending', $4, $5, $6 from placed
   ), happening as (
     insert into events (type, location_id, user_id, at, data)
     select 'order.created', $1, user_id, $3, $7::jsonb from placed
   ), answered as (
     insert into idempotency_keys (actor, call, key, request_hash, answer, created_at)
     select $9, $10, $11, $12, $7::jsonb, $3
     from placed where $11::text is not null
   )${more}${counters.after}${slots}
   select exists (select from location) as menu_holds, exists (select from asked) as was_asked,
          ${cart} is not null and exists (select from page) as page_open,
          exists (select from placed) as is_placed, ${counters.short} as short`,
  );

const AFTER = 13 + columns.length;
const [PARTS, DISCOUNT, CHARGES] = [`$${AFTER}`, `$${AFTER + 1}`, `$${AFTER + 2}`];

/** A part's table, filled from the list of its name; a row's place in it is its position. */
function fill(table: string, list: string, part: Readonly<Record<string, string>>): string {
  const names = Object.keys(part);
  const typed = Object.entries(part).map(([name, type]) => `${name} ${type}`);
  return `, ${table}_rows as (
     insert into ${table} (bill_id, position, ${names.join(', ')})
     select ${valueOf('bill_id')}, p.position, ${names.map((name) => `p.${name}`).join(', ')}
     from placed, rows from (jsonb_to_recordset(${PARTS}::jsonb -> '${list}') as (${typed.join(', ')})) with ordinality
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

/** Where quarters of an hour are limited it takes its place, sorted; one that is full refuses the whole statement. */
const slotsFrom = (rows: string) => `, slot_rows as (
     select s.* from placed, jsonb_to_recordset(${rows}::jsonb)
       as s (service text, starts_at timestamptz, units int, most_orders int, most_units int)
   ), slots as (
     insert into kitchen_slots as k (location_id, service, starts_at, orders, units, most_orders, most_units)
     select $1, service, starts_at, 1, units, most_orders, most_units from slot_rows order by service
     on conflict (location_id, service, starts_at) do update set orders = k.orders + 1, units = k.units + excluded.units
   ), slot_takes_rows as (
     insert into slot_takes (location_id, service, starts_at, units, order_id)
     select $1, s.service, s.starts_at, s.units, placed.id from placed, slot_rows s
   )`;

/** Nearly every order: dishes, with one tax on all of them. */
const writePlain = statement('write-order', PLAIN);
/** Those that have parts besides, or counted dishes: who has none does not pay for them. */
const writeWithParts = statement('write-order-with-parts', WITH_PARTS);
const writeCounted = statement('write-order-counted', PLAIN, counted(PARTS));
const writeCountedWithParts = statement('write-order-counted-with-parts', WITH_PARTS, counted(`$${AFTER + 3}`));

/** The same where quarters of an hour are limited. */
const slotted = {
  plain: statement('write-order-slotted', PLAIN, UNCOUNTED, slotsFrom(PARTS)),
  withParts: statement('write-order-slotted-with-parts', WITH_PARTS, UNCOUNTED, slotsFrom(`$${AFTER + 3}`)),
  counted: statement('write-order-slotted-counted', PLAIN, counted(PARTS), slotsFrom(DISCOUNT)),
  countedWithParts: statement(
    'write-order-slotted-counted-with-parts',
    WITH_PARTS,
    counted(`$${AFTER + 3}`),
    slotsFrom(`$${AFTER + 4}`),
  ),
};

export interface OrderToWrite {
  readonly row: OrderRow;
  /** The same order as everybody will read it. */
  readonly order: WireOrder;
  readonly actor: Actor;
  /** Only while the location and its menu have this stamp; null when the price was settled before. */
  readonly stamp: string | null;
  /** Some of its dishes are counted; whoever works in a transaction counts them there (`moveStock`). */
  readonly isCounted?: boolean;
  /** Where it takes a place in the kitchen, and how much work it is. */
  readonly slots?: Place;
  /** Stored with the answer, so that the same request is answered once. */
  readonly idempotency: Idempotency | null;
}

/** Numbers collide once in some ten thousand orders; a row of collisions is a bug. */
export const MOST_DRAWS = 10;

/**
 * `number-taken`: another order has this number, draw again. `cart-ordered`: this cart is an order already.
 * `contact-taken`: somebody who showed nothing yet has an order there that is not paid.
 * `slot-full`: the quarter of an hour it is promised in filled up since.
 * `page-open`: this cart has a payment page that may have been paid; close it first.
 */
export type Written =
  | 'placed'
  | 'menu-changed'
  | 'asked-before'
  | 'number-taken'
  | 'cart-ordered'
  | 'page-open'
  | 'contact-taken'
  | 'slot-full';

/**
 * Writes a new order: row, bill, lines, history, event, stored answer. It never waits for the menu: when
 * the location's row was changed since the order was priced, nothing is written. Ring the event log
 * after the commit.
 */
export async function writeOrder(db: Db | Tx, { row, order, actor, ...terms }: OrderToWrite): Promise<Written> {
  const who = whoColumns(actor);
  const { idempotency } = terms;
  const values: unknown[] = [
    row.location_id,
    JSON.stringify(row.items),
    row.order_time,
    who.actor_kind,
    who.actor_id,
    who.actor_name,
    // What everybody hears of it, and what whoever asks again is answered: read once.
    JSON.stringify({ orderId: order.orderId, order }),
    terms.stamp,
    idempotency?.actor ?? null,
    idempotency?.call ?? null,
    idempotency?.key ?? null,
    idempotency?.requestHash ?? null,
    ...columns.map((column) => row[column]),
  ];
  const { slots } = terms;
  const portions = terms.isCounted ? portionsOfRows(row.items) : null;
  if (row.parts) values.push(JSON.stringify(row.parts), row.discount_cents, row.charges_cents);
  if (portions) values.push(JSON.stringify(portions));
  const isSlotted = slots && slots.counted.length > 0;
  if (isSlotted) values.push(JSON.stringify(slotRows(slots)));
  const written = isSlotted
    ? (row.parts ? slotted[portions ? 'countedWithParts' : 'withParts'] : slotted[portions ? 'counted' : 'plain'])(
        db,
        values,
      )
    : (row.parts ? (portions ? writeCountedWithParts : writeWithParts) : portions ? writeCounted : writePlain)(
        db,
        values,
      );
  const answer = await written.catch(overtaken);
  if (typeof answer === 'string') return answer;
  const [done] = answer.rows;
  if (done?.is_placed) return 'placed';
  if (!done || done.was_asked) return 'asked-before';
  if (done.page_open) return 'page-open';
  if (!done.menu_holds) return 'menu-changed';
  if (done.short) throw tooFew(done.short, (id) => portions?.find(({ itemId }) => itemId === id)?.name);
  return 'number-taken';
}

/** Two requests with one key, or of one cart, at once: the second waited for the first. */
function overtaken(error: unknown): Written {
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) return 'asked-before';
  if (isUniqueViolation(error, 'orders_cart')) return 'cart-ordered';
  if (isSlotFull(error)) return 'slot-full';
  if (isUniqueViolation(error, 'orders_unproven_contact')) return 'contact-taken';
  if (isUniqueViolation(error, 'orders_welcome_code')) throw refuse('offer-over');
  throw error;
}

/**
 * For makers whose price was settled before and who work in a transaction (a payment, a payment
 * link): draws numbers until one is free, and rings the event log after the commit.
 */
export async function writeSettledOrder(
  context: Context,
  tx: Tx,
  make: () => Pick<OrderToWrite, 'row' | 'order' | 'actor' | 'slots'>,
): Promise<WireOrder> {
  for (let tries = 0; tries < MOST_DRAWS; tries++) {
    const draft = make();
    const written = await writeOrder(tx, { ...draft, stamp: null, idempotency: null });
    if (written === 'cart-ordered') throw refuse('cart-ordered');
    if (written === 'slot-full') throw new Overtaken(slotFilled());
    if (written !== 'placed') continue;
    onCommit(tx, () => context.events.ring());
    return draft.order;
  }
  throw refuse('conflict', 'No free order number was found');
}
